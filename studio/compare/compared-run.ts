/** One of several compared runs, with a worker of its own. */

import type { Scene } from 'pliant';
import type { TrajectoryMesh } from 'pliant/formats';
import { type DrawRequest, type OpenedRun, STEP_BUDGET } from 'pliant/worker/protocol';
import { requestOf } from '../look/look.ts';
import { RunClient } from '../run-client.ts';
import type { Frame } from '../studio-calls.ts';
import type { Standing } from './correspondence.ts';
import type { TimedRun } from './linked-time.ts';

/** Weight of the last steps in the average cost of a step. */
const NEWEST = 0.25;

/** A frame with its meshes. */
export type WholeFrame = Frame & { meshes: TrajectoryMesh[] };

export class ComparedRun implements TimedRun {
  readonly #simulation = new RunClient();
  #opened: OpenedRun | undefined;
  #frame: WholeFrame | undefined;
  /** Positions at the start, when sheets are flat. */
  #rest: Float32Array = new Float32Array();
  #cost: number | undefined;
  #isStopped = false;

  constructor() {
    this.#simulation.onOpened = (opened) => {
      this.#opened = opened;
    };
    this.#simulation.onFrame = (frame) => {
      this.#frame = { ...frame, meshes: frame.meshes ?? this.#frame?.meshes ?? [] };
    };
  }

  /** Opens the scene at its start. Throws if it cannot be built. */
  async open(scene: Scene, request: DrawRequest): Promise<void> {
    this.#simulation.draw(request);
    await this.#simulation.open(scene);
    this.#rest = this.frame.positions;
  }

  /** Valid once the run is open. */
  get opened(): OpenedRun {
    return this.#opened!;
  }

  get frame(): WholeFrame {
    return this.#frame!;
  }

  get standing(): Standing {
    const { positions, meshes } = this.frame;
    return { positions, meshes, rest: this.#rest };
  }

  get dt(): number {
    return this.opened.info.dt;
  }

  get step(): number {
    return this.frame.step;
  }

  get cost(): number | undefined {
    return this.#cost;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  async advance(steps: number): Promise<void> {
    await this.#simulation.call('advance', { steps, budget: STEP_BUDGET });
    const { cost, report } = this.frame;
    if (cost !== undefined) this.#cost = (this.#cost ?? cost) * (1 - NEWEST) + NEWEST * cost;
    this.#isStopped = report?.fault !== undefined;
  }

  async lookUp(step: number): Promise<void> {
    await this.#simulation.call('show', step);
  }

  async seek(step: number): Promise<void> {
    await this.#simulation.call('seek', step);
    this.#isStopped = this.frame.report?.fault !== undefined;
  }

  async restart(): Promise<void> {
    await this.#simulation.call('restart', undefined);
    this.#isStopped = false;
  }

  /** Draws the present and all following frames in another way. */
  async draw(request: DrawRequest): Promise<void> {
    await this.#simulation.call('draw', requestOf(request));
  }

  dispose(): void {
    this.#simulation.dispose();
  }
}
