/**
 * Viscoelastic springs: spring-and-dashpot models of plastics (Ward & Sweeney 2012, ch. 5; the four-element model is Burgers',
 * proposed by the Aurora thesis after Higgins 1994).
 *
 *   Kelvin–Voigt   a dashpot parallel to the spring: T = k (L − L₀) + kτ L̇
 *   Maxwell        a dashpot in series: T = k s, and the rest length flows, dL₀/dt = s/τ_M
 *   four-element   a Maxwell element (S1, D2) in series with a Kelvin–Voigt element (S2 ∥ D1):
 *                  T = k s,  s = L − L₀,  dL₀/dt = s/τ_M + dκ/dt,  τ_K dκ/dt = (k/k₂) s − κ
 *
 * T    tension, N
 * k    stiffness of the spring S1, N/m
 * k₂   stiffness of S2, N/m
 * s    elongation of S1, m
 * κ    elongation of S2 ∥ D1, m
 * τ    retardation time of Kelvin–Voigt springs, s
 * τ_M  relaxation time D2/k, s
 * τ_K  retardation time D1/k₂, s
 *
 * A load F elongates a four-element spring by F/k + F/k₂ (1 − e^(−t/τ_K)) + F t/(k τ_M). After it S1 recovers at once, S2 ∥ D1 within
 * τ_K, and the flow of D2 remains.
 *
 * Kelvin–Voigt springs are damped springs: the stability guard knows them, and long times require short steps. If heat softens
 * one, its dashpot kτ softens in proportion, the rest of its damping with √k. In the other models the rest length changes once per
 * sub-step by the exact solution at constant length, which is stable for any step and composes with heat and yield.
 *
 * The update has no first-order error in the step. Engines that integrate forces over the whole sub-step get the rest length at its
 * middle: half a sub-step of flow first, then whole ones, as leap-frog velocities. Engines of order 1, whose force is that at the
 * beginning, get the rest length of that time, from the lengths half a sub-step earlier; a rest length ahead of the force would feed
 * oscillations of a soft retarded element.
 *
 * Energy: ½ k s² belongs to the springs; here is that of S2, Σ ½ k₂ κ². The dashpots' dissipation is in `dissipated`.
 */
import type { Block } from '../core/arena.ts';
import type { Energy } from '../core/force.ts';
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import { positive } from '../math/check.ts';
import { exp } from '../math/portable.ts';
import type { Springs } from './springs.ts';

export const VISCOELASTIC_MODELS = ['kelvin-voigt', 'maxwell', 'four-element'] as const;
export type ViscoelasticModel = (typeof VISCOELASTIC_MODELS)[number];

export type ViscoelasticOptions =
  | { model: 'kelvin-voigt'; retardation: number }
  | { model: 'maxwell'; relaxation: number }
  | {
      model: 'four-element';
      /** Relaxation time τ_M, s. Default: no flow, creep recovers fully (the standard linear solid). */
      relaxation?: number;
      /** Retardation time τ_K, s. */
      retardation: number;
      /** Ratio k₂/k. Default: 1, recoverable creep equals the elastic elongation. */
      retardedStiffness?: number;
    };

/**
 * Makes the springs viscoelastic. Returns the flow that it adds to the world; Kelvin–Voigt springs have none. In springs built in
 * under tension the natural length flows, and the rest length in proportion.
 */
export function viscoelastic(
  world: World,
  springs: Springs,
  options: ViscoelasticOptions,
): ViscousFlow | undefined {
  requireChanging('viscoelastic', springs);
  if (options.model === 'kelvin-voigt') {
    const retardation = positive('viscoelastic.retardation', options.retardation);
    springs.retardation += retardation;
    for (let i = 0; i < springs.count; i++) {
      springs.damping.view[i] += retardation * springs.stiffness.view[i];
    }
    return undefined;
  }
  const flow = new ViscousFlow(world, springs, flowRates(options));
  world.add(flow);
  world.addEnergy(flow);
  return flow;
}

/** Rest lengths and stiffnesses that change in a step must be state: a failed step could not be undone otherwise. */
export function requireChanging(what: string, springs: Springs): void {
  if (springs.stiffness.role === 'state') return;
  throw new RangeError(`${what}: its springs are fixed. Make them, or their sheet, with changes: true.`);
}

/** Returns the ratio of rest to natural length of each spring, as a model block. */
export function prestressOf(world: World, name: string, { rest, natural, count }: Springs): Block<'f64'> {
  const block = world.arena.allocate(name, 'f64', count, 'model');
  for (let i = 0; i < count; i++) block.view[i] = natural ? rest.view[i] / natural.view[i] : 1;
  return block;
}

