/** Ties between particles of different bodies, and the seams that scenes make of them. */
import { describe, expect, it } from 'vitest';
import { addTies, type Ties } from '../../../../src/contact/index.ts';
import { addProvotSheet, createIntegrator } from '../../../../src/engine.ts';
import {
  buildScene,
  type EngineName,
  hash,
  parseScene,
  restore,
  type SceneInput,
  snapshot,
  step,
  World,
} from '../../../../src/index.ts';

const G = 9.80665;
const DENSITY = 0.2;
const DT = 1 / 100;
const material = { density: DENSITY, stretch: 300, shear: 100, bend: 1, damping: 0.2, thickness: 1e-3 };

function twoSheets(engine: EngineName) {
  const world = new World(createIntegrator(engine));
  const sheet = (name: string, y: number) =>
    addProvotSheet(world, {
      name,
      size: [0.3, 0.3],
      points: [4, 4],
      material,
      place: (u, v) => [u, v + y, 0.1 * u],
    });
  const [upper, lower] = [sheet('upper', 0.2), sheet('lower', -0.2)];
  world.substeps = 20;
  return { world, upper, lower };
}

function run(world: World, seconds: number): void {
  for (let k = 0; k < Math.round(seconds / DT); k++) {
    const { fault } = step(world, DT);
    if (fault) throw new Error(fault.cause);
  }
}

describe.each(['euler-cromer', 'verlet', 'rk4'] as const)('ties with %s', (engine) => {
  it('draw together, hold and keep momentum', () => {
    const { world, upper, lower } = twoSheets(engine);
    const { particles: p } = world;
    p.vx.fill(0.3, upper.first, upper.first + 16);
    p.vz.fill(-0.2, lower.first, lower.first + 16);
    const momentum = () =>
      [p.vx, p.vy, p.vz].map((v) => v.reduce((sum, speed, i) => sum + p.mass.view[i] * speed, 0));
    const start = momentum();
    const columns = [0, 1, 2, 3];
    addTies(
      world,
      columns.map((c) => ({ particle: upper.index(c, 3), to: [lower.index(c, 0)], closeSeconds: 0.2 })),
    );
    const gaps = () => columns.map((c) => Math.abs(p.y[upper.index(c, 3)] - p.y[lower.index(c, 0)]));
    run(world, 0.1);
    for (const gap of gaps()) expect(gap).toBeCloseTo(0.05, 6); // half of 0.1 m: it closes evenly
    run(world, 0.4);
    for (const gap of gaps()) expect(gap).toBeLessThan(1e-9);
    momentum().forEach((now, axis) => {
      expect(now).toBeCloseTo(start[axis], 12);
    });
  });

  it('hold a particle to a place between three others', () => {
    const { world, upper, lower } = twoSheets(engine);
    const { particles: p } = world;
    const to = [upper.index(1, 1), upper.index(2, 1), upper.index(1, 2)];
    const weights = [0.2, 0.3, 0.5];
    const particle = lower.index(0, 0);
    addTies(world, [{ particle, to, weights }]);
    p.vz.fill(1, lower.first, lower.first + 16);
    run(world, 0.1);
    for (const x of [p.x, p.y, p.z]) {
      const place = to.reduce((sum, i, k) => sum + weights[k] * x[i], 0);
      expect(x[particle]).toBeCloseTo(place, 8);
    }
  });
});

const sewn = (seam: object = {}, more: object = {}, models = ['provot-sheet', 'provot-sheet']): SceneInput =>
  ({
    format: 1,
    dt: DT,
    gravity: [0, -G, 0],
    air: { density: 0, rate: 5 },
    bodies: models.map((model, i) => ({
      name: i === 0 ? 'upper' : 'lower',
      model,
      size: [0.3, 0.3],
      ...(model === 'adaptive-cloth'
        ? {
            cells: [3, 3],
            material: { density: DENSITY, thickness: 1e-3, stretchWarp: 300, stretchWeft: 300 },
          }
        : { points: i === 0 ? [4, 4] : [7, 7], material: model === 'provot-sheet' ? material : undefined }),
      position: [0, i === 0 ? 0.15 : -0.15, 0],
      ...(model === 'layered-sheet' ? { rotation: { axis: [1, 0, 0], angle: 90 } } : {}),
      ...(i === 0 ? { pins: [{ at: 'top' }] } : {}),
    })),
    seams: [
      { a: { body: 'upper', at: 'bottom' }, b: { body: 'lower', at: 'top' }, closeSeconds: 0.1, ...seam },
    ],
    ...more,
  }) as SceneInput;

const tiesOf = (world: World) => world.schedule.in('limit').find(({ name }) => name === 'ties') as Ties;

describe('a seam in a scene', () => {
  it('carries what hangs on it, also where one side has more masses', () => {
    const world = buildScene(parseScene(sewn()));
    run(world, 3);
    const seven = tiesOf(world);
    expect(seven.count).toBe(7);
    // The weight of the lower sheet over six spacings; the seam's own motion is gone.
    expect(seven.greatestForce).toBeCloseTo((DENSITY * 0.09 * G) / 6, 2);
    expect(Math.min(...world.particles.y)).toBeGreaterThan(-0.31);
  });

  it.each([
    [['adaptive-grid', 'provot-sheet']],
    [['provot-sheet', 'adaptive-grid']],
    [['adaptive-cloth', 'provot-sheet']],
    [['provot-sheet', 'layered-sheet']],
  ])('joins %s', (models) => {
    const world = buildScene(parseScene(sewn({}, {}, models)));
    const before = tiesOf(world).count;
    run(world, 0.5);
    expect(tiesOf(world).count).toBe(before);
    expect(Math.min(...world.particles.y)).toBeGreaterThan(-0.4);
  });

  it('rips where it is too weak', () => {
    const world = buildScene(parseScene(sewn({ strength: 0.01 })));
    run(world, 1);
    expect(tiesOf(world).count).toBe(0);
    expect(Math.min(...world.particles.y)).toBeLessThan(-1);
  });

  it('goes on byte-equal from a snapshot', () => {
    const whole = buildScene(parseScene(sewn({ closeSeconds: 0.3 })));
    run(whole, 0.2);
    const other = buildScene(parseScene(sewn({ closeSeconds: 0.3 })));
    restore(other, snapshot(whole));
    run(whole, 0.2);
    run(other, 0.2);
    expect(hash(other)).toBe(hash(whole));
  });

  it.each([
    [{ b: { body: 'nobody', at: 'top' } }, {}, 'seams[0].b.body'],
    [{ b: { body: 'upper', at: 'top' } }, {}, 'seams[0].b.body'],
    [{ a: { body: 'upper', at: [4, 0] } }, {}, 'seams[0].a.at'],
    [{ strength: -1 }, {}, 'seams[0].strength'],
    [{ closeSeconds: -1 }, {}, 'seams[0].closeSeconds'],
  ])('is refused with %o', (seam, more, field) => {
    expect(() => parseScene(sewn(seam, more))).toThrow(field);
  });
});

it('ties refuse what they cannot hold, by field', () => {
  const { world } = twoSheets('euler-cromer');
  let tried = 0;
  const tie = (more: object) => () => addTies(world, [{ particle: 0, to: [1], ...more }], `tie ${tried++}`);
  expect(tie({ particle: 99 })).toThrow('ties[0].particle');
  expect(tie({ to: [] })).toThrow('ties[0].to');
  expect(tie({ to: [0] })).toThrow('ties[0].to');
  expect(tie({ weights: [0.5] })).toThrow('ties[0].weights');
  expect(tie({ strength: Number.NaN })).toThrow('ties[0].strength');
});
