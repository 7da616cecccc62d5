/**
 * A rod of length L and diffusivity α, cold (0), whose end x = 0 is hot (1) from t = 0 on (Carslaw & Jaeger 1959,
 * §3.3–3.4): with Fo = α t/L² and the far end
 *   insulated      T = 1 − Σ 2/λ sin(λ x/L) e^(−λ² Fo),  λ = (n + ½) π
 *   held cold      T = 1 − x/L − Σ 2/(nπ) sin(nπ x/L) e^(−n²π² Fo)
 *   held hot       T = 1 − Σ 4/(nπ) sin(nπ x/L) e^(−n²π² Fo),  n odd
 * The rod is a chain of particles joined by heat links with fixed ends, run by the engine's own heat exchange.
 */
import { run, World } from 'pliant';
import { createIntegrator, HeatExchange, heatBalance } from 'pliant/engine';
import { type ValidationCase, ValidationError, verdict } from './case.ts';

const PLACES = [0.1, 0.25, 0.5, 0.75, 1];
const STEPS = 400;
/** Cold temperature, K; the step to hot is well above absolute zero. */
const COLD = 300;
const STEP = 100;

export const FAR_ENDS = ['insulated', 'cold', 'hot'] as const;
export type FarEnd = (typeof FAR_ENDS)[number];

export const heatRodCase: ValidationCase = {
  name: 'heat-rod',
  title: 'Temperature along a rod heated at one end, against the series of Carslaw and Jaeger',
  options: [
    {
      name: 'time',
      default: 0.1,
      unit: 'Fo',
      min: 1e-3,
      max: 10,
      help: 'time as the Fourier number α t/L² (no unit)',
    },
    { name: 'end', default: 'insulated', choices: FAR_ENDS, help: 'far end: insulated, cold, hot' },
    {
      name: 'points',
      default: 101,
      min: 61,
      max: 2001,
      whole: true,
      help: 'particles along the rod; a multiple of 20, plus one',
    },
  ],
  run(options) {
    const fourier = options.time as number;
    const end = options.end as FarEnd;
    const cells = (options.points as number) - 1;
    if (cells % 20 !== 0) {
      throw new ValidationError(`--points: must be a multiple of 20, plus one, got ${options.points}`);
    }
    const { temperatures, balanceError } = heatedRod(fourier, end, cells);
    const measured: Record<string, number> = {};
    const exact: Record<string, number> = {};
    let worst = 0;
    for (const x of PLACES) {
      measured[`T(${x})`] = temperatures[Math.round(x * cells)];
      exact[`T(${x})`] = rodTemperature(x, fourier, end);
      worst = Math.max(worst, Math.abs(measured[`T(${x})`] - exact[`T(${x})`]));
    }
    return verdict(this.name, measured, exact, worst, 0.005, { balanceError });
  },
};

/** Temperatures of the particles after Fo, from 0 (cold) to 1 (hot), and the error of the heat balance. */
export function heatedRod(fourier: number, end: FarEnd, cells: number, steps = STEPS) {
  const world = new World(createIntegrator('euler-cromer'));
  const p = world.particles;
  p.add(cells + 1);
  // L = 1 m, total capacity 1 J/K and conductance 1 W·m/K: α = 1 m²/s, and seconds are Fourier numbers.
  for (let i = 0; i <= cells; i++) {
    p.x[i] = i / cells;
    p.setMass(i, (i === 0 || i === cells ? 0.5 : 1) / cells);
    p.temperature.view[i] = COLD;
  }
  p.temperature.view[0] = COLD + STEP;
  if (end === 'hot') p.temperature.view[cells] = COLD + STEP;
  const links = Array.from({ length: cells }, (_, i) => ({ a: i, b: i + 1, conductance: cells }));
  const rod = { name: 'rod', first: 0, count: cells + 1, heatCapacity: 1, emissivity: 0, faces: [], links };
  const held = end === 'insulated' ? [0] : [0, cells];
  const interval = fourier / steps;
  world.add(new HeatExchange(world, { bodies: [rod], ambient: COLD, airLoss: 0, held, interval }));
  run(world, interval, steps);
  return {
    temperatures: Array.from(p.temperature.view.subarray(0, cells + 1), (t) => (t - COLD) / STEP),
    balanceError: heatBalance(world).relativeError,
  };
}

/** Temperature at x (in lengths) after Fo. */
export function rodTemperature(x: number, fourier: number, end: FarEnd): number {
  let sum = end === 'cold' ? 1 - x : 1;
  for (let n = 0; n < 200; n++) {
    const lambda = (end === 'insulated' ? n + 0.5 : end === 'hot' ? 2 * n + 1 : n + 1) * Math.PI;
    const weight = (end === 'hot' ? 4 : 2) / lambda;
    sum -= weight * Math.sin(lambda * x) * Math.exp(-lambda * lambda * fourier);
  }
  return sum;
}
