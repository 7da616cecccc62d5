/** Lengths, speeds and limits of particle contact. Each test fails at twice and at half of the number that it is about. */
import { describe, expect, it } from 'vitest';
import type { ColliderSpec } from '../../../../src/contact/index.ts';
import {
  advance,
  collider,
  particlesAmong,
  positionOf,
  velocityOf,
} from '../../../validation/contact-world.ts';

const floor = (rest: Partial<ColliderSpec> = {}) => collider({ kind: 'plane' }, rest);

describe('a particle on a floor', () => {
  it('keeps a separation of 10⁻⁷ m', () => {
    const scene = advance(particlesAmong([floor()], [[0, 0.001, 0]]), 1e-3, 100);
    expect(positionOf(scene)[1]).toBeGreaterThan(0.7e-7);
    expect(positionOf(scene)[1]).toBeLessThan(1.4e-7);
  });

  it('that begins below it comes out at 0.2 m/s, and is not thrown', () => {
    const scene = particlesAmong([floor()], [[0, -0.01, 0]], { gravity: [0, 0, 0] });
    advance(scene, 1e-3, 10);
    expect(positionOf(scene)[1]).toBeCloseTo(-0.01 + 10 * 0.2e-3, 5);
    expect(velocityOf(scene)[1]).toBe(0);
  });
});

describe('a particle between two walls that throw it back', () => {
  const gap = 0.01;
  const walls = [
    floor({ restitution: 1 }),
    floor({ restitution: 1, position: [0, gap, 0], rotation: { axis: [0, 0, 1], angle: 180 } }),
  ];
  const thrown = (gaps: number) => {
    const scene = particlesAmong(walls, [[0, gap / 2, 0]], {
      velocity: [0, gaps * gap, 0],
      gravity: [0, 0, 0],
    });
    return advance(scene, 1, 1);
  };

  it('is followed through six touches in a sub-step', () => {
    const scene = thrown(6);
    expect(scene.stage.squeezed).toBe(0);
    expect(positionOf(scene)[1]).toBeCloseTo(gap / 2, 5);
    expect(velocityOf(scene)[1]).toBeCloseTo(6 * gap, 9);
  });

  it('is squeezed after more than eight', () => {
    const scene = thrown(12);
    expect(scene.stage.squeezed).toBe(1);
    expect(positionOf(scene)[1]).toBeGreaterThan(0);
    expect(positionOf(scene)[1]).toBeLessThan(gap);
  });
});
