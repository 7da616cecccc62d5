/** A recorded run from a file: it can be played and scrubbed, but not changed. */
import { parseScene, type Scene } from 'pliant';
import { TrajectoryReader } from 'pliant/formats';
import type { Outcome, Reported, SessionStatus } from './open-run.ts';
import type { RecordedFrame } from './recording.ts';

const FIXED = 'This run was recorded: it can be viewed but not changed.';

export class RecordedRun {
  readonly scene: Scene;
  /** There is no world, and no edit. */
  readonly world = undefined;
  readonly info = undefined;
  readonly edits = [];
  readonly substeps = 1;
  readonly engine = 'recorded';
  readonly warnings = [];
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #reader: TrajectoryReader;
  #step = 0;

  /** Throws a TrajectoryError if the bytes are not a trajectory. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
    this.#reader = new TrajectoryReader(bytes);
    const { scene, dt } = this.#reader.info;
    this.scene = parseScene({ format: 1, id: scene.id, title: scene.title, dt, bodies: [] });
  }

  get edited(): Scene {
    return this.scene;
  }

  get status(): SessionStatus {
    return { step: this.#step, last: this.#reader.count - 1, waiting: [] };
  }

  get hash(): string {
    throw new Error(FIXED);
  }

  frame(): RecordedFrame {
    return this.recorded(this.#step);
  }

  recorded(step: number): RecordedFrame {
    const { info, skins, count } = this.#reader;
    const at = Math.max(0, Math.min(Math.round(step), count - 1));
    const { time, positions, free, meshes, values } = this.#reader.frame(at);
    return {
      step: at,
      time,
      positions,
      free,
      meshes: meshes as RecordedFrame['meshes'],
      values,
      info,
      skins,
      report: undefined,
      measures: { triangles: meshes.reduce((sum, mesh) => sum + mesh.triangles.length / 3, 0) },
    };
  }

  advance(): undefined {
    this.#step = Math.min(this.#step + 1, this.status.last);
  }

  seek(step: number): void {
    this.#step = this.recorded(step).step;
  }

  async apply(_command?: unknown): Promise<Outcome> {
    return { done: false, message: FIXED };
  }

  undo(): boolean {
    return false;
  }

  async redo(): Promise<boolean> {
    return false;
  }

  restart(): void {
    this.#step = 0;
  }

  reset(): void {
    this.#step = 0;
  }

  reports(): Reported[] {
    return [];
  }

  stableStep(): undefined {}

  trajectory(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice();
  }
}
