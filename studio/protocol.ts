/** Messages between the page and the worker that simulates. */
import type { StepReport, TrajectoryInfo, TrajectoryMesh } from 'pliant';

export type Request =
  /** Builds the scene and shows its start. `run` numbers the openings: answers to an older one are late. */
  | { kind: 'open'; run: number; scene: string }
  /** Goes on by up to `steps` steps, at least one, but not much longer than `budget` ms. */
  | { kind: 'advance'; run: number; steps: number; budget: number; buffer?: ArrayBuffer }
  | { kind: 'hash'; run: number; scene: string; steps: number };

export interface Opened {
  kind: 'opened';
  run: number;
  info: TrajectoryInfo;
  meshes: TrajectoryMesh[];
  substeps: number;
  engine: string;
  warnings: string[];
  positions: Float32Array;
  /** Of the colliders that sheets push, as in a trajectory's frame. */
  free: Float32Array;
}

export interface Frame {
  kind: 'frame';
  run: number;
  report: StepReport;
  /** Wall time of one step, ms. */
  cost: number;
  /** m, interleaved; transferred, and given back for the next frame. */
  positions: Float32Array;
  free: Float32Array;
  /** Present when the topology has changed. */
  meshes?: TrajectoryMesh[];
}

export type Answer =
  | Opened
  | Frame
  | { kind: 'hash'; run: number; hash: string }
  | { kind: 'failed'; run: number; message: string };
