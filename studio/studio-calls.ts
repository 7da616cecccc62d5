/** Calls of the page to the studio's worker, and its news: those of `pliant/worker`, with sessions and recordings. */
import type { Scene } from 'pliant';
import type { DrawRequest, FrameNews, OpenedRun, WorldCalls } from 'pliant/worker/protocol';
import type { Command, Edit } from './session/commands.ts';
import type { Outcome, Reported, SessionStatus } from './session/open-run.ts';
import type { Measures } from './session/recording.ts';

export interface StudioCalls extends Pick<WorldCalls, 'draw' | 'hash'> {
  /** Builds a scene and shows its start; `edits` are repeated, each at its step. */
  open(parameters: { scene: Scene; edits?: readonly Edit[]; request: DrawRequest }): void;
  /** Opens a recorded run, given as a trajectory. */
  openRecorded(parameters: { bytes: Uint8Array<ArrayBuffer>; request: DrawRequest }): void;
  /** Takes up to `steps` steps, at least one, but not many more than fit in `budget` ms. */
  advance(parameters: { steps: number; budget: number }): void;
  /** Shows the recorded frame of a step; the world stays where it is. */
  show(step: number): void;
  /** Moves the world to a recorded step. */
  seek(step: number): void;
  apply(command: Command): Outcome;
  undo(): void;
  redo(): void;
  restart(): void;
  /** Restarts the scene as it was opened. */
  reset(): void;
  trajectory(): Uint8Array<ArrayBuffer>;
  /** Returns the scene of the next restart, and all edits. */
  scene(): { scene: Scene; edits: readonly Edit[] };
  /** Returns the reports of all recorded steps. */
  reports(): readonly Reported[];
  /** Returns the longest step that the engine can take, s. */
  stability(): number | undefined;
  /** Returns the hash of a scene's state after some steps without a session, to compare machines. */
  runHash(parameters: { scene: string; steps: number }): string;
}

export interface Frame extends FrameNews {
  measures: Measures;
  /** Wall time of one step, ms; undefined if no step was taken. */
  cost?: number;
}

export interface StudioNews {
  opened?: OpenedRun;
  frame: Frame;
  status: SessionStatus;
}
