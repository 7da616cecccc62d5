/** Tools with a jet: the jet itself, a blower, a heat gun; energy, snapshots, and what they say where they can't. */
import { hash, restore, run, snapshot, step, type World } from 'pliant';
import { Blower, evaluateForces, HeatGun, heatBalance, wind } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { JET_NUMBERS, jetShare, writeJet } from '../../../src/core/air-jet.ts';
import { DT, TOOL_MODELS, toolWorld } from './tool-worlds.ts';

const DOWN = { point: [0.02, 0.2, 0.03], direction: [0, -3, 0], radius: 0.06 } as const;

describe('a jet', () => {
  const R = 0.02;
  const jet = new Float64Array(JET_NUMBERS);
  writeJet('jet', { point: [1, 2, 3], direction: [2, 0, 0], radius: R }, jet);
  const momentum = (x: number) => {
    const [steps, far] = [4000, R + 0.25 * x];
    let sum = 0;
    for (let k = 0; k < steps; k++) {
      const r = ((k + 0.5) * far) / steps;
      const s = jetShare(jet, 1 + x, 2 + r, 3);
      sum += s * s * r * (far / steps);
    }
    return sum / (0.5 * R * R);
  };

  it('carries the momentum of its mouth on', () => {
    expect(momentum(1e-9)).toBeCloseTo(1, 3);
    for (const x of [8, 12, 40]) expect(momentum(x * R)).toBeCloseTo(1, 3);
    // Of the core the edges are straight lines instead of what would keep it exactly.
    for (const x of [1, 2, 4, 6]) expect(Math.abs(momentum(x * R) - 1)).toBeLessThan(0.15);
  });

  it('is even in its core, ends at its edge, goes forwards only, is round', () => {
    expect(jetShare(jet, 1.02, 2.004, 3)).toBe(1);
    expect(jetShare(jet, 0.999, 2, 3)).toBe(0);
    expect(jetShare(jet, 1.1, 2 + R + 0.0221, 3)).toBe(0);
    expect(jetShare(jet, 1.1, 2 + R + 0.0219, 3)).toBeGreaterThan(0);
    expect(jetShare(jet, 1.3, 2.03, 3)).toBeCloseTo(jetShare(jet, 1.3, 2 - 0.018, 3 + 0.024), 12);
    for (const r of [0, 0.01, 0.03]) {
      const end = 1 + 7.895 * R; // from the core to what comes after it nothing jumps
      expect(jetShare(jet, end - 1e-4, 2 + r, 3)).toBeCloseTo(jetShare(jet, end + 1e-4, 2 + r, 3), 2);
    }
  });
});

function forcesOf(world: World): Float64Array {
  evaluateForces(world, 0);
  return world.particles.force.view.slice();
}

describe.each(TOOL_MODELS)('a blower on %s', (model) => {
  it('moves it, does nothing while off, and goes on byte-equal from a snapshot', () => {
    const [plain, world] = [toolWorld(model), toolWorld(model)];
    const blower = new Blower(world);
    run(plain, DT, 2);
    run(world, DT, 2);
    expect(world.particles.position.view).toEqual(plain.particles.position.view);
    expect(blower.aim({ ...DOWN, speed: 8 })).toEqual({ count: 1 });
    run(world, DT, 3);
    const half = snapshot(world);
    const report = run(world, DT, 4);
    expect(report.fault).toBeUndefined();
    run(plain, DT, 7);
    const middle = (w: World) => w.particles.y.reduce((sum, y, i) => sum + y * w.particles.mass.view[i], 0);
    expect(middle(world)).toBeLessThan(middle(plain));
    const again = toolWorld(model);
    const other = new Blower(again);
    restore(again, half);
    expect(other.speed).toBe(8);
    run(again, DT, 4);
    expect(hash(again)).toBe(hash(world));
    blower.off();
    const before = forcesOf(world);
    world.remove(blower);
    expect(forcesOf(world)).toEqual(before);
  });
});

