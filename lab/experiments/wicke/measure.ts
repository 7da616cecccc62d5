/** Shapes, pieces and contacts, measured on the particles of lattice matter. */
import { FLUID, type MatterPieces } from 'pliant/engine';
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
 * (Kabsch 1976): the rotation of Σ (x − x̄)(x₀ − x̄₀)ᵀ.
 */
export function shapeChange(now: ArrayLike<number>, then: ArrayLike<number>): ShapeChange {
  const [middle, was] = [meanOf(now), meanOf(then)];
  const moment = new Array<number>(9).fill(0);
  for (let k = 0; k < now.length; k += 3)
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) moment[3 * a + b] += (now[k + a] - middle[a]) * (then[k + b] - was[b]);
  const turn = rotationOf(moment);
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

/** Most sweeps of Jacobi's method, and the off-diagonal residual that ends it. */
const SWEEPS = 60;
const LEFT = 1e-14;

/**
 * Rotation nearest to a matrix, from the unit quaternion q with the largest qᵀ N q (Horn 1987); also for flat matter, whose
 * moment is singular.
 */
function rotationOf(m: readonly number[]): number[] {
  const [xx, yx, zx, xy, yy, zy, xz, yz, zz] = m; // m is now × then; Horn's S is then × now
  const n = [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, -xx + yy - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, -xx - yy + zz],
  ];
  const [w, x, y, z] = greatest(n);
  return [
    w * w + x * x - y * y - z * z,
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    w * w - x * x + y * y - z * z,
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    w * w - x * x - y * y + z * z,
  ];
}

/** Eigenvector of the largest eigenvalue of a symmetric matrix, by Jacobi rotations (Jacobi 1846). */
function greatest(a: number[][]): number[] {
  const n = a.length;
  const vectors = a.map((_, i) => a.map((__, j): number => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let [p, q] = [0, 1];
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++) if (Math.abs(a[i][j]) > Math.abs(a[p][q])) [p, q] = [i, j];
    if (Math.abs(a[p][q]) <= LEFT * (Math.abs(a[p][p]) + Math.abs(a[q][q]))) break;
    const half = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const t = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(half * half + 1));
    const c = 1 / Math.sqrt(t * t + 1);
    const s = t * c;
    for (let k = 0; k < n; k++) {
      const [kp, kq] = [a[k][p], a[k][q]];
      a[k][p] = c * kp - s * kq;
      a[k][q] = s * kp + c * kq;
    }
    for (let k = 0; k < n; k++) {
      const [pk, qk] = [a[p][k], a[q][k]];
      a[p][k] = c * pk - s * qk;
      a[q][k] = s * pk + c * qk;
      const [vp, vq] = [vectors[k][p], vectors[k][q]];
      vectors[k][p] = c * vp - s * vq;
      vectors[k][q] = s * vp + c * vq;
    }
  }
  const best = a.reduce((top, _, i) => (a[i][i] > a[top][top] ? i : top), 0);
  return vectors.map((row) => row[best]);
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
