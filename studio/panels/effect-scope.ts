/** Effects that end together. */
import { effect } from '@preact/signals-core';

export class Scope {
  readonly #ends: (() => void)[] = [];

  effect(run: () => void): void {
    this.#ends.push(effect(run));
  }

  onEnd(end: () => void): void {
    this.#ends.push(end);
  }

  /** Returns a scope inside this one, which may end earlier. */
  inner(): Scope {
    const inner = new Scope();
    this.#ends.push(() => inner.end());
    return inner;
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}
