/** Snapshots of a session, to go back to: one every so many steps, fewer as memory fills. */
export interface Keep {
  readonly step: number;
  /** How many edits had been made. */
  readonly applied: number;
  readonly bytes: Uint8Array;
}

const FIRST_EVERY = 20;
const BUDGET = 200_000_000;

export class Keeps {
  #keeps: Keep[] = [];
  #every = FIRST_EVERY;
  #bytes = 0;
  readonly #budget: number;

  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  isDue(step: number): boolean {
    return step % this.#every === 0 && !this.#keeps.some((keep) => keep.step === step);
  }

  add(step: number, applied: number, bytes: Uint8Array): void {
    this.#keep([...this.#keeps, { step, applied, bytes }].sort((a, b) => a.step - b.step));
    while (this.#bytes > this.#budget && this.#keeps.length > 2) {
      this.#every *= 2;
      this.#keep(this.#keeps.filter((keep) => keep.step % this.#every === 0));
    }
  }

  /** The last one at or before the step that knows no more than the first `edits` edits. */
  before(step: number, edits: number): Keep | undefined {
    return this.#keeps.findLast((keep) => keep.step <= step && keep.applied <= edits);
  }

  /** Those after a step are of a run that is no more. */
  forgetAfter(step: number): void {
    this.#keep(this.#keeps.filter((keep) => keep.step <= step));
  }

  /** Those that know an edit from number `first` on. */
  forgetEdits(first: number): void {
    this.#keep(this.#keeps.filter((keep) => keep.applied <= first));
  }

  clear(): void {
    this.#keep([]);
  }

  #keep(keeps: Keep[]): void {
    this.#keeps = keeps;
    this.#bytes = keeps.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
}
