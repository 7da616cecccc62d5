/**
 * A 4-8 mesh of triangles that can be refined and simplified in place (Velho & Zorin 2001; Birra & Próspero dos Santos
 * 2004): newest-vertex bisection of which only the leaves are kept.
 *
 * A triangle (a, e0, e1), anticlockwise, has its apex a first; the edge e0 e1 opposite is its *breaking edge*. Two
 * triangles that share their breaking edge are a *block*. Bisecting at m, the middle of e0 e1, gives
 * (m, a, e0) and (m, e1, a), each one level finer. Over every inner edge one of three things holds, and bisecting and
 * merging keep it so:
 *   both triangles break there and are of one level;
 *   one breaks there, and it is one level finer than the other;
 *   neither breaks there, and they are of one level.
 * Hence levels differ by at most one over an edge, and whoever waits for a neighbour to be bisected first waits for a
 * coarser one: the chain ends after at most `level` + 1 triangles.
 *
 * Corner k of triangle t is entry 3 t + k; the same entry of `neighbours` is the triangle over the edge opposite that
 * corner. All arrays may be longer than the counts say, and are replaced when the mesh outgrows them: read them anew
 * after a change.
 */
import { wholeNumber } from '../../math/check.ts';
import { grown } from '../../math/growable.ts';
import { cut } from './mesh-cut.ts';
import { refine, refineEdge } from './mesh-refine.ts';
import { isRemovable, simplify } from './mesh-simplify.ts';

/** Deepest level there is room for in `paths`: one bit a bisection below a leading one. */
export const DEEPEST_LEVEL = 29;

/** What happened, told as it happens, so that particles and elements can keep in step. Must not change the mesh itself. */
export interface MeshListener {
  /** `vertex` was made, as the last one, at the middle of the edge between two others. */
  vertexAdded?(vertex: number, end0: number, end1: number): void;
  /**
   * `vertex` is gone, the middle of the edge between `end0` and `end1`, and the last vertex, `last`, takes its number
   * (none does where `last` is `vertex`). The ends carry their numbers of before: hand over to them first, move then.
   */
  vertexRemoved?(vertex: number, end0: number, end1: number, last: number): void;
  /** `vertex` was made, as the last one, as a copy of `original` on the other side of a cut. */
  vertexCopied?(vertex: number, original: number): void;
  /** `triangle` was bisected: one half has its number, the other is `added`, the last one. */
  triangleSplit?(triangle: number, added: number): void;
  /**
   * `triangle` is the whole again, its other half `removed` is gone, the last triangle, `last`, takes that number (none
   * does where `last` is `removed`). `triangle` carries its number of before the move.
   */
  trianglesMerged?(triangle: number, removed: number, last: number): void;
}

/** Everything of a mesh, trimmed to its counts. */
export interface MeshArrays {
  /** Triangles, vertices, cuts, characteristic, maxLevel, minLevel, maxVertices. */
  counts: Float64Array;
  triangles: Int32Array;
  neighbours: Int32Array;
  levels: Int32Array;
  births: Int32Array;
  paths: Int32Array;
  pattern: Float64Array;
  /** Empty where the mesh has none. */
  texture: Float64Array;
  restAngles: Float64Array;
  borders: Int32Array;
  parents: Int32Array;
  vertexLevels: Int32Array;
  anyTriangle: Int32Array;
  firstChild: Int32Array;
  nextChild: Int32Array;
  previousChild: Int32Array;
}

