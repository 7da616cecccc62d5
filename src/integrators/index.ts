/** The engines by name; any of a kind may take over a running world (`world.integrator = …`). */
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

/** For bodies that know their stiffness; stable at any step. */
export const IMPLICIT_ENGINE_NAMES = ['implicit-euler', 'sdirk2'] as const;
export type ImplicitEngineName = (typeof IMPLICIT_ENGINE_NAMES)[number];

export function isImplicit(name: string): name is ImplicitEngineName {
  return IMPLICIT_ENGINE_NAMES.some((one) => one === name);
}

export interface EngineOptions extends ImplicitOptions {
  /** rk45: error per inner step, 1e-6 where left out; 0 turns the control off. Implicit engines: see `ImplicitOptions`. */
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
        `unknown engine "${name satisfies never}"; there are: ${[...ENGINE_NAMES, ...IMPLICIT_ENGINE_NAMES].join(', ')}`,
      );
  }
}
