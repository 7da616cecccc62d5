/** Adaptive grids that split near something: the new surface begins as the old one, and passes through nothing. */

import { describe, expect, it } from 'vitest';
import { restore, snapshot } from '../../../../src/core/snapshot.ts';
import { World } from '../../../../src/core/world.ts';
import { addContact } from '../../../../src/engine.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { addAdaptiveGrid } from '../../../../src/models/adaptive-grid/index.ts';
import { netBefore, readState, STATE_NUMBERS, Weights } from '../../../../src/models/adaptive-grid/state.ts';
import { seeded } from '../../surfaces/refined-sheets.ts';

const MATERIAL = { density: 0.2, stretch: 60, shear: 20, damping: 0.05, thickness: 1e-3 };

function sheetIn(world: World, name: string, height: number, startLevel: number[][] = []) {
  return addAdaptiveGrid(world, {
    name,
    size: [1, 1],
    points: [4, 4],
    maxLevel: 3,
    material: MATERIAL,
    startLevel: (u, v) =>
      startLevel.reduce((most, [a, b, level]) => (Math.hypot(u - a, v - b) < 0.2 ? level : most), 0),
    place: (u, v) => [u, height, v],
  });
}

/** Height of the triangle over a point of the flat sheet. */
function heightOver(
  { triangles, first, places }: ReturnType<typeof sheetIn>,
  heights: (i: number) => number,
  u: number,
  v: number,
): number {
  const t = triangles.view;
  for (let k = 0; k < t.length; k += 3) {
    const [a, b, c] = [t[k] - first, t[k + 1] - first, t[k + 2] - first];
    const area = (x0: number, y0: number, x1: number, y1: number) => x0 * y1 - x1 * y0;
    const [ax, ay] = [places[2 * a] - u, places[2 * a + 1] - v];
    const [bx, by] = [places[2 * b] - u, places[2 * b + 1] - v];
    const [cx, cy] = [places[2 * c] - u, places[2 * c + 1] - v];
    const shares = [area(bx, by, cx, cy), area(cx, cy, ax, ay), area(ax, ay, bx, by)];
    const sum = shares[0] + shares[1] + shares[2];
    if (shares.some((share) => share / sum < -1e-9)) continue;
    return (shares[0] * heights(a) + shares[1] * heights(b) + shares[2] * heights(c)) / sum;
  }
  return Number.NaN;
}

describe('a point between masses', () => {
  it.each([
    1, 2, 3,
  ])('is on the surface that they are corners of, however it is refined (seed %d)', (seed) => {
    const random = seeded(seed);
    const world = new World(createIntegrator('euler-cromer'));
    const spots = Array.from({ length: 3 }, (_, k) => [random() - 0.5, random() - 0.5, 1 + k]);
    const sheet = sheetIn(world, 'sheet', 0, spots);
    const { net, grid, first, count, size } = sheet;
    expect(sheet.depth).toBeGreaterThan(1);
    for (let i = 0; i < count; i++) world.particles.y[first + i] = random();
    const before = netBefore(world, net, first);
    const state = readState(world, first, count);
    const weights = new Weights();
    const mean = new Float64Array(STATE_NUMBERS);
    for (let r = 0; r <= grid.rows; r++) {
      for (let c = 0; c <= grid.columns; c++) {
        weights.find(net, before, c, r, 'surface');
        weights.mean(state, mean, 0);
        const [u, v] = [(c / grid.columns - 0.5) * size[0], (0.5 - r / grid.rows) * size[1]];
        const height = heightOver(sheet, (i) => state[STATE_NUMBERS * i + 1], u, v);
        expect(mean[1]).toBeCloseTo(height, 12);
      }
    }
  });
});

describe('particles that are moved between steps', () => {
  const world = new World(createIntegrator('euler-cromer'));
  const lower = sheetIn(world, 'lower', 0);
  const upper = sheetIn(world, 'upper', 0.01);
  const bodies = [lower, upper].map((body) => ({ body, radius: MATERIAL.thickness / 2 }));
  const stage = addContact(world, { bodies, self: true });
  const { particles: p } = world;

  it('stay where they were if they would pass another sheet, and go on else; velocities stay', () => {
    p.startPosition.view.set(p.position.view);
    const [through, free] = [upper.index(1, 1), upper.index(3, 3)];
    p.vx[through] = 3;
    p.y[through] = -0.02;
    p.y[free] = 0.03;
    stage.settle(world);
    expect([p.y[through], p.vx[through], p.vy[through]]).toEqual([0.01, 3, 0]);
    expect(p.y[free]).toBe(0.03);
  });
});

describe('a snapshot', () => {
  it('of other lengths leaves what stages keep between steps as it is', () => {
    const made = () => {
      const world = new World(createIntegrator('euler-cromer'));
      const grows = world.arena.allocate('grows', 'f64', 2);
      const kept = world.arena.scratch('kept', 'f64', 3);
      world.addDependent({ name: 'grow', changes: [grows] });
      kept.view.set([1, 2, 3]);
      return { world, grows, kept };
    };
    const [first, second] = [made(), made()];
    first.world.arena.resize(new Map([[first.grows, 4000]]));
    restore(second.world, snapshot(first.world));
    expect(second.grows.length).toBe(4000);
    expect([...second.kept.view]).toEqual([1, 2, 3]);
  });
});
