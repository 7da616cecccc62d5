/** The run that the worker has open: a session that simulates, or a recorded run. */
import type { Scene, StepReport, World } from 'pliant';
import type { TrajectoryInfo } from 'pliant/formats';
import type { Edit } from './commands.ts';
import type { RecordedFrame } from './recording.ts';

/** The facts of a recorded step, without its picture. */
export type Reported = Pick<RecordedFrame, 'step' | 'time' | 'report' | 'measures'>;

/** The result of a command. */
export interface Outcome {
  done: boolean;
  /** Why it was not done, or that it takes effect at the next restart. */
  message?: string;
}

export interface SessionStatus {
  /** Steps that the world has taken. */
  step: number;
  /** The last recorded step. */
  last: number;
  /** Names of the edits that the next undo and redo are about. */
  undo?: string;
  redo?: string;
  /** Names of changes that wait for a restart. */
  waiting: string[];
}

export interface OpenRun {
  /** The scene as it is simulated now. */
  readonly scene: Scene;
  /** Undefined for a recorded run. */
  readonly world?: World;
  readonly info?: TrajectoryInfo;
  /** The scene of the next restart. */
  readonly edited: Scene;
  readonly edits: readonly Edit[];
  readonly status: SessionStatus;
  readonly substeps: number;
  readonly engine: string;
  readonly warnings: readonly string[];
  /** Hash of the state. */
  readonly hash: string;
  /** Returns the present frame. */
  frame(): RecordedFrame;
  /** Returns the last recorded frame that is not after `step`. */
  recorded(step: number): RecordedFrame | undefined;
  /** Takes one step and returns its report, if it has one. */
  advance(): StepReport | undefined;
  seek(step: number): void;
  apply(command: unknown): Promise<Outcome>;
  /** Returns whether there was an edit to undo. */
  undo(): boolean;
  /** Returns whether there was an edit to redo. */
  redo(): Promise<boolean>;
  /** Restarts with all changes of the scene. */
  restart(): void;
  /** Restarts the scene as it was opened. */
  reset(): void;
  /** Returns the reports of all recorded steps. */
  reports(): Reported[];
  /** Returns the longest step that the engine can take, s. */
  stableStep(): number | undefined;
  /** Returns the recording as the bytes of a trajectory. */
  trajectory(): Uint8Array<ArrayBuffer>;
}
