/** Drape coefficient of discs, and the means that measure it. */
import { describe, expect, it } from 'vitest';
import { discMesh, shadowArea } from '../../lab/validation/disc-mesh.ts';
import { foldsOf } from '../../lab/validation/drape-coefficient.ts';
import { cases, runCase } from '../../lab/validation/index.ts';

const drape = cases.find(({ name }) => name === 'drape-coefficient') as (typeof cases)[number];

describe('a disc', () => {
  it.each([16, 24, 40])('of %s cells has the area of a circle', (cells) => {
    const { positions, triangles } = discMesh(0.15, 0.09, 0.3 / cells);
    const [x, z] = [0, 2].map((axis) => positions.filter((_, k) => k % 3 === axis));
    // The rim is a polygon of about 2.5 vertices a cell; the shadow is counted in pixels.
    const circle = Math.PI * 0.15 ** 2;
    expect(shadowArea(triangles, x, z, 5e-4) / circle).toBeCloseTo(1, 1);
    const area = triangles.reduce((sum, a, k) => {
      if (k % 3 !== 0) return sum;
      const [b, c] = [triangles[k + 1], triangles[k + 2]];
      return sum + 0.5 * ((x[b] - x[a]) * (z[c] - z[a]) - (x[c] - x[a]) * (z[b] - z[a]));
    }, 0);
    // Every triangle turns the same way, and shadows are as large as triangles.
    expect(Math.abs(area) / shadowArea(triangles, x, z, 5e-4)).toBeCloseTo(1, 2);
    expect(Math.abs(area) / circle).toBeGreaterThan(0.98);
  });

  it('casts no more shadow where it lies twice', () => {
    const square = [0, 1, 2, 0, 2, 3];
    const [x, z] = [
      [0, 0.1, 0.1, 0],
      [0, 0, 0.1, 0.1],
    ];
    expect(shadowArea([...square, ...square], x, z, 1e-3)).toBeCloseTo(0.01, 3);
  });

  it('has as many folds as its rim has bows', () => {
    const rim = (folds: number, height: number) =>
      Array.from({ length: 90 }, (_, k) => 1 + height * Math.cos((2 * Math.PI * folds * k) / 90 + 1));
    expect(foldsOf(rim(7, 0.1), 0.05)).toBe(7);
    expect(foldsOf(rim(7, 0.02), 0.05)).toBe(0);
  });
});

describe('drape coefficient', () => {
  it('of leather is the same by step and tolerance', () => {
    expect(runCase(drape, { fabric: 'leather', hold: 'clamp', cells: 16 })).toMatchObject({ pass: true });
  });

  it('of a stiff sheet is nearly one', () => {
    const { measured } = runCase(drape, { fabric: 'leather', bend: 0.05, hold: 'clamp', cells: 16 });
    expect(measured).toBeGreaterThan(0.99); // it sinks by ρ g l⁴/8 D = 0.2 mm of 6 cm
  });

  it('needs three cells of overhang', () => {
    expect(() => runCase(drape, { cells: 12 })).toThrow('--support');
  });
});
