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
  const a = triangles[i];
  const e0 = triangles[i + 1];
  const e1 = triangles[i + 2];
  const beyond1 = neighbours[i + 1];
  const beyond2 = neighbours[i + 2];
  setThree(triangles, i, vertex, a, e0);
  setThree(triangles, 3 * added, vertex, e1, a);
  setThree(neighbours, i, beyond2, -1, added);
  setThree(neighbours, 3 * added, beyond1, t, -1);
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
  const [i, j] = [6 * t, 6 * added];
  for (let axis = 0; axis < 2; axis++) {
    const a = p[i + axis];
    const e0 = p[i + 2 + axis];
    const e1 = p[i + 4 + axis];
    const middle = 0.5 * (e0 + e1);
    setCorners(p, i + axis, middle, a, e0);
    setCorners(p, j + axis, middle, e1, a);
  }
}

/** Copies the value of the broken edge to both halves; the new edge inside the triangle gets 0. */
function halveEdges(values: Float64Array | Int32Array, t: number, added: number): void {
  const i = 3 * t;
  const broken = values[i];
  const next = values[i + 1];
  setThree(values, i, values[i + 2], broken, 0);
  setThree(values, 3 * added, next, 0, broken);
}

function setThree(to: Float64Array | Int32Array, at: number, a: number, b: number, c: number): void {
  to[at] = a;
  to[at + 1] = b;
  to[at + 2] = c;
}

/** Sets one coordinate of three corners. */
function setCorners(to: Float64Array, at: number, a: number, b: number, c: number): void {
  to[at] = a;
  to[at + 2] = b;
  to[at + 4] = c;
}
