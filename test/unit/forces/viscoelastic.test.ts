/** Viscoelastic springs: order in the step, energy, chains and sheets, independence of engine and of snapshots. */
import { describe, expect, it } from 'vitest';
import { runCase } from '../../../lab/validation/case.ts';
import { creepCase } from '../../../lab/validation/creep.ts';
import {
  addProvotSheet,
  createIntegrator,
  gravity,
  pinParticles,
  Springs,
  type ViscoelasticOptions,
  viscoelastic,
} from '../../../src/engine.ts';
import type { Spring } from '../../../src/forces/springs.ts';
import { ViscousFlow } from '../../../src/forces/viscoelastic.ts';
import {
  ENGINE_NAMES,
  type EngineName,
  hash,
  restore,
  run,
  snapshot,
  step,
  World,
} from '../../../src/index.ts';

const FOUR: ViscoelasticOptions = {
  model: 'four-element',
  relaxation: 0.9,
  retardation: 0.25,
  retardedStiffness: 0.7,
};

/** Two masses of 1 kg on a spring of 40 N/m and 1 m, stretched by 0.3 m and let go. */
function pair(engine: EngineName, options: ViscoelasticOptions, more: Partial<Spring> = {}) {
  const world = new World(createIntegrator(engine, { tolerance: 0 }));
  const p = world.particles;
  p.add(2);
  p.setMass(0, 1);
  p.setMass(1, 1);
  p.x[1] = 1.3;
  const springs = new Springs(
    world,
    'springs',
    [{ a: 0, b: 1, stiffness: 40, rest: 1, damping: 0, ...more }],
    { changes: true },
  );
  world.addForce(springs);
  return { world, springs, flow: viscoelastic(world, springs, options) };
}

const lengthOf = (world: World) => world.particles.x[1] - world.particles.x[0];

function lengthAfter(engine: EngineName, options: ViscoelasticOptions, steps: number): number {
  const { world } = pair(engine, options);
  run(world, 1 / steps, steps);
  return lengthOf(world);
}

