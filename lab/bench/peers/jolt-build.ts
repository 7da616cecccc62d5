/**
 * Jolt's build with SIMD. Of its WebAssembly builds only those for several threads have it, and these do not start in
 * Node as they come: they wait for 16 threads, each of which finds out that it is one by `await import(…).workerData`,
 * which asks the promise and not the module, so that none ever answers. All engines here have one thread to themselves,
 * so a copy that asks for none is what we need.
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

/** The loop that starts the threads, made to start none. */
export function withoutThreads(source: string): string {
  const changed = source.replace(/for\(var (\w+)=\s*16;\1--;\)/, 'for(var $1=0;$1--;)');
  if (changed === source) throw new Error('its SIMD build starts threads in a way that is not known here');
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
