/**
 * Materials of lattice matter: the rows of the parameter table, the numbers that kernels read, and stable sub-steps.
 *
 * Elasticity: a neighbourhood stores U = ¼ k Σ w |R l − r|². A small strain ε of the whole lattice stores
 * (k Σ w l²/4d) ε:ε per particle of volume V. That is an isotropic solid of Poisson's ratio 0 and Young's modulus
 *
 *   E = k Σ w l²/(2 d V)
 *
 * Symbols:
 *   k  stiffness of a bond of length D, N/m
 *   w  weight of a site relative to that of the nearest ones
 *   l  offset of a site, m
 *   d  dimension, 2 or 3
 */
import { z } from 'zod';
import * as Material from '../../layouts/generated/matter-material.ts';
import { flag, quantity } from '../../schema/fields.ts';
import type { MatterLattice } from './lattice.ts';
import type { MatterRecord } from './record.ts';

/** Bounds of a temperature, K. */
export const temperatureRange = { above: 0, max: 1e4 };

export const materialRows = z
  .strictObject({
    density: quantity('kg/m³', { above: 0, max: 1e9 }, 'Mass of a cubic metre.').default(1000),
    young: quantity(
      'Pa',
      { min: 0, max: 1e12 },
      'Young’s modulus of the solid; Poisson’s ratio is 0.',
    ).default(1e5),
    damping: quantity(
      '1/s',
      { min: 0, max: 1e6 },
      'Decay rate of motion in the solid that is not locally rigid.',
    ).default(0),
    soundSpeed: quantity(
      'm/s',
      { above: 0, max: 1e5 },
      'Speed of sound in the fluid: ten times the greatest speed keeps its density within 1 %; more takes more sub-steps.',
    ).default(20),
    solidPressure: flag(
      'Whether the solid has the pressure of the fluid too, which keeps soft and plastic matter from being crushed.',
    ).default(false),
    viscosity: quantity(
      'Pa·s',
      { min: 0, max: 1e9 },
      'Viscosity of the fluid; a high one takes many sub-steps.',
    ).default(0),
    smoothing: quantity(
      '1',
      { min: 0, max: 1 },
      'Share of the velocity of their neighbours that fluid particles move with (XSPH).',
    ).default(0.1),
    fracture: quantity(
      '1',
      { above: 0, max: 10 },
      'Distance of a neighbour from its site, in spacings, at which their bond breaks for good. Default: bonds never break.',
    ).optional(),
    docking: z
      .strictObject({
        rate: quantity(
          '1/s',
          { min: 0, max: 1e9 },
          'Rate at which a free particle docks to an undamaged site.',
        ),
        change: quantity(
          '1/s²',
          { min: 0, max: 1e12 },
          'Loss of that rate in every second that a site is empty; an occupied site gains as much.',
        ),
      })
      .meta({
        title: 'Docking',
        description: 'Docking of particles to empty sites of the lattice. Default: at once.',
      })
      .optional(),
    heat: z
      .strictObject({
        conductivity: quantity('W/(m·K)', { min: 0, max: 1e6 }, 'Conductivity.'),
        specificHeat: quantity(
          'J/(kg·K)',
          { above: 0, max: 1e9 },
          'Heat that warms a kilogram by 1 K.',
        ).default(1000),
        latentHeat: quantity(
          'J/kg',
          { min: 0, max: 1e9 },
          'Heat that melting a kilogram takes up and freezing it sets free.',
        ).default(0),
        fixed: flag('Whether its temperature is held constant.').default(false),
      })
      .meta({ title: 'Heat of matter', description: 'Heat conduction. Default: none.' })
      .optional(),
    melting: z
      .strictObject({
        rate: quantity(
          '1/(s·K)',
          { min: 0, max: 1e9 },
          'Rate of melting for each kelvin above the melting point.',
        ),
        temperature: quantity('K', temperatureRange, 'Melting point.'),
      })
      .meta({ title: 'Melting', description: 'Melting. Default: never.' })
      .optional(),
    freezing: z
      .strictObject({
        rate: quantity(
          '1/(s·K)',
          { min: 0, max: 1e9 },
          'Rate of freezing for each kelvin below the freezing point and each solid neighbour.',
        ),
        temperature: quantity('K', temperatureRange, 'Freezing point.'),
        neighbours: quantity(
          '1',
          { min: 0, max: 100 },
          'Number of solid neighbours above which it freezes.',
        ).default(1),
        speed: quantity(
          'm/s',
          { above: 0, max: 1e9 },
          'Speed relative to its solid neighbours above which a particle freezes more slowly. Default: any speed.',
        ).optional(),
        force: quantity(
          'N',
          { above: 0, max: 1e30 },
          'Lattice force above which a misplaced particle freezes more slowly. Default: any force.',
        ).optional(),
      })
      .meta({ title: 'Freezing', description: 'Freezing. Default: never.' })
      .optional(),
    fading: quantity(
      's',
      { above: 0, max: 1e6 },
      'Time in which a melting particle loses its elasticity and a freezing one gains it.',
    ).default(0.1),
  })
  .meta({ title: 'Matter', description: 'Material of the object.' });

/** A material as a program gives it: density (kg/m³) and Young's modulus (Pa) at least; the table has the other defaults. */
export type MatterMaterial = z.input<typeof materialRows> & { density: number; young: number };
export type CompleteMaterial = z.output<typeof materialRows>;

