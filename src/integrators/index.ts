/** Engines by name. A running world may change to another one of the same kind: `world.integrator = …`. */
import type { Integrator } from '../core/integrator.ts';
import { dormandPrince } from './dormand-prince.ts';
import { analytical, eulerCromer, verlet } from './explicit.ts';
import { type ImplicitOptions, implicitEuler, sdirk2 } from './implicit.ts';
import { CLASSICAL, MIDPOINT, rungeKutta } from './runge-kutta.ts';

/** Names of the explicit engines, as scenes choose them. */
export const ENGINE_NAMES = [
  'analytical',
  'euler-cromer',
  'euler-richardson',
  'rk4',
  'rk45',
  'verlet',
] as const;
/** Name of an explicit engine. */
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Engines for bodies that provide their stiffness; stable for any step. */
export const IMPLICIT_ENGINE_NAMES = ['implicit-euler', 'sdirk2'] as const;
export type ImplicitEngineName = (typeof IMPLICIT_ENGINE_NAMES)[number];

/** Engines of bodies that need an implicit one, and of all others, where none is chosen. */
export const DEFAULT_ENGINES = { implicit: 'implicit-euler', explicit: 'euler-cromer' } as const;

export function isImplicit(name: string): name is ImplicitEngineName {
  return IMPLICIT_ENGINE_NAMES.some((one) => one === name);
}

export interface EngineOptions extends ImplicitOptions {
  /** Error per inner step of rk45; 0: no error control. Default: 1e-6. For implicit engines see `ImplicitOptions`. */
  tolerance?: number;
}

export function createIntegrator(
  name: EngineName | ImplicitEngineName,
  options: EngineOptions = {},
): Integrator {
  switch (name) {
    case 'analytical':
      return analytical;
    case 'euler-cromer':
      return eulerCromer;
    case 'euler-richardson':
      return rungeKutta('euler-richardson', 2, MIDPOINT);
    case 'rk4':
      return rungeKutta('rk4', 4, CLASSICAL);
    case 'rk45':
      return dormandPrince(options.tolerance ?? 1e-6);
    case 'verlet':
      return verlet;
    case 'implicit-euler':
      return implicitEuler(options);
    case 'sdirk2':
      return sdirk2(options);
    default:
      throw new RangeError(
        `Unknown engine "${name satisfies never}". Use one of ${[...ENGINE_NAMES, ...IMPLICIT_ENGINE_NAMES].join(', ')}`,
      );
  }
}
