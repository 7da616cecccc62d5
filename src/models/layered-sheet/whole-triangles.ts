/**
 * Triangles of a sheet that are still there: those none of whose edges lies along a broken spring (stiffness 0). What
 * a tear took has no area. They follow from the springs alone, so a restored world has the same; they are looked for
 * anew only when a spring has broken since (or another state was restored).
 */
import type { Springs } from '../../forces/springs.ts';
import type { Lattice } from './structures.ts';

export interface SheetOfSprings {
  readonly first: number;
  readonly lattice: Lattice;
  /** Left out for a sheet that never tears. */
  readonly springs?: Springs;
}

export class WholeTriangles {
  /** All of them, mass numbers of the lattice. */
  readonly all: Int32Array;
  /** How often triangles went or came back. */
  changes = 0;
  readonly #springs: Springs | undefined;
  /** Spring along the edge from each corner to the next one of its triangle, −1 for none. */
  readonly #edges: Int32Array;
  /** Springs that were broken when last looked at. */
  readonly #broken: Uint8Array;
  #whole: Int32Array;

  constructor({ first, lattice, springs }: SheetOfSprings, layers: readonly number[]) {
    this.all = Int32Array.from(layers.flatMap((layer) => [...lattice.triangles(layer)]));
    this.#whole = this.all;
    this.#springs = springs;
    const along = springs ? springsByEnds(springs, first, lattice.masses.length) : new Map<number, number>();
    this.#edges = this.all.map((a, e) => {
      const b = this.all[e % 3 === 2 ? e - 2 : e + 1];
      return along.get(edgeKey(a, b, lattice.masses.length)) ?? -1;
    });
    this.#broken = new Uint8Array(springs?.count ?? 0);
  }

  /** Those that are whole now, mass numbers of the lattice. */
  get now(): Int32Array {
    this.look();
    return this.#whole;
  }

  /** Finds what has changed since it was last called. */
  look(): void {
    if (!this.#springs || !this.#compare(this.#springs)) return;
    this.changes++;
    this.#whole = this.all.filter((_, e) => this.isWhole(Math.floor(e / 3)));
  }

  /** As when last looked at. */
  isWhole(triangle: number): boolean {
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) if (!this.isWholeEdge(e)) return false;
    return true;
  }

  /** Edge e goes from corner e of `all` to the next of its triangle. */
  isWholeEdge(e: number): boolean {
    return this.#edges[e] < 0 || this.#broken[this.#edges[e]] === 0;
  }

  /** Whether other springs are broken than before. */
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

/** Number of the spring between two masses of the lattice, by `edgeKey`. */
export function springsByEnds(springs: Springs, first: number, masses: number): Map<number, number> {
  const ends = springs.ends.view;
  const found = new Map<number, number>();
  for (let i = 0; i < springs.count; i++)
    found.set(edgeKey(ends[2 * i] - first, ends[2 * i + 1] - first, masses), i);
  return found;
}

/** The same for both orders. */
export function edgeKey(a: number, b: number, masses: number): number {
  return Math.min(a, b) * masses + Math.max(a, b);
}
