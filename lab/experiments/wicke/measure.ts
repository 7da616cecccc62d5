/** Shapes, pieces and contacts, measured on the particles of lattice matter. */
import { FLUID, fitRotation, type MatterPieces } from 'pliant/engine';
import type { MatterRun } from './course.ts';

/** Coordinates in m of all particles of the matter, or of those in `members` (indices within the matter). */
export function placesOf({ world, matter }: MatterRun, members?: ArrayLike<number>): Float64Array {
  const { x, y, z } = world.particles;
  const count = members?.length ?? matter.count;
  const places = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const i = matter.first + (members ? members[k] : k);
    places.set([x[i], y[i], z[i]], 3 * k);
  }
  return places;
}

/** Consecutive numbers from `first`. */
export function range(first: number, count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, k) => first + k);
}

export interface ShapeChange {
  /** Largest displacement, m. */
  readonly max: number;
  /** Root mean square displacement, m. */
  readonly rms: number;
}

/**
 * Displacement of particles from their earlier positions, after the rigid motion that minimises the sum of its squares
 * (Kabsch 1976): the rotation of Σ (x₀ − x̄₀)(x − x̄)ᵀ.
 */
export function shapeChange(now: ArrayLike<number>, then: ArrayLike<number>): ShapeChange {
  const [middle, was] = [meanOf(now), meanOf(then)];
  const [moments, turn] = [new Float64Array(9), new Float64Array(9)];
  for (let k = 0; k < now.length; k += 3)
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) moments[3 * a + b] += (then[k + a] - was[a]) * (now[k + b] - middle[b]);
  fitRotation(moments, turn);
  let [max, squares] = [0, 0];
  for (let k = 0; k < now.length; k += 3) {
    let square = 0;
    for (let a = 0; a < 3; a++) {
      let place = middle[a];
      for (let b = 0; b < 3; b++) place += turn[3 * a + b] * (then[k + b] - was[b]);
      square += (now[k + a] - place) ** 2;
    }
    max = Math.max(max, Math.sqrt(square));
    squares += square;
  }
  return { max, rms: Math.sqrt(squares / (now.length / 3)) };
}

function meanOf(places: ArrayLike<number>): number[] {
  const mean = [0, 0, 0];
  for (let k = 0; k < places.length; k++) mean[k % 3] += (3 * places[k]) / places.length;
  return mean;
}

/**
 * Pairs of groups (as `a.b`, a < b) with particles nearer to each other than `distance`; negative numbers are no
 * group.
 */
export function touching(
  places: ArrayLike<number>,
  groupOf: ArrayLike<number>,
  distance: number,
): Set<string> {
  const cells = new Map<string, number[]>();
  const cellOf = (k: number) =>
    [0, 1, 2].map((axis) => Math.floor(places[3 * k + axis] / distance)) as [number, number, number];
  const pairs = new Set<string>();
  for (let k = 0; 3 * k < places.length; k++) {
    if (groupOf[k] < 0) continue;
    const [a, b, c] = cellOf(k);
    for (let i = a - 1; i <= a + 1; i++)
      for (let j = b - 1; j <= b + 1; j++)
        for (let l = c - 1; l <= c + 1; l++)
          for (const other of cells.get(`${i},${j},${l}`) ?? []) {
            if (groupOf[other] === groupOf[k] || apart(places, k, other) >= distance) continue;
            const [low, high] = [groupOf[k], groupOf[other]].sort((one, two) => one - two);
            pairs.add(`${low}.${high}`);
          }
    const key = `${a},${b},${c}`;
    const cell = cells.get(key);
    if (cell) cell.push(k);
    else cells.set(key, [k]);
  }
  return pairs;
}

function apart(places: ArrayLike<number>, i: number, j: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) square += (places[3 * i + axis] - places[3 * j + axis]) ** 2;
  return Math.sqrt(square);
}

/**
 * Fully solid particles that are connected to the first `held` ones, directly or through others, excluding those.
 */
export function heldBy({ pieceOf }: MatterPieces, share: ArrayLike<number>, held: number): number {
  const pieces = new Set(pieceOf.subarray(0, held));
  pieces.delete(FLUID);
  let count = 0;
  for (let k = held; k < pieceOf.length; k++) if (share[k] === 1 && pieces.has(pieceOf[k])) count++;
  return count;
}

/** Total mass in kg and the height of its centre in m. */
export function massAndHeight({ world, matter }: MatterRun): { mass: number; height: number } {
  let [mass, moment] = [0, 0];
  for (let i = matter.first; i < matter.first + matter.count; i++) {
    mass += world.particles.mass.view[i];
    moment += world.particles.mass.view[i] * world.particles.y[i];
  }
  return { mass, height: moment / mass };
}

/** Height of the lowest particle, m. */
export function lowest({ world, matter }: MatterRun): number {
  return Math.min(...world.particles.y.subarray(matter.first, matter.first + matter.count));
}
