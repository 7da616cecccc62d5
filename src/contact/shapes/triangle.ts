/**
 * The distance from a point to a triangle (a, b, c), by the region of the plane that the point projects to: face, one of three
 * edges, or one of three corners (Ericson 2005, chapter 5); and whether a segment passes through a triangle:
 * x₀ + t d = a + u (b − a) + v (c − a), solved by Cramer's rule (Möller & Trumbore 1997).
 */

import { LEAST_LENGTH } from '../check.ts';

/** Numbers of a triangle: corner a, edges b − a and c − a, unit normal. */
export const TRIANGLE_NUMBERS = 12;

/** Writes the triangle's numbers; returns its area, m². */
export function writeTriangle(
  out: Float64Array,
  at: number,
  vertices: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
  for (let axis = 0; axis < 3; axis++) {
    out[at + axis] = vertices[3 * a + axis];
    out[at + 3 + axis] = vertices[3 * b + axis] - vertices[3 * a + axis];
    out[at + 6 + axis] = vertices[3 * c + axis] - vertices[3 * a + axis];
  }
  const nx = out[at + 4] * out[at + 8] - out[at + 5] * out[at + 7];
  const ny = out[at + 5] * out[at + 6] - out[at + 3] * out[at + 8];
  const nz = out[at + 3] * out[at + 7] - out[at + 4] * out[at + 6];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  out[at + 9] = nx / length;
  out[at + 10] = ny / length;
  out[at + 11] = nz / length;
  return length / 2;
}

/** Returns the square of the longest edge, m². */
export function longestEdge(t: Float64Array, at: number): number {
  let ab = 0;
  let ac = 0;
  let bc = 0;
  for (let axis = 0; axis < 3; axis++) {
    const u = t[at + 3 + axis];
    const v = t[at + 6 + axis];
    ab += u * u;
    ac += v * v;
    bc += (v - u) * (v - u);
  }
  return Math.max(ab, ac, bc);
}

/**
 * Returns the distance (≥ 0) to the triangle at `at` and writes the normal, from it to the point. Over the face it is the
 * triangle's own normal: the quotient (x − closest)/d would lose its digits near the surface.
 */
export function triangleDistance(
  t: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  normal: Float64Array,
): number {
  const px = x - t[at];
  const py = y - t[at + 1];
  const pz = z - t[at + 2];
  const ux = t[at + 3];
  const uy = t[at + 4];
  const uz = t[at + 5];
  const vx = t[at + 6];
  const vy = t[at + 7];
  const vz = t[at + 8];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const d1 = ux * px + uy * py + uz * pz;
  const d2 = vx * px + vy * py + vz * pz;
  // Weights of b and c of the closest point; p − b and p − c have the products d − (uu, uv) and d − (uv, vv).
  let wb = 0;
  let wc = 0;
  const d3 = d1 - uu;
  const d4 = d2 - uv;
  const d5 = d1 - uv;
  const d6 = d2 - vv;
  const overAB = d1 * d4 - d3 * d2;
  const overAC = d5 * d2 - d1 * d6;
  const overBC = d3 * d6 - d5 * d4;
  if (d1 <= 0 && d2 <= 0) {
    wb = wc = 0;
  } else if (d3 >= 0 && d4 <= d3) {
    wb = 1;
  } else if (overAB <= 0 && d1 >= 0 && d3 <= 0) {
    wb = d1 / uu;
  } else if (d6 >= 0 && d5 <= d6) {
    wc = 1;
  } else if (overAC <= 0 && d2 >= 0 && d6 <= 0) {
    wc = d2 / vv;
  } else if (overBC <= 0 && d4 >= d3 && d5 >= d6) {
    wc = (d4 - d3) / (d4 - d3 + (d5 - d6));
    wb = 1 - wc;
  } else {
    return faceDistance(t, at, px, py, pz, normal);
  }
  const rx = px - wb * ux - wc * vx;
  const ry = py - wb * uy - wc * vy;
  const rz = pz - wb * uz - wc * vz;
  const length = Math.sqrt(rx * rx + ry * ry + rz * rz);
  if (length < LEAST_LENGTH) return faceDistance(t, at, px, py, pz, normal);
  normal[0] = rx / length;
  normal[1] = ry / length;
  normal[2] = rz / length;
  return length;
}

function faceDistance(
  t: Float64Array,
  at: number,
  px: number,
  py: number,
  pz: number,
  normal: Float64Array,
): number {
  const height = t[at + 9] * px + t[at + 10] * py + t[at + 11] * pz;
  const side = height < 0 ? -1 : 1;
  normal[0] = side * t[at + 9];
  normal[1] = side * t[at + 10];
  normal[2] = side * t[at + 11];
  return side * height;
}

/**
 * Share of an edge by which a segment may miss a triangle, so that none passes between two triangles with a common edge.
 * Test: shapes/limits.test.ts.
 */
const EDGE = 1e-12;

/** Returns whether the straight segment (both ends, m) passes through the triangle at `at` from either side, not along it. */
export function crossesTriangle(t: Float64Array, at: number, segment: Float64Array): boolean {
  const dx = segment[3] - segment[0];
  const dy = segment[4] - segment[1];
  const dz = segment[5] - segment[2];
  const px = dy * t[at + 8] - dz * t[at + 7];
  const py = dz * t[at + 6] - dx * t[at + 8];
  const pz = dx * t[at + 7] - dy * t[at + 6];
  const volume = t[at + 3] * px + t[at + 4] * py + t[at + 5] * pz;
  if (volume === 0) return false;
  const sx = segment[0] - t[at];
  const sy = segment[1] - t[at + 1];
  const sz = segment[2] - t[at + 2];
  const u = (sx * px + sy * py + sz * pz) / volume;
  if (!(u >= -EDGE && u <= 1 + EDGE)) return false;
  const qx = sy * t[at + 5] - sz * t[at + 4];
  const qy = sz * t[at + 3] - sx * t[at + 5];
  const qz = sx * t[at + 4] - sy * t[at + 3];
  const v = (dx * qx + dy * qy + dz * qz) / volume;
  if (!(v >= -EDGE && u + v <= 1 + EDGE)) return false;
  const share = (t[at + 6] * qx + t[at + 7] * qy + t[at + 8] * qz) / volume;
  return share >= 0 && share <= 1;
}
