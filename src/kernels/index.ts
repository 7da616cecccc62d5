/**
 * The compiled kernels: one WebAssembly module with 128-bit SIMD, inlined as text in `wasm.ts`
 * (written by the build from `assembly/`), so that Node, browsers and workers load it alike, without a bundler
 * setting or a fetch. It is compiled once and instantiated per memory: worlds share no state.
 *
 * All arguments are byte offsets into the memory, counts, or plain numbers. Every kernel computes in f64,
 * but for those of fields around particles, which are for the eye.
 */
import { decodeBase64 } from './base64.ts';
import { withSharedMemory } from './shared-memory.ts';
import { type Kernels, WASM_BASE64 } from './wasm.ts';

export type { Kernels };

export interface WasmMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

/** A compiled module, which can be sent to workers. */
export type WasmModule = object;

/** The part of the WebAssembly API that the engine needs; hosts declare its types in different places. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => WasmModule;
  Memory: new (options: { initial: number; maximum?: number; shared?: boolean }) => WasmMemory;
  Instance: new (module: WasmModule, imports: object) => { exports: unknown };
};

/** Modules compiled on first use; a module declares whether its memory is shared, so there are two. */
let compiled: WasmModule | undefined;
let compiledShared: WasmModule | undefined;

export function createMemory(pages: number): WasmMemory {
  return new WebAssembly.Memory({ initial: pages });
}

/** Pages of 2 GiB, the limit of the arena. */
const MOST_PAGES = 32768;

/** A shared memory is reserved up to its maximum, which small hosts refuse: then it is half as much, and so on. */
export function createSharedMemory(pages: number): WasmMemory {
  for (let maximum = MOST_PAGES; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: pages, maximum, shared: true });
    } catch (error) {
      if (maximum / 2 < 16 * pages) throw error;
    }
  }
}

export function createKernels(memory: WasmMemory): Kernels {
  return new WebAssembly.Instance(isShared(memory) ? sharedModule() : module(), { env: { memory } })
    .exports as Kernels;
}

function isShared({ buffer }: WasmMemory): boolean {
  return typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;
}

function module(): WasmModule {
  compiled ??= new WebAssembly.Module(decodeBase64(WASM_BASE64));
  return compiled;
}

/** Returns the module for instances over one shared memory. They share nothing else: kernels have no globals and no stack there. */
export function sharedModule(): WasmModule {
  compiledShared ??= new WebAssembly.Module(withSharedMemory(decodeBase64(WASM_BASE64), MOST_PAGES));
  return compiledShared;
}
