/**
 * Material coordinates for a mesh without any: each triangle in its own plane, with u along the warp.
 *
 * The warp is the x axis projected onto the triangle. If the triangle faces along x, so that the projection is short, the
 * warp of a neighbour is continued over their edge as if both were coplanar. Coordinates are relative to the middle of the
 * mesh, so that a flat mesh with a uniform warp has one coordinate a vertex.
 */

import { boundsOf } from '../../math/box.ts';
import {
  areaNormal,
  combination,
  cross,
  directionOf,
  dot,
  length,
  subtract,
  type Vector,
  vectorAt,
  vectorBetween,
} from '../../math/vec3.ts';

/** Length of the projected x axis below which a neighbour's warp is used: within 17° of the normal. */
const LEAST_PROJECTION = 0.3;

/** Returns u, v of the corners, six a triangle, m. */
export function flatPattern(
  positions: Float64Array,
  triangles: Int32Array,
  neighbours: Int32Array,
): Float64Array {
  const count = triangles.length / 3;
  const normals = new Float64Array(3 * count);
  const warps = new Float64Array(3 * count);
  const known = new Uint8Array(count);
  const queue: number[] = [];
  for (let t = 0; t < count; t++) {
    normals.set(normalOf(positions, triangles, t), 3 * t);
    if (project(normals, warps, t, [1, 0, 0]) < LEAST_PROJECTION) continue;
    known[t] = 1;
    queue.push(t);
  }
  for (let seed = 0, n = 0; seed < count; seed++) {
    for (; n < queue.length; n++) {
      const t = queue[n];
      for (let k = 0; k < 3; k++) {
        const over = neighbours[3 * t + k];
        if (over < 0 || known[over]) continue;
        continueWarp(positions, triangles, normals, warps, t, k, over);
        known[over] = 1;
        queue.push(over);
      }
    }
    if (known[seed]) continue;
    // all of the piece faces along x: the z axis serves as well
    project(normals, warps, seed, [0, 0, 1]);
    known[seed] = 1;
    queue.push(seed);
    seed--;
  }
  return laidFlat(positions, triangles, normals, warps);
}

/** Reflects triangles of the pattern that are mirror images (u ↦ −u). Returns their number; refuses triangles without area. */
export function uprightPattern(pattern: Float64Array, sources: Int32Array): number {
  let mirrored = 0;
  for (let t = 0; 6 * t < pattern.length; t++) {
    const [u0, v0, u1, v1, u2, v2] = pattern.subarray(6 * t, 6 * t + 6);
    const twice = (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0);
    const extent = Math.max(
      (u1 - u0) * (u1 - u0) + (v1 - v0) * (v1 - v0),
      (u2 - u0) * (u2 - u0) + (v2 - v0) * (v2 - v0),
    );
    // as for the shape itself, see mesh-clean.ts
    if (!(Math.abs(twice) > 1e-8 * extent)) {
      throw new RangeError(`pattern: triangle ${sources[t]} has no area`);
    }
    if (twice > 0) continue;
    mirrored++;
    for (let k = 0; k < 6; k += 2) pattern[6 * t + k] = -pattern[6 * t + k];
  }
  return mirrored;
}

function normalOf(positions: Float64Array, triangles: Int32Array, t: number): Vector {
  const [p, q, r] = triangles.subarray(3 * t, 3 * t + 3);
  return directionOf(areaNormal(positions, p, q, r));
}

/** Sets the warp of a triangle to a direction projected onto it. Returns the length of the projection. */
function project(normals: Float64Array, warps: Float64Array, t: number, direction: Vector): number {
  const normal = vectorAt(normals, 3 * t);
  const out = dot(direction, normal);
  const left = combination(1, direction, -out, normal);
  const size = length(left);
  if (size > 0) warps.set(directionOf(left), 3 * t);
  return size;
}

/** Continues the warp of triangle t over its edge opposite corner k. */
function continueWarp(
  positions: Float64Array,
  triangles: Int32Array,
  normals: Float64Array,
  warps: Float64Array,
  t: number,
  k: number,
  over: number,
): void {
  const along = directionOf(
    vectorBetween(positions, triangles[3 * t + ((k + 1) % 3)], triangles[3 * t + ((k + 2) % 3)]),
  );
  const warp = vectorAt(warps, 3 * t);
  const inward = cross(vectorAt(normals, 3 * t), along);
  const onward = cross(vectorAt(normals, 3 * over), along);
  const [a, b] = [dot(warp, along), dot(warp, inward)];
  warps.set(directionOf(combination(a, along, b, onward)), 3 * over);
}

function laidFlat(
  positions: Float64Array,
  triangles: Int32Array,
  normals: Float64Array,
  warps: Float64Array,
): Float64Array {
  const bounds = boundsOf(positions);
  const middle = [0, 1, 2].map((axis) => 0.5 * (bounds[axis] + bounds[3 + axis]));
  const pattern = new Float64Array(2 * triangles.length);
  for (let h = 0; h < triangles.length; h++) {
    const t = Math.floor(h / 3);
    const warp = vectorAt(warps, 3 * t);
    const weft = cross(vectorAt(normals, 3 * t), warp);
    const place = subtract(vectorAt(positions, 3 * triangles[h]), middle);
    pattern[2 * h] = dot(place, warp);
    pattern[2 * h + 1] = dot(place, weft);
  }
  return pattern;
}
