/**
 * Fabric presets. Values are isotropic, as a square lattice of springs is: means of warp and weft. Wang, O'Brien and Ramamoorthi
 * publish stiffnesses for several strains and curvatures; these are those at the smallest. The shear modulus is half of their c₃₃, which
 * multiplies the tensor strain (half the angle), and Poisson's ratio is c₁₂/√(c₁₁c₂₂) where that is valid. Kawabata's figures are those
 * printed by Volino and Magnenat-Thalmann, with ranges for common fabrics; their flexion moduli (µN·m) are moments per width and
 * curvature, like `rigidity` here.
 */
import type { MaterialPreset } from './material.ts';
import { estimate, from, VOLINO, WANG } from './sourced.ts';
import { plainThermal } from './thermal-values.ts';

const INCROPERA = 'Incropera & DeWitt 2002';
/** Source of means of warp and weft in woven.ts. */
const TYPICAL = 'typical of its kind';
/** Thermal values of fibres with air between them. */
const CLOTH = plainThermal({
  conductivity: estimate(0.06, `cotton wadding has 0.06 (${INCROPERA}), a dense weave a little more`),
  heatCapacity: from(1300, `${INCROPERA}: cotton`),
  emissivity: estimate(0.8, `cloth, 0.75 to 0.90 (${INCROPERA})`),
});

function fabric(title: string, values: MaterialPreset['values']): MaterialPreset {
  return { title, thermal: CLOTH, values };
}

export const fabrics = {
  jersey: fabric('T-shirt interlock knit, 60 % cotton, 40 % polyester', {
    density: from(0.187, WANG),
    stretch: from(25.5, `${WANG}: mean of 16.6 and 34.5`),
    shear: from(18.4, `${WANG}: half of 36.9`),
    bend: estimate(0.25),
    rigidity: from(1.87e-5, `${WANG}: mean of 23.2 and 14.3 µN·m`),
    poisson: estimate(0.3, 'their fit gives none for it'),
    damping: estimate(0.05),
    thickness: estimate(0.0006),
  }),
  polyester: fabric('Light polyester jacket cloth', {
    density: from(0.113, WANG),
    stretch: from(107, `${WANG}: mean of 43 and 171`),
    shear: from(7.2, `${WANG}: half of 14.3`),
    bend: estimate(1),
    rigidity: from(1.73e-5, `${WANG}: mean of 14.3 and 20.3 µN·m`),
    poisson: estimate(0.3, 'their fit gives none below 0.5'),
    damping: estimate(0.05),
    thickness: estimate(0.0003),
  }),
  denim: fabric('Black denim, 11 oz, 99 % cotton', {
    density: from(0.324, WANG),
    stretch: from(610, `${WANG}: mean of 205 and 1014`),
    shear: from(26.7, `${WANG}: half of 53.4`),
    bend: estimate(15),
    rigidity: from(8.06e-5, `${WANG}: mean of 64.2 and 97.0 µN·m`),
    poisson: from(0.022, `${WANG}: 10.2 over the root of 205 × 1014`),
    damping: estimate(0.05),
    thickness: estimate(0.0008),
  }),
  cotton: fabric('Woven trouser cloth, 65 % cotton, 35 % polyester', {
    density: from(0.22, WANG),
    stretch: from(2026, `${WANG}: mean of 2017 and 2035`),
    shear: from(52.4, `${WANG}: half of 104.8`),
    bend: estimate(20),
    rigidity: from(1.254e-4, `${WANG}: 125.4 µN·m both ways`),
    poisson: from(0.0045, `${WANG}: 9.17 over the root of 2017 × 2035`),
    damping: estimate(0.05),
    thickness: estimate(0.0004),
  }),
  silk: fabric('Plain-woven silk, 16 momme', {
    density: from(0.0694, 'definition of the unit: 1 momme = 4.340 g/m²'),
    stretch: from(1500, `${VOLINO}: low end of common fabrics, mean of warp 2000 and weft 1000`),
    shear: from(20, `${VOLINO}: low end of common fabrics`),
    bend: estimate(5),
    rigidity: from(4.5e-6, `${VOLINO}: low end of common fabrics, mean of warp 5 and weft 4 µN·m`),
    poisson: estimate(0.17, 'as wool–polyester'),
    damping: estimate(0.03),
    thickness: estimate(0.0002),
  }),
  'wool-polyester': fabric('Plain-woven wool and polyester, 125 g/m²', {
    density: from(0.125, VOLINO),
    stretch: from(3400, `${VOLINO}: mean of warp 3600 and weft 3200`),
    shear: from(35, VOLINO),
    bend: estimate(30),
    rigidity: from(4.75e-6, `${VOLINO}: mean of warp 5.1 and weft 4.4 µN·m`),
    poisson: from(0.17, `${VOLINO}: mean of warp 0.18 and weft 0.16`),
    damping: estimate(0.05),
    thickness: estimate(0.0003),
  }),
  wool: fabric('Worsted wool suiting', {
    density: estimate(0.19, TYPICAL),
    stretch: estimate(4600, TYPICAL),
    shear: estimate(36.5, TYPICAL),
    bend: estimate(40),
    rigidity: estimate(8.3e-6, TYPICAL),
    poisson: estimate(0.17, 'as wool–polyester'),
    damping: estimate(0.05),
    thickness: estimate(0.0006, TYPICAL),
  }),
  leather: fabric('Garment leather', {
    density: estimate(0.55, TYPICAL),
    stretch: estimate(3700, TYPICAL),
    shear: estimate(337, TYPICAL),
    bend: estimate(100),
    rigidity: estimate(1.08e-4, TYPICAL),
    poisson: estimate(0.3, 'between cloth and rubber'),
    damping: estimate(0.1),
    thickness: estimate(0.0009, TYPICAL),
  }),
} as const satisfies Record<string, MaterialPreset>;
