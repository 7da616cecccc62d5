/** Rest of implicit bodies: what stops, what does not, and what wakes it. */
import { buildScene, Hand, parseScene, restore, Simulation, snapshot, step, World } from 'pliant';
import { addAdaptiveCloth, createIntegrator, gravity, wind } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { isAtRest } from '../../../src/core/rest.ts';
import { COTTON } from '../models/adaptive-cloth/woven-cloth.ts';

const DT = 1 / 60;
const BALANCE = 0.001;
/** The time after which a body that does not move is at rest, s. */
const WINDOW = 1;

/** A cloth that nothing holds, thrown at `speed` (m/s) against an acceleration (m/s²). */
function thrown(speed: number, acceleration: number, dt: number): World {
  const world = new World(createIntegrator('implicit-euler'));
  addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [1, 1], cells: [2, 2] },
    material: COTTON,
    maxLevel: 0,
  });
  world.addForce(gravity([0, 0, -acceleration]));
  world.particles.vz.fill(speed);
  for (let t = 0; t < WINDOW + 2.5 * dt; t += dt) step(world, dt);
  return world;
}

/** A sheet of cotton, 0.4 m wide with 9 × 9 vertices, that lies on a floor and is at rest. */
function lying(more: object = {}): Simulation {
  const sim = new Simulation(more);
  sim.addCollider({ kind: 'plane' }, { name: 'floor', friction: 0.5 });
  sim.addCloth({
    name: 'cloth',
    size: [0.4, 0.4],
    cells: [4, 4],
    startLevel: 2,
    maxLevel: 2,
    position: [0, 0.002, 0],
  });
  sim.advance(3);
  expect(sim.advance(DT)?.resting).toBe(1);
  return sim;
}

/** Steps once and returns whether all bodies are still at rest. */
function rests(sim: Simulation): boolean {
  return sim.advance(DT)?.resting === sim.bodies.length;
}

describe('a body at rest', () => {
  it.each([
    ['rests below the balance of a solve', 0.9, true],
    ['moves above it', 1.1, false],
  ])('%s, at the velocity at which it stays nearest', (_, share, expected) => {
    const acceleration = share * BALANCE;
    const world = thrown((Math.SQRT2 - 1) * acceleration * WINDOW, acceleration, 1 / 240);
    expect(isAtRest(world.bodies[0])).toBe(expected);
  });

  it('stops after the window, not before', () => {
    const world = thrown(0, 0, DT);
    expect(isAtRest(world.bodies[0])).toBe(true);
    const sim = new World(createIntegrator('implicit-euler'));
    addAdaptiveCloth(sim, { name: 'cloth', shape: { size: [1, 1], cells: [2, 2] }, material: COTTON });
    for (let i = 0; i * DT < 0.9 * WINDOW; i++) step(sim, DT);
    expect(isAtRest(sim.bodies[0])).toBe(false);
  });

  it('does not move, has no kinetic energy, and its contacts stay', () => {
    const sim = lying();
    const before = sim.body('cloth').positions.slice();
    let report = sim.advance(DT)!;
    const { energy, contacts } = report;
    report = sim.advance(2)!;
    expect(sim.body('cloth').positions).toEqual(before);
    expect(report.energy).toEqual(energy);
    expect(report.energy.kinetic).toBe(0);
    expect(report.contacts).toBe(contacts);
    expect(report.contacts).toBeGreaterThan(0);
    expect(report.solver?.solves ?? 0).toBe(0);
  });

  it('continues with the same bytes from a snapshot, before and after it stops', () => {
    const scene = parseScene({
      format: 1,
      id: 'rest',
      engine: { name: 'implicit-euler' },
      bodies: [
        {
          name: 'cloth',
          model: 'adaptive-cloth',
          cells: [4, 4],
          position: [0, 0.02, 0],
          rotation: { axis: [1, 0, 0], angle: -90 },
        },
      ],
      colliders: [{ name: 'floor', shape: { kind: 'plane' }, friction: 0.5 }],
    });
    const world = buildScene(scene);
    while (world.time < 30 && !isAtRest(world.bodies[0])) step(world, DT);
    expect(isAtRest(world.bodies[0])).toBe(true);
    const stop = world.steps;
    for (const from of [stop - 30, stop + 5]) {
      const [one, other] = [buildScene(scene), buildScene(scene)];
      while (one.steps < from) step(one, DT);
      restore(other, snapshot(one));
      while (one.steps < stop + 10) {
        step(one, DT);
        step(other, DT);
      }
      expect(snapshot(other)).toEqual(snapshot(one));
      expect(isAtRest(other.bodies[0])).toBe(true);
      for (const both of [one, other]) {
        both.particles.vx.fill(0.5);
        for (let i = 0; i < 30; i++) step(both, DT);
        expect(isAtRest(both.bodies[0])).toBe(false);
      }
      expect(snapshot(other)).toEqual(snapshot(one));
    }
  });
});

