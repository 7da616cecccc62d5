/**
 * Jolt's SIMD build. Of its WebAssembly builds only the multi-threaded ones have SIMD, and these do not start in Node as
 * published: they wait for 16 threads, each of which checks whether it is one by `await import(…).workerData`, which reads
 * the promise and not the module, so that none ever answers. All engines here run on one thread, so a copy that starts
 * no threads is enough.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type Jolt from 'jolt-physics';
import { silent } from './peer.ts';

type Library = typeof Jolt;

let library: Promise<Library> | undefined;

export function loadJolt(): Promise<Library> {
  library ??= load();
  return library;
}

/** Changes the loop that starts the threads to start none. */
export function withoutThreads(source: string): string {
  const changed = source.replace(/for\(var (\w+)=\s*16;\1--;\)/, 'for(var $1=0;$1--;)');
  if (changed === source)
    throw new Error('the SIMD build of Jolt starts its threads in an unknown way; update jolt-build.ts');
  return changed;
}

async function load(): Promise<Library> {
  const path = createRequire(import.meta.url).resolve('jolt-physics/wasm-compat-multithread');
  const folder = mkdtempSync(join(tmpdir(), 'pliant-jolt-'));
  try {
    const file = join(folder, 'jolt.mjs');
    writeFileSync(file, withoutThreads(readFileSync(path, 'utf8')));
    const { default: init } = (await import(pathToFileURL(file).href)) as {
      default: (options: object) => Promise<Library>;
    };
    return await init({ ...silent });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
