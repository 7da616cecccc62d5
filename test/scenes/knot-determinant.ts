/**
 * Determinant of a knot, an invariant: that of the coloring matrix of any of its diagrams, without one row and one column (Fox 1962).
 * It is 1 for a loop without a knot and 3 for a trefoil, which an overhand knot is once its ends are joined.
 */

type Point = readonly [number, number, number];

interface Crossing {
  /** Places of the upper and of the lower strand on the loop, in edges from its first point. */
  readonly over: number;
  readonly under: number;
}

/** Axes of the diagram: a rotation in general position; the last one points at the eye. */
const AXES: readonly Point[] = [
  [0.36, 0.48, -0.8],
  [-0.8, 0.6, 0],
  [0.48, 0.64, 0.6],
];

/** Returns the determinant of a closed polygon. */
export function knotDeterminant(loop: readonly Point[]): number {
  const seen = loop.map(([x, y, z]) => AXES.map(([a, b, c]) => a * x + b * y + c * z));
  const crossings = seen.flatMap((_, i) => crossingsAfter(seen, i));
  const arcs = crossings.map(({ under }) => under).sort((a, b) => a - b);
  // An arc of the diagram ends where it passes under another.
  const arcAt = (place: number) =>
    Math.max(
      0,
      arcs.findIndex((end) => end > place),
    );
  const size = crossings.length - 1;
  const matrix = crossings.map(({ over, under }) => {
    const row = new Array<number>(crossings.length).fill(0);
    const before = arcs.indexOf(under);
    row[before] -= 1;
    row[(before + 1) % crossings.length] -= 1;
    row[arcAt(over)] += 2;
    return row;
  });
  return size < 1 ? 1 : Math.round(Math.abs(determinant(matrix, size)));
}

/** Returns the crossings of edge i with edges behind it. */
function crossingsAfter(points: readonly number[][], i: number): Crossing[] {
  const count = points.length;
  const [a, b] = [points[i], points[(i + 1) % count]];
  const found: Crossing[] = [];
  for (let j = i + 2; j < count - (i === 0 ? 1 : 0); j++) {
    const [c, d] = [points[j], points[(j + 1) % count]];
    const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
    const area = rx * sy - ry * sx;
    const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / area;
    const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / area;
    if (!(t > 0 && t < 1 && u > 0 && u < 1)) continue;
    const isAbove = a[2] + t * (b[2] - a[2]) > c[2] + u * (d[2] - c[2]);
    found.push(isAbove ? { over: i + t, under: j + u } : { over: j + u, under: i + t });
  }
  return found;
}

/** Returns the determinant of the first rows and columns, by Gaussian elimination; the matrix is overwritten. */
function determinant(matrix: number[][], size: number): number {
  let product = 1;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let k = i + 1; k < size; k++) if (Math.abs(matrix[k][i]) > Math.abs(matrix[pivot][i])) pivot = k;
    if (Math.abs(matrix[pivot][i]) < 1e-9) return 0; // whole numbers, but for rounding
    [matrix[i], matrix[pivot]] = [matrix[pivot], matrix[i]];
    product *= matrix[i][i];
    for (let k = i + 1; k < size; k++) {
      const factor = matrix[k][i] / matrix[i][i];
      for (let l = i; l < size; l++) matrix[k][l] -= factor * matrix[i][l];
    }
  }
  return product;
}
