/**
 * Warm start: the impulses of the last sub-step, from which the next solve starts. At rest, every sub-step needs the same λ, of
 * the order m g h². The block is part of the state: the length of that sub-step (s), then a record a contact.
 */
import type { Arena, Block } from '../../core/arena.ts';
import type { ContactList } from './contact-list.ts';
import { MEMORY_NUMBERS } from './records.ts';

export class ContactMemory {
  readonly block: Block<'f64'>;
  readonly #arena: Arena;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.block = arena.allocate('contact.memory', 'f64', 1);
  }

  /** Forgets all impulses, when vertices are renumbered. */
  forget(): void {
    this.#resize(0);
  }

  /**
   * Applies the remembered impulses to the contacts `from` to `count` − 1 of a sub-step of `h` seconds, at the byte offsets of
   * vertices and rigid bodies.
   */
  recall(
    h: number,
    { offset: contacts, orderOffset: order }: ContactList,
    from: number,
    count: number,
    vertices: number,
    rigids: number,
  ): void {
    const { view, offset, length } = this.block;
    const remembered = Math.floor((length - 1) / MEMORY_NUMBERS);
    if (remembered === 0) return;
    const share = (h / view[0]) * (h / view[0]);
    const { kernels } = this.#arena;
    kernels.surfaceRecall(contacts, order, from, count, offset + 8, remembered, share, vertices, rigids);
  }

  /** Remembers the impulses of the first `count` contacts of a sub-step of `h` seconds. */
  remember(h: number, contacts: ContactList, count: number): void {
    if (count === 0 && this.block.length === 1) return;
    this.#resize(count);
    this.block.view[0] = h;
    // Offsets after the resize, which may move blocks.
    const { offset, orderOffset } = contacts;
    this.#arena.kernels.surfaceRemember(offset, orderOffset, count, this.block.offset + 8);
  }

  #resize(count: number): void {
    this.#arena.resize(new Map([[this.block as Block, 1 + MEMORY_NUMBERS * count]]));
  }
}
