/**
 * Simplifies a 4-8 mesh: a vertex is removable if it is the apex of every triangle at it, so that the bisection that made
 * it is the last one there: four triangles within the mesh, two at a boundary. `paths` records which triangle was which
 * half, so that a bisection is undone along its own edge, also beside cuts. Corners are restored bit by bit, because the
 * halves have them.
 *
 * A removable vertex m has no children beside it: a child x was put into an edge m y, and the triangle at corner m beside
 * that edge has x or a newer vertex as its apex, not m. Only a cut can separate m from its child (a copy of m then has the
 * triangles at it); such a child gets an end of m's edge as its parent, so that parents always exist and are coarser.
 */
import type { Mesh48 } from './mesh.ts';

/** Returns whether a vertex is removable, and fills `mesh.around` if so. */
export function isRemovable(mesh: Mesh48, vertex: number): boolean {
  const { neighbours, paths, around } = mesh;
  const t = mesh.anyTriangle[vertex];
  if (mesh.triangles[3 * t] !== vertex || paths[t] === 1 || mesh.levels[t] <= mesh.minLevel) return false;
  const first = (paths[t] & 1) === 0 ? t : neighbours[3 * t + 1];
  if (first < 0) return false;
  const second = neighbours[3 * first + 2];
  if (!areHalves(mesh, first, second, vertex)) return false;
  const mateSecond = neighbours[3 * first + 1];
  const mateFirst = neighbours[3 * second + 2];
  around[0] = first;
  around[1] = second;
  around[2] = mateFirst;
  around[3] = mateSecond;
  if (mateFirst < 0 && mateSecond < 0) return true;
  return mateFirst >= 0 && mateSecond >= 0 && areHalves(mesh, mateFirst, mateSecond, vertex);
}

/** Returns whether two triangles are the halves, in this order, of one that was bisected at `vertex`. */
function areHalves(mesh: Mesh48, first: number, second: number, vertex: number): boolean {
  return (
    second >= 0 &&
    mesh.triangles[3 * first] === vertex &&
    mesh.triangles[3 * second] === vertex &&
    (mesh.paths[first] & 1) === 0 &&
    mesh.paths[second] === mesh.paths[first] + 1 &&
    mesh.neighbours[3 * first + 2] === second &&
    mesh.neighbours[3 * second + 1] === first
  );
}

export function simplify(mesh: Mesh48, vertex: number, step: number): boolean {
  if (!isRemovable(mesh, vertex)) return false;
  const [first, second, mateFirst, mateSecond] = mesh.around;
  const end0 = mesh.triangles[3 * first + 2];
  const end1 = mesh.triangles[3 * second + 1];
  merge(mesh, first, second, step);
  mesh.neighbours[3 * first] = mateFirst;
  if (mateFirst >= 0) {
    merge(mesh, mateFirst, mateSecond, step);
    mesh.neighbours[3 * mateFirst] = first;
    // the larger index first: the other one keeps its index then
    dropTriangle(mesh, Math.max(second, mateSecond));
    dropTriangle(mesh, Math.min(second, mateSecond));
  } else {
    dropTriangle(mesh, second);
  }
  dropVertex(mesh, vertex, end0, end1);
  return true;
}

/** Replaces (m, a, e0) by (a, e0, e1), its union with (m, e1, a). */
function merge(mesh: Mesh48, first: number, second: number, step: number): void {
  const { triangles, neighbours, anyTriangle } = mesh;
  const i = 3 * first;
  const j = 3 * second;
  const [a, e0, e1] = [triangles[i + 1], triangles[i + 2], triangles[j + 1]];
  triangles.set([a, e0, e1], i);
  neighbours[i + 2] = neighbours[i];
  neighbours[i + 1] = neighbours[j];
  mesh.replaceNeighbour(neighbours[j], second, first);
  mesh.levels[first]--;
  mesh.births[first] = step;
  mesh.paths[first] >>= 1;
  anyTriangle[a] = anyTriangle[e0] = anyTriangle[e1] = first;
  mesh.pattern.copyWithin(2 * i, 2 * i + 2, 2 * i + 6);
  mesh.pattern.copyWithin(2 * i + 4, 2 * j + 2, 2 * j + 4);
  // the mended edge gets the mean of its halves, and no border if they belong to different ones
  const [angles, borders] = [mesh.restAngles, mesh.borders];
  angles.set([0.5 * (angles[i + 1] + angles[j + 2]), angles[j], angles[i]], i);
  borders.set([borders[i + 1] === borders[j + 2] ? borders[i + 1] : 0, borders[j], borders[i]], i);
}

