/**
 * Cleans the triangles of a mesh for a 4-8 mesh, which needs an orientable surface with one or two triangles at each edge.
 * Refused with a RangeError: invalid indices, repeated corners, edges of three triangles and more, surfaces with one side
 * (Möbius), vertices where parts meet in a point. Repaired and counted: triangles without area and vertices without
 * triangles are removed, triangles that wind against most of their piece are turned.
 */
import { cross, dot, length, subtract, vectorBetween } from '../../math/vec3.ts';
import type { MeshSource } from './mesh-import.ts';
import { MOST_TRIANGLES, neighboursOf } from './mesh-start.ts';

/** Height over the longest edge, as a share of it, below which a triangle counts as having no area. */
const LEAST_HEIGHT = 1e-8;

export interface CleanTriangles {
  positions: Float64Array;
  triangles: Int32Array;
  neighbours: Int32Array;
  pattern: Float64Array | undefined;
  /** Triangle of the source by remaining triangle. */
  sources: Int32Array;
  vertexOf: Int32Array;
  dropped: number;
  loose: number;
  turned: number;
}

export function cleanTriangles(source: MeshSource): CleanTriangles {
  const vertexCount = checkLengths(source);
  const { positions } = source;
  const kept: number[] = [];
  for (let t = 0; 3 * t < source.triangles.length; t++) {
    checkCorners(source.triangles, t, vertexCount);
    if (hasArea(positions, source.triangles, t)) kept.push(t);
  }
  if (kept.length === 0) throw new RangeError('triangles: none has an area; check the scale of the mesh');
  const sources = Int32Array.from(kept);
  const triangles = picked(source.triangles, sources, 3, Int32Array);
  const pattern = source.pattern && picked(source.pattern, sources, 6, Float64Array);
  const neighbours = neighboursOf(triangles, vertexCount);
  checkTwins(neighbours, sources);
  const turned = orient(triangles, neighbours, pattern);
  checkFans(triangles, neighbours, vertexCount);
  const vertexOf = new Int32Array(vertexCount).fill(-1);
  for (const vertex of triangles) vertexOf[vertex] = 0;
  const places: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    if (vertexOf[v] < 0) continue;
    vertexOf[v] = places.length / 3;
    places.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
  }
  return {
    positions: Float64Array.from(places),
    triangles: triangles.map((vertex) => vertexOf[vertex]),
    neighbours,
    pattern,
    sources,
    vertexOf,
    dropped: source.triangles.length / 3 - kept.length,
    loose: vertexCount - places.length / 3,
    turned,
  };
}

/** Returns the number of vertices. */
function checkLengths(source: MeshSource): number {
  const { positions, triangles } = source;
  if (positions.length === 0 || positions.length % 3 !== 0) {
    throw new RangeError(`positions: must be three numbers a vertex, got ${positions.length}`);
  }
  if (triangles.length === 0 || triangles.length % 3 !== 0) {
    throw new RangeError(`triangles: must be three vertices a triangle, got ${triangles.length} numbers`);
  }
  if (triangles.length / 3 > MOST_TRIANGLES) {
    throw new RangeError(`triangles: must be at most ${MOST_TRIANGLES}, got ${triangles.length / 3}`);
  }
  for (const name of ['positions', 'pattern'] as const) {
    const values = source[name];
    if (values === undefined) continue;
    if (name !== 'positions' && values.length !== 2 * triangles.length) {
      throw new RangeError(
        `${name}: must be six numbers a triangle, ${2 * triangles.length}, got ${values.length}`,
      );
    }
    for (let i = 0; i < values.length; i++) {
      if (Number.isFinite(values[i])) continue;
      const place = name === 'positions' ? `vertex ${Math.floor(i / 3)}` : `triangle ${Math.floor(i / 6)}`;
      throw new RangeError(`${name}: ${place} must be of finite numbers, got ${values[i]}`);
    }
  }
  return positions.length / 3;
}

function checkCorners(triangles: ArrayLike<number>, t: number, vertexCount: number): void {
  for (let k = 0; k < 3; k++) {
    const vertex = triangles[3 * t + k];
    if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount)) {
      throw new RangeError(`triangles: triangle ${t} has vertex ${vertex}; there are ${vertexCount}`);
    }
    if (vertex === triangles[3 * t + ((k + 1) % 3)]) {
      throw new RangeError(`triangles: triangle ${t} has vertex ${vertex} at two corners`);
    }
  }
}

