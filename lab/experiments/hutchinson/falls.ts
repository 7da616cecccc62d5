/** A sheet dropped on a cup, and over four poles: Hutchinson, Preston & Hewitt 1996, §6, figures 6 and 7, table 1. */
import {
  atLeast,
  atMost,
  type Experiment,
  type ExperimentContext,
  type ExperimentOutcome,
} from '../experiment.ts';
import type { Figure, Frame, View } from '../picture/figure.ts';
import { SHEET } from '../picture/palette.ts';
import { type Comparison, compare, type Moment, type Record } from './compare.ts';
import { type Drape, FINEST, SIDE } from './drape.ts';
import { OVER_CUP, OVER_POLES } from './scenes.ts';
import { PUBLISHED, ratios, sumOf } from './table.ts';

interface Fall {
  readonly drape: Drape;
  readonly published: (typeof PUBLISHED)[keyof typeof PUBLISHED];
  /** Required ratios of times. */
  readonly least: { readonly total: number; readonly dynamics: number };
  /** Steps with a picture, besides the last. */
  readonly moments: readonly number[];
  readonly view: View;
}

function runFall(
  { drape, published, least, moments, view }: Fall,
  title: string,
  { clock, progress }: ExperimentContext,
): ExperimentOutcome {
  const compared = compare(drape, moments, { clock, progress });
  const { adaptive, uniform, distances } = compared;
  const { mean, max } = distances[distances.length - 1];
  const [meanDistancePercent, maxDistancePercent] = [mean, max].map((d) => (100 * d) / SIDE);
  const points = {
    start: adaptive.points[0],
    mean: adaptive.points.reduce((sum, n) => sum + n, 0) / adaptive.points.length,
    max: Math.max(...adaptive.points),
  };
  const [quick, slow] = [adaptive, uniform].map(({ times }) => sumOf(times));
  const timed = slow.total > 0;
  const times = ratios(quick, slow);
  // Steps before the first refinement: the sheet falls flat.
  const falling = Math.max(0, adaptive.points.findIndex((n) => n > points.start) - 1);
  const afterwards = [adaptive, uniform].map((one) => sumOf(one.times.slice(falling)));
  const { totalRatio, dynamicsRatio, overheadPercent } = times;
  const cost = timed
    ? `the uniform sheet takes ${totalRatio.toFixed(1)} times as long (dynamics alone ${dynamicsRatio.toFixed(1)} times), and refining costs ${overheadPercent.toFixed(1)} % of the adaptive sheet's time`
    : 'there is no clock to time the two';
  return {
    claim: 'full',
    ours: `${points.mean.toFixed(0)} masses in use in the mean, at most ${points.max}, where the uniform sheet has ${FINEST * FINEST}; at the end the surfaces are ${meanDistancePercent.toFixed(2)} % of the side apart in the mean; ${cost}.`,
    facts: [
      atMost('mean distance of the two surfaces, over the side', meanDistancePercent, 1, '%'),
      atMost('mean number of masses in use, over that of the uniform sheet', points.mean / FINEST ** 2, 0.25),
      atLeast('largest number of masses in use, over that at the start', points.max / points.start, 2),
      ...(timed
        ? [
            atLeast('total time, uniform over adaptive', totalRatio, least.total),
            atLeast('time of dynamics, uniform over adaptive', dynamicsRatio, published.dynamicsRatio),
            atMost(
              'share of detecting, backing up and refining in the adaptive total',
              overheadPercent,
              5,
              '%',
            ),
          ]
        : []),
    ],
    fields: {
      adaptive: quick,
      uniform: slow,
      ...(timed ? times : {}),
      meanDistancePercent,
      maxDistancePercent,
      points,
    },
    numbers: {
      'table 1, s on a HP 9000/735': published,
      'once it is refined': {
        'after steps': falling,
        adaptive: afterwards[0],
        uniform: afterwards[1],
        ...ratios(afterwards[0], afterwards[1]),
      },
      'distances, % of the side': distances.map((d, i) => ({
        'time, s': adaptive.moments[i].time,
        mean: (100 * d.mean) / SIDE,
        max: (100 * d.max) / SIDE,
      })),
      'masses in use after each step': adaptive.points,
      'sub-steps of each step': { adaptive: adaptive.substeps, uniform: uniform.substeps[0] },
      'largest strain at the end': { adaptive: adaptive.strain, uniform: uniform.strain },
      'top speed at the end, m/s': { adaptive: adaptive.speed, uniform: uniform.speed },
    },
    figures: [sheetsFigure(title, drape, view, compared), pointsFigure(title, drape, adaptive)],
  };
}