describe('a body at rest moves again', () => {
  it.each<[string, (sim: Simulation) => void]>([
    [
      'with other gravity',
      (sim) =>
        Object.assign(sim.world.forces.find(({ name }) => name === 'gravity')!, {
          acceleration: [0.5, -9, 0],
        }),
    ],
    [
      'in wind',
      (sim) => {
        sim.wind = [0, 3, 0];
      },
    ],
    ['when a vertex is pinned', (sim) => sim.body('cloth').pin({ point: [0.2, 0, 0.2], radius: 0.02 })],
    ['when it is grabbed', (sim) => new Hand(sim.world).grab({ particle: 0 })],
    [
      'when a program moves it',
      (sim) => {
        sim.world.particles.y[0] += 1e-3;
      },
    ],
    [
      'when a program gives it a velocity',
      (sim) => {
        sim.world.particles.vy[5] = 0.01;
      },
    ],
    [
      'when it is heated',
      (sim) => {
        sim.world.particles.temperature.view[3] += 1;
      },
    ],
    ['when its floor moves', (sim) => sim.collider('floor').setPose({ position: [0, -0.001, 0] })],
    ['when its floor is removed', (sim) => sim.remove(sim.collider('floor'))],
    [
      'when a collider is added',
      (sim) => sim.addCollider({ kind: 'sphere', radius: 0.1 }, { position: [0, 0.1, 0] }),
    ],
    [
      'when another force acts',
      (sim) =>
        sim.world.addForce(
          wind(sim.world.bodies, {
            velocity: [1, 0, 0],
            density: 1.2,
            drag: 1,
            lift: 0,
            gust: 0,
            gustPeriod: 1,
          }),
        ),
    ],
  ])('%s', (_, change) => {
    const sim = lying();
    change(sim);
    expect(rests(sim)).toBe(false);
  });

  it('when it is unpinned, and falls at once', () => {
    const sim = new Simulation();
    const cloth = sim.addCloth({ size: [0.4, 0.4], cells: [4, 4], pins: [{ at: 'top' }] });
    for (let i = 0; i < 20 && !rests(sim); i++) sim.advance(1);
    expect(rests(sim)).toBe(true);
    const before = cloth.positions.slice();
    cloth.unpin();
    sim.advance(0.1);
    // Air slows it by some per cent.
    expect(before[1] - cloth.positions[1]).toBeGreaterThan(0.9 * 0.5 * 9.80665 * 0.1 ** 2);
  });

  it('when a ball that is let fall comes near, in the step in which it does', () => {
    const sim = lying();
    const ball = sim.addCollider({ kind: 'sphere', radius: 0.05 }, { position: [0, 0.5, 0] });
    ball.setPose({ position: [0, 0.5, 0] }); // from now on its path is known to the world
    sim.advance(2);
    expect(rests(sim)).toBe(true);
    let y = 0.5;
    let woke = 0;
    for (; y > 0.02; y -= 0.01) {
      ball.setPose({ position: [0, y, 0] });
      if (!rests(sim) && woke === 0) woke = y;
    }
    // The cloth lies above the lowest point that the ball then reaches, and below the one that it has left.
    expect(woke).toBeCloseTo(0.05, 9);
  });

  it.each<[string, object, object[]]>([
    [
      'pin',
      {
        pins: [
          {
            at: 'top',
            keyframes: [
              { time: 4, offset: [0, 0, 0] },
              { time: 5, offset: [0, 0.01, 0] },
            ],
          },
        ],
      },
      [],
    ],
    [
      'collider',
      { position: [0, 0.002, 0], rotation: { axis: [1, 0, 0], angle: -90 } },
      [
        {
          name: 'floor',
          shape: { kind: 'plane' },
          keyframes: [{ time: 4 }, { time: 5, position: [0, 0.01, 0] }],
        },
      ],
    ],
  ])('when keyframes move its %s, at their time', (_, more, colliders) => {
    const bodies = [{ name: 'cloth', model: 'adaptive-cloth', cells: [4, 4], ...more }];
    const sim = Simulation.fromScene({ format: 1, id: 'rest', bodies, colliders } as never);
    sim.advance(3.9);
    expect(sim.body('cloth').isAtRest).toBe(true);
    while (sim.body('cloth').isAtRest) sim.advance(DT);
    // The step that begins at 4 s is the first in which anything moves.
    expect(sim.time).toBeGreaterThan(4 + 0.5 * DT);
    expect(sim.time).toBeLessThan(4 + 1.5 * DT);
  });

  it('when a collider pushes it at 1 mm/s', () => {
    const sim = lying();
    const lift = sim.addCollider({ kind: 'box', size: [0.2, 0.02, 0.2] }, { position: [0, -0.0115, 0] });
    sim.advance(3);
    for (let i = 1; i <= 300; i++) {
      lift.setPose({ position: [0, -0.0115 + (0.001 * i) / 60, 0] });
      sim.advance(DT);
    }
    const { positions } = sim.body('cloth');
    const highest = Math.max(...positions.filter((_, k) => k % 3 === 1));
    expect(highest).toBeGreaterThan(0.0035);
    expect(highest).toBeLessThan(0.0045);
  });

  it('without a jump, and without gaining energy', () => {
    const sim = lying();
    const { total } = sim.advance(DT)!.energy;
    const before = sim.body('cloth').positions.slice();
    sim.world.particles.temperature.view[3] += 1;
    for (let i = 0; i < 30; i++) {
      const report = sim.advance(DT)!;
      expect(report.resting).toBe(0);
      // The speed that an unbalanced acceleration gives in a step.
      expect(report.energy.total - total).toBeLessThan(0.5 * 0.16 * 0.15 * (BALANCE * DT) ** 2);
    }
    const { positions } = sim.body('cloth');
    positions.forEach((x, k) => {
      expect(Math.abs(x - before[k])).toBeLessThan(1e-4);
    });
  });

  it('with the cloth on which it lies, which is let go', () => {
    const sim = new Simulation();
    sim.addCloth({
      name: 'below',
      size: [0.4, 0.4],
      cells: [4, 4],
      startLevel: 2,
      pins: [{ at: 'left' }, { at: 'right' }],
      rotation: { axis: [1, 0, 0], angle: -90 },
    });
    sim.addCloth({ name: 'above', size: [0.2, 0.2], cells: [3, 3], startLevel: 1, position: [0, 0.002, 0] });
    for (let i = 0; i < 30 && !rests(sim); i++) sim.advance(1);
    expect(rests(sim)).toBe(true);
    const before = sim.body('above').positions[1];
    sim.body('below').unpin();
    expect(sim.advance(DT)?.resting).toBe(0);
    sim.advance(0.1 - DT);
    expect(before - sim.body('above').positions[1]).toBeGreaterThan(0.8 * 0.5 * 9.80665 * 0.1 ** 2);
  });

  it('alone, while another cloth stays where it is with its friction', () => {
    const sim = lying();
    sim.addCloth({
      name: 'other',
      size: [0.2, 0.2],
      cells: [2, 2],
      position: [1, 0.3, 0],
      pins: [{ at: 'top' }],
    });
    for (let i = 0; i < 30 && !rests(sim); i++) sim.advance(1);
    expect(rests(sim)).toBe(true);
    const before = sim.body('cloth').positions.slice();
    const contacts = sim.advance(DT)!.contacts;
    expect(contacts).toBeGreaterThan(0);
    sim.body('other').unpin();
    let least = 2;
    for (let i = 0; i < 1200 && (i < 30 || !rests(sim)); i++)
      least = Math.min(least, sim.advance(DT)!.resting!);
    expect(least).toBe(1);
    expect(rests(sim)).toBe(true);
    expect(sim.body('cloth').positions).toEqual(before);
    // Those of the cloth that stayed, and those of the other, which has fallen on the floor.
    expect(sim.advance(DT)?.contacts).toBeGreaterThan(contacts);
  });
});

