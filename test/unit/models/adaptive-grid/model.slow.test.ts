/** Sheets that refine themselves, in scenes: what is refused, what is built, and what acts on them. */
import { describe, expect, it } from 'vitest';
import { evaluateForces, stableSteps, substepsFor } from '../../../../src/engine.ts';
import {
  buildScene,
  Hand,
  parseScene,
  restore,
  run,
  SceneError,
  type SceneInput,
  snapshot,
  type World,
} from '../../../../src/index.ts';
import type { AdaptiveGrid } from '../../../../src/models/adaptive-grid/index.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

function grid(body: Partial<Extract<BodyInput, { model: 'adaptive-grid' }>> = {}, scene: object = {}) {
  return parseScene({
    format: 1,
    bodies: [{ name: 'sheet', model: 'adaptive-grid', points: [6, 6], ...body }],
    ...scene,
  });
}

const sheetOf = (world: World) => world.bodies[0] as AdaptiveGrid;
const BAND: { from: [number, number]; to: [number, number]; level: number }[] = [
  { from: [-0.1, -0.5], to: [0.15, 0.5], level: 2 },
];

describe('a scene', () => {
  it.each<[string, Parameters<typeof grid>[0], string]>([
    [
      'more levels than particles',
      { points: [400, 400], maxLevel: 3 },
      'bodies[0].maxLevel: 3193 × 3193 at level 3',
    ],
    [
      'more points than particles',
      { points: [4000, 4000], maxLevel: 0 },
      'bodies[0].points: 4000 × 4000 makes',
    ],
    ['flexion', { material: { bend: 1 } as never }, 'bodies[0].material.bend: unknown key'],
    ['pins beside the grid', { pins: [{ at: [6, 0] }] }, 'bodies[0].pins[0].at: [6, 0] is outside the grid'],
    [
      'parts refined too far',
      { maxLevel: 1, refined: [{ from: [0, 0], to: [0.1, 0.1], level: 2 }] },
      'bodies[0].refined[0].level: must be <= maxLevel (1), got 2',
    ],
    [
      'parts inside out',
      { refined: [{ from: [0, 0], to: [0.1, -0.1], level: 1 }] },
      'bodies[0].refined[0].to[1]: must be > from (0), got -0.1',
    ],
    [
      'parts beside the sheet',
      { refined: [{ from: [2, 0], to: [3, 0.1], level: 1 }] },
      'bodies[0].refined[0]: lies beside the sheet',
    ],
    [
      'masses too light',
      { material: { density: 1e-9 } },
      'bodies[0].material.density: each of the 41 × 41 masses',
    ],
    ['angles of nothing', { splitAngle: 0 }, 'bodies[0].splitAngle: must be > 0, got 0'],
  ])('refuses %s', (_, body, message) => {
    expect(() => grid(body)).toThrow(SceneError);
    expect(() => grid(body)).toThrow(message);
  });

  it('refuses sub-steps that refinement would double beyond the limit', () => {
    expect(() => grid({ maxLevel: 4 }, { engine: { substeps: 10_000 } })).toThrow(
      'engine.substeps: 10000 make 160000 with sheets refined to level 4; the limit is 100000',
    );
  });

  it.each([
    'euler-cromer',
    'verlet',
    'rk4',
  ] as const)('takes the sub-steps that every level needs, with %s', (name) => {
    const scene = { engine: { name }, gravity: [0, 0, 0] };
    const flat = buildScene(grid({}, scene));
    expect(flat.substeps).toBe(substepsFor(1 / 60, stableSteps(flat).engines[name].step));
    const banded = buildScene(grid({ refined: BAND, unsplit: false }, scene));
    expect(sheetOf(banded).depth).toBe(2);
    expect(banded.substeps).toBe(4 * flat.substeps);
    // A small disturbance of all wave lengths in its plane dies away.
    const { vx, vy, mass, count } = banded.particles;
    let start = 0;
    for (let i = 0; i < count; i++) {
      vx[i] = 1e-4 * Math.sin(12.9898 * i * i);
      vy[i] = 1e-4 * Math.sin(78.233 * i * i);
      start += 0.5 * mass.view[i] * (vx[i] * vx[i] + vy[i] * vy[i]);
    }
    run(banded, 1 / 60, 60, ({ energy }) => {
      expect(energy.kinetic + energy.springs).toBeLessThan(start);
    });
  });

  it('pins points of its grid and what is between them', () => {
    const world = buildScene(
      grid({ refined: [{ from: [-0.5, 0.3], to: [0.5, 0.5], level: 2 }], pins: [{ at: 'top' }] }),
    );
    const { inverseMass, y } = world.particles;
    const pinned = [...inverseMass.view.subarray(0, world.particles.count)].filter((w) => w === 0);
    expect(pinned).toHaveLength(4 * 5 + 1);
    run(world, 1 / 60, 30);
    for (let column = 0; column < 6; column++) expect(y[sheetOf(world).index(column, 0)]).toBe(0.5);
  });
});

