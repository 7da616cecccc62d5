/** Natural frequencies of a hanging strip, a tense membrane and a plate, and what a step of an engine makes of an oscillation. */

/** Bessel function J₀(x) by its power series, for 0 ≤ x < 20. */
export function besselJ0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < 80; k++) {
    term *= -(x * x) / (4 * k * k);
    sum += term;
  }
  return sum;
}

/** The n-th zero of J₀, by bisection around its asymptote (n − ¼) π, which is right within 0.05. */
export function besselZero(n: number): number {
  let low = (n - 0.25) * Math.PI;
  let high = low + 0.1;
  const sign = Math.sign(besselJ0(low));
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (Math.sign(besselJ0(middle)) === sign) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/**
 * Factor R(iωh) by which one step of h multiplies an undamped oscillation e^{iωt}, as its size and its angle in radians.
 * Implicit Euler: 1/(1 − z). SDIRK2: (1 + (1 − 2γ) z)/(1 − γ z)², γ = 1 − 1/√2. Explicit engines take sub-steps so short
 * that the exact e^{z} stands for them.
 */
export function amplification(engine: string, angle: number): { size: number; turn: number } {
  if (engine === 'implicit-euler') return { size: 1 / Math.hypot(1, angle), turn: Math.atan(angle) };
  if (engine !== 'sdirk2') return { size: 1, turn: angle };
  const gamma = 1 - Math.SQRT1_2;
  const above = (1 - 2 * gamma) * angle;
  const below = gamma * angle;
  return {
    size: Math.hypot(1, above) / (1 + below * below),
    turn: Math.atan(above) + 2 * Math.atan(below),
  };
}

/** A record of an oscillation: its angular frequency, what a period keeps of the amplitude, and the worst rise from peak to peak. */
export interface Swings {
  readonly frequency: number;
  readonly kept: number;
  readonly rise: number;
}

/** Reads an oscillation about zero from samples every `dt` seconds: zeros by secants, peaks by parabolas. */
export function readSwings(samples: readonly number[], dt: number): Swings {
  const zeros: number[] = [];
  const peaks: number[] = [];
  for (let k = 1; k < samples.length; k++) {
    const [a, b] = [samples[k - 1], samples[k]];
    if (a * b < 0) zeros.push((k - 1 + a / (a - b)) * dt);
  }
  for (let k = 1; k + 1 < samples.length; k++) {
    const [a, b, c] = [samples[k - 1], samples[k], samples[k + 1]].map(Math.abs);
    if (a < b && c <= b) peaks.push(b + (a - c) ** 2 / (8 * (2 * b - a - c)));
  }
  const halves = zeros.length - 1;
  if (halves < 2 || peaks.length < 3) return { frequency: Number.NaN, kept: Number.NaN, rise: Number.NaN };
  const ratio = peaks[peaks.length - 1] / peaks[0];
  return {
    frequency: (Math.PI * halves) / (zeros[halves] - zeros[0]),
    kept: ratio ** (2 / (peaks.length - 1)),
    rise: Math.max(...peaks.slice(1).map((peak, k) => peak / peaks[k])),
  };
}
