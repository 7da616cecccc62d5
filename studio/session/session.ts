/**
 * A running scene with its edits: the original scene and the list of edits reproduce the session. It can return to any step that
 * was simulated and continue from there with other edits, or with the same ones and byte-equal results.
 *
 * Snapshots are kept at intervals; to return to step k, the last snapshot before it is restored and the rest simulated. A change of
 * the scene builds a new world and merges the state of the run into it (see `mergeState`); if that fails, it waits for a restart.
 */
import {
  buildScene,
  hash,
  type RigidSolver,
  restore,
  rigidSolverFor,
  type Scene,
  type StepReport,
  sceneWarnings,
  snapshot,
  step,
  type World,
} from 'pliant';
import { isImplicit, mergeState, modelNamed, stableSteps } from 'pliant/engine';
import type { TrajectoryInfo } from 'pliant/formats';
import { type Command, changesScene, commandSchema, type Edit, labelOf } from './commands.ts';
import { editedScene } from './edited-scene.ts';
import type { Outcome, Reported, SessionStatus } from './open-run.ts';
import { type RecordedFrame, Recording } from './recording.ts';
import { RunningScene } from './running-scene.ts';
import { Snapshots } from './snapshots.ts';

export interface SessionOptions {
  /** Monotonic clock in ms, for the times of phases. */
  clock?: () => number;
  /** Bytes of memory for recorded frames, and as many for snapshots. */
  budget?: number;
  /** Edits to repeat, each at its step. */
  edits?: readonly Edit[];
}

export class Session {
  readonly original: Scene;
  readonly recording: Recording;
  readonly #options: SessionOptions;
  readonly #snapshots: Snapshots;
  #edits: Edit[] = [];
  #undone: Edit[][] = [];
  /** Number of edits applied to the world. */
  #applied = 0;
  #gesture = 0;
  #rigid: RigidSolver | undefined;
  #running!: RunningScene;
  #report: StepReport | undefined;

  static async open(scene: Scene, options: SessionOptions = {}): Promise<Session> {
    const session = new Session(scene, options);
    session.#edits = [...(options.edits ?? [])];
    session.#gesture = Math.max(0, ...session.#edits.map(({ gesture }) => gesture));
    session.#rigid = (await rigidSolverFor(scene)) ?? (await rigidSolverFor(session.edited));
    session.#begin();
    return session;
  }

  private constructor(scene: Scene, options: SessionOptions) {
    this.original = scene;
    this.#options = options;
    this.recording = new Recording(options.budget);
    this.#snapshots = new Snapshots(options.budget);
  }

  get world(): World {
    return this.#running.world;
  }

  /** The scene as it is simulated now. */
  get scene(): Scene {
    return this.#running.scene;
  }

