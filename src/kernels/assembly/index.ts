/** All kernels that the engine calls. The build writes their types into ../wasm.ts. */

export {
  clothDifference,
  clothGather,
  clothInertia,
  clothMove,
  clothResidual,
  clothScatter,
} from './cloth/cloth';
export { clothHingeRecords, clothTriangleRecords } from './cloth/elements';
export { clothErrors, clothMarkedEdges } from './cloth/errors';
export { clothStartAngles } from './cloth/hinges';
export * from './cloth/membrane';
export { clothLevels, clothPasses, clothPassParents } from './cloth/passes';
export * from './cloth/solve';
export { clothBorder, clothEdges, clothStructure } from './cloth/structure';
export { systemEnd } from './cloth/system';
export * from './fields/cells';
export * from './fields/faces';
export { fieldMeans, fieldSides, fieldSpread } from './fields/particle-field';
export { carryMeans } from './fields/particle-means';
export * from './fields/vectors';
export { runJob } from './jobs';
export { matterDensity } from './matter/density';
export { matterDock } from './matter/docking';
export { matterEdges, matterHarden } from './matter/edges';
export { matterElastic } from './matter/elastic';
export { matterBase, matterForces, matterPressure } from './matter/fluid';
export { matterSort } from './matter/grid';
export { matterHeat } from './matter/heat';
export { matterLattice } from './matter/lattice';
export { matterStrayed } from './matter/list-validity';
export { matterAdvance, matterClear, matterDamp, matterGather, matterLabel } from './matter/motion';
export { matterNeighbours, matterSift } from './matter/pairs';
export { matterPhases } from './matter/phases';
export { matterCandidates, matterPush, matterPushes, matterTouching } from './matter/pushes';
export { matterJoin, matterSettle } from './matter/settle';
export { matterSolve } from './matter/solve';
export { matterRelease, matterRub, matterSolveBegin } from './matter/supports';
export { matterStop, matterWallPush, matterWalls } from './matter/walls';
export * from './springs/bending';
export * from './springs/irregular-springs';
export * from './springs/spring-rheology';
export * from './springs/springs';
export { surfaceFeatures, surfaceHeights, surfaceTriangles } from './surface/features';
export { surfaceHoldBack, surfacePasses } from './surface/hold';
export * from './surface/motion';
export { surfaceUnblock } from './surface/near';
export { surfaceOrder } from './surface/order';
export {
  surfaceAdvance,
  surfaceClearStrayed,
  surfaceDropStrayed,
  surfaceMarkStrayed,
  surfacePredict,
} from './surface/predicted-motion';
export { surfacePushOut, surfaceRecall, surfaceRelax, surfaceRemember, surfaceSolve } from './surface/solve';
export {
  contactNear,
  contactTermsAssemble,
  contactTermsEnd,
  contactTermsEnergy,
  contactTermsPress,
} from './surface/terms';
export { surfaceTouches } from './surface/touches';
export { surfaceNodeBoxes, surfaceTreeBuild, surfaceWithin } from './surface/tree';
export { dismiss, gather, leadJob, serve } from './threads';
