import { describe, expect, it } from 'vitest';
import { addContact, type ParticleContact } from '../../../../src/contact/index.ts';
import type { Body } from '../../../../src/core/body.ts';
import type { Pace } from '../../../../src/core/dynamics.ts';
import type { Integrator } from '../../../../src/core/integrator.ts';
import { IN_CONTACT } from '../../../../src/core/particles.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { random, seedRandom } from '../../../../src/math/random.ts';
import {
  advance,
  collider,
  G,
  particlesAmong,
  positionOf,
  setStage,
  type Vec,
} from '../../../validation/contact-world.ts';

/** Each pace falls freely over the whole of its own step at its end, Euler–Cromer; until then it waits. */
function fallByPaces(paces: () => readonly Pace[]): Integrator {
  return {
    name: 'by paces',
    order: 1,
    stages: 1,
    advance(world, h) {
      const p = world.particles;
      for (const { first, count, substeps } of paces()) {
        if ((world.substep + 1) % substeps !== 0) continue;
        for (let i = first; i < first + count; i++) {
          p.vy[i] -= G * substeps * h;
          p.x[i] += substeps * h * p.vx[i];
          p.y[i] += substeps * h * p.vy[i];
          p.z[i] += substeps * h * p.vz[i];
        }
      }
    },
  };
}

const SPHERE = collider(
  { kind: 'sphere', radius: 0.3 },
  {
    friction: 0.4,
    restitution: 0.3,
    keyframes: [
      { time: 0, position: [-0.3, -0.2, 0] },
      { time: 0.5, position: [0.4, 0.2, 0.1], rotation: { axis: [0, 0, 1], angle: 200 } },
    ],
  },
);

/** A line of particles over a sphere that comes up, turns and goes aside, and a floor. */
function line(substeps: number, paces: readonly Pace[]): { world: World; stage: ParticleContact } {
  const count = paces.reduce((sum, pace) => sum + pace.count, 0);
  const world = new World(fallByPaces(() => paces));
  world.substeps = substeps;
  world.particles.add(count);
  const body: Body = {
    name: 'line',
    model: 'line',
    first: 0,
    count,
    triangles: world.arena.allocate('line.triangles', 'i32', 0, 'model'),
    elements: 0,
    dynamics: { kind: 'explicit', paces: () => paces },
    views: [],
  };
  world.bodies.push(body);
  for (let i = 0; i < count; i++) {
    world.particles.setMass(i, 1);
    world.particles.x[i] = -0.5 + (i % 40) / 40;
    world.particles.y[i] = 0.25;
    world.particles.vx[i] = 0.3;
  }
  const floor = collider({ kind: 'plane' }, { position: [0, -0.25, 0], friction: 0.2 });
  const bodies = [{ body, radius: 0.005 }];
  const stage = addContact(world, { colliders: [SPHERE, floor], bodies }).particles!;
  return { world, stage };
}

function run(world: World, dt: number, steps: number): number {
  let contacts = 0;
  for (let i = 0; i < steps; i++) contacts += step(world, dt).contacts;
  return contacts;
}

describe('contact by paces', () => {
  it.each([2, 4, 8])('a pace of %i sub-steps is a world with as much longer ones', (n) => {
    const slow = line(n, [{ first: 0, count: 40, substeps: n }]).world;
    const whole = line(1, [{ first: 0, count: 40, substeps: 1 }]).world;
    const contacts = run(slow, 1 / 50, 25);
    expect(contacts).toBe(run(whole, 1 / 50, 25));
    expect(contacts).toBeGreaterThan(100);
    // Times are summed in another order; a bounce makes of their rounding up to 1e-12.
    for (let k = 0; k < slow.particles.position.view.length; k++) {
      expect(slow.particles.position.view[k]).toBeCloseTo(whole.particles.position.view[k], 10);
    }
  });

  it('paces side by side do as each alone, and are counted all', () => {
    const mixed: Pace[] = [
      { first: 0, count: 40, substeps: 1 },
      { first: 40, count: 40, substeps: 2 },
      { first: 80, count: 40, substeps: 8 },
    ];
    const together = line(8, mixed).world;
    const contacts = run(together, 1 / 50, 25);
    let sum = 0;
    for (const { first, substeps } of mixed) {
      const alone = line(8, [{ first: 0, count: 40, substeps }]).world;
      sum += run(alone, 1 / 50, 25);
      expect([...together.particles.x.subarray(first, first + 40)]).toEqual([...alone.particles.x]);
      expect([...together.particles.y.subarray(first, first + 40)]).toEqual([...alone.particles.y]);
    }
    expect(contacts).toBe(sum);
  });

  it('leaves particles alone whose step has not ended', () => {
    const { world } = line(4, [{ first: 0, count: 40, substeps: 4 }]);
    const touched: number[] = [];
    world.add({
      name: 'look on',
      phase: 'contact',
      run: ({ particles: p }) => {
        touched.push(p.flags.view.reduce((sum, flag) => sum + (flag & IN_CONTACT ? 1 : 0), 0));
        return 'still';
      },
    });
    run(world, 1 / 50, 12);
    const ends = touched.filter((_, k) => k % 4 === 3);
    expect(Math.max(...ends)).toBeGreaterThan(0);
    touched.forEach((count, k) => {
      if (k % 4 !== 3) expect(count).toBe(k < 4 ? 0 : touched[k - (k % 4) - 1]);
    });
  });
});

