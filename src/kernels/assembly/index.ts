/** Everything the engine calls; src/kernels/index.ts is the typed door to it. */

export * from './cells';
export * from './bending';
export * from './faces';
export * from './hinges';
export { runJob } from './jobs';
export * from './membrane';
export * from './matter';
export * from './net';
export { fieldMeans, fieldSpread } from './particle-field';
export * from './solve';
export * from './springs';
export { surfaceTreeBuild, surfaceTreeRefit } from './surface-tree';
export { surfacePairs } from './surface-pairs';
export { surfaceHoldBack, surfacePasses } from './surface-hold';
export { surfaceOrder } from './surface-contacts';
export { surfacePushOut, surfaceRecall, surfaceRemember, surfaceSolve } from './surface-solve';
export { surfaceTouches } from './surface-touches';
export * from './surface-motion';
export { dismiss, gather, leadJob, serve } from './threads';
export * from './vectors';
export { clothGather, clothMeasures, clothMove, clothResidual, clothScatter, clothStretches, clothTriangles, sameRecords } from './cloth';
