/** The contacts of a sub-step, and the order in which they are solved. */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import { CONTACT_NUMBERS, CONTACT_WORDS } from './records.ts';

/** Contacts that fit at first. */
const FIRST_CAPACITY = 256;

export class ContactList {
  readonly #arena: Arena;
  readonly #contacts: GrowableBlock<'f64'>;
  readonly #order: GrowableBlock<'i32'>;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#contacts = new GrowableBlock(arena, 'surface.contacts', 'f64');
    this.#order = new GrowableBlock(arena, 'surface.order', 'i32');
    this.#grow(FIRST_CAPACITY);
  }

  #grow(capacity: number): void {
    this.#contacts.grow(capacity * CONTACT_NUMBERS);
    this.#order.grow(capacity);
  }

  get offset(): number {
    return this.#contacts.offset;
  }

  get orderOffset(): number {
    return this.#order.offset;
  }

  get view(): Float64Array {
    return this.#contacts.view;
  }

  get order(): Int32Array {
    return this.#order.view;
  }

  get capacity(): number {
    return Math.min(this.#order.length, Math.floor(this.#contacts.length / CONTACT_NUMBERS));
  }

  /** Runs a search, which returns how many contacts there are in all; if they exceed the capacity, grows and repeats it. */
  fill(search: () => number): number {
    const found = search();
    if (found <= this.capacity) return found;
    this.#grow(found);
    return search();
  }

  /** Sorts the first `count` contacts by their vertices. */
  sort(count: number): void {
    this.#arena.kernels.surfaceOrder(this.offset, this.orderOffset, count);
  }

  /** Calls `visit` with the four vertices of each of the first `count` contacts. */
  forEachVertex(count: number, visit: (vertex: number) => void): void {
    const words = new Int32Array(this.view.buffer, this.offset, CONTACT_WORDS * count);
    for (let k = 0; k < words.length; k += CONTACT_WORDS) for (let j = k; j < k + 4; j++) visit(words[j]);
  }
}
