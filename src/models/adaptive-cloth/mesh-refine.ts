/**
 * Refining a 4-8 mesh (Birra & Próspero dos Santos 2004, Subdivide48): a block is bisected whole; a triangle whose
 * neighbour over the breaking edge breaks elsewhere waits until that neighbour, one level coarser, is bisected.
 */
import type { Mesh48 } from './mesh.ts';
import { halveCorners, halveEdges } from './mesh-attributes.ts';

/** Fills `mesh.waiting` with the triangles that wait for each other, the asked one first; their number is the number of vertices that refining `triangle` makes. */
function chainOf(mesh: Mesh48, triangle: number): number {
  const { neighbours, waiting } = mesh;
  let length = 0;
  let t = triangle;
  for (;;) {
    waiting[length++] = t;
    const mate = neighbours[3 * t];
    if (mate < 0 || neighbours[3 * mate] === t) return length;
    t = mate;
  }
}

export function refine(mesh: Mesh48, triangle: number, step: number): boolean {
  // whoever is waited for is coarser, so none of them can pass the finest level either
  if (mesh.levels[triangle] >= mesh.maxLevel) return false;
  const length = chainOf(mesh, triangle);
  if (mesh.vertexCount + length > mesh.maxVertices) return false;
  for (let i = length - 1; i >= 0; i--) bisectBlock(mesh, mesh.waiting[i], step);
  return true;
}

export function refineEdge(mesh: Mesh48, triangle: number, corner: number, step: number): boolean {
  if (corner === 0) return refine(mesh, triangle, step);
  const over = mesh.neighbours[3 * triangle + corner];
  // the edge is the neighbour's to break: it is finer by one and has this triangle bisected first
  if (over >= 0 && mesh.neighbours[3 * over] === triangle) return refine(mesh, over, step);
  const level = mesh.levels[triangle];
  if (level + 2 > mesh.maxLevel) return false;
  // both chains are of one triangle a level at most
  if (mesh.vertexCount + 2 * level + 3 > mesh.maxVertices) return false;
  refine(mesh, triangle, step);
  const half = corner === 2 ? triangle : mesh.neighbours[3 * triangle + 2];
  return refine(mesh, half, step);
}

/** Bisects a triangle and its mate, which breaks at the same edge or is not there. */
function bisectBlock(mesh: Mesh48, t: number, step: number): void {
  mesh.reserve(mesh.triangleCount + 2, mesh.vertexCount + 1);
  const { triangles, neighbours } = mesh;
  const e0 = triangles[3 * t + 1];
  const e1 = triangles[3 * t + 2];
  const mate = neighbours[3 * t];
  const vertex = mesh.addVertex(mesh.levels[t] + 1, e0, e1, t);
  const other = bisect(mesh, t, vertex, step);
  if (mate >= 0) {
    const mateOther = bisect(mesh, mate, vertex, step);
    // (m, a, e0) lies over (m, e0, b), and (m, e1, a) over (m, b, e1)
    neighbours[3 * t + 1] = mateOther;
    neighbours[3 * mateOther + 2] = t;
    neighbours[3 * other + 2] = mate;
    neighbours[3 * mate + 1] = other;
  }
  const { listener } = mesh;
  if (listener) {
    listener.vertexAdded?.(vertex, e0, e1);
    listener.triangleSplit?.(t, other);
    if (mate >= 0) listener.triangleSplit?.(mate, neighbours[3 * t + 1]);
  }
}

/** (a, e0, e1) becomes (m, a, e0) in its place and (m, e1, a) at the end, whose number is returned. The halves of the broken edge are left without neighbours. */
function bisect(mesh: Mesh48, t: number, vertex: number, step: number): number {
  const { triangles, neighbours, levels, births, paths } = mesh;
  const added = mesh.triangleCount++;
  const i = 3 * t;
  const j = 3 * added;
  const a = triangles[i];
  const e0 = triangles[i + 1];
  const e1 = triangles[i + 2];
  const beyond1 = neighbours[i + 1];
  const beyond2 = neighbours[i + 2];
  triangles[i] = vertex;
  triangles[i + 1] = a;
  triangles[i + 2] = e0;
  triangles[j] = vertex;
  triangles[j + 1] = e1;
  triangles[j + 2] = a;
  neighbours[i] = beyond2;
  neighbours[i + 1] = -1;
  neighbours[i + 2] = added;
  neighbours[j] = beyond1;
  neighbours[j + 1] = t;
  neighbours[j + 2] = -1;
  mesh.turnFace(beyond1, t, added);
  levels[added] = ++levels[t];
  births[added] = births[t] = step;
  const path = paths[t] << 1;
  paths[t] = path;
  paths[added] = path | 1;
  mesh.anyTriangle[e1] = added;
  halveCorners(mesh.pattern, 2, t, added);
  if (mesh.texture) halveCorners(mesh.texture, 2, t, added);
  halveEdges(mesh.restAngles, t, added);
  halveEdges(mesh.borders, t, added);
  return added;
}
