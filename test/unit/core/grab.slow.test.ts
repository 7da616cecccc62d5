/** The hand: it brings what it holds where it goes, keeps sheets stable, accounts for its work, and is in snapshots. */
import { describe, expect, it } from 'vitest';
import {
  addProvotSheet,
  airDamping,
  createIntegrator,
  gravity,
  pinParticles,
  stableSteps,
  substepsFor,
} from '../../../src/engine.ts';
import {
  ENGINE_NAMES,
  type EngineName,
  Hand,
  type HandOptions,
  hash,
  restore,
  run,
  snapshot,
  World,
} from '../../../src/index.ts';

const DT = 1 / 100;

function sheetWithHand(engine: EngineName, damping = 0.1, options: HandOptions = {}) {
  const world = new World(createIntegrator(engine));
  const sheet = addProvotSheet(world, {
    name: 'sheet',
    size: [0.5, 0.5],
    points: [9, 9],
    material: { density: 0.2, stretch: 60, shear: 20, bend: 1, damping, thickness: 1e-3 },
    place: (u, v) => [u, 0, -v],
  });
  world.substeps = substepsFor(DT, stableSteps(world).engines[engine].step);
  return { world, sheet, hand: new Hand(world, options) };
}

describe.each(ENGINE_NAMES)('a hand with %s', (engine) => {
  it('leads a corner where it goes, softly and firmly, and lets go of it', () => {
    for (const firm of [false, true]) {
      const { world, sheet, hand } = sheetWithHand(engine);
      world.addForce(airDamping(10)); // the sheet's swing about the hand is over at the end
      const corner = sheet.index(0, 0);
      const p = world.particles;
      expect(hand.grab({ particle: corner }, { firm })).toBe(1);
      const goal = [p.x[corner] - 0.1, 0.3, p.z[corner] + 0.2] as const;
      hand.moveTo(goal, 0.5);
      run(world, DT, 50);
      for (const axis of [0, 1, 2]) expect(hand.position[axis]).toBeCloseTo(goal[axis], 12);
      const report = run(world, DT, 150);
      expect(report.fault).toBeUndefined();
      const away = Math.hypot(p.x[corner] - goal[0], p.y[corner] - goal[1], p.z[corner] - goal[2]);
      // Without gravity nothing pulls at a soft hold but what is left of the swing, e⁻⁷ of some mm.
      expect(away).toBeLessThan(firm ? 1e-12 : 1e-4);
      hand.release();
      expect(hand.held).toHaveLength(0);
      expect(p.inverseMass.view[corner]).toBeGreaterThan(0);
    }
  });

  it('never makes a stable sheet unstable, however stiff it is asked to be', () => {
    const { world, hand } = sheetWithHand(engine, 0, { rate: 1e9 });
    hand.grab({ point: [0, 0, 0], radius: 0.2 });
    hand.moveTo([0, 0.2, 0], 0.1);
    const { energy: start } = run(world, DT, 10);
    let most = 0;
    const report = run(world, DT, 100, ({ energy }) => {
      most = Math.max(most, energy.total);
    });
    expect(report.fault).toBeUndefined();
    // Without damping the sheet swings on; holding still, the hand gives nothing to that. Engines of order 1 sway.
    expect(most).toBeLessThan(1.5 * start.total);
  });
});

