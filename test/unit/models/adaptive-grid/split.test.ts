/** What a split must leave alone: the masses that were there, other sheets, the momentum of what touches the sheet. */
import { describe, expect, it } from 'vitest';
import {
  type AdaptiveGridOptions,
  addAdaptiveGrid,
  addContact,
  addRigidBodies,
  createIntegrator,
} from '../../../../src/engine.ts';
import { step, World } from '../../../../src/index.ts';

const MATERIAL = { density: 0.2, stretch: 100, shear: 30, damping: 0.02, thickness: 0.001 };
const DT = 0.002;

/** Stretched by 5 %, with one gentle crease along its middle. */
const creased = (angle: number) => (u: number, v: number) =>
  [1.05 * u, 1.05 * v, Math.max(0, u) * angle] as const;

function add(world: World, options: Partial<AdaptiveGridOptions> = {}) {
  return addAdaptiveGrid(world, {
    name: 'sheet',
    size: [1, 1],
    points: [5, 5],
    material: MATERIAL,
    place: creased(0.6),
    ...options,
  });
}

describe('a split', () => {
  it.each([
    'euler-cromer',
    'verlet',
  ] as const)('leaves the masses that were there as they are, %s', (engine) => {
    const [split, whole] = [1, 0].map((maxLevel) => {
      const world = new World(createIntegrator(engine));
      const sheet = add(world, { maxLevel });
      world.substeps = 8;
      step(world, DT);
      return { world, sheet };
    });
    expect(split.sheet.count).toBeGreaterThan(25);
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 5; column++) {
        const [i, j] = [split.sheet.index(column, row), whole.sheet.index(column, row)];
        for (const plane of ['x', 'y', 'z', 'vx', 'vy', 'vz'] as const)
          expect(split.world.particles[plane][i]).toBe(whole.world.particles[plane][j]);
      }
    }
  });

  it('is the same for two sheets that split in the same step', () => {
    const world = new World(createIntegrator('euler-cromer'));
    const sheets = [0, 3].map((shift, k) =>
      add(world, {
        name: `sheet ${k}`,
        place: (u, v) => {
          const [x, y, z] = creased(0.6)(u, v);
          return [x, y + shift, z];
        },
      }),
    );
    world.substeps = 8;
    for (let k = 0; k < 5; k++) step(world, DT);
    const [a, b] = sheets;
    const p = world.particles;
    expect(a.count).toBeGreaterThan(25);
    expect(b.count).toBe(a.count);
    for (let i = 0; i < a.count; i++) {
      expect(p.x[b.first + i]).toBeCloseTo(p.x[a.first + i], 12); // rounding of places 3 m away
      expect(p.y[b.first + i] - 3).toBeCloseTo(p.y[a.first + i], 12);
      expect(p.z[b.first + i]).toBeCloseTo(p.z[a.first + i], 12);
    }
  });

  it('under a ball keeps the momentum of both together', () => {
    const world = new World(createIntegrator('euler-cromer'));
    const sheet = add(world, { points: [9, 9], place: (u, v) => [u, 0, -v] });
    const ball = addRigidBodies(world, [
      {
        name: 'ball',
        shape: { kind: 'sphere', radius: 0.1 },
        mass: 0.1,
        position: [0.03, 0.13, 0.02],
        velocity: [0, -2, 0],
      },
    ]);
    addContact(world, { bodies: [{ body: sheet, radius: 0.0005 }] });
    world.substeps = 16;
    const whole = 0.1 * 2;
    let split = 0;
    for (let k = 0; k < 60; k++) {
      split += step(world, DT).refinement?.split ?? 0;
      let sum = 0.1 * ball.motionOf(0).velocity[1];
      for (let i = 0; i < sheet.count; i++) sum += world.particles.mass.view[i] * world.particles.vy[i];
      expect(Math.abs(sum + whole) / whole).toBeLessThan(1e-12); // rounding of some hundred masses
    }
    expect(split).toBeGreaterThan(0);
  });
});
