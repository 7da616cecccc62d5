/**
 * Threads that run one kernel together over one shared memory, each in its own instance. Thread 0 is the caller's; the
 * others wait in `serve`. A job is an exported function of (job, thread, threads), with barriers between its phases; see
 * jobs.ts.
 *
 * Every word that threads wait for has one writer and its own cache line; the word behind it counts the threads that sleep
 * on it, so that wake-ups are sent only if needed. Counters increase and wrap.
 *
 * layouts/threads.ts has the words. With one thread nothing here accesses the memory, which need not be shared then.
 */
import * as LowMemory from '../../layouts/generated/low-memory';
import * as ThreadControl from '../../layouts/generated/thread-control';
import * as ThreadLine from '../../layouts/generated/thread-line';
import { runJob } from './jobs';

const CONTROL: usize = LowMemory.THREADS;
const JOB: usize = CONTROL + ThreadControl.JOB;
const KIND: usize = CONTROL + ThreadControl.KIND;
const PARAMETERS: usize = CONTROL + ThreadControl.PARAMETERS;
const THREADS: usize = CONTROL + ThreadControl.THREADS;
const ROUND: usize = CONTROL + ThreadControl.ROUND;
const MAY_SLEEP: usize = CONTROL + ThreadControl.MAY_SLEEP;
const PATIENCE: usize = CONTROL + ThreadControl.PATIENCE;
const FAILURE: usize = CONTROL + ThreadControl.FAILURE;
const FAILED_THREAD: usize = CONTROL + ThreadControl.FAILED_THREAD;
/** Bytes from a word that threads wait for to the count of those that sleep on it. */
const SLEEPERS: usize = ThreadLine.ROUND_SLEEPERS - ThreadLine.ROUND;
const CALL: usize = ThreadLine.CALL;
const SILENT: i32 = 1;

/**
 * Spins before a thread sleeps, about 0.2 ms in all. With a tenth of it, threads that had slept once stayed on one core, each
 * asleep while the other worked: a dot product took 200 µs instead of 55.
 */
const SPINS: i32 = 200000;
/** Spins that count as a millisecond for a thread that must not sleep; they take 0.8 ms at 2.8 GHz. */
const SPINS_A_MILLISECOND: i32 = 1000000;
const MILLISECOND: i64 = 1000000;

// @inline
function line(thread: i32): usize {
  return CONTROL + ThreadControl.LINES + <usize>thread * ThreadLine.BYTES;
}

/** Returns when all threads have arrived; writes before it are visible after it. Traps if the job has failed. */
export function barrier(thread: i32, threads: i32): void {
  if (threads === 1) return;
  if (thread === 0) {
    const round = atomic.load<i32>(ROUND) + 1;
    collect(round, threads);
    set(ROUND, round);
  } else {
    const round = arrive(thread);
    until(ROUND, round, thread);
  }
}

/** Runs a job as thread 0: publishes it, takes part, and returns when all threads are done. Traps if one does not answer. */
export function leadJob(kind: i32, job: usize, threads: i32): void {
  atomic.store<i32>(KIND, kind);
  atomic.store<i32>(PARAMETERS, <i32>job);
  atomic.store<i32>(THREADS, threads);
  set(JOB, atomic.load<i32>(JOB) + 1);
  runJob(kind, job, 0, threads);
  const round = atomic.load<i32>(ROUND) + 1;
  collect(round, threads);
  atomic.store<i32>(ROUND, round);
}

/**
 * Runs jobs as thread 1 and up, from the one after number `seen` on, until it is dismissed. `call` is any number that
 * differs from that of the call before: thread 0 waits for it before it publishes.
 */
export function serve(thread: i32, call: i32, seen: i32): void {
  atomic.store<i32>(line(thread), atomic.load<i32>(ROUND));
  set(line(thread) + CALL, call);
  for (;;) {
    for (let spin = 0; spin < SPINS && atomic.load<i32>(JOB) === seen; spin++);
    while (atomic.load<i32>(JOB) === seen) {
      atomic.add<i32>(JOB + SLEEPERS, 1);
      atomic.wait<i32>(JOB, seen, -1);
      atomic.sub<i32>(JOB + SLEEPERS, 1);
    }
    seen = atomic.load<i32>(JOB);
    const kind = atomic.load<i32>(KIND);
    if (kind === 0) return;
    runJob(kind, <usize>atomic.load<i32>(PARAMETERS), thread, atomic.load<i32>(THREADS));
    arrive(thread);
  }
}

/** Waits until the threads from 1 to `threads` − 1 serve the call `call`. Traps if one does not. */
export function gather(call: i32, threads: i32): void {
  for (let thread = 1; thread < threads; thread++) {
    if (!isSet(line(thread) + CALL, call, 0)) missing(thread);
  }
}

/** Lets the threads return from `serve`. */
export function dismiss(): void {
  atomic.store<i32>(KIND, 0);
  set(JOB, atomic.load<i32>(JOB) + 1);
}

function arrive(thread: i32): i32 {
  const round = atomic.load<i32>(line(thread)) + 1;
  set(line(thread), round);
  return round;
}

function collect(round: i32, threads: i32): void {
  for (let thread = 1; thread < threads; thread++) {
    if (!isSet(line(thread), round, 0)) missing(thread);
  }
}

function until(word: usize, value: i32, thread: i32): void {
  if (!isSet(word, value, thread)) unreachable();
}

function missing(thread: i32): void {
  if (atomic.load<i32>(FAILURE) === 0) {
    atomic.store<i32>(FAILED_THREAD, thread);
    atomic.store<i32>(FAILURE, SILENT);
  }
  unreachable();
}

/** Sets a word and wakes its sleepers. They count themselves before they read it again, so that none is missed. */
function set(word: usize, value: i32): void {
  atomic.store<i32>(word, value);
  if (atomic.load<i32>(word + SLEEPERS) !== 0) atomic.notify(word, -1);
}

/** Waits for a word to become `value`. Returns false if the job has failed, or if thread 0 has waited too long. */
function isSet(word: usize, value: i32, thread: i32): bool {
  for (let spin = 0; spin < SPINS; spin++) if (atomic.load<i32>(word) === value) return true;
  const maySleep = thread !== 0 || atomic.load<i32>(MAY_SLEEP) !== 0;
  const patience = thread !== 0 ? i32.MAX_VALUE : atomic.load<i32>(PATIENCE);
  for (let waited = 0; waited < patience; ) {
    const now = atomic.load<i32>(word);
    if (now === value) return true;
    if (atomic.load<i32>(FAILURE) !== 0) return false;
    if (maySleep) {
      atomic.add<i32>(word + SLEEPERS, 1);
      if (atomic.wait<i32>(word, now, MILLISECOND) === AtomicWaitResult.TIMED_OUT && thread === 0) waited++;
      atomic.sub<i32>(word + SLEEPERS, 1);
    } else {
      for (let spin = 0; spin < SPINS_A_MILLISECOND && atomic.load<i32>(word) !== value; spin++);
      waited++;
    }
  }
  return atomic.load<i32>(word) === value;
}
