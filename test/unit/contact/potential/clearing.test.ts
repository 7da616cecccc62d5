/** How vertices are moved out of colliders on their way. Each test fails at twice and at half of the number that it is about. */
import { describe, expect, it } from 'vitest';
import { type ColliderSpec, createCollider } from '../../../../src/contact/index.ts';
import { ShapeTerms } from '../../../../src/contact/potential/shape-terms.ts';
import { World } from '../../../../src/core/world.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';

type Point = readonly [number, number, number];

const LAYER = 2e-4;
const FLOOR: ColliderSpec['shape'] = { kind: 'plane' };

/** Returns where a vertex ends that would go straight from one point to another, and whether it was moved. */
function cleared(shape: ColliderSpec['shape'], from: Point, to: Point): { end: number[]; isMoved: boolean } {
  const world = new World(createIntegrator('implicit-euler'));
  const { particles: p, arena } = world;
  p.add(1);
  p.setMass(0, 1);
  const start = arena.scratchOf('test.from', p.numbers);
  const terms = new ShapeTerms(
    arena,
    [createCollider({ name: 'shape', shape })],
    [{ body: { first: 0, count: 1, dynamics: { kind: 'implicit' } as never }, radius: 0 }],
  );
  for (let axis = 0; axis < 3; axis++) {
    start.view[axis * p.stride] = from[axis];
    p.position.view[axis * p.stride] = to[axis];
  }
  terms.begin(world, { h: 1 / 60, time: 0, from: start, goal: p.position, velocity: p.velocity });
  const isMoved = terms.clear(world);
  return { end: [0, 1, 2].map((axis) => p.position.view[axis * p.stride]), isMoved };
}

/** A point at a height above a sphere of 0.1 m around the origin, at an angle (cosine) from the top. */
function above(cosine: number, height: number): Point {
  const r = 0.1 + height;
  return [r * Math.sqrt(1 - cosine * cosine), r * cosine, 0];
}

describe('a vertex that would end below a collider', () => {
  it('ends a fifth of the layer above it', () => {
    const { end } = cleared(FLOOR, [0, 0.01, 0], [0.02, -0.003, 0.01]);
    [0.02, LAYER / 5, 0.01].forEach((x, axis) => {
      expect(end[axis]).toBeCloseTo(x, 12);
    });
  });

  it('is left where it is if two micrometres are missing, and not if more are', () => {
    const isMoved = (missing: number) => cleared(FLOOR, [0, 0.01, 0], [0, LAYER / 5 - missing, 0]).isMoved;
    expect(isMoved(1.4e-6)).toBe(false);
    expect(isMoved(2.8e-6)).toBe(true);
  });

  it('is left to its contact if it started within the layer, down to a fifth of where it was', () => {
    const ends = (share: number) => cleared(FLOOR, [0, 0.5 * LAYER, 0], [0, share * 0.5 * LAYER, 0]).end[1];
    expect(ends(0.3)).toBeCloseTo(0.15 * LAYER, 12);
    expect(ends(0.05)).toBeCloseTo(0.1 * LAYER, 12);
  });

  it('comes out along the normal at its end, if that is less than 60° from the one at its start', () => {
    // Beyond, it comes out where it would have gone in.
    const aside = (cosine: number) => {
      const { end } = cleared({ kind: 'sphere', radius: 0.1 }, above(1, 0.01), above(cosine, -0.005));
      const [x, y] = end;
      return Math.abs(x * cosine - y * Math.sqrt(1 - cosine * cosine));
    };
    expect(aside(0.7)).toBeLessThan(1e-9);
    expect(aside(0.35)).toBeGreaterThan(1e-4);
  });
});

describe('a vertex that passes a thin collider', () => {
  const WIRE: ColliderSpec['shape'] = { kind: 'capsule', radius: 0.001, height: 1 };
  const plate: ColliderSpec['shape'] = { kind: 'box', size: [2, 0.001, 2] };

  it('is stopped if it would come nearer than a tenth of the layer', () => {
    const isMoved = (gap: number) => cleared(WIRE, [0.001 + gap, 0, -0.01], [0.001 + gap, 0, 0.01]).isMoved;
    expect(isMoved(0.15 * LAYER)).toBe(false);
    expect(isMoved(0.07 * LAYER)).toBe(true);
  });

  it.each([0.3, 0.05, 0.01])('is stopped at a slope of %s, or before it', (slope) => {
    // Each advance leaves the share 1 − sin α of the distance: 0.99^128 of 8 mm is 2 mm, where it stays.
    const { end } = cleared(plate, [0, 0.0085, 0], [0.015 / slope, -0.0065, 0]);
    expect(end[1]).toBeGreaterThan(0.0005);
    expect(cleared(plate, [0, 0.0085, 0], [0, 0.0065, 0]).isMoved).toBe(false);
  });
});
