/**
 * Materials by name, in SI units, every value with where it comes from.
 *
 * Values are those of real sheets. Real sheets are stiff: an explicit engine needs thousands of sub-steps a second for
 * them, and a scene that wants to be quick gives a softer material of its own.
 *
 * No test measures the stiffness of a flexion spring, which resists folding to second order only; `bend` is an
 * estimate throughout, and so is damping. `rigidity` is measured or follows from the solid.
 */
import { positive } from '../math/check.ts';
import { fabrics } from './fabrics.ts';
import type { Material, MaterialPreset } from './material.ts';
import { solidSheet, solids } from './solids.ts';
import type { SourcedValue } from './sourced.ts';
import type { ThermalMaterial } from './thermal.ts';

export type { Material, MaterialPreset, Solid } from './material.ts';
export type { SourcedValue } from './sourced.ts';

/** Material presets by name, every value with its source. */
export const materialPresets = { ...fabrics, ...solids } as const satisfies Record<string, MaterialPreset>;

/** Name of a material preset, such as `cotton`. */
export type MaterialName = keyof typeof materialPresets;

/** Names of all material presets. */
export const materialNames = Object.keys(materialPresets) as [MaterialName, ...MaterialName[]];

/** The numbers of a preset, or the material itself if it was given by its numbers. */
export function resolveMaterial(material: MaterialName | Material): Material {
  return typeof material === 'string' ? numbersOf(materialPresets[material].values) : material;
}

/** A preset cut to another thickness (m); only of a solid is it known what becomes of the rest. */
export function materialOfThickness(name: MaterialName, thickness: number): Material {
  const { solid, values }: MaterialPreset = materialPresets[name];
  if (!solid)
    throw new RangeError(`thickness: ${name} is not a solid that has the same stuff at any thickness`);
  return { ...solidSheet(solid, positive('thickness', thickness)), damping: values.damping.value };
}

/** How a preset answers to heat. */
export function thermalOf(name: MaterialName): ThermalMaterial {
  return numbersOf(materialPresets[name].thermal);
}

function numbersOf<Key extends string>(values: Readonly<Record<Key, SourcedValue>>): Record<Key, number> {
  const entries = Object.entries<SourcedValue>(values).map(([key, { value }]) => [key, value]);
  return Object.fromEntries(entries) as Record<Key, number>;
}
