import { describe, expect, it } from 'vitest';
import { frictionShare, isWithinCone } from '../../../src/contact/friction.ts';

describe("Coulomb's law", () => {
  it('supplies the whole demand within the static cone, and the kinetic limit beyond it', () => {
    const [hold, drag] = [5, 3];
    expect(frictionShare(0, hold, drag)).toBe(1);
    expect(frictionShare(5, hold, drag)).toBe(1);
    expect(6 * frictionShare(6, hold, drag)).toBeCloseTo(drag, 12);
    expect(60 * frictionShare(60, hold, drag)).toBeCloseTo(drag, 12);
  });

  it('never reverses sliding', () => {
    for (let demand = 0; demand < 10; demand += 0.01) {
      const share = frictionShare(demand, 0.5 * demand, 0.5 * demand);
      expect(share).toBeLessThanOrEqual(1);
    }
  });

  it('holds a block at its critical angle, whatever the rounding, and lets it slide a millionth above', () => {
    for (let degrees = 1; degrees < 60; degrees++) {
      const angle = (degrees * Math.PI) / 180;
      const [demand, pressed] = [9.81 * Math.sin(angle), 9.81 * Math.cos(angle)];
      expect(isWithinCone(demand, Math.tan(angle) * pressed), `${degrees}°`).toBe(true);
      expect(isWithinCone(demand * (1 + 1e-6), Math.tan(angle) * pressed), `${degrees}°`).toBe(false);
    }
  });

  it('supplies nothing without load', () => {
    expect(frictionShare(1, 0, 0)).toBe(0);
  });
});
