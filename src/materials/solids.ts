/**
 * Presets of sheets of an isotropic solid: plastics and rubber, and paper and card as if they were one (Timoshenko &
 * Woinowsky-Krieger 1959):
 *
 *   density ρt,   stretch Et,   shear Et / 2(1 + ν),   rigidity D = Et³ / 12(1 − ν²)
 *
 * E  Young's modulus, Pa
 * ν  Poisson's ratio, 1
 * ρ  density, kg/m³
 * t  thickness, m
 *
 * Books give plastics as ranges over grades; values here are the middle of the range, or the value of the grade.
 */
import type { Material, MaterialPreset, Solid } from './material.ts';
import { ASHBY, CALLISTER, estimate, from, type SourcedValue } from './sourced.ts';
import { cellulose, polystyrene, polyvinylChloride, vulcanisate } from './thermal-values.ts';

/** Tables of grades, collected from manufacturers. */
const HIPS_TABLE = 'matmake.com 2024, high impact polystyrene';
const UPVC_TABLE = 'MakeItFrom.com 2020, unplasticized PVC';

const highImpactPolystyrene: Solid = {
  young: from(2.0e9, `${HIPS_TABLE}: the middle of 1.6 to 2.4 GPa`),
  poisson: from(0.34, HIPS_TABLE),
  density: from(1040, HIPS_TABLE),
};

const rigidVinyl: Solid = {
  young: from(3.28e9, `${CALLISTER}: the middle of 2.41 to 4.14 GPa`),
  poisson: from(0.38, CALLISTER),
  density: from(1400, UPVC_TABLE),
};

/** The Aurora thesis describes its packaging grade as thinner and less dense than the 0.4 mm sheet, without values. */
const packagingVinyl: Solid = {
  young: from(2.41e9, `${CALLISTER}: low end of 2.41 to 4.14 GPa, for a grade made supple`),
  poisson: rigidVinyl.poisson,
  density: from(1300, `${CALLISTER}: low end of 1300 to 1580 kg/m³`),
};

const naturalRubber: Solid = {
  young: from(2e6, `${ASHBY}: the middle of 1.5 to 2.5 MPa`),
  poisson: from(0.5, `${ASHBY}: incompressible`),
  density: from(930, ASHBY),
};

const copyPaper: Solid = {
  young: estimate(3e9, 'between along and across the machine'),
  poisson: estimate(0.3),
  density: from(800, 'definition: 80 g/m² (ISO 536) in 0.1 mm'),
};

/** Folding boxboard of 300 g/m² has a rigidity of about 15 mN·m along the machine direction and 8 across. */
const foldingBoard: Solid = {
  young: estimate(2e9, 'gives 11.7 mN·m, near the geometric mean of some 15 along and 8 across'),
  poisson: estimate(0.3),
  density: from(750, 'definition: 300 g/m² (ISO 536) in 0.4 mm'),
};

export const solids = {
  rubber: {
    title: 'Natural rubber, 1 mm',
    thermal: vulcanisate,
    ...sheetOf(naturalRubber, from(0.001, 'by definition'), estimate(0.1)),
  },
  paper: {
    title: 'Copy paper, 80 g/m²',
    thermal: cellulose,
    ...sheetOf(copyPaper, estimate(0.0001), estimate(0.05)),
  },
  card: {
    title: 'Card, folding boxboard of 300 g/m²',
    thermal: cellulose,
    ...sheetOf(foldingBoard, estimate(0.0004), estimate(0.05)),
  },
  'styrene-0.25': {
    title: 'Styrene sheet (high impact polystyrene), 0.25 mm',
    thermal: polystyrene,
    ...sheetOf(highImpactPolystyrene, from(0.00025, 'by definition'), estimate(0.03)),
  },
  'styrene-0.5': {
    title: 'Styrene sheet (high impact polystyrene), 0.5 mm',
    thermal: polystyrene,
    ...sheetOf(highImpactPolystyrene, from(0.0005, 'by definition'), estimate(0.03)),
  },
  'pvc-0.4': {
    title: 'Rigid PVC sheet, 0.4 mm',
    thermal: polyvinylChloride,
    ...sheetOf(rigidVinyl, from(0.0004, 'by definition'), estimate(0.03)),
  },
  'packaging-pvc': {
    title: 'Packaging PVC, 0.2 mm',
    thermal: polyvinylChloride,
    ...sheetOf(packagingVinyl, estimate(0.0002, 'significantly thinner than 0.4 mm'), estimate(0.03)),
  },
} as const satisfies Record<string, MaterialPreset>;

function sheetOf(solid: Solid, thickness: SourcedValue, damping: SourcedValue) {
  const { young, poisson, density } = solid;
  const sheet = solidSheet(solid, thickness.value);
  const values = {
    density: from(sheet.density, `${density.source}; times the thickness`),
    stretch: from(sheet.stretch, `E·t with E: ${young.source}`),
    shear: from(sheet.shear, `Et/2(1 + ν) with E: ${young.source}`),
    bend: estimate(sheet.bend),
    rigidity: from(sheet.rigidity, `Et³/12(1 − ν²) with E: ${young.source}`),
    poisson,
    damping,
    thickness,
  };
  return { solid, values };
}

/** Returns a sheet of a solid; `thickness` in m. Flexion springs of one-layer sheets have a tenth of the stretch stiffness. */
export function solidSheet({ young, poisson, density }: Solid, thickness: number): Omit<Material, 'damping'> {
  const nu = poisson.value;
  const stretch = young.value * thickness;
  return {
    density: density.value * thickness,
    stretch,
    shear: stretch / (2 * (1 + nu)),
    bend: stretch / 10,
    rigidity: (stretch * thickness * thickness) / (12 * (1 - nu * nu)),
    poisson: nu,
    thickness,
  };
}
