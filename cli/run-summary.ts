/** What a run was, as JSON for programs and as lines for people. */
import {
  type ContactReport,
  type Crossed,
  checkExpectations,
  crossingWarning,
  type Fault,
  formedWalls,
  hash,
  type Penetration,
  penetrations,
  rigidBodiesOf,
  type Scene,
  type WallFigures,
  type World,
  wallFigures,
} from 'pliant';
import { counted, figure, type Output, printable } from './output.ts';
import type { Signal } from './signals.ts';
import type { RefinementSum, Tally } from './simulate.ts';
import { penetrationText, type Strict } from './strict.ts';

export interface RunSummary {
  /** Id of the scene. */
  scene: string;
  /** s of simulated time, since the scene's start. */
  seconds: number;
  /** Steps since the scene's start. */
  steps: number;
  /** Where the run began, if it went on from a checkpoint. */
  from?: RunStart;
  /** s */
  dt: number;
  engine: string;
  substeps: number;
  /** Left out where it was one. */
  threads?: number;
  /** s; the largest sub-step that the engine can take; left out where there is none, or sub-steps are "auto". */
  stableStep?: number;
  seed: number;
  /** ms by the clock on the wall. */
  wallMs: number;
  /** ms of each stage, over all steps. */
  stages: Record<string, number>;
  particles: { start: number; end: number; min: number; max: number };
  /** Masses split around and cells merged, and ms of it, over all steps; left out where no sheet refines itself. */
  refinement?: RefinementSum;
  /** Triangles lost to tears since the scene's start; left out where nothing can tear. */
  tornTriangles?: number;
  /** Edges that cloth was torn open at since the scene's start; left out where none can tear. */
  tornEdges?: number;
  /** m: how thick the walls became, by body; left out where none is measured. */
  walls?: Record<string, WallFigures>;
  /** J, at the end. */
  energy: Record<string, number>;
  /** J; the total before the first step, and the largest after any. */
  energyStart: number;
  energyMax: number;
  /** Relative elongation of the springs: the mean at the end, the largest of any step. */
  strain: { mean: number; max: number };
  /** Contacts after the last step, and the most after any. */
  contacts: { end: number; max: number };
  /** What kinds they were of after the last step, and edges that pass through faces; left out where only masses touch. */
  contact?: ContactReport;
  /** m; the deepest of any step. */
  penetrationMax: number;
  /**
   * What is inside colliders and rigid bodies at the end, the ten worst, deepest first; edges are those between particles
   * outside, faces those between edges outside.
   */
  penetrations: Penetration[];
  /** Lines along which surfaces pass through each other at the end, the longest first; left out where only masses touch. */
  crossed?: readonly Crossed[];
  /** Where they are at the end, and how they move; left out where there are none. */
  rigidBodies?: RigidPlace[];
  /** Only with --strict. */
  strict?: Strict;
  /** Inner steps of an implicit engine that were not solved as asked for; left out where there are none. */
  unsolved?: number;
  /** Of the whole state at the end. */
  hash: string;
  /** Whether every position and velocity is a finite number. */
  finite: boolean;
  faults: Fault[];
  warnings: string[];
  /** Only with -o. */
  trajectory?: Recording;
  /** Which of the scene's expectations do not hold; left out where the run was not the scene's own, whole. */
  expect?: { pass: boolean; failures: string[] };
  /** The signal that stopped the run early, if one did. */
  interrupted?: Signal;
}

export interface RigidPlace {
  name: string;
  /** m, of the origin of its shape's axes. */
  position: readonly number[];
  /** x, y, z, w: how these are turned. */
  quaternion: readonly number[];
  /** m/s, of its centre of mass. */
  velocity: readonly number[];
  /** rad/s, about the world's axes. */
  spin: readonly number[];
}

/** Frames recorded, and steps from one to the next, at most; thinned where a screen would show more. */
export interface Recording {
  frames: number;
  interval: number;
  thinned: boolean;
}

export interface RunStart {
  checkpoint: string;
  /** s, since the scene's start. */
  seconds: number;
  /** Since the scene's start. */
  steps: number;
}

