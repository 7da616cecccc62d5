/**
 * How often rotations and hardness are found anew in a sub-step. Both are held in a linear solve; where that has left forces that are
 * worth another, it is done again (matter-solve.ts). To see it takes most of a round: so what was calm is taken to stay so for a few
 * sub-steps, as long as the solve's right side does not grow. Every step begins by looking: nothing but the state goes from one to the next.
 */

/** Sub-steps that are taken to stay calm, and the growth of the right side that ends it. */
const CALM = 4;
const GROWN = 1.5;

export class Rounds {
  #calm = 0;
  #calmSize = 0;
  #size = 0;

  begin(): void {
    this.#calm = 0;
  }

  /** Whether the sub-step is solved after this round. `size`: of the right side of its solve, `iterations`: what it took. */
  isSolved(round: number, iterations: number, size: number): boolean {
    if (round === 0) {
      this.#size = size;
      if (!(size > 0)) return true;
      if (this.#calm === 0 || size > GROWN * this.#calmSize) return false;
      this.#calm--;
      return true;
    }
    if (iterations > 0) return false;
    this.#calm = round === 1 ? CALM : 0;
    this.#calmSize = this.#size;
    return true;
  }
}
