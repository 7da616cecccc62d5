/** Surroundings of a command: its output, clock and files. */
import type { FileSystem } from './disk.ts';
import type { Environment, Output } from './output.ts';

export interface Session {
  readonly output: Output;
  readonly env: Environment;
  /** Time of a steady clock, ms. */
  readonly clock: () => number;
  /** Processor time of this process, of all threads together, ms. */
  readonly processor: () => number;
  readonly fs: FileSystem;
}
