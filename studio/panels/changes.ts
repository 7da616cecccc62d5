/**
 * Changes on their way to the simulation. One is on its way at a time: a slider that is dragged sends its latest value
 * when the last one has been answered, and the values between are never built.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core';

/** What the simulation answers to a change. */
export interface Answered {
  readonly done: boolean;
  readonly message?: string;
  readonly restart?: boolean;
}

export type Outcome =
  | { readonly state: 'pending' }
  /** Took effect in the running world. */
  | { readonly state: 'live' }
  | { readonly state: 'restart'; readonly message: string }
  | { readonly state: 'refused'; readonly message: string };

export interface Change {
  readonly path: string;
  /** Undefined takes the field out. */
  readonly value: unknown;
  /** Changes of one path with the same number are one change to undo. */
  readonly gesture: number;
}

export class Changes {
  readonly #apply: (change: Change) => Promise<Answered>;
  readonly #outcomes = signal<ReadonlyMap<string, Outcome>>(new Map());
  readonly #waiting = new Map<string, Change>();
  #busy = false;
  #gestures = 0;

  constructor(apply: (change: Change) => Promise<Answered>) {
    this.#apply = apply;
  }

  /** What became of the last change of each path. */
  get outcomes(): ReadonlySignal<ReadonlyMap<string, Outcome>> {
    return this.#outcomes;
  }

  /** A number for changes that belong together, such as those of one drag. */
  gesture(): number {
    return ++this.#gestures;
  }

  change(path: string, value: unknown, gesture = this.gesture()): void {
    this.#waiting.set(path, { path, value, gesture });
    this.#set(path, { state: 'pending' });
    if (!this.#busy) void this.#send();
  }

  /** After a restart nothing waits for one. */
  restarted(): void {
    this.#outcomes.value = new Map([...this.#outcomes.value].filter(([, { state }]) => state !== 'restart'));
  }

  forget(path: string): void {
    if (!this.#outcomes.value.has(path)) return;
    const left = new Map(this.#outcomes.value);
    left.delete(path);
    this.#outcomes.value = left;
  }

  async #send(): Promise<void> {
    this.#busy = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const outcome = await this.#answer(next);
      if (!this.#waiting.has(next.path)) this.#set(next.path, outcome);
    }
    this.#busy = false;
  }

  #next(): Change | undefined {
    const [first] = this.#waiting.values();
    if (first) this.#waiting.delete(first.path);
    return first;
  }

  async #answer(change: Change): Promise<Outcome> {
    try {
      const { done, message = '', restart = false } = await this.#apply(change);
      if (restart) return { state: 'restart', message };
      return done ? { state: 'live' } : { state: 'refused', message: wordsFor(change.path, message) };
    } catch (error) {
      return { state: 'refused', message: error instanceof Error ? error.message : String(error) };
    }
  }

  #set(path: string, outcome: Outcome): void {
    this.#outcomes.value = new Map(this.#outcomes.value).set(path, outcome);
  }
}

/** The message beside a field needs no path to say which field it is about. */
function wordsFor(path: string, message: string): string {
  const [line] = message.split('\n');
  return line.startsWith(`${path}: `) ? line.slice(path.length + 2) : line || 'refused';
}
