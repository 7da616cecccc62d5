/** Calls that every worker with a world answers, and the news of them. */
import type { Scene, SceneInput, StepReport } from 'pliant';
import type { WorldView } from 'pliant/engine';
import type { TrajectoryMesh } from 'pliant/formats';
import type { RunOutline } from '../drawing/body-source.ts';
import type { DrawnFrame, DrawRequest } from '../drawing/frame-drawer.ts';
import type { ReadFrame } from '../drawing/run-reader.ts';
import type { ToolCommand } from './world-tools.ts';

export interface WorldCalls {
  /** Builds the scene. `shared`: positions are written to shared memory. `tools`: the world has tools. */
  open(parameters: { scene: SceneInput; request: DrawRequest; shared: boolean; tools: boolean }): void;
  /**
   * Takes up to `steps` steps, at least one, but not many more than fit in `budget` ms (default: unlimited). `buffer` is that of
   * an older frame, to be used again. Returns the report of the last step; a fault ends the call.
   */
  step(parameters: { steps: number; budget?: number; buffer?: ArrayBuffer }): StepReport;
  /** Draws the present and all following frames for this request. */
  draw(request: DrawRequest): void;
  /** Returns why the tool did nothing. */
  use(command: ToolCommand): string | undefined;
  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): void;
  hash(): string;
}

/** The parts of a run that stay the same from frame to frame. */
export interface OpenedRun extends RunOutline {
  scene: Scene;
  substeps: number;
  engine: string;
  warnings: readonly string[];
  /** The views that colours can show. */
  views: readonly WorldView[];
}

export interface FrameNews extends Omit<ReadFrame, keyof RunOutline | 'meshes'> {
  /** Only if the topology is another than that of the frame before. */
  meshes?: TrajectoryMesh[];
  drawn: DrawnFrame;
  /** Undefined at the start. */
  report?: StepReport;
}

export interface WorldNews {
  opened?: OpenedRun;
  frame?: FrameNews;
}
