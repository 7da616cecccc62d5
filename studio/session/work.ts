/** What the worker has open: a session that simulates, or a recorded run that is played. */
import type { Scene, StepReport, World } from 'pliant';
import type { TrajectoryInfo } from 'pliant/formats';
import type { Edit } from './commands.ts';
import type { RecordedFrame } from './recording.ts';

/** What is known of a recorded step besides its picture. */
export type Reported = Pick<RecordedFrame, 'step' | 'time' | 'report' | 'measures'>;

/** What became of a command. */
export interface Outcome {
  done: boolean;
  /** Why not, or that it waits for a restart. */
  message?: string;
}

export interface SessionStatus {
  /** Where it stands, and the last step that is recorded. */
  step: number;
  last: number;
  /** What the next undo and redo are about. */
  undo?: string;
  redo?: string;
  /** Names of changes that wait for a restart. */
  waiting: string[];
}

export interface Work {
  /** As it is simulated now. */
  readonly scene: Scene;
  /** What is simulated, and how it is described; no world where a record is played. */
  readonly world?: World;
  readonly info?: TrajectoryInfo;
  /** As it will be after a restart. */
  readonly wanted: Scene;
  readonly edits: readonly Edit[];
  readonly status: SessionStatus;
  readonly substeps: number;
  readonly engine: string;
  readonly warnings: readonly string[];
  /** Fingerprint of the state. */
  readonly hash: string;
  /** The state as it stands, for pictures. */
  frame(): RecordedFrame;
  /** The last recorded frame that is not after `step`. */
  recorded(step: number): RecordedFrame | undefined;
  /** One step on; its report where there is one. */
  advance(): StepReport | undefined;
  seek(step: number): void;
  apply(command: unknown): Promise<Outcome>;
  /** Whether there was anything to undo, or to do again. */
  undo(): boolean;
  redo(): Promise<boolean>;
  /** Back to the start: with all changes of the scene, or as it was opened. */
  restart(): void;
  reset(): void;
  /** Of all that is recorded. */
  reports(): Reported[];
  /** s; how long a step the engine can take. */
  stableStep(): number | undefined;
  /** All that is recorded, as the bytes of a trajectory. */
  trajectory(): Uint8Array<ArrayBuffer>;
}
