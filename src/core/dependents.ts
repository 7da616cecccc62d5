/** Dependents: data that refers to particles by index, or that changes together with the topology of bodies. */
import type { Block } from './arena.ts';
import type { World } from './world.ts';

/** A change of particle indices within a range, announced after all particles are in place. */
export interface Renumbering {
  readonly firstBefore: number;
  readonly countBefore: number;
  readonly first: number;
  readonly count: number;
  /** Returns the new index of the particle that had the index `old`; −1 if it no longer exists. */
  newIndex(old: number): number;
  /** Returns the new index of a collider, −1 if it no longer exists; default: colliders keep their indices. */
  newCollider?(old: number): number;
}

export interface Dependent {
  readonly name: string;
  /** Model blocks that change without a system of the phase `adapt`: as particles are renumbered, or by a tool between steps. */
  readonly changes?: readonly Block[];
  /** Follows particles to their new indices. */
  renumbered?(change: Renumbering): void;
  /** Called after the arena's contents were replaced, by a snapshot or by the state before a step that failed. */
  restored?(world: World): void;
}

export class Dependents {
  readonly #list: Dependent[] = [];
  #postponed: Renumbering[] | undefined;

  add(dependent: Dependent): void {
    this.#list.push(dependent);
  }

  remove(dependent: Dependent): void {
    const at = this.#list.indexOf(dependent);
    if (at >= 0) this.#list.splice(at, 1);
  }

  /** Returns whether one of them may change the block. */
  change(block: Block): boolean {
    return this.#list.some(({ changes }) => changes?.includes(block));
  }

  restored(world: World): void {
    for (const dependent of this.#list) dependent.restored?.(world);
  }

  /** Reports a renumbering to all. A body that grows lets the bodies behind it move and report first. */
  announce(change: Renumbering): void {
    if (this.#postponed) this.#postponed.push(change);
    else for (const dependent of this.#list) dependent.renumbered?.(change);
  }

  /**
   * Reports a body that shrinks, and after it the bodies behind, which have moved. In the other order an index that has
   * moved already would lie in the old range of the body that shrinks, and be translated twice.
   */
  announceFirst(shrink: () => Renumbering): void {
    const others: Renumbering[] = [];
    this.#postponed = others;
    let own: Renumbering;
    try {
      own = shrink();
    } finally {
      this.#postponed = undefined;
    }
    for (const change of [own, ...others]) this.announce(change);
  }
}
