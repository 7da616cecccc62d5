/** Memory in which kernels of surfaces work, shared by all computations: the results of one are valid until the next. */
import { createKernels, createMemory, type Kernels, type WasmMemory } from '../kernels/index.ts';

/** Constants of the kernels lie below. */
const FIRST_BYTE = 16384;
const PAGE = 65536;

let shared: { memory: WasmMemory; kernels: Kernels } | undefined;

/** Addresses of the arrays of one computation. */
export class Workspace {
  #bytes = FIRST_BYTE;

  /** Returns the address of so many bytes, a multiple of 16. */
  reserve(bytes: number): number {
    const at = this.#bytes;
    this.#bytes += 16 * Math.ceil(bytes / 16);
    return at;
  }

  /** Provides the memory, after everything is reserved. `purpose` starts the error if the host has too little. */
  open(purpose: string): { memory: WasmMemory; kernels: Kernels } {
    if (!shared) {
      const memory = createMemory(16);
      shared = { memory, kernels: createKernels(memory) };
    }
    const missing = this.#bytes - shared.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        shared.memory.grow(Math.ceil(missing / PAGE));
      } catch {
        throw new RangeError(`${purpose} would need ${this.#bytes} bytes, which the host refused`);
      }
    }
    return shared;
  }
}
