/** Pliant: the public door. */
export { Arena, type Block } from './core/arena.ts';
export { hash } from './core/hash.ts';
export { IN_CONTACT, Particles, PINNED, ROOM_TEMPERATURE } from './core/particles.ts';
export { type Keyframe, type Pin, pinParticles } from './core/pins.ts';
export { type Fault, STAGES, type StageName, type StepReport } from './core/report.ts';
export { readSnapshot, restore, SNAPSHOT_MAGIC, SnapshotError, snapshot } from './core/snapshot.ts';
export { audit, run, step } from './core/step.ts';
export {
  type Body,
  evaluateForces,
  type Force,
  type Integrator,
  type Stage,
  World,
  type WorldOptions,
} from './core/world.ts';
export { airDamping, stepDamping } from './forces/air.ts';
export { elongationLimit } from './forces/elongation-limit.ts';
export { gravity } from './forces/gravity.ts';
export { pressure } from './forces/pressure.ts';
export { type Spring, Springs } from './forces/springs.ts';
export { type WindOptions, wind } from './forces/wind.ts';
export { createIntegrator, ENGINE_NAMES, type EngineName, type EngineOptions } from './integrators/index.ts';
export { type Stability, type StableStep, stableSteps, substepsFor } from './integrators/stability.ts';
export {
  addProvotSheet,
  type ProvotMaterial,
  type ProvotSheet,
  type ProvotSheetOptions,
} from './models/provot-sheet/index.ts';
