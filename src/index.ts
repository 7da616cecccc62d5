/** Pliant: the public door. */
export { loadRapier, RapierMissingError, type RigidSolver, type ShapeSpec } from './contact/index.ts';
export type { Body } from './core/body.ts';
export { type GrabOptions, type Grip, Hand, type HandOptions, type Point } from './core/grab.ts';
export { hash } from './core/hash.ts';
export { type Keyframe, type Pin, pinAt, pinParticles, unpinAt } from './core/pins.ts';
export {
  type ContactReport,
  type Fault,
  type MatterFigures,
  PHASES,
  type Phase,
  type RefinementReport,
  type StepReport,
} from './core/report.ts';
export { readSnapshot, restore, SnapshotError, snapshot } from './core/snapshot.ts';
export { audit, run, step } from './core/step.ts';
export { World } from './core/world.ts';
export { ENGINE_NAMES, type EngineName } from './integrators/index.ts';
export {
  type Material,
  type MaterialName,
  materialNames,
  materialPresets,
  resolveMaterial,
} from './materials/presets.ts';
export { sheetFileOf } from './models/layered-sheet/sheet-file/sheet-file.ts';
export { type BuildOptions, buildScene, rigidSolverFor } from './scene/build.ts';
export { sceneWarnings } from './scene/check.ts';
export { checkExpectations, type RunFacts } from './scene/expect.ts';
export { type SceneFiles, sceneFromFiles } from './scene/from-files.ts';
export { meshFilesOf, withMeshes } from './scene/mesh-files.ts';
export { type JsonSchema, type Parameter, sceneJsonSchema, sceneParameters } from './scene/parameter-rows.ts';
export { defineScene, type Scene, type SceneInput } from './scene/parameters.ts';
export { parseScene } from './scene/parse.ts';
export { type FileHeater, polyhedraHeaters, polyhedraShapes } from './scene/polyhedra-shapes.ts';
export { SceneError } from './scene/problems.ts';
export { applySettings, presetNumbers, withValue } from './scene/settings.ts';
export { LIMITS as sceneLimits } from './schema/limits.ts';
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
