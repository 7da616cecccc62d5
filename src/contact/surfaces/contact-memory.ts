/**
 * What contacts were solved with in the last sub-step, by which the next begins: things at rest need the same push in
 * every one, and λ is one of m g h². Part of the state: the length of that sub-step (s), then six numbers a contact.
 */
import type { Arena, Block } from '../../core/arena.ts';
import { MEMORY_NUMBERS } from './records.ts';

/** Byte offsets of contacts and their order, and of what they push. */
interface ContactArrays {
  readonly contacts: number;
  readonly order: number;
  readonly vertices: number;
  readonly rigids: number;
}

export class ContactMemory {
  readonly block: Block<'f64'>;
  readonly #arena: Arena;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.block = arena.allocate('contact.memory', 'f64', 1);
  }

  /** Vertices have other numbers: what was solved with is found anew in the next sub-step. */
  forget(): void {
    this.#resize(0);
  }

  /** Pushes contacts from number `from` to before `count` as those of the last sub-step were, in one of `h` seconds. */
  recall(h: number, from: number, count: number, { contacts, order, vertices, rigids }: ContactArrays): void {
    const { view, offset, length } = this.block;
    const remembered = Math.floor((length - 1) / MEMORY_NUMBERS);
    if (remembered === 0) return;
    const share = (h / view[0]) * (h / view[0]);
    const { kernels } = this.#arena;
    kernels.surfaceRecall(contacts, order, from, count, offset + 8, remembered, share, vertices, rigids);
  }

  remember(h: number, count: number, contacts: number, order: number): void {
    if (count === 0 && this.block.length === 1) return;
    this.#resize(count);
    this.block.view[0] = h;
    this.#arena.kernels.surfaceRemember(contacts, order, count, this.block.offset + 8);
  }

  #resize(count: number): void {
    this.#arena.resize(new Map([[this.block as Block, 1 + MEMORY_NUMBERS * count]]));
  }
}