/** The same spring by its equations alone, with Runge–Kutta at a step where its error is 1e-11. */
function exactLength({ flow, retarded, ratio }: { flow: number; retarded: number; ratio: number }): number {
  const slope = ([length, speed, rest, kappa]: number[]) => {
    const s = length - rest;
    const kappaRate = retarded * (ratio * s - kappa);
    return [speed, -80 * s, flow * s + kappaRate, kappaRate];
  };
  let y = [1.3, 0, 1, 0];
  const h = 1 / 4000;
  const shifted = (k: number[], share: number) => y.map((value, i) => value + share * h * k[i]);
  for (let n = 0; n < 4000; n++) {
    const k1 = slope(y);
    const k2 = slope(shifted(k1, 0.5));
    const k3 = slope(shifted(k2, 0.5));
    const k4 = slope(shifted(k3, 1));
    y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y[0];
}

const exactFour = exactLength({ flow: 1 / 0.9, retarded: 4, ratio: 1 / 0.7 });

describe('the step', () => {
  it.each([
    'euler-richardson',
    'rk4',
    'rk45',
    'verlet',
  ] as const)('has an error of the second order with %s', (engine) => {
    const error = (steps: number) => lengthAfter(engine, FOUR, steps) - exactFour;
    const ratio = error(200) / error(400);
    expect(ratio).toBeGreaterThan(3.7); // 4 but for the next order
    expect(ratio).toBeLessThan(4.3);
    expect(Math.abs(error(400))).toBeLessThan(1e-3);
  });

  it.each(ENGINE_NAMES)('%s comes to the same length', (engine) => {
    const order = createIntegrator(engine).order;
    expect(Math.abs(lengthAfter(engine, FOUR, 8000) - exactFour)).toBeLessThan(order === 1 ? 2e-4 : 1e-6);
  });

  it('Maxwell too', () => {
    const exact = exactLength({ flow: 4, retarded: 0, ratio: 0 });
    const maxwell: ViscoelasticOptions = { model: 'maxwell', relaxation: 0.25 };
    expect(lengthAfter('rk4', maxwell, 1000)).toBeCloseTo(exact, 5);
  });

  it.each([
    ...ENGINE_NAMES,
  ])('is stable where the flow is far faster than the sub-step, with %s', (engine) => {
    for (const options of [
      { model: 'maxwell', relaxation: 1e-6 },
      { model: 'four-element', relaxation: 10, retardation: 1e-6, retardedStiffness: 0.02 },
      { model: 'four-element', retardation: 1e-3, retardedStiffness: 100 },
    ] as const) {
      const { world } = pair(engine, options);
      const start = step(world, 1e-9).energy.total;
      let most = 0;
      run(world, 0.02, 500, (report) => {
        most = Math.max(most, report.energy.total);
      });
      // Engines of order 1 see half a sub-step of the swing; analytical steps gain by themselves (h ω²/4 = 0.4/s).
      if (engine !== 'analytical') expect(most).toBeLessThan(1.3 * start);
      expect(world.fault).toBeUndefined();
    }
  });
});

describe('the energy', () => {
  it('is that of mass, spring and retarded spring, and what the dashpots took', () => {
    const { world, flow } = pair('verlet', FOUR);
    const start = 0.5 * 40 * 0.3 * 0.3;
    let worst = 0;
    run(world, 1 / 4000, 8000, ({ energy }) => {
      worst = Math.max(worst, Math.abs(energy.total + (flow?.dissipated ?? 0) - start));
    });
    expect(flow?.dissipated).toBeGreaterThan(0.5 * start);
    // Rest lengths are half a sub-step ahead of positions: k s h/2 times the speed of the rest length.
    expect(worst).toBeLessThan(2e-3 * start);
  });

  it('of the retarded springs comes back', () => {
    const { world, flow } = pair('rk4', { model: 'four-element', retardation: 0.3 });
    const p = world.particles;
    p.pin(0);
    p.pin(1);
    expect(run(world, 0.01, 300).energy.viscoelastic).toBeCloseTo(0.5 * 40 * 0.15 * 0.15, 4);
    p.unpin(1);
    p.vx[1] = 0;
    p.x[1] = 1; // held at the first length until it is at rest there
    p.pin(1);
    expect(run(world, 0.01, 600).energy.total).toBeLessThan(1e-6);
    expect(flow?.retarded.view[0]).toBeCloseTo(0, 6);
  });
});

describe('many springs', () => {
  /** m: how much longer a hanging strip is, of length 1 m. */
  function hang(rows: number, options: ViscoelasticOptions, seconds: number): number {
    const world = new World(createIntegrator('rk4'));
    const p = world.particles;
    p.add(rows);
    for (let i = 0; i < rows; i++) {
      p.setMass(i, (i === 0 || i === rows - 1 ? 0.5 : 1) / (rows - 1));
      p.y[i] = -i / (rows - 1);
    }
    const k = 400 * (rows - 1);
    const list = Array.from({ length: rows - 1 }, (_, i) => ({
      a: i,
      b: i + 1,
      stiffness: k,
      rest: 1 / (rows - 1),
      damping: 0.008 * k,
    }));
    const springs = new Springs(world, 'strip', list, { changes: true });
    world.addForce(springs);
    world.addForce(gravity([0, -10, 0]));
    pinParticles(world, [{ particle: 0 }]);
    viscoelastic(world, springs, options);
    world.substeps = 8 * rows;
    run(world, 0.01, Math.round(seconds / 0.01));
    return -p.y[rows - 1] - 1;
  }

  it.each([3, 6, 11])('a strip of %s masses creeps under its weight as one spring does', (rows) => {
    const theory = (10 / 400 / 2) * (1 + (1 - Math.exp(-2 / 0.5)) / 2 + 2 / 4);
    const creep = hang(
      rows,
      { model: 'four-element', relaxation: 4, retardation: 0.5, retardedStiffness: 2 },
      2,
    );
    // The springs' damping of 0.008 s slows both flows: 0.0038 as measured, the same for all three, 2.5 times as much at 0.02 s.
    expect(Math.abs(creep / theory - 1)).toBeLessThan(0.005);
  });

  it('a snapshot goes on byte-equal, in a fresh world too', () => {
    const make = () => {
      const { world } = pair('verlet', FOUR);
      world.substeps = 3;
      return world;
    };
    const unbroken = make();
    run(unbroken, 0.01, 20);
    const kept = snapshot(unbroken);
    run(unbroken, 0.01, 20);
    const fresh = make();
    restore(fresh, kept);
    run(fresh, 0.01, 20);
    expect(hash(fresh)).toBe(hash(unbroken));
  });

  it('kernel and plain loop agree, pairs and single springs, broken ones left alone', () => {
    const world = new World(createIntegrator('rk4'));
    const p = world.particles;
    p.add(9);
    for (let i = 0; i < 9; i++) {
      p.setMass(i, 1);
      p.x[i] = 1.1 * i;
      p.y[i] = 0.3 * (i % 2);
      p.z[i] = 0.1 * i * i;
    }
    const list: Spring[] = [];
    for (let i = 0; i < 8; i++) list.push({ a: i, b: i + 1, stiffness: 5 + i, rest: 1, damping: 0 });
    for (let i = 0; i < 5; i++)
      list.push({ a: i, b: i + 3, stiffness: i === 2 ? 0 : 3, rest: 3, damping: 0 });
    const springs = new Springs(world, 'net', list, { changes: true });
    const flow = viscoelastic(world, springs, { model: 'maxwell', relaxation: 2 });
    const before = springs.rest.view.slice();
    expect(flow).toBeInstanceOf(ViscousFlow);
    flow?.run(world, 0.5); // the first one is half a sub-step
    const share = 1 - Math.exp(-0.25 / 2);
    let lost = 0;
    for (let i = 0; i < springs.count; i++) {
      const [a, b] = springs.ends.view.subarray(2 * i);
      const s = Math.hypot(p.x[b] - p.x[a], p.y[b] - p.y[a], p.z[b] - p.z[a]) - before[i];
      const k = springs.stiffness.view[i];
      expect(springs.rest.view[i]).toBeCloseTo(k === 0 ? before[i] : before[i] + share * s, 12);
      lost += 0.5 * k * s * s * (1 - (1 - share) * (1 - share));
    }
    expect(flow?.dissipated).toBeCloseTo(lost, 10);
  });
});

describe('springs that are built in drawn', () => {
  it('flow by their natural length and stay as much drawn', () => {
    const { world, springs } = pair(
      'rk4',
      { model: 'maxwell', relaxation: 0.1 },
      { natural: 1.3, rest: 1.04 },
    );
    for (const i of [0, 1]) world.particles.pin(i);
    run(world, 0.01, 100);
    expect(springs.rest.view[0]).toBeCloseTo(1.04, 12); // at its natural length nothing flows
    world.particles.x[1] = 2;
    run(world, 0.01, 1000);
    expect(springs.rest.view[0]).toBeCloseTo(2 * 0.8, 12);
  });
});

describe('bad calls', () => {
  it.each([
    [{ model: 'maxwell', relaxation: 0 }, /viscoelastic\.relaxation: must be > 0/],
    [{ model: 'kelvin-voigt', retardation: Number.NaN }, /viscoelastic\.retardation: must be > 0/],
    [{ model: 'four-element', retardation: 1, retardedStiffness: -1 }, /retardedStiffness: must be > 0/],
    [
      { model: 'jelly' },
      /viscoelastic\.model: must be one of kelvin-voigt, maxwell, four-element, got jelly/,
    ],
  ])('refuse %o', (options, message) => {
    expect(() => pair('rk4', options as never)).toThrow(message);
  });

  it('refuse springs that may not change', () => {
    const world = new World(createIntegrator('rk4'));
    const sheet = addProvotSheet(world, {
      name: 'sheet',
      size: [1, 1],
      points: [3, 3],
      material: { density: 0.2, stretch: 60, shear: 20, bend: 1, damping: 0.1, thickness: 1e-3 },
    });
    expect(() => viscoelastic(world, sheet.springs, FOUR)).toThrow(/changes: true/);
  });
});

describe('pliant validate creep', () => {
  it.each([
    { model: 'kelvin-voigt', time: 100, retardation: 3, integrator: 'verlet' },
    { model: 'kelvin-voigt', time: 0.05, retardation: 40, load: 1 },
    { model: 'maxwell', time: 20, relaxation: 0.1 },
    { model: 'maxwell', time: 0.01, relaxation: 1e4, integrator: 'euler-cromer' },
    { model: 'four-element', time: 300, relaxation: 100, retardation: 20, share: 0.1 },
    {
      model: 'four-element',
      time: 2,
      relaxation: 50,
      retardation: 1e-2,
      share: 30,
      integrator: 'euler-richardson',
    },
  ])('passes with %o', (options) => {
    expect(runCase(creepCase, options)).toMatchObject({ pass: true });
  });

  it('refuses a load that would act for too many relaxation times', () => {
    expect(() => runCase(creepCase, { model: 'maxwell', time: 1000, relaxation: 0.1 })).toThrow(
      /--time: must be at most 1000 times --relaxation/,
    );
  });
});
