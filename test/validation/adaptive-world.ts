/** Worlds with one sheet that refines itself, for the tests of its physics. */

import {
  type AdaptiveGridOptions,
  addAdaptiveGrid,
  createIntegrator,
  levelsInUse,
  stableSteps,
  substepsFor,
} from '../../src/engine.ts';
import { type EngineName, World } from '../../src/index.ts';
import { random, seedRandom } from '../../src/math/random.ts';
import type { AdaptiveGrid } from '../../src/models/adaptive-grid/index.ts';

export type Vec = [number, number, number];

export const MATERIAL = { density: 0.15, stretch: 60, shear: 15, damping: 0.02, thickness: 1e-3 };

/** A sheet keeps the cells that it begins with. */
export const FIXED = { splitAngle: 180, splitAtContact: false, unsplit: false };

export interface SheetWorld {
  readonly world: World;
  readonly sheet: AdaptiveGrid;
}

export function sheetWorld(
  options: Partial<AdaptiveGridOptions> = {},
  engine: EngineName = 'euler-cromer',
): SheetWorld {
  const world = new World(createIntegrator(engine));
  const sheet = addAdaptiveGrid(world, {
    name: 'sheet',
    size: [1, 1],
    points: [10, 10],
    material: MATERIAL,
    ...options,
  });
  return { world, sheet };
}

/** Sub-steps that the stability guard asks for, `finer` times as many. */
export function takeSubsteps(world: World, dt: number, finer = 1): void {
  const { step } = stableSteps(world).engines[world.integrator.name as EngineName];
  world.substeps = finer * substepsFor(dt, step) * (1 << levelsInUse(world));
}

/** Numbers in [0, 1), the same in every run. */
export function randomNumbers(seed: number): () => number {
  const state = new Int32Array(4);
  seedRandom(state, seed);
  return () => random(state);
}

/** Discs of random places, each to be refined to its own random level. */
export function randomLevels(seed: number, deepest: number): (u: number, v: number) => number {
  const next = randomNumbers(seed);
  const discs = Array.from({ length: 5 }, () => ({
    u: next() - 0.5,
    v: next() - 0.5,
    radius: 0.05 + 0.2 * next(),
    level: 1 + Math.floor(deepest * next()),
  }));
  return (u, v) =>
    Math.max(0, ...discs.filter((d) => Math.hypot(u - d.u, v - d.v) < d.radius).map((d) => d.level));
}

/** Two bands along rows, as in figure 5 of the paper. */
export function bands(level: number): (u: number, v: number) => number {
  return (_u, v) => (Math.abs(Math.abs(v) - 0.25) < 0.09 ? level : 0);
}

export interface Sums {
  readonly mass: number;
  /** kg·m/s, and the sum of the amounts of all masses to compare it with. */
  readonly momentum: Vec;
  readonly amount: number;
  /** Centre of mass, m. */
  readonly centre: Vec;
}

export function sums({ particles: p }: World): Sums {
  let [mass, amount] = [0, 0];
  const momentum: Vec = [0, 0, 0];
  const centre: Vec = [0, 0, 0];
  for (let i = 0; i < p.count; i++) {
    const m = p.mass.view[i];
    mass += m;
    for (let axis = 0; axis < 3; axis++) {
      const v = p.velocity.view[axis * p.stride + i];
      momentum[axis] += m * v;
      amount += Math.abs(m * v);
      centre[axis] += m * p.position.view[axis * p.stride + i];
    }
  }
  return { mass, momentum, amount, centre: centre.map((c) => c / mass) as Vec };
}

export function kineticEnergy({ particles: p }: World): number {
  let sum = 0;
  for (let i = 0; i < p.count; i++) {
    sum += 0.5 * p.mass.view[i] * (p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i]);
  }
  return sum;
}

/** Random velocities of up to `speed` m/s an axis, with a mean that is not 0. */
export function disturb({ particles: p }: World, speed: number, seed: number): void {
  const next = randomNumbers(seed);
  for (let i = 0; i < p.count; i++) {
    p.vx[i] = speed * (2 * next() - 0.7);
    p.vy[i] = speed * (2 * next() - 1.2);
    p.vz[i] = speed * (2 * next() - 0.9);
  }
}

/** Where the masses of level 0 are, row by row from the top. */
export function coarsePlaces({ world: { particles: p }, sheet }: SheetWorld): Vec[] {
  const [columns, rows] = sheet.points;
  return Array.from({ length: columns * rows }, (_, k) => {
    const i = sheet.index(k % columns, Math.floor(k / columns));
    return [p.x[i], p.y[i], p.z[i]];
  });
}

/** m: distances of the same masses of level 0 in two runs, mean and largest. */
export function apart(one: readonly Vec[], other: readonly Vec[]): { mean: number; max: number } {
  const distances = one.map(([x, y, z], i) => Math.hypot(x - other[i][0], y - other[i][1], z - other[i][2]));
  return { mean: distances.reduce((sum, d) => sum + d, 0) / distances.length, max: Math.max(...distances) };
}

export const row = (columns: number, at: number) =>
  Array.from({ length: columns }, (_, column) => ({ column, row: at }));