describe('the work of a hand', () => {
  const goal = [0.1, 0.15, -0.05] as const;
  it.each<[string, (world: World, hand: Hand) => void]>([
    [
      'in one go',
      (world, hand) => {
        hand.moveTo(goal, 0.2);
        run(world, DT, 20);
      },
    ],
    [
      'called again every frame, as a pointer does',
      (world, hand) => {
        const from = hand.position;
        for (let k = 1; k <= 20; k++) {
          const at = (axis: number) => from[axis] + ((goal[axis] - from[axis]) * k) / 20;
          hand.moveTo([at(0), at(1), at(2)], DT);
          run(world, DT, 1);
        }
      },
    ],
  ])('is what the sheet has, to the second order in the sub-step: %s', (_, move) => {
    const error = (finer: number) => {
      const { world, hand } = sheetWithHand('verlet', 0, { rate: 150 });
      world.substeps *= finer;
      hand.grab({ point: [0.1, 0, 0.05], radius: 0.12 });
      move(world, hand);
      const { energy } = run(world, DT, 10);
      let fingers = 0;
      const p = world.particles;
      for (const i of hand.held) {
        const square = p.vx[i] * p.vx[i] + p.vy[i] * p.vy[i] + p.vz[i] * p.vz[i];
        fingers += 1.5 * p.mass.view[i] * square;
      }
      hand.release(); // which closes the account
      expect(hand.work).toBeGreaterThan(1e-3);
      return hand.work / (energy.kinetic + energy.springs + fingers) - 1;
    };
    const [coarse, fine] = [error(8), error(16)];
    expect(Math.abs(fine)).toBeLessThan(1e-3);
    expect(coarse / fine).toBeCloseTo(4, 0);
  });

  it('holds a weight with the sag that its stiffness says', () => {
    const world = new World(createIntegrator('rk4'));
    world.particles.add(1);
    world.particles.setMass(0, 2);
    world.addForce(gravity([0, -9.8, 0]));
    const hand = new Hand(world, { rate: 50 });
    hand.grab({ particle: 0 });
    const report = run(world, 1e-3, 1000);
    expect(world.particles.y[0]).toBeCloseTo(-9.8 / (4 * 50 * 50), 9);
    expect(report.energy.hand).toBeCloseTo((0.5 * 2 * 9.8 * 9.8) / (4 * 50 * 50), 9);
  });
});

describe('a hand', () => {
  it('takes a region by point and radius, but not what is pinned', () => {
    const { world, sheet, hand } = sheetWithHand('verlet');
    pinParticles(world, [{ particle: sheet.index(0, 0) }]);
    expect(hand.grab({ particle: sheet.index(0, 0) })).toBe(0);
    const [x, z] = [world.particles.x[sheet.index(0, 0)], world.particles.z[sheet.index(0, 0)]];
    expect(hand.grab({ point: [x, 0, z], radius: 0.07 })).toBe(2);
    expect([...hand.held]).toEqual([sheet.index(1, 0), sheet.index(0, 1)]);
    expect(hand.grab({ point: [x, 5, z], radius: 0.07 })).toBe(0);
    hand.grab({ particle: sheet.index(4, 4) }, { firm: true });
    hand.release();
    expect(world.particles.inverseMass.view[sheet.index(0, 0)]).toBe(0);
  });

  it.each([false, true])('leaves alone what another hand has, firm: %s', (firm) => {
    const { world, sheet, hand } = sheetWithHand('verlet');
    const other = new Hand(world, {}, 'other');
    const [corner, beside] = [sheet.index(0, 0), sheet.index(1, 0)];
    const p = world.particles;
    hand.grab({ particle: corner }, { firm });
    const inverse = p.inverseMass.view[corner];
    expect(other.grab({ particle: corner })).toBe(0);
    expect(other.grab({ point: [p.x[beside], 0, p.z[beside]], radius: 0.07 })).toBe(3);
    expect(other.held).not.toContain(corner);
    other.release();
    expect(p.inverseMass.view[corner]).toBe(inverse);
    hand.release();
    expect(p.inverseMass.view[corner]).toBe(1 / p.mass.view[corner]);
    expect(other.grab({ particle: corner })).toBe(1);
  });

  it.each([false, true])('gives way to a pin that comes while it holds, firm: %s', (firm) => {
    const { world, sheet, hand } = sheetWithHand('verlet');
    const corner = sheet.index(0, 0);
    const p = world.particles;
    const [x, z] = [p.x[corner], p.z[corner]];
    hand.grab({ point: [x, 0, z], radius: 0.07 }, { firm });
    expect(hand.held).toHaveLength(3);
    p.pin(corner);
    expect([...hand.held]).toEqual([sheet.index(1, 0), sheet.index(0, 1)]);
    hand.moveTo([x, 0.05, z], 0.1);
    run(world, DT, 10);
    expect([p.x[corner], p.y[corner], p.z[corner]]).toEqual([x, 0, z]);
    hand.release();
    expect(p.inverseMass.view[corner]).toBe(0);
    expect(p.inverseMass.view[sheet.index(1, 0)]).toBeGreaterThan(0);
  });

  it.each([false, true])('is in snapshots, firm: %s', (firm) => {
    const begin = () => {
      const { world, sheet, hand } = sheetWithHand('verlet');
      return { world, hand, corner: sheet.index(8, 8) };
    };
    const unbroken = begin();
    unbroken.hand.grab({ particle: unbroken.corner }, { firm });
    unbroken.hand.moveTo([0.3, 0.4, 0.3], 0.2);
    run(unbroken.world, DT, 10);
    const kept = snapshot(unbroken.world);
    const fresh = begin();
    restore(fresh.world, kept);
    for (const { world, hand } of [unbroken, fresh]) {
      run(world, DT, 5);
      hand.moveTo([0, 0.4, 0], 0.1);
      run(world, DT, 10);
      hand.release();
      run(world, DT, 5);
    }
    expect(hash(fresh.world)).toBe(hash(unbroken.world));
    expect(fresh.hand.work).toBe(unbroken.hand.work);
  });

  it('refuses what is no place', () => {
    const { world, hand } = sheetWithHand('verlet');
    expect(() => hand.grab({ particle: 81 })).toThrow(/particle: must be a whole number from 0 to 80/);
    expect(() => hand.grab({ point: [0, Number.NaN, 0], radius: 1 })).toThrow(/point\[1\]: must be a finite/);
    expect(() => hand.grab({ point: [0, 0, 0], radius: 0 })).toThrow(/radius: must be > 0/);
    expect(() => hand.moveTo([0, 0, Number.POSITIVE_INFINITY])).toThrow(/point\[2\]: must be a finite/);
    expect(() => hand.moveTo([0, 0, 0], 0)).toThrow(/seconds: must be > 0/);
    expect(() => new Hand(new World(world.integrator), { rate: -1 })).toThrow(/hand\.rate: must be > 0/);
  });
});

