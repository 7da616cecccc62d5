/**
 * Threads that run one kernel together over one shared memory, each in an instance of its own. Thread 0 is the
 * caller's; the others wait in `serve`. A job is an exported function of (job, thread, threads), with barriers between
 * its phases; see jobs.ts.
 *
 * Every word that a thread waits for has one writer and a line of cache to itself; the word behind it counts those who
 * sleep on it, so that nobody pays for a wake-up that nobody needs. Counters only ever go up, and wrap.
 *
 *   CONTROL +    0  number of the job published last      +   64  rounds of barriers that are over
 *           +    4  who sleep on it                       +   68  who sleep on it
 *           +    8  kind of the job; 0: leave `serve`     +  128  1: thread 0 may sleep (not so in a page's own thread)
 *           +   12  byte offset of its parameters         +  132  ms that thread 0 waits for another
 *           +   16  threads that run it                   +  136  why the threads have given up: 0 they have not,
 *                                                                 1 one was waited for in vain, 2 one trapped
 *                                                         +  140  that thread
 *   CONTROL + 1024 + 64 t    thread t: barriers it has come to; + 4 who sleep on it;
 *                            + 8 its last call to `serve`; + 12 who sleep on it
 *
 * With one thread nothing here touches the memory: an unshared one will do.
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
 * Looks before a thread goes to sleep, about 0.2 ms in all. With a tenth of it, threads that had slept once were seen to
 * stay on one core, each asleep while the other worked: a dot product took 200 µs instead of 55.
 */
const LOOKS: i32 = 200000;
/** Looks of a thread that must not sleep which count as a millisecond; they take 0.8 ms at 2.8 GHz. */
const LOOKS_A_MILLISECOND: i32 = 1000000;
const MILLISECOND: i64 = 1000000;

// @inline
function line(thread: i32): usize {
  return CONTROL + ThreadControl.LINES + <usize>thread * ThreadLine.BYTES;
}

/** Returns when all threads have come to it; what they wrote before, all read after. Traps where a job is given up. */
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

/** The part of thread 0: publishes the job, takes part, and returns when all are done. Traps where one is missing. */
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
 * The part of thread 1 and up: runs jobs from the one after number `seen` on, until it is told to leave. `call` is any
 * number that tells this call from the one before: thread 0 waits for it before it publishes.
 */
export function serve(thread: i32, call: i32, seen: i32): void {
  atomic.store<i32>(line(thread), atomic.load<i32>(ROUND));
  set(line(thread) + CALL, call);
  for (;;) {
    for (let look = 0; look < LOOKS && atomic.load<i32>(JOB) === seen; look++);
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

/** Waits until the threads from 1 to `threads` − 1 serve, having been called by `call`. Traps where one does not. */
export function gather(call: i32, threads: i32): void {
  for (let thread = 1; thread < threads; thread++) {
    if (!isSet(line(thread) + CALL, call, 0)) missing(thread);
  }
}

/** Tells the threads that serve to leave. */
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

/** Sleepers count themselves before they look again, the writer looks for them after it wrote: one sees the other. */
function set(word: usize, value: i32): void {
  atomic.store<i32>(word, value);
  if (atomic.load<i32>(word + SLEEPERS) !== 0) atomic.notify(word, -1);
}

/** Waits for a word to become `value`; false where the job is given up, or thread 0 has waited too long. */
function isSet(word: usize, value: i32, thread: i32): bool {
  for (let look = 0; look < LOOKS; look++) if (atomic.load<i32>(word) === value) return true;
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
      for (let look = 0; look < LOOKS_A_MILLISECOND && atomic.load<i32>(word) !== value; look++);
      waited++;
    }
  }
  return atomic.load<i32>(word) === value;
}
