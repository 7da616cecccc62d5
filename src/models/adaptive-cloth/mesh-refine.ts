/**
 * Refines a 4-8 mesh (Birra & Próspero dos Santos 2004, Subdivide48): both triangles of a block are bisected together; if
 * the neighbour over the breaking edge breaks elsewhere, that neighbour, one level coarser, is bisected first.
 */
import type { Mesh48 } from './mesh.ts';
import { halveCorners, halveEdges } from './mesh-attributes.ts';

/** Fills `mesh.waiting` with the triangles to bisect, in reverse order. Returns their number, which is that of the new vertices. */
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
  // the others of the chain are coarser, so none of them passes the finest level either
  if (mesh.levels[triangle] >= mesh.maxLevel) return false;
  const length = chainOf(mesh, triangle);
  if (mesh.vertexCount + length > mesh.maxVertices) return false;
  for (let i = length - 1; i >= 0; i--) bisectBlock(mesh, mesh.waiting[i], step);
  return true;
}

export function refineEdge(mesh: Mesh48, triangle: number, corner: number, step: number): boolean {
  if (corner === 0) return refine(mesh, triangle, step);
  const over = mesh.neighbours[3 * triangle + corner];
  // the neighbour breaks at this edge: it is one level finer, and this triangle is bisected first
  if (over >= 0 && mesh.neighbours[3 * over] === triangle) return refine(mesh, over, step);
  const level = mesh.levels[triangle];
  if (level + 2 > mesh.maxLevel) return false;
  // each of the two chains has at most one triangle a level
  if (mesh.vertexCount + 2 * level + 3 > mesh.maxVertices) return false;
  refine(mesh, triangle, step);
  const half = corner === 2 ? triangle : mesh.neighbours[3 * triangle + 2];
  return refine(mesh, half, step);
}

/** Bisects a triangle and its mate, if there is one; it breaks at the same edge. */
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
  mesh.listener?.vertexAdded?.(vertex, e0, e1);
}

/** Replaces (a, e0, e1) by (m, a, e0), appends (m, e1, a) and returns its index. The halves of the broken edge get no neighbours. */
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
  mesh.replaceNeighbour(beyond1, t, added);
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