describe('what acts on a refined sheet', () => {
  const still = { gravity: [0, 0, 0] as [number, number, number] };
  it.each([
    ['pressure', { pressure: 12 }, {}],
    ['wind', {}, { air: { wind: [1, 2, 5], density: 1.2 } }],
    [
      'wind and pressure on what leans',
      { pressure: 5, rotation: { axis: [1, 1, 0], angle: 40 } },
      { air: { wind: [0, 0, 5] } },
    ],
  ] as const)('%s moves every mass of it alike, and as it does an unrefined one', (_, body, scene) => {
    const accelerations = [[], BAND].map((refined) => {
      const world = buildScene(grid({ ...body, refined } as never, { ...still, ...scene }));
      evaluateForces(world, 0);
      const { fx, fy, fz, mass, count } = world.particles;
      return Array.from({ length: count }, (_, i) => [fx[i], fy[i], fz[i]].map((f) => f / mass.view[i]));
    });
    const [expected] = accelerations[0];
    expect(Math.hypot(...expected)).toBeGreaterThan(10);
    for (const each of accelerations.flat()) {
      for (const axis of [0, 1, 2]) expect(each[axis]).toBeCloseTo(expected[axis], 9);
    }
  });
});

/** A sheet that is let go, pinned at two corners, and folds. */
const falling = (contact?: SceneInput['contact']) =>
  grid(
    {
      points: [8, 8],
      rotation: { axis: [1, 0, 0], angle: 90 },
      pins: [{ at: 'top-left' }, { at: 'top-right' }],
    },
    { air: { rate: 0.3 }, contact },
  );

describe('a hand on a sheet that refines itself', () => {
  it.each([false, true])('keeps the point it holds, firm %s', (firm) => {
    const world = buildScene(falling({ self: false })); // of the hold alone
    const sheet = sheetOf(world);
    const hand = new Hand(world);
    const held = () => [...hand.held];
    expect(hand.grab({ particle: sheet.index(4, 7) }, { firm })).toBe(1);
    const before = world.particles.count;
    hand.moveTo([0.1, 0.2, -0.1], 0.4);
    const report = run(world, 1 / 60, 60);
    expect(report.fault).toBeUndefined();
    expect(world.particles.count).toBeGreaterThan(before);
    expect(held()).toEqual([sheet.index(4, 7)]);
    const { x, y, z } = world.particles;
    const [i] = held();
    // A soft hold sags by W/(M ω²) of what hangs on it, some millimetres.
    expect(Math.hypot(x[i] - 0.1, y[i] - 0.2, z[i] + 0.1)).toBeLessThan(firm ? 1e-12 : 0.02);
    hand.release();
    expect(world.particles.inverseMass.view[i]).toBeCloseTo(1 / world.particles.mass.view[i], 9);
    expect(run(world, 1 / 60, 30).fault).toBeUndefined();
  });

  it('goes on from a snapshot byte for byte', () => {
    const begin = () => {
      const world = buildScene(falling());
      const hand = new Hand(world);
      return { world, hand };
    };
    const first = begin();
    first.hand.grab({ particle: sheetOf(first.world).index(4, 7) });
    first.hand.moveTo([0.1, 0.2, -0.1], 0.6);
    run(first.world, 1 / 60, 25);
    const kept = snapshot(first.world);
    run(first.world, 1 / 60, 10);
    const second = begin();
    restore(second.world, kept);
    run(second.world, 1 / 60, 10);
    expect(snapshot(second.world)).toEqual(snapshot(first.world));
  });

  it.each([
    true,
    false,
  ])('keeps hold of one sheet as another in front of it shrinks, or grows, %s', (shrinks) => {
    const sheet = { model: 'adaptive-grid' as const, points: [4, 4] as [number, number] };
    const front = { ...sheet, name: 'front', refined: shrinks ? BAND : [], unsplitAge: 0.02 };
    const behind = { ...sheet, name: 'behind', position: [0, 0, 1] as [number, number, number] };
    const world = buildScene(parseScene({ format: 1, gravity: [0, 0, 0], bodies: [front, behind] }));
    const [first, second] = world.bodies as AdaptiveGrid[];
    if (!shrinks) for (let row = 0; row < 4; row++) world.particles.z[first.index(2, row)] += 0.3;
    const hand = new Hand(world);
    // Masses that end up where the last of the other sheet were.
    hand.grab({ point: [-0.5, 0.5, 1], radius: 0.5 });
    const places = () =>
      [...hand.held].map((i) => second.places.slice(2 * (i - second.first), 2 * (i - second.first) + 2));
    const before = places();
    expect(before.length).toBeGreaterThan(2);
    const count = first.count;
    run(world, 1 / 60, 30);
    expect(Math.sign(first.count - count)).toBe(shrinks ? -1 : 1);
    expect(places()).toEqual(before);
  });
});
