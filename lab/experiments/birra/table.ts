/** A regularly subdivided cloth falls on a table: Birra & Próspero dos Santos 2004, §6, figure 10. */
import { World } from 'pliant';
import {
  addAdaptiveCloth,
  airDamping,
  type ColliderSpec,
  createIntegrator,
  gravity,
  vec3,
} from 'pliant/engine';
import {
  atLeast,
  atMost,
  type Experiment,
  type ExperimentContext,
  type ExperimentOutcome,
} from '../experiment.ts';
import { type ClothScene, compare, countsOf, deepestLevel, type Kind, summaryOf, sumOf } from './compare.ts';
import { addCollider, type ClothMoment, type ClothRun, COTTON, GRAVITY, threadStrains } from './cotton.ts';
import { clothsFigure, costFigure } from './pictures.ts';

/** Side of the cloth, m. */
const SIDE = 1;
/** Cells per side: subdivided four times at the start, 17 × 17 particles; eight times at most, 65 × 65. */
const CELLS = [4, 4] as const;
const START = 4;
const DEEPEST = 8;

/** Half the side of the table and the height of its top, m. It is a block, so that nothing swings below. */
const HALF = 0.25;
const TOP = 0.7;
/** Shrinkage of the drawn table, m: contact is found at particles, and its edges come through between them. */
const DRAWN = 0.007;

function table(less: number): ColliderSpec {
  const [width, height] = [2 * (HALF - less), TOP - less];
  return {
    name: 'table',
    shape: { kind: 'box', size: [width, height, width] },
    position: [0, height / 2, 0],
    friction: 0.4,
  };
}

export interface TableSettings {
  /** Refinement error, m. */
  readonly refineError: number;
  readonly simplifyShare: number;
  /** Age at which triangles may be simplified, s. */
  readonly simplifyAge: number;
  readonly tolerance: number;
  /** Air damping, 1/s. */
  readonly air: number;
}

const SETTINGS: TableSettings = {
  refineError: 0.01,
  simplifyShare: 0.25,
  simplifyAge: 0.5,
  tolerance: 1e-3,
  air: 4,
};

export function tableScene(settings: TableSettings = SETTINGS): ClothScene {
  const { refineError, simplifyShare, simplifyAge, tolerance, air } = settings;
  return {
    frames: 120,
    dt: 1 / 60,
    side: SIDE,
    every: 12,
    create(kind: Kind, clock: () => number): ClothRun {
      const world = new World(createIntegrator('implicit-euler', { tolerance }), { clock });
      const cloth = addAdaptiveCloth(world, {
        name: 'cloth',
        shape: { size: [SIDE, SIDE], cells: CELLS },
        material: COTTON,
        ...(kind === 'adaptive'
          ? { startLevel: START, maxLevel: DEEPEST, refineError, simplifyShare, simplifyAge }
          : { startLevel: DEEPEST, minLevel: DEEPEST }),
        place: (u, v) => [u, TOP + 0.05, -v],
      });
      world.addForce(gravity([0, -GRAVITY, 0]));
      world.addForce(airDamping(air));
      addCollider(world, cloth, table(0));
      return { world, cloth };
    },
  };
}

export interface Regions {
  /** Mean level of the triangles, by area: on the flat top, away from its edge, and along the edge. */
  readonly top: number;
  readonly edge: number;
}

/** Distance of the flat top from the edge, and half width of the strip along the edge, m. */
const AWAY = 0.06;
const STRIP = 0.02;

export function levelsByRegion({ positions, triangles, levels }: ClothMoment): Regions {
  const sums = { top: [0, 0], edge: [0, 0] };
  levels.forEach((level, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const i = 3 * triangles[3 * t + k];
      return [positions[i], positions[i + 1], positions[i + 2]] as const;
    });
    const middle = [0, 1, 2].map((axis) => (a[axis] + b[axis] + c[axis]) / 3);
    const out = Math.max(Math.abs(middle[0]), Math.abs(middle[2])) - HALF;
    const area = Math.hypot(...vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a))) / 2;
    const where =
      out < -AWAY ? sums.top : Math.abs(out) < STRIP && middle[1] > TOP - STRIP ? sums.edge : undefined;
    if (!where) return;
    where[0] += area * level;
    where[1] += area;
  });
  return { top: sums.top[0] / sums.top[1], edge: sums.edge[0] / sums.edge[1] };
}

