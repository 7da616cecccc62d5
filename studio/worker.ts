/** The simulation beside the page: builds a scene, steps it when asked, and posts where the particles are. */
import {
  buildScene,
  interleavePositions,
  type StepReport,
  sceneWarnings,
  step,
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
  particles: number;
}

let running: Running | undefined;

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  try {
    answer(data);
  } catch (error) {
    post({ kind: 'failed', run: data.run, message: error instanceof Error ? error.message : String(error) });
  }
});

function answer(request: Request): void {
  if (request.kind === 'open') open(request.run, request.scene);
  else if (request.kind === 'advance') advance(request);
  else post({ kind: 'hash', run: request.run, hash: runHash(request.scene, request.steps) });
}

function open(run: number, id: string): void {
  const scene = sceneById(id);
  if (!scene) throw new Error(`no scene named "${id}"`);
  const world = buildScene(scene, { clock: () => performance.now() });
  running = { world, dt: scene.dt, particles: world.particles.count };
  const positions = interleavePositions(world.particles);
  post(
    {
      kind: 'opened',
      run,
      info: trajectoryInfo(scene),
      meshes: trajectoryMeshes(world),
      substeps: world.substeps,
      engine: world.integrator.name,
      warnings: sceneWarnings(scene).map(({ path, message }) => `${path}: ${message}`),
      positions,
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
  const changed = world.particles.count !== running.particles;
  running.particles = world.particles.count;
  const meshes = changed ? trajectoryMeshes(world) : undefined;
  post({ kind: 'frame', run, report, cost, positions, meshes }, [positions.buffer]);
}

function post(message: Answer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
