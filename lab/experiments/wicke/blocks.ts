/** Blocks in the plane: one that bounces, one that keeps its dent (Wicke et al. 2006, figures 4a, 4b). */
import { matterPieces, outline } from 'pliant/engine';
import { BLOCK_SIDE, wickeBounce, wickePlastic } from 'pliant/scenes';
import { atLeast, atMost, between, type Experiment, type ExperimentContext, equals } from '../experiment.ts';
import type { Figure, Frame } from '../picture/figure.ts';
import { costOf, costText, energyRise, follow, framesOf } from './course.ts';
import { lowest, massAndHeight, placesOf, shapeChange } from './measure.ts';
import { flatPicture } from './pictures.ts';

export const PAPER = 'Wicke, Hatt, Pauly, Müller & Gross 2006';

function figure(title: string, frames: readonly Frame[]): Figure {
  return {
    title,
    rows: [{ frames, colliders: [] }],
    view: { target: [0, 0.85, 0], distance: 5.2, azimuth: 0, elevation: 6, field: 24 },
    room: { min: [-1.4, 0, -0.5], max: [1.4, 2.2, 0.5], square: 0.2 },
    frameSize: [300, 300],
  };
}

/** Length as % of the side. */
function percent(length: number): number {
  return (100 * length) / BLOCK_SIDE;
}

function runBounce(this: Experiment, context: ExperimentContext) {
  const scene = wickeBounce();
  const frames = framesOf(scene);
  const shown: Frame[] = [];
  const moments = [0, 11, 12, 13, 18, frames];
  let start: Float64Array = new Float64Array();
  let fall = 0;
  let touched = false;
  let worst = 0;
  let rise = 0;
  /** Deformation at the top of the first bounce, % of the side. */
  let atTop = Number.NaN;
  const course = follow(scene, context, (run, k) => {
    const places = placesOf(run);
    const low = lowest(run) - run.matter.lattice.layer / 2;
    if (k === 0) {
      start = places;
      fall = low;
    }
    const { max } = shapeChange(places, start);
    worst = Math.max(worst, percent(max));
    if (!touched) touched = percent(max) > 0.5;
    else if (low > rise) {
      rise = low;
      atTop = percent(max);
    }
    if (moments.includes(k))
      shown.push({ caption: `${(k * scene.dt).toFixed(2)} s`, sheets: flatPicture(run, () => 0) });
  });
  const atEnd = percent(shapeChange(placesOf(course), start).max);
  const floor = restEnergy(course, BLOCK_SIDE / 2);
  const rises = energyRise(course.energies, floor);
  return {
    claim: 'full' as const,
    ours: `It is compressed by up to ${worst.toFixed(1)} % of its side, rises by ${rise.toFixed(2)} m of the ${fall.toFixed(2)} m of its fall, and has recovered its shape there to ${atTop.toFixed(2)} %; at rest, under its weight, to ${atEnd.toFixed(2)} %${costText(course)}.`,
    facts: [
      atLeast('largest displacement of a particle in the impact, over the side', worst, 4, '%'),
      atLeast('rise after the first bounce, over the fall', rise / fall, 0.25),
      atMost('largest displacement of a particle at the top of the bounce, over the side', atTop, 2, '%'),
      atMost('largest displacement of a particle at the end, over the side', atEnd, 2, '%'),
      equals('pieces at the end', matterPieces(course.matter).sizes.length, 1),
      atMost('energy gain, over the energy of the fall', rises, 0.005),
    ],
    fields: { ...costOf(course), shapePercent: { impact: worst, top: atTop, end: atEnd }, rise, fall },
    numbers: { 'energy after each frame, J': course.energies },
    figures: [figure(this.title, shown)],
  };
}

/** Energy at rest on the floor with its centre at `height`, J. */
function restEnergy(run: Parameters<typeof massAndHeight>[0], height: number): number {
  return massAndHeight(run).mass * 9.80665 * height;
}

function runPlastic(this: Experiment, context: ExperimentContext) {
  const scene = wickePlastic();
  const frames = framesOf(scene);
  const moments = [0, 11, 13, 16, frames];
  const shown: Frame[] = [];
  let start: Float64Array = new Float64Array();
  let earlier: Float64Array = new Float64Array();
  let [area, spacing] = [0, 0];
  const course = follow(scene, context, (run, k) => {
    if (k === 0) {
      start = placesOf(run);
      spacing = run.matter.lattice.spacing;
      area = outline(start, { spacing }).area;
    }
    // The last second: how much of its dent it keeps.
    if (k === frames - 25) earlier = placesOf(run);
    if (moments.includes(k))
      shown.push({ caption: `${(k * scene.dt).toFixed(2)} s`, sheets: flatPicture(run, () => 0) });
  });
  const end = placesOf(course);
  const areaRatio = outline(end, { spacing }).area / area;
  const { pieceOf, sizes } = matterPieces(course.matter);
  const largest = Math.max(...sizes);
  // Crumbs that fly off do not belong to its shape.
  const isBlock = (_: number, k: number) => pieceOf[Math.floor(k / 3)] === sizes.indexOf(largest);
  const [now, then, before] = [end, start, earlier].map((places) => places.filter(isBlock));
  const dent = percent(shapeChange(now, then).max);
  const meanDent = percent(shapeChange(now, then).rms);
  const lost = percent(shapeChange(now, before).rms);
  return {
    claim: 'full' as const,
    ours: `It lands on a corner and stays dented: particles are up to ${dent.toFixed(0)} % of the side from their original places, ${meanDent.toFixed(1)} % in the mean, and do not return; in the last second that changes by ${lost.toFixed(2)} %. Its area is ${areaRatio.toFixed(2)} of the original${costText(course)}.`,
    facts: [
      atLeast('largest displacement of a particle at the end, over the side', dent, 10, '%'),
      atLeast('root mean square displacement, over the side', meanDent, 3, '%'),
      // It still creeps where it lies on its corner: 0.4 to 2.4 % in runs that start micrometres apart.
      atMost('root mean square change in the last second, over the side', lost, 3, '%'),
      between('area at the end over that at the start', areaRatio, 0.9, 1.1),
      atLeast('share of the particles in the largest piece', largest / course.matter.count, 0.98),
      atMost(
        'energy gain, over the energy of the fall',
        energyRise(course.energies, restEnergy(course, BLOCK_SIDE / 2)),
        0.005,
      ),
    ],
    fields: { ...costOf(course), dentPercent: { max: dent, rms: meanDent }, areaRatio },
    numbers: { 'energy after each frame, J': course.energies },
    figures: [figure(this.title, shown)],
  };
}

export const bounceExperiment: Experiment = {
  name: 'wicke-2d-bounce',
  title: 'An elastic block in the plane bounces',
  paper: `${PAPER}, figure 4a`,
  finding: 'Stiff lattice matter is elastic: a cube bounces off the ground plane.',
  figures: ['bounce'],
  run: runBounce,
};

export const plasticExperiment: Experiment = {
  name: 'wicke-2d-plastic',
  title: 'A plastic block in the plane keeps its dent',
  paper: `${PAPER}, section 4.1, figure 4b`,
  finding:
    'With no stored rest state, particles that have changed places stay there: a cube that fell stays deformed.',
  figures: ['plastic'],
  run: runPlastic,
};
