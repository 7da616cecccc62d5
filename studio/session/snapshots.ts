/** Snapshots of a session to return to: one every so many steps, fewer as memory fills. */
export interface KeptSnapshot {
  readonly step: number;
  /** Number of edits made before it. */
  readonly applied: number;
  readonly bytes: Uint8Array;
}

/** Steps from one snapshot to the next, until memory is full. */
const FIRST_EVERY = 20;
/** Bytes. */
const BUDGET = 200_000_000;

export class Snapshots {
  #kept: KeptSnapshot[] = [];
  #every = FIRST_EVERY;
  #bytes = 0;
  readonly #budget: number;

  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  isDue(step: number): boolean {
    return step % this.#every === 0 && !this.#kept.some((one) => one.step === step);
  }

  add(step: number, applied: number, bytes: Uint8Array): void {
    this.#replace([...this.#kept, { step, applied, bytes }].sort((a, b) => a.step - b.step));
    while (this.#bytes > this.#budget && this.#kept.length > 2) {
      this.#every *= 2;
      this.#replace(this.#kept.filter((one) => one.step % this.#every === 0));
    }
  }

  /** Returns the last snapshot at or before the step that includes at most the first `edits` edits. */
  before(step: number, edits: number): KeptSnapshot | undefined {
    return this.#kept.findLast((one) => one.step <= step && one.applied <= edits);
  }

  /** Drops the snapshots after a step. */
  forgetAfter(step: number): void {
    this.#replace(this.#kept.filter((one) => one.step <= step));
  }

  /** Drops the snapshots that include an edit from number `first` on. */
  forgetEdits(first: number): void {
    this.#replace(this.#kept.filter((one) => one.applied <= first));
  }

  clear(): void {
    this.#replace([]);
  }

  #replace(kept: KeptSnapshot[]): void {
    this.#kept = kept;
    this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
}
