/** Messages between the page and the worker that simulates. */
import type {
  DrawnSurface,
  StepReport,
  TrajectoryFrame,
  TrajectoryInfo,
  TrajectoryMesh,
  TrajectorySkin,
} from 'pliant';
import type { MatterStyle } from './matter-drawings.ts';

export type Request =
  /** Builds the scene and shows its start. `run` numbers the openings: answers to an older one are late. */
  | { kind: 'open'; run: number; scene: string; style: MatterStyle }
  /** Goes on by up to `steps` steps, at least one, but not much longer than `budget` ms. */
  | { kind: 'advance'; run: number; steps: number; budget: number; buffer?: ArrayBuffer }
  /** Draws matter in another way, from now on and what is shown already. */
  | { kind: 'draw'; run: number; style: MatterStyle }
  | { kind: 'hash'; run: number; scene: string; steps: number };

/** What particles have besides places, and the surfaces of matter; both empty where a scene has none. */
interface MatterParts {
  values: TrajectoryFrame['values'];
  drawn: readonly DrawnSurface[];
}

export interface Opened extends MatterParts {
  kind: 'opened';
  run: number;
  info: TrajectoryInfo;
  meshes: TrajectoryMesh[];
  /** Meshes that matter carries. */
  skins: readonly TrajectorySkin[];
  substeps: number;
  engine: string;
  warnings: string[];
  positions: Float32Array;
  /** Of the colliders that sheets push, as in a trajectory's frame. */
  free: Float32Array;
}

export interface Frame extends MatterParts {
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
  | { kind: 'drawn'; run: number; style: MatterStyle; drawn: readonly DrawnSurface[] }
  | { kind: 'hash'; run: number; hash: string }
  | { kind: 'failed'; run: number; message: string };