describe('a sheet that hangs by its sides', () => {
  function hung(): Simulation {
    const sim = new Simulation();
    sim.addCloth({
      name: 'cloth',
      size: [0.4, 0.4],
      cells: [4, 4],
      startLevel: 2,
      rotation: { axis: [1, 0, 0], angle: -90 },
      pins: [{ at: 'left' }, { at: 'right' }],
    });
    return sim;
  }

  it('rests until a ball falls into it, and catches it', () => {
    const sim = hung();
    // It comes down again after five seconds.
    const ball = sim.addRigidBody({
      shape: { kind: 'sphere', radius: 0.05 },
      mass: 0.05,
      position: [0, 1, 0],
      velocity: [0, 24, 0],
    });
    let hasRested = false;
    while (ball.pose.position[1] > 0.1) {
      sim.advance(DT);
      hasRested ||= sim.body('cloth').isAtRest;
    }
    expect(hasRested).toBe(true);
    sim.advance(0.5);
    expect(sim.body('cloth').isAtRest).toBe(false);
    expect(ball.pose.position[1]).toBeGreaterThan(-0.3);
  });

  it('rests until matter falls on it, and throws it up', () => {
    const sim = hung();
    const solid = sim.addMatter({
      shape: { kind: 'box', size: [0.04, 0.04, 0.04] },
      spacing: 0.02,
      position: [0, 25, 0],
    });
    let hasRested = false;
    while (solid.positions[1] > 0.5) {
      sim.advance(DT);
      hasRested ||= sim.body('cloth').isAtRest;
    }
    expect(hasRested).toBe(true);
    sim.advance(0.3);
    expect(sim.body('cloth').isAtRest).toBe(false);
    // It has been thrown up again.
    expect(solid.positions[1]).toBeGreaterThan(0);
  });
});

describe('a body that moves', () => {
  it('does not rest in gusts', () => {
    const sim = lying();
    sim.wind = [0, -1e-3, 0];
    const force = sim.world.forces.find(({ name }) => name === 'wind') as ReturnType<typeof wind>;
    force.options = { ...force.options, gust: 0.5 };
    for (let i = 0; i < 150; i++) expect(rests(sim)).toBe(false);
  });
});