describe('a blower', () => {
  it.each([
    'provot-sheet',
    'adaptive-grid',
    'adaptive-cloth',
  ])('whose mouth is wider than %s pushes it as the wind does', (model) => {
    const world = toolWorld(model);
    run(world, DT, 3);
    for (const force of [...world.forces]) world.remove(force);
    const { particles: p, bodies } = world;
    p.vx.forEach((_, i) => {
      p.vx[i] = Math.sin(i);
      p.y[i] += 0.02 * Math.cos(3 * i);
    });
    const options = { density: 1.3, drag: 0.9, lift: 0.4, gust: 0, gustPeriod: 1 };
    world.addForce(wind(bodies, { ...options, velocity: [0, -6, -8] }));
    const expected = forcesOf(world);
    for (const force of [...world.forces]) world.remove(force);
    const blower = new Blower(world, options);
    blower.aim({ point: [0, 60, 80], direction: [0, -6, -8], radius: 1000, speed: 10 });
    const found = forcesOf(world);
    const most = expected.reduce((m, f) => Math.max(m, Math.abs(f)), 0);
    found.forEach((f, i) => {
      expect(Math.abs(f - expected[i])).toBeLessThan(1e-12 * most);
    });
  });

  it('of any speed leaves an implicit cloth stable', () => {
    const world = toolWorld('adaptive-cloth', {}, { engine: { name: 'implicit-euler' }, dt: 1 / 30 });
    const blower = new Blower(world);
    blower.aim({ point: [0, 0.3, 0], direction: [0, -1, 0], radius: 0.3, speed: 60 });
    for (let k = 0; k < 20; k++) expect(step(world, 1 / 30).fault).toBeUndefined();
    const fastest = world.particles.velocity.view.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
    expect(fastest).toBeLessThan(61); // the air itself, and a little of gravity
  });

  it('refuses what is none, and says when it meets nothing', () => {
    const world = toolWorld('provot-sheet');
    const blower = new Blower(world);
    expect(blower.aim({ ...DOWN, direction: [0, 1, 0], speed: 3 }).message).toBe('The jet meets no body.');
    expect(() => blower.aim({ ...DOWN, speed: 1e3 })).toThrow('blower.aim: speed: must be <= 60');
    expect(() => blower.aim({ ...DOWN, direction: [0, 0, 0], speed: 1 })).toThrow('direction: has no length');
    expect(() => blower.aim({ ...DOWN, radius: -1, speed: 1 })).toThrow('blower.aim: radius');
  });
});

const HOT = { ...DOWN, temperature: 420 };
const heat = { heat: { mode: 'physical' } };
const HEATED: [string, object, object][] = [
  ['layered-sheet', { thermal: 'styrene-0.25' }, heat],
  ['sheet-file', { thermal: 'styrene-0.25' }, heat],
  ['adaptive-grid', { thermal: 'styrene-0.25' }, heat],
  ['lattice-matter', {}, {}],
];

