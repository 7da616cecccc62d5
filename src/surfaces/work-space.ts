/** Memory that kernels of surfaces work in, one computation after another: what one leaves there is good until the next. */
import { createKernels, createMemory, type Kernels, type WasmMemory } from '../kernels/index.ts';

/** Below are constants of the kernels. */
const FIRST_BYTE = 16384;
const PAGE = 65536;

let work: { memory: WasmMemory; kernels: Kernels } | undefined;

/** Places of what one computation needs, one after another. */
export class WorkRoom {
  #bytes = FIRST_BYTE;

  /** Where so many bytes are, from a multiple of 16 on. */
  take(bytes: number): number {
    const at = this.#bytes;
    this.#bytes += 16 * Math.ceil(bytes / 16);
    return at;
  }

  /** When all is taken. `what` names what the host has no memory for. */
  open(what: string): { memory: WasmMemory; kernels: Kernels } {
    if (!work) {
      const memory = createMemory(16);
      work = { memory, kernels: createKernels(memory) };
    }
    const missing = this.#bytes - work.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        work.memory.grow(Math.ceil(missing / PAGE));
      } catch {
        throw new RangeError(`${what} would need ${this.#bytes} bytes, which the host refused`);
      }
    }
    return work;
  }
}
