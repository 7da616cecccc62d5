// Written by tools/write-layouts.mjs from ../threads.ts; do not edit.

/** i32. Number of the job published last. */ export const JOB = 0;
/** i32. Threads that sleep until it changes. */ export const JOB_SLEEPERS = 4;
/** i32. Kind of the job; 0 asks threads to return from `serve`. */ export const KIND = 8;
/** i32, bytes. Offset of its parameters. */ export const PARAMETERS = 12;
/** i32. Threads that run it. */ export const THREADS = 16;
/** i32. Barriers passed. */ export const ROUND = 64;
/** i32. Threads that sleep until it changes. */ export const ROUND_SLEEPERS = 68;
/** i32. 1 if thread 0 may sleep; the main thread of a page may not. */ export const MAY_SLEEP = 128;
/** i32, ms. Time that thread 0 waits for another thread. */ export const PATIENCE = 132;
/** i32. 0: none; 1: a thread did not answer in time; 2: a thread trapped. */ export const FAILURE = 136;
/** i32, index. That thread. */ export const FAILED_THREAD = 140;
/** i32. One line a thread (threadLine). */ export const LINES = 1024;
/** Bytes of a record. */ export const BYTES = 1028;
