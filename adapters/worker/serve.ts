/** The default worker: builds the scene it is sent, steps it on request, and posts frames. */
import {
  buildScene,
  hash,
  parseScene,
  restore,
  rigidSolverFor,
  type Scene,
  type StepReport,
  sceneWarnings,
  snapshot,
  step,
  type World,
} from 'pliant';
import { buffersOf } from '../drawing/frame-drawer.ts';
import { RunReader } from '../drawing/run-reader.ts';
import { FramePoster } from './frame-poster.ts';
import { type Post, serveCalls } from './serve-calls.ts';
import { stepWithin } from './step-within.ts';
import type { WorldCalls, WorldNews } from './world-calls.ts';
import { WorldTools } from './world-tools.ts';

/** A world that was built, with its reader and tools. */
interface Open {
  readonly scene: Scene;
  readonly world: World;
  readonly reader: RunReader;
  readonly tools: WorldTools | undefined;
  readonly isShared: boolean;
}

serveCalls<WorldCalls, WorldNews>((post) => {
  const frames = new FramePoster();
  let open: Open | undefined;
  let report: StepReport | undefined;
  const opened = (): Open => {
    if (!open) throw new Error('no scene is open');
    return open;
  };
  const postFrame = (buffer?: ArrayBuffer) => postRun(opened(), frames, post, report, buffer);
  return {
    async open({ scene: input, request, shared, tools }) {
      const scene = parseScene(input);
      const world = buildScene(scene, { rigid: await rigidSolverFor(scene), clock: () => performance.now() });
      open = {
        scene,
        world,
        tools: tools ? new WorldTools(world) : undefined,
        reader: new RunReader(scene, world),
        isShared: shared,
      };
      report = undefined;
      frames.begin(request);
      postFrame();
    },
    step({ steps, budget = Number.POSITIVE_INFINITY, buffer }) {
      const { world, scene } = opened();
      const taken = stepWithin(() => step(world, scene.dt), steps, budget);
      report = taken.report;
      postFrame(buffer);
      return taken.report;
    },
    draw(request) {
      frames.request = request;
      postFrame();
    },
    use(command) {
      const { tools } = opened();
      if (!tools) throw new Error('this world has no tools. Open it with `tools: true`.');
      return tools.use(command);
    },
    snapshot: () => snapshot(opened().world),
    restore(bytes) {
      restore(opened().world, bytes);
      postFrame();
    },
    hash: () => hash(opened().world),
  };
});

/** Two frames in shared memory: the page reads one while the other is written. */
const shared: (Float32Array | undefined)[] = [undefined, undefined];

function roomFor(numbers: number, isShared: boolean, buffer: ArrayBuffer | undefined): Float32Array {
  if (isShared) {
    let room = shared.shift();
    if (!room || room.length < numbers) room = new Float32Array(new SharedArrayBuffer(4 * numbers));
    shared.push(room);
    return room.subarray(0, numbers);
  }
  const room = buffer && buffer.byteLength >= 4 * numbers ? buffer : new ArrayBuffer(4 * numbers);
  return new Float32Array(room, 0, numbers);
}

function postRun(
  { scene, world, reader, isShared }: Open,
  frames: FramePoster,
  post: Post<WorldNews>,
  report: StepReport | undefined,
  buffer: ArrayBuffer | undefined,
): void {
  const read = reader.read(roomFor(3 * world.particles.count, isShared, buffer));
  const { drawn, meshes, views } = frames.prepare(read, { world, scene, isNow: true });
  const { step: at, time, positions, free, values, info, skins } = read;
  const opened = views && {
    scene,
    info,
    skins,
    views,
    substeps: world.substeps,
    engine: world.integrator.name,
    warnings: sceneWarnings(scene).map(({ path, message }) => `${path}: ${message}`),
  };
  const frame = { step: at, time, positions, free, values, drawn, report, ...(meshes && { meshes }) };
  const own = isShared ? [] : [positions.buffer as ArrayBuffer];
  const valueBuffers = values.map((array) => array.buffer as ArrayBuffer);
  post({ ...(opened && { opened }), frame }, [...own, ...valueBuffers, ...buffersOf(drawn)]);
}
