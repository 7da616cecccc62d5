/** The coffee cup is solid where it should be, and the distance of surfaces is right where it is known. */
import { createCollider } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { coffeeCup } from '../../../../lab/experiments/hutchinson/cup.ts';
import {
  distanceFrom,
  surfaceDistance,
  type TriangleSurface,
} from '../../../../lab/experiments/hutchinson/surface-distance.ts';
import { rotationAbout } from '../../../../src/math/mat3.ts';

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
  const size = { radius: 0.05, height: 0.1, wall: 0.006, sides: 12, friction: 0.5 };
  const parts = coffeeCup(size).map(createCollider);
  const normal = new Float64Array(3);
  /** To the nearest part, in the room. */
  const distance = (x: number, y: number, z: number) =>
    Math.min(
      ...coffeeCup(size).map(({ position = [0, 0, 0], rotation = { axis: [0, 1, 0], angle: 0 } }, k) => {
        const away = [x - position[0], y - position[1], z - position[2]] as const;
        const [u, v, w] = rotationAbout(rotation.axis, (-rotation.angle * Math.PI) / 180)(...away);
        return parts[k].shape.distance(u, v, w, normal);
      }),
    );

  it('is solid all around its wall and at the bottom, and empty within', () => {
    expect(distance(0, 0.05, 0)).toBeGreaterThan(0.03);
    expect(distance(0, 0.003, 0)).toBeLessThan(0);
    for (let k = 0; k < 48; k++) {
      const angle = (Math.PI * k) / 24;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      // A polygon's face is 1/cos of the angle from its middle farther out than there.
      const turn = Math.abs(((angle + Math.PI / 12) % (Math.PI / 6)) - Math.PI / 12);
      for (const radius of [0.0445, 0.047, 0.0495].map((r) => r / Math.cos(turn))) {
        expect(distance(radius * c, 0.05, radius * s)).toBeLessThan(0);
      }
      expect(distance((0.0435 / Math.cos(turn)) * c, 0.05, (0.0435 / Math.cos(turn)) * s)).toBeGreaterThan(0);
      if (Math.abs(c) < 0.9)
        expect(distance((0.0505 / Math.cos(turn)) * c, 0.05, (0.0505 / Math.cos(turn)) * s)).toBeGreaterThan(
          0,
        );
    }
  });

  it('has a handle of square section from the wall to the bow and back, with air within', () => {
    const half = 0.0055;
    const bow = 0.081 - half;
    for (const z of [-half, half]) {
      expect(distance(bow, 0.055, 0.98 * z)).toBeLessThan(0);
      expect(distance(bow, 0.055, 1.02 * z)).toBeGreaterThan(0);
    }
    for (let x = 0.045; x < 0.081; x += 0.001) {
      expect(distance(x, 0.08, 0)).toBeLessThan(0);
      expect(distance(x, 0.028, 0)).toBeLessThan(0);
    }
    expect(distance(0.06, 0.055, 0)).toBeGreaterThan(0.005);
    expect(distance(-0.06, 0.055, 0)).toBeGreaterThan(0.005);
  });

  it('has its convex faces outwards', () => {
    const bottom = parts.find(({ name }) => name === 'bottom');
    expect(bottom?.shape.kind).toBe('convex');
    expect(bottom?.shape.repairs).toBeUndefined();
  });
});
