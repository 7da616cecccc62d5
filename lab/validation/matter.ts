/** Shared set-up of the lattice matter checks: blocks of about a given number of particles, alone in a world. */
import { type EngineName, World } from 'pliant';
import {
  addLatticeMatter,
  createIntegrator,
  type Dimension,
  fillShape,
  type LatticeMatter,
  type LatticeMatterOptions,
  type MatterMaterial,
  type MatterObject,
  matterLattice,
} from 'pliant/engine';
import type { CaseOption } from './case.ts';

export const G = 9.80665;

/** Options of all of them. */
export const MATTER_OPTIONS = {
  particles: {
    name: 'particles',
    default: 400,
    min: 20,
    max: 20_000,
    whole: true,
    help: 'approximate number of particles',
  },
  spacing: {
    name: 'spacing',
    default: 0.05,
    unit: 'm',
    min: 1e-3,
    max: 1,
    help: 'distance of nearest particles',
  },
  density: {
    name: 'density',
    default: 1000,
    unit: 'kg/m³',
    min: 1,
    max: 20_000,
    help: 'mass per cubic metre',
  },
  dimension: { name: 'dimension', default: '3', choices: ['2', '3'], help: 'dimension of the lattice: 2, 3' },
} as const satisfies Record<string, CaseOption>;

/** Points of a ball or disc of about the given number of particles. */
export function ball(particles: number, spacing: number, dimension: Dimension): Float64Array {
  const lattice = matterLattice(spacing, dimension);
  const volume = particles * lattice.volume;
  // In the plane, a slab 1 m thick.
  const radius = dimension === 2 ? Math.sqrt(volume / Math.PI) : Math.cbrt((0.75 * volume) / Math.PI);
  return fillShape({ kind: 'sphere', radius }, lattice);
}

export interface MatterBlock extends Pick<LatticeMatterOptions, 'implicit' | 'tolerance' | 'iterations'> {
  readonly engine?: EngineName;
  readonly spacing: number;
  readonly dimension: Dimension;
  readonly points: Float64Array;
  readonly material: MatterMaterial;
  readonly object?: Partial<MatterObject>;
}

export function matterBlock(block: MatterBlock): { world: World; matter: LatticeMatter } {
  const { engine = 'euler-cromer', points, material, object, ...options } = block;
  const world = new World(createIntegrator(engine));
  const objects = [{ points, material, ...object }];
  const matter = addLatticeMatter(world, { name: 'matter', objects, ...options });
  return { world, matter };
}

/** Places all particles at the image of `points` under the map, at rest. */
export function place({ particles: p }: World, points: Float64Array, map: Matrix): void {
  for (let i = 0; i < points.length / 3; i++) {
    const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
    p.x[i] = map[0] * x + map[1] * y + map[2] * z;
    p.y[i] = map[3] * x + map[4] * y + map[5] * z;
    p.z[i] = map[6] * x + map[7] * y + map[8] * z;
  }
  p.velocity.view.fill(0);
}

/** Matrix elements by rows. */
export type Matrix = readonly number[];

export function turnAbout([x, y, z]: readonly number[], angle: number): Matrix {
  const length = Math.hypot(x, y, z);
  const [a, b, c] = [x / length, y / length, z / length];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - cos;
  return [
    cos + a * a * t,
    a * b * t - c * sin,
    a * c * t + b * sin,
    b * a * t + c * sin,
    cos + b * b * t,
    b * c * t - a * sin,
    c * a * t - b * sin,
    c * b * t + a * sin,
    cos + c * c * t,
  ];
}

export function product(a: Matrix, b: Matrix): Matrix {
  return a.map((_, k) => {
    const [row, column] = [k - (k % 3), k % 3];
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });
}

/** Mass Σ m, its centre, momentum Σ m v and angular momentum Σ m (x − c) × v. */
export function motion({ particles: p }: World) {
  let mass = 0;
  const centre = [0, 0, 0];
  const momentum = [0, 0, 0];
  const spin = [0, 0, 0];
  const of = (i: number) => [
    [p.x[i], p.y[i], p.z[i]],
    [p.vx[i], p.vy[i], p.vz[i]],
  ];
  for (let i = 0; i < p.count; i++) {
    const m = p.mass.view[i];
    const [x, v] = of(i);
    mass += m;
    for (let axis = 0; axis < 3; axis++) {
      centre[axis] += m * x[axis];
      momentum[axis] += m * v[axis];
    }
  }
  for (let axis = 0; axis < 3; axis++) centre[axis] /= mass;
  for (let i = 0; i < p.count; i++) {
    const [x, v] = of(i);
    const [a, b, c] = x.map((value, axis) => value - centre[axis]);
    const m = p.mass.view[i];
    spin[0] += m * (b * v[2] - c * v[1]);
    spin[1] += m * (c * v[0] - a * v[2]);
    spin[2] += m * (a * v[1] - b * v[0]);
  }
  return { mass, centre, momentum, spin };
}

/** Largest magnitude, which shows the error of the solver and of rounding. */
export function largest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}
