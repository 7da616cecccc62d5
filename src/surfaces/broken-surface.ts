/**
 * The surface of a piece of matter that broke off: its skin as it was, ended by faces with sharp edges. Where two fields are
 * positive (broken-field.ts) is found in the six tetrahedra that each cell of the grid is cut into (Kuhn 1960), in which
 * both are linear: the polygon where one is 0, cut off where the other is negative. Edges of the surface end on the
 * triangles between tetrahedra, and which they are is told by their nodes alone: what comes out is closed, anticlockwise
 * from outside. Skin and faces have vertices of their own where they meet, so that each is shaded by itself.
 */
import { BREAK, BrokenField, SKIN } from './broken-field.ts';
import type { IsosurfaceOptions } from './isosurface.ts';
import type { SurfaceMesh } from './marching-cubes.ts';

/** Corners of the tetrahedra, from corner 0 of a cell to corner 7 along its edges; each is right-handed. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 2, 6, 7],
  [0, 4, 5, 7],
  [0, 3, 2, 7],
  [0, 6, 4, 7],
  [0, 5, 1, 7],
] as const;

/** `own`, `lost`: x, y, z of the piece's particles and of where those would be that it lost, m. Skin and faces. */
export function brokenSurface(
  own: ArrayLike<number>,
  lost: ArrayLike<number>,
  options: Omit<IsosurfaceOptions, 'style'>,
): SurfaceMesh[] {
  const field = new BrokenField(own, lost, options, false);
  const parts = [new Polygons(field, SKIN), new Polygons(field, BREAK)];
  const corners = new Int32Array(8);
  const [skin, side] = field.values;
  const blockNodes = field.nodeCount / field.blockCount;
  for (let block = 0; block < field.blockCount; block++) {
    for (let node = 0; node < blockNodes; node++) {
      if (!field.corners(block, node, corners)) continue;
      let [out, beyond] = [0, 0];
      for (const n of corners) {
        out += skin[n] > 0 ? 0 : 1;
        beyond += side[n] > 0 ? 0 : 1;
      }
      if (out + beyond === 0 || out === 8 || beyond === 8) continue;
      for (const tetrahedron of TETRAHEDRA) {
        const nodes = tetrahedron.map((corner) => corners[corner]);
        for (const part of parts) part.add(nodes);
      }
    }
  }
  return parts.map(({ positions, triangles }) => ({
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
  }));
}

/** Where one of the fields is 0 and the other positive. */
class Polygons {
  readonly positions: number[] = [];
  readonly triangles: number[] = [];
  readonly #field: BrokenField;
  readonly #which: number;
  readonly #onEdges = new Map<number, number>();
  readonly #inTriangles = new Map<string, number>();

  constructor(field: BrokenField, which: number) {
    this.#field = field;
    this.#which = which;
  }

  add(nodes: readonly number[]): void {
    const edges = crossedEdges(nodes, this.#field.values[this.#which]);
    const isKept = edges.map(([a, b]) => this.#field.isKept(this.#which, a, b));
    const polygon: number[] = [];
    edges.forEach((edge, k) => {
      const next = (k + 1) % edges.length;
      if (isKept[k]) polygon.push(this.#onEdge(edge));
      if (isKept[k] !== isKept[next]) polygon.push(this.#inTriangle(edge, edges[next]));
    });
    for (let k = 2; k < polygon.length; k++) this.triangles.push(polygon[0], polygon[k - 1], polygon[k]);
  }

  #onEdge([a, b]: Edge): number {
    const key = Math.min(a, b) * this.#field.nodeCount + Math.max(a, b);
    const known = this.#onEdges.get(key);
    if (known !== undefined) return known;
    const made = this.positions.push(...this.#field.onEdge(this.#which, a, b)) / 3 - 1;
    this.#onEdges.set(key, made);
    return made;
  }

  #inTriangle(one: Edge, other: Edge): number {
    const [a, b, c] = [...new Set([...one, ...other])].sort((m, n) => m - n);
    const key = `${a} ${b} ${c}`;
    const known = this.#inTriangles.get(key);
    if (known !== undefined) return known;
    const made = this.positions.push(...this.#field.inTriangle(a, b, c)) / 3 - 1;
    this.#inTriangles.set(key, made);
    return made;
  }
}

type Edge = readonly [number, number];

/** Edges with one end inside, in order around the outward normal. */
function crossedEdges(nodes: readonly number[], values: Float32Array): Edge[] {
  const inside = [0, 1, 2, 3].filter((k) => values[nodes[k]] > 0);
  const outside = [0, 1, 2, 3].filter((k) => !(values[nodes[k]] > 0));
  if (inside.length === 0 || outside.length === 0) return [];
  const [a, b, c, d] = [...inside, ...outside];
  let isLeft = false;
  for (const [m, n] of [
    [a, b],
    [a, c],
    [a, d],
    [b, c],
    [b, d],
    [c, d],
  ])
    if (m > n) isLeft = !isLeft;
  const edges = (
    inside.length === 1
      ? [
          [a, b],
          [a, c],
          [a, d],
        ]
      : inside.length === 2
        ? [
            [a, d],
            [b, d],
            [b, c],
            [a, c],
          ]
        : [
            [a, d],
            [b, d],
            [c, d],
          ]
  ).map(([m, n]): Edge => [nodes[m], nodes[n]]);
  return isLeft ? edges.reverse() : edges;
}
