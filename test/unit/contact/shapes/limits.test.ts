/** What counts as flat, as a triangle and as an edge. Each test fails at twice and at half of the number that it is about. */
import { describe, expect, it } from 'vitest';
import { createShape } from '../../../../src/contact/index.ts';
import { crossesTriangle, TRIANGLE_NUMBERS, writeTriangle } from '../../../../src/contact/shapes/triangle.ts';
import { TriangleMesh } from '../../../../src/contact/shapes/triangle-mesh.ts';

describe('a convex solid', () => {
  /** A prism over the unit square whose top has one corner off its plane: Newell's plane is half of that off two corners. */
  const prism = (off: number) =>
    createShape({
      kind: 'convex',
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [1, 0, 1],
        [0, 0, 1],
        [0, 1, 0],
        [1, 1, 0],
        [1, 1 - off, 1],
        [0, 1, 1],
      ],
      faces: [
        [0, 1, 2, 3],
        [7, 6, 5, 4],
        [4, 5, 1, 0],
        [5, 6, 2, 1],
        [6, 7, 3, 2],
        [7, 4, 0, 3],
      ],
    });

  it('may have corners off the plane of their face by 10⁻⁶ of its size', () => {
    expect(() => prism(2 * 0.7e-6)).not.toThrow();
    expect(() => prism(2 * 1.4e-6)).toThrow('is not flat');
  });
});

describe('a mesh', () => {
  const sliver = (height: number) =>
    new TriangleMesh(
      [
        [0, 0, 0],
        [1, 0, 0],
        [0.5, height, 0],
        [0, 1, 0],
      ],
      [
        [0, 1, 2],
        [0, 1, 3],
      ],
    );

  it('drops triangles lower than 10⁻¹⁰ of their longest side', () => {
    expect(sliver(0.7e-10).count).toBe(1);
    expect(sliver(1.4e-10).count).toBe(2);
  });

  it('has an edge between faces at an angle above 10⁻⁷', () => {
    const edges = (angle: number) =>
      new TriangleMesh(
        [
          [0, 0, 0],
          [0, 0, 1],
          [-1, 0, 0],
          [1, angle, 0],
        ],
        [
          [0, 1, 2],
          [1, 0, 3],
        ],
      ).features().edges.length;
    expect(edges(0.7e-7)).toBe(4);
    expect(edges(1.4e-7)).toBe(5);
  });

  it('is passed by a segment that misses a triangle by less than 10⁻¹² of its side', () => {
    const triangle = new Float64Array(TRIANGLE_NUMBERS);
    writeTriangle(triangle, 0, Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1), 0, 1, 2);
    const passes = (miss: number) =>
      crossesTriangle(triangle, 0, Float64Array.of(-miss, 1, 0.3, -miss, -1, 0.3));
    expect(passes(0.7e-12)).toBe(true);
    expect(passes(1.4e-12)).toBe(false);
  });
});

describe('features of a cylinder', () => {
  const { points } = createShape({ kind: 'cylinder', radius: 1, height: 1 }).features!();
  const corners = Array.from({ length: points.length / 3 }, (_, k) => [points[3 * k], points[3 * k + 2]]);

  it('have sides whose middles are 0.12 % of the radius inside their corners', () => {
    const [[ax, az], , [bx, bz]] = corners;
    const inside = Math.hypot(ax, az) - Math.hypot(ax + bx, az + bz) / 2;
    expect(inside).toBeCloseTo(0.0012, 4);
  });

  it('have corners at most 10⁻⁵ m outside', () => {
    for (const [x, z] of corners) expect(Math.hypot(x, z) - 1).toBeCloseTo(1e-5, 6);
  });
});

it('the triangle of a plane covers 10⁵ m, where rounding is below 6 · 10⁻¹¹ m', () => {
  const { points } = createShape({ kind: 'plane' }).features!();
  const reach = Math.abs(points[5]); // its side z = −reach is the nearest to the origin
  expect(reach).toBeGreaterThan(0.99e5);
  expect(2 * reach * Number.EPSILON).toBeLessThan(6e-11);
});
