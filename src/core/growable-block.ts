/** A scratch block of the arena that grows on demand. */
import type { Arena, Block, BlockKind } from './arena.ts';

/** Factor over the requested length when a block grows: growing moves every block of the arena. */
const GROWTH = 1.5;

export class GrowableBlock<K extends BlockKind> {
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

  /** Makes room for at least `length` elements and keeps the present ones. */
  grow(length: number): void {
    if (this.block.length >= length) return;
    this.#arena.resize(new Map([[this.block as Block, Math.ceil(GROWTH * length)]]));
  }
}
