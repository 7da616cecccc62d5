/** Words by which threads communicate, and parameters of their jobs: src/kernels/threads.ts and kernels/assembly/threads.ts. */
import type { Layout } from './layout.ts';

/** Words of all threads. Each word that threads wait for has a line of cache of its own. */
export const threadControl: Layout = {
  JOB: 'i32. Number of the job published last.',
  JOB_SLEEPERS: 'i32. Threads that sleep until it changes.',
  KIND: 'i32. Kind of the job; 0 asks threads to return from `serve`.',
  PARAMETERS: 'i32, bytes. Offset of its parameters.',
  THREADS: 'i32. Threads that run it.',
  _unused: 'i32[11].',
  ROUND: 'i32. Barriers passed.',
  ROUND_SLEEPERS: 'i32. Threads that sleep until it changes.',
  _unused2: 'i32[14].',
  MAY_SLEEP: 'i32. 1 if thread 0 may sleep; the main thread of a page may not.',
  PATIENCE: 'i32, ms. Time that thread 0 waits for another thread.',
  FAILURE: 'i32. 0: none; 1: a thread did not answer in time; 2: a thread trapped.',
  FAILED_THREAD: 'i32, index. That thread.',
  _unused3: 'i32[220].',
  LINES: 'i32. One line a thread (threadLine).',
};

/** Words of one thread. */
export const threadLine: Layout = {
  ROUND: 'i32. Barriers that the thread has reached.',
  ROUND_SLEEPERS: 'i32. Threads that sleep until it changes.',
  CALL: 'i32. Last call of `serve` that the thread has answered.',
  CALL_SLEEPERS: 'i32. Threads that sleep until it changes.',
  _unused: 'i32[12].',
};

/** Parameters of the dot product on several threads. */
export const dotJob: Layout = {
  A: 'u32, bytes. First vector (f64).',
  B: 'u32, bytes. Second vector (f64).',
  LENGTH: 'i32. Length of the vectors; even.',
  OUT: 'u32, bytes. Result (f64).',
  SUMS: 'u32, bytes. Space for one f64 a block of 1024 numbers.',
  TIMES: 'i32. Repetitions, each with two barriers.',
};

/** The beginning of every memory, before the blocks of the arena. */
export const lowMemory: Layout = {
  CONSTANTS: 'f64[1472]. Constants of the kernels, which every new thread writes again.',
  SCRATCH: 'f64[64]. Space of kernels that run on one thread.',
  THREADS: 'f64[512]. Words of threads (threadControl).',
};
