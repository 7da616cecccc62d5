/**
 * Sends changes to the simulation, one at a time: a dragged slider sends its latest value when the last one has been
 * answered, and the values in between are skipped.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';

/** The simulation's answer to a change. */
export interface Answered {
  readonly done: boolean;
  /** Why it was not done. */
  readonly message?: string;
}

export type Outcome =
  | { readonly state: 'pending' }
  /** It took effect in the running world. */
  | { readonly state: 'live' }
  /** It waits for a restart. */
  | { readonly state: 'restart' }
  | { readonly state: 'refused'; readonly message: string };

export interface Change {
  readonly path: string;
  /** Undefined removes the field. */
  readonly value: unknown;
  /** Changes of one path with the same number are undone together. */
  readonly gesture: number;
}

export class PendingChanges {
  readonly #apply: (change: Change) => Promise<Answered>;
  /** Paths of changes that wait for a restart. */
  readonly waiting: ReadonlySignal<readonly string[]>;
  /** Outcome of the last change of each path. */
  readonly outcomes: ReadonlySignal<ReadonlyMap<string, Outcome>>;
  readonly #answers = signal<ReadonlyMap<string, Outcome>>(new Map());
  readonly #queue = new Map<string, Change>();
  #busy = false;
  #gestures = 0;

  constructor(apply: (change: Change) => Promise<Answered>, waiting: ReadonlySignal<readonly string[]>) {
    this.#apply = apply;
    this.waiting = waiting;
    this.outcomes = computed(() => {
      const all = new Map(this.#answers.value);
      for (const path of waiting.value) if (!isUnderWay(all.get(path))) all.set(path, { state: 'restart' });
      return all;
    });
  }

  /** Returns a number for changes that belong together, such as those of one drag. */
  gesture(): number {
    return ++this.#gestures;
  }

  change(path: string, value: unknown, gesture = this.gesture()): void {
    this.#queue.set(path, { path, value, gesture });
    this.#set(path, { state: 'pending' });
    if (!this.#busy) void this.#send();
  }

  forget(path: string): void {
    if (!this.#answers.value.has(path)) return;
    const left = new Map(this.#answers.value);
    left.delete(path);
    this.#answers.value = left;
  }

  async #send(): Promise<void> {
    this.#busy = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const outcome = await this.#answer(next);
      if (!this.#queue.has(next.path)) this.#set(next.path, outcome);
    }
    this.#busy = false;
  }

  #next(): Change | undefined {
    const [first] = this.#queue.values();
    if (first) this.#queue.delete(first.path);
    return first;
  }

  async #answer(change: Change): Promise<Outcome> {
    try {
      const { done, message = '' } = await this.#apply(change);
      return done ? { state: 'live' } : { state: 'refused', message: wordsFor(change.path, message) };
    } catch (error) {
      return { state: 'refused', message: error instanceof Error ? error.message : String(error) };
    }
  }

  #set(path: string, outcome: Outcome): void {
    const answers = new Map(this.#answers.value);
    answers.delete(path); // moves the latest to the end
    this.#answers.value = answers.set(path, outcome);
  }
}

function isUnderWay(outcome: Outcome | undefined): boolean {
  return outcome?.state === 'pending' || outcome?.state === 'refused';
}

/** Removes the path from a message that is shown beside its field. */
function wordsFor(path: string, message: string): string {
  const [line] = message.split('\n');
  return line.startsWith(`${path}: `) ? line.slice(path.length + 2) : line || 'refused';
}
