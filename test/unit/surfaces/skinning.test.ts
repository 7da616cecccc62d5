/** A mesh carried by particles: exact for what all particles agree on, each piece by itself where they part. */
import { describe, expect, it } from 'vitest';
import { fillMesh } from '../../../src/surfaces/fill.ts';
import { isosurface } from '../../../src/surfaces/isosurface.ts';
import { Skin } from '../../../src/surfaces/skinning.ts';

const ball = isosurface([0, 0, 0], { spacing: 0.1, cell: 0.3 });
const { particles, spacing } = fillMesh(ball.positions, ball.triangles, { count: 246 });
const vertices = ball.positions;
const ones = (count: number) =>
  Float64Array.from({ length: 9 * count }, (_, i) => ((i % 9) % 4 === 0 ? 1 : 0));
const count = particles.length / 3;

type Matrix = readonly number[];
const moved = (points: ArrayLike<number>, m: Matrix, shift: readonly number[]) =>
  Float64Array.from({ length: points.length }, (_, i) => {
    const [p, row] = [i - (i % 3), 3 * (i % 3)];
    return m[row] * points[p] + m[row + 1] * points[p + 1] + m[row + 2] * points[p + 2] + shift[i % 3];
  });
const everywhere = (m: Matrix) => Float64Array.from({ length: 9 * count }, (_, i) => m[i % 9]);
const greatest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

const TURN: Matrix = [0.8, -0.6, 0, 0.48, 0.64, -0.6, 0.36, 0.48, 0.8];
const STRETCH: Matrix = [1.3, 0.2, 0, -0.1, 0.8, 0.3, 0.05, 0, 1.1];

describe('a skin', () => {
  const skin = new Skin(vertices, particles, { spacing });

  it('lies on its mesh at rest', () => {
    expect(greatest(skin.place(particles, ones(count)), vertices)).toBeLessThan(1e-15);
  });

  // 1e-14 m of 0.1: roundings of a few sums
  it.each([
    ['turns', TURN, [0.3, -2, 1]],
    ['stretches', STRETCH, [0, 0, 0]],
  ])('%s exactly with its particles', (_, m, shift) => {
    const placed = skin.place(moved(particles, m, shift), everywhere(m));
    expect(greatest(placed, moved(vertices, m, shift))).toBeLessThan(1e-14);
  });

  it('follows two pieces that part, each exactly', () => {
    const isLeft = Array.from({ length: count }, (_, p) => particles[3 * p] < 0);
    const way = 3 * spacing;
    const parted = particles.map((x, i) => (i % 3 === 0 ? x + (isLeft[Math.floor(i / 3)] ? -way : way) : x));
    const placed = skin.place(parted, ones(count));
    for (let v = 0; v < vertices.length; v += 3) {
      const nearest = skin.particles[skin.starts[v / 3]];
      expect(placed[v] - vertices[v]).toBeCloseTo(isLeft[nearest] ? -way : way, 12);
    }
  });

  it('is smooth where particles differ a little', () => {
    const bent = particles.map((x, i) => (i % 3 === 1 ? x + 2 * particles[i - 1] * particles[i - 1] : x));
    const placed = skin.place(bent, ones(count));
    for (let v = 0; v < vertices.length; v += 3) {
      // as the particles around it go: the frames are left as they were, so that half the slope over a reach is missed
      expect(Math.abs(placed[v + 1] - vertices[v + 1] - 2 * vertices[v] ** 2)).toBeLessThan(0.3 * spacing);
    }
  });

  it('follows the nearest particle from beyond its reach', () => {
    const far = new Skin([1, 0, 0], particles, { spacing });
    expect([...far.place(moved(particles, TURN, [1, 2, 3]), everywhere(TURN))]).toEqual(
      [...moved([1, 0, 0], TURN, [1, 2, 3])].map((x) => expect.closeTo(x, 12)),
    );
  });

  it.each([
    [() => new Skin([0, 0, 0], [], { spacing }), 'particles: there are none'],
    [() => new Skin([0, 0, Number.NaN], particles, { spacing }), 'vertices[0]: must be a finite number'],
    [() => new Skin([0, 0], particles, { spacing }), 'vertices: must be x, y, z each'],
    [() => new Skin([0, 0, 0], particles, { spacing: -1 }), 'spacing: must be > 0, got -1'],
    [() => skin.place([0, 0, 0], ones(1)), `particles: the skin was bound to ${count}, got 1 and 1 frames`],
  ])('refuses what it cannot carry (%#)', (make, message) => {
    expect(make).toThrow(RangeError);
    expect(make).toThrow(message);
  });
});
