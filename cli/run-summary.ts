/** Summary of a run as JSON for programs; run-lines.ts is for people. */
import { checkExpectations, type Fault, hash, type Scene, type World } from 'pliant';
import {
  type ContactReport,
  type Crossed,
  contactOf,
  type MatterFigures,
  type Penetration,
} from 'pliant/engine';
import { formedWalls, type WallFigures, wallFigures } from 'pliant/formats';
import type { BondFacts } from './bond-watch.ts';
import type { Signal } from './signals.ts';
import type { RefinementSum, Tally } from './simulate.ts';
import type { Overstrained } from './strain-watch.ts';
import type { Strict } from './strict.ts';

export interface RunSummary extends BondFacts {
  /** Id of the scene. */
  scene: string;
  /** Simulated time since the scene's start, s. */
  seconds: number;
  /** Steps since the scene's start. */
  steps: number;
  /** Start of a run that continued from a checkpoint. */
  from?: RunStart;
  /** Length of a step, s. */
  dt: number;
  engine: string;
  substeps: number;
  /** Number of threads; absent if it was one. */
  threads?: number;
  /** Largest sub-step that the engine can take, s; absent if there is none, or sub-steps are "auto". */
  stableStep?: number;
  seed: number;
  /** Elapsed real time, ms. */
  wallMs: number;
  /** Time of each phase over all steps, ms. */
  phases: Record<string, number>;
  particles: { start: number; end: number; min: number; max: number };
  /** Splits, merges and their time in ms over all steps; absent if no sheet refines itself. */
  refinement?: RefinementSum;
  /** Triangles removed by tears since the scene's start; absent if nothing can tear. */
  tornTriangles?: number;
  /** Edges along which cloth has torn since the scene's start; absent if no cloth can tear. */
  tornEdges?: number;
  /** Thickness of walls by body, m; absent if none is measured. */
  walls?: Record<string, WallFigures>;
  /** Matter at the end, by body. */
  matter?: Record<string, MatterFigures>;
  /** Energies at the end, J. */
  energy: Record<string, number>;
  /** Total energy before the first step, and the largest after any, J. */
  energyStart: number;
  energyMax: number;
  /** Relative elongation of the springs: the mean at the end, the largest of any step. */
  strain: { mean: number; max: number };
  /** Sheets that were stretched beyond what their material plausibly bears; absent if there are none. */
  overstrained?: readonly Overstrained[];
  /** Contacts after the last step, and the most after any. */
  contacts: { end: number; max: number };
  /** Contacts by kind after the last step, and edges that pass through faces; omitted if only particles touch. */
  contact?: ContactReport;
  /** Deepest penetration of particles after any step and of `penetrations`, m; with --strict, of edges and faces after any step too. */
  penetrationMax: number;
  /**
   * Penetrations of colliders and rigid bodies at the end, the ten deepest first; edges are those between particles
   * outside, faces those between edges outside.
   */
  penetrations: Penetration[];
  /** Lines along which surfaces pass through each other at the end, longest first; absent without surface contact. */
  crossed?: readonly Crossed[];
  /** Poses and motion at the end; omitted if there are none. */
  rigidBodies?: RigidPlace[];
  /** Only with --strict. */
  strict?: Strict;
  /** Solves of an implicit engine that missed their tolerance; absent if there are none. */
  unsolved?: number;
  /** Hash of the whole state at the end. */
  hash: string;
  /** Whether every position and velocity is a finite number. */
  finite: boolean;
  faults: Fault[];
  warnings: string[];
  /** Only with -o. */
  trajectory?: Recording;
  /** Expectations of the scene that do not hold; absent if the run was not the whole of the scene as written. */
  expect?: { pass: boolean; failures: string[] };
  /** The signal that stopped the run early, if one did. */
  interrupted?: Signal;
}

export interface RigidPlace {
  name: string;
  /** Position of the origin of its shape's axes, m. */
  position: readonly number[];
  /** Rotation of these axes: quaternion x, y, z, w. */
  quaternion: readonly number[];
  /** Velocity of its centre of mass, m/s. */
  velocity: readonly number[];
  /** Angular velocity about the world's axes, rad/s. */
  spin: readonly number[];
}

/** Number of recorded frames, and the largest number of steps between two of them. */
export interface Recording {
  frames: number;
  interval: number;
  thinned: boolean;
}

export interface RunStart {
  checkpoint: string;
  /** Time since the scene's start, s. */
  seconds: number;
  /** Steps since the scene's start. */
  steps: number;
}

