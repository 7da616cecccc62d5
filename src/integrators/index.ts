/** The explicit engines by name; any of them may take over a running world (`world.integrator = …`). */
import type { Integrator } from '../core/world.ts';
import { dormandPrince } from './dormand-prince.ts';
import { analytical, eulerCromer, verlet } from './explicit.ts';
import { CLASSICAL, MIDPOINT, rungeKutta } from './runge-kutta.ts';

export const ENGINE_NAMES = [
  'analytical',
  'euler-cromer',
  'euler-richardson',
  'rk4',
  'rk45',
  'verlet',
] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

export interface EngineOptions {
  /** rk45 only: error per inner step; 0 turns the control off. */
  tolerance?: number;
}

export function createIntegrator(name: EngineName, options: EngineOptions = {}): Integrator {
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
    default:
      throw new RangeError(`unknown engine "${name satisfies never}"; there are: ${ENGINE_NAMES.join(', ')}`);
  }
}
