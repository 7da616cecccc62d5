/**
 * Branches from a frame of an earlier run. A frame has positions only, so the run is repeated up to it, from its start or
 * from an earlier checkpoint; the same scene gives the same state, byte for byte.
 */
import { join } from 'node:path';
import { buildScene, parseScene, type RigidSolver, type Scene, snapshot, step } from 'pliant';
import type { Threads } from 'pliant/engine';
import type { FileSystem } from './disk.ts';
import { Refusal } from './failure.ts';
import { readBytes, readText } from './files.ts';
import type { Progress } from './progress.ts';
import { parseQuantities, QUANTITIES } from './quantities.ts';
import { resume } from './resume.ts';
import { CHECKPOINT, RUN, SCENE } from './run-files.ts';

export interface BranchPoint {
  /** Scene of the earlier run. */
  scene: Scene;
  folder: string;
  frame: number;
  /** Steps of the run up to the frame. */
  steps: number;
}

export function findFrame(folder: string, frame: number, fs: FileSystem): BranchPoint {
  const quantities = join(folder, QUANTITIES);
  const steps = parseQuantities(readText(quantities, undefined, fs), quantities).get('step') ?? [];
  if (frame >= steps.length)
    throw new Refusal(`--from: ${folder} has frames 0 to ${steps.length - 1}, not ${frame}`);
  const path = join(folder, SCENE);
  return {
    scene: parseScene(readText(path, undefined, fs), path),
    folder,
    frame,
    steps: steps[frame] ?? 0,
  };
}

/** The state of the earlier run at the frame, as a snapshot. */
export function stateAt(
  { scene, folder, frame, steps }: BranchPoint,
  given: { threads: Threads; rigid: RigidSolver | undefined; clock: () => number },
  progress: Progress,
  fs: FileSystem,
): Uint8Array {
  const world = buildScene(scene, given);
  const run = runOf(join(folder, RUN), fs);
  const checkpoint = join(folder, CHECKPOINT);
  if (run.steps <= steps) resume(world, readBytes(checkpoint, undefined, fs), checkpoint);
  else if (run.from !== undefined)
    throw new Refusal(
      `--from: ${folder} started from a checkpoint of another run, so its frames cannot be recomputed. Use its last state: --from ${CHECKPOINT}`,
    );
  while (world.steps < steps) {
    progress.update(world.steps / steps);
    if (step(world, scene.dt).fault)
      throw new Refusal(`--from: recomputing ${folder} failed before frame ${frame}`);
  }
  return snapshot(world);
}

/** Message about the earlier run. */
function runOf(path: string, fs: FileSystem): { steps: number; from?: unknown } {
  const text = readText(path, undefined, fs);
  try {
    const run = JSON.parse(text);
    if (Number.isInteger(run?.steps)) return run;
  } catch {}
  throw new Refusal(`${path}: is not a run summary`);
}
