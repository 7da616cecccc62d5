/**
 * Points of a lattice inside a body that knows where rows along x go through its surface.
 *
 *  - In space, cubic closest packing: (D/√2)(l, m, n) with l + m + n even; a particle has the volume D³/√2.
 *  - In the plane, hexagonal: (D (l + m/2), D m √3/2); a particle has the area D² √3/2.
 *
 * D (m) is the distance of neighbours. The lattice is placed by where in its cell the middle of the body's box lies.
 */

export interface Crossings {
  readonly x: Float64Array;
  readonly turn: Int8Array;
  readonly count: number;
}

export interface Body {
  readonly volume: number;
  /** Least x, y, z and greatest, m. */
  readonly box: readonly number[];
  look(y: number, z: number): Crossings;
}

export interface Lattice {
  /** Volume of a particle for D = 1. */
  readonly share: number;
  /** For D = 1: from point to point of a row, from row to row, from layer to layer (0: there is one). */
  readonly step: readonly [number, number, number];
  /** Shift along x of row m in layer n. */
  shift(m: number, n: number): number;
  /** From a point to its neighbours, in half steps along x and whole ones along y and z. */
  readonly neighbours: readonly (readonly [number, number, number])[];
  /** Places of symmetry, for D = 1. */
  readonly centres: readonly (readonly [number, number, number])[];
}

const HALF = Math.SQRT1_2;
export const SPATIAL: Lattice = {
  share: Math.SQRT1_2,
  step: [2 * HALF, HALF, HALF],
  shift: (m, n) => ((m + n) % 2 === 0 ? 0 : HALF),
  neighbours: [1, -1].flatMap((a) =>
    [1, -1].flatMap((b): [number, number, number][] => [
      [a, b, 0],
      [a, 0, b],
      [0, a, b],
    ]),
  ),
  // A particle, the two kinds of holes, the middle of a bond.
  centres: [
    [0, 0, 0],
    [HALF, 0, 0],
    [HALF / 2, HALF / 2, HALF / 2],
    [HALF / 2, HALF / 2, 0],
  ],
};
export const FLAT: Lattice = {
  share: Math.sqrt(3) / 2,
  step: [1, Math.sqrt(3) / 2, 0],
  shift: (m) => (m % 2 === 0 ? 0 : 0.5),
  neighbours: [1, -1].flatMap((a): [number, number, number][] => [
    [2 * a, 0, 0],
    [a, 1, 0],
    [a, -1, 0],
  ]),
  // A particle, the middle of a triangle, the middle of a bond.
  centres: [
    [0, 0, 0],
    [0.5, Math.sqrt(3) / 6, 0],
    [0.5, 0, 0],
    [0.25, Math.sqrt(3) / 4, 0],
  ],
};

export function particleVolume(lattice: Lattice, spacing: number): number {
  return lattice.share * spacing * spacing * (lattice.step[2] > 0 ? spacing : 1);
}

export function shiftAt(lattice: Lattice, k: number): readonly [number, number, number] {
  if (k < lattice.centres.length) return lattice.centres[k];
  // Powers of the inverse of the root of x⁴ = x + 1.
  const part = (step: number) => (0.5 + step * k) % 1;
  const cell = 2 * HALF;
  return [cell * part(0.8191725133961645), cell * part(0.6710436067037893), cell * part(0.5497004779019703)];
}

export function pointsAt(
  body: Body,
  lattice: Lattice,
  spacing: number,
  shift: readonly number[],
  count: number,
): Float64Array {
  const points = new Float64Array(3 * count);
  countPoints(body, lattice, spacing, shift, points);
  return points;
}

/** Counts the points of the lattice inside; writes them into `points` if there. */
export function countPoints(
  body: Body,
  lattice: Lattice,
  spacing: number,
  shift: readonly number[],
  points?: Float64Array,
): number {
  const { box } = body;
  const origin = [0, 1, 2].map((axis) => 0.5 * (box[axis] + box[3 + axis]) + spacing * shift[axis]);
  const [sx, sy, sz] = lattice.step.map((step) => spacing * step);
  const first = (axis: number, step: number) => Math.ceil((box[axis] - origin[axis]) / step);
  const last = (axis: number, step: number) => Math.floor((box[3 + axis] - origin[axis]) / step);
  const [n0, n1] = sz > 0 ? [first(2, sz), last(2, sz)] : [0, 0];
  let count = 0;
  for (let n = n0; n <= n1; n++) {
    const z = sz > 0 ? origin[2] + n * sz : 0;
    for (let m = first(1, sy); m <= last(1, sy); m++) {
      const y = origin[1] + m * sy;
      const start = origin[0] + spacing * lattice.shift(m, n);
      const { x, turn, count: crossings } = body.look(y, z);
      let winding = 0;
      for (let c = 0; c + 1 < crossings; c++) {
        winding += turn[c];
        if (winding === 0) continue;
        // From the crossing on, and before the next.
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
 * The points but for so many: those with the fewest neighbours go first, and of those with as many the ones farthest
 * from the middle, so that a block loses its corners, then its edges.
 */
export function without(
  points: Float64Array,
  excess: number,
  lattice: Lattice,
  spacing: number,
): Float64Array {
  if (excess === 0) return points;
  const count = points.length / 3;
  const [sx, sy, sz] = lattice.step.map((step) => spacing * step);
  const steps = [sx / 2, sy, sz || 1];
  const site = (p: number, shift: readonly number[] = [0, 0, 0]) =>
    shift.map((by, axis) => Math.round((points[3 * p + axis] - points[axis]) / steps[axis]) + by).join(' ');
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
      neighbours: lattice.neighbours.filter((shift) => sites.has(site(p, shift))).length,
      // Whole thousandths of a spacing: a rounding decides nothing.
      out: Math.round((1000 * Math.sqrt(x * x + y * y + z * z)) / spacing),
    };
  });
  rank.sort((a, b) => a.neighbours - b.neighbours || b.out - a.out || a.p - b.p);
  const gone = new Set(rank.slice(0, excess).map(({ p }) => p));
  return points.filter((_, i) => !gone.has(Math.floor(i / 3)));
}
