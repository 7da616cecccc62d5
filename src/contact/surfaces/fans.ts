/**
 * Closed fans: the vertices whose triangles go once round them, as inside a sheet, each next to the one before it and with
 * the same orientation. The kernel flat.ts judges all of these triangles at once.
 */
import { TRIANGLE_WORDS } from './records.ts';

/** Largest number of triangles of a fan for which the test of the kernel flat.ts holds. */
const MOST = 8;

/**
 * Lists the corners (4 × triangle + corner) around each of `vertices` vertices that has a closed fan: those of vertex v are
 * the entries starts[v] to starts[v + 1] of `corners`. `triangles` has `count` records.
 */
export function writeFans(
  triangles: Int32Array,
  count: number,
  vertices: number,
  starts: Int32Array,
  corners: Int32Array,
): void {
  // All corners around each vertex are linked lists.
  const first = new Int32Array(vertices).fill(-1);
  const next = new Int32Array(TRIANGLE_WORDS * count);
  for (let t = count - 1; t >= 0; t--) {
    for (let corner = TRIANGLE_WORDS * t; corner < TRIANGLE_WORDS * t + 3; corner++) {
      next[corner] = first[triangles[corner]];
      first[triangles[corner]] = corner;
    }
  }
  let end = 0;
  for (let v = 0; v < vertices; v++) {
    starts[v] = end;
    for (let corner = first[v]; corner >= 0; corner = next[corner]) corners[end++] = corner;
    if (!isClosed(triangles, corners.subarray(starts[v], end))) end = starts[v];
  }
  starts[vertices] = end;
}

/** Whether the triangles with these corners at a vertex form a closed fan. */
function isClosed(triangles: Int32Array, fan: Int32Array): boolean {
  if (fan.length > MOST) return false;
  let corner = fan[0];
  for (let passed = 1; passed <= fan.length; passed++) {
    const side = vertexAfter(triangles, corner, 2);
    const following = fan.filter((one) => vertexAfter(triangles, one, 1) === side);
    if (following.length !== 1) return false;
    [corner] = following;
    if (corner === fan[0]) return passed === fan.length;
  }
  return false;
}

/** The vertex of the same triangle `steps` corners on. */
function vertexAfter(triangles: Int32Array, corner: number, steps: number): number {
  const first = corner & ~3;
  return triangles[first + ((corner - first + steps) % 3)];
}