export interface RunConditions {
  /** s; the largest sub-step that the engine can take, where it was asked for. */
  stableStep: number | undefined;
  warnings: readonly string[];
  /** The checkpoint it went on from. */
  from: RunStart | undefined;
  /** How the trajectory is recorded, if it is. */
  recording: Recording | undefined;
  /** Where surfaces pass through each other at the end. */
  crossed: readonly Crossed[];
  /** What --strict found, if it was asked for. */
  strict: Strict | undefined;
  /** The run is the scene from its start to its end, so that its expectations apply. */
  isWholeScene: boolean;
}

export function summarise(scene: Scene, world: World, tally: Tally, conditions: RunConditions): RunSummary {
  const summary = summaryOf(scene, world, tally, conditions);
  if (!conditions.isWholeScene || summary.interrupted) return summary;
  const failures = checkExpectations(scene, world, summary);
  return { ...summary, expect: { pass: failures.length === 0, failures } };
}

function summaryOf(
  scene: Scene,
  world: World,
  tally: Tally,
  { stableStep, warnings, from, recording, crossed, strict }: RunConditions,
): RunSummary {
  const { last, stages, particles, strainMax, penetrationMax, contactsMax, wallMs, interrupted } = tally;
  const done = world.steps - (from?.steps ?? 0);
  return {
    scene: scene.id,
    // The world adds up its steps, and their rounding errors with them.
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
    stages,
    particles,
    ...(tally.refinement && { refinement: tally.refinement }),
    ...(last.tornTriangles !== undefined && { tornTriangles: last.tornTriangles }),
    ...(last.tornEdges !== undefined && { tornEdges: last.tornEdges }),
    ...wallsOf(world),
    energy: last.energy,
    energyStart: tally.energyStart,
    energyMax: tally.energyMax,
    strain: { mean: last.strain.mean, max: strainMax },
    contacts: { end: last.contacts, max: contactsMax },
    ...(last.contact && { contact: { ...last.contact, crossings: edgesIn(crossed) } }),
    penetrationMax,
    penetrations: penetrations(world),
    ...(last.contact && { crossed }),
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
  const bodies = rigidBodiesOf(world);
  if (!bodies) return {};
  const places = bodies.specs.map(({ name }, i) => ({ name, ...bodies.poseOf(i), ...bodies.motionOf(i) }));
  return { rigidBodies: places };
}

function edgesIn(crossed: readonly Crossed[]): number {
  return crossed.reduce((sum, { crossings }) => sum + crossings, 0);
}

/** s, without the last digits, which say nothing. */
export function tidy(seconds: number): number {
  return Number(seconds.toPrecision(12));
}

function allFinite({ particles }: World): boolean {
  const { x, y, z, vx, vy, vz } = particles;
  return [x, y, z, vx, vy, vz].every((values) => values.every(Number.isFinite));
}

/** The fault as the last words of a failed run. */
export function faultText({ step, time, body, particle, cause, advice }: Fault): string {
  const where = `step ${step} (${figure(time)} s), body "${body}", particle ${particle}`;
  return `the run failed after ${where}\n  cause:  ${cause}\n  advice: ${advice}`;
}

/** Lines of penetrations, crossings and rigid bodies for people; JSON has more. */
const PRINTED = 5;
const PRINTED_BODIES = 12;

type Row = [name: string, value: string];

export function printSummary(summary: RunSummary, title: string, output: Output): void {
  const { total, ...parts } = summary.energy;
  const energies = Object.entries(parts).map(([name, joules]) => `${name} ${figure(joules)}`);
  const { from, trajectory } = summary;
  const speed = (1000 * (summary.seconds - (from?.seconds ?? 0))) / summary.wallMs;
  const { start, end, min, max } = summary.particles;
  const rows: Row[] = [
    ['time', `${figure(summary.seconds)} s in ${counted(summary.steps, 'step')} of ${figure(summary.dt)} s`],
    ...rowIf(from && ['from', `${from.checkpoint}, step ${from.steps} (${figure(from.seconds)} s)`]),
    ['engine', `${summary.engine}, ${counted(summary.substeps, 'sub-step')} a step`],
    ['took', `${figure(summary.wallMs / 1000)} s, ${figure(speed)} × real time`],
    ['particles', min === max ? String(end) : `${start} → ${end}, at least ${min}, at most ${max}`],
    ...rowIf(summary.refinement && ['refinement', refinementText(summary.refinement)]),
    ...rowIf(summary.tornTriangles !== undefined && ['torn', counted(summary.tornTriangles, 'triangle')]),
    ...rowIf(summary.tornEdges !== undefined && ['torn', counted(summary.tornEdges, 'edge')]),
    ...Object.entries(summary.walls ?? {}).map(wallRow),
    ['energy', `${figure(total)} J (${energies.join(', ')})`],
    ['strain', `mean ${percent(summary.strain.mean)}, largest ${percent(summary.strain.max)}`],
    ...rowIf(summary.contacts.max > 0 && ['contacts', contactsText(summary)]),
    ['penetration', summary.penetrationMax > 0 ? `at most ${figure(summary.penetrationMax)} m` : 'none'],
    ...summary.penetrations.slice(0, PRINTED).map((one): Row => ['inside', penetrationText(one)]),
    ...(summary.crossed ?? []).slice(0, PRINTED).map((one): Row => ['crossing', `${crossingWarning([one])}`]),
    ...rowIf(summary.strict && ['strict', summary.strict.pass ? 'nothing deeper than allowed' : 'not so']),
    ...(summary.rigidBodies ?? []).slice(0, PRINTED_BODIES).map(rigidRow),
    ...rowIf(summary.rigidBodies && moreBodies(summary.rigidBodies.length - PRINTED_BODIES)),
    ['hash', summary.hash],
    ...rowIf(trajectory && ['trajectory', trajectoryText(trajectory)]),
    ...rowIf(summary.expect && ['expected', expectationText(summary.expect)]),
  ];
  output.line(output.paint('bold', printable(`${summary.scene}  ${title}`)));
  for (const [name, value] of rows) printFact(name, value, output);
}

function refinementText({ split, merged, detect, keep, backUp, refine }: RefinementSum): string {
  const ms = detect + keep + backUp + refine;
  return `${counted(split, 'split')}, ${counted(merged, 'merge')}; ${figure(ms / 1000)} s of looking for creases, backing up and refining`;
}

function wallRow([body, { rest, thinnest, mean }]: [string, WallFigures]): Row {
  const share = percent(thinnest / rest);
  return [
    'wall',
    `${body}: ${figure(rest)} m, now at least ${figure(thinnest)} m (${share}), mean ${figure(mean)} m`,
  ];
}

function contactsText({ contacts: { end, max }, contact }: RunSummary): string {
  const kinds = contact
    ? ` (${end - contact.pairs} of masses on colliders, ${contact.pairs} of edges and faces)`
    : '';
  return `${end}${kinds}${end === max ? '' : `, at most ${max}`}`;
}

function rigidRow({ name, position, velocity, spin }: RigidPlace): Row {
  const numbers = (vector: readonly number[]) => vector.map(rounded).join(', ');
  const moves = `moving at ${figure(lengthOf(velocity))} m/s, turning at ${figure(lengthOf(spin))} rad/s`;
  return ['rigid', `${name}: at ${numbers(position)} m, ${moves}`];
}

function moreBodies(more: number): Row | undefined {
  return more > 0 ? ['rigid', `${more} more`] : undefined;
}

/** Of places in m: the nearest tenth of a millimetre, without a minus before zero. */
function rounded(metres: number): string {
  return String(Math.round(1e4 * metres) / 1e4 + 0);
}

function lengthOf(vector: readonly number[]): number {
  return Math.hypot(...vector);
}

/** What an implicit engine could not do, for a warning. */
export function unsolvedText(unsolved: number): string {
  return `${counted(unsolved, 'inner step')} of the engine ended before the equations were solved to their tolerance; forces may be wrong there: take more sub-steps, or engine.iterations`;
}

function rowIf(row: Row | undefined | false): Row[] {
  return row ? [row] : [];
}

function trajectoryText({ frames, interval }: Recording): string {
  return `${counted(frames, 'frame')}, one every ${counted(interval, 'step')}`;
}

function expectationText({ pass, failures }: { pass: boolean; failures: string[] }): string {
  return pass ? 'all of it' : `not so: ${failures.join('; ')}`;
}

export function printFact(name: string, value: string, output: Output): void {
  output.line(`  ${output.paint('dim', name.padEnd(11))}  ${printable(value)}`);
}

function percent(ratio: number): string {
  return `${figure(100 * ratio)} %`;
}