function sheetsFigure(title: string, drape: Drape, view: View, { adaptive, uniform }: Comparison): Figure {
  const row = (heading: string, frames: Frame[]) => ({ title: heading, frames, colliders: drape.drawn });
  return {
    title,
    rows: [
      row('Adaptive sheet', adaptive.moments.map(frameOf)),
      row('Its refinement map', adaptive.moments.map(mapOf)),
      row(`Uniform sheet of ${FINEST} × ${FINEST} masses`, uniform.moments.map(frameOf)),
    ],
    view,
    room: { min: [-0.3, 0, -0.22], max: [0.3, 0.25, 0.3], square: 0.03 },
    frameSize: [400, 384],
  };
}

function frameOf(moment: Moment): Frame {
  return {
    caption: `${moment.time.toFixed(2)} s, ${moment.positions.length / 3} masses`,
    sheets: [moment],
  };
}

function mapOf({ map, time }: Moment): Frame {
  const drawing = map && ({ kind: 'map', map } as const);
  return { caption: `${time.toFixed(2)} s, ${(map?.cells.length ?? 0) / 4} cells`, sheets: [], drawing };
}

function pointsFigure(title: string, { dt, steps }: Drape, { points }: Record): Figure {
  return {
    title,
    rows: [
      {
        frames: [
          {
            caption: `masses in use, of ${FINEST * FINEST} at most`,
            sheets: [],
            drawing: {
              kind: 'plot',
              x: { title: 'time (s)', max: steps * dt },
              y: { title: 'masses in use', max: roundUp(Math.max(...points)) },
              curves: [{ name: '', colour: SHEET, points: points.flatMap((n, k) => [k * dt, n]) }],
            },
          },
        ],
        colliders: [],
      },
    ],
    view: { target: [0, 0, 0], distance: 1, azimuth: 0, elevation: 0 },
    frameSize: [640, 380],
  };
}

/** Rounds up to the next multiple of 100. */
function roundUp(count: number): number {
  return 100 * Math.ceil(count / 100);
}

const CUP: Fall = {
  drape: OVER_CUP,
  published: PUBLISHED.cup,
  least: { total: 16, dynamics: 29 },
  moments: [31, 36, 50, 100],
  view: { target: [0.005, 0.07, 0], distance: 0.74, azimuth: 32, elevation: 30 },
};

const POLES: Fall = {
  drape: OVER_POLES,
  published: PUBLISHED.poles,
  least: { total: 6, dynamics: 8.8 },
  moments: [42, 55, 75, 170],
  view: { target: [0, 0.075, 0], distance: 0.74, azimuth: 32, elevation: 28 },
};

const FIGURES = ['sheets', 'points'];

export const cupExperiment: Experiment = {
  name: 'hutchinson-cup',
  title: 'A sheet dropped on a coffee cup',
  paper: 'Hutchinson, Preston & Hewitt 1996, §6, figure 6, table 1',
  finding:
    'From 10 × 10 masses with at most 73 × 73, S = 25° and δS = 15°, the sheet refines along the edges of the cup; 100 steps take a sixteenth of the time of a uniform sheet of 73 × 73, dynamics alone a 29th, and backing up and refining make little difference.',
  figures: FIGURES,
  run(context) {
    return runFall(CUP, this.title, context);
  },
};

export const polesExperiment: Experiment = {
  name: 'hutchinson-poles',
  title: 'A sheet dropped over four poles',
  paper: 'Hutchinson, Preston & Hewitt 1996, §6, figure 7, table 1',
  finding:
    'From 10 × 10 masses with at most 73 × 73, S = 25° and δS = 15°, the sheet refines at the poles and where it creases and folds at its corners; 170 steps take a sixth of the time of a uniform sheet of 73 × 73, dynamics alone a ninth.',
  figures: FIGURES,
  run(context) {
    return runFall(POLES, this.title, context);
  },
};