describe.each(HEATED)('a heat gun on %s', (model, change, scene) => {
  const make = () => {
    const world = toolWorld(model, change, { gravity: [0, 0, 0], ...scene });
    return { world, gun: new HeatGun(world) };
  };

  it('warms the side it blows at, accounts for every joule, and goes on byte-equal from a snapshot', () => {
    const { world, gun } = make();
    expect(gun.aim(HOT).count).toBeGreaterThan(3);
    run(world, DT, 10);
    const half = snapshot(world);
    run(world, DT, 10);
    const temperatures = world.particles.temperature.view.subarray(0, world.particles.count);
    const hottest = temperatures.reduce((m, t) => Math.max(m, t), 0);
    expect(hottest).toBeGreaterThan(293.2); // lumps of matter are heavy
    expect(hottest).toBeLessThan(420);
    expect(gun.given).toBeGreaterThan(0);
    const matter = world.bodies[0].thermal;
    if (matter) {
      let stored = 0;
      for (let i = 0; i < world.particles.count; i++)
        stored += matter.heatCapacity(i) * (temperatures[i] - 293.15);
      expect(stored / gun.given).toBeCloseTo(1, 9);
    } else {
      const balance = heatBalance(world);
      expect(balance.gun).toBe(gun.given);
      expect(balance.relativeError).toBeLessThan(1e-9);
    }
    const again = make();
    restore(again.world, half);
    expect(again.gun.isOn).toBe(true);
    run(again.world, DT, 10);
    expect(hash(again.world)).toBe(hash(world));
    gun.off();
    const given = gun.given;
    run(world, DT, 3);
    expect(gun.given).toBe(given);
  });

  it('gives no more than its power, never passes its temperature, and leaves the run as it is while off', () => {
    const { world, gun } = make();
    gun.aim({ ...HOT, film: 1e7, power: 2 });
    run(world, DT, 5);
    expect(gun.given).toBeCloseTo(2 * 5 * DT, 9);
    gun.aim({ ...HOT, film: 1e9 });
    run(world, DT, 5);
    expect(world.particles.temperature.view.reduce((m, t) => Math.max(m, t), 0)).toBeLessThanOrEqual(420);
    const [off, plain] = [make().world, toolWorld(model, change, { gravity: [0, 0, 0], ...scene })];
    run(off, DT, 3);
    run(plain, DT, 3);
    expect(off.particles.position.view).toEqual(plain.particles.position.view);
    expect(off.particles.temperature.view).toEqual(plain.particles.temperature.view);
  });
});

describe('a heat gun', () => {
  it('follows a film coefficient: a thin sheet warms as exp(−h A t/C)', () => {
    const world = toolWorld(
      'adaptive-grid',
      { thermal: 'styrene-0.25', maxLevel: 0 },
      {
        gravity: [0, 0, 0],
        heat: { mode: 'physical', airLoss: 0 },
      },
    );
    const gun = new HeatGun(world);
    gun.aim({ point: [0, 10, 0], direction: [0, -1, 0], radius: 1000, temperature: 303.15, film: 50 });
    run(world, DT, 200);
    const exchange = world.schedule.in('heat').find((system) => 'inverseCapacity' in system) as unknown as {
      inverseCapacity(i: number): number;
    };
    const rise = world.particles.temperature.view[0] - 293.15;
    const capacity = 1 / exchange.inverseCapacity(0);
    const area = (0.5 * 0.5) / 64 / 4; // a corner has a quarter of a cell
    // Of 10 K; radiation to the room takes some 5 W/(m²K) of both sides, as the sheet warms.
    const [least, most] = [0.8, 1].map((share) => 10 * (1 - Math.exp((-50 * share * area * 2) / capacity)));
    expect(rise).toBeGreaterThan(least);
    expect(rise).toBeLessThan(most);
  });

  it('says why it is of no use', () => {
    const say = (model: string, scene: object = {}) =>
      new HeatGun(toolWorld(model, {}, scene)).aim(HOT).message;
    expect(say('provot-sheet')).toMatch(/take up no heat/);
    expect(say('adaptive-cloth')).toMatch(/take up no heat/);
    expect(say('membrane-sheet')).toMatch(/take up no heat/);
    expect(say('layered-sheet')).toMatch(/Choose physical heat/);
    expect(say('layered-sheet', { heat: { mode: 'thesis' } })).toMatch(/rules of the thesis/);
    const world = toolWorld('layered-sheet', {}, heat);
    expect(new HeatGun(world).aim({ ...HOT, direction: [0, 1, 0] }).message).toMatch(/meets nothing/);
    expect(() => new HeatGun(world, 'second').aim({ ...HOT, temperature: -1 })).toThrow(
      'heatGun.aim: temperature',
    );
  });
});
