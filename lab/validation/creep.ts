/**
 * Creep and recovery of a viscoelastic spring: a load F for a time t₁, then none for as long. With ε₀ = F/(k L₀) the
 * elastic strain of the load, the strain under load and t after unloading is
 *   kelvin-voigt   ε₀ (1 − e^(−t/τ_K))                                then that at t₁ times e^(−t/τ_K)
 *   maxwell        ε₀ (1 + t/τ_M)                                      then ε₀ t₁/τ_M for good
 *   four-element   ε₀ [1 + (k/k₂)(1 − e^(−t/τ_K)) + t/τ_M]             then ε₀ [(k/k₂)(1 − e^(−t₁/τ_K)) e^(−t/τ_K) + t₁/τ_M]
 * A particle hangs on a fixed one by the spring, so light and so strongly damped that only the law of the spring counts.
 */
import { ENGINE_NAMES, type EngineName, step, World } from 'pliant';
import {
  airDamping,
  createIntegrator,
  type Force,
  Springs,
  stableSteps,
  substepsFor,
  VISCOELASTIC_MODELS,
  type ViscoelasticModel,
  viscoelastic,
} from 'pliant/engine';
import { type CaseValues, type ValidationCase, ValidationError, verdict } from './case.ts';

/** Rest length in m and stiffness in N/m; the law depends only on their ratios to the load. */
const LENGTH = 1;
const STIFFNESS = 1;
/** Samples under load, and as many after unloading. */
const SAMPLES = 10;

interface Creep {
  model: ViscoelasticModel;
  engine: EngineName;
  /** Elastic strain of the load, ε₀. */
  load: number;
  /** Duration of the load, s. */
  time: number;
  relaxation: number;
  retardation: number;
  /** Stiffness ratio k₂/k. */
  share: number;
}

function strainUnderLoad({ model, load, relaxation, retardation, share }: Creep, t: number): number {
  const delayed = 1 - Math.exp(-t / retardation);
  if (model === 'kelvin-voigt') return load * delayed;
  if (model === 'maxwell') return load * (1 + t / relaxation);
  return load * (1 + delayed / share + t / relaxation);
}

function strainAfter(creep: Creep, t: number): number {
  const { model, load, time, relaxation, retardation, share } = creep;
  const left = (1 - Math.exp(-time / retardation)) * Math.exp(-t / retardation);
  if (model === 'kelvin-voigt') return load * left;
  if (model === 'maxwell') return (load * time) / relaxation;
  return load * (left / share + time / relaxation);
}

interface Inertia {
  /** Angular frequency of the particle on its spring, 1/s. */
  frequency: number;
  /** Air friction of the particle, 1/s. */
  friction: number;
}

/**
 * Chooses mass and friction so small that they affect the law by less than a thousandth, and yet the oscillation after a
 * jump decays before the next sample. Beside a dashpot the mass lags by 1/(ω²τ): a thousandth of the retardation time, or
 * of the sampling interval. A Maxwell element damps the oscillation by itself, at 1/(2τ_M); friction γ adds the difference
 * to 150/t₁, takes γ/(ω²τ_M) off the flow and lags γ/ω² behind the retarded element.
 */
function inertia({ model, time, relaxation, retardation }: Creep): Inertia {
  if (model === 'kelvin-voigt') {
    const shortest = Math.max(Math.min(retardation, time), time / 20);
    return { frequency: Math.sqrt(1000 / (retardation * shortest)), friction: 0 };
  }
  const friction = Math.max(0, 300 / time - 1 / relaxation);
  const square = Math.max(
    (1000 * friction) / relaxation,
    (20000 * friction) / time,
    1000 / (time * relaxation),
    (friction * friction) / 2,
  );
  return { frequency: Math.sqrt(square), friction };
}

function hangMass(creep: Creep): { world: World; load: { newtons: number } } {
  const { model, engine, relaxation, retardation, share } = creep;
  const world = new World(createIntegrator(engine));
  const p = world.particles;
  const { frequency, friction } = inertia(creep);
  p.add(2);
  p.setMass(0, 1);
  p.setMass(1, STIFFNESS / (frequency * frequency));
  p.pin(0);
  p.x[1] = LENGTH;
  const springs = new Springs(
    world,
    'springs',
    [{ a: 0, b: 1, stiffness: STIFFNESS, rest: LENGTH, damping: 0 }],
    { changes: true },
  );
  world.addForce(springs);
  const load: Force & { newtons: number } = {
    name: 'load',
    newtons: creep.load * LENGTH * STIFFNESS,
    energy: { none: 'load switched on and off' },
    add({ particles }) {
      particles.fx[1] += this.newtons;
    },
  };
  world.addForce(load);
  if (model === 'kelvin-voigt') viscoelastic(world, springs, { model, retardation });
  else {
    world.addForce(airDamping(friction));
    if (model === 'maxwell') viscoelastic(world, springs, { model, relaxation });
    else viscoelastic(world, springs, { model, relaxation, retardation, retardedStiffness: share });
  }
  return { world, load };
}

