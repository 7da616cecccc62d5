/** Surroundings of a command: its output, clock and files. */
import type { FileSystem } from './disk.ts';
import type { Environment, Output } from './output.ts';

export interface Session {
  readonly output: Output;
  readonly env: Environment;
  /** ms of a steady clock. */
  readonly clock: () => number;
  /** ms of processor time that this process has taken, all threads together. */
  readonly processor: () => number;
  readonly fs: FileSystem;
}
