/**
 * A sheet clamped along one side that swings down from the horizontal (Hutchinson, Preston & Hewitt 1996, figure 5): as the
 * coarse grid, with two bands of refinement across its fall, and fully refined. Refined cells stay refined. The clamp lies on
 * the x axis, the sheet towards +z. SI units.
 */
import { type Body, type StepReport, step, World } from 'pliant';
import {
  addAdaptiveGrid,
  addProvotSheet,
  airDamping,
  createIntegrator,
  gravity,
  pinParticles,
  stableSteps,
  substepsFor,
} from 'pliant/engine';
import { addBending, FINEST, finerDamping, GRAVITY, LEVELS, MATERIAL, POINTS, SIDE } from './drape.ts';

const ENGINE = 'euler-cromer';
/** Air damping, 1/s; slows the whip of the free end, which would differ between any two grids. */
const AIR = 6;
/** Step, s. */
export const STEP = 0.005;
export const STEPS = 160;
/** Centre and half width of the two bands, as shares of the side from its centre. */
const BANDS = [
  { middle: 1 / 6, half: 0.06 },
  { middle: -1 / 4, half: 0.06 },
];

export type Grid = 'unrefined' | 'banded' | 'uniform';

export interface Hanging {
  readonly world: World;
  readonly sheet: Body;
  /** Flat coordinates of particle `first + i`, m: u along the clamp and v from the free edge to the clamp. */
  readonly places: ArrayLike<number>;
}

export function createHanging(grid: Grid, clock?: () => number): Hanging {
  const world = new World(createIntegrator(ENGINE), { clock });
  const place = (u: number, v: number) => [u, 0, SIDE / 2 - v] as const;
  const common = { name: 'sheet', size: [SIDE, SIDE], place } as const;
  const hanging = grid === 'uniform' ? uniform(world, common) : adaptive(world, common, grid);
  pinParticles(
    world,
    Array.from({ length: hanging.sheet.count }, (_, i) => i)
      .filter((i) => hanging.places[2 * i + 1] > SIDE / 2 - 1e-9 * SIDE)
      .map((i) => ({ particle: hanging.sheet.first + i })),
  );
  world.addForce(gravity([0, -GRAVITY, 0]));
  world.addForce(airDamping(AIR));
  const depth = hanging.sheet.refinement?.depth ?? 0;
  world.substeps = substepsFor(STEP, stableSteps(world).engines[ENGINE].step) * 2 ** depth;
  return hanging;
}

interface Common {
  name: string;
  size: readonly [number, number];
  place: (u: number, v: number) => readonly [number, number, number];
}

function uniform(world: World, common: Common): Hanging {
  const sheet = addProvotSheet(world, {
    ...common,
    points: [FINEST, FINEST],
    material: { ...MATERIAL, bend: 0, damping: finerDamping(FINEST) },
  });
  addBending(world, sheet);
  const places = Array.from({ length: FINEST * FINEST }, (_, i) => [
    ((i % FINEST) / (FINEST - 1) - 0.5) * SIDE,
    (0.5 - Math.floor(i / FINEST) / (FINEST - 1)) * SIDE,
  ]).flat();
  return { world, sheet, places };
}

function adaptive(world: World, common: Common, grid: Grid): Hanging {
  const inBand = (v: number) => BANDS.some(({ middle, half }) => Math.abs(v / SIDE - middle) <= half);
  const sheet = addAdaptiveGrid(world, {
    ...common,
    size: [...common.size],
    points: [POINTS, POINTS],
    material: MATERIAL,
    maxLevel: LEVELS,
    startLevel: (_u, v) => (grid === 'banded' && inBand(v) ? LEVELS : 0),
    // No crease is this sharp.
    splitAngle: 180,
    splitAtContact: false,
    unsplit: false,
  });
  return { world, sheet, places: sheet.places };
}

/** Dimensions of a hanging sheet at a moment. */
export interface Dimensions {
  /** From the clamp to the free edge along the middle and both rims, m. */
  readonly lengths: readonly number[];
  /** Height and reach (y, z) of the free edge at its middle and ends, m. */
  readonly edge: readonly number[];
  /** Width of the free edge, m. */
  readonly width: number;
}

export function dimensions({ world, sheet, places }: Hanging): Dimensions {
  const { x, y, z } = world.particles;
  const line = (along: 0 | 1, at: number) =>
    Array.from({ length: sheet.count }, (_, i) => i)
      .filter((i) => Math.abs(places[2 * i + 1 - along] - at) < 1e-9 * SIDE)
      .sort((i, j) => places[2 * i + along] - places[2 * j + along])
      .map((i) => sheet.first + i);
  const length = (path: readonly number[]) =>
    path.slice(1).reduce((sum, b, i) => {
      const a = path[i];
      return sum + Math.hypot(x[b] - x[a], y[b] - y[a], z[b] - z[a]);
    }, 0);
  // The coarse grid has an even number of columns: the fifth is nearest to the middle.
  const columns = [-0.5, -0.5 / (POINTS - 1), 0.5].map((share) => line(1, share * SIDE));
  return {
    lengths: columns.map(length),
    edge: columns.flatMap(([last]) => [y[last], z[last]]),
    width: length(line(0, -SIDE / 2)),
  };
}

export interface HangingRecord {
  readonly history: readonly Dimensions[];
  readonly reports: readonly StepReport[];
}

export function swing(hanging: Hanging, look: (step: number) => void): HangingRecord {
  const history: Dimensions[] = [];
  const reports: StepReport[] = [];
  for (let k = 1; k <= STEPS; k++) {
    const report = step(hanging.world, STEP);
    if (report.fault) throw new Error(`the run of the hanging sheet stopped: ${report.fault.cause}`);
    reports.push(report);
    history.push(dimensions(hanging));
    look(k);
  }
  return { history, reports };
}
