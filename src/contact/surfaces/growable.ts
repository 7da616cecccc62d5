/** Scratch blocks of the arena that grow as they are needed. */
import type { Arena, Block, BlockKind } from '../../core/arena.ts';

/** Room over what is asked for when a block grows: the arena moves every block then. */
const GROWTH = 1.5;

export class Room<K extends BlockKind> {
  readonly block: Block<K>;
  readonly #arena: Arena;

  constructor(arena: Arena, name: string, kind: K) {
    this.#arena = arena;
    this.block = arena.scratch(name, kind, 0);
  }

  get view(): Block<K>['view'] {
    return this.block.view;
  }

  get offset(): number {
    return this.block.offset;
  }

  get length(): number {
    return this.block.length;
  }

  /** At least `length` elements; what is there stays. */
  grow(length: number): void {
    if (this.block.length >= length) return;
    this.#arena.resize(new Map([[this.block as Block, Math.ceil(GROWTH * length)]]));
  }
}
