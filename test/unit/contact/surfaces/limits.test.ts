/** Numbers of surface contact. Each test fails at twice and at half of the number that it is about. */
import { describe, expect, it } from 'vitest';
import { addContact } from '../../../../src/contact/index.ts';
import { findCrossings, type Surface } from '../../../../src/contact/surfaces/crossings.ts';
import { FlatteningCheck } from '../../../../src/contact/surfaces/flattening-check.ts';
import { connect } from '../../../../src/contact/surfaces/surface-geometry.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { addProvotSheet } from '../../../../src/models/layered-sheet/provot/provot.ts';

function surface(points: number[][], triangles: number[][], owner: number[]): Surface {
  return {
    points: Float64Array.from(points.flat()),
    triangles: Int32Array.from(triangles.flat()),
    owner: Int32Array.from(owner),
    sheets: 2,
    joins: undefined,
    solid: [false, false],
  };
}

describe('triangles in one plane', () => {
  it('count as level up to 10⁻¹⁰ of their size, and do not cross', () => {
    const level = (height: number) => {
      const given = surface(
        [
          [0, 0, 0],
          [1, 0, 0],
          [0, 0, 1],
          [0.2, height, 0.2],
          [1.2, 1, 0.2],
          [0.2, 1, 0.2],
        ],
        [
          [0, 1, 2],
          [3, 4, 5],
        ],
        [0, 1],
      );
      return findCrossings({ ...given, ...connect(given.triangles, 6) }).level;
    };
    expect(level(0.7e-10 * Math.SQRT2)).toEqual([3, 0]);
    expect(level(1.4e-10 * Math.SQRT2)).toEqual([]);
  });
});

describe('room for a patch', () => {
  it('counts neighbours that overlap its outline by more than 10⁻³ of its size', () => {
    const isClear = (overlap: number) => {
      const given = surface(
        [
          [0, 0, 0],
          [1, 0, 0],
          [1, 0, 1],
          [0, 0, 1],
          [1 - overlap, 0, 0.2],
          [1 - overlap, 0, 0.8],
          [2, 0, 0.5],
        ],
        [
          [0, 1, 2],
          [0, 2, 3],
          [4, 5, 6],
        ],
        [0, 0, 1],
      );
      const check = new FlatteningCheck(given, (_box, visit) => [0, 1, 2].some((t) => visit(t)));
      return check.isClear([0, 1, 2, 3], [0, 1, 0], 1e-6);
    };
    expect(isClear(0.7e-3)).toBe(true);
    expect(isClear(1.4e-3)).toBe(false);
  });
});

it('crossings that a program makes are found after 120 steps', () => {
  const world = new World(createIntegrator('euler-cromer'));
  const material = { density: 0.2, stretch: 100, shear: 30, bend: 0.2, damping: 0.2, thickness: 0.001 };
  const bodies = [0, 1].map((k) => {
    const place = (u: number, v: number) => [u, 0.5 * k, v] as const;
    return addProvotSheet(world, { name: `${k}`, size: [0.4, 0.4], points: [3, 3], material, place });
  });
  addContact(world, { self: true, bodies: bodies.map((body) => ({ body, radius: 0.0005 })) });
  step(world, 1 / 60);
  const { x, y, z } = world.particles;
  for (let i = bodies[1].first; i < bodies[1].first + bodies[1].count; i++)
    [x[i], y[i], z[i]] = [0.03, x[i], z[i] + 0.02];
  let found = 0;
  for (let k = 0; k < 200 && found === 0; k++)
    if ((step(world, 1 / 60).contact?.crossings ?? 0) > 0) found = world.steps;
  expect(found).toBeGreaterThan(100);
  expect(found).toBeLessThan(140);
});
