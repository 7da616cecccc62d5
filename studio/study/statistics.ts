/**
 * Statistics of a study: mean, median and deviation of marks, and Student's paired t-test (Student 1908) of two variants,
 * which takes each rater's difference d = a − b: t = d̄ / (s/√n), s² = Σ(d − d̄)²/(n − 1), with ν = n − 1 degrees of freedom.
 * P(|T| > |t|) = I_x(ν/2, 1/2) with x = ν/(ν + t²), I the regularised incomplete beta function, by its continued fraction
 * (Abramowitz & Stegun 1964, 26.5.8) summed after Lentz (1976).
 */
import { gammaln, mean, median, sampleStandardDeviation, standardDeviation } from 'simple-statistics';

export interface Summary {
  count: number;
  mean: number;
  median: number;
  /** Population variance Σ(x − x̄)²/n, as App. D of the thesis prints it. */
  deviation: number;
}

/** Returns undefined for no marks. */
export function summary(marks: readonly number[]): Summary | undefined {
  if (marks.length === 0) return undefined;
  const values = [...marks];
  return {
    count: values.length,
    mean: mean(values),
    median: median(values),
    deviation: standardDeviation(values),
  };
}

export interface PairedTest {
  /** Number of raters who have marked both. */
  pairs: number;
  /** Mean of first minus second. */
  difference: number;
  /** Infinite if all raters have the same difference. */
  t: number;
  /** Two-sided and one-sided probability of such a t if there is no difference. */
  twoSided: number;
  oneSided: number;
}

/** Returns undefined for fewer than two raters who have marked both, or if none of them sees a difference. */
export function pairedTest(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
): PairedTest | undefined {
  const differences: number[] = [];
  for (const [rater, mark] of first) {
    const other = second.get(rater);
    if (other !== undefined) differences.push(mark - other);
  }
  if (differences.length < 2 || differences.every((d) => d === 0)) return undefined;
  const difference = mean(differences);
  // The tTest of simple-statistics divides by the population deviation: its t is too large by √(n/(n − 1)).
  const t = difference / (sampleStandardDeviation(differences) / Math.sqrt(differences.length));
  const twoSided = studentTails(t, differences.length - 1);
  return { pairs: differences.length, difference, t, twoSided, oneSided: twoSided / 2 };
}

/** Returns P(|T| > |t|) for Student's T with `freedom` degrees of freedom. */
export function studentTails(t: number, freedom: number): number {
  if (!(freedom > 0)) throw new RangeError(`freedom: must be above 0, got ${freedom}`);
  if (Number.isNaN(t)) throw new RangeError('t: must be a number');
  return Number.isFinite(t) ? incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) : 0;
}

/** Returns I_x(a, b), for 0 ≤ x ≤ 1 and a, b > 0. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the middle of the distribution; beyond it, the symmetric one does.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log(1 - x));
  return (front / a) * betaFraction(x, a, b);
}

/** Smallest change of a double. */
const ENOUGH = 1e-16;
/** Replaces 0 in divisions. */
const TINY = 1e-300;
/** Most terms. About √max(a, b) are needed: ten for a hundred raters. */
const MOST_TERMS = 10_000;

/** Returns the continued fraction 1/(1+ d₁/(1+ d₂/(1+ …))) of I_x. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / nonzero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonzero(1 + even * d);
    c = nonzero(1 + even / c);
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonzero(1 + odd * d);
    c = nonzero(1 + odd / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < ENOUGH) break;
  }
  return value;
}

function nonzero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}