export class Mesh48 {
  triangleCount = 0;
  vertexCount = 0;
  /** Three vertices a triangle, apex first, anticlockwise. */
  triangles = new Int32Array(0);
  /** Three a triangle: the triangle over the edge opposite each corner, −1 at a boundary. */
  neighbours = new Int32Array(0);
  /** Bisections since the start mesh. */
  levels = new Int32Array(0);
  /** Step at which each triangle came to be. */
  births = new Int32Array(0);
  /** How each triangle came from its start triangle: a leading one, then 0 or 1 a bisection for which half. */
  paths = new Int32Array(0);
  /** m: u, v of the three corners, six a triangle. */
  pattern = new Float64Array(0);
  /** Texture coordinates of the three corners, six a triangle. */
  texture: Float64Array | undefined;
  /** rad: the angle at which the edge opposite each corner rests; both triangles of an edge have the same. */
  restAngles = new Float64Array(0);
  /** Number of the start border that the edge opposite each corner is part of; 0 for all other edges. */
  borders = new Int32Array(0);
  /** Two a vertex: the ends of the edge it was put into; −1 for start vertices. */
  parents = new Int32Array(0);
  /** Level of the triangles that a vertex came with; 0 for start vertices. Always above that of its parents. */
  vertexLevels = new Int32Array(0);
  /** One triangle at each vertex. */
  anyTriangle = new Int32Array(0);
  /**
   * The vertices that have a vertex as a parent, as a list: entries are 2 child + which parent, −1 ends it. Kept so
   * that a vertex can be renumbered in time proportional to its surroundings.
   */
  firstChild = new Int32Array(0);
  nextChild = new Int32Array(0);
  previousChild = new Int32Array(0);
  /** Finest level `refine` makes, coarsest that `simplify` makes, most vertices that `refine` makes. */
  maxLevel = DEEPEST_LEVEL;
  minLevel = 0;
  maxVertices = 1 << 28;
  /** Edges cut open so far. */
  cuts = 0;
  /** Vertices − edges + triangles (Euler). */
  characteristic = 0;
  listener: MeshListener | undefined;
  /** Scratch of `refine`: triangles that wait for each other, one a level at most. */
  readonly waiting = new Int32Array(DEEPEST_LEVEL + 3);
  /** Scratch of `simplify`: first and second half of a triangle, and those of its mate (−1: none). */
  readonly around = new Int32Array(4);

  /** Bisects a triangle at its breaking edge, its block mate with it, coarser ones in the way before. False, and nothing is changed, at `maxLevel` or `maxVertices`. */
  refine(triangle: number, step: number): boolean {
    wholeNumber('triangle', triangle, 0, this.triangleCount - 1);
    return refine(this, triangle, step);
  }

