/**
 * The blown bubble in theory: a clamped disc of radius a, blown by pressure to the height h, s = h/a.
 *
 * Large stretch. A film with isotropic tension is a spherical cap, and the map from disc to cap that keeps the tension
 * isotropic is conformal. With the cap's sphere through the rim, stereographic projection gives
 *   λ(ρ) = (1 + s²)/(1 + s² ρ²/a²),   t/t₀ = 1/λ²,
 * ρ the radius in the flat disc: 1/(1 + s²)² at the pole (Hill 1950), 1 at the rim, a²/(a² + h²) in the mean over
 * the cap, whose area is π(a² + h²).
 *
 * Neo-Hookean (Adkins & Rivlin 1952). Meridional and hoop stretch λ₁ = ds/dρ, λ₂ = r/ρ, slope ψ of the meridian,
 * tensions (per length, over G t₀) T₁ = (λ₁ − 1/(λ₁³λ₂²))/λ₂ and T₂ likewise; membrane equilibrium is
 *   r′ = λ₁ cos ψ,  z′ = −λ₁ sin ψ,  T₁′ = (T₂ − T₁) r′/r,  ψ′ = λ₁ (P − T₂ sin ψ/r)/T₁,
 * P = p/(G t₀). Lengths scale as 1/P: with P = 1, one integration from the pole, λ₁ = λ₂ = λ₀, to the point where r = ρ
 * gives the bubble of the disc of that radius. Every λ₀ is a bubble; bisection finds the one of height s.
 */

export interface BubbleTheory {
  /** Pressure p a/(G t₀). */
  pressure: number;
  /** Thickness t/t₀ at radius ρ/a in the flat disc. */
  thicknessAt(radius: number): number;
  /** Volume over area, divided by t₀. */
  mean: number;
}

export function sphericalBubble(height: number): BubbleTheory {
  const s2 = height * height;
  return {
    // Tension G t₀; radius of the sphere a (1 + s²)/(2 s).
    pressure: (4 * height) / (1 + s2),
    thicknessAt: (radius) => ((1 + s2 * radius * radius) / (1 + s2)) ** 2,
    mean: 1 / (1 + s2),
  };
}

interface Meridian {
  /** Radius of the flat disc, in units of 1/P. */
  rim: number;
  height: number;
  /** Points ρ and t/t₀ from pole to rim. */
  radius: number[];
  thickness: number[];
  /** Area of the bubble over π. */
  area: number;
}

/** State: r, z, T₁, ψ. */
type State = [number, number, number, number];

/** Solves for λ₁ from T₁ and λ₂ by Newton's method; T₁ increases with λ₁ without bound. */
function meridionalStretch(tension: number, hoop: number, start: number): number {
  let stretch = start;
  for (let k = 0; k < 30; k++) {
    const cube = stretch ** 3 * hoop * hoop;
    const excess = (stretch - 1 / cube) / hoop - tension;
    const change = excess / ((1 + 3 / (cube * stretch)) / hoop);
    stretch -= Math.min(change, 0.5 * stretch);
    if (Math.abs(change) < 1e-14 * stretch) break;
  }
  return stretch;
}

function meridian(pole: number): Meridian {
  const poleTension = 1 - pole ** -6;
  // At the pole the curvature is that of a sphere: 2 T κ = P.
  const step = (0.002 * poleTension) / pole;
  let rho = step;
  let y: State = [
    pole * rho,
    (-0.25 * (pole * rho) ** 2) / poleTension,
    poleTension,
    (0.5 * pole * rho) / poleTension,
  ];
  let last = pole;
  const stretch = (at: number, [r, , tension]: State) => meridionalStretch(tension, r / at, last);
  const slope = (at: number, state: State): State => {
    const [r, , tension, psi] = state;
    const hoop = r / at;
    const along = stretch(at, state);
    const hoopTension = (hoop - 1 / (hoop ** 3 * along * along)) / along;
    const dr = along * Math.cos(psi);
    return [
      dr,
      -along * Math.sin(psi),
      ((hoopTension - tension) * dr) / r,
      (along * (1 - (hoopTension * Math.sin(psi)) / r)) / tension,
    ];
  };
  const plus = (state: State, k: State, h: number) => state.map((value, i) => value + h * k[i]) as State;
  const radius = [0];
  const thickness = [1 / (pole * pole)];
  let area = (pole * rho) ** 2;
  for (;;) {
    const before = { rho, y, stretch: last };
    const k1 = slope(rho, y);
    const k2 = slope(rho + step / 2, plus(y, k1, step / 2));
    const k3 = slope(rho + step / 2, plus(y, k2, step / 2));
    const k4 = slope(rho + step, plus(y, k3, step));
    y = y.map((value, i) => value + (step / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i])) as State;
    rho += step;
    last = stretch(rho, y);
    area += step * (y[0] * last + before.y[0] * before.stretch);
    radius.push(rho);
    thickness.push(1 / (last * (y[0] / rho)));
    if (y[0] > rho) continue;
    // Linear interpolation of r − ρ between the last two points.
    const share = (before.y[0] - before.rho) / (before.y[0] - before.rho - (y[0] - rho));
    const rim = before.rho + share * step;
    return {
      rim,
      height: -(before.y[1] + share * (y[1] - before.y[1])),
      radius: radius.map((value) => value / rim),
      thickness,
      area: area - (1 - share) * step * (y[0] * last + before.y[0] * before.stretch),
    };
  }
}

export function neoHookeanBubble(height: number): BubbleTheory {
  let low = 1 + 1e-6;
  let high = 2;
  const heightOf = (pole: number) => {
    const found = meridian(pole);
    return found.height / found.rim;
  };
  while (heightOf(high) < height) high *= 1.5;
  for (let k = 0; k < 45; k++) {
    const middle = 0.5 * (low + high);
    if (heightOf(middle) < height) low = middle;
    else high = middle;
  }
  const { rim, area, radius, thickness } = meridian(0.5 * (low + high));
  return {
    pressure: rim,
    mean: (rim * rim) / area,
    thicknessAt(at) {
      const after = radius.findIndex((value) => value > at);
      if (after < 1) return thickness[after < 0 ? thickness.length - 1 : 0];
      const share = (at - radius[after - 1]) / (radius[after] - radius[after - 1]);
      return thickness[after - 1] + share * (thickness[after] - thickness[after - 1]);
    },
  };
}
