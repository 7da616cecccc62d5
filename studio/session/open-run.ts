/** The run that the worker has open: a session that simulates, or a recorded run. */
import type { RecordedRun } from './recorded-run.ts';
import type { RecordedFrame } from './recording.ts';
import type { Session } from './session.ts';

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

export type OpenRun = Session | RecordedRun;
