/**
 * How often rotations and hardness are found anew in a sub-step. Both are held in a linear solve; where that has left forces that are
 * worth another, it is done again (matter-solve.ts). To see that none is costs most of a round: so the next few sub-steps are taken to need
 * as many rounds, as long as the solve's right side does not grow. Every step begins by looking: nothing but the state goes from one to the next.
 */

/** Sub-steps that are taken to be like the one before, and the growth of the right side that ends it. */
const ALIKE = 4;
const GROWN = 1.5;

export class Rounds {
  /** Sub-steps that are still taken to need `#needed` rounds; the right side in the one that showed it. */
  #alike = 0;
  #needed = 0;
  #alikeSize = 0;
  #size = 0;

  begin(): void {
    this.#alike = 0;
  }

  /** Whether the sub-step is solved after this round, of at most `most`. `size`: of the right side of its solve, `iterations`: what it took. */
  isSolved(round: number, most: number, iterations: number, size: number): boolean {
    if (round === 0) {
      this.#size = size;
      if (!(size > 0)) return true;
      if (size > GROWN * this.#alikeSize) this.#alike = 0;
    }
    if (this.#alike > 0) {
      if (round + 1 < this.#needed) return false;
      this.#alike--;
      return true;
    }
    if (iterations > 0 && round + 1 < most) return false;
    this.#needed = iterations > 0 ? most : round;
    this.#alike = ALIKE;
    this.#alikeSize = this.#size;
    return true;
  }
}
