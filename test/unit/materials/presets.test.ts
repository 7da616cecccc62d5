import { parseScene, sceneWarnings, World } from 'pliant';
import { addProvotSheet, createIntegrator } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import type { MaterialPreset } from '../../../src/materials/material.ts';
import {
  materialNames,
  materialOfThickness,
  materialPresets,
  resolveMaterial,
  thermalOf,
} from '../../../src/materials/presets.ts';
import type { SourcedValue } from '../../../src/materials/sourced.ts';
import { checkThermal, modulusFactor, relaxationRate } from '../../../src/materials/thermal.ts';

const presets = Object.entries<MaterialPreset>(materialPresets);
const solid = presets.filter(([, preset]) => preset.solid);

describe('presets', () => {
  it('has the plastics, papers, rubbers and fabrics that sheets are made of', () => {
    expect(materialNames).toEqual(
      expect.arrayContaining([
        ...['styrene-0.25', 'styrene-0.5', 'pvc-0.4', 'packaging-pvc', 'paper', 'card', 'rubber'],
        ...['wool-polyester', 'cotton', 'silk', 'denim'],
      ]),
    );
  });

  it.each(presets)('%s names a source for every value', (_, { values, thermal, solid }) => {
    const all = [values, thermal, solid ?? {}].flatMap((group) => Object.entries<SourcedValue>(group));
    for (const [key, { value, source }] of all) {
      expect(value, key).toSatisfy(Number.isFinite);
      // An author's or standard's year, an honest estimate, or a definition.
      expect(source, key).toMatch(/\b(19|20)\d\d\b|estimate|definition/);
    }
  });

  it.each(presets)('%s has values of the right size', (name) => {
    const { density, stretch, shear, bend, rigidity, poisson, damping, thickness } = resolveMaterial(
      name as 'silk',
    );
    expect(density / thickness).toBeGreaterThan(100); // kg/m³: no sheet is as light as foam
    expect(density / thickness).toBeLessThan(2000); // nor heavier than filled vinyl
    expect(shear).toBeLessThan(stretch);
    expect(bend).toBeLessThan(stretch / 4); // beyond it a lattice could not have the stretch modulus
    expect(poisson).toBeGreaterThan(0);
    expect(poisson).toBeLessThanOrEqual(0.5);
    expect(damping).toBeLessThan(1);
    expect(rigidity).toBeGreaterThan(1e-6); // the limpest silk
    expect(rigidity).toBeLessThan(0.1);
  });

  it.each(solid)('%s bends and stretches as one solid of its thickness', (_, preset) => {
    const { stretch, shear, rigidity, density, thickness } = preset.values;
    const { young, poisson, density: volume } = preset.solid!;
    const [E, nu, t] = [young.value, poisson.value, thickness.value];
    expect(stretch.value).toBeCloseTo(E * t, 6);
    expect(shear.value / (E * t)).toBeCloseTo(0.5 / (1 + nu), 12);
    expect(rigidity.value / ((E * t ** 3) / 12 / (1 - nu ** 2))).toBeCloseTo(1, 12);
    expect(density.value).toBeCloseTo(volume.value * t, 12);
  });

  it('a sheet of twice the thickness is eight times as rigid', () => {
    const [thin, thick] = [resolveMaterial('styrene-0.25'), resolveMaterial('styrene-0.5')];
    expect(thick.rigidity / thin.rigidity).toBeCloseTo(8, 12);
    expect(thick.stretch / thin.stretch).toBeCloseTo(2, 12);
  });

  it('a solid can be cut to any thickness, a fabric cannot', () => {
    expect(materialOfThickness('styrene-0.25', 0.0005)).toEqual(resolveMaterial('styrene-0.5'));
    expect(() => materialOfThickness('silk', 0.001)).toThrow(
      'thickness: preset "silk" is not made of a solid',
    );
    expect(() => materialOfThickness('card', 0)).toThrow('thickness: must be > 0, got 0');
  });

  it('values of solids agree with handbooks’ ranges', () => {
    const young = (name: keyof typeof materialPresets) =>
      (materialPresets[name] as MaterialPreset).solid!.young.value;
    for (const name of ['pvc-0.4', 'packaging-pvc'] as const) {
      expect(young(name)).toBeGreaterThanOrEqual(2.41e9); // Callister 2007, table B.2
      expect(young(name)).toBeLessThanOrEqual(4.14e9);
    }
    expect(young('styrene-0.25')).toBeLessThan(2.28e9); // rubber makes it softer than the polystyrene of that table
  });

  it.each(materialNames)('%s makes a sheet without a warning', (material) => {
    const scene = parseScene({ format: 1, bodies: [{ name: 'a', model: 'provot-sheet', material }] });
    expect(sceneWarnings(scene)).toEqual([]);
    const world = new World(createIntegrator('euler-cromer', {}));
    addProvotSheet(world, { name: 'a', size: [1, 1], points: [3, 3], material: resolveMaterial(material) });
  });
});

describe('presets in the heat', () => {
  it.each(materialNames)('%s has values that heat accepts', (name) => {
    checkThermal(name, thermalOf(name));
  });

  it.each([
    'styrene-0.25',
    'styrene-0.5',
    'pvc-0.4',
    'packaging-pvc',
  ] as const)('%s softens at its transition and flows where it is formed', (name) => {
    const thermal = thermalOf(name);
    expect(modulusFactor(thermal, 293.15)).toBe(1);
    expect(modulusFactor(thermal, thermal.glassTransition - 20)).toBeGreaterThan(0.5);
    expect(modulusFactor(thermal, thermal.glassTransition + 20)).toBeLessThan(0.02);
    expect(relaxationRate(thermal, thermal.flowTemperature)).toBeCloseTo(1 / thermal.relaxationTime, 12);
    expect(relaxationRate(thermal, 293.15)).toBeLessThan(1e-9); // it keeps its shape on the shelf: a year is 3e7 s
  });

  it.each(['paper', 'card', 'rubber', 'denim'] as const)('%s conducts heat and does not soften', (name) => {
    const thermal = thermalOf(name);
    for (const temperature of [250, 293.15, 500]) {
      expect(modulusFactor(thermal, temperature)).toBe(1);
      expect(relaxationRate(thermal, temperature)).toBeLessThan(1e-20);
    }
  });
});
