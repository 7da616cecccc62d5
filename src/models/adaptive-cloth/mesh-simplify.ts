/**
 * Simplifying a 4-8 mesh: a vertex goes when every triangle at it has it as its apex, that is when the bisection that made
 * it is the last one there: four triangles within the mesh, two at a boundary. Which triangle was which half is in
 * `paths`, so that a bisection is undone along the edge it was made along, also beside cuts. Corners come back bit by bit,
 * because the halves carry them.
 *
 * Could a vertex go that is still a parent? A child x of m was put into an edge m y, and the triangle at corner m beside
 * that edge has x or something newer as its apex: not m, so m stays. Only a cut can part m from its child (a copy of m then
 * holds the triangles at it); such a child is handed to an end of m's edge, so that parents always exist and are coarser.
 */
import type { Mesh48 } from './mesh.ts';
import { joinBorders, joinCorners, joinEdges, moveRecord } from './mesh-attributes.ts';

/** Fills `mesh.around`; false where the vertex has to stay. */
function gather(mesh: Mesh48, vertex: number): boolean {
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

/** Whether two triangles are the halves, in this order, of one that was bisected at `vertex`. */
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

export function isRemovable(mesh: Mesh48, vertex: number): boolean {
  return gather(mesh, vertex);
}

export function simplify(mesh: Mesh48, vertex: number, step: number): boolean {
  if (!gather(mesh, vertex)) return false;
  const { around } = mesh;
  const first = around[0];
  const second = around[1];
  const mateFirst = around[2];
  const mateSecond = around[3];
  const end0 = mesh.triangles[3 * first + 2];
  const end1 = mesh.triangles[3 * second + 1];
  merge(mesh, first, second, step);
  mesh.neighbours[3 * first] = mateFirst;
  if (mateFirst >= 0) {
    merge(mesh, mateFirst, mateSecond, step);
    mesh.neighbours[3 * mateFirst] = first;
    // the later number first: the other half to go stays where it is then; its whole may have to move
    const later = second > mateSecond;
    const whole = later ? mateFirst : first;
    const number = dropTriangle(mesh, later ? first : mateFirst, later ? second : mateSecond, whole);
    dropTriangle(mesh, number, later ? mateSecond : second, number);
  } else {
    dropTriangle(mesh, first, second, first);
  }
  dropVertex(mesh, vertex, end0, end1);
  return true;
}

/** (m, a, e0) and (m, e1, a) become (a, e0, e1) in the place of the first. */
function merge(mesh: Mesh48, first: number, second: number, step: number): void {
  const { triangles, neighbours, anyTriangle } = mesh;
  const i = 3 * first;
  const j = 3 * second;
  const a = triangles[i + 1];
  const e0 = triangles[i + 2];
  const e1 = triangles[j + 1];
  triangles[i] = a;
  triangles[i + 1] = e0;
  triangles[i + 2] = e1;
  neighbours[i + 2] = neighbours[i];
  neighbours[i + 1] = neighbours[j];
  mesh.turnFace(neighbours[j], second, first);
  mesh.levels[first]--;
  mesh.births[first] = step;
  mesh.paths[first] >>= 1;
  anyTriangle[a] = anyTriangle[e0] = anyTriangle[e1] = first;
  joinCorners(mesh.pattern, 2, first, second);
  if (mesh.texture) joinCorners(mesh.texture, 2, first, second);
  joinEdges(mesh.restAngles, first, second);
  joinBorders(mesh.borders, first, second);
}

/** Gives the number of a triangle that nobody refers to any more to the last one. Returns how `followed` is called now. */
function dropTriangle(mesh: Mesh48, whole: number, gone: number, followed: number): number {
  const { triangles, neighbours, anyTriangle } = mesh;
  const last = --mesh.triangleCount;
  if (last !== gone) {
    for (let k = 0; k < 3; k++) {
      const vertex = triangles[3 * last + k];
      const beyond = neighbours[3 * last + k];
      triangles[3 * gone + k] = vertex;
      neighbours[3 * gone + k] = beyond;
      mesh.turnFace(beyond, last, gone);
      if (anyTriangle[vertex] === last) anyTriangle[vertex] = gone;
    }
    mesh.levels[gone] = mesh.levels[last];
    mesh.births[gone] = mesh.births[last];
    mesh.paths[gone] = mesh.paths[last];
    moveRecord(mesh.pattern, 6, last, gone);
    if (mesh.texture) moveRecord(mesh.texture, 6, last, gone);
    moveRecord(mesh.restAngles, 3, last, gone);
    moveRecord(mesh.borders, 3, last, gone);
  }
  mesh.listener?.trianglesMerged?.(whole, gone, last);
  return followed === last ? gone : followed;
}

/** Gives the number of a vertex without triangles to the last one. */
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

/** Vertex `from` becomes `to`, which is free, wherever it is written. */
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

/** Writes `to` for `from` in all triangles around it that hang together with `start`. */
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
  // a boundary was met: the other way round from the start
  let corner = mesh.cornerOf(start, to);
  t = neighbours[3 * start + (corner === 0 ? 2 : corner - 1)];
  while (t >= 0) {
    corner = mesh.cornerOf(t, from);
    triangles[3 * t + corner] = to;
    t = neighbours[3 * t + (corner === 0 ? 2 : corner - 1)];
  }
}
