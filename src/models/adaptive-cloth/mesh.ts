/**
 * A 4-8 mesh of triangles that is refined and simplified in place (Velho & Zorin 2001; Birra & Próspero dos Santos 2004):
 * newest-vertex bisection of which only the leaves are stored.
 *
 * A triangle (a, e0, e1), anticlockwise, has its apex a first; the edge e0 e1 opposite is its *breaking edge*. Two
 * triangles that share their breaking edge are a *block*. Bisecting at m, the middle of e0 e1, gives
 * (m, a, e0) and (m, e1, a), each one level finer. Over every inner edge one of three conditions holds, before and after
 * bisecting and merging:
 *   both triangles break there and have the same level;
 *   one breaks there, and it is one level finer than the other;
 *   neither breaks there, and they have the same level.
 * Hence levels differ by at most one over an edge. A triangle whose neighbour must be bisected first has a coarser
 * neighbour: the chain ends after at most `level` + 1 triangles.
 *
 * Corner k of triangle t is entry 3 t + k; the same entry of `neighbours` is the triangle over the edge opposite that
 * corner. All arrays may be longer than the counts, and are replaced when the mesh outgrows them: callers must read them
 * again after a change.
 */
import { wholeNumber } from '../../math/check.ts';
import { grown } from '../../math/growable.ts';
import { cut } from './mesh-cut.ts';
import { canRefineEdge, refine, refineEdge } from './mesh-refine.ts';
import { isRemovable, simplify } from './mesh-simplify.ts';

/** Deepest level that `paths` can encode: one bit a bisection below a leading one. */
export const DEEPEST_LEVEL = 29;

/** Called during changes, so that particles and elements can follow. A listener must not change the mesh itself. */
export interface MeshListener {
  /** `vertex`, the last one, was added at the middle of the edge between two others. */
  vertexAdded?(vertex: number, end0: number, end1: number): void;
  /**
   * `vertex`, the middle of the edge between `end0` and `end1`, was removed, and the last vertex, `last`, gets its index
   * unless it is `vertex` itself. `end0` and `end1` are indices from before that move.
   */
  vertexRemoved?(vertex: number, end0: number, end1: number, last: number): void;
  /** `vertex`, the last one, was added as a copy of `original` on the other side of a cut. */
  vertexCopied?(vertex: number, original: number): void;
}

/** The count that each array follows and its numbers a triangle or vertex, in the order of snapshots. */
const ARRAYS = {
  triangles: ['triangleCount', 3],
  neighbours: ['triangleCount', 3],
  levels: ['triangleCount', 1],
  births: ['triangleCount', 1],
  paths: ['triangleCount', 1],
  pattern: ['triangleCount', 6],
  restAngles: ['triangleCount', 3],
  borders: ['triangleCount', 3],
  parents: ['vertexCount', 2],
  vertexLevels: ['vertexCount', 1],
  anyTriangle: ['vertexCount', 1],
  firstChild: ['vertexCount', 1],
  nextChild: ['vertexCount', 2],
  previousChild: ['vertexCount', 2],
} as const;

type ArrayName = keyof typeof ARRAYS;

/** The state of a mesh; each array has as many entries as its count needs. */
export type MeshArrays = { [Name in ArrayName]: Mesh48[Name] } & {
  /** Triangles, vertices, cuts, characteristic, maxLevel, minLevel, maxVertices. */
  counts: Float64Array;
};

