/** Steps that keep simulated time level with real time. Time that cannot be caught up is dropped. */

/** Time that one request for steps may take before a frame is posted, ms. */
export const STEP_BUDGET = 30;
/** Largest lag that is caught up, s; a hidden tab or a slow scene falls behind by more. */
const MOST_OWED = 0.1;

export class StepsDue {
  #owed = 0;

  /** Returns the whole steps of `dt` s that are due `seconds` later; none while the last ones are under way. */
  after(seconds: number, dt: number, isBusy: boolean): number {
    this.#owed = Math.min(this.#owed + seconds, MOST_OWED);
    const steps = Math.floor(this.#owed / dt + 1e-6);
    if (steps === 0 || isBusy) return 0;
    this.#owed -= steps * dt;
    return steps;
  }

  /** Forgets the time that is owed, as after a pause. */
  clear(): void {
    this.#owed = 0;
  }
}
