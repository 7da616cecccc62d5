/** Goo that freezes on a cooled rod (Wicke, Hatt, Pauly, Müller & Gross 2006, section 7, figure 6). */
import { matterPieces } from 'pliant/engine';
import { type GooOptions, wickeGoo } from 'pliant/scenes';
import {
  atLeast,
  atMost,
  type Experiment,
  type ExperimentContext,
  type ExperimentOutcome,
  equals,
} from '../experiment.ts';
import type { Colour, Figure, Frame } from '../picture/figure.ts';
import { SHEET } from '../picture/palette.ts';
import { PAPER } from './blocks.ts';
import { costOf, costText, follow, framesOf, type MatterRun } from './course.ts';
import { heldBy, massAndHeight, range } from './measure.ts';
import { solidPicture } from './pictures.ts';

const PAPER_SIZE: Required<GooOptions> = { rod: 1606, goo: 6000 };
const PUBLISHED = { particles: 7606, secondsPerFrame: 18 } as const;

const ROD_COLOUR: Colour = [0.55, 0.58, 0.62];
const GOO_COLOUR: Colour = [0.42, 0.62, 0.2];
const ICE_COLOUR: Colour = [0.62, 0.8, 0.88];

function picture(moment: MatterRun, rod: number) {
  const { phase } = moment.matter.record;
  const rest = range(rod, moment.matter.count - rod);
  return [
    ...solidPicture(moment, range(0, rod), { colour: ROD_COLOUR }),
    ...solidPicture(
      moment,
      rest.filter((k) => phase.view[k] === 1),
      { colour: ICE_COLOUR },
    ),
    ...solidPicture(
      moment,
      rest.filter((k) => phase.view[k] === 0),
      { colour: GOO_COLOUR },
    ),
  ];
}

/** Number of pinned particles; the rod consists of them. */
function pinnedOf({ world, matter }: MatterRun): number {
  const { view } = world.particles.inverseMass;
  return view.subarray(matter.first, matter.first + matter.count).filter((one) => one === 0).length;
}

function runGoo(title: string, size: Required<GooOptions>, context: ExperimentContext): ExperimentOutcome {
  const { rod, goo } = size;
  const scene = wickeGoo(size);
  const frames = framesOf(scene);
  const moments = [0, Math.round(0.08 * frames), Math.round(0.16 * frames), Math.round(0.3 * frames), frames];
  const shown: Frame[] = [];
  /** Particles that are frozen to the rod after each frame. */
  const frozen: number[] = [];
  let massAtStart = 0;
  const course = follow(scene, context, (moment, k) => {
    const { record } = moment.matter;
    if (k === 0) massAtStart = massAndHeight(moment).mass;
    frozen.push(heldBy(matterPieces(moment.matter), record.share.view, rod));
    if (!moments.includes(k)) return;
    const caption = `${(k * scene.dt).toFixed(2)} s, ${frozen[frozen.length - 1]} frozen to the rod`;
    shown.push({ caption, sheets: picture(moment, rod) });
  });
  const losses = frozen.map((n, k) => (k > 0 ? Math.max(0, frozen[k - 1] - n) : 0));
  const lost = Math.max(...losses);
  const atEnd = frozen[frozen.length - 1];
  const growing = frozen.filter((n, k) => k > 0 && n > frozen[k - 1]).length;
  const particleMass = course.world.particles.mass.view[course.matter.first + rod];
  return {
    claim: 'full',
    ours: `Of ${goo} particles of goo ${atEnd} freeze to the rod, ${(atEnd * particleMass).toFixed(0)} kg; the frozen mass grows in ${growing} of ${frames} frames, and at most ${lost} particles leave it in one${costText(course)}.`,
    facts: [
      equals('particles of the rod', pinnedOf(course), rod),
      atLeast('particles frozen to the rod at the end', atEnd, 0.05 * goo),
      atMost('largest loss of frozen particles in a frame', lost, 0),
      atLeast('frames in which it grows', growing, 10),
      atMost(
        'relative change of the total mass',
        Math.abs(massAndHeight(course).mass / massAtStart - 1),
        1e-12,
      ),
    ],
    fields: {
      ...costOf(course, PUBLISHED),
      rodParticles: rod,
      gooParticles: goo,
      frozenMass: atEnd * particleMass,
      frozenParticles: atEnd,
    },
    numbers: {
      'particles frozen to the rod after each frame': frozen,
      'energy after each frame, J': course.energies,
    },
    figures: [figure(title, shown), curve(title, frozen, scene.dt)],
  };
}

function figure(title: string, frames: readonly Frame[]): Figure {
  return {
    title,
    rows: [{ frames, colliders: [] }],
    view: { target: [0, 1.5, 0], distance: 9.5, azimuth: 28, elevation: 16 },
    room: { min: [-2.4, 0, -2], max: [2.4, 3.6, 2], square: 0.4 },
    frameSize: [330, 330],
  };
}

function curve(title: string, frozen: readonly number[], dt: number): Figure {
  const most = Math.max(10, ...frozen);
  const ten = 10 ** Math.floor(Math.log10(most));
  return {
    title,
    rows: [
      {
        frames: [
          {
            caption: 'particles frozen to the rod',
            sheets: [],
            drawing: {
              kind: 'plot',
              x: { title: 'time (s)', max: (frozen.length - 1) * dt },
              y: { title: 'particles', max: Math.ceil(most / ten) * ten },
              curves: [{ name: '', colour: SHEET, points: frozen.flatMap((n, k) => [k * dt, n]) }],
            },
          },
        ],
        colliders: [],
      },
    ],
    view: { target: [0, 0, 0], distance: 1, azimuth: 0, elevation: 0 },
    frameSize: [560, 360],
  };
}

/** Makes the experiment at another size, for tests. */
export function gooExperimentOf(size: Required<GooOptions>): Experiment {
  return {
    name: 'wicke-goo',
    title: 'Goo freezes on a cooled rod',
    paper: `${PAPER}, section 7, figure 6`,
    finding:
      'A viscous fluid of up to 6,000 particles freezes to a cooled rod of 1,606, particle by particle; 18 s per frame on a 3 GHz Pentium 4.',
    figures: ['goo', 'mass'],
    run(context) {
      return runGoo(this.title, size, context);
    },
  };
}

export const gooExperiment = gooExperimentOf(PAPER_SIZE);
