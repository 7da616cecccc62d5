/** Messages between the page and the worker that simulates: a question each, answered in their order. */
import type { Scene, StepReport } from 'pliant';
import type { Quantity, ValueArray } from 'pliant/engine';
import type { TrajectoryInfo, TrajectoryMesh, TrajectorySkin } from 'pliant/formats';
import type { DrawnFrame, DrawRequest } from 'pliant/three';
import type { Command, Edit } from './session/commands.ts';
import type { Measures } from './session/recording.ts';
import type { Outcome, Reported, SessionStatus } from './session/work.ts';

export type Question =
  /** Builds a scene and shows its start; `edits` are done again, each at its step. */
  | { kind: 'open'; scene: Scene; edits?: readonly Edit[]; request: DrawRequest }
  /** Plays a recorded run, given as a trajectory. */
  | { kind: 'play'; bytes: Uint8Array<ArrayBuffer>; request: DrawRequest }
  /** Goes on by up to `steps` steps, at least one, but not much longer than `budget` ms. */
  | { kind: 'advance'; steps: number; budget: number }
  /** Shows what is recorded of a step; the world stays where it is. */
  | { kind: 'show'; step: number }
  /** Takes the world to a step that is recorded. */
  | { kind: 'seek'; step: number }
  | { kind: 'apply'; command: Command }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'restart' }
  /** To the scene as it was opened. */
  | { kind: 'reset' }
  /** Looks in another way, from now on and at what is shown already. */
  | { kind: 'look'; request: DrawRequest }
  | { kind: 'trajectory' }
  | { kind: 'scene' }
  /** Reports of all that is recorded. */
  | { kind: 'reports' }
  /** How long a step the engine can take. */
  | { kind: 'stability' }
  /** Of the state as it stands. */
  | { kind: 'hash' }
  /** Of a scene's state after some steps, with no session around it: to compare with other machines. */
  | { kind: 'run-hash'; scene: string; steps: number };

export interface Request {
  readonly id: number;
  /** Numbers the openings: answers to an older one are late. */
  readonly run: number;
  readonly question: Question;
}

/** What stays the same from frame to frame. */
export interface Opened {
  scene: Scene;
  info: TrajectoryInfo;
  /** Meshes that matter carries. */
  skins: readonly TrajectorySkin[];
  substeps: number;
  engine: string;
  warnings: readonly string[];
  /** What can be seen of its particles. */
  quantities: readonly Quantity[];
}

export interface Frame {
  /** Steps taken. */
  step: number;
  /** s */
  time: number;
  /** None at the start. */
  report?: StepReport;
  measures: Measures;
  /** Wall time of one step, ms; none where nothing was simulated. */
  cost?: number;
  /** m, interleaved. */
  positions: Float32Array;
  /** Of the colliders that sheets push, as in a trajectory's frame. */
  free: Float32Array;
  /** Present when the topology is another than that of the frame before. */
  meshes?: TrajectoryMesh[];
  /** What particles have besides places. */
  values: readonly ValueArray[];
  drawn: DrawnFrame;
}

export interface Answer {
  readonly id: number;
  readonly run: number;
  /** Why the question has no answer. */
  failed?: string;
  opened?: Opened;
  frame?: Frame;
  status?: SessionStatus;
  outcome?: Outcome;
  bytes?: Uint8Array<ArrayBuffer>;
  /** As a restart would have it, and all that was done to it. */
  scene?: Scene;
  edits?: readonly Edit[];
  reports?: readonly Reported[];
  /** s */
  stableStep?: number;
  hash?: string;
}
