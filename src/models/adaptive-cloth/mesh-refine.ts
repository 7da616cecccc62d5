/**
 * Refines a 4-8 mesh (Birra & Próspero dos Santos 2004, Subdivide48): both triangles of a block are bisected together; if
 * the neighbour over the breaking edge breaks elsewhere, that neighbour, one level coarser, is bisected first.
 */
import type { Mesh48 } from './mesh.ts';

/**
 * Fills `mesh.waiting` with the triangles to bisect, in reverse order. Returns their number, which is that of the new
 * vertices; 0 if `maxLevel` or `maxVertices` refuse them. All but the first are coarser, so none passes `maxLevel` either.
 */
function chainOf(mesh: Mesh48, triangle: number): number {
  const { neighbours, waiting } = mesh;
  if (mesh.levels[triangle] >= mesh.maxLevel) return 0;
  let length = 0;
  let t = triangle;
  for (;;) {
    waiting[length++] = t;
    const mate = neighbours[3 * t];
    if (mate < 0 || neighbours[3 * mate] === t) break;
    t = mate;
  }
  return mesh.vertexCount + length > mesh.maxVertices ? 0 : length;
}

/** Returns the triangle that breaks at the edge opposite a corner, the finer one of two; −1 if neither does. */
function breakingAt({ neighbours }: Mesh48, triangle: number, corner: number): number {
  if (corner === 0) return triangle;
  const over = neighbours[3 * triangle + corner];
  return over >= 0 && neighbours[3 * over] === triangle ? over : -1;
}

export function canRefineEdge(mesh: Mesh48, triangle: number, corner: number): boolean {
  const breaking = breakingAt(mesh, triangle, corner);
  if (breaking >= 0) return chainOf(mesh, breaking) > 0;
  const level = mesh.levels[triangle];
  // each of the two chains has at most one triangle a level
  return level + 2 <= mesh.maxLevel && mesh.vertexCount + 2 * level + 3 <= mesh.maxVertices;
}

export function refine(mesh: Mesh48, triangle: number, step: number): boolean {
  const length = chainOf(mesh, triangle);
  for (let i = length - 1; i >= 0; i--) bisectBlock(mesh, mesh.waiting[i], step);
  return length > 0;
}

export function refineEdge(mesh: Mesh48, triangle: number, corner: number, step: number): boolean {
  const breaking = breakingAt(mesh, triangle, corner);
  if (breaking >= 0) return refine(mesh, breaking, step);
  if (!canRefineEdge(mesh, triangle, corner)) return false;
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
  const [a, e0, e1] = [triangles[i], triangles[i + 1], triangles[i + 2]];
  const [beyond1, beyond2] = [neighbours[i + 1], neighbours[i + 2]];
  triangles.set([vertex, a, e0], i);
  triangles.set([vertex, e1, a], 3 * added);
  neighbours.set([beyond2, -1, added], i);
  neighbours.set([beyond1, t, -1], 3 * added);
  mesh.replaceNeighbour(beyond1, t, added);
  levels[added] = ++levels[t];
  births[added] = births[t] = step;
  paths[t] <<= 1;
  paths[added] = paths[t] | 1;
  mesh.anyTriangle[e1] = added;
  halvePattern(mesh.pattern, t, added);
  halveEdges(mesh.restAngles, t, added);
  halveEdges(mesh.borders, t, added);
  return added;
}

/** Interpolates the pattern to the middle of the broken edge. */
function halvePattern(p: Float64Array, t: number, added: number): void {
  const i = 6 * t;
  const [ua, va, u0, v0, u1, v1] = [p[i], p[i + 1], p[i + 2], p[i + 3], p[i + 4], p[i + 5]];
  const [u, v] = [0.5 * (u0 + u1), 0.5 * (v0 + v1)];
  p.set([u, v, ua, va, u0, v0], i);
  p.set([u, v, u1, v1, ua, va], 6 * added);
}

/** Copies the value of the broken edge to both halves; the new edge inside the triangle gets 0. */
function halveEdges(values: Float64Array | Int32Array, t: number, added: number): void {
  const i = 3 * t;
  const [broken, next, last] = [values[i], values[i + 1], values[i + 2]];
  values.set([last, broken, 0], i);
  values.set([next, 0, broken], 3 * added);
}
