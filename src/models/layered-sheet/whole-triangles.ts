/**
 * Triangles of a sheet that are not torn: those without an edge along a broken spring (stiffness 0). They follow from the
 * springs alone, so that a restored world has the same; they are found again when a spring has broken or a state was restored.
 */
import { type Springs, springsByEnds } from '../../forces/springs.ts';
import { edgeKey, nextCorner } from '../../math/mesh.ts';
import type { Lattice } from './structures.ts';

export interface TearableSheet {
  readonly first: number;
  readonly lattice: Lattice;
  /** Springs that may break; without them the sheet never tears. */
  readonly springs?: Springs;
}

export class WholeTriangles {
  /** All triangles, by particles of the lattice. */
  readonly all: Int32Array;
  /** Number of changes so far. */
  changes = 0;
  readonly #springs: Springs | undefined;
  /** Spring along the edge from each corner to the next one of its triangle, −1 for none. */
  readonly #edges: Int32Array;
  /** Whether each spring was broken at the last update. */
  readonly #broken: Uint8Array;
  #whole: Int32Array;

  constructor({ first, lattice, springs }: TearableSheet, layers: readonly number[]) {
    this.all = Int32Array.from(layers.flatMap((layer) => [...lattice.triangles(layer)]));
    this.#whole = this.all;
    this.#springs = springs;
    const along = springs ? springsByEnds(springs, first, lattice.masses.length) : new Map<number, number>();
    this.#edges = this.all.map((a, e) => {
      const b = this.all[nextCorner(e)];
      return along.get(edgeKey(a, b, lattice.masses.length)) ?? -1;
    });
    this.#broken = new Uint8Array(springs?.count ?? 0);
  }

  /** Triangles that are whole now, by particles of the lattice. */
  get now(): Int32Array {
    this.update();
    return this.#whole;
  }

  /** Finds the springs that broke since the last call. */
  update(): void {
    if (!this.#springs || !this.#compare(this.#springs)) return;
    this.changes++;
    this.#whole = this.all.filter((_, e) => this.isWhole(Math.floor(e / 3)));
  }

  /** Whether a triangle was whole at the last update. */
  isWhole(triangle: number): boolean {
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) if (!this.isWholeEdge(e)) return false;
    return true;
  }

  /** Whether the edge from corner `e` of `all` to the next of its triangle is whole. */
  isWholeEdge(e: number): boolean {
    return this.#edges[e] < 0 || this.#broken[this.#edges[e]] === 0;
  }

  /** Returns whether other springs are broken than before. */
  #compare({ stiffness }: Springs): boolean {
    const k = stiffness.view;
    const broken = this.#broken;
    let changed = false;
    for (let i = 0; i < k.length; i++) {
      const now = k[i] === 0 ? 1 : 0;
      if (broken[i] === now) continue;
      broken[i] = now;
      changed = true;
    }
    return changed;
  }
}