  /** Puts a vertex into the edge opposite a corner, bisecting whatever must be for it. False, nothing changed, at `maxLevel` or `maxVertices`. */
  refineEdge(triangle: number, corner: number, step: number): boolean {
    wholeNumber('triangle', triangle, 0, this.triangleCount - 1);
    wholeNumber('corner', corner, 0, 2);
    return refineEdge(this, triangle, corner, step);
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

  /** Takes a vertex out again. False, nothing changed, where others depend on it, it is of the start, or at `minLevel`. */
  simplify(vertex: number, step: number): boolean {
    wholeNumber('vertex', vertex, 0, this.vertexCount - 1);
    return simplify(this, vertex, step);
  }

  /** Whether `simplify` would take this vertex out. */
  isRemovable(vertex: number): boolean {
    return isRemovable(this, vertex);
  }

  /** Opens the edge opposite a corner; ends whose triangles fall apart become two vertices. False at a boundary. */
  cut(triangle: number, corner: number): boolean {
    wholeNumber('triangle', triangle, 0, this.triangleCount - 1);
    wholeNumber('corner', corner, 0, 2);
    return cut(this, triangle, corner);
  }

  /** Room for so many; more than asked for, so that growing is rare. */
  reserve(triangles: number, vertices: number): void {
    if (3 * triangles > this.triangles.length) {
      const room = Math.max(triangles, 64 + Math.floor((1.5 * this.triangles.length) / 3));
      this.triangles = grown(this.triangles, 3 * room);
      this.neighbours = grown(this.neighbours, 3 * room);
      this.levels = grown(this.levels, room);
      this.births = grown(this.births, room);
      this.paths = grown(this.paths, room);
      this.pattern = grown(this.pattern, 6 * room);
      if (this.texture) this.texture = grown(this.texture, 6 * room);
      this.restAngles = grown(this.restAngles, 3 * room);
      this.borders = grown(this.borders, 3 * room);
    }
    if (vertices > this.vertexLevels.length) {
      const room = Math.max(vertices, 64 + Math.floor(1.5 * this.vertexLevels.length));
      this.parents = grown(this.parents, 2 * room);
      this.vertexLevels = grown(this.vertexLevels, room);
      this.anyTriangle = grown(this.anyTriangle, room);
      this.firstChild = grown(this.firstChild, room);
      this.nextChild = grown(this.nextChild, 2 * room);
      this.previousChild = grown(this.previousChild, 2 * room);
    }
  }

  /** Appends a vertex with its parents (−1 where it has none). */
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

  /** Makes `parent` the parent of an entry (2 child + which) that has none yet. */
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

  /** Takes an entry out of its parent's list. */
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

  /** Whatever faced triangle `before` from `neighbour` (−1: nothing) faces `now`. */
  turnFace(neighbour: number, before: number, now: number): void {
    if (neighbour < 0) return;
    const { neighbours } = this;
    const at = 3 * neighbour;
    if (neighbours[at] === before) neighbours[at] = now;
    else if (neighbours[at + 1] === before) neighbours[at + 1] = now;
    else if (neighbours[at + 2] === before) neighbours[at + 2] = now;
  }

  /** Which corner of a triangle a vertex is. */
  cornerOf(triangle: number, vertex: number): number {
    const at = 3 * triangle;
    if (this.triangles[at] === vertex) return 0;
    return this.triangles[at + 1] === vertex ? 1 : 2;
  }

  toArrays(): MeshArrays {
    const { triangleCount: t, vertexCount: v } = this;
    return {
      counts: Float64Array.of(
        t,
        v,
        this.cuts,
        this.characteristic,
        this.maxLevel,
        this.minLevel,
        this.maxVertices,
      ),
      triangles: this.triangles.slice(0, 3 * t),
      neighbours: this.neighbours.slice(0, 3 * t),
      levels: this.levels.slice(0, t),
      births: this.births.slice(0, t),
      paths: this.paths.slice(0, t),
      pattern: this.pattern.slice(0, 6 * t),
      texture: this.texture ? this.texture.slice(0, 6 * t) : new Float64Array(0),
      restAngles: this.restAngles.slice(0, 3 * t),
      borders: this.borders.slice(0, 3 * t),
      parents: this.parents.slice(0, 2 * v),
      vertexLevels: this.vertexLevels.slice(0, v),
      anyTriangle: this.anyTriangle.slice(0, v),
      firstChild: this.firstChild.slice(0, v),
      nextChild: this.nextChild.slice(0, 2 * v),
      previousChild: this.previousChild.slice(0, 2 * v),
    };
  }

  /** Takes over what `toArrays` gave, copied; the listener stays. From here on both go the same way. */
  restore(arrays: MeshArrays): void {
    const { counts, texture, ...rest } = arrays;
    const [t, v] = counts;
    const { triangles, neighbours, levels, pattern, parents, firstChild } = arrays;
    const fits =
      triangles.length === 3 * t &&
      neighbours.length === 3 * t &&
      levels.length === t &&
      pattern.length === 6 * t &&
      arrays.restAngles.length === 3 * t &&
      arrays.borders.length === 3 * t;
    if (!fits || parents.length !== 2 * v || firstChild.length !== v || texture.length % (6 * t) !== 0) {
      throw new RangeError(`mesh: arrays do not fit ${t} triangles and ${v} vertices`);
    }
    [this.triangleCount, this.vertexCount, this.cuts, this.characteristic] = counts;
    [, , , , this.maxLevel, this.minLevel] = counts; // the limit of vertices is the world's own
    this.texture = texture.length > 0 ? texture.slice() : undefined;
    for (const [name, array] of Object.entries(rest)) {
      Object.assign(this, { [name]: array.slice() });
    }
  }

  static fromArrays(arrays: MeshArrays): Mesh48 {
    const mesh = new Mesh48();
    mesh.restore(arrays);
    return mesh;
  }
}
