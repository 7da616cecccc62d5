/**
 * Jolt's build with SIMD. Of its WebAssembly builds only those for several threads have it, and these do not start in
 * Node as they come: a thread finds out that it is one by `await import(…).workerData`, which asks the promise and not
 * the module, so that the library waits for its threads for ever. A copy with the two brackets that are missing starts.
 * It is told to use no thread but ours.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type Jolt from 'jolt-physics';
import { silent } from './peer.ts';

type Library = typeof Jolt;

const FILE = 'jolt-physics.multithread.wasm-compat.js'; // threads ask for it by this name
const ASKS_THE_PROMISE = 'await import("node:worker_threads").workerData';
const ASKS_THE_MODULE = '(await import("node:worker_threads")).workerData';
/** ms; it took 6 s at a load of 8. */
const PATIENCE = 60_000;

let library: Promise<Library> | undefined;

export function loadJolt(): Promise<Library> {
  library ??= load();
  return library;
}

/** Versions without the fault are taken as they are. */
export function mended(source: string): string {
  return source.replace(ASKS_THE_PROMISE, ASKS_THE_MODULE);
}

async function load(): Promise<Library> {
  const path = createRequire(import.meta.url).resolve('jolt-physics/wasm-compat-multithread');
  const folder = mkdtempSync(join(tmpdir(), 'pliant-jolt-'));
  let timer: NodeJS.Timeout | undefined;
  try {
    writeFileSync(join(folder, FILE), mended(readFileSync(path, 'utf8')));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const { default: init } = (await import(pathToFileURL(join(folder, FILE)).href)) as {
      default: (options: object) => Promise<Library>;
    };
    // The timer also keeps Node awake: the threads alone do not.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the threads of its SIMD build did not start')), PATIENCE);
    });
    return await Promise.race([init({ ...silent }), late]);
  } finally {
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  }
}
