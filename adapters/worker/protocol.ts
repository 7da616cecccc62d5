/**
 * `pliant/worker/protocol`: the parts of a worker of your own, for programs that need more calls than `openWorkerWorld` has.
 * The studio's worker is made of these: it adds sessions, recordings and undo.
 */
export { buffersOf, DEFAULT_DRAWING, type DrawRequest, FrameDrawer } from '../drawing/frame-drawer.ts';
export { type ReadFrame, RunReader } from '../drawing/run-reader.ts';
export { WorkerConnection } from './connection.ts';
export { FramePoster } from './frame-poster.ts';
export { browserWorker } from './host-worker.ts';
export { serveCalls } from './serve-calls.ts';
export { stepWithin } from './step-within.ts';
export { STEP_BUDGET, StepsDue } from './steps-due.ts';
export type { FrameNews, OpenedRun, WorldCalls } from './world-calls.ts';
export { type ToolCommand, WorldTools } from './world-tools.ts';
