/** A world that was built from a scene, with its tools and the reader of its frames. */
import { type Scene, type StepReport, snapshot, type World } from 'pliant';
import { modelNamed } from 'pliant/engine';
import { RunReader, WorldTools } from 'pliant/worker/protocol';
import type { Measures, RecordedFrame } from './recording.ts';

export class RunningScene {
  readonly scene: Scene;
  readonly world: World;
  readonly tools: WorldTools;
  /** Snapshot of the world as it was built. */
  readonly start: Uint8Array;
  readonly #reader: RunReader;

  constructor(scene: Scene, world: World) {
    this.scene = scene;
    this.world = world;
    this.tools = new WorldTools(world);
    this.start = snapshot(world);
    this.#reader = new RunReader(scene, world);
  }

  get info(): RunReader['info'] {
    return this.#reader.info;
  }

  /** Reads the world as it is now. */
  frame(report: StepReport | undefined): RecordedFrame {
    const frame = this.#reader.read();
    const triangles = frame.meshes.reduce((sum, mesh) => sum + mesh.triangles.length / 3, 0);
    return { ...frame, report, measures: { triangles, ...this.#temperature() } };
  }

  #temperature(): Pick<Measures, 'temperature'> | undefined {
    const { scene, world } = this;
    const { count } = world.particles;
    const isWarm =
      scene.heat.mode === 'physical' || scene.bodies.some(({ model }) => modelNamed(model).temperatures);
    if (!isWarm || count === 0) return undefined;
    const kelvin = world.particles.temperature.view;
    let min = kelvin[0];
    let max = min;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      min = Math.min(min, kelvin[i]);
      max = Math.max(max, kelvin[i]);
      sum += kelvin[i];
    }
    return { temperature: { min, mean: sum / count, max } };
  }
}
