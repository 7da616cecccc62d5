/** What stands for colliders in surface contact. */
import { describe, expect, it } from 'vitest';
import { createObstacle } from '../../../../src/contact/surfaces/obstacles.ts';
import { createCollider } from '../../../../src/engine.ts';

describe('the prism that stands for a cylinder', () => {
  const off = (radius: number) => {
    const { points } = createObstacle(
      createCollider({ name: 'pole', shape: { kind: 'cylinder', radius, height: 1 } }),
    );
    const [a, b] = [0, 6].map((k) => [points[k], points[k + 2]]); // neighbours on one end
    const side = Math.hypot((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    return { corner: Math.hypot(...a) - radius, side: side - radius };
  };

  it('is around a thin one', () => {
    const { corner, side } = off(0.003);
    expect(side).toBeGreaterThan(-1e-12); // rounding
    expect(corner).toBeLessThan(1e-5);
  });

  it('does not stand out of a thick one', () => {
    const { corner, side } = off(0.3);
    expect(corner).toBeLessThan(1.0001e-5); // ten micrometres, and rounding
    expect(side).toBeGreaterThan(-0.0013 * 0.3); // 1 − cos(π / 64)
  });
});
