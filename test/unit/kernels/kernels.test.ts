/**
 * The compiled kernels against naive loops on random nets, including short runs, chains and zero lengths; and what their
 * benchmark makes of its figures.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeKernels } from '../../../lab/bench/index.ts';
import type { KernelRow } from '../../../lab/bench/kernels/index.ts';
import {
  naiveAddScaled,
  naiveDot,
  naiveKickDrift,
  naiveLargest,
  naiveSpringForces,
} from '../../../lab/bench/kernels/naive.ts';
import { createIntegrator, evaluateForces, Springs } from '../../../src/engine.ts';
import type { Spring } from '../../../src/forces/springs.ts';
import { World } from '../../../src/index.ts';
import { random, seedRandom } from '../../../src/math/random.ts';

/** Particles at random places with random speeds, joined by random springs and by a chain. */
const nets = fc
  .record({ count: fc.integer({ min: 2, max: 40 }), seed: fc.integer(), extra: fc.nat(60) })
  .map(({ count, seed, extra }) => {
    const state = new Int32Array(4);
    seedRandom(state, seed);
    const next = () => 4 * random(state) - 2;
    const world = new World(createIntegrator('euler-cromer'));
    const p = world.particles;
    p.add(count);
    for (let i = 0; i < count; i++) {
      p.setMass(i, 1.5 + 0.5 * next());
      for (const view of [p.x, p.y, p.z, p.vx, p.vy, p.vz]) view[i] = next();
    }
    const spring = (a: number, b: number): Spring => ({
      a,
      b,
      stiffness: 10 + next(),
      rest: 1 + 0.4 * next(),
      damping: 0.3 + 0.1 * next(),
    });
    const list: Spring[] = [];
    for (let i = 0; i + 1 < count; i++) if (next() > -1) list.push(spring(i, i + 1));
    for (let i = 0; i + 3 < count; i++) if (next() > 0) list.push(spring(i + 3, i));
    for (let k = 0; k < extra; k++) {
      const a = Math.floor(Math.abs(next() * 1e6)) % count;
      const b = Math.floor(Math.abs(next() * 1e6)) % count;
      if (a !== b) list.push(spring(a, b));
    }
    const springs = new Springs(world, 'net', list);
    world.addForce(springs);
    return { world, springs };
  });

function naive(world: World, springs: Springs) {
  const p = world.particles;
  const state = {
    x: p.position.view.slice(),
    v: p.velocity.view.slice(),
    f: new Float64Array(p.numbers),
    inverseMass: p.inverseMass.view.slice(),
    stride: p.stride,
  };
  naiveSpringForces(state, {
    ends: springs.ends.view,
    stiffness: springs.stiffness.view,
    rest: springs.rest.view,
    damping: springs.damping.view,
  });
  return state;
}

/**
 * Sums of up to 80 forces of size 10 in another order, where the shortest of springs may lose three digits of
 * its direction: 1e-10 leaves room for that.
 */
const ROUNDING = 1e-10;

