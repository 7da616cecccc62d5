/**
 * The patch test: cells of any levels are the same sheet. Under an affine map every spring of a direction has the same
 * strain, so forces on inner masses balance, and the energy an area is that of the endless lattice.
 */
import { describe, expect, it } from 'vitest';
import { evaluateForces } from '../../src/engine.ts';
import { FIXED, MATERIAL, randomLevels, sheetWorld, type Vec } from './adaptive-world.ts';

const SEEDS = [1, 2, 3, 4];

/** Stretched, sheared and turned out of its plane. */
const affine = (u: number, v: number): Vec => [
  1.02 * u + 0.03 * v + 0.3,
  -0.01 * u + 0.97 * v - 0.1,
  0.2 * u + 0.15 * v,
];

function refined(seed: number, put: (u: number, v: number) => Vec, rigidity = 0) {
  return sheetWorld({
    ...FIXED,
    size: [1, 0.8],
    points: [7, 9],
    material: { ...MATERIAL, rigidity },
    startLevel: seed > 0 ? randomLevels(seed, 3) : undefined,
    place: put,
  });
}

describe.each(SEEDS)('a sheet refined at random, %i', (seed) => {
  it('is in fact refined', () => {
    const { sheet } = refined(seed, affine);
    expect(sheet.depth).toBeGreaterThan(1);
    expect(new Set(sheet.levels).size).toBeGreaterThan(2);
    expect(sheet.net.virtualCount).toBeGreaterThan(10);
  });

  it.each([0, 1e-5])('has no net force on inner masses under an affine map, rigidity %d N·m', (rigidity) => {
    const { world, sheet } = refined(seed, affine, rigidity);
    evaluateForces(world, 0);
    const { fx, fy, fz } = world.particles;
    let [inner, outer] = [0, 0];
    for (let i = 0; i < sheet.count; i++) {
      const [u, v] = sheet.places.subarray(2 * i, 2 * i + 2);
      const force = Math.hypot(fx[i], fy[i], fz[i]);
      if (Math.abs(u) < 0.499 && Math.abs(v) < 0.399) inner = Math.max(inner, force);
      else outer = Math.max(outer, force);
    }
    expect(outer).toBeGreaterThan(0.01); // the rim pulls back
    // Rounding of a place, 1e-16 m, times stiffness: 60 N/m, and of bending at level 3, spacing 1 cm, D A/s⁴ ≈ 0.1 N/m.
    expect(inner).toBeLessThan(1e-12);
  });

  it('has the energy of the unrefined sheet under an affine map, and that of its moduli', () => {
    const energy = (one: number, put: (u: number, v: number) => Vec) => {
      const { world, sheet } = refined(one, put);
      return sheet.force.energy(world);
    };
    // Sums of some thousand terms, each rounded.
    expect(energy(seed, affine) / energy(0, affine) - 1).toBeLessThan(1e-12);
    expect(energy(seed, affine) / energy(0, affine) - 1).toBeGreaterThan(-1e-12);
    const e = 1e-4;
    const density = (ex: number, ey: number, g: number) =>
      (2 * energy(seed, (u, v) => [u * (1 + ex) + g * v, v * (1 + ey), 0])) / (e * e) / 0.8;
    const [c11, c22, c66] = [density(e, 0, 0), density(0, e, 0), density(0, 0, e)];
    const c12 = density(e, e, 0) / 2 - (c11 + c22) / 2;
    // 1e-3: strains of 1e-4 enter their own energy to second order, magnified in the difference C₁₂.
    expect(c66 / MATERIAL.shear).toBeCloseTo(1, 3);
    expect((c11 - (c12 * c12) / c22) / MATERIAL.stretch).toBeCloseTo(1, 3);
    expect((c22 - (c12 * c12) / c11) / MATERIAL.stretch).toBeCloseTo(1, 3);
  });
});

describe('masses, so that each answers a force on its own part of the sheet alike', () => {
  const flat = (u: number, v: number): Vec => [u, v, 0];
  it.each(SEEDS)('are those of their areas, refined at random, %i', (seed) => {
    const { world, sheet } = refined(seed, flat);
    const cell = (MATERIAL.density * 0.8) / (6 * 8);
    const { mass } = world.particles;
    let sum = 0;
    const most = [0, 0, 0, 0];
    for (let i = 0; i < sheet.count; i++) {
      sum += mass.view[i];
      most[sheet.levels[i]] = Math.max(most[sheet.levels[i]], mass.view[i]);
    }
    expect(sum / (MATERIAL.density * 0.8)).toBeCloseTo(1, 12);
    // The level of a mass is that of the coarsest cell around it: four quarters of such a cell are the most it can have.
    for (const [level, largest] of most.entries()) {
      expect(largest).toBeLessThanOrEqual((cell / 4 ** level) * (1 + 1e-12));
    }
  });

  it('are all equal as published', () => {
    const { world, sheet } = sheetWorld({ ...FIXED, scaling: 'paper', startLevel: randomLevels(1, 3) });
    const { mass } = world.particles;
    const cell = MATERIAL.density / 81;
    expect(sheet.depth).toBeGreaterThan(1);
    for (let i = 0; i < sheet.count; i++) expect(mass.view[i]).toBeCloseTo(cell, 15);
  });
});
