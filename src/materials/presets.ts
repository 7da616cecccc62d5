/**
 * Material presets in SI units, each value with its source.
 *
 * Values are those of real sheets, which are stiff: explicit engines need thousands of sub-steps per second for them, so a quick scene
 * may define a softer material. `bend` and `damping` are estimates throughout: no test measures the stiffness of a flexion spring, which
 * resists folding to second order only. `rigidity` is measured or follows from the solid.
 */
import { positive } from '../math/check.ts';
import { fabrics } from './fabrics.ts';
import type { Material, MaterialPreset } from './material.ts';
import { solidSheet, solids } from './solids.ts';
import type { SourcedValue } from './sourced.ts';
import type { ThermalMaterial } from './thermal.ts';

/** Material presets by name, every value with its source. */
export const materialPresets = { ...fabrics, ...solids } as const satisfies Record<string, MaterialPreset>;

/** Name of a material preset, such as `cotton`. */
export type MaterialName = keyof typeof materialPresets;

/** Names of all material presets. */
export const materialNames = Object.keys(materialPresets) as [MaterialName, ...MaterialName[]];

/** Returns the values of a preset, or the given values. */
export function resolveMaterial(material: MaterialName | Material): Material {
  return typeof material === 'string' ? numbersOf(materialPresets[material].values) : material;
}

/** Returns a preset cut to another thickness (m). Only presets of solids can be. */
export function materialOfThickness(name: MaterialName, thickness: number): Material {
  const { solid, values }: MaterialPreset = materialPresets[name];
  if (!solid)
    throw new RangeError(
      `thickness: preset "${name}" is not made of a solid. Use a preset of a solid, or give all values`,
    );
  return { ...solidSheet(solid, positive('thickness', thickness)), damping: values.damping.value };
}

/** Returns the thermal values of a preset. */
export function thermalOf(name: MaterialName): ThermalMaterial {
  return numbersOf(materialPresets[name].thermal);
}

function numbersOf<Key extends string>(values: Readonly<Record<Key, SourcedValue>>): Record<Key, number> {
  const entries = Object.entries<SourcedValue>(values).map(([key, { value }]) => [key, value]);
  return Object.fromEntries(entries) as Record<Key, number>;
}
