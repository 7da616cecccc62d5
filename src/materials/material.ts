/** What a sheet is made of, as the models read it. */
import type { SourcedValue } from './sourced.ts';
import type { ThermalMaterial } from './thermal.ts';

export interface Material {
  /** kg/m² */
  density: number;
  /** N/m: force per width at unit strain, E·thickness. */
  stretch: number;
  /** N/m: shear force per width at unit angle. */
  shear: number;
  /** N/m: stiffness of the flexion springs; one-layer sheets only. */
  bend: number;
  /** N·m: flexural rigidity D, bending moment per width at unit curvature; layered sheets only. */
  rigidity: number;
  /** Narrowing over lengthening. */
  poisson: number;
  /** Share of critical damping. */
  damping: number;
  /** m */
  thickness: number;
}

/** A solid that a sheet is cut from, the same in all directions. */
export interface Solid {
  /** Pa */
  readonly young: SourcedValue;
  readonly poisson: SourcedValue;
  /** kg/m³ */
  readonly density: SourcedValue;
}

export interface MaterialPreset {
  readonly title: string;
  readonly values: Readonly<Record<keyof Material, SourcedValue>>;
  readonly thermal: Readonly<Record<keyof ThermalMaterial, SourcedValue>>;
  /** Where the values follow from those of a solid. */
  readonly solid?: Solid;
}