/** Returns values checked by rows of the table, with defaults; throws a RangeError that names the field at fault. */
export function completed<S extends z.ZodType>(field: string, rows: S, values: unknown): z.output<S> {
  const { success, data, error } = rows.safeParse(values);
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw new RangeError(`${[field, ...path].join('.')}: ${message}`);
}

/** Exponent of Tait's equation of state: p = B ((ρ/ρ₀)⁷ − 1) with B = ρ₀c²/7. */
export const TAIT = 7;

/** Returns the numbers that kernels read, in the order of the layout. */
export function materialNumbers(material: CompleteMaterial, lattice: MatterLattice): Float64Array {
  const { density, soundSpeed, docking, fracture, heat, melting, freezing } = material;
  const numbers = new Float64Array(Material.LENGTH);
  numbers[Material.REST_DENSITY] = density;
  numbers[Material.BULK] = (density * soundSpeed * soundSpeed) / TAIT;
  numbers[Material.STIFFNESS] = bondStiffness(material.young, lattice);
  numbers[Material.DAMPING] = material.damping;
  numbers[Material.VISCOSITY] = material.viscosity;
  numbers[Material.SMOOTHING] = material.smoothing;
  // A broken bond does not heal: without docking rates, no site of matter that fractures docks anything again.
  numbers[Material.DOCKING_RATE] = docking?.rate ?? (fracture === undefined ? -1 : 0);
  numbers[Material.DOCKING_CHANGE] = docking?.change ?? 0;
  numbers[Material.FRACTURE] = fracture ?? Infinity;
  numbers[Material.CONDUCTIVITY] = heat?.conductivity ?? 0;
  numbers[Material.HEAT_CAPACITY] = heat && !heat.fixed ? density * lattice.volume * heat.specificHeat : 0;
  numbers[Material.MELTING_RATE] = melting?.rate ?? 0;
  numbers[Material.MELTING_POINT] = melting?.temperature ?? 0;
  numbers[Material.FREEZING_RATE] = freezing?.rate ?? 0;
  numbers[Material.FREEZING_POINT] = freezing?.temperature ?? 0;
  numbers[Material.FREEZING_NEIGHBOURS] = freezing?.neighbours ?? 1;
  numbers[Material.FREEZING_SPEED] = freezing?.speed ?? Infinity;
  numbers[Material.FREEZING_FORCE] = freezing?.force ?? Infinity;
  numbers[Material.FADING_RATE] = 1 / material.fading;
  numbers[Material.SOLID_PRESSURE] = material.solidPressure ? 1 : 0;
  numbers[Material.LATENT_HEAT] = heat ? heat.latentHeat / heat.specificHeat : 0;
  return numbers;
}

/** Returns a number of a particle's material; `particle` is an index of the body. */
export function materialNumber(
  { record }: { readonly record: MatterRecord },
  particle: number,
  which: number,
): number {
  return record.materials.view[Material.LENGTH * record.materialOf.view[particle] + which];
}

/** Stiffness k of a bond of length D, N/m. */
export function bondStiffness(young: number, { dimension, volume, moment }: MatterLattice): number {
  return (2 * dimension * volume * young) / moment;
}

/** Young's modulus of a lattice whose bonds have the stiffness `bond` (N/m), Pa. */
export function youngOf(bond: number, { dimension, volume, moment }: MatterLattice): number {
  return (bond * moment) / (2 * dimension * volume);
}

export interface MatterLimits {
  /** Longest sub-step of explicit elastic forces, s. */
  readonly elastic: number;
  /** Longest sub-step of sound in the fluid, s. */
  readonly sound: number;
  /** Longest sub-step of the fluid's viscosity, s. */
  readonly viscous: number;
}

/** Share of H that sound may cross in a sub-step, and of ρH²/μ (Monaghan 1992, Morris et al. 1997). */
const SOUND_SHARE = 0.4;
const VISCOUS_SHARE = 0.125;

/** Returns the longest stable sub-steps of a material. */
export function matterLimits(material: MatterMaterial, lattice: MatterLattice): MatterLimits {
  return stepLimits(completed('material', materialRows, material), lattice);
}

/**
 * Longest stable sub-steps. The stiffest wave of a lattice with its rotations held has ω² = k (a + 2 Σ' w)/m: a = 16 for
 * the twelve nearest neighbours in space, 9 for the six in the plane; Σ' is over all others, each at most twice its weight.
 */
export function stepLimits(
  material: Pick<CompleteMaterial, 'density' | 'young' | 'soundSpeed' | 'viscosity'>,
  lattice: MatterLattice,
): MatterLimits {
  const { density, young, soundSpeed, viscosity } = material;
  const { dimension, weight, volume, reach } = lattice;
  const [nearest, top] = dimension === 2 ? [6, 9] : [12, 16];
  const mass = density * volume;
  const rate = (bondStiffness(young, lattice) * (top + 2 * (weight - nearest))) / mass;
  return {
    elastic: rate > 0 ? 2 / Math.sqrt(rate) : Number.POSITIVE_INFINITY,
    sound: (SOUND_SHARE * reach) / soundSpeed,
    viscous: viscosity > 0 ? (VISCOUS_SHARE * density * reach * reach) / viscosity : Number.POSITIVE_INFINITY,
  };
}
