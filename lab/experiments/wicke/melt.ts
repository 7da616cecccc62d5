/**
 * A creature that is dropped and melts on the ground (Wicke, Hatt, Pauly, Müller & Gross 2006, section 7, figure 7): an
 * elephant of our own instead of the paper's bunny, on a plate that heats it by contact.
 */
import type { ColliderHeat } from 'pliant/engine';
import { type MeltOptions, wickeMelt } from 'pliant/scenes';
import {
  atLeast,
  atMost,
  type Experiment,
  type ExperimentContext,
  type ExperimentOutcome,
} from '../experiment.ts';
import type { Figure, Frame } from '../picture/figure.ts';
import { PAPER } from './blocks.ts';
import { costOf, costText, energyRise, follow, framesOf } from './course.ts';
import { massAndHeight, range } from './measure.ts';
import { solidPicture } from './pictures.ts';

const PAPER_SIZE: Required<MeltOptions> = { particles: 9871 };
const PUBLISHED = { particles: 9871, secondsPerFrame: 17 } as const;

function runMelt(title: string, size: Required<MeltOptions>, context: ExperimentContext): ExperimentOutcome {
  const scene = wickeMelt(size);
  const frames = framesOf(scene);
  const moments = [0, 10, Math.round(0.1 * frames), Math.round(0.25 * frames), frames];
  const shown: Frame[] = [];
  const heights: number[] = [];
  const solids: number[] = [];
  let mass = 0;
  const course = follow(scene, context, (moment, k) => {
    const { matter, world } = moment;
    const now = massAndHeight(moment);
    if (k === 0) mass = now.mass;
    heights.push(now.height);
    solids.push(matter.record.phase.view.subarray(0, matter.count).reduce((sum, one) => sum + one, 0));
    if (!moments.includes(k)) return;
    const all = range(0, matter.count);
    const values = Float64Array.from(all, (i) => world.particles.temperature.view[matter.first + i]);
    shown.push({
      caption: `${(k * scene.dt).toFixed(2)} s, ${Math.round((100 * solids[k]) / matter.count)} % solid`,
      sheets: solidPicture(moment, all, { values }),
    });
  });
  const heat = course.world.schedule.in('heat')[0] as ColliderHeat;
  const end = heights[heights.length - 1];
  const ratio = end / heights[0];
  const melted = 1 - solids[solids.length - 1] / course.matter.count;
  const rises = energyRise(course.energies, mass * 9.80665 * end);
  const cost = costOf(course, PUBLISHED);
  return {
    claim: 'full',
    ours: `${course.matter.count} particles, ${mass.toFixed(0)} kg: the centre of mass comes down from ${heights[0].toFixed(2)} m to ${end.toFixed(2)} m, ${(100 * ratio).toFixed(1)} %, as ${(100 * melted).toFixed(0)} % of it melts; the plate gave ${(heat.given / 1e6).toFixed(0)} MJ${costText(course)}.`,
    facts: [
      atMost('height of the centre of mass at the end over that at the start', 100 * ratio, 20, '%'),
      atMost('relative change of the mass', Math.abs(massAndHeight(course).mass / mass - 1), 1e-12),
      atLeast('share that has melted', melted, 0.9),
      atMost('gain of mechanical energy, over the energy of the fall', rises, 0.01),
      ...('framesPerSecond' in cost
        ? [atLeast('frames per second of processor time', cost.framesPerSecond as number, 20, '1/s')]
        : []),
    ],
    fields: {
      ...cost,
      mass,
      heights: { start: heights[0], end },
      heightPercent: 100 * ratio,
      meltedShare: melted,
    },
    numbers: {
      'height of the centre of mass after each frame, m': heights,
      'solid particles after each frame': solids,
      'energy after each frame, J': course.energies,
      'heat from the plate, J': heat.given,
      'sub-steps per frame': course.world.substeps,
    },
    figures: [figure(title, shown)],
  };
}

function figure(title: string, frames: readonly Frame[]): Figure {
  return {
    title,
    rows: [{ frames, colliders: [] }],
    view: { target: [0, 1.1, 0], distance: 11, azimuth: 32, elevation: 18 },
    room: { min: [-4, 0, -3.4], max: [4, 3.4, 3.8], square: 0.4 },
    scale: { title: 'temperature', unit: 'K', min: 300, max: 700 },
    frameSize: [330, 330],
  };
}

/** Makes the experiment at another size, for tests. */
export function meltExperimentOf(size: Required<MeltOptions>): Experiment {
  return {
    name: 'wicke-melt',
    title: 'A creature is dropped and melts',
    paper: `${PAPER}, section 7, figure 7`,
    finding:
      'An elastic bunny of 9,871 particles is dropped and melts on the ground, with heat diffusion; 17 s per frame on a 3 GHz Pentium 4.',
    figures: ['melt'],
    run(context) {
      return runMelt(this.title, size, context);
    },
  };
}

export const meltExperiment = meltExperimentOf(PAPER_SIZE);