/** Exchanges particles i and j, in all that they have. */
function exchange({ particles: p }: World, i: number, j: number): void {
  for (const block of [p.position, p.velocity]) {
    for (let axis = 0; axis < 3; axis++) {
      const { view } = block;
      const [a, b] = [axis * p.stride + i, axis * p.stride + j];
      [view[a], view[b]] = [view[b], view[a]];
    }
  }
  const flags = p.flags.view;
  [flags[i], flags[j]] = [flags[j], flags[i]];
}

describe('what the stage remembers', () => {
  it('is never taken for another particle: renumbered at random, the bytes are those of a stage without memory', () => {
    const generator = new Int32Array(4);
    seedRandom(generator, 7);
    const draw = (n: number) => Math.min(n - 1, Math.floor(n * random(generator)));
    const count = 30;
    const colliders = [SPHERE, collider({ kind: 'plane' }, { position: [0, -0.5, 0] })];
    const places = Array.from(
      { length: count },
      (): Vec => [-0.6 + 1.2 * random(generator), 0.1 + random(generator), 0.2 * random(generator)],
    );
    // Some in one place, some that stand still in the sphere's way.
    places[3] = places[2];
    const velocities = places.map((_, i): Vec => (i < 10 ? [0, 0, 0] : [0.2, -1, 0]));
    const options = { velocities, gravity: [0, 0, 0] as Vec };
    const keeping = particlesAmong(colliders, places, options);
    const fresh = particlesAmong(colliders, places, options);
    for (let k = 0; k < 50; k++) {
      const [i, j] = [draw(count), draw(count)];
      exchange(keeping.world, i, j);
      exchange(fresh.world, i, j);
      setStage(fresh, colliders);
      advance(keeping, 0.01, 1);
      advance(fresh, 0.01, 1);
      expect(fresh.world.particles.position.view).toEqual(keeping.world.particles.position.view);
      expect(fresh.world.particles.velocity.view).toEqual(keeping.world.particles.velocity.view);
    }
    expect(positionOf(keeping, 0)).not.toEqual(places[0]);
  });
});

describe('resolving a few particles again', () => {
  const places: Vec[] = [
    [-0.28, 0.13, 0],
    [-0.25, 0.13, 0],
    [-0.2, 0.13, 0],
  ];
  const falling = () =>
    particlesAmong([SPHERE], places, { velocity: [0, -3, 0], radius: 0.002, gravity: [0, -G, 0] });

  it('is what the sub-step did, for those and no others', () => {
    const once = advance(falling(), 0.02, 1);
    const again = advance(falling(), 0.02, 1);
    const { particles: p } = again.world;
    const after = p.position.view.slice();
    // Taken back, and moved again as if nothing were in the way.
    for (const i of [0, 1, 2]) {
      p.y[i] = p.startPosition.view[p.stride + i] + 0.02 * (-3 - 0.5 * G * 0.02);
      p.x[i] = p.startPosition.view[i];
      p.z[i] = 0;
      [p.vx[i], p.vy[i], p.vz[i]] = [0, -3 - G * 0.02, 0];
    }
    const free = p.position.view.slice();
    const { inside, squeezed } = again.stage;
    again.stage.resolveOnly(again.world, 0.02, Int32Array.of(1));
    expect([again.stage.inside, again.stage.squeezed]).toEqual([inside, squeezed]);
    expect(once.report?.contacts).toBeGreaterThan(0);
    for (let axis = 0; axis < 3; axis++) {
      const at = axis * p.stride;
      expect(p.position.view[at]).toBe(free[at]);
      expect(p.position.view[at + 2]).toBe(free[at + 2]);
      expect(p.position.view[at + 1]).toBeCloseTo(after[at + 1], 12);
    }
    expect(p.y[1]).not.toBe(free[p.stride + 1]);
    expect(p.flags.view[1] & IN_CONTACT).toBe(IN_CONTACT);
  });

  it('refuses a particle that is of none of its bodies', () => {
    const { world, stage } = falling();
    expect(() => stage.resolveOnly(world, 0.01, Int32Array.of(3))).toThrow(
      new RangeError('contact: particle 3 belongs to none of the registered bodies'),
    );
  });
});