interface FlowRates {
  /** 1/τ_M, 1/s */
  flow: number;
  /** 1/τ_K, 1/s */
  retarded: number;
  /** Ratio k/k₂; 0 without S2. */
  ratio: number;
}

function flowRates(options: Exclude<ViscoelasticOptions, { model: 'kelvin-voigt' }>): FlowRates {
  const rate = (field: string, time: number) => 1 / positive(`viscoelastic.${field}`, time);
  if (options.model === 'maxwell')
    return { flow: rate('relaxation', options.relaxation), retarded: 0, ratio: 0 };
  if (options.model !== 'four-element') {
    const { model } = options as { model: unknown };
    throw new RangeError(
      `viscoelastic.model: must be one of ${VISCOELASTIC_MODELS.join(', ')}, got ${model}`,
    );
  }
  const { relaxation, retardation, retardedStiffness = 1 } = options;
  return {
    flow: relaxation === undefined ? 0 : rate('relaxation', relaxation),
    retarded: rate('retardation', retardation),
    ratio: rate('retardedStiffness', retardedStiffness),
  };
}

/** Indices into the state: the previous sub-step (s), and the dissipated energy (J). */
const LAST_STEP = 0;
const DISSIPATED = 1;

export class ViscousFlow implements System, Energy {
  readonly name = 'viscoelastic';
  readonly phase = 'drive';
  readonly springs: Springs;
  /** Elongation κ of each spring, m. */
  readonly retarded: Block<'f64'>;
  readonly #rates: FlowRates;
  readonly #prestress: Block<'f64'>;
  readonly #state: Block<'f64'>;
  #matrix: FlowMatrix | undefined;

  constructor(world: World, springs: Springs, rates: FlowRates) {
    const label = springs.rest.name.replace(/rest$/, 'viscoelastic');
    this.springs = springs;
    this.#rates = rates;
    this.retarded = world.arena.allocate(`${label}.retarded`, 'f64', springs.count);
    this.#prestress = prestressOf(world, `${label}.prestress`, springs);
    this.#state = world.arena.allocate(`${label}.state`, 'f64', 2);
  }

  /** Energy dissipated by the dashpots so far, J. */
  get dissipated(): number {
    return this.#state.view[DISSIPATED];
  }

  run(world: World, h: number): Moved {
    const state = this.#state.view;
    const last = state[LAST_STEP];
    const begins = world.integrator.order === 1;
    const time = begins ? last : 0.5 * (last + h);
    state[LAST_STEP] = h;
    if (time === 0) return 'still';
    if (this.#matrix?.time !== time) this.#matrix = flowMatrix(this.#rates, time);
    const { e11, e12, e21, e22 } = this.#matrix;
    const { particles: p, kernels } = world;
    const { springs } = this;
    state[DISSIPATED] += kernels.relaxSprings(
      springs.runs.offset,
      springs.runCount,
      p.position.offset,
      p.velocity.offset,
      begins ? 0.5 * last : 0,
      p.stride,
      springs.stiffness.offset,
      springs.rest.offset,
      this.#prestress.offset,
      this.retarded.offset,
      e11,
      e12,
      e21,
      e22,
      this.#rates.ratio,
    );
    return 'moved';
  }

  energy({ kernels }: World): number {
    const { springs } = this;
    return kernels.retardedEnergy(
      springs.stiffness.offset,
      this.retarded.offset,
      this.#rates.ratio,
      springs.count,
    );
  }
}

interface FlowMatrix {
  time: number;
  e11: number;
  e12: number;
  e21: number;
  e22: number;
}

/**
 * Returns e^(At) of d(s, κ)/dt = A (s, κ) at constant length, A = (−a − rb, b; rb, −b) with a = 1/τ_M, b = 1/τ_K, r = k/k₂:
 * e^(−mt) [cosh(dt) + sinh(dt)/d (A + m)], m = (a + rb + b)/2, d = √(m² − ab), which is always real.
 */
function flowMatrix({ flow: a, retarded: b, ratio: r }: FlowRates, time: number): FlowMatrix {
  const m = 0.5 * (a + r * b + b);
  const d = Math.sqrt(Math.max(0, m * m - a * b));
  const slow = m + d > 0 ? exp((-a * b * time) / (m + d)) : 1;
  const fast = exp(-(m + d) * time);
  const mean = 0.5 * (slow + fast);
  // For equal rates sinh(dt)/d tends to t.
  const lean = d * time > 1e-6 ? (0.5 * (slow - fast)) / d : time * mean;
  return {
    time,
    e11: mean + lean * (m - a - r * b),
    e12: lean * b,
    e21: lean * r * b,
    e22: mean + lean * (m - b),
  };
}