function measure(creep: Creep): { measured: number[]; exact: number[] } {
  const { world, load } = hangMass(creep);
  const dt = creep.time / SAMPLES;
  const stable = stableSteps(world).engines[creep.engine].step;
  // Short for the engine, and for the flow, whose error is (h/τ_M)²/12; but h/(2τ_M) beside a retarded element that
  // is faster than the sub-step.
  const flow = { 'kelvin-voigt': Number.POSITIVE_INFINITY, maxwell: 0.1, 'four-element': 0.01 }[creep.model];
  const longest = Math.min(stable / 6, flow * creep.relaxation);
  world.substeps = substepsFor(dt, longest);
  const measured: number[] = [];
  const exact: number[] = [];
  const sample = (strain: number) => {
    const { fault } = step(world, dt);
    if (fault) throw new Error(`creep: ${fault.cause}`);
    measured.push(world.particles.x[1] / LENGTH - 1);
    exact.push(strain);
  };
  for (let i = 1; i <= SAMPLES; i++) sample(strainUnderLoad(creep, i * dt));
  load.newtons = 0;
  for (let i = 1; i <= SAMPLES; i++) sample(strainAfter(creep, i * dt));
  return { measured, exact };
}

/** Longest load, in relaxation or retardation times: longer runs would take minutes. */
const LONGEST_TIME = 1000;

function readOptions(values: CaseValues): Creep {
  const field = values.model === 'kelvin-voigt' ? 'retardation' : 'relaxation';
  if ((values.time as number) > LONGEST_TIME * (values[field] as number)) {
    throw new ValidationError(`--time: must be at most ${LONGEST_TIME} times --${field}, got ${values.time}`);
  }
  return {
    model: values.model as ViscoelasticModel,
    engine: values.integrator as EngineName,
    load: values.load as number,
    time: values.time as number,
    relaxation: values.relaxation as number,
    retardation: values.retardation as number,
    share: values.share as number,
  };
}

const times = { unit: 's', min: 0.01, max: 1e4 };

export const creepCase: ValidationCase = {
  name: 'creep',
  title: 'Creep and recovery of viscoelastic springs, against theory',
  options: [
    { name: 'model', default: 'four-element', choices: VISCOELASTIC_MODELS, help: 'springs and dashpots' },
    { name: 'time', default: 1, ...times, help: 'duration of the load, and of the recovery' },
    { name: 'load', default: 0.05, min: 1e-4, max: 1, help: 'elastic strain of the load' },
    { name: 'relaxation', default: 1, ...times, help: 'τ_M of the Maxwell element' },
    { name: 'retardation', default: 0.2, ...times, help: 'τ_K of the Kelvin–Voigt element' },
    { name: 'share', default: 0.5, min: 0.01, max: 100, help: 'k₂/k: stiffness of the retarded spring' },
    { name: 'integrator', default: 'rk4', choices: ENGINE_NAMES, help: 'engine' },
  ],
  run(options) {
    const { measured, exact } = measure(readOptions(options));
    const largest = exact.reduce((most, strain) => Math.max(most, strain), 0);
    const worst = measured.reduce((most, strain, i) => Math.max(most, Math.abs(strain - exact[i])), 0);
    // Named by their times: half-way and end of the load, half-way and end of the recovery.
    const pick = (strains: readonly number[]) => ({
      halfway: strains[SAMPLES / 2 - 1],
      loaded: strains[SAMPLES - 1],
      recovering: strains[SAMPLES + SAMPLES / 2 - 1],
      recovered: strains[2 * SAMPLES - 1],
    });
    // Relative to the largest strain, over all samples: inertia and friction are a thousandth each, see above.
    return verdict(this.name, pick(measured), pick(exact), worst / largest, 0.01, {
      samples: measured.map((strain, i) => ({ measured: strain, exact: exact[i] })),
    });
  },
};