/** Moves the last triangle to the index of one that is no longer referred to. */
function dropTriangle(mesh: Mesh48, gone: number): void {
  const last = --mesh.triangleCount;
  if (last === gone) return;
  mesh.eachArray('triangleCount', (array, size) =>
    array.copyWithin(size * gone, size * last, size * (last + 1)),
  );
  for (let k = 0; k < 3; k++) {
    const vertex = mesh.triangles[3 * gone + k];
    mesh.replaceNeighbour(mesh.neighbours[3 * gone + k], last, gone);
    if (mesh.anyTriangle[vertex] === last) mesh.anyTriangle[vertex] = gone;
  }
}

/** Moves the last vertex to the index of one without triangles. */
function dropVertex(mesh: Mesh48, gone: number, end0: number, end1: number): void {
  mesh.disown(2 * gone);
  mesh.disown(2 * gone + 1);
  let child = mesh.firstChild[gone];
  while (child >= 0) {
    const next = mesh.nextChild[child];
    mesh.adopt(child, mesh.parents[child ^ 1] === end0 ? end1 : end0);
    child = next;
  }
  const last = --mesh.vertexCount;
  if (last !== gone) renumber(mesh, last, gone);
  mesh.listener?.vertexRemoved?.(gone, end0, end1, last);
}

/** Renames vertex `from` to `to`, which is unused. */
function renumber(mesh: Mesh48, from: number, to: number): void {
  renameCorners(mesh, from, to, mesh.anyTriangle[from]);
  mesh.anyTriangle[to] = mesh.anyTriangle[from];
  mesh.vertexLevels[to] = mesh.vertexLevels[from];
  for (let k = 0; k < 2; k++) {
    const entry = 2 * to + k;
    const old = 2 * from + k;
    const previous = mesh.previousChild[old];
    const next = mesh.nextChild[old];
    mesh.parents[entry] = mesh.parents[old];
    mesh.previousChild[entry] = previous;
    mesh.nextChild[entry] = next;
    if (mesh.parents[old] < 0) continue;
    if (previous >= 0) mesh.nextChild[previous] = entry;
    else mesh.firstChild[mesh.parents[old]] = entry;
    if (next >= 0) mesh.previousChild[next] = entry;
  }
  mesh.firstChild[to] = mesh.firstChild[from];
  for (let child = mesh.firstChild[to]; child >= 0; child = mesh.nextChild[child]) mesh.parents[child] = to;
}

/** Replaces vertex `from` by `to` in the triangles around it that are connected to `start`. */
export function renameCorners(mesh: Mesh48, from: number, to: number, start: number): void {
  const { triangles, neighbours } = mesh;
  let t = start;
  for (;;) {
    const corner = mesh.cornerOf(t, from);
    triangles[3 * t + corner] = to;
    const next = neighbours[3 * t + (corner === 2 ? 0 : corner + 1)];
    if (next === start) return;
    if (next < 0) break;
    t = next;
  }
  // at a boundary: in the other direction from the start
  let corner = mesh.cornerOf(start, to);
  t = neighbours[3 * start + (corner === 0 ? 2 : corner - 1)];
  while (t >= 0) {
    corner = mesh.cornerOf(t, from);
    triangles[3 * t + corner] = to;
    t = neighbours[3 * t + (corner === 0 ? 2 : corner - 1)];
  }
}
