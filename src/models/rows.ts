/** Rows of the parameter table that several models share. */
import { z } from 'zod';
import { type MaterialName, materialNames, thermalOf } from '../materials/presets.ts';
import { LARGEST_GLASSY_SLOPE, type ThermalMaterial } from '../materials/thermal.ts';
import { choice, pair, place, quantity, rotation, vector } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';

/** Returns the row of width and height, m. */
export function sizeRow(help: string) {
  return pair(() => z.number().gt(0).max(1e6), 'm', help);
}

/** Returns the row of the numbers of columns and rows. */
export function pointsRow(help: string, least = 2) {
  return pair(() => z.int().min(least).max(LIMITS.particles), '1', help);
}

/** Returns the rows of a body's position and rotation at the start. */
export function placeRows(help: string) {
  return { position: place(help).default([0, 0, 0]), rotation: rotation.prefault({}) };
}

export function velocityRow(help = 'Velocity at the start.') {
  return vector('m/s', { min: -1e4, max: 1e4 }, help).default([0, 0, 0]);
}

const limitHelp = 'Springs longer than 1 + this times their rest length are pulled back (Provot); 0 = off.';

export function elongationLimitRow(usual: number) {
  return quantity('1', { min: 0, max: 10 }, limitHelp).default(usual);
}

/** Returns the row of a pressure. `normal`: direction of the sheet's normal at the start, such as "+y". */
export function pressureRow(normal: string) {
  const help = `Pressure on the whole sheet along its normal (local ${normal} at the start).`;
  return quantity('Pa', { min: -1e7, max: 1e7 }, help).default(0);
}

export const jitterRow = quantity(
  'm',
  { min: 0, max: 1 },
  'Random shift of each free mass out of the plane at the start, up to this much; drawn from the seed.',
).default(0);

/** Returns the row of a material: the name of a preset, or the model's own properties. */
export function materialRow<S extends z.ZodObject>(
  own: S,
  description = 'The name of a preset, or its properties.',
) {
  return z.union([z.enum(materialNames), own]).meta({ description });
}

/** Materials of one-layer sheets of springs. */
export const springMaterial = z
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

const kelvin = { above: 0, max: 5000 };
const share = { min: 0, max: 1 };
const someShare = { above: 0, max: 1 };

/** Thermal properties: those of a preset, except for the values that are given. */
const ownThermal = z
  .strictObject({
    like: choice(materialNames, 'Preset that has what is not given here.').default('styrene-0.25'),
    conductivity: quantity('W/(m·K)', { above: 0, max: 1e4 }, 'Heat conductivity.').optional(),
    heatCapacity: quantity('J/(kg·K)', { above: 0, max: 1e5 }, 'Heat capacity.').optional(),
    emissivity: quantity('1', share, 'Share of a black body’s radiation.').optional(),
    glassTransition: quantity('K', kelvin, 'Middle of the glass transition.').optional(),
    transitionWidth: quantity('K', kelvin, 'Width of the glass transition.').optional(),
    rubberyShare: quantity('1', someShare, 'Modulus above the transition over that below.').optional(),
    glassySlope: quantity(
      '1/K',
      { min: 0, max: LARGEST_GLASSY_SLOPE },
      'Share of its modulus a glass loses a kelvin.',
    ).optional(),
    flowTemperature: quantity('K', kelvin, 'Where stress relaxes within `relaxationTime`.').optional(),
    relaxationTime: quantity('s', { above: 0, max: 1e9 }, 'Relaxation time there.').optional(),
    relaxationActivation: quantity('J/mol', { min: 0, max: 1e7 }, 'Activation of the flow.').optional(),
    holeThickness: quantity('1', share, 'Thickness over the first below which a hot sheet opens.').optional(),
    hotBreakStretch: quantity(
      '1',
      { above: 1, max: 1e3 },
      'Length over the first beyond which a spring above the glass transition parts.',
    ).optional(),
    thermalSensitivity: quantity('1', { min: 0, max: 1e6 }, 'Sensitivity in the thesis’s rules.').optional(),
  })
  .meta({ title: 'Thermal properties' });

/** Row of models that respond to heat. */
export const thermal = z.union([z.enum(materialNames), ownThermal]).meta({
  description:
    'Response to heat: that of the preset of this name, or by its properties; default: that of its own material, or of styrene-0.25 if that has no name.',
});

/** Returns the thermal material of a body: the chosen one, or that of its own preset. */
export function chooseThermal(
  chosen: z.output<typeof thermal> | undefined,
  own: MaterialName | undefined,
): ThermalMaterial {
  if (chosen === undefined || typeof chosen === 'string') return thermalOf(chosen ?? own ?? 'styrene-0.25');
  const { like, ...given } = chosen;
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...thermalOf(like), ...Object.fromEntries(values) };
}

/** Returns options with the defaults of their rows. Throws a RangeError that names the first field at fault. */
export function checkedOptions<S extends z.ZodType>(rows: S, options: unknown, name: string): z.output<S> {
  const result = rows.safeParse(options, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue.path.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}.${String(step)}`),
    name,
  );
  throw new RangeError(`${field}: ${ruleBroken(issue)}`);
}

function ruleBroken(issue: z.core.$ZodIssue): string {
  const { input } = issue;
  const [value, noun] = Array.isArray(input) ? [input.length, ' entries'] : [input, ''];
  const sign = 'inclusive' in issue && issue.inclusive ? '=' : '';
  if (issue.code === 'too_small') return `must be >${sign} ${issue.minimum}${noun}, got ${value}`;
  if (issue.code === 'too_big') return `must be <${sign} ${issue.maximum}${noun}, got ${value}`;
  return `${issue.message}, got ${value}`;
}
