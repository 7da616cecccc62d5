/** Fabrics by Kawabata's figures. */
import { fromKawabata, type KawabataFigures, wovenFigures, wovenNames } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { energies, wovenCloth } from '../models/adaptive-cloth/woven-cloth.ts';

const FIGURES: KawabataFigures = {
  weight: 20,
  thickness: 0.5,
  warp: { extension: 5, linearity: 0.6 },
  weft: { extension: 10, work: 15 },
  shear: 1,
  bendWarp: 0.1,
  bendWeft: 0.05,
};

describe('units', () => {
  const fabric = fromKawabata(FIGURES);

  it('are SI units', () => {
    expect(fabric.density).toBeCloseTo(0.2, 12); // 20 mg/cm² = 200 g/m²
    expect(fabric.thickness).toBeCloseTo(5e-4, 12);
    // 0.1 gf·cm²/cm: 0.1 × 9.80665e-3 N × 1e-4 m² / 1e-2 m
    expect(fabric.bendWarp / 9.80665e-6).toBeCloseTo(1, 12);
    expect(fabric.bendWeft / 4.903325e-6).toBeCloseTo(1, 12);
    // 1 gf/cm = 0.980665 N/m at one degree, 57.29578 times as much at one radian
    expect(fabric.shear).toBeCloseTo(0.980665 * 57.29577951, 6);
  });

  it('a fabric stretched to EM has taken the work WT', () => {
    // LT = WT/(½ · 500 · EM): 0.6 is 7.5 gf·cm/cm² at 5 %
    for (const [axis, work] of [
      [0, 7.5],
      [1, 15],
    ] as const) {
      const strain = axis === 0 ? 0.05 : 0.1;
      const { world, cloth } = wovenCloth({
        material: fabric,
        place: (u, v) => (axis === 0 ? [u * (1 + strain), v, 0] : [u, v * (1 + strain), 0]),
      });
      expect(energies(world, cloth).woven).toBeCloseTo(work * 0.980665, 10); // J of a square metre: gf·cm/cm² = 9.80665e-3 N × 1e-2 m / 1e-4 m²
    }
  });
});

describe('presets', () => {
  it.each(wovenNames)('%s is of the right size', (name) => {
    const fabric = fromKawabata(wovenFigures[name]);
    expect(fabric.density / fabric.thickness).toBeGreaterThan(100); // kg/m³
    expect(fabric.density / fabric.thickness).toBeLessThan(1000);
    for (const stretch of [fabric.stretchWarp, fabric.stretchWeft]) {
      expect(stretch).toBeGreaterThanOrEqual(3000); // a woven thread's, not a knit's
      expect(fabric.shear).toBeLessThan(stretch / 5); // threads turn more easily than they stretch
    }
    for (const bend of [fabric.bendWarp, fabric.bendWeft]) {
      expect(bend).toBeGreaterThan(1e-6); // the limpest silk
      expect(bend).toBeLessThan(1e-3);
    }
  });
});

it.each([
  [{ weight: -1 }, 'weight: must be > 0, got -1'],
  [{ shear: Number.NaN }, /shear/],
  [{ warp: { extension: 5 } }, 'warp: must have either linearity or work'],
  [{ weft: { extension: 5, linearity: 0.6, work: 3 } }, 'weft: must have either linearity or work'],
  [{ weft: { extension: 0, linearity: 0.6 } }, 'weft.extension: must be > 0, got 0'],
])('refuses %j', (change, message) => {
  expect(() => fromKawabata({ ...FIGURES, ...change })).toThrow(message);
});
