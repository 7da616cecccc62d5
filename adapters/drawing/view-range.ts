/**
 * Ends of a colour scale. They grow with the values seen so far, in round steps, and do not shrink, so that a colour keeps
 * its meaning while a run plays. Outliers are ignored: they would give all other particles one colour.
 */
import type { RangeRule } from 'pliant/engine';

/** Share of the particles that the scale covers at either end. */
const COVERED = 0.99;
/** Particles that the share is estimated from. */
const SAMPLES = 4000;
/** Mantissas of an end. */
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Values at the ends of a colour scale. */
export type Range = readonly [low: number, high: number];

export class ViewRange {
  readonly #rule: RangeRule;
  /** 1 for whole numbers, which have no outliers. */
  readonly #covered: number;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;

  constructor({ range, scale }: { range: RangeRule; scale: string }) {
    this.#rule = range;
    this.#covered = scale === 'whole' ? 1 : COVERED;
  }

  /** Extends the range to these numbers and returns whether it has grown. */
  take(numbers: ArrayLike<number>): boolean {
    if (this.#rule.ends === 'given' || numbers.length === 0) return false;
    const before = this.ends;
    const stride = this.#covered === 1 ? 1 : Math.ceil(numbers.length / SAMPLES);
    const sorted = new Float32Array(Math.ceil(numbers.length / stride));
    let n = 0;
    for (let i = 0; i < numbers.length; i += stride)
      if (Number.isFinite(numbers[i])) sorted[n++] = numbers[i];
    if (n === 0) return false;
    const kept = sorted.subarray(0, n).sort();
    const far = Math.floor((1 - this.#covered) * (n - 1));
    this.#low = Math.min(this.#low, kept[far]);
    this.#high = Math.max(this.#high, kept[n - 1 - far]);
    const now = this.ends;
    return now[0] !== before[0] || now[1] !== before[1];
  }

  get ends(): Range {
    const rule = this.#rule;
    if (rule.ends === 'given') return [rule.low, rule.high];
    const { least } = rule;
    if (rule.ends === 'from-zero') return [0, rounded(Math.max(least, this.#high))];
    if (rule.ends === 'about-zero') {
      const most = rounded(Math.max(least / 2, this.#high, -this.#low));
      return [-most, most];
    }
    if (this.#low > this.#high) return [0, least];
    // Round steps of a tenth of the distance, so that an end does not move with every frame.
    const step = rounded(Math.max(least, this.#high - this.#low)) / 10;
    const [low, high] = [Math.floor(this.#low / step) * step, Math.ceil(this.#high / step) * step];
    if (high - low >= least) return [low, high];
    // All values are alike: extend as far below as above.
    const middle = Math.round((low + high) / (2 * step)) * step;
    return [middle - least / 2, middle + least / 2];
  }
}

/** Returns the next round number. */
function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const share = value / power - 1e-6; // tolerance: a round number in single precision stays
  return (ROUND.find((round) => round >= share) ?? 10) * power;
}
