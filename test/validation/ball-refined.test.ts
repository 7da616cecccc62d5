import { describe, expect, it } from 'vitest';
import { addContact } from '../../src/contact/index.ts';
import { restore, snapshot } from '../../src/core/snapshot.ts';
import { step } from '../../src/core/step.ts';
import { World } from '../../src/core/world.ts';
import { gravity } from '../../src/forces/gravity.ts';
import { createIntegrator } from '../../src/integrators/index.ts';
import { addAdaptiveGrid, type Scaling } from '../../src/models/adaptive-grid/index.ts';
import { G } from './contact-world.ts';
import { addSphere } from './sphere.ts';

const RADIUS = 0.35; // m
const MASS = 0.3; // kg
const DENSITY = 0.3; // kg/m² of the sheet at rest
const STRETCH = 1.03;

interface Drop {
  engine?: 'euler-cromer' | 'verlet';
  scaling?: Scaling;
  /** Where the ball is over: the sheet is refined where x > 0. */
  x: number;
  /** The sheet does not tell how much too heavy it is. */
  silent?: boolean;
  height: number;
  speed?: number;
  gravity?: number;
  /** How often the other half is split; default 2. */
  level?: number;
  /** The sheet has a mass, but next to no springs. */
  limp?: boolean;
  friction?: number;
}

/** A ball of 0.3 kg over a stretched sheet of 2 m that is refined in one half. */
function drop(options: Drop) {
  const { engine = 'euler-cromer', scaling, x, silent, height, speed = 0, gravity: g = G } = options;
  const { level = 2, limp = false, friction = 0.3 } = options;
  const world = new World(createIntegrator(engine, {}));
  world.substeps = 8;
  const points = 25;
  const sheet = addAdaptiveGrid(world, {
    name: 'sheet',
    size: [2, 2],
    points: [points, points],
    material: limp
      ? { density: DENSITY, stretch: 0.01, shear: 0.01, damping: 0, thickness: 0.001 }
      : { density: DENSITY, stretch: 200, shear: 70, damping: 0.02, thickness: 0.001 },
    scaling,
    maxLevel: 2,
    splitAngle: 179, // as it is refined from the start, so it stays
    splitAtContact: false,
    unsplit: false,
    startLevel: (u) => (u > 0 ? level : 0),
    place: (u, v) => [STRETCH * u, 0, -STRETCH * v],
  });
  const rim = Array.from({ length: points }, (_, k) => k);
  const last = points - 1;
  sheet.pin(
    rim.flatMap((k) => [
      { column: k, row: 0 },
      { column: k, row: last },
      { column: 0, row: k },
      { column: last, row: k },
    ]),
  );
  world.addForce(gravity([0, -g, 0]));
  const ball = addSphere(world, {
    name: 'ball',
    radius: RADIUS,
    mass: MASS,
    position: [x, height, 0],
    velocity: [0, speed, 0],
    gravity: [0, -g, 0],
    friction,
  });
  const { name, triangles } = sheet;
  const quiet = {
    name,
    triangles,
    get first() {
      return sheet.first;
    },
    get count() {
      return sheet.count;
    },
  };
  addContact(world, { bodies: [{ body: silent ? quiet : sheet, radius: 0.0005 }] });
  return { world, sheet, ball };
}

/** Height that the ball comes back to, the first time. */
function rebound(options: Drop): number {
  const { world, ball } = drop(options);
  let rising = false;
  for (let i = 0; i < 150; i++) {
    const [, before] = ball.position;
    const { fault } = step(world, 0.01);
    if (fault) throw new Error(fault.cause);
    if (ball.velocity[1] > 0) rising = true;
    else if (rising) return Math.max(before, ball.position[1]);
  }
  throw new Error('the ball did not come back');
}

/**
 * The same by theory: what the ball has met of the sheet moves along its normal as it does, and shares its momentum. At a
 * depth d that is the disc of radius r with r² = 2 R d − d², and the height of the normal at ρ is √(1 − ρ²/R²).
 */
function lossInTheory(): number {
  const density = DENSITY / STRETCH ** 2;
  const met = (depth: number) => {
    const r2 = Math.max(0, 2 * RADIUS * depth - depth * depth);
    return depth > 0 ? Math.PI * density * (r2 - (r2 * r2) / (2 * RADIUS * RADIUS)) : 0;
  };
  const steps = 1000;
  let speed = 10;
  for (let k = 0, depth = -0.01; k < steps; k++) {
    depth += (speed * 0.01) / steps;
    speed = (10 * MASS) / (MASS + met(depth));
  }
  return 10 - speed;
}