export class Mesh48 {
  triangleCount = 0;
  vertexCount = 0;
  /** Vertices of each triangle, three each: apex first, anticlockwise. */
  triangles = new Int32Array(0);
  /** The triangle over the edge opposite each corner, three a triangle; −1 at a boundary. */
  neighbours = new Int32Array(0);
  /** Bisections of each triangle since the start mesh. */
  levels = new Int32Array(0);
  /** Step at which each triangle was made. */
  births = new Int32Array(0);
  /** Bisections that led from a start triangle to each triangle: a leading one, then a bit for each half taken. */
  paths = new Int32Array(0);
  /** Material coordinates u, v of the corners, m, six a triangle. */
  pattern = new Float64Array(0);
  /** Rest angle of the edge opposite each corner, rad; equal in both triangles of an edge. */
  restAngles = new Float64Array(0);
  /** Number of the start border that contains the edge opposite each corner; 0 for all other edges. */
  borders = new Int32Array(0);
  /** Ends of the edge that each vertex was put into, two each; −1 for start vertices. */
  parents = new Int32Array(0);
  /** Level of the triangles that a vertex was made with; 0 for start vertices. Always above that of its parents. */
  vertexLevels = new Int32Array(0);
  /** One triangle at each vertex. */
  anyTriangle = new Int32Array(0);
  /**
   * Linked lists of the children of each vertex, so that a vertex is renumbered in time proportional to its
   * neighbourhood. Entries are 2 child + which parent; −1 ends a list.
   */
  firstChild = new Int32Array(0);
  nextChild = new Int32Array(0);
  previousChild = new Int32Array(0);
  /** Finest level and largest number of vertices that `refine` makes, coarsest level that `simplify` makes. */
  maxLevel = DEEPEST_LEVEL;
  minLevel = 0;
  maxVertices = 1 << 28;
  /** Number of edges cut open. */
  cuts = 0;
  /** Euler characteristic: vertices − edges + triangles. */
  characteristic = 0;
  listener: MeshListener | undefined;
  /** Scratch of `refine`: the chain of triangles to bisect, at most one a level. */
  readonly waiting = new Int32Array(DEEPEST_LEVEL + 3);
  /** Set by `isRemovable`: first and second half of a triangle, and those of its mate (−1: none). */
  readonly around = new Int32Array(4);

  /**
   * Bisects a triangle at its breaking edge together with its block mate, after the coarser triangles in the way. Returns
   * false, with nothing changed, at `maxLevel` or `maxVertices`.
   */
  refine(triangle: number, step: number): boolean {
    wholeNumber('triangle', triangle, 0, this.triangleCount - 1);
    return refine(this, triangle, step);
  }

  /** Puts a vertex into the edge opposite a corner. Returns false, with nothing changed, at `maxLevel` or `maxVertices`. */
  refineEdge(triangle: number, corner: number, step: number): boolean {
    wholeNumber('triangle', triangle, 0, this.triangleCount - 1);
    wholeNumber('corner', corner, 0, 2);
    return refineEdge(this, triangle, corner, step);
  }

  /** Returns whether `refineEdge` would put a vertex into the edge opposite a corner. */
  canRefineEdge(triangle: number, corner: number): boolean {
    return canRefineEdge(this, triangle, corner);
  }

  /** Bisects until no triangle is coarser than `level`. */
  refineTo(level: number, step: number): void {
    wholeNumber('level', level, 0, this.maxLevel);
    for (let target = 1; target <= level; target++) {
      for (let t = 0; t < this.triangleCount; t++) {
        if (this.levels[t] < target && !refine(this, t, step)) {
          throw new RangeError(`level: ${level} needs more than ${this.maxVertices} vertices`);
        }
      }
    }
  }

  /** Removes a vertex. Returns false, with nothing changed, if `isRemovable` does. */
  simplify(vertex: number, step: number): boolean {
    wholeNumber('vertex', vertex, 0, this.vertexCount - 1);
    return simplify(this, vertex, step);
  }

  /** Returns whether no finer triangle depends on a vertex and its removal keeps to `minLevel`. Sets `around`. */
  isRemovable(vertex: number): boolean {
    return isRemovable(this, vertex);
  }

  /** Opens the edge opposite a corner; an end whose triangles become separate is duplicated. Returns false at a boundary. */
  cut(triangle: number, corner: number): boolean {
    wholeNumber('triangle', triangle, 0, this.triangleCount - 1);
    wholeNumber('corner', corner, 0, 2);
    return cut(this, triangle, corner);
  }

  /** Reserves memory, with a surplus so that growing is rare. */
  reserve(triangles: number, vertices: number): void {
    if (triangles > this.levels.length) {
      this.#grow('triangleCount', Math.max(triangles, 64 + Math.floor(1.5 * this.levels.length)));
    }
    if (vertices > this.vertexLevels.length) {
      this.#grow('vertexCount', Math.max(vertices, 64 + Math.floor(1.5 * this.vertexLevels.length)));
    }
  }

