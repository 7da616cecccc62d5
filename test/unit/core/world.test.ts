/** Worlds: snapshots that go on byte-equal, worlds that don't disturb each other, faults that leave a good state. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addProvotSheet,
  airDamping,
  createIntegrator,
  gravity,
  pinParticles,
  Springs,
} from '../../../src/engine.ts';
import { stepDamping } from '../../../src/forces/air.ts';
import {
  ENGINE_NAMES,
  type EngineName,
  hash,
  restore,
  run,
  SnapshotError,
  snapshot,
  step,
  World,
} from '../../../src/index.ts';

function flag(engine: EngineName = 'euler-cromer', points: [number, number] = [7, 6]): World {
  const world = new World(createIntegrator(engine));
  const sheet = addProvotSheet(world, {
    name: 'flag',
    size: [1, 0.8],
    points,
    material: { density: 0.2, stretch: 60, shear: 20, bend: 1, damping: 0.1, thickness: 1e-3 },
    elongationLimit: 0.1,
    place: (u, v) => [u, 0, v],
  });
  world.addForce(gravity([0, -9.8, 0]));
  pinParticles(world, [
    { particle: sheet.index(0, 0) },
    {
      particle: sheet.index(6, 0),
      keyframes: [
        { time: 0, offset: [0, 0, 0] },
        { time: 0.3, offset: [-0.2, 0.1, 0] },
      ],
    },
  ]);
  world.substeps = 12;
  return world;
}

describe.each(ENGINE_NAMES)('a snapshot under %s', (engine) => {
  it('goes on byte-equal in the same world and in a fresh one', () => {
    const unbroken = flag(engine);
    for (let i = 0; i < 10; i++) step(unbroken, 1 / 60);
    const kept = snapshot(unbroken);
    for (let i = 0; i < 10; i++) step(unbroken, 1 / 60);
    const fresh = flag(engine);
    restore(fresh, kept);
    for (let i = 0; i < 10; i++) step(fresh, 1 / 60);
    expect(hash(fresh)).toBe(hash(unbroken));
    restore(unbroken, kept);
    for (let i = 0; i < 10; i++) step(unbroken, 1 / 60);
    expect(hash(unbroken)).toBe(hash(fresh));
    expect(snapshot(unbroken)).toEqual(snapshot(fresh));
  });
});

describe('snapshots refuse what is not theirs', () => {
  it('any flipped bit, and the world stays as it was', () => {
    const world = flag();
    step(world, 1 / 60);
    const good = snapshot(world);
    const before = hash(world);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(7), (at, bit) => {
        const bad = good.slice();
        bad[at] ^= 1 << bit;
        expect(() => restore(world, bad)).toThrow(SnapshotError);
        expect(hash(world)).toBe(before);
      }),
    );
  });

  it('any length but the whole', () => {
    const world = flag();
    const good = snapshot(world);
    fc.assert(
      fc.property(fc.nat(good.length - 1), (length) => {
        expect(() => restore(world, good.slice(0, length))).toThrow(SnapshotError);
      }),
    );
  });

  it('another scene’s and another engine’s', () => {
    expect(() => restore(flag('rk4'), snapshot(new World(createIntegrator('rk4'))))).toThrow(/another scene/);
    expect(() => restore(flag('rk4'), snapshot(flag('rk4', [7, 5])))).toThrow(
      /another scene.*"particles.count" differs/,
    );
    expect(() => restore(flag('rk4'), snapshot(flag('verlet')))).toThrow(/taken under engine "verlet"/);
  });
});

describe('bad calls', () => {
  const world = () => {
    const w = new World(createIntegrator('rk4'));
    w.particles.add(2);
    return w;
  };
  const good = { a: 0, b: 1, stiffness: 1, rest: 1, damping: 0 };
  it.each([
    [{ ...good, b: 5000 }, /\.b: must be a whole number from 0 to 1, got 5000/],
    [{ ...good, b: 0 }, /both ends are particle 0/],
    [{ ...good, rest: 0 }, /\.rest: must be > 0/],
    [{ ...good, stiffness: -1 }, /\.stiffness: must be >= 0/],
    [{ ...good, damping: Number.NaN }, /\.damping: must be a finite number/],
  ])('refuse spring %o', (spring, message) => {
    expect(() => new Springs(world(), 'net', [spring])).toThrow(message);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuse mass %s', (mass) => {
    expect(() => world().particles.setMass(0, mass)).toThrow(/mass: must be > 0/);
  });

  it.each([
    [() => gravity([0, Number.NaN, 0]), /gravity\[1\]: must be a finite number/],
    [() => gravity([0, 1] as never), /gravity\[2\]: must be a finite number/],
    [() => airDamping(-1), /air\.rate: must be >= 0/],
    [() => stepDamping(2), /air\.factor: must be <= 1/],
    [() => stepDamping(0), /air\.factor: must be > 0/],
    [() => world().particles.pin(99), /index: must be a whole number from 0 to 1, got 99/],
    [() => world().particles.setMass(-1, 1), /index: must be a whole number/],
    [() => restore(world(), null as never), /must be bytes/],
    [() => run(world(), 0.1, 0), /steps: must be a whole number >= 1/],
    [() => createIntegrator('rk45', { tolerance: Number.NaN }), /tolerance: must be a finite number/],
  ])('refuse %s', (call, message) => {
    expect(call).toThrow(message);
  });

  it('refuse pins without a particle and keyframes out of order', () => {
    expect(() => pinParticles(world(), [{ particle: 2 }])).toThrow(/pins\[0\]: there is no particle 2/);
    const keyframes = [1, 0].map((time) => ({ time, offset: [0, 0, 0] as const }));
    expect(() => pinParticles(world(), [{ particle: 0, keyframes }])).toThrow(/times must increase/);
  });

  it('refuse sheets of one point and of negative density', () => {
    const sheet = {
      name: 'sheet',
      size: [1, 1] as const,
      points: [3, 3] as const,
      material: { density: 0.2, stretch: 60, shear: 20, bend: 1, damping: 0.1, thickness: 1e-3 },
    };
    expect(() => addProvotSheet(world(), { ...sheet, points: [1, 3] })).toThrow(/sheet\.points\[0\]/);
    const material = { ...sheet.material, density: -1 };
    expect(() => addProvotSheet(world(), { ...sheet, material })).toThrow(
      /sheet\.material\.density: must be > 0, got -1/,
    );
  });

  it('refuse more memory than there may be, and the world goes on', () => {
    const w = flag();
    const before = hash(w);
    expect(() => w.particles.add(9e7)).toThrow(/the limit is 2147483648/);
    expect(hash(w)).toBe(before);
    expect(step(w, 1 / 60).fault).toBeUndefined();
  });

  it('keep pins apart from the model: a snapshot from before a pin restores', () => {
    const w = flag();
    const kept = snapshot(w);
    w.particles.pin(20);
    restore(w, kept);
    expect(w.particles.inverseMass.view[20]).toBeGreaterThan(0);
  });
});

describe('worlds', () => {
  it('don’t disturb each other', () => {
    const alone = flag();
    for (let i = 0; i < 8; i++) step(alone, 1 / 60);
    const [a, b] = [flag(), flag('rk4', [7, 3])];
    for (let i = 0; i < 8; i++) {
      step(b, 1 / 30);
      step(a, 1 / 60);
    }
    expect(hash(a)).toBe(hash(alone));
  });

  it('may be empty', () => {
    const world = new World(createIntegrator('rk45'));
    for (let i = 0; i < 60; i++) step(world, 1 / 60);
    expect(world.time).toBeCloseTo(1, 12);
    restore(world, snapshot(world));
  });

  it('take another engine while they run', () => {
    const world = flag();
    for (const name of [...ENGINE_NAMES, ...ENGINE_NAMES]) {
      world.integrator = createIntegrator(name);
      for (let i = 0; i < 3; i++) expect(step(world, 1 / 60).fault).toBeUndefined();
    }
  });

  it('come and go without holding on to memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const once = () => step(flag(), 1 / 60);
    for (let i = 0; i < 20; i++) once();
    collect();
    const before = process.memoryUsage().external;
    for (let i = 0; i < 200; i++) once();
    await new Promise((done) => setTimeout(done, 50)); // memories are released after the collection
    collect();
    await new Promise((done) => setTimeout(done, 50));
    collect();
    // A world's memory is 1 MB: 200 of them kept would be 200 MB.
    expect(process.memoryUsage().external - before).toBeLessThan(20e6);
  });

  it('give the same motion when the whole scene is turned', () => {
    const turned = (angle: number) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const world = new World(createIntegrator('rk4'));
      const sheet = addProvotSheet(world, {
        name: 'flag',
        size: [1, 1],
        points: [5, 5],
        material: { density: 0.2, stretch: 60, shear: 20, bend: 1, damping: 0.1, thickness: 1e-3 },
        place: (u, v) => [c * u - s * 0.1 * v, s * u + c * 0.1 * v, v],
      });
      world.addForce(gravity([s * 9.8, -c * 9.8, 0]));
      pinParticles(world, [{ particle: sheet.index(0, 0) }]);
      world.substeps = 10;
      for (let i = 0; i < 30; i++) step(world, 1 / 60);
      const { x, y, z } = world.particles;
      return Array.from(x, (value, i) => [c * value + s * y[i], -s * value + c * y[i], z[i]]);
    };
    const [straight, oblique] = [turned(0), turned(0.7)];
    // Half a second of a swinging sheet magnifies rounding by some thousands.
    for (const [i, p] of straight.entries()) {
      for (const [k, value] of p.entries()) expect(Math.abs(value - oblique[i][k])).toBeLessThan(1e-10);
    }
  });
});

describe('steps', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuse dt = %s', (dt) => {
    expect(() => step(flag(), dt)).toThrow(/dt must be a finite number > 0/);
  });

  it('refuse to run inside a step, and the world stays usable', () => {
    const world = flag();
    let message = '';
    world.add({
      name: 'intruder',
      phase: 'drive',
      run: () => {
        try {
          step(world, 1 / 60);
        } catch (error) {
          message = (error as Error).message;
        }
        return 'moved';
      },
    });
    expect(step(world, 1 / 60).fault).toBeUndefined();
    expect(message).toMatch(/inside a step/);
  });

  it('hold a particle that is pinned while it moves', () => {
    const world = new World(createIntegrator('rk4'));
    world.particles.add(1);
    world.particles.setMass(0, 1);
    world.particles.vx[0] = 1;
    pinParticles(world, [{ particle: 0 }]);
    run(world, 0.1, 10);
    expect(world.particles.x[0]).toBe(0);
  });

  it('see a particle that was moved between them, with any engine', () => {
    const end = (engine: EngineName) => {
      const world = flag(engine);
      step(world, 1 / 60);
      world.particles.x[20] += 0.01;
      step(world, 1 / 60);
      return world.particles.x[20];
    };
    // Engines of second and fourth order agree to their errors: h²-ish of a 1 cm pull.
    expect(Math.abs(end('verlet') - end('rk4'))).toBeLessThan(1e-4);
  });

  it('that a force’s energy breaks stop at the last good state too', () => {
    const world = flag();
    const before = hash(world);
    world.addForce({
      name: 'bad force',
      add() {},
      energy() {
        throw new Error('no idea how much');
      },
    });
    expect(step(world, 1 / 60).fault?.cause).toMatch(/no idea how much/);
    expect(hash(world)).toBe(before);
  });

  it('that a plug-in breaks leave the last good state and say who', () => {
    const world = flag();
    step(world, 1 / 60);
    const before = hash(world);
    world.add({
      name: 'bad driver',
      phase: 'drive',
      run() {
        throw new Error('out of ideas');
      },
    });
    const report = step(world, 1 / 60);
    expect(report.fault?.cause).toMatch(/bad driver.*out of ideas/);
    expect(hash(world)).toBe(before);
  });

  it('that diverge stop at the last good state and name step, body, particle', () => {
    const world = flag();
    world.substeps = 1;
    for (const system of world.schedule.in('limit')) world.remove(system);
    let report = step(world, 1);
    let last = hash(world);
    for (let i = 0; i < 200 && !report.fault; i++) {
      last = hash(world);
      report = step(world, 1);
    }
    expect(report.fault).toMatchObject({ body: 'flag' });
    expect(report.fault?.advice).toMatch(/sub-steps/);
    expect(hash(world)).toBe(last);
    expect([...world.particles.position.view].every(Number.isFinite)).toBe(true);
    expect(Number.isFinite(report.energy.total)).toBe(true);
    expect(() => step(world, 1)).toThrow(/the world stopped at/);
  });

  it('name the particle where a bad number came in', () => {
    const world = flag();
    world.particles.x[17] = Number.NaN;
    expect(step(world, 1 / 60).fault).toMatchObject({ body: 'flag', particle: 17 });
  });

  it('carry keyframed pins exactly to their places', () => {
    const world = flag();
    const pin = 6;
    const home = world.particles.x[pin];
    for (let i = 0; i < 9; i++) step(world, 1 / 60);
    expect(world.particles.x[pin]).toBeCloseTo(home - 0.2 * (0.15 / 0.3), 12);
    for (let i = 0; i < 30; i++) step(world, 1 / 60);
    expect(world.particles.x[pin]).toBeCloseTo(home - 0.2, 12);
    expect(world.particles.x[0]).toBe(-0.5);
  });

  it('rejected by the error control leave no trace', () => {
    // A tolerance that rejects must end where shorter fixed steps end, to that tolerance.
    const strict = flag('rk45');
    for (const system of strict.schedule.in('limit')) strict.remove(system);
    strict.integrator = createIntegrator('rk45', { tolerance: 1e-10 });
    strict.substeps = 1;
    let rejected = 0;
    for (let i = 0; i < 6; i++) rejected += step(strict, 1 / 60).rejected;
    expect(rejected).toBeGreaterThan(0);
    const fine = flag('rk4');
    for (const system of fine.schedule.in('limit')) fine.remove(system);
    fine.substeps = 400;
    for (let i = 0; i < 6; i++) step(fine, 1 / 60);
    for (const [i, x] of strict.particles.x.entries()) {
      expect(Math.abs(x - fine.particles.x[i])).toBeLessThan(1e-8); // 60 inner steps of 1e-10 each, magnified
    }
  });

  it('time every stage by the given clock', () => {
    let now = 0;
    const world = new World(createIntegrator('euler-cromer'), { clock: () => now++ });
    addProvotSheet(world, {
      name: 's',
      size: [1, 1],
      points: [3, 3],
      material: { density: 0.2, stretch: 60, shear: 20, bend: 1, damping: 0.1, thickness: 1e-3 },
      elongationLimit: 0.1,
    });
    const { phases } = step(world, 0.001);
    expect(phases.integrate).toBeGreaterThan(0);
    expect(phases.limit).toBeGreaterThan(0);
    expect(phases.check).toBeGreaterThan(0);
    expect(phases.heat).toBe(0);
  });
});
