/**
 * Start meshes: a 4-8 mesh of triangles whose apexes are chosen, and the regular one over a rectangle. Its squares are cut
 * along diagonals that alternate like a checkerboard, so that the diagonals are the breaking edges of both triangles of a
 * square and eight or four triangles meet at a vertex (Velho & Zorin 2001).
 */
import { positive, wholeNumber } from '../../math/check.ts';
import { edgeKey, nextCorner } from '../../math/mesh.ts';
import { Mesh48 } from './mesh.ts';

/** Largest number of triangles of a start mesh: with more, indices of refined meshes could exceed 32 bits. */
export const MOST_TRIANGLES = 1 << 24;

export interface StartTriangles {
  vertexCount: number;
  /** Valid vertices, three a triangle: apex first, anticlockwise. */
  triangles: Int32Array;
  /** Material coordinates of the corners, m, six a triangle. */
  pattern: Float64Array;
  /** Levels that keep the conditions over edges in mesh.ts; default: 0. */
  levels?: Int32Array;
}

export function startMesh(start: StartTriangles): Mesh48 {
  const mesh = new Mesh48();
  const count = start.triangles.length / 3;
  mesh.triangleCount = count;
  mesh.reserve(count, start.vertexCount);
  mesh.triangles.set(start.triangles);
  mesh.pattern.set(start.pattern);
  mesh.neighbours.set(neighboursOf(start.triangles, start.vertexCount));
  if (start.levels) mesh.levels.set(start.levels);
  mesh.paths.fill(1, 0, count);
  for (let v = 0; v < start.vertexCount; v++) mesh.addVertex(0, -1, -1, -1);
  let border = 0;
  for (let h = 0; h < 3 * count; h++) {
    mesh.anyTriangle[mesh.triangles[h]] = Math.floor(h / 3);
    if (mesh.neighbours[h] < 0) border++;
  }
  mesh.characteristic = start.vertexCount - (3 * count + border) / 2 + count;
  return mesh;
}

/**
 * Returns the mesh of a rectangle of `cells` squares, `size` m, centred on u = v = 0. Vertices are numbered along u first,
 * from the bottom up; `places` are their u, v.
 */
export function rectangleMesh(
  size: readonly [number, number],
  cells: readonly [number, number],
): { mesh: Mesh48; places: Float64Array } {
  const [width, height] = [positive('size[0]', size[0]), positive('size[1]', size[1])];
  const columns = wholeNumber('cells[0]', cells[0], 1, MOST_TRIANGLES);
  const rows = wholeNumber('cells[1]', cells[1], 1, MOST_TRIANGLES);
  if (2 * columns * rows > MOST_TRIANGLES) {
    throw new RangeError(`cells: must be at most ${MOST_TRIANGLES / 2} squares, got ${columns} × ${rows}`);
  }
  const across = columns + 1;
  const places = new Float64Array(2 * across * (rows + 1));
  for (let j = 0, at = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      places[at++] = (i / columns - 0.5) * width;
      places[at++] = (j / rows - 0.5) * height;
    }
  }
  const triangles = new Int32Array(6 * columns * rows);
  let at = 0;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = j * across + i;
      const [b, c, d] = [a + 1, a + across + 1, a + across];
      const pair = (i + j) % 2 === 0 ? [b, c, a, d, a, c] : [a, b, d, c, d, b];
      triangles.set(pair, at);
      at += 6;
    }
  }
  const pattern = new Float64Array(2 * triangles.length);
  for (let h = 0; h < triangles.length; h++) {
    pattern[2 * h] = places[2 * triangles[h]];
    pattern[2 * h + 1] = places[2 * triangles[h] + 1];
  }
  return { mesh: startMesh({ vertexCount: places.length / 2, triangles, pattern }), places };
}

/** Returns the triangle over each edge, −1 at a boundary. Throws a RangeError if an edge has three triangles or more. */
export function neighboursOf(triangles: Int32Array, vertexCount: number): Int32Array<ArrayBuffer> {
  const neighbours = new Int32Array(triangles.length).fill(-1);
  const known = new Map<number, number>();
  for (let e = 0; e < triangles.length; e++) {
    const [p, q] = [triangles[e], triangles[nextCorner(e)]];
    const corner = nextCorner(nextCorner(e));
    const key = edgeKey(p, q, vertexCount);
    const other = known.get(key);
    known.set(key, corner);
    if (other === undefined) continue;
    if (neighbours[other] >= 0) {
      throw new RangeError(
        `triangles: edge ${Math.min(p, q)}–${Math.max(p, q)} belongs to more than two triangles; a surface has at most two at an edge`,
      );
    }
    neighbours[corner] = Math.floor(other / 3);
    neighbours[other] = Math.floor(corner / 3);
  }
  return neighbours;
}
