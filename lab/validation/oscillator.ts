/**
 * Damped oscillator: ẍ = −ω²x − 2ζω ẋ, ω = 2π rad/s, x(0) = 1 m, v(0) = 0. A mass of 1 kg hangs on a fixed one by a
 * spring with k = ω² and c = 2ζω; x is the spring's extension, so the engine sees an ordinary spring.
 */
import { ENGINE_NAMES, type EngineName, step, World } from 'pliant';
import { createIntegrator, type Integrator, Springs } from 'pliant/engine';
import { type ValidationCase, verdict } from './case.ts';

const OMEGA = 6.283185307179586;
/** Rest length, m: of the size of x, so that L − L₀ loses no digits. */
const REST = 2;
/** Duration, s: 0.7 of a period, where no engine's error happens to vanish. */
const END = 0.7;

export function oscillator(integrator: Integrator, damping: number): World {
  const world = new World(integrator);
  const p = world.particles;
  p.add(2);
  p.setMass(0, 1);
  p.setMass(1, 1);
  p.pin(0);
  p.x[1] = REST + 1;
  const springs = new Springs(world, 'oscillator', [
    { a: 0, b: 1, stiffness: OMEGA * OMEGA, rest: REST, damping: 2 * damping * OMEGA },
  ]);
  world.addForce(springs);
  return world;
}

export function oscillatorState(world: World): { x: number; v: number } {
  return { x: world.particles.x[1] - REST, v: world.particles.vx[1] };
}

function exactState(damping: number, t: number): { x: number; v: number } {
  const decay = Math.exp(-damping * OMEGA * t);
  if (damping === 1) return { x: decay * (1 + OMEGA * t), v: -decay * OMEGA * OMEGA * t };
  const root = Math.sqrt(Math.abs(1 - damping * damping));
  const wd = OMEGA * root;
  const [c, s] = damping < 1 ? [Math.cos(wd * t), Math.sin(wd * t)] : [Math.cosh(wd * t), Math.sinh(wd * t)];
  return { x: decay * (c + (damping / root) * s), v: ((-decay * OMEGA) / root) * s };
}

/**
 * Constant C of each engine's error C (ωh)^order: the measured maximum over damping ratios from 0 to 2 and steps up to
 * 0.07 s. 1.5 times as much is allowed; an error above 0.5 is no agreement at any step.
 */
const ERROR_CONSTANT: Record<EngineName, number> = {
  analytical: 1.57,
  'euler-cromer': 2.13,
  'euler-richardson': 1.31,
  rk4: 0.063,
  rk45: 0.0038,
  verlet: 1.31,
};

function toleranceOf(engine: Integrator, dt: number): number {
  const expected = ERROR_CONSTANT[engine.name as EngineName] * (OMEGA * dt) ** engine.order;
  return Math.min(0.5, 1.5 * expected + 1e-12);
}

export const oscillatorCase: ValidationCase = {
  name: 'oscillator',
  title: 'Damped oscillator against its exact solution at 0.7 s',
  options: [
    { name: 'integrator', default: 'rk4', choices: ENGINE_NAMES, help: 'engine' },
    {
      name: 'dt',
      default: 0.01,
      unit: 's',
      min: 1e-5,
      max: 0.35,
      help: 'step; 0.7 s is divided into whole steps',
    },
    { name: 'damping', default: 0.1, min: 0, max: 2, help: 'damping ratio ζ' },
  ],
  run(options) {
    const damping = options.damping as number;
    const engine = createIntegrator(options.integrator as EngineName, { tolerance: 0 });
    const steps = Math.max(1, Math.round(END / (options.dt as number)));
    const dt = END / steps;
    const world = oscillator(engine, damping);
    for (let i = 0; i < steps; i++) step(world, dt);
    const measured = oscillatorState(world);
    const exact = exactState(damping, END);
    const distance = Math.hypot(measured.x - exact.x, (measured.v - exact.v) / OMEGA);
    const size = Math.hypot(exact.x, exact.v / OMEGA);
    return verdict(this.name, measured, exact, distance / size, toleranceOf(engine, dt), { dt, steps });
  },
};
