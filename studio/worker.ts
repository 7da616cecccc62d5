/** The simulation beside the page: builds a scene, steps it when asked, and posts where the particles are. */
import {
  buildScene,
  type DrawnSurface,
  freePlaces,
  interleavePositions,
  isSameTopology,
  type RecordedValue,
  readBodyValues,
  recordedValues,
  rigidSolverFor,
  type StepReport,
  sceneWarnings,
  step,
  type TrajectoryMesh,
  trajectoryInfo,
  trajectoryMeshes,
  trajectorySkins,
  type World,
} from 'pliant';
import { sceneById } from 'pliant/scenes';
import { buffersOf, MatterDrawings, type MatterStyle } from './matter-drawings.ts';
import type { Answer, Request } from './protocol.ts';
import { runHash } from './run-hash.ts';

interface Running {
  world: World;
  dt: number;
  /** The topology that the page knows. */
  meshes: TrajectoryMesh[];
  /** Of a scene with matter. */
  recorded: readonly RecordedValue[];
  drawings: MatterDrawings;
  style: MatterStyle;
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
  if (request.kind === 'open') await open(request);
  else if (request.kind === 'advance') advance(request);
  else if (request.kind === 'draw') redraw(request);
  else post({ kind: 'hash', run: request.run, hash: await runHash(request.scene, request.steps) });
}

async function open({ run, scene: id, style }: Request & { kind: 'open' }): Promise<void> {
  const scene = sceneById(id);
  if (!scene) throw new Error(`no scene named "${id}"`);
  const rigid = await rigidSolverFor(scene);
  const world = buildScene(scene, { clock: () => performance.now(), rigid });
  const meshes = trajectoryMeshes(world);
  const info = trajectoryInfo(scene, { world });
  const skins = trajectorySkins(world);
  const drawings = new MatterDrawings(info, skins);
  const recorded = drawings.isEmpty ? [] : recordedValues(world);
  running = { world, dt: scene.dt, meshes, recorded, drawings, style };
  const positions = interleavePositions(world.particles);
  const matter = matterOf(running, positions);
  post(
    {
      kind: 'opened',
      run,
      info,
      meshes,
      skins,
      ...matter,
      substeps: world.substeps,
      engine: world.integrator.name,
      warnings: sceneWarnings(scene).map(({ path, message }) => `${path}: ${message}`),
      positions,
      free: Float32Array.from(freePlaces(world)),
    },
    [positions.buffer, ...buffersOf(matter.drawn)],
  );
}

/** What the page needs of matter, as it is now. */
function matterOf({ world, meshes, recorded, drawings, style }: Running, positions: Float32Array) {
  const values = readBodyValues(world, recorded);
  const drawn: DrawnSurface[] = drawings.isEmpty ? [] : drawings.draw({ positions, meshes, values }, style);
  return { values, drawn };
}

function redraw({ run, style }: Request & { kind: 'draw' }): void {
  if (!running) return;
  running.style = style;
  const { drawn } = matterOf(running, interleavePositions(running.world.particles));
  post({ kind: 'drawn', run, style, drawn }, buffersOf(drawn));
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
  const matter = matterOf(running, positions);
  const transfer = [positions.buffer, ...buffersOf(matter.drawn)];
  post({ kind: 'frame', run, report, cost, positions, free, meshes, ...matter }, transfer);
}

function post(message: Answer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