  /** The scene of the next restart. */
  get edited(): Scene {
    return editedScene(this.original, this.#edits);
  }

  get running(): RunningScene {
    return this.#running;
  }

  get info(): TrajectoryInfo {
    return this.#running.info;
  }

  get substeps(): number {
    return this.world.substeps;
  }

  get engine(): string {
    return this.world.integrator.name;
  }

  get warnings(): string[] {
    return sceneWarnings(this.scene).map(({ path, message }) => `${path}: ${message}`);
  }

  get edits(): readonly Edit[] {
    return this.#edits;
  }

  get status(): SessionStatus {
    const last = this.#edits.at(-1);
    const next = this.#undone.at(-1);
    return {
      step: this.world.steps,
      last: this.recording.last,
      ...(last && { undo: labelOf(last.command) }),
      ...(next && { redo: labelOf(next[0].command) }),
      waiting: [...new Set(this.#edits.filter(({ waits }) => waits).map(({ command }) => labelOf(command)))],
    };
  }

  get hash(): string {
    return hash(this.world);
  }

  /** Returns the longest stable step of the engine and of matter at the start, s; Infinity if any step is stable. */
  stableStep(): number {
    const { name } = this.scene.engine;
    // Measured in another world, because it overwrites the particles' arrays.
    const { world } = this.#built(this.scene);
    const own = world.bodies.map((body) => modelNamed(body.model).stepLimit?.(body)?.longest ?? Infinity);
    return Math.min(...own, isImplicit(name) ? Infinity : stableSteps(world).engines[name].step);
  }

  /** Returns the present frame. */
  frame(): RecordedFrame {
    return this.#running.frame(this.#report);
  }

  recorded(at: number): RecordedFrame | undefined {
    return this.recording.at(at);
  }

  reports(): Reported[] {
    return this.recording.frames.map(({ step: at, time, report, measures }) => ({
      step: at,
      time,
      report,
      measures,
    }));
  }

  trajectory(): Uint8Array<ArrayBuffer> {
    return this.recording.trajectory();
  }

  /** Applies the edits that are due and takes one step. */
  advance(): StepReport {
    this.#catchUp();
    this.#report = this.#step();
    this.recording.put(this.frame());
    return this.#report;
  }

  /** Applies a command now. Later steps and undone edits are dropped. */
  async apply(input: unknown): Promise<Outcome> {
    const command = commandSchema.parse(input);
    const edit: Edit = { step: this.world.steps, gesture: this.#gestureOf(command), command };
    const applied = this.#applied;
    const future = this.#edits.splice(applied);
    // Edits that wait for a restart are kept.
    this.#edits.push(...future.filter(({ waits }) => waits));
    this.#applied = this.#edits.length;
    const outcome = await this.#try(edit);
    if (!outcome.done) {
      this.#edits.splice(applied, this.#edits.length, ...future);
      this.#applied = applied;
      return outcome;
    }
    this.#undone = [];
    if (edit.waits) return outcome;
    this.#forgetAfter(edit.step);
    this.recording.put(this.frame());
    return outcome;
  }

  /** Returns to the start of the last gesture and removes it. */
  undo(): boolean {
    const last = this.#edits.at(-1);
    if (!last) return false;
    const first = this.#edits.findIndex(({ gesture }) => gesture === last.gesture);
    const gone = this.#edits.splice(first);
    this.#undone.push(gone);
    this.#applied = Math.min(this.#applied, first);
    if (gone.every(({ waits }) => waits)) return true;
    this.#snapshots.forgetEdits(first);
    this.#forgetAfter(gone[0].step);
    this.#moveTo(gone[0].step);
    this.recording.put(this.frame());
    return true;
  }

  /** Repeats the last undone gesture at its step. */
  async redo(): Promise<boolean> {
    const next = this.#undone.pop();
    if (!next) return false;
    if (!next[0].waits) {
      this.#moveTo(next[0].step);
      this.#edits.splice(this.#applied);
    }
    this.#edits.push(...next);
    if (next[0].waits) return true;
    this.#catchUp();
    this.#forgetAfter(next[0].step);
    this.recording.put(this.frame());
    return true;
  }

  /** Moves to a step that has been simulated. */
  seek(to: number): void {
    const target = Math.max(0, Math.min(Math.round(to), this.recording.last));
    if (target !== this.world.steps) this.#moveTo(target);
  }

  /** Restarts with all changes of the scene and without the use of tools. */
  restart(): void {
    this.#edits = this.#edits
      .filter(({ command }) => command.kind === 'set' || command.kind === 'scene')
      .map(({ gesture, command }) => ({ step: 0, gesture, command }));
    this.#undone = [];
    this.#snapshots.clear();
    this.recording.truncate(-1);
    this.#begin();
  }

  /** Restarts the scene as it was opened. */
  reset(): void {
    this.#edits = [];
    this.restart();
  }

  /** Builds the world. It includes the changes of the scene before the first step. */
  #begin(): void {
    const other = this.#edits.findIndex(({ step: at, command }) => at > 0 || !changesScene(command));
    this.#applied = other < 0 ? this.#edits.length : other;
    this.#running = this.#built(sceneOf(this.original, this.#edits.slice(0, this.#applied)));
    this.#report = undefined;
    this.#snapshots.add(0, this.#applied, snapshot(this.world));
    this.recording.put(this.frame());
    this.#catchUp();
  }

  #built(scene: Scene): RunningScene {
    return new RunningScene(scene, buildScene(scene, { clock: this.#options.clock, rigid: this.#rigid }));
  }

  #step(): StepReport {
    const { world, scene } = this.#running;
    const report = step(world, scene.dt);
    if (!report.fault && this.#snapshots.isDue(world.steps))
      this.#snapshots.add(world.steps, this.#applied, snapshot(world));
    return report;
  }

  /** Applies the edits that are due. */
  #catchUp(): void {
    for (let next = this.#edits[this.#applied]; next && next.step <= this.world.steps; ) {
      if (!next.waits) this.#perform(next.command, this.#edits.slice(0, this.#applied + 1));
      this.#applied++;
      next = this.#edits[this.#applied];
    }
  }

  async #try(edit: Edit): Promise<Outcome> {
    const { command } = edit;
    try {
      if (changesScene(command)) {
        const scene = editedScene(this.original, [...this.#edits, edit]);
        this.#rigid ??= await rigidSolverFor(scene);
      }
      const message = this.#perform(command, [...this.#edits, edit]);
      edit.waits = message === WAITS;
      if (message !== undefined && !edit.waits) return { done: false, message };
      this.#edits.push(edit);
      this.#applied++;
      return message === undefined ? { done: true } : { done: true, message };
    } catch (error) {
      return { done: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Returns why the command was not done. `edits`: all up to this one. */
  #perform(command: Command, edits: readonly Edit[]): string | undefined {
    if (!changesScene(command)) return this.#running.tools.use(command);
    let scene: Scene;
    try {
      scene = sceneOf(this.original, edits);
    } catch {
      // It is valid only together with edits that wait.
      return WAITS;
    }
    const next = this.#built(scene);
    if (mergeState(next.world, this.world, () => this.#running.start).length > 0) return WAITS;
    this.#running = next;
    return undefined;
  }

  /** Moves to the state of that step, with all edits before it. */
  #moveTo(target: number): void {
    const from = this.#snapshots.before(target, this.#edits.length);
    if (!from) {
      this.#snapshots.clear();
      this.#begin();
    } else {
      this.#running = this.#built(sceneOf(this.original, this.#edits.slice(0, from.applied)));
      restore(this.world, from.bytes);
      this.#applied = from.applied;
      this.#report = this.recording.at(from.step)?.report;
    }
    this.#catchUp();
    while (this.world.steps < target && !this.world.fault) {
      this.#report = this.#step();
      this.#catchUp();
    }
  }

  #forgetAfter(at: number): void {
    this.#snapshots.forgetAfter(at);
    this.recording.truncate(at);
  }

  /** Moves and the release belong to the gesture of their grab, as does the end of heat to its beginning. */
  #gestureOf(command: Command): number {
    const { kind } = command;
    const goesOn = kind === 'move' || kind === 'release' || kind === 'heat-off' || kind === 'blow-off';
    const before = this.#edits[this.#applied - 1]?.command;
    const isSame =
      ((kind === 'heat' || kind === 'blow') && kind === before?.kind) || isOneDrag(before, command);
    if (!goesOn && !isSame) this.#gesture++;
    return this.#gesture;
  }
}

/** Whether two commands belong to one drag of a slider. */
function isOneDrag(before: Command | undefined, command: Command): boolean {
  if (before?.kind !== 'set' || command.kind !== 'set') return false;
  return before.gesture !== undefined && before.gesture === command.gesture && before.path === command.path;
}

/** Returns the scene with the edits that do not wait for a restart. */
function sceneOf(original: Scene, edits: readonly Edit[]): Scene {
  return editedScene(
    original,
    edits.filter(({ waits }) => !waits),
  );
}

const WAITS = 'It takes effect at the next restart.';
