/** Effects that end together, with the elements that they keep up to date. */
import { effect } from '@preact/signals-core';

export class Scope {
  readonly #ends: (() => void)[] = [];

  effect(run: () => void): void {
    this.#ends.push(effect(run));
  }

  onEnd(end: () => void): void {
    this.#ends.push(end);
  }

  /** A part that may end before the whole does. */
  inner(): Scope {
    const inner = new Scope();
    this.#ends.push(() => inner.end());
    return inner;
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}
