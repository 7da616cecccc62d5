/** Edits of a running simulation: bodies, colliders and wind change, and the rest continues where it is. */
import { hash, Simulation } from 'pliant';
import { describe, expect, it } from 'vitest';
import { DT, draped, mean, small } from './draped.ts';

describe('edits of a running simulation', () => {
  it('adds a body: the others continue where they are', () => {
    const sim = draped();
    sim.advance(30 * DT);
    const cloth = sim.body('cloth');
    const before = [...cloth.positions];
    const second = sim.addCloth({ ...small, position: [0, 0.4, 0] });
    expect([...cloth.positions]).toEqual(before);
    expect(mean(second.positions, 1)).toBeCloseTo(0.4, 6);
    expect([sim.steps, sim.world.steps]).toEqual([30, 30]);
    sim.advance(10 * DT);
    expect(sim.fault).toBeUndefined();
    expect(mean(second.positions, 1)).toBeLessThan(0.4);
    // A new simulation of the same scene has the same blocks, so that it can restore this one.
    const other = Simulation.fromScene(sim.toScene());
    other.restore(sim.snapshot());
    sim.advance(5 * DT);
    other.advance(5 * DT);
    expect(hash(other.world)).toBe(hash(sim.world));
  });

  it('removes bodies in front of sheets that have torn, of grids and cloths that have refined themselves', () => {
    const explicit = new Simulation({ contact: { self: false } });
    explicit.addCollider({ kind: 'sphere', radius: 0.06 }, { position: [0, -0.1, 0] });
    const front = explicit.addSheet({
      model: 'provot-sheet',
      points: [4, 4],
      position: [3, 0, 0],
      size: [2, 2],
    });
    const torn = explicit.addSheet({
      name: 'torn',
      points: [7, 7],
      pins: [
        { at: 'left' },
        {
          at: 'right',
          keyframes: [
            { time: 0, offset: [0, 0, 0] },
            { time: 0.2, offset: [0.3, 0, 0] },
          ],
        },
      ],
      rupture: 0.05,
    });
    const grid = explicit.addSheet({
      name: 'grid',
      model: 'adaptive-grid',
      size: [0.3, 0.3],
      points: [5, 5],
      maxLevel: 1,
      rotation: { axis: [1, 0, 0], angle: 90 },
    });
    const whole = torn.triangles.length;
    expectToContinue(explicit, front, [torn, grid], 20);
    expect(torn.triangles.length).toBeLessThan(whole);
    expect(grid.count).toBeGreaterThan(25);
    expect(explicit.world.particles.count).toBe(torn.count + grid.count);

    const implicit = new Simulation();
    implicit.addCollider({ kind: 'sphere', radius: 0.06 }, { position: [0, -0.08, 0] });
    const first = implicit.addCloth({ ...small, position: [1, 0, 0], maxLevel: 2 });
    const cloth = implicit.addCloth({
      ...small,
      name: 'main',
      cells: [3, 3],
      maxLevel: 2,
      refineError: 0.001,
    });
    const block = implicit.addMatter({
      shape: { kind: 'sphere', radius: 0.05 },
      spacing: 0.03,
      position: [2, 0, 0],
    });
    expectToContinue(implicit, first, [cloth, block], 25);
    expect(cloth.count).toBeGreaterThan(16);
  });

  /** Runs, removes a body, and checks that the others are where they were and move on as they did. */
  function expectToContinue(
    sim: Simulation,
    removed: ReturnType<Simulation['addCloth']>,
    kept: ReturnType<Simulation['addCloth']>[],
    steps: number,
  ): void {
    sim.advance(steps * sim.dt);
    expect(sim.fault).toBeUndefined();
    const before = kept.map((body) => [[...body.positions], [...body.triangles]]);
    const whole = Simulation.fromScene(sim.toScene());
    whole.restore(sim.snapshot());
    sim.remove(removed);
    expect(kept.map((body) => [[...body.positions], [...body.triangles]])).toEqual(before);
    sim.advance(sim.dt);
    whole.advance(sim.dt);
    expect(sim.fault).toBeUndefined();
    for (const body of kept) {
      const there = whole.body(body.name).positions;
      // One solve moves all bodies: without one of them it ends elsewhere, within its tolerance of 1 % of the accelerations.
      const apart = body.positions.map((x, i) => Math.abs(x - there[i]));
      expect(Math.max(...apart)).toBeLessThan(0.01 * 9.81 * sim.dt * sim.dt);
    }
    expect(() => removed.positions).toThrow(/removed/);
    expect(() => sim.remove(removed)).toThrow(/removed/);
  }

  it('removes a collider: what lay on it falls', () => {
    const sim = draped();
    sim.advance(30 * DT);
    const cloth = sim.body('cloth');
    const before = mean(cloth.positions, 1);
    sim.advance(10 * DT);
    const rest = before - mean(cloth.positions, 1);
    sim.remove(sim.collider('ball'));
    const from = mean(cloth.positions, 1);
    sim.advance(10 * DT);
    expect(from - mean(cloth.positions, 1)).toBeGreaterThan(rest + 0.05);
    expect(sim.colliders).toEqual([]);
  });

  it('places a collider before the first step and moves it over the next step afterwards', () => {
    const sim = draped();
    const ball = sim.collider('ball');
    ball.setPose({ position: [0, -0.02, 0] });
    expect(ball.pose.position).toEqual([0, -0.02, 0]);
    expect(sim.toScene().colliders[0].position).toEqual([0, -0.02, 0]);
    sim.advance(30 * DT);
    const cloth = sim.body('cloth');
    const world = sim.world;
    const height = mean(cloth.positions, 1);
    for (let i = 1; i <= 20; i++) {
      ball.setPose({ position: [0, -0.02 + 0.005 * i, 0] });
      sim.advance(DT);
      expect(ball.pose.position[1]).toBeCloseTo(-0.02 + 0.005 * i, 12);
    }
    expect(mean(cloth.positions, 1) - height).toBeGreaterThan(0.05); // it was lifted
    expect(sim.fault).toBeUndefined();
    const driven = sim.world;
    expect(driven).not.toBe(world); // once, for a collider that stood still
    const half = Math.SQRT1_2;
    ball.setPose({ rotation: [0, half, 0, half] });
    sim.advance(DT);
    expect(sim.world).toBe(driven);
    expect(ball.pose.quaternion[1]).toBeCloseTo(half, 9);
    expect(sim.toScene().colliders[0].rotation.angle).toBeCloseTo(90);
  });

  it('refuses a wind that would have no force', () => {
    const sim = new Simulation({ air: { density: 0 } });
    expect(() => {
      sim.wind = [1, 0, 0];
    }).toThrow(/no density/);
  });

  it('sets the wind without building the world again', () => {
    const sim = new Simulation();
    const flag = sim.addCloth({ ...small, pins: [{ at: 'left' }] });
    sim.advance(5 * DT);
    const { world } = sim;
    sim.wind = [0, 0, 8];
    sim.advance(20 * DT);
    expect(sim.world).toBe(world);
    expect(sim.wind).toEqual([0, 0, 8]);
    expect(sim.toScene().air.wind).toEqual([0, 0, 8]);
    expect(mean(flag.positions, 2)).toBeGreaterThan(0.005);
    expect(() => {
      sim.wind = [Number.NaN, 0, 0];
    }).toThrow(/wind\[0\]/);
  });
});
