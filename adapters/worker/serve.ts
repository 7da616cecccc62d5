/** The worker's side: builds the scene it is sent, steps it when asked, answers with where particles are. */
import {
  buildScene,
  hash,
  parseScene,
  restore,
  rigidSolverFor,
  type StepReport,
  snapshot,
  step,
  type World,
} from 'pliant';
import { isSameTopology, type TrajectoryMesh, trajectoryMeshes } from 'pliant/formats';
import type { Answer, FrameMessage, Request } from './protocol.ts';

interface Port {
  post(answer: Answer, transfer: ArrayBuffer[]): void;
  listen(each: (request: Request) => void): void;
}

let world: World | undefined;
let dt = 0;
let shared = false;
let meshes: TrajectoryMesh[] = [];
let kept: Float32Array | undefined;

const port = portOf();
/** One request after the other: a scene with rigid bodies takes a moment to open. */
let answered = Promise.resolve();
port.listen((request) => {
  answered = answered
    .then(() => answer(request))
    .catch((error) =>
      port.post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }, []),
    );
});

async function answer(request: Request): Promise<void> {
  if (request.kind === 'open') {
    const scene = parseScene(request.scene);
    world = buildScene(scene, { rigid: await rigidSolverFor(scene), clock: () => performance.now() });
    ({ dt } = scene);
    ({ shared } = request);
    meshes = [];
    return postFrame(world);
  }
  if (!world) throw new Error('no scene is open');
  if (request.kind === 'hash') return port.post({ kind: 'hash', hash: hash(world) }, []);
  if (request.kind === 'snapshot') {
    const bytes = snapshot(world);
    return port.post({ kind: 'bytes', bytes }, [bytes.buffer]);
  }
  if (request.kind === 'restore') {
    restore(world, request.bytes);
    return postFrame(world, request.buffer);
  }
  let report: StepReport | undefined;
  for (let i = 0; i < request.steps && !report?.fault; i++) report = step(world, dt);
  postFrame(world, request.buffer, report);
}

function postFrame(from: World, buffer?: ArrayBuffer, report?: StepReport): void {
  const { particles } = from;
  const numbers = roomFor(4 * particles.count, buffer);
  const { x, y, z, count } = particles;
  for (let i = 0; i < count; i++) {
    numbers[3 * i] = x[i];
    numbers[3 * i + 1] = y[i];
    numbers[3 * i + 2] = z[i];
  }
  numbers.set(particles.temperature.view.subarray(0, count), 3 * count);
  const frame: FrameMessage = {
    kind: 'frame',
    time: from.time,
    steps: from.steps,
    numbers,
    particles: count,
    dt,
    ...(report && { report }),
  };
  if (meshes.length !== from.bodies.length || !isSameTopology(from, meshes)) {
    meshes = trajectoryMeshes(from);
    frame.bodies = meshes.map((mesh, i) => {
      const { name, model, matter } = from.bodies[i];
      return {
        name,
        model,
        first: mesh.first,
        count: mesh.particles,
        triangles: mesh.triangles,
        ...(mesh.places && { places: mesh.places.uv }),
        ...(matter && { matter: { spacing: matter.spacing, dimension: matter.dimension } }),
      };
    });
  }
  port.post(frame, shared ? [] : [numbers.buffer as ArrayBuffer]);
}

/** Shared memory is kept; else the buffer that came back is used again where it is large enough. */
function roomFor(numbers: number, buffer: ArrayBuffer | undefined): Float32Array {
  if (shared) {
    if (!kept || kept.length < numbers) kept = new Float32Array(new SharedArrayBuffer(4 * numbers));
    return kept;
  }
  const room = buffer && buffer.byteLength >= 4 * numbers ? buffer : new ArrayBuffer(4 * numbers);
  return new Float32Array(room);
}

function portOf(): Port {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads')?.parentPort;
  if (node)
    return {
      post: (answer, transfer) => node.postMessage(answer, transfer),
      listen: (each) => void node.on('message', each),
    };
  const page = globalThis as unknown as Worker;
  return {
    post: (answer, transfer) => page.postMessage(answer, transfer),
    listen: (each) => page.addEventListener('message', ({ data }) => each(data)),
  };
}
