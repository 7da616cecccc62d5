/** One step of a world, as a few timed phases. */

import { wholeNumber } from '../math/check.ts';
import { grown } from '../math/growable.ts';
import type { Block } from './arena.ts';
import { type Pace, pacesOf } from './dynamics.ts';
import { type Fault, noTimes, type StepReport } from './report.ts';
import type { SystemPhase } from './schedule.ts';
import type { World } from './world.ts';
import { FORCES_CURRENT, STEP, TIME } from './world-state.ts';

/** Advances the world by `dt` seconds. A step that fails is undone and reported as a fault; only misuse throws. */
export function step(world: World, dt: number): StepReport {
  const report = begin(world, dt);
  const good = rememberState(world);
  world.stepping = true;
  const failure = attempt(() => advance(world, dt, report));
  report.failure ??= failure;
  world.stepping = false;
  return check(world, report, good); // a blow-up is reported at the last good state, never shown
}

/** Runs the sub-steps. Topology changes only in `adapt`, after the last one. */
function advance(world: World, dt: number, report: StepReport): void {
  const start = world.time;
  const h = dt / world.substeps;
  world.state.view[FORCES_CURRENT] = 0; // the world may have been edited between steps
  for (let i = 1; i <= world.substeps; i++) {
    world.substep = i - 1;
    rememberSubstep(world);
    runPhase(world, 'start', h, report); // observers of the state before anything moves
    runPhase(world, 'drive', h, report); // keyframed pins, moving colliders, the user's hand, creep
    runPhase(world, 'heat', h, report); // before forces: stiffness reads temperature
    integrate(world, h, report); // forces → velocities → positions
    runPhase(world, 'matter', h, report); // bodies that advance themselves, from where other forces led
    runPhase(world, 'limit', h, report); // corrections, such as Provot's limit on elongation
    runPhase(world, 'contact', h, report); // no particle passes a collider
    world.state.view[TIME] = start + dt * (i / world.substeps);
    if (report.failure !== undefined || blowUp(world)) return; // before it spreads: the fault names where it began
  }
  runPhase(world, 'adapt', dt, report); // refine, coarsen, tear, melt; remaps indices
  world.state.view[STEP]++;
}

/** Takes `steps` steps of `dt` seconds, fewer if one fails, and calls `each` after every step. Returns the last report. */
export function run(
  world: World,
  dt: number,
  steps: number,
  each?: (report: StepReport) => void,
): StepReport {
  wholeNumber('steps', steps, 1);
  let report = step(world, dt);
  each?.(report);
  for (let i = 1; i < steps && !report.fault; i++) {
    report = step(world, dt);
    each?.(report);
  }
  return report;
}

/** Position (m), speed (m/s) or temperature (K) beyond which a step has diverged: squares no longer resolve a millimetre. */
export const LARGEST_NUMBER = 1e10;

/** The state at the start of a step. */
interface GoodState {
  substeps: number;
  /** Lengths of the blocks that a step may change, and copies of their contents. */
  readonly lengths: Map<Block, number>;
  readonly copies: Map<Block, Block['view']>;
}

/** The state that each world remembers; steps write into the same copies as long as they are large enough. */
const remembered = new WeakMap<World, GoodState>();

function begin(world: World, dt: number): StepReport {
  if (!(dt > 0 && Number.isFinite(dt)))
    throw new RangeError(`step: dt must be a finite number > 0, got ${dt}`);
  if (!(Number.isInteger(world.substeps) && world.substeps > 0)) {
    throw new RangeError(`step: substeps must be a whole number > 0, got ${world.substeps}`);
  }
  if (world.stepping) throw new Error('step: called from inside a step; call it after the step has returned');
  if (world.fault) throw new Error(`step: the world stopped at ${world.fault.time} s: ${world.fault.cause}`);
  if (world.steps === 0) world.contact?.beginRun(world, dt);
  return {
    dt,
    time: world.time,
    step: world.state.view[STEP],
    substeps: world.substeps,
    phases: noTimes(),
    particles: world.particles.count,
    elements: 0,
    contacts: 0,
    forceEvaluations: 0,
    rejected: 0,
    energy: { total: 0 },
    strain: { mean: 0, max: 0 },
    penetrationMax: 0,
  };
}

function runPhase(world: World, phase: SystemPhase, h: number, report: StepReport): void {
  const systems = world.schedule.in(phase);
  if (systems.length === 0) return;
  const start = world.clock();
  for (const system of systems) {
    try {
      if (system.run(world, h, report) !== 'still') world.state.view[FORCES_CURRENT] = 0;
    } catch (error) {
      throw new Error(`system "${system.name}" threw: ${error instanceof Error ? error.message : error}`);
    }
  }
  report.phases[phase] += world.clock() - start;
}

function integrate(world: World, h: number, report: StepReport): void {
  const start = world.clock();
  world.integrator.advance(world, h, report);
  report.phases.integrate += world.clock() - start;
}

/** Saves the start of the sub-step, from which contact sweeps; not for paces in the middle of their own step. */
function rememberSubstep(world: World): void {
  let from = 0;
  for (const { first, count } of waiting(world)) {
    rememberRange(world, from, first);
    from = first + count;
  }
  rememberRange(world, from, world.particles.stride);
}

/** Returns the paces that are in the middle of their own step, by index. */
function waiting(world: World): readonly Pace[] {
  const found: Pace[] = [];
  for (const body of world.bodies) {
    for (const pace of pacesOf(body) ?? []) if (world.substep % pace.substeps !== 0) found.push(pace);
  }
  return found.length > 1 ? found.sort((a, b) => a.first - b.first) : found;
}

