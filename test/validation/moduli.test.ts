/**
 * The moduli of a Provot sheet, from the energy of uniform strains: W = ½ (C₁₁ εₓ² + C₂₂ ε_y² + 2 C₁₂ εₓ ε_y + C₆₆ γ²)
 * an area. They must be the material's whatever the cells: number, size and shape.
 */
import { describe, expect, it } from 'vitest';
import { addProvotSheet, createIntegrator } from '../../src/engine.ts';
import { World } from '../../src/index.ts';

const MATERIAL = { density: 0.2, stretch: 300, shear: 60, bend: 4, damping: 0, thickness: 1e-3 };

/** J/m² under u → u (1 + ex) + g v, v → v (1 + ey). */
function energyDensity(points: readonly [number, number], ex: number, ey: number, g: number): number {
  const world = new World(createIntegrator('rk4'));
  const sheet = addProvotSheet(world, { name: 's', size: [1, 1], points, material: MATERIAL });
  const { x, y, count } = world.particles;
  for (let i = 0; i < count; i++) {
    const [u, v] = [x[i], y[i]];
    x[i] = u * (1 + ex) + g * v;
    y[i] = v * (1 + ey);
  }
  return sheet.springs.energy(world);
}

describe.each([[[9, 9]], [[41, 41]], [[41, 21]], [[21, 41]], [[17, 13]]] as [
  [number, number],
][])('a sheet of %o masses', (points) => {
  const e = 1e-4;
  const c11 = (2 * energyDensity(points, e, 0, 0)) / (e * e);
  const c22 = (2 * energyDensity(points, 0, e, 0)) / (e * e);
  const c66 = (2 * energyDensity(points, 0, 0, e)) / (e * e);
  const c12 = (2 * energyDensity(points, e, e, 0)) / (e * e) / 2 - (c11 + c22) / 2;

  // 1e-3: strains of 1e-4 enter their own energy to second order, magnified in the difference C₁₂.
  it('stretches by its stretch modulus along rows and along columns', () => {
    expect((c11 - (c12 * c12) / c22) / MATERIAL.stretch).toBeCloseTo(1, 3);
    expect((c22 - (c12 * c12) / c11) / MATERIAL.stretch).toBeCloseTo(1, 3);
  });

  it('shears by its shear modulus', () => {
    expect(c66 / MATERIAL.shear).toBeCloseTo(1, 3);
  });
});
