/** The simulation beside the page: builds a scene, steps it when asked, and posts where the particles are. */
import {
  buildScene,
  freePlaces,
  interleavePositions,
  isSameTopology,
  rigidSolverFor,
  type StepReport,
  sceneWarnings,
  step,
  type TrajectoryMesh,
  trajectoryInfo,
  trajectoryMeshes,
  type World,
} from 'pliant';
import { sceneById } from 'pliant/scenes';
import type { Answer, Request } from './protocol.ts';
import { runHash } from './run-hash.ts';

interface Running {
  world: World;
  dt: number;
  /** The topology that the page knows. */
  meshes: TrajectoryMesh[];
}

let running: Running | undefined;
/** One request after the other: a scene with rigid bodies takes a moment to open. */
let answered = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answered = answered
    .then(() => answer(data))
    .catch((error) => {
      post({
        kind: 'failed',
        run: data.run,
        message: error instanceof Error ? error.message : String(error),
      });
    });
});

async function answer(request: Request): Promise<void> {
  if (request.kind === 'open') await open(request.run, request.scene);
  else if (request.kind === 'advance') advance(request);
  else post({ kind: 'hash', run: request.run, hash: await runHash(request.scene, request.steps) });
}

async function open(run: number, id: string): Promise<void> {
  const scene = sceneById(id);
  if (!scene) throw new Error(`no scene named "${id}"`);
  const rigid = await rigidSolverFor(scene);
  const world = buildScene(scene, { clock: () => performance.now(), rigid });
  const meshes = trajectoryMeshes(world);
  running = { world, dt: scene.dt, meshes };
  const positions = interleavePositions(world.particles);
  post(
    {
      kind: 'opened',
      run,
      info: trajectoryInfo(scene),
      meshes,
      substeps: world.substeps,
      engine: world.integrator.name,
      warnings: sceneWarnings(scene).map(({ path, message }) => `${path}: ${message}`),
      positions,
      free: Float32Array.from(freePlaces(world)),
    },
    [positions.buffer],
  );
}

function advance({ run, steps, budget, buffer }: Request & { kind: 'advance' }): void {
  if (!running) throw new Error('no scene is open');
  const { world, dt } = running;
  const start = performance.now();
  let report: StepReport;
  let done = 0;
  do {
    report = step(world, dt);
    done++;
  } while (done < steps && !report.fault && performance.now() - start < budget);
  const cost = (performance.now() - start) / done;
  const positions = interleavePositions(world.particles, buffer && new Float32Array(buffer));
  const meshes = isSameTopology(world, running.meshes) ? undefined : trajectoryMeshes(world);
  running.meshes = meshes ?? running.meshes;
  const free = Float32Array.from(freePlaces(world));
  post({ kind: 'frame', run, report, cost, positions, free, meshes }, [positions.buffer]);
}

function post(message: Answer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
