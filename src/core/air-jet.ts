/**
 * A round jet of air into air at rest, from a nozzle of radius R (Abramovich 1963, ch. 1 and 5). x is the distance from the mouth
 * along the axis and r the distance from the axis, m; s is the speed over that in the mouth:
 *
 *   b = R + k x                     its edge, beyond which the air is at rest; k = 0.22
 *   core, b ≤ β R:   s = 1 for r ≤ c,  c = R (β R − b)/(β R − R), and beyond it s = (1 − ((r − c)/(b − c))^1.5)²
 *   beyond the core: s = (β R/b) (1 − (r/b)^1.5)²
 *
 * β = 2.737 conserves the momentum that leaves the mouth: ½ = β² ∫ (1 − q^1.5)⁴ q dq, 0 < q < 1. The core ends
 * 7.9 R from the mouth.
 */
import { finite, positive } from '../math/check.ts';
import { directionOf, perpendiculars } from '../math/vec3.ts';
import type { Body } from './body.ts';
import type { World } from './world.ts';

/** Spread k of the edge (Abramovich 1963), and width β of the edge over R at the end of the core; both 1. */
const SPREAD = 0.22;
const CORE = Math.sqrt(0.5 / (1 / 2 - 4 / 3.5 + 6 / 5 - 4 / 6.5 + 1 / 8));

export interface Jet {
  /** Middle of the mouth, m. */
  readonly point: readonly [number, number, number];
  /** Direction in which it blows, of any length. */
  readonly direction: readonly [number, number, number];
  /** Radius R, m. */
  readonly radius: number;
}

/** Numbers of a jet in a block of state: place, unit direction, radius. */
export const JET_NUMBERS = 7;

/** Checks a jet and writes it. */
export function writeJet(name: string, { point, direction, radius }: Jet, to: Float64Array, at = 0): void {
  for (const axis of [0, 1, 2]) {
    finite(`${name}: point[${axis}]`, point[axis]);
    finite(`${name}: direction[${axis}]`, direction[axis]);
  }
  positive(`${name}: radius`, radius);
  const largest = Math.max(...direction.map(Math.abs));
  if (!(largest > 0)) throw new RangeError(`${name}: direction: has no length`);
  to.set([...point, ...directionOf(direction), radius], at);
}

/** Returns s at a point, 0 to 1. */
export function jetShare(jet: Float64Array, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [x - jet[0], y - jet[1], z - jet[2]];
  const along = dx * jet[3] + dy * jet[4] + dz * jet[5];
  if (!(along >= 0)) return 0;
  const radius = jet[6];
  const edge = radius + SPREAD * along;
  const square = dx * dx + dy * dy + dz * dz - along * along;
  if (square >= edge * edge) return 0;
  const off = Math.sqrt(Math.max(0, square));
  const end = CORE * radius;
  const core = edge < end ? (radius * (end - edge)) / (end - radius) : 0;
  if (off <= core) return Math.min(1, end / edge);
  const q = (off - core) / (edge - core);
  const left = 1 - q * Math.sqrt(q);
  return Math.min(1, end / edge) * left * left;
}

/** Centre and area vector (m, m²) of a face of a body, and its particles. */
export interface Face {
  /** Its particles, from index `at` of `members`: 3 for a triangle, 8 for a cell, as in `Body.cells`. */
  readonly members: ArrayLike<number>;
  at: number;
  readonly count: 3 | 8;
  readonly place: Float64Array;
  readonly area: Float64Array;
  /** Two sides of a triangle, or the diagonals of a cell. */
  readonly sides: readonly [Float64Array, Float64Array];
}

/** Returns a reader of the faces of a body: its cells if it has them, else its triangles. */
export function facesOf({ cells, triangles }: Pick<Body, 'cells' | 'triangles'>): Face {
  return cells ? createFace(cells.view, 8) : createFace(triangles.view, 3);
}

export function createFace(members: ArrayLike<number>, count: 3 | 8): Face {
  return { members, at: 0, count, place: vector(), area: vector(), sides: [vector(), vector()] };
}

function vector(): Float64Array {
  return new Float64Array(3);
}

/** Reads the face that begins at `at` of the list. */
export function readFace({ particles }: World, face: Face, at: number): void {
  face.at = at;
  const { members, count, place, area } = face;
  const p = face.sides[0];
  const q = face.sides[1];
  const x = particles.position.view;
  for (let axis = 0; axis < 3; axis++) {
    const plane = axis * particles.stride;
    if (count === 3) {
      const a = x[plane + members[at]];
      const b = x[plane + members[at + 1]];
      const c = x[plane + members[at + 2]];
      place[axis] = (a + b + c) / 3;
      p[axis] = b - a;
      q[axis] = c - a;
    } else {
      let sum = 0;
      for (let k = 0; k < count; k++) sum += x[plane + members[at + k]];
      place[axis] = sum / count;
      const corner = (k: number) => 0.5 * (x[plane + members[at + k]] + x[plane + members[at + k + 1]]);
      p[axis] = corner(4) - corner(0);
      q[axis] = corner(6) - corner(2);
    }
  }
  area[0] = 0.5 * (p[1] * q[2] - p[2] * q[1]);
  area[1] = 0.5 * (p[2] * q[0] - p[0] * q[2]);
  area[2] = 0.5 * (p[0] * q[1] - p[1] * q[0]);
}

/** A particle of matter that a jet meets first, and s at its position. */
export interface FrontGrain {
  readonly particle: number;
  readonly share: number;
}

/**
 * Returns the particles of matter that a jet meets first: in each square of a grid across the jet, one lattice spacing wide,
 * the particle nearest to the mouth. Each represents the area of the square.
 */
export function frontGrains(
  { particles: p }: World,
  body: Body,
  jet: Float64Array,
): { grains: FrontGrain[]; area: number } {
  const { spacing, dimension } = body.matter ?? { spacing: 1, dimension: 3 };
  const { x, y, z } = p;
  const axes = new Float64Array(6);
  perpendiculars(jet[3], jet[4], jet[5], axes);
  const first = new Map<string, { particle: number; share: number; along: number }>();
  for (let i = body.first; i < body.first + body.count; i++) {
    const share = jetShare(jet, x[i], y[i], z[i]);
    if (share === 0) continue;
    const [dx, dy, dz] = [x[i] - jet[0], y[i] - jet[1], z[i] - jet[2]];
    const along = dx * jet[3] + dy * jet[4] + dz * jet[5];
    const column = Math.floor((dx * axes[0] + dy * axes[1] + dz * axes[2]) / spacing);
    const row = Math.floor((dx * axes[3] + dy * axes[4] + dz * axes[5]) / spacing);
    const key = `${column} ${row}`;
    const known = first.get(key);
    if (!known || along < known.along) first.set(key, { particle: i, share, along });
  }
  return { grains: [...first.values()], area: dimension === 2 ? spacing : spacing * spacing };
}
