/**
 * Heavy elastica: a strip clamped level at one end and bent by its own weight. With s the distance from the clamp over the
 * length and θ the angle below the horizontal, θ″ = −Γ (1 − s) cos θ, θ(0) = 0, θ′(1) = 0; Γ = ρ g L³/D. Drop
 * H = ∫ sin θ ds, reach W = ∫ cos θ ds. Solved by shooting for θ′(0) with the classical Runge–Kutta method.
 */
const STEPS = 2000;

export interface Elastica {
  hOverL: number;
  wOverL: number;
}

export function elastica(gamma: number): Elastica {
  // The moment at the clamp is at most Γ/2 (all weight at full arm) and its curvature at most √(2Γ) (hanging
  // plumb); it is close to the smaller bound. Far below lie the looped shapes of limp strips.
  let high = Math.min(gamma / 2, Math.sqrt(2 * gamma));
  let low = 0.7 * high;
  for (let i = 0; i < 100; i++) {
    const middle = 0.5 * (low + high);
    if (shoot(gamma, middle).tip > 0) high = middle;
    else low = middle;
  }
  const { drop, reach } = shoot(gamma, 0.5 * (low + high));
  return { hOverL: drop, wOverL: reach };
}

/** State: θ, θ′, H, W. */
function shoot(gamma: number, curvature: number): { tip: number; drop: number; reach: number } {
  let y = [0, curvature, 0, 0];
  const h = 1 / STEPS;
  const slope = (s: number, [angle, turn]: readonly number[]) => [
    turn,
    -gamma * (1 - s) * Math.cos(angle),
    Math.sin(angle),
    Math.cos(angle),
  ];
  const ahead = (k: readonly number[], step: number) => y.map((value, i) => value + step * k[i]);
  for (let i = 0; i < STEPS; i++) {
    const s = i * h;
    const k1 = slope(s, y);
    const k2 = slope(s + h / 2, ahead(k1, h / 2));
    const k3 = slope(s + h / 2, ahead(k2, h / 2));
    const k4 = slope(s + h, ahead(k3, h));
    y = y.map((value, j) => value + (h / 6) * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]));
  }
  return { tip: y[1], drop: y[2], reach: y[3] };
}
