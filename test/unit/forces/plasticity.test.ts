/** Springs that yield and break: the stress–strain curve, permanent sets, energy, rupture. */
import { describe, expect, it } from 'vitest';
import {
  createIntegrator,
  elongationLimit,
  type PlasticityOptions,
  plasticity,
  Springs,
} from '../../../src/engine.ts';
import { hash, restore, run, snapshot, step, World } from '../../../src/index.ts';

/** Two pinned masses on a spring of 50 N/m and 2 m; `stretchTo` sets its length and takes a step. */
function tester(options: PlasticityOptions) {
  const world = new World(createIntegrator('verlet'));
  const p = world.particles;
  p.add(2);
  for (const i of [0, 1]) {
    p.setMass(i, 1);
    p.pin(i);
  }
  p.y[1] = 2;
  const springs = new Springs(world, 'springs', [{ a: 0, b: 1, stiffness: 50, rest: 2, damping: 3 }], {
    changes: true,
  });
  world.addForce(springs);
  const stage = plasticity(world, springs, options);
  const stretchTo = (length: number) => {
    p.y[1] = length;
    step(world, 1e-3);
    return springs.stiffness.view[0] * (length - springs.rest.view[0]); // tension, N
  };
  return { world, springs, stage, stretchTo };
}

describe('yield', () => {
  it('keeps the tension at the yield strain, leaves the plastic part, and works both ways', () => {
    const { stretchTo, springs } = tester({ yield: 0.05 });
    expect(stretchTo(2.08)).toBeCloseTo(4, 12); // elastic: 50 · 0.08
    expect(stretchTo(2.3)).toBeCloseTo(5, 12); // 50 · 0.05 · 2
    expect(springs.rest.view[0]).toBeCloseTo(2.2, 12);
    expect(stretchTo(2.2)).toBeCloseTo(0, 12); // a permanent set of 0.2 m
    expect(stretchTo(1.9)).toBeCloseTo(-5, 12);
    expect(springs.rest.view[0]).toBeCloseTo(2, 12);
  });

  it('hardens with the tangent stiffness k H/(1 + H), in one step or in many', () => {
    const tension = (steps: number) => {
      const { stretchTo } = tester({ yield: 0.05, hardening: 0.25 });
      let last = 0;
      for (let i = 1; i <= steps; i++) last = stretchTo(2 + (0.5 * i) / steps);
      return last;
    };
    // 5 N at 0.1 m, then 50 · 0.25/1.25 = 10 N/m.
    expect(tension(1)).toBeCloseTo(5 + 10 * 0.4, 10);
    expect(tension(37)).toBeCloseTo(5 + 10 * 0.4, 10);
  });

  it('accounts for the energy of a mass that swings beyond it', () => {
    const { world, springs, stage } = tester({ yield: 0.05, hardening: 0.1 });
    const p = world.particles;
    springs.damping.view[0] = 0;
    p.unpin(1);
    p.vy[1] = 3;
    world.substeps = 4;
    let worst = 0;
    run(world, 1e-3, 2000, ({ energy }) => {
      worst = Math.max(worst, Math.abs(energy.total + stage.lost.yield - 4.5));
    });
    expect(stage.lost.yield).toBeGreaterThan(3);
    // Yield takes k s Δs with the length of the sub-step's end: half a sub-step of flow too early, 5 N · 3 m/s · h/2.
    expect(worst).toBeLessThan(5e-3);
  });
});

describe('rupture', () => {
  it('takes the spring out for good, and counts it and its energy', () => {
    const { stretchTo, springs, stage, world } = tester({ rupture: 0.2 });
    expect(stretchTo(2.39)).toBeCloseTo(19.5, 10);
    expect(stage.broken).toBe(0);
    expect(stretchTo(2.42)).toBe(0);
    expect(stage.broken).toBe(1);
    expect(springs.damping.view[0]).toBe(0);
    expect(stage.lost.rupture).toBeCloseTo(0.5 * 50 * 0.42 * 0.42, 10);
    expect(stretchTo(2)).toBe(0);
    expect(stage.broken).toBe(1);
    expect(step(world, 1e-3).strain).toEqual({ mean: 0, max: 0 }); // a broken spring has none
  });

  it('counts from the length the spring was made with, whatever yielded', () => {
    const { stretchTo, stage } = tester({ yield: 0.02, rupture: 0.5 });
    for (let length = 2; length < 3; length += 0.01) stretchTo(length);
    expect(stage.broken).toBe(0);
    stretchTo(3.01);
    expect(stage.broken).toBe(1);
  });

  it('frees the spring from a limit on its elongation', () => {
    const { world, springs, stage } = tester({ rupture: 0.2 });
    const p = world.particles;
    p.unpin(1);
    world.add(elongationLimit(springs, 0.3));
    p.vy[1] = 100; // 2.5 m a sub-step: it breaks at once, before the limit holds it
    run(world, 0.025, 4);
    expect(stage.broken).toBe(1);
    expect(p.y[1]).toBeGreaterThan(10);
  });

  it('is in snapshots', () => {
    const kept = tester({ yield: 0.02, rupture: 0.5 });
    kept.stretchTo(2.3);
    const bytes = snapshot(kept.world);
    const fresh = tester({ yield: 0.02, rupture: 0.5 });
    restore(fresh.world, bytes);
    for (const one of [kept, fresh]) for (const length of [2.4, 2.1, 3.2]) one.stretchTo(length);
    expect(hash(fresh.world)).toBe(hash(kept.world));
    expect(fresh.stage.broken).toBe(1);
  });
});

it.each([
  [{ yield: 0 }, /plasticity\.yield: must be > 0/],
  [{ yield: 0.1, hardening: -1 }, /plasticity\.hardening: must be >= 0/],
  [{ rupture: Number.NaN }, /plasticity\.rupture: must be > 0/],
])('refuses %o', (options, message) => {
  expect(() => tester(options)).toThrow(message);
});
