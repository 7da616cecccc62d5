/**
 * The engines on a damped oscillator ẍ = −ω²x − 2ζω ẋ, ω = 2π, x(0) = 1, v(0) = 0: a mass on a spring whose
 * extension is x. Golden states were computed by independent solvers; their tolerance of 1e-12 leaves room for
 * a hundred steps of rounding in another order of operations.
 */
import { describe, expect, it } from 'vitest';
import { oscillator, oscillatorState } from '../../lab/validation/oscillator.ts';
import { createIntegrator } from '../../src/engine.ts';
import { ENGINE_NAMES, type EngineName, step } from '../../src/index.ts';
import golden from './oscillator-golden.json' with { type: 'json' };

const fixed = (name: EngineName) => createIntegrator(name, { tolerance: 0 });

describe.each(golden)('$engine, ζ = $damping, $steps steps of $dt s', ({
  engine,
  damping,
  dt,
  steps,
  x,
  v,
}) => {
  it('reaches the golden state', () => {
    const world = oscillator(fixed(engine as EngineName), damping);
    for (let i = 0; i < steps; i++) step(world, dt);
    const state = oscillatorState(world);
    expect(Math.abs(state.x - x)).toBeLessThan(1e-12);
    expect(Math.abs(state.v - v)).toBeLessThan(1e-12);
  });
});

/** Error at 0.7 of a period; at whole periods Euler–Cromer would look second order. */
function errorAfter(name: EngineName, damping: number, steps: number): number {
  const world = oscillator(fixed(name), damping);
  for (let i = 0; i < steps; i++) step(world, 0.7 / steps);
  const { x, v } = oscillatorState(world);
  const w = 2 * Math.PI;
  const wd = w * Math.sqrt(1 - damping * damping);
  const decay = Math.exp(-damping * w * 0.7);
  const exactX = decay * (Math.cos(wd * 0.7) + ((damping * w) / wd) * Math.sin(wd * 0.7));
  const exactV = ((-decay * w * w) / wd) * Math.sin(wd * 0.7);
  return Math.hypot(x - exactX, (v - exactV) / w);
}

const ORDERS: Record<EngineName, { order: number; steps: number }> = {
  analytical: { order: 1, steps: 1024 },
  'euler-cromer': { order: 1, steps: 1024 },
  'euler-richardson': { order: 2, steps: 512 },
  rk4: { order: 4, steps: 64 },
  rk45: { order: 5, steps: 32 },
  verlet: { order: 2, steps: 512 },
};

describe.each(ENGINE_NAMES)('%s', (name) => {
  const { order, steps } = ORDERS[name];
  it.each([0, 0.1])(`converges at order ${order} with damping ratio %s`, (damping) => {
    const errors = [steps, 2 * steps, 4 * steps].map((n) => errorAfter(name, damping, n));
    // 0.2: the next term of the error is still felt at these steps.
    expect(Math.abs(Math.log2(errors[0] / errors[1]) - order)).toBeLessThan(0.2);
    expect(Math.abs(Math.log2(errors[1] / errors[2]) - order)).toBeLessThan(0.2);
  });
});

describe('energy laws of one undamped step (closed forms)', () => {
  const h = 0.01;
  const wh = 2 * Math.PI * h;
  const energyRatio = (name: EngineName) => {
    const world = oscillator(fixed(name), 0);
    const energy = () => {
      const { x, v } = oscillatorState(world);
      return x * x + (v / (2 * Math.PI)) ** 2;
    };
    for (let i = 0; i < 1000; i++) step(world, h);
    return energy();
  };
  it.each([
    ['euler-richardson', (1 + wh ** 4 / 4) ** 1000],
    ['rk4', (1 - wh ** 6 / 72 + wh ** 8 / 576) ** 1000],
  ] as const)('%s changes energy as it should over 1000 steps', (name, exact) => {
    expect(Math.abs(energyRatio(name) / exact - 1)).toBeLessThan(1e-10); // rounding of 1000 steps
  });
  it('verlet conserves (1 − w²h²/4) x² + (v/w)²', () => {
    const world = oscillator(fixed('verlet'), 0);
    const invariant = () => {
      const { x, v } = oscillatorState(world);
      return (1 - wh ** 2 / 4) * x * x + (v / (2 * Math.PI)) ** 2;
    };
    const start = invariant();
    for (let i = 0; i < 1000; i++) step(world, h);
    expect(Math.abs(invariant() / start - 1)).toBeLessThan(1e-11); // rounding
  });
  it('euler-cromer conserves x² + (v/w)² − h x v', () => {
    const world = oscillator(fixed('euler-cromer'), 0);
    const invariant = () => {
      const { x, v } = oscillatorState(world);
      return x * x + (v / (2 * Math.PI)) ** 2 - h * x * v;
    };
    const start = invariant();
    for (let i = 0; i < 1000; i++) step(world, h);
    expect(Math.abs(invariant() / start - 1)).toBeLessThan(1e-11); // rounding
  });
});
