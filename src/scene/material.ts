/** A material by its numbers: rows of the parameter table that sheets of springs share. */
import { z } from 'zod';
import { quantity } from '../schema/fields.ts';

export const material = z
  .strictObject({
    density: quantity('kg/m²', { above: 0, max: 1e4 }, 'Mass of a square metre of sheet.').default(0.15),
    stretch: quantity(
      'N/m',
      { above: 0, max: 1e9 },
      'Stretch modulus E·thickness: force per metre of width at unit strain.',
    ).default(300),
    shear: quantity(
      'N/m',
      { min: 0, max: 1e9 },
      'Shear modulus: shear force per metre of width at unit angle.',
    ).default(100),
    bend: quantity(
      'N/m',
      { min: 0, max: 1e9 },
      'Stiffness of the flexion springs, which span two cells and resist folding; Provot sheets only.',
    ).default(5),
    rigidity: quantity(
      'N·m',
      { min: 0, max: 1e9 },
      'Flexural rigidity D: bending moment per metre of width at unit curvature; layered sheets only.',
    ).default(1e-5),
    poisson: quantity('1', { above: -1, max: 0.5 }, "Poisson's ratio: narrowing over lengthening.").default(
      0.3,
    ),
    damping: quantity('1', { min: 0, max: 10 }, 'Share of critical damping in the springs.').default(0.02),
    thickness: quantity('m', { above: 0, max: 1 }, 'Thickness of the sheet.').default(0.0005),
  })
  .meta({ title: 'Material', description: 'Properties of the sheet.' });

export type MaterialParameters = z.output<typeof material>;
