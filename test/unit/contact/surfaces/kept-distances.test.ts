/** Distances at which surfaces rest on each other, and how fast those that are closer separate. */
import { describe, expect, it } from 'vitest';
import { addContact, type Collider, createCollider } from '../../../../src/contact/index.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { gravity } from '../../../../src/forces/gravity.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { addProvotSheet } from '../../../../src/models/layered-sheet/provot/provot.ts';

type Place = (u: number, v: number) => readonly [number, number, number];
const RADIUS = 0.005;

interface Sheet {
  readonly size: readonly [number, number];
  readonly points: readonly [number, number];
  readonly place: Place;
}

/** Sheets of a thickness of 1 cm; the first `pinned` particles do not move. */
function sheets(
  list: readonly Sheet[],
  pinned: number,
  { g = 0, self = true, colliders = [] as Collider[] } = {},
): World {
  const world = new World(createIntegrator('euler-cromer'));
  const material = { density: 0.2, stretch: 20, shear: 6, bend: 0, damping: 0.2, thickness: 2 * RADIUS };
  const bodies = list.map((sheet, k) => addProvotSheet(world, { name: `sheet ${k}`, material, ...sheet }));
  if (g > 0) world.addForce(gravity([0, -g, 0]));
  for (let i = 0; i < pinned; i++) world.particles.pin(i);
  const touching = bodies.map((body) => ({ body, radius: RADIUS }));
  addContact(world, { bodies: touching, colliders, edges: true, self });
  world.substeps = 32;
  return world;
}

function settle(world: World, steps = 90): void {
  for (let i = 0; i < steps; i++) expect(step(world, 1 / 60).fault).toBeUndefined();
}

describe('a sheet at rest', () => {
  it('keeps half its radius from an edge of a collider that only its edges touch', () => {
    const height = 0.1 * Math.SQRT2; // of the upper edge of a box on its edge
    const ridge = createCollider({
      name: 'ridge',
      shape: { kind: 'box', size: [0.2, 0.2, 2] },
      rotation: { axis: [0, 0, 1], angle: 45 },
      friction: 1,
    });
    const sheet: Sheet = { size: [0.2, 0.2], points: [2, 2], place: (u, v) => [u, height + 0.02, v] };
    const world = sheets([sheet], 0, { g: 9.81, self: false, colliders: [ridge] });
    settle(world, 30);
    for (const y of world.particles.y) expect((y - height) / RADIUS).toBeCloseTo(0.5, 1);
  });

  it('keeps nine tenths of the thickness from another that only its edges touch', () => {
    const below: Sheet = { size: [0.4, 0.05], points: [2, 2], place: (u, v) => [u, 0, v] };
    const above: Sheet = { size: [0.05, 0.4], points: [2, 2], place: (u, v) => [u, 0.03, v] };
    const world = sheets([below, above], 4, { g: 9.81 });
    settle(world, 30);
    for (const y of world.particles.y.subarray(4, 8)) expect(y / (2 * RADIUS)).toBeCloseTo(0.9, 1);
  });

  it('keeps less than its thickness from itself if its cells are small', () => {
    // Folded, with one half pinned below the free one; two fifths of the height of triangles are less than the thickness.
    const cell = 0.02;
    const place: Place = (u, v) => (u < 0.5 * cell ? [u, 0, v] : [cell - u, cell, v]);
    const world = sheets([{ size: [8 * cell, cell], points: [9, 2], place }], 0, { g: 9.81 });
    const isFree = Array.from(world.particles.x, (x, i) => x < -0.5 * cell && world.particles.y[i] > 0);
    isFree.forEach((free, i) => {
      if (!free) world.particles.pin(i);
    });
    settle(world);
    const lowest = Math.min(...world.particles.y.filter((_, i) => isFree[i]));
    expect(lowest / (cell / Math.SQRT2)).toBeCloseTo(0.4, 1);
  });
});

describe('sheets that are too close', () => {
  const flat = (height: number): Sheet => ({
    size: [0.4, 0.4],
    points: [5, 5],
    place: (u, v) => [u, height, v],
  });
  /** Distance gained in a step of one sub-step of h seconds, m. */
  function gained(gap: number, h: number): number {
    const world = sheets([flat(0), flat(gap)], 25);
    world.substeps = 1;
    step(world, h);
    for (const speed of world.particles.vy) expect(Math.abs(speed)).toBeLessThan(1e-9);
    const up = [...world.particles.y.subarray(25, 50)];
    return up.reduce((sum, y) => sum + y, 0) / up.length - gap;
  }

  it('are in contact up to a twentieth beyond the distance they keep', () => {
    const pairs = (gap: number) => step(sheets([flat(0), flat(gap)], 25), 1e-4).contact?.pairs;
    expect(pairs(1.04 * 2 * RADIUS)).toBeGreaterThan(0);
    expect(pairs(1.06 * 2 * RADIUS)).toBe(0);
  });

  it('separate by a fifth of what is missing in a sub-step, without velocity', () => {
    const gap = 1.9 * RADIUS;
    const share = gained(gap, 1e-2) / (2 * RADIUS - gap);
    expect(share).toBeGreaterThan(0.15); // four sweeps over contacts that share vertices
    expect(share).toBeLessThan(0.25);
  });

  it('separate at 0.1 m/s at most', () => {
    const h = 1e-4;
    const speed = gained(RADIUS, h) / h;
    expect(speed).toBeGreaterThan(0.075);
    expect(speed).toBeLessThan(0.125);
  });
});
