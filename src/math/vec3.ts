/**
 * Vectors of three numbers (x, y, z).
 *
 * Arguments may be tuples, arrays or typed arrays. Results are new tuples, so these functions are for set-up code. In hot
 * loops use `norm`, `dotAt` and `perpendiculars`, which allocate nothing, or write the components out.
 */
export type Vector = readonly [x: number, y: number, z: number];

type Mutable = [x: number, y: number, z: number];
type Three = ArrayLike<number>;

export function dot(a: Three, b: Three): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Dot product of the vectors that begin at index `i` of `a` and index `j` of `b`. */
export function dotAt(a: Float64Array, b: Float64Array, i = 0, j = 0): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

export function cross(a: Three, b: Three): Mutable {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function subtract(a: Three, b: Three): Mutable {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** Returns s a + t b. */
export function combination(s: number, a: Three, t: number, b: Three): Mutable {
  return [s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]];
}

/** Length of the vector (x, y, z). */
export function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

export function length(a: Three): number {
  return Math.sqrt(dot(a, a));
}

/** Returns a / |a|; the zero vector stays zero. */
export function normalised(a: Three): Mutable {
  const size = length(a);
  return size > 0 ? [a[0] / size, a[1] / size, a[2] / size] : [a[0], a[1], a[2]];
}

/** Returns a / |a|, NaN for the zero vector. Divides by the largest component first: squares of tiny vectors would vanish. */
export function directionOf(a: Three): Mutable {
  const largest = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  return normalised([a[0] / largest, a[1] / largest, a[2] / largest]);
}

/** Returns the vector that begins at index `at` of an array. */
export function vectorAt(array: Three, at: number): Mutable {
  return [array[at], array[at + 1], array[at + 2]];
}

/** Returns the vector from entry `i` to entry `j` of a list x, y, z, x, y, z, … */
export function vectorBetween(list: Three, i: number, j: number): Mutable {
  return [list[3 * j] - list[3 * i], list[3 * j + 1] - list[3 * i + 1], list[3 * j + 2] - list[3 * i + 2]];
}

/** Returns the normal of triangle (i, j, k) of a list of points, as long as twice the triangle's area. */
export function areaNormal(points: Three, i: number, j: number, k: number): Mutable {
  return cross(vectorBetween(points, i, j), vectorBetween(points, i, k));
}

/** Returns the normal of triangle (a, b, c) of planar points, all x, then y and z `stride` further, as long as twice its area. */
export function planarNormal(points: Three, stride: number, a: number, b: number, c: number): Mutable {
  const [y, z] = [stride, 2 * stride];
  const ux = points[b] - points[a];
  const uy = points[y + b] - points[y + a];
  const uz = points[z + b] - points[z + a];
  const vx = points[c] - points[a];
  const vy = points[y + c] - points[y + a];
  const vz = points[z + c] - points[z + a];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** Returns the area of the triangle whose corners have their x at indices a, b, c of `points`, y and z `step` and 2 `step` further. */
export function triangleArea(points: Three, a: number, b: number, c: number, step = 1): number {
  const ux = points[b] - points[a];
  const uy = points[b + step] - points[a + step];
  const uz = points[b + 2 * step] - points[a + 2 * step];
  const vx = points[c] - points[a];
  const vy = points[c + step] - points[a + step];
  const vz = points[c + 2 * step] - points[a + 2 * step];
  return 0.5 * norm(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/**
 * Writes two unit vectors u and v, six numbers, such that (u, v, n) with the unit vector n = (x, y, z) is orthogonal.
 * u is perpendicular to the coordinate axis nearest to the plane across n, which keeps it well-conditioned.
 */
export function perpendiculars(x: number, y: number, z: number, out: Float64Array): void {
  const [a, b, c] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const [u, v, w] = a <= b && a <= c ? [0, z, -y] : b <= c ? [-z, 0, x] : [y, -x, 0];
  const size = norm(u, v, w);
  out[0] = u / size;
  out[1] = v / size;
  out[2] = w / size;
  out[3] = (y * w - z * v) / size;
  out[4] = (z * u - x * w) / size;
  out[5] = (x * v - y * u) / size;
}