const SHOWN = [0, 1, 3, 5, 9];

function run(this: Experiment, { clock, progress }: ExperimentContext): ExperimentOutcome {
  const scene = tableScene();
  const compared = compare(scene, { clock, progress }, 3);
  const { adaptive, uniform, distances } = compared;
  const means = distances.map(({ mean }) => mean);
  const meanDistancePercent = summaryOf(means).mean;
  const endDistancePercent = means[means.length - 1];
  const triangles = countsOf(adaptive.triangles);
  const regions = levelsByRegion(adaptive.moments[adaptive.moments.length - 1]);
  const timed = sumOf(uniform.times) > 0;
  const totalRatio = sumOf(uniform.times) / sumOf(adaptive.times);
  const strains = { adaptive: threadStrains(adaptive.run), uniform: threadStrains(uniform.run) };
  const cost = timed
    ? `; the uniform cloth of ${uniform.triangles[0]} takes ${totalRatio.toFixed(1)} times as long`
    : '';
  return {
    claim: 'full',
    ours: `From level ${START} everywhere the cloth goes to ${regions.top.toFixed(1)} on the flat top and to ${regions.edge.toFixed(1)} along the table's edge, in the mean by area; ${triangles.start} triangles at the start, ${triangles.most} at most, ${triangles.end} at the end; surfaces ${meanDistancePercent.toFixed(2)} % of the side apart in the mean, ${endDistancePercent.toFixed(2)} % at the end${cost}.`,
    facts: [
      atMost('mean level on the flat top at the end, from 4', regions.top, 3.5),
      atLeast("mean level along the table's edge at the end, from 4", regions.edge, START + 1),
      atMost('most triangles over those of the uniform cloth', triangles.most / uniform.triangles[0], 0.25),
      atMost('mean distance of the two surfaces during the fall, over the side', meanDistancePercent, 2, '%'),
      atMost('largest penetration depth in the table', adaptive.penetration, 1e-4, 'm'),
      atMost('99th percentile of thread strain at the end', strains.adaptive.percentile99, 0.05),
      ...(timed ? [atLeast('total time, uniform over adaptive', totalRatio, 2)] : []),
    ],
    fields: {
      ...(timed
        ? {
            totalRatio,
            msPerFrame: summaryOf(adaptive.times),
            uniformMsPerFrame: summaryOf(uniform.times),
            adaptPercent: (100 * sumOf(adaptive.adapting)) / sumOf(adaptive.times),
          }
        : {}),
      triangles,
      deepestLevel: deepestLevel(adaptive),
      levels: regions,
      meanDistancePercent,
      endDistancePercent,
      maxDistancePercent: Math.max(...distances.map(({ max }) => max)),
      penetrationMax: { adaptive: adaptive.penetration, uniform: uniform.penetration },
    },
    numbers: {
      settings: SETTINGS,
      'triangles after each frame': adaptive.triangles,
      'levels through time': adaptive.moments.map((moment) => ({
        'time, s': moment.time,
        ...levelsByRegion(moment),
      })),
      'distances, % of the side': distances.map((d, i) => ({ 'time, s': adaptive.moments[i].time, ...d })),
      'iterations of the solver per frame': { adaptive: adaptive.iterations, uniform: uniform.iterations },
      'strain of threads at the end': strains,
    },
    figures: [
      clothsFigure(
        this.title,
        compared,
        SHOWN,
        {
          view: { target: [0, 0.56, 0], distance: 2.1, azimuth: 28, elevation: 28 },
          room: { min: [-0.9, 0, -0.9], max: [0.9, 1, 0.9], square: 0.15 },
          frameSize: [330, 300],
          colliders: [table(DRAWN)],
        },
        DEEPEST,
      ),
      costFigure(this.title, compared, scene),
    ],
  };
}

export const clothTableExperiment: Experiment = {
  name: 'birra-table',
  title: 'A subdivided cloth falls on a table',
  paper: 'Birra & Próspero dos Santos 2004, §6, figure 10',
  finding:
    'A regularly subdivided cloth that falls on a table top is simplified in the middle and refined further along the edge of the table.',
  figures: ['cloths', 'cost'],
  run,
};
