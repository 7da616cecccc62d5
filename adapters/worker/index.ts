/**
 * `pliant/worker`: a world that is stepped in a worker, off the page's own thread, in browsers and in Node. Frames come back in
 * buffers that are transferred, or in shared memory if the page is cross-origin isolated.
 *
 * ```ts
 * const world = await openWorkerWorld(scene);
 * const cloth = new SheetMesh(world.body('cloth')); // of pliant/three
 * // every frame
 * world.advance(seconds);
 * cloth.update();
 * ```
 */
import type { SceneInput } from 'pliant';
import { browserWorker, type HostWorker, nodeWorker } from './host-worker.ts';
import { WorkerWorld } from './worker-world.ts';

export type { DrawRequest } from '../drawing/frame-drawer.ts';
export { WorkerWorld } from './worker-world.ts';
export type { ToolCommand } from './world-tools.ts';

export interface WorkerWorldOptions {
  /** Whether positions come in shared memory; default: wherever there is any. */
  shared?: boolean;
  /** Whether the world has tools (see `use`), which are part of its snapshots and hash; default: false. */
  tools?: boolean;
  /** Time that a call may take before the worker is stopped, ms; default: 60 000. */
  patience?: number;
}

/** Starts a worker and builds the scene in it. Throws the message of the scene's schema if the scene is invalid. */
export async function openWorkerWorld(
  scene: SceneInput,
  { shared = canShare(), tools = false, patience = 60_000 }: WorkerWorldOptions = {},
): Promise<WorkerWorld> {
  if (shared && !canShare())
    throw new Error(
      'worker: shared memory is not available. Make the page cross-origin isolated, or remove `shared`.',
    );
  const world = new WorkerWorld(startWorker(), patience);
  try {
    await world.open(scene, shared, tools);
    return world;
  } catch (error) {
    world.dispose();
    throw error;
  }
}

function canShare(): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false;
}

function startWorker(): HostWorker {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (node) return nodeWorker(new node.Worker(new URL('./serve.js', import.meta.url)));
  // Written in one expression, which bundlers search for.
  return browserWorker(new Worker(new URL('./serve.js', import.meta.url), { type: 'module' }));
}