describe('a hand on particles whose number changes', () => {
  /** Six free masses in a row, 1 m apart; each is marked by its place. */
  function row() {
    const world = new World(createIntegrator('euler-cromer'));
    const range = { first: 0, count: 6, moved: () => {} };
    const p = world.particles;
    p.addMovable(range);
    for (let i = 0; i < 6; i++) {
      p.setMass(i, 1);
      p.x[i] = i;
    }
    const hand = new Hand(world);
    /** Leaves out mass 2 and turns the others round, with three times the mass. */
    const turn = () => {
      const places = [5, 4, 3, 1, 0];
      const flags = p.flags.view.slice();
      p.resizeMovable(range, 5);
      places.forEach((was, i) => {
        p.x[i] = was;
        p.flags.view[i] = flags[was];
        p.setMass(i, 3);
      });
      const newIndex = (old: number) => places.indexOf(old);
      world.dependents.announce({ firstBefore: 0, countBefore: 6, first: 0, count: 5, newIndex });
    };
    return { world, hand, turn };
  }

  it.each([false, true])('follows those it holds and lets go of those that are gone, firm %s', (firm) => {
    const { world, hand, turn } = row();
    const p = world.particles;
    expect(hand.grab({ point: [2, 0, 0], radius: 1.5 }, { firm })).toBe(3);
    turn();
    expect([...hand.held].map((i) => p.x[i])).toEqual([1, 3]);
    const weight = firm ? 0 : 1 / 12; // the hand’s fingers are three times as heavy as what they hold
    expect([...hand.held].map((i) => p.inverseMass.view[i])).toEqual([weight, weight]);
    hand.moveTo([2, 1, 0], 0.1);
    run(world, 0.01, 60);
    for (const i of hand.held) expect(p.y[i]).toBeCloseTo(1, firm ? 12 : 3); // soft holds need a while
    expect(p.y[0]).toBe(0);
    hand.release();
    expect([...p.inverseMass.view.slice(0, 5)]).toEqual([1, 1, 1, 1, 1].map((x) => x / 3));
  });

  it('is as slow as the slowest particle it holds', () => {
    const { world, hand } = row();
    const block = world.arena.allocate('none', 'i32', 0, 'model');
    const paces = [
      { first: 0, count: 3, substeps: 1 },
      { first: 3, count: 3, substeps: 4 },
    ];
    world.bodies.push({
      name: 'row',
      model: 'row',
      first: 0,
      count: 6,
      triangles: block,
      elements: 0,
      dynamics: { kind: 'explicit', paces: () => paces },
      views: [],
    });
    world.substeps = 4;
    const energyAway = (particle: number) => {
      hand.grab({ particle });
      run(world, 0.01, 1);
      world.particles.y[particle] += 1e-3;
      return hand.energy(world);
    };
    expect(energyAway(1) / energyAway(4)).toBeCloseTo(16, 6); // ω² of a step four times as long
  });
});