describe('kernels', () => {
  it('spring forces equal the naive loop', () => {
    fc.assert(
      fc.property(nets, ({ world, springs }) => {
        evaluateForces(world, 0);
        const expected = naive(world, springs).f;
        const got = world.particles.force.view;
        for (let i = 0; i < expected.length; i++)
          expect(Math.abs(got[i] - expected[i])).toBeLessThan(ROUNDING);
      }),
    );
  });

  it('spring forces sum to zero, and so does their torque', () => {
    fc.assert(
      fc.property(nets, ({ world }) => {
        evaluateForces(world, 0);
        const { x, y, z, fx, fy, fz, count } = world.particles;
        const sum = [0, 0, 0, 0, 0, 0];
        for (let i = 0; i < count; i++) {
          sum[0] += fx[i];
          sum[1] += fy[i];
          sum[2] += fz[i];
          sum[3] += y[i] * fz[i] - z[i] * fy[i];
          sum[4] += z[i] * fx[i] - x[i] * fz[i];
          sum[5] += x[i] * fy[i] - y[i] * fx[i];
        }
        for (const total of sum) expect(Math.abs(total)).toBeLessThan(ROUNDING);
      }),
    );
  });

  it('a spring of no length gives no force and no NaN', () => {
    const world = new World(createIntegrator('euler-cromer'));
    world.particles.add(4);
    world.addForce(
      new Springs(world, 'net', [
        { a: 0, b: 1, stiffness: 1, rest: 1, damping: 1 },
        { a: 1, b: 2, stiffness: 1, rest: 1, damping: 1 },
        { a: 0, b: 3, stiffness: 1, rest: 1, damping: 1 },
      ]),
    );
    evaluateForces(world, 0);
    expect([...world.particles.force.view]).toEqual(new Array(world.particles.numbers).fill(0));
  });

  it('vector loops equal the naive ones', () => {
    fc.assert(
      fc.property(nets, ({ world, springs }) => {
        const { particles: p, kernels } = world;
        const state = naive(world, springs);
        p.force.view.set(state.f);
        expect(
          Math.abs(kernels.dot(p.position.offset, p.velocity.offset, p.numbers) - naiveDot(state.x, state.v)),
        ).toBeLessThan(ROUNDING);
        expect(kernels.largest(p.force.offset, p.numbers)).toBe(naiveLargest(state.f));
        naiveKickDrift(state, 0.01);
        kernels.kickDrift(
          p.position.offset,
          p.velocity.offset,
          p.force.offset,
          p.inverseMass.offset,
          0.01,
          p.stride,
        );
        for (let i = 0; i < state.x.length; i++) {
          expect(Math.abs(p.position.view[i] - state.x[i])).toBeLessThan(ROUNDING);
          expect(Math.abs(p.velocity.view[i] - state.v[i])).toBeLessThan(ROUNDING);
        }
        naiveAddScaled(state.f, state.x, state.v, 0.5);
        kernels.addScaled(p.force.offset, p.position.offset, p.velocity.offset, 0.5, p.numbers);
        for (let i = 0; i < state.f.length; i++)
          expect(Math.abs(p.force.view[i] - state.f[i])).toBeLessThan(ROUNDING);
      }),
    );
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])('the search for the largest sees %s anywhere', (bad) => {
    const world = new World(createIntegrator('euler-cromer'));
    const p = world.particles;
    p.add(7);
    for (let i = 0; i < p.numbers; i++) {
      p.position.view.fill(1);
      p.position.view[i] = bad;
      expect(world.kernels.largest(p.position.offset, p.numbers)).toBeNaN();
    }
  });

  it('energy measures equal their definitions', () => {
    fc.assert(
      fc.property(nets, ({ world, springs }) => {
        const { x, y, z, vx, vy, vz, mass, count } = world.particles;
        let kinetic = 0;
        for (let i = 0; i < count; i++)
          kinetic += 0.5 * mass.view[i] * (vx[i] ** 2 + vy[i] ** 2 + vz[i] ** 2);
        const p = world.particles;
        expect(
          Math.abs(world.kernels.kineticEnergy(p.mass.offset, p.velocity.offset, p.stride) - kinetic),
        ).toBeLessThan(ROUNDING);
        let elastic = 0;
        const strain = { sum: 0, count: 0, max: 0 };
        let most = 0;
        for (let s = 0; s < springs.count; s++) {
          const a = springs.ends.view[2 * s];
          const b = springs.ends.view[2 * s + 1];
          const stretch = Math.hypot(x[a] - x[b], y[a] - y[b], z[a] - z[b]) - springs.rest.view[s];
          elastic += 0.5 * springs.stiffness.view[s] * stretch ** 2;
          most = Math.max(most, Math.abs(stretch) / springs.rest.view[s]);
        }
        expect(Math.abs(springs.energy(world) - elastic)).toBeLessThan(ROUNDING * 10); // up to 140 terms of size 40
        springs.addStrain(world, strain);
        expect(Math.abs(strain.max - most)).toBeLessThan(ROUNDING);
      }),
    );
  });
});

describe('the benchmark of kernels', () => {
  const measured = (fasterThanTypescript: number, slowerThanCpp: number | null): KernelRow => ({
    kernel: 'dot',
    n: 33,
    wasm: 1,
    typescript: fasterThanTypescript,
    cpp: slowerThanCpp === null ? null : 1 / slowerThanCpp,
    cppIndexed: null,
    fasterThanTypescript,
    slowerThanCpp,
  });

  it.each([
    [4, 2, true], // just so
    [3.99, 1, false],
    [9, 2.01, false],
    [4, null, true], // no g++ to be beside
    [3, null, false],
  ])('at %f × TypeScript and %f of C++ meet their targets: %s', (typescript, cpp, meets) => {
    const { json, text } = judgeKernels([measured(typescript, cpp)]);
    expect(json).toMatchObject({ targets: { timesTypescript: 4, timesCpp: 2 }, rows: [{ meets }] });
    const [head, , line] = text.split('\n');
    expect(head).toMatch(/ target$/);
    expect(line).toMatch(meets ? / met$/ : / missed$/);
  });
});