describe('a ball dropped on a sheet', () => {
  it.each(['euler-cromer', 'verlet'] as const)('rebounds alike from its refined part, %s', (engine) => {
    const coarse = rebound({ engine, x: -0.5, height: 0.6 });
    const refined = rebound({ engine, x: 0.5, height: 0.6 });
    expect(coarse).toBeGreaterThan(0.3);
    expect(coarse).toBeLessThan(0.6);
    // 0.9 % (Euler–Cromer) and 1.5 % (Verlet) measured: the coarse part has 13 masses under the ball.
    expect(Math.abs(refined / coarse - 1)).toBeLessThan(0.03);
  });

  describe('at 10 m/s', () => {
    /** Speed in m/s that the ball loses in 0.01 s, to the mass of a sheet without springs and friction. */
    const slowed = (options: Pick<Drop, 'x' | 'scaling' | 'level' | 'silent'>) => {
      const impact = { gravity: 0, speed: -10, height: RADIUS + 0.01, limp: true, friction: 0 };
      const { world, ball } = drop({ ...options, ...impact });
      step(world, 0.01);
      return 10 + ball.velocity[1];
    };

    it('is slowed by the mass it meets, the more exactly the finer the sheet', () => {
      const exact = lossInTheory();
      const errors = [0, 1, 2].map((level) => slowed({ x: 0.5, level }) / exact - 1);
      // 31 %, 25 % and 5.6 % measured: faces at the rim of the dent count whole, which is too much by the first order
      // of their sizes. Two refinements are a factor of 4.
      for (const error of errors) expect(error).toBeGreaterThan(0);
      expect(errors[1]).toBeLessThan(errors[0]);
      expect(errors[2]).toBeLessThan(errors[0] / 4);
      expect(errors[2]).toBeLessThan(0.08);
    });

    it('is slowed alike where equal masses make the sheet too heavy, as the sheet says how much', () => {
      const refined = slowed({ x: 0.5, scaling: 'paper' });
      expect(Math.abs(refined / slowed({ x: 0.5, scaling: 'consistent' }) - 1)).toBeLessThan(1e-3);
      const coarse = slowed({ x: -0.5, scaling: 'paper' });
      expect(Math.abs(coarse / slowed({ x: -0.5, scaling: 'consistent' }) - 1)).toBeLessThan(1e-3);
      expect(slowed({ x: 0.5, scaling: 'paper', silent: true })).toBeGreaterThan(4 * refined);
    });
  });

  it('meets a sheet whose masses tell how often they outweigh their part of the unrefined one', () => {
    const { sheet } = drop({ scaling: 'paper', x: 0, height: 1 });
    const shares = new Map<number, Set<number>>();
    let heavy = 0;
    for (let i = 0; i < sheet.count; i++) {
      const share = sheet.contact.massShare(sheet.first + i);
      const [u] = sheet.places.subarray(2 * i);
      if (u < -0.2) shares.set(0, (shares.get(0) ?? new Set()).add(share));
      if (u > 0.2) shares.set(2, (shares.get(2) ?? new Set()).add(share));
      heavy += 1 / share;
    }
    expect([...(shares.get(0) ?? [])]).toEqual([1]);
    expect([...(shares.get(2) ?? [])]).toEqual([16]);
    // Divided by their shares, the masses are those of the unrefined sheet; those of the rim only nearly.
    expect(heavy / (25 * 25)).toBeCloseTo(1, 1);
    const { sheet: consistent } = drop({ x: 0, height: 1 });
    expect(consistent.contact.massShare(consistent.first)).toBe(1);
  });

  it('goes on from a snapshot byte for byte while the sheet refines itself, and never comes through', () => {
    const make = () => {
      const world = new World(createIntegrator('euler-cromer', {}));
      world.substeps = 8;
      const sheet = addAdaptiveGrid(world, {
        name: 'sheet',
        size: [1.5, 1.5],
        points: [11, 11],
        material: { density: 0.3, stretch: 150, shear: 50, damping: 0.05, thickness: 0.001 },
        maxLevel: 2,
        splitAngle: 15,
        place: (u, v) => [u, 0, -v],
      });
      sheet.pin([0, 10].flatMap((row) => [0, 10].map((column) => ({ column, row }))));
      const fall = [0, -G, 0] as const;
      world.addForce(gravity(fall));
      const position = [0.03, 0.3, 0.02] as const;
      addSphere(world, { name: 'ball', radius: 0.2, mass: 0.3, position, gravity: fall });
      addContact(world, { bodies: [{ body: sheet, radius: 0.0005 }] });
      return world;
    };
    const [whole, restored] = [make(), make()];
    for (let i = 0; i < 25; i++) step(whole, 0.01);
    restore(restored, snapshot(whole));
    const before = whole.particles.count;
    for (let i = 0; i < 10; i++) {
      expect(step(whole, 0.01).penetrationMax).toBeLessThan(1e-6); // of the skin, 1e-7
      step(restored, 0.01);
    }
    expect(whole.particles.count).toBeGreaterThan(before); // it refined meanwhile
    expect(snapshot(restored)).toEqual(snapshot(whole));
  });
});
