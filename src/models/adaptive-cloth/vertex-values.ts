/** Values of the vertices of a cloth besides those of its particles: painted stiffness, and pins with their positions. */
import type { Arena, Block } from '../../core/arena.ts';
import type { Mesh48 } from './mesh.ts';

/** Multipliers and weights for each vertex of the start mesh. */
export interface ClothPaint {
  /** Multiplier of stretch and shear stiffness; default: 1. */
  readonly stretch?: ArrayLike<number> | undefined;
  /** Multiplier of bending stiffness; default: 1. */
  readonly bend?: ArrayLike<number> | undefined;
  /** Weight of the pin at the start position: 0 free, 1 pinned, between them a spring; default: 0. */
  readonly pin?: ArrayLike<number> | undefined;
}

/** Number of pins that one vertex can belong to. */
const GROUPS = 2;
const NO_GROUP = -1;

export class VertexValues {
  /** Pins of each vertex, the one that it follows first; −1 none. */
  readonly groups: Block<'i32'>;
  /** Position of each vertex when it was pinned, or at the start, m. */
  readonly homes: Block<'f64'>;
  readonly stretch: Block<'f64'>;
  readonly bend: Block<'f64'>;
  /** Weight of the spring that holds each vertex. */
  readonly hold: Block<'f64'>;
  /** Numbers a vertex in each block. */
  readonly #widths: ReadonlyMap<Block, number>;
  readonly #arena: Arena;
  #isPainted = false;

  constructor(arena: Arena, label: string, count: number) {
    this.#arena = arena;
    const numbers = (name: string, each: number) =>
      arena.allocate(`${label}.${name}`, 'f64', each * count, 'model');
    this.groups = arena.allocate(`${label}.groups`, 'i32', GROUPS * count, 'model');
    this.groups.view.fill(NO_GROUP);
    this.homes = numbers('homes', 3);
    this.stretch = numbers('stretch', 1);
    this.bend = numbers('bend', 1);
    this.hold = numbers('hold', 1);
    this.stretch.view.fill(1);
    this.bend.view.fill(1);
    const ones = [this.stretch, this.bend, this.hold].map((block) => [block, 1] as const);
    this.#widths = new Map<Block, number>([[this.groups, GROUPS], [this.homes, 3], ...ones]);
  }

  get blocks(): readonly Block[] {
    return [...this.#widths.keys()];
  }

  /** Sets the values of the start vertices, which come first, and of refined ones as means of their parents. */
  paint({ stretch, bend, pin }: ClothPaint, mesh: Mesh48): void {
    this.#isPainted = true;
    for (const [block, values] of [
      [this.stretch, stretch],
      [this.bend, bend],
      [this.hold, pin],
    ] as const) {
      if (!values) continue;
      for (let v = 0; v < mesh.vertexCount; v++) {
        const [a, b] = [mesh.parents[2 * v], mesh.parents[2 * v + 1]];
        block.view[v] = a < 0 ? values[v] : 0.5 * (block.view[a] + block.view[b]);
      }
    }
  }

  /** Changes the number of vertices; the caller fills new ones by `interpolate` or `copy`. */
  resize(count: number): void {
    this.#arena.resize(new Map([...this.#widths].map(([block, width]) => [block, width * count])));
  }

  /** Sets the values of a vertex in the middle of two others. Returns whether it belongs to a pin. */
  interpolate(vertex: number, a: number, b: number): boolean {
    for (const [{ view }, width] of this.#widths) {
      for (let k = 0; k < width; k++)
        view[width * vertex + k] = 0.5 * (view[width * a + k] + view[width * b + k]);
    }
    const groups = this.groups.view;
    groups.fill(NO_GROUP, GROUPS * vertex, GROUPS * (vertex + 1));
    for (let k = 0; k < GROUPS; k++) {
      const group = groups[GROUPS * a + k];
      if (group !== NO_GROUP && this.isOf(b, group)) this.join(vertex, group);
    }
    return groups[GROUPS * vertex] !== NO_GROUP || this.hold.view[vertex] >= 1;
  }

  copy(from: number, to: number): void {
    for (const [{ view }, width] of this.#widths)
      view.copyWithin(width * to, width * from, width * (from + 1));
  }

  isOf(vertex: number, group: number): boolean {
    return this.groups.view.subarray(GROUPS * vertex, GROUPS * (vertex + 1)).includes(group);
  }

  /** Returns the pin that a vertex follows, −1 for none. */
  groupOf(vertex: number): number {
    return this.groups.view[GROUPS * vertex];
  }

  /** Adds a vertex to a pin, which it follows from now on; it stays in the one before. */
  join(vertex: number, group: number): void {
    const at = GROUPS * vertex;
    this.groups.view.copyWithin(at + 1, at, at + GROUPS - 1);
    this.groups.view[at] = group;
  }

  /** Returns the factors of the vertices on a stiffness; undefined if nothing is painted. */
  paintOf(what: 'stretch' | 'bend'): Block<'f64'> | undefined {
    return this.#isPainted ? this[what] : undefined;
  }

  /** Returns the mean factor over the corners of each triangle; undefined if nothing is painted. */
  ofTriangles(mesh: Mesh48, what: 'stretch' | 'bend'): Float64Array | undefined {
    const view = this.paintOf(what)?.view;
    if (!view) return undefined;
    const means = new Float64Array(mesh.triangleCount);
    for (let t = 0; t < means.length; t++) {
      const [a, b, c] = [mesh.triangles[3 * t], mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 2]];
      means[t] = (view[a] + view[b] + view[c]) / 3;
    }
    return means;
  }
}
