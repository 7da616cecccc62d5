/** The distance of surfaces, on surfaces whose distance is known; the cup is a solid with room inside. */
import { createCollider } from 'pliant';
import { describe, expect, it } from 'vitest';
import { coffeeCup } from '../../experiments/hutchinson/cup.ts';
import {
  distanceFrom,
  surfaceDistance,
  type TriangleSurface,
} from '../../experiments/hutchinson/surface-distance.ts';

/** A surface over the unit square, n cells a side, the diagonal one way or the other. */
function graph(n: number, height: (u: number, v: number) => number, turned = false): TriangleSurface {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) positions.push(i / n, height(i / n, j / n), j / n);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      const [b, c, d] = [a + 1, a + n + 1, a + n + 2];
      triangles.push(...(turned ? [a, c, b, b, c, d] : [a, c, d, a, d, b]));
    }
  return { positions, triangles };
}

describe('distance of surfaces', () => {
  it('is nothing between one plane and another grid of it', () => {
    const { mean, max } = surfaceDistance(
      graph(3, (u) => 0.2 * u),
      graph(7, (u) => 0.2 * u, true),
      0.05,
    );
    expect(mean).toBeLessThan(1e-12);
    expect(max).toBeLessThan(1e-12);
  });

  it('is the gap of parallel planes, whatever their triangles', () => {
    const { mean, max } = surfaceDistance(
      graph(2, () => 0),
      graph(9, () => 0.03, true),
      0.1,
    );
    expect(mean).toBeCloseTo(0.03, 12);
    expect(max).toBeCloseTo(0.03, 12);
  });

  it('is one of surfaces, not of their points: a sheet slid along itself has moved only at its rims', () => {
    const still = graph(8, () => 0);
    const slid = {
      ...still,
      positions: Array.from(still.positions, (x, k) => (k % 3 === 0 ? x + 0.1 : x)),
    };
    const { mean, max } = surfaceDistance(still, slid, 0.02);
    expect(max).toBeCloseTo(0.1, 12);
    // A tenth of the area, 0.05 away in the mean, both ways; a middle of a piece stands for 0.02.
    expect(mean).toBeCloseTo(0.005, 4);
  });

  it('weighs by area: a wedge that opens to h is h/2 away in the mean', () => {
    const { mean, max } = distanceFrom(
      graph(5, (u) => 0.1 * u),
      graph(1, () => 0),
      0.02,
    );
    expect(mean).toBeCloseTo(0.05, 12);
    expect(max).toBeCloseTo(0.1, 12);
  });

  it('sees what only one of the two has: the way back is not the way there', () => {
    const bump = graph(10, (u, v) => (u === 0.5 && v === 0.5 ? 0.2 : 0));
    const flat = graph(10, () => 0);
    expect(distanceFrom(flat, bump, 0.02).max).toBeLessThan(0.12);
    expect(surfaceDistance(flat, bump, 0.02).max).toBeCloseTo(0.2, 12);
  });

  it('weighs both surfaces alike, however their triangles lie', () => {
    const [one, other] = [graph(4, (u, v) => 0.1 * u * v), graph(11, (u) => 0.05 * u, true)];
    const there = surfaceDistance(one, other, 0.02);
    const back = surfaceDistance(other, one, 0.02);
    expect(there).toEqual(back);
  });
});

describe('the coffee cup', () => {
  const size = { radius: 0.05, footRadius: 0.042, height: 0.1, wall: 0.006, sides: 12, friction: 0.5 };
  const parts = coffeeCup(size).map(createCollider);
  const normal = new Float64Array(3);
  const distance = (x: number, y: number, z: number) =>
    Math.min(...parts.map(({ shape }) => shape.distance(x, y, z, normal)));

  it('is solid in wall, bottom and handle, and empty within', () => {
    expect(distance(0, 0.05, 0)).toBeGreaterThan(0.03);
    expect(distance(0, 0.003, 0)).toBeLessThan(0);
    for (let k = 0; k < 24; k++) {
      const angle = (Math.PI * k) / 12;
      // Half-way through the wall: the middle of a slab is nearer to the axis than where two meet, by cos 15°.
      const radius = (0.046 - 0.003) * (k % 2 ? 1 : Math.cos(Math.PI / 12));
      expect(distance(radius * Math.cos(angle), 0.05, radius * Math.sin(angle))).toBeLessThanOrEqual(0);
    }
    // Inside the handle's bow there is air, on the other side of it and at the cup's other side too.
    expect(distance(0.063, 0.055, 0)).toBeGreaterThan(0.003);
    expect(distance(0.08, 0.055, 0)).toBeLessThan(0);
    expect(distance(-0.08, 0.055, 0)).toBeGreaterThan(0.02);
  });

  it('has a handle of square section that goes on around its corners and into the wall', () => {
    const half = 0.0055;
    for (const z of [-half, half]) {
      expect(distance(0.08, 0.055, 0.98 * z)).toBeLessThan(0);
      expect(distance(0.08, 0.055, 1.02 * z)).toBeGreaterThan(0);
    }
    for (let y = 0.03; y < 0.084; y += 0.002) {
      let solid = 0;
      for (let x = 0.03; x < 0.1; x += 0.0005) solid = Math.max(solid, -distance(x, y, 0));
      expect(solid).toBeGreaterThan(0);
    }
    // From the wall to the bow there is no gap.
    for (let x = 0.045; x < 0.07; x += 0.001) expect(distance(x, 0.084, 0)).toBeLessThan(0);
  });

  it('refuses nothing and flips nothing: every part is convex with its faces outwards', () => {
    expect(parts.length).toBe(12 + 1 + 5);
    for (const { shape } of parts) expect(shape).toMatchObject({ kind: 'convex', flipped: 0 });
  });
});