/** Returns whether the height over the longest edge, twice the area over its length, is large enough. */
function hasArea(positions: ArrayLike<number>, triangles: ArrayLike<number>, t: number): boolean {
  const [p, q, r] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
  const a = vectorBetween(positions, p, q);
  const b = vectorBetween(positions, p, r);
  let largest = 0;
  for (const value of [...a, ...b]) largest = Math.max(largest, Math.abs(value));
  if (!(largest > 0)) return false;
  // relative to its extent: squares of tiny or huge coordinates would underflow or overflow
  for (const side of [a, b]) for (let axis = 0; axis < 3; axis++) side[axis] /= largest;
  const c = subtract(b, a);
  return length(cross(a, b)) > LEAST_HEIGHT * Math.max(dot(a, a), dot(b, b), dot(c, c));
}

/** Returns the given rows of `width` numbers each. */
export function picked<Numbers extends Int32Array | Float64Array>(
  values: ArrayLike<number>,
  rows: ArrayLike<number>,
  width: number,
  Type: new (length: number) => Numbers,
): Numbers {
  const result = new Type(width * rows.length);
  for (let row = 0, at = 0; row < rows.length; row++) {
    for (let k = 0; k < width; k++) result[at++] = values[width * rows[row] + k];
  }
  return result;
}

/** Refuses triangles with the same three vertices: they would be neighbours over more than one edge. */
function checkTwins(neighbours: Int32Array, sources: Int32Array): void {
  for (let t = 0; t < sources.length; t++) {
    const [a, b, c] = neighbours.subarray(3 * t, 3 * t + 3);
    const twin = a === b || a === c ? a : b === c ? b : -1;
    if (twin >= 0) {
      throw new RangeError(`triangles: triangles ${sources[t]} and ${sources[twin]} have the same corners`);
    }
  }
}

/** Turns triangles so that all of a piece wind as most of them did. Returns their number. */
function orient(triangles: Int32Array, neighbours: Int32Array, pattern: Float64Array | undefined): number {
  const count = triangles.length / 3;
  /** 1: same sense as the first triangle of the piece, −1: opposite sense, 0: unknown. */
  const sense = new Int8Array(count);
  let turned = 0;
  for (let first = 0; first < count; first++) {
    if (sense[first] !== 0) continue;
    sense[first] = 1;
    const piece = [first];
    let opposed = 0;
    for (let n = 0; n < piece.length; n++) {
      const t = piece[n];
      for (let k = 0; k < 3; k++) {
        const over = neighbours[3 * t + k];
        if (over < 0) continue;
        const p = triangles[3 * t + ((k + 1) % 3)];
        const q = triangles[3 * t + ((k + 2) % 3)];
        const wanted = runsAlong(triangles, over, p, q) ? -sense[t] : sense[t];
        if (sense[over] === 0) {
          sense[over] = wanted;
          if (wanted < 0) opposed++;
          piece.push(over);
        } else if (sense[over] !== wanted) {
          throw new RangeError(
            `triangles: the surface has one side only (a Möbius strip), found at edge ${p}–${q}; cut it open there`,
          );
        }
      }
    }
    const minority = 2 * opposed > piece.length ? 1 : -1;
    for (const t of piece) {
      if (sense[t] !== minority) continue;
      turned++;
      swapCorners(triangles, 3 * t + 1, 3 * t + 2, 1);
      swapCorners(neighbours, 3 * t + 1, 3 * t + 2, 1);
      if (pattern) swapCorners(pattern, 6 * t + 2, 6 * t + 4, 2);
    }
  }
  return turned;
}

/** Returns whether a triangle has the edge p → q in this direction. */
function runsAlong(triangles: Int32Array, t: number, p: number, q: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (triangles[3 * t + k] === p && triangles[3 * t + ((k + 1) % 3)] === q) return true;
  }
  return false;
}

function swapCorners(values: Int32Array | Float64Array, i: number, j: number, width: number): void {
  for (let k = 0; k < width; k++) [values[i + k], values[j + k]] = [values[j + k], values[i + k]];
}

/** Refuses vertices whose triangles are not connected over edges. */
function checkFans(triangles: Int32Array, neighbours: Int32Array, vertexCount: number): void {
  const touching = new Int32Array(vertexCount);
  const any = new Int32Array(vertexCount).fill(-1);
  for (let h = 0; h < triangles.length; h++) {
    touching[triangles[h]]++;
    any[triangles[h]] = Math.floor(h / 3);
  }
  for (let v = 0; v < vertexCount; v++) {
    let seen = 0;
    for (let turn = 1; turn <= 2; turn++) {
      let t = any[v];
      while (t >= 0) {
        if (turn === 1 || t !== any[v]) seen++;
        const corner = [0, 1, 2].find((k) => triangles[3 * t + k] === v)!;
        t = neighbours[3 * t + ((corner + turn) % 3)];
        if (t === any[v]) break;
      }
      if (t >= 0) break;
    }
    if (seen !== touching[v]) {
      throw new RangeError(
        `triangles: parts meet in vertex ${v} only (a bow-tie); give each part its own vertex`,
      );
    }
  }
}