export interface RunConditions {
  /** Largest sub-step that the engine can take, if asked for, s. */
  stableStep?: number;
  warnings: readonly string[];
  /** Checkpoint that the run continued from. */
  from: RunStart | undefined;
  /** Recording of the trajectory, if there is one. */
  recording: Recording | undefined;
  /** Surfaces that pass through each other at the end. */
  crossed: readonly Crossed[];
  /** Findings of --strict, if it was given, and the deepest penetration it saw, m. */
  strict: Strict | undefined;
  strictDeepest: number;
  bonds: BondFacts;
  overstrained: readonly Overstrained[];
  /** The run is the scene from its start to its end, so that its expectations apply. */
  isWholeScene: boolean;
}

export function summarise(scene: Scene, world: World, tally: Tally, conditions: RunConditions): RunSummary {
  const summary = summaryOf(scene, world, tally, conditions);
  if (!conditions.isWholeScene || summary.interrupted) return summary;
  const failures = checkExpectations(scene, world, { ...summary, steps: tally.steps });
  return { ...summary, expect: { pass: failures.length === 0, failures } };
}

function summaryOf(
  scene: Scene,
  world: World,
  tally: Tally,
  {
    stableStep,
    warnings,
    from,
    recording,
    crossed,
    bonds,
    overstrained,
    strict,
    strictDeepest,
  }: RunConditions,
): RunSummary {
  const { last, phases, particles, strainMax, contactsMax, wallMs, interrupted } = tally;
  const inside = contactOf(world).penetrations();
  const done = world.steps - (from?.steps ?? 0);
  return {
    scene: scene.id,
    // The time of the world is a sum of steps and has their rounding errors.
    seconds: tidy((from?.seconds ?? 0) + done * scene.dt),
    steps: world.steps,
    ...(from && { from }),
    dt: scene.dt,
    engine: world.integrator.name,
    substeps: world.substeps,
    ...(world.arena.threads > 1 && { threads: world.arena.threads }),
    ...(stableStep !== undefined && Number.isFinite(stableStep) && { stableStep }),
    seed: scene.seed,
    wallMs,
    phases,
    particles,
    ...(tally.refinement && { refinement: tally.refinement }),
    ...(last.tornTriangles !== undefined && { tornTriangles: last.tornTriangles }),
    ...(last.tornEdges !== undefined && { tornEdges: last.tornEdges }),
    ...wallsOf(world),
    ...(tally.last.matter && { matter: tally.last.matter }),
    energy: last.energy,
    energyStart: tally.energyStart,
    energyMax: tally.energyMax,
    strain: { mean: last.strain.mean, max: strainMax },
    ...(overstrained.length > 0 && { overstrained }),
    contacts: { end: last.contacts, max: contactsMax },
    ...(last.contact && { contact: { ...last.contact, crossings: edgesIn(crossed) } }),
    penetrationMax: Math.max(tally.penetrationMax, inside[0]?.depth ?? 0, strictDeepest),
    penetrations: inside,
    ...(last.contact && { crossed }),
    ...bonds,
    ...rigidPlacesOf(world),
    ...(strict && { strict }),
    ...(tally.unsolved > 0 && { unsolved: tally.unsolved }),
    hash: hash(world),
    finite: allFinite(world),
    faults: last.fault ? [last.fault] : [],
    warnings: [...warnings],
    ...(recording && { trajectory: recording }),
    ...(interrupted && { interrupted }),
  };
}

function wallsOf(world: World): Pick<RunSummary, 'walls'> {
  const walls = formedWalls(world);
  if (walls.length === 0) return {};
  return { walls: Object.fromEntries(walls.map((wall) => [wall.name, wallFigures(wall)])) };
}

function rigidPlacesOf(world: World): Pick<RunSummary, 'rigidBodies'> {
  const bodies = contactOf(world).rigid;
  if (!bodies) return {};
  const places = bodies.specs.map(({ name }, i) => ({ name, ...bodies.poseOf(i), ...bodies.motionOf(i) }));
  return { rigidBodies: places };
}

function edgesIn(crossed: readonly Crossed[]): number {
  return crossed.reduce((sum, { crossings }) => sum + crossings, 0);
}

/** Rounds a time, s: its last digits are noise. */
export function tidy(seconds: number): number {
  return Number(seconds.toPrecision(12));
}

function allFinite({ particles }: World): boolean {
  const { x, y, z, vx, vy, vz } = particles;
  return [x, y, z, vx, vy, vz].every((values) => values.every(Number.isFinite));
}