  #grow(count: 'triangleCount' | 'vertexCount', length: number): void {
    this.eachArray(count, (array, size, name) =>
      Object.assign(this, { [name]: grown(array, size * length) }),
    );
  }

  /** Visits the arrays of triangles or of vertices with their numbers an entry. */
  eachArray(
    count: 'triangleCount' | 'vertexCount',
    visit: (array: Int32Array | Float64Array, size: number, name: ArrayName) => void,
  ): void {
    for (const [name, [follows, size]] of Object.entries(ARRAYS)) {
      if (follows === count) visit(this[name as ArrayName], size, name as ArrayName);
    }
  }

  /** Appends a vertex with its parents (−1: none) and returns its index. */
  addVertex(level: number, parent0: number, parent1: number, triangle: number): number {
    const vertex = this.vertexCount++;
    this.reserve(0, this.vertexCount);
    this.vertexLevels[vertex] = level;
    this.anyTriangle[vertex] = triangle;
    this.firstChild[vertex] = -1;
    this.adopt(2 * vertex, parent0);
    this.adopt(2 * vertex + 1, parent1);
    return vertex;
  }

  /** Sets the parent of an entry (2 child + which) that has none. */
  adopt(entry: number, parent: number): void {
    this.parents[entry] = parent;
    this.previousChild[entry] = -1;
    this.nextChild[entry] = -1;
    if (parent < 0) return;
    const first = this.firstChild[parent];
    this.nextChild[entry] = first;
    if (first >= 0) this.previousChild[first] = entry;
    this.firstChild[parent] = entry;
  }

  /** Removes an entry from its parent's list. */
  disown(entry: number): void {
    const parent = this.parents[entry];
    if (parent < 0) return;
    const previous = this.previousChild[entry];
    const next = this.nextChild[entry];
    if (previous >= 0) this.nextChild[previous] = next;
    else this.firstChild[parent] = next;
    if (next >= 0) this.previousChild[next] = previous;
    this.parents[entry] = -1;
  }

  /** Replaces `before` by `now` among the neighbours of a triangle (−1: none). */
  replaceNeighbour(neighbour: number, before: number, now: number): void {
    if (neighbour < 0) return;
    const { neighbours } = this;
    const at = 3 * neighbour;
    if (neighbours[at] === before) neighbours[at] = now;
    else if (neighbours[at + 1] === before) neighbours[at + 1] = now;
    else if (neighbours[at + 2] === before) neighbours[at + 2] = now;
  }

  /** Returns the corner of a triangle that a vertex is. */
  cornerOf(triangle: number, vertex: number): number {
    const at = 3 * triangle;
    if (this.triangles[at] === vertex) return 0;
    return this.triangles[at + 1] === vertex ? 1 : 2;
  }

  /** Visits the used part of each array. */
  eachUsed(visit: (name: keyof MeshArrays, used: Int32Array | Float64Array) => void): void {
    const { triangleCount: t, vertexCount: v, cuts, characteristic, maxLevel, minLevel, maxVertices } = this;
    visit('counts', Float64Array.of(t, v, cuts, characteristic, maxLevel, minLevel, maxVertices));
    for (const [name, [count, size]] of Object.entries(ARRAYS)) {
      visit(name as ArrayName, this[name as ArrayName].subarray(0, size * this[count]));
    }
  }

  /** Returns a copy of the state. */
  toArrays(): MeshArrays {
    const arrays: Partial<Record<keyof MeshArrays, Int32Array | Float64Array>> = {};
    this.eachUsed((name, used) => {
      arrays[name] = used.slice();
    });
    return arrays as MeshArrays;
  }

  /** Sets the mesh to a copy of the state that `toArrays` returned; the listener and `maxVertices` stay. */
  restore({ counts, ...arrays }: MeshArrays): void {
    const [t, v] = counts;
    for (const [name, [count, size]] of Object.entries(ARRAYS)) {
      const { length } = arrays[name as ArrayName];
      if (length === size * (count === 'vertexCount' ? v : t)) continue;
      throw new RangeError(`mesh: arrays do not fit ${t} triangles and ${v} vertices: ${name} has ${length}`);
    }
    [this.triangleCount, this.vertexCount, this.cuts, this.characteristic, this.maxLevel, this.minLevel] =
      counts;
    for (const [name, array] of Object.entries(arrays)) Object.assign(this, { [name]: array.slice() });
  }
}
