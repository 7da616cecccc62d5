/** What matter looks like: surfaces of pieces, slabs of flat matter, values carried to vertices. */
import { carryToSurface, matterLattice, matterSurface, NO_PIECE } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { fillShape } from '../../../src/models/lattice-matter/fill.ts';
import { meshVolume } from '../../../src/surfaces/mesh-volume.ts';
import { outline } from '../../../src/surfaces/outline.ts';

const D = 0.1;
const ball = fillShape({ kind: 'sphere', radius: 0.35 }, matterLattice(D, 3));
const disc = fillShape({ kind: 'sphere', radius: 0.5 }, matterLattice(D, 2));

function moved(points: Float64Array, x: number): Float64Array {
  return points.map((value, i) => (i % 3 === 0 ? value + x : value));
}

function isClosed(triangles: ArrayLike<number>, corners: (v: number) => string): boolean {
  const open = new Map<string, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners(triangles[t + k]), corners(triangles[t + ((k + 1) % 3)])];
      open.set(`${a} ${b}`, (open.get(`${a} ${b}`) ?? 0) + 1);
      open.set(`${b} ${a}`, (open.get(`${b} ${a}`) ?? 0) - 1);
    }
  }
  return [...open.values()].every((count) => count === 0);
}

describe('values carried to a surface', () => {
  it('are a constant where particles have one, and within their range else', () => {
    const { positions, values } = matterSurface(ball, {
      spacing: D,
      values: ball.map((value, i) => (i % 3 === 0 ? 7 : value)),
      width: 3,
    });
    const count = positions.length / 3;
    expect(values.length).toBe(3 * count);
    for (let v = 0; v < count; v++) {
      expect(values[3 * v]).toBeCloseTo(7, 5);
      // A mean of the particles below: half a spacing in from the surface, as the surface is half one out.
      expect(Math.abs(values[3 * v + 1] - positions[3 * v + 1])).toBeLessThan(1.5 * D);
    }
  });

  it('are the weighted means of the particles around, wherever those are', () => {
    // Two clusters on both sides of the origin and one far away, which share places of the table of cells.
    const particles = Array.from({ length: 3 * 400 }, (_, i) => {
      const p = Math.floor(i / 3);
      return (p === 0 ? 5000 : p % 2 === 0 ? -0.4 : 0.1) + 0.6 * (((i * 7919) % 1009) / 1009);
    });
    const values = Array.from({ length: 5 * 400 }, (_, i) => 300 + ((i * 31) % 17));
    const vertices = Array.from({ length: 3 * 200 }, (_, i) => -0.5 + ((i * 613) % 1201) / 1000);
    const carried = carryToSurface(vertices, particles, values, { spacing: D, width: 5 });
    for (let v = 0; v < 200; v++) {
      const sums = new Array(6).fill(0);
      for (let p = 0; p < 400; p++) {
        const square = [0, 1, 2].reduce(
          (sum, c) => sum + (vertices[3 * v + c] - particles[3 * p + c]) ** 2,
          0,
        );
        const weight = Math.max(0, 1 - square / (1.5 * D) ** 2) ** 3;
        for (let c = 0; c < 5; c++) sums[c] += weight * values[5 * p + c];
        sums[5] += weight;
      }
      // Of less than that, differences of places in single precision are all there is.
      if (sums[5] > 0 && sums[5] < 1e-6) continue;
      // To single precision, of numbers of 300.
      for (let c = 0; c < 5; c++)
        expect(carried[5 * v + c]).toBeCloseTo(sums[5] > 0 ? sums[c] / sums[5] : 0, 2);
    }
  });

  it('are zero where nobody is near, and refused in the wrong number', () => {
    expect([
      ...carryToSurface([9, 9, 9], ball, new Float32Array(ball.length / 3).fill(1), { spacing: D }),
    ]).toEqual([0]);
    expect(() => carryToSurface([0, 0, 0], ball, [1], { spacing: D })).toThrow(
      /values: must be 1 for each of/,
    );
  });
});

describe('solid pieces', () => {
  const two = Float64Array.from([
    ...ball,
    ...moved(ball, 2 * Math.max(...ball.filter((_, i) => i % 3 === 0)) + D),
  ]);
  const half = ball.length / 3;
  const pieces = Array.from({ length: 2 * half }, (_, i) => (i < half ? 4 : 9));
  const volume = (piece?: ArrayLike<number>) => {
    const { positions, triangles } = matterSurface(two, { spacing: D, piece });
    return meshVolume(positions, triangles);
  };

  it('have surfaces of their own where they touch, and one with the fluid that wets them', () => {
    const apart = matterSurface(two, { spacing: D, piece: pieces });
    const alone = matterSurface(ball, { spacing: D });
    expect(apart.positions.length).toBeGreaterThanOrEqual(1.95 * alone.positions.length);
    const wet = pieces.map((piece) => (piece === 9 ? NO_PIECE : piece));
    const whole = matterSurface(two, { spacing: D });
    expect(matterSurface(two, { spacing: D, piece: wet }).positions.length).toBe(whole.positions.length);
    // Blended, the neck between them is filled.
    expect(volume()).toBeGreaterThan(volume(pieces));
  });

  it('of a few particles share one surface', () => {
    const crumbs = Float64Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 0.5 * i : 0));
    const { positions } = matterSurface(crumbs, {
      spacing: D,
      piece: Array.from({ length: 10 }, (_, i) => i),
    });
    expect(positions.length).toBeGreaterThan(0);
  });
});

describe('flat matter', () => {
  it('is filled: triangles have the area of the outline', () => {
    const { points, triangles, area } = outline(disc, { spacing: D });
    let sum = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 2 * triangles[t + k]);
      const one =
        ((points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
          (points[c] - points[a]) * (points[b + 1] - points[a + 1])) /
        2;
      expect(one).toBeGreaterThan(0);
      sum += one;
    }
    expect(sum).toBeCloseTo(area, 9);
  });

  it('is drawn as a closed slab, facing outward', () => {
    const { positions, normals, triangles } = matterSurface(disc, { spacing: D, dimension: 2 });
    const place = (v: number) => [0, 1, 2].map((k) => positions[3 * v + k].toFixed(6)).join();
    expect(isClosed(triangles, place)).toBe(true);
    const { area } = outline(disc, { spacing: D });
    expect(meshVolume(positions, triangles)).toBeCloseTo(6 * D * area, 4);
    for (let v = 0; v < positions.length; v += 3) {
      const out =
        positions[v] * normals[v] + positions[v + 1] * normals[v + 1] + positions[v + 2] * normals[v + 2];
      expect(out).toBeGreaterThan(0);
    }
  });
});

it('nothing has no surface', () => {
  expect(matterSurface([], { spacing: D }).positions.length).toBe(0);
  expect(matterSurface([], { spacing: D, piece: [], values: [], width: 2 }).positions.length).toBe(0);
});
