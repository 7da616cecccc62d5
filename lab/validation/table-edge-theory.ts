/**
 * A limp strip that slides over the edge of a table, a quarter turn of radius R. On the table lies the length y, x hangs
 * straight down, and both with the turn make the length L = y + πR/2 + x. With the speed v, the acceleration a and the mass per
 * length λ, tensions are
 *
 *   on the table   T₁ = λ y (a + μ g)
 *   hanging        T₂ = λ x (g − a)
 *   in the turn    dT/dθ = λ R (a − g sin θ) + μ N,   N = T − λ v² + λ g R cos θ
 *
 * The last is Euler's belt friction with weight; λ v² is what it takes to turn the moving strip, whatever R. It is linear, so
 * that with E = e^(μ π/2), I₀ = (E − 1)/μ, I_s = (E − μ)/(1 + μ²), I_c = (E μ + 1)/(1 + μ²), in the limit I₀ = π/2 for μ = 0,
 *
 *   a = [g (x + R I_s) − μ g (E y + R I_c) + (E − 1) v²] / (x + R I₀ + E y).
 *
 * For R = 0 and an edge without friction that is g (x − μ y)/L. Where N becomes negative the strip leaves the edge, and
 * the theory ends.
 */

const G = 9.80665;
/** Steps of the integration from start to end, about: its error is below 1e-9. */
const STEPS = 20_000;
const QUARTER = Math.PI / 2;

export interface Slide {
  /** Length, overhang at the start (turn included), and radius of the edge, m. */
  readonly length: number;
  readonly start: number;
  readonly radius: number;
  /** Coefficient on the table, and at its edge. */
  readonly friction: number;
  readonly edge: number;
}

/** Returns the acceleration along the strip, m/s², at an overhang, m, and a speed, m/s. */
export function acceleration({ length, radius, friction, edge }: Slide, overhang: number, speed: number) {
  const belt = Math.exp(edge * QUARTER);
  const i0 = edge > 0 ? (belt - 1) / edge : QUARTER;
  const sine = (belt - edge) / (1 + edge * edge);
  const cosine = (belt * edge + 1) / (1 + edge * edge);
  const hanging = overhang - QUARTER * radius;
  const lying = length - overhang;
  const pull = G * (hanging + radius * sine) + (belt - 1) * speed * speed;
  const drag = G * (belt * friction * lying + edge * radius * cosine);
  return (pull - drag) / (hanging + radius * i0 + belt * lying);
}

/** Returns the time until the overhang is `end`, s; infinite if the strip does not move, NaN if it leaves the edge before. */
export function slideTime(slide: Slide, end: number): number {
  const { length, start, radius, friction } = slide;
  const first = acceleration(slide, start, 0);
  if (!(first > 0)) return Number.POSITIVE_INFINITY;
  const h = Math.sqrt((2 * (end - start)) / first) / STEPS;
  let [x, v] = [start, 0];
  for (let k = 0; ; k++) {
    const a1 = acceleration(slide, x, v);
    // N over λ at both ends of the turn; it is least at one of them.
    const before = (length - x) * (a1 + friction * G) + G * radius;
    const behind = (x - QUARTER * radius) * (G - a1);
    if (Math.min(before, behind) < v * v) return Number.NaN;
    // Classical Runge–Kutta for x' = v, v' = a(x, v).
    const v2 = v + 0.5 * h * a1;
    const a2 = acceleration(slide, x + 0.5 * h * v, v2);
    const v3 = v + 0.5 * h * a2;
    const a3 = acceleration(slide, x + 0.5 * h * v2, v3);
    const v4 = v + h * a3;
    const a4 = acceleration(slide, x + h * v3, v4);
    const next = x + (h / 6) * (v + 2 * v2 + 2 * v3 + v4);
    if (next >= end) return (k + (end - x) / (next - x)) * h;
    x = next;
    v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
  }
}
