/**
 * Springs with a memory: spring and dashpot models of plastics (Ward & Sweeney 2012, ch. 5; the four-element one is
 * the thesis's proposal after Higgins 1994, also known as Burgers').
 *   Kelvin–Voigt  a dashpot beside the spring: T = k (L − L₀) + kτ L̇, τ the retardation time
 *   Maxwell       a dashpot behind the spring: T = k s, and the rest length flows, dL₀/dt = s/τ_M
 *   four-element  S1 and D2 of a Maxwell element behind a Kelvin–Voigt element S2 ∥ D1:
 *                 T = k s,  s = L − L₀,  dL₀/dt = s/τ_M + dκ/dt,  τ_K dκ/dt = (k/k₂) s − κ
 * s is the elongation of the spring S1 itself and κ that of S2 ∥ D1, m; k the spring's stiffness and k₂ = (share) k
 * that of S2, N/m; τ_M = D2/k the relaxation and τ_K = D1/k₂ the retardation time, s. Under a load F the elongation is
 *   F/k + F/k₂ (1 − e^(−t/τ_K)) + F t/(k τ_M)
 * and after it S1 comes back at once, S2 ∥ D1 in the time τ_K, and the flow of D2 stays.
 *
 * Kelvin–Voigt is the damping of the springs: the stability guard sees it, and long times ask for short steps. Where
 * heat softens such a spring its dashpot kτ softens with it, the rest of its damping with √k. The
 * others change the rest length once a sub-step, by the exact solution for a length that stays: stable at any step,
 * and a spring that heat, yield or another flow changes as well keeps what these did. It makes no error of the first
 * order in the step: engines that take forces over the whole sub-step get the rest length of its middle (half a
 * sub-step of flow first, then whole ones, as velocities in leap-frog); those of order 1, whose force is that of its
 * beginning, get the rest length of then, from the lengths half a sub-step ago. With rest lengths ahead of the force
 * a soft retarded element would feed their swings.
 *
 * Energy: ½ k s² is the springs' own; here is that of S2, Σ ½ k₂ κ²; what the dashpots took is in `dissipated`.
 */
import type { Block } from '../core/arena.ts';
import type { Force } from '../core/force.ts';
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
      /** τ_M, s; left out: no flow, all of a creep is recovered (the standard solid of three elements). */
      relaxation?: number;
      /** τ_K, s */
      retardation: number;
      /** k₂/k; 1 when left out: the creep that is recovered is then as large as the elastic jump. */
      retardedStiffness?: number;
    };

/**
 * Makes the springs viscoelastic from now on. The flow that it adds to the world's stages and forces is returned;
 * a Kelvin–Voigt spring has none. Of springs that are built in drawn the natural length flows, and takes the rest
 * length along: the share by which they are drawn stays.
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
  world.addForce(flow);
  return flow;
}

/** Rest lengths and stiffness that change in a step must be state: a step that fails could not be taken back. */
export function requireChanging(what: string, springs: Springs): void {
  if (springs.rest.role === 'state') return;
  throw new RangeError(`${what}: the springs must be made with { changes: true }`);
}

/** Rest length over natural length of each spring, as a model block. */
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
  /** k/k₂; 0 without the element. */
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

/** Indices into the flow's state: the sub-step before (s), and the energy the dashpots took (J). */
const LAST_STEP = 0;
const DISSIPATED = 1;

export class ViscousFlow implements System, Force {
  readonly name = 'viscoelastic';
  readonly phase = 'heat';
  readonly springs: Springs;
  /** κ of each spring, m. */
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

  /** J that the dashpots have taken so far. */
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

  /** The force is that of the springs, whose rest length flows. */
  add(): void {}

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
 * e^(At) of d(s, κ)/dt = A (s, κ) at a length that stays, A = (−a − rb, b; rb, −b) with a = 1/τ_M, b = 1/τ_K,
 * r = k/k₂: e^(−mt) [cosh(dt) + sinh(dt)/d (A + m)], m = (a + rb + b)/2, d = √(m² − ab), which is never imaginary.
 */
export function flowMatrix({ flow: a, retarded: b, ratio: r }: FlowRates, time: number): FlowMatrix {
  const m = 0.5 * (a + r * b + b);
  const d = Math.sqrt(Math.max(0, m * m - a * b));
  const slow = m + d > 0 ? exp((-a * b * time) / (m + d)) : 1;
  const fast = exp(-(m + d) * time);
  const mean = 0.5 * (slow + fast);
  // Where the two rates meet, sinh(dt)/d is t.
  const lean = d * time > 1e-6 ? (0.5 * (slow - fast)) / d : time * mean;
  return {
    time,
    e11: mean + lean * (m - a - r * b),
    e12: lean * b,
    e21: lean * r * b,
    e22: mean + lean * (m - b),
  };
}
