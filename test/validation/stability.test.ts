/** The stated stable step against the measured one: bisection on what a run of the engine itself does. */
import { describe, expect, it } from 'vitest';
import { addProvotSheet, airDamping, createIntegrator, Springs, stableSteps } from '../../src/engine.ts';
import { ENGINE_NAMES, type EngineName, snapshot, step, World } from '../../src/index.ts';
import { GROWTH } from '../../src/integrators/stability.ts';

function chain(engine: EngineName, damping: number): World {
  const world = new World(createIntegrator(engine, { tolerance: 0 }));
  const p = world.particles;
  const n = 12;
  p.add(n);
  for (let i = 0; i < n; i++) {
    p.setMass(i, 0.1);
    p.x[i] = i;
  }
  p.pin(0);
  world.addForce(
    new Springs(
      world,
      'chain',
      Array.from({ length: n - 1 }, (_, i) => ({ a: i, b: i + 1, stiffness: 50, rest: 1, damping })),
    ),
  );
  return world;
}

function sheet(engine: EngineName, damping: number): World {
  const world = new World(createIntegrator(engine, { tolerance: 0 }));
  addProvotSheet(world, {
    name: 'sheet',
    size: [1, 1],
    points: [9, 9],
    material: { density: 0.15, stretch: 300, shear: 100, bend: 5, damping, thickness: 1e-3 },
  });
  return world;
}

const STEPS = 30_000;

/**
 * Does a tiny in-plane disturbance of all wave lengths stay tiny? Growing by a factor 2 after the first 20 steps is a growth of
 * 3e-5 a step, near enough to GROWTH.
 */
function staysBounded(world: World, h: number): boolean {
  const p = world.particles;
  const size = 1e-7;
  for (let i = 0; i < p.count; i++) {
    if (p.inverseMass.view[i] === 0) continue;
    p.vx[i] = size * Math.sin(12.9898 * i * i);
    if (world.bodies.length > 0) p.vy[i] = size * Math.sin(78.233 * i * i);
  }
  let early = size;
  for (let done = 0; done < STEPS; done += world.substeps) {
    world.substeps = done === 0 ? 20 : 1000;
    if (step(world, world.substeps * h).fault) return false;
    const most = world.kernels.largest(p.velocity.offset, p.numbers);
    if (done === 0) early = Math.max(early, most);
    else if (most > 2 * early) return false;
  }
  return true;
}

describe.each(ENGINE_NAMES)('%s', (engine) => {
  it.each([
    ['a lightly damped chain', () => chain(engine, 0.05)],
    ['a heavily damped chain', () => chain(engine, 4)],
    ['a damped sheet', () => sheet(engine, 0.05)],
    ['a sheet in thick air', () => thickAir(sheet(engine, 0))],
  ] as const)('states the limit of %s within 10 %%', (_, make) => {
    const stated = stableSteps(make()).engines[engine].step;
    expect(staysBounded(make(), 0.9 * stated)).toBe(true);
    expect(staysBounded(make(), 1.1 * stated)).toBe(false);
  });
});

function thickAir(world: World): World {
  world.addForce(airDamping(100));
  return world;
}

describe('undamped', () => {
  it.each([
    ['euler-cromer', 2],
    ['verlet', 2],
    ['rk4', 2 * Math.SQRT2],
  ] as const)('%s holds to ωh = %s', (engine, exact) => {
    const { frequency, engines } = stableSteps(chain(engine, 0));
    expect(engines[engine].step * frequency).toBeCloseTo(exact, 2); // GROWTH lets a little more through
  });

  it('the chain’s top frequency is the exact one', () => {
    // Fixed at one end, free at the other: ω = 2 √(k/m) sin((2j−1)π / (2(2n+1))), here n = 11 and j = 11.
    const exact = 2 * Math.sqrt(500) * Math.sin((21 * Math.PI) / (2 * 23));
    expect(stableSteps(chain('verlet', 0)).frequency / exact).toBeCloseTo(1, 3); // the iteration stops at 1e-4
  });

  it('mid-point and constant acceleration are held to their slow growth', () => {
    const { frequency, engines } = stableSteps(chain('rk4', 0));
    // Amplitudes grow by (ωh)⁴/8 and (ωh)²/4 a step.
    expect((engines['euler-richardson'].step * frequency) ** 4 / 8 / GROWTH).toBeCloseTo(1, 1);
    expect((engines.analytical.step * frequency) ** 2 / 4 / GROWTH).toBeCloseTo(1, 1);
  });

  it('leaves the world as it was', () => {
    const world = sheet('rk4', 0.1);
    const before = snapshot(world);
    stableSteps(world);
    expect(snapshot(world)).toEqual(before);
  });
});
