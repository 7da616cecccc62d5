/** Pliant: the public door. */
export { loadRapier, RapierMissingError, type RigidSolver } from './contact/index.ts';
export type { Body } from './core/body.ts';
export { type GrabOptions, type Grip, Hand, type HandOptions, type Point } from './core/grab.ts';
export { hash } from './core/hash.ts';
export { pinAt, unpinAt } from './core/pins.ts';
export { type Fault, PHASES, type Phase, type StepReport } from './core/report.ts';
export { restore, SnapshotError, snapshot } from './core/snapshot.ts';
export { run, step } from './core/step.ts';
export { World } from './core/world.ts';
export { ENGINE_NAMES, type EngineName } from './integrators/index.ts';
export { type MaterialName, materialNames, materialPresets } from './materials/presets.ts';

export { type BuildOptions, buildScene, rigidSolverFor } from './scene/build.ts';
export { sceneWarnings } from './scene/check.ts';
export { checkExpectations, factsAfterStep, type RunFacts, type StepFacts } from './scene/expect.ts';
export { type SceneFiles, sceneFromFiles } from './scene/from-files.ts';
export { meshFilesOf, withMeshes } from './scene/mesh-files.ts';
export { type JsonSchema, type Parameter, sceneJsonSchema, sceneParameters } from './scene/parameter-rows.ts';
export { defineScene, type Scene, type SceneInput } from './scene/parameters.ts';
export { parseScene } from './scene/parse.ts';

export { SceneError } from './scene/problems.ts';
export { applySettings } from './scene/settings.ts';

export type { Problem } from './schema/problem.ts';
export { type PinTarget, SimulatedBody } from './simulation/body.ts';
export type { BodyShape } from './simulation/body-reader.ts';
export { type PoseChange, SimulatedCollider, SimulatedRigidBody } from './simulation/collider.ts';
export type {
  ClothOptions,
  ColliderOptions,
  ColliderShape,
  MatterOptions,
  RigidBodyOptions,
  SheetOptions,
} from './simulation/options.ts';
export {
  type SimulatedThing,
  Simulation,
  type SimulationEvents,
  type SimulationOptions,
} from './simulation.ts';
