/** Materials of sheets, as the models use them. */
import type { SourcedValue } from './sourced.ts';
import type { ThermalMaterial } from './thermal.ts';

export interface Material {
  /** Mass per area, kg/m². */
  density: number;
  /** Force per width at unit strain, E·thickness, N/m. */
  stretch: number;
  /** Shear force per width at unit angle, N/m. */
  shear: number;
  /** Stiffness of the flexion springs of one-layer sheets, N/m. */
  bend: number;
  /** Flexural rigidity D of layered sheets, bending moment per width at unit curvature, N·m. */
  rigidity: number;
  /** Poisson's ratio: narrowing over lengthening. */
  poisson: number;
  /** Ratio to critical damping. */
  damping: number;
  /** Thickness, m. */
  thickness: number;
}

/** An isotropic solid that sheets are cut from. */
export interface Solid {
  /** Young's modulus, Pa. */
  readonly young: SourcedValue;
  readonly poisson: SourcedValue;
  /** Density, kg/m³. */
  readonly density: SourcedValue;
}

export interface MaterialPreset {
  readonly title: string;
  readonly values: Readonly<Record<keyof Material, SourcedValue>>;
  readonly thermal: Readonly<Record<keyof ThermalMaterial, SourcedValue>>;
  /** The solid that the values follow from, if any. */
  readonly solid?: Solid;
}