function rememberRange({ particles: p }: World, from: number, to: number): void {
  if (from === to) return;
  for (let axis = 0; axis < 3; axis++) {
    const at = axis * p.stride + from;
    const end = axis * p.stride + to;
    p.startPosition.view.set(p.position.view.subarray(at, end), at);
    p.startVelocity.view.set(p.velocity.view.subarray(at, end), at);
  }
}

/** Saves everything that a step may change, for the case that it fails. */
function rememberState(world: World): GoodState {
  let good = remembered.get(world);
  if (!good) {
    good = { substeps: 0, lengths: new Map(), copies: new Map() };
    remembered.set(world, good);
  }
  good.substeps = world.substeps;
  good.lengths.clear();
  for (const b of world.arena.blocks) {
    if (b.role === 'scratch' || (b.role === 'model' && !world.adapts(b))) continue;
    const copy = good.copies.get(b);
    if (copy && copy.length >= b.length) copy.set(b.view as never);
    else good.copies.set(b, grown(b.view, b.room));
    good.lengths.set(b, b.length);
  }
  return good;
}

function restoreState(world: World, good: GoodState): void {
  // Blocks that no step changes were not saved, and keep their contents as they move.
  world.arena.resize(good.lengths);
  for (const [b, length] of good.lengths) b.view.set(good.copies.get(b)?.subarray(0, length) as never);
  world.substeps = good.substeps;
  world.particles.restored();
  world.dependents.restored(world);
}

/** Searches for a blow-up and fills in the audit of energy and strain; a step that failed is undone. */
function check(world: World, report: StepReport, good: GoodState): StepReport {
  const start = world.clock();
  const what = blowUp(world);
  if (what) world.fault = divergence(world, what, report);
  else if (report.failure === undefined) report.failure = attempt(() => audit(world, report));
  if (report.failure !== undefined) world.fault ??= failed(world, report);
  if (world.fault) {
    restoreState(world, good);
    report.fault = world.fault;
    report.failure = attempt(() => audit(world, report));
  }
  report.step = world.state.view[STEP];
  report.time = world.time;
  report.phases.check += world.clock() - start;
  return report;
}

/** Runs the job and returns the message of its error, if any. */
function attempt(job: () => void): string | undefined {
  try {
    job();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Diverging = 'position' | 'velocity' | 'temperature';

function blowUp(world: World): Diverging | undefined {
  const { particles: p, kernels } = world;
  for (const [block, what, numbers] of [
    [p.position, 'position', p.numbers],
    [p.velocity, 'velocity', p.numbers],
    [p.temperature, 'temperature', p.count],
  ] as const) {
    const most = kernels.largest(block.offset, numbers);
    if (!(most < LARGEST_NUMBER)) return what;
  }
  return undefined;
}

/** Describes a step in which the engine gave up, or a force or system threw. */
function failed(world: World, report: StepReport): Fault {
  return {
    time: report.time,
    step: report.step,
    body: '(all)',
    particle: -1,
    cause: report.failure ?? '',
    advice: `change what the cause names, or choose another engine than "${world.integrator.name}"`,
  };
}

/** Finds the first particle at fault and describes it. */
function divergence(world: World, what: Diverging, report: StepReport): Fault {
  const p = world.particles;
  const view = p[what].view;
  const before = { position: p.startPosition.view, velocity: p.startVelocity.view, temperature: undefined }[
    what
  ];
  const bad = (value: number) => !(Math.abs(value) < LARGEST_NUMBER);
  const began = before?.findIndex(bad) ?? -1; // it may have come into the sub-step from outside
  const at = (began >= 0 ? began : view.findIndex(bad)) % p.stride;
  const body = world.bodies.find((b) => at >= b.first && at < b.first + b.count);
  const h = report.dt / report.substeps;
  return {
    time: report.time,
    step: report.step,
    body: body?.name ?? '(none)',
    particle: at - (body?.first ?? 0),
    cause: `${what} of particle ${at - (body?.first ?? 0)} of body "${body?.name ?? '(none)'}" is no longer a finite number below ${LARGEST_NUMBER}: the step diverged`,
    advice:
      what === 'temperature'
        ? 'look for a heater, a hot body or a stage of your own that sets a temperature which is no number'
        : `a sub-step of ${h} s is too long for engine "${world.integrator.name}" here: use more sub-steps, a softer material or more damping, or look for a keyframe or a force that jumps`,
  };
}

/** Fills in the energies of the world in J, and the strain over all bodies. */
export function audit(world: World, report: StepReport): void {
  const { particles: p, kernels } = world;
  const energy: Record<string, number> = {
    kinetic: kernels.kineticEnergy(p.mass.offset, p.velocity.offset, p.stride),
  };
  for (const part of world.energies) energy[part.name] = (energy[part.name] ?? 0) + part.energy(world);
  energy.total = Object.values(energy).reduce((sum, value) => sum + value, 0);
  const strain = { sum: 0, count: 0, max: 0 };
  let elements = 0;
  for (const body of world.bodies) {
    body.addStrain?.(world, strain);
    elements += body.elements;
  }
  report.energy = energy;
  report.strain = { mean: strain.count > 0 ? strain.sum / strain.count : 0, max: strain.max };
  report.elements = elements;
  report.particles = p.count;
}
