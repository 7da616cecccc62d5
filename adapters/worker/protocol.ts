/** What a page and the worker that steps its world say to each other; one request is under way at a time. */
import type { SceneInput, StepReport } from 'pliant';
import type { MatterGrain } from 'pliant/engine';

export type Request =
  | { kind: 'open'; scene: SceneInput; shared: boolean }
  /** With the buffer of the last frame, to be used again. */
  | { kind: 'step'; steps: number; buffer?: ArrayBuffer }
  | { kind: 'snapshot' }
  | { kind: 'restore'; bytes: Uint8Array; buffer?: ArrayBuffer }
  | { kind: 'hash' };

export interface BodyOutline {
  name: string;
  model: string;
  first: number;
  count: number;
  /** World indices, three a triangle. */
  triangles: Uint32Array;
  places?: Float32Array;
  matter?: MatterGrain;
}

export interface FrameMessage {
  kind: 'frame';
  time: number;
  steps: number;
  /** x, y, z of all particles, then the temperature of each; in shared memory, or sent over. */
  numbers: Float32Array;
  particles: number;
  /** Only where it is another than before. */
  bodies?: BodyOutline[];
  report?: StepReport;
  /** s, of a step. */
  dt: number;
}

export type Answer =
  | FrameMessage
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'hash'; hash: string }
  | { kind: 'failed'; message: string };
