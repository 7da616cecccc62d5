/** Sheets become coarser where there is room for the flatter surface, and stay as they are beside other layers. */

import { describe, expect, it } from 'vitest';
import type { Surface } from '../../../../src/contact/surfaces/crossings.ts';
import { FlatteningCheck, type VisitWithin } from '../../../../src/contact/surfaces/flattening-check.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { contactOf } from '../../../../src/engine.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { addAdaptiveCloth } from '../../../../src/models/adaptive-cloth/index.ts';
import { addAdaptiveGrid } from '../../../../src/models/adaptive-grid/index.ts';
import { COTTON } from '../../models/adaptive-cloth/woven-cloth.ts';

/** All sheets of a world, and a square in a level plane over the half x > 0. */
function surfaceUnder(world: World, height: number): Surface {
  const { position: x, stride, count } = world.particles;
  const points: number[] = [];
  for (let i = 0; i < count; i++) points.push(x.view[i], x.view[i + stride], x.view[i + 2 * stride]);
  const square = [
    [0, -1],
    [1, -1],
    [1, 1],
    [0, 1],
  ];
  for (const [a, b] of square) points.push(a, height, b);
  const triangles = world.bodies.flatMap((body) => [...body.triangles.view]);
  triangles.push(count, count + 1, count + 2, count, count + 2, count + 3);
  const owner = new Int32Array(triangles.length / 3);
  owner.fill(1, owner.length - 2);
  return {
    points: Float64Array.from(points),
    triangles: Int32Array.from(triangles),
    owner,
    sheets: 1,
    joins: undefined,
    solid: [false, false],
  };
}

const THICKNESS = 0.002;

/** How many masses are left of a level sheet at rest, at x < 0 and at x > 0, after a while below a layer. */
function left(world: World, height: number): { before: number[]; after: number[] } {
  contactOf(world).flatteningCheck = (w) => checkUnder(w, height);
  const count = () => {
    const { x } = world.particles;
    return [x.filter((value) => value < -0.05).length, x.filter((value) => value > 0.05).length];
  };
  const before = count();
  for (let i = 0; i < 60; i++) expect(step(world, 1 / 60).fault).toBeUndefined();
  return { before, after: count() };
}

function checkUnder(world: World, height: number): FlatteningCheck {
  const surface = surfaceUnder(world, height);
  return new FlatteningCheck(surface, visitAll(surface));
}

/** A search that visits all triangles. */
function visitAll({ triangles }: Surface): VisitWithin {
  return (_box, visit) => triangles.some((_, k) => k % 3 === 0 && visit(k / 3));
}

function clothWorld(): World {
  const world = new World(createIntegrator('implicit-euler'));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [1, 1], cells: [2, 2] },
    material: { ...COTTON, thickness: THICKNESS },
    startLevel: 4,
    maxLevel: 4,
  });
  const { x, y, z } = world.particles;
  for (let i = 0; i < cloth.count; i++) {
    [x[i], y[i], z[i]] = [cloth.places[2 * i] - 0.5, 0, cloth.places[2 * i + 1] - 0.5];
  }
  const middle = x.reduce((sum, value) => sum + value, 0) / cloth.count;
  for (let i = 0; i < cloth.count; i++) x[i] -= middle;
  return world;
}

function gridWorld(): World {
  const world = new World(createIntegrator('euler-cromer'));
  addAdaptiveGrid(world, {
    name: 'grid',
    size: [1, 1],
    points: [5, 5],
    material: { density: 0.2, stretch: 50, shear: 20, damping: 0.2, thickness: THICKNESS },
    maxLevel: 2,
    unsplit: true,
    unsplitAge: 0.1,
    startLevel: () => 1,
    place: (u, v) => [u, 0, v],
  });
  world.substeps = 16;
  return world;
}

describe.each([
  { name: 'adaptive cloth', make: clothWorld },
  { name: 'adaptive grid', make: gridWorld },
])('$name', ({ make }) => {
  it('becomes coarser where other layers keep their distance', () => {
    const { before, after } = left(make(), THICKNESS);
    for (let half = 0; half < 2; half++) expect(after[half]).toBeLessThan(0.7 * before[half]);
  });

  it('stays as fine as it is where a layer is too near', () => {
    const { before, after } = left(make(), 0.2 * THICKNESS);
    expect(after[0]).toBeLessThan(0.7 * before[0]);
    expect(after[1]).toBe(before[1]);
  });
});

describe('room for a patch', () => {
  const world = gridWorld();
  const all = checkUnder(world, 0.1);
  const { x, y, z, count } = world.particles;
  const right = Array.from({ length: count }, (_, i) => i).filter((i) => x[i] > 0.3 && Math.abs(z[i]) < 0.3);

  it('is up to what is above it', () => {
    expect(all.isClear(right, [0, 1, 0], 0.05)).toBe(true);
    expect(all.isClear(right, [0, -3, 0], 0.05)).toBe(true);
    expect(all.isClear(right, [0, 1, 0], 0.11)).toBe(false);
  });

  it('counts how far the patch itself bulges', () => {
    y[right[0]] = 0.12;
    expect(checkUnder(world, 0.1).isClear(right, [0, 1, 0], 0.01)).toBe(false);
    y[right[0]] = -0.12;
    expect(checkUnder(world, 0.1).isClear(right, [0, 1, 0], 0.01)).toBe(true);
  });
});
