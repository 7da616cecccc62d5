/**
 * Points of the cubic closest packed lattice inside a mesh: (D/√2)(l, m, n) with l + m + n even, D (m) the distance of
 * neighbours. A particle has the volume D³/√2. The lattice is placed by the position of the centre of the mesh's box in
 * the lattice's cell.
 */
import type { RowCrossings } from './row-crossings.ts';

type Triple = readonly [number, number, number];

export interface FilledBody {
  /** Volume, m³. */
  readonly volume: number;
  /** Least x, y, z and greatest x, y, z, m. */
  readonly box: readonly number[];
  readonly rows: RowCrossings;
}

/** Distance of rows and of layers, and half the distance of points in a row, for D = 1. */
const HALF = Math.SQRT1_2;
/** Shifts of the lattice by which a place of symmetry is at the centre, for D = 1: a particle, both kinds of holes, a bond. */
const SYMMETRIC_SHIFTS: readonly Triple[] = [
  [0, 0, 0],
  [HALF, 0, 0],
  [HALF / 2, HALF / 2, HALF / 2],
  [HALF / 2, HALF / 2, 0],
];
export const SYMMETRIC_COUNT = SYMMETRIC_SHIFTS.length;
/** Steps of HALF from a point to its neighbours. */
const NEIGHBOURS = [1, -1].flatMap((a) =>
  [1, -1].flatMap((b): Triple[] => [
    [a, b, 0],
    [a, 0, b],
    [0, a, b],
  ]),
);

/** Returns the volume per particle, m³. */
export function particleVolume(spacing: number): number {
  return HALF * spacing * spacing * spacing;
}

/** Shift number k, for D = 1: the symmetric ones, then an even sequence (Roberts 2018). */
export function shiftAt(k: number): Triple {
  if (k < SYMMETRIC_COUNT) return SYMMETRIC_SHIFTS[k];
  // Powers of the inverse of the root of x⁴ = x + 1.
  const part = (step: number) => (0.5 + step * k) % 1;
  const cell = 2 * HALF;
  return [cell * part(0.8191725133961645), cell * part(0.6710436067037893), cell * part(0.5497004779019703)];
}

/** Returns x, y, z of the points inside, m; `count`: their number. */
export function pointsAt(body: FilledBody, spacing: number, shift: Triple, count: number): Float64Array {
  const points = new Float64Array(3 * count);
  countPoints(body, spacing, shift, points);
  return points;
}

/** Counts the points of the lattice inside, and writes them into `points` if it is given. */
export function countPoints(
  { box, rows }: FilledBody,
  spacing: number,
  shift: Triple,
  points?: Float64Array,
): number {
  const origin = shift.map((by, axis) => 0.5 * (box[axis] + box[3 + axis]) + spacing * by);
  const [sx, sy] = [spacing * (2 * HALF), spacing * HALF];
  const first = (axis: number) => Math.ceil((box[axis] - origin[axis]) / sy);
  const last = (axis: number) => Math.floor((box[3 + axis] - origin[axis]) / sy);
  let count = 0;
  for (let n = first(2); n <= last(2); n++) {
    const z = origin[2] + n * sy;
    for (let m = first(1); m <= last(1); m++) {
      const y = origin[1] + m * sy;
      const start = origin[0] + spacing * ((m + n) % 2 === 0 ? 0 : HALF);
      rows.find(y, z);
      const { x, turn, count: crossings } = rows;
      let winding = 0;
      for (let c = 0; c + 1 < crossings; c++) {
        winding += turn[c];
        if (winding === 0) continue;
        // From this crossing, included, to the next, excluded.
        const l0 = Math.ceil((x[c] - start) / sx);
        const l1 = Math.ceil((x[c + 1] - start) / sx) - 1;
        if (points) {
          for (let l = l0; l <= l1; l++) points.set([start + l * sx, y, z], 3 * (count + l - l0));
        }
        if (l1 >= l0) count += l1 - l0 + 1;
      }
    }
  }
  return count;
}

/**
 * Removes `excess` points: first those with the fewest neighbours, and among equals those farthest from the centre, so that
 * a block loses its corners, then its edges.
 */
export function withoutExcess(points: Float64Array, excess: number, spacing: number): Float64Array {
  if (excess === 0) return points;
  const count = points.length / 3;
  const step = spacing * HALF;
  const site = (p: number, shift: Triple = [0, 0, 0]) =>
    shift.map((by, axis) => Math.round((points[3 * p + axis] - points[axis]) / step) + by).join(' ');
  const sites = new Set(Array.from({ length: count }, (_, p) => site(p)));
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let p = axis; p < points.length; p += 3) sum += points[p];
    return sum / count;
  });
  const rank = Array.from({ length: count }, (_, p) => {
    const [x, y, z] = middle.map((mean, axis) => points[3 * p + axis] - mean);
    return {
      p,
      neighbours: NEIGHBOURS.filter((shift) => sites.has(site(p, shift))).length,
      // Whole thousandths of a spacing, so that rounding decides nothing.
      distance: Math.round((1000 * Math.sqrt(x * x + y * y + z * z)) / spacing),
    };
  });
  rank.sort((a, b) => a.neighbours - b.neighbours || b.distance - a.distance || a.p - b.p);
  const gone = new Set(rank.slice(0, excess).map(({ p }) => p));
  return points.filter((_, i) => !gone.has(Math.floor(i / 3)));
}
