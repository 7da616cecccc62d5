/**
 * Materials by name, in SI units, every value with where it comes from.
 *
 * Values are those of real sheets, isotropic as a square lattice of springs is: where warp and weft differ we
 * take their mean. Real sheets are stiff: an explicit engine needs thousands of sub-steps a second for them, and
 * a scene that wants to be quick gives a softer material of its own. Wang, O'Brien and Ramamoorthi (2011) publish
 * stiffness for several strains; ours are those at small strain, with the shear modulus half of their c₃₃, which
 * multiplies the tensor strain, half the angle.
 *
 * No test measures the stiffness of a flexion spring, which resists folding to second order only; `bend` is an
 * estimate throughout, and so is damping.
 */

export interface Material {
  /** kg/m² */
  density: number;
  /** N/m: force per width at unit strain, E·thickness. */
  stretch: number;
  /** N/m: shear force per width at unit angle. */
  shear: number;
  /** N/m: stiffness of the flexion springs. */
  bend: number;
  /** Share of critical damping. */
  damping: number;
  /** m */
  thickness: number;
}

/** A number and where it comes from. */
export interface SourcedValue {
  readonly value: number;
  readonly source: string;
}

export interface MaterialPreset {
  readonly title: string;
  readonly values: Readonly<Record<keyof Material, SourcedValue>>;
}

const WANG = "Wang, O'Brien & Ramamoorthi 2011";
const VOLINO = 'Volino & Magnenat-Thalmann 2000';
const ASHBY = 'Ashby 2005';

export const materialPresets = {
  jersey: {
    title: 'T-shirt interlock knit, 60 % cotton, 40 % polyester',
    values: {
      density: from(0.187, WANG),
      stretch: from(25.5, `${WANG}: mean of 16.6 and 34.5`),
      shear: from(18.4, `${WANG}: half of 36.9`),
      bend: estimate(0.25),
      damping: estimate(0.05),
      thickness: estimate(0.0006),
    },
  },
  polyester: {
    title: 'Light polyester jacket cloth',
    values: {
      density: from(0.113, WANG),
      stretch: from(107, `${WANG}: mean of 43 and 171`),
      shear: from(7.2, `${WANG}: half of 14.3`),
      bend: estimate(1),
      damping: estimate(0.05),
      thickness: estimate(0.0003),
    },
  },
  denim: {
    title: 'Black denim, 11 oz, 99 % cotton',
    values: {
      density: from(0.324, WANG),
      stretch: from(610, `${WANG}: mean of 205 and 1014`),
      shear: from(26.7, `${WANG}: half of 53.4`),
      bend: estimate(15),
      damping: estimate(0.05),
      thickness: estimate(0.0008),
    },
  },
  cotton: {
    title: 'Woven trouser cloth, 65 % cotton, 35 % polyester',
    values: {
      density: from(0.22, WANG),
      stretch: from(2026, `${WANG}: mean of 2017 and 2035`),
      shear: from(52.4, `${WANG}: half of 104.8`),
      bend: estimate(20),
      damping: estimate(0.05),
      thickness: estimate(0.0004),
    },
  },
  silk: {
    title: 'Plain-woven silk, 16 momme',
    values: {
      density: from(0.0694, 'definition of the unit: 1 momme = 4.340 g/m²'),
      stretch: from(1500, `${VOLINO}: low end of common fabrics, mean of warp 2000 and weft 1000`),
      shear: from(20, `${VOLINO}: low end of common fabrics`),
      bend: estimate(5),
      damping: estimate(0.03),
      thickness: estimate(0.0002),
    },
  },
  'wool-polyester': {
    title: 'Plain-woven wool and polyester, 125 g/m²',
    values: {
      density: from(0.125, VOLINO),
      stretch: from(3400, `${VOLINO}: mean of warp 3600 and weft 3200`),
      shear: from(35, VOLINO),
      bend: estimate(30),
      damping: estimate(0.05),
      thickness: estimate(0.0003),
    },
  },
  rubber: {
    title: 'Natural rubber, 1 mm',
    values: {
      density: from(0.93, `${ASHBY}: 930 kg/m³`),
      stretch: from(2000, `${ASHBY}: E = 2 MPa, the middle of 1.5 to 2.5`),
      shear: from(667, `${ASHBY}: E/3, incompressible`),
      bend: estimate(20),
      damping: estimate(0.1),
      thickness: from(0.001, 'by definition'),
    },
  },
  paper: {
    title: 'Copy paper, 80 g/m²',
    values: {
      density: from(0.08, 'grammage by definition (ISO 536)'),
      stretch: from(300000, 'estimate: E = 3 GPa, 0.1 mm thick'),
      shear: from(115000, "estimate: E / 2(1 + 0.3), Poisson's ratio 0.3"),
      bend: estimate(30000),
      damping: estimate(0.05),
      thickness: estimate(0.0001),
    },
  },
} as const satisfies Record<string, MaterialPreset>;

export type MaterialName = keyof typeof materialPresets;

export const materialNames = Object.keys(materialPresets) as [MaterialName, ...MaterialName[]];

/** The numbers of a preset, or the material itself if it was given by its numbers. */
export function resolveMaterial(material: MaterialName | Material): Material {
  if (typeof material !== 'string') return material;
  const { density, stretch, shear, bend, damping, thickness } = materialPresets[material].values;
  return {
    density: density.value,
    stretch: stretch.value,
    shear: shear.value,
    bend: bend.value,
    damping: damping.value,
    thickness: thickness.value,
  };
}

function from(value: number, source: string): SourcedValue {
  return { value, source };
}

function estimate(value: number): SourcedValue {
  return { value, source: 'estimate' };
}
