/** Pliant: the public door. */
export {
  addBall,
  addRigidBodies,
  addTies,
  type Ball,
  type BallCollider,
  type BallSpec,
  type Bonds,
  bonds,
  type Collider,
  type ColliderKeyframe,
  type ColliderPath,
  type ColliderSpec,
  type ContactBody,
  type ContactStage,
  type Crossed,
  contactStage,
  createCollider,
  createShape,
  crossedSheets,
  crossedSurfaces,
  crossingWarning,
  freePlaces,
  loadRapier,
  type MassProperties,
  type MeshMotion,
  MovingMesh,
  massProperties,
  type Penetration,
  penetrations,
  RapierMissingError,
  RigidBodies,
  type RigidBodySpec,
  type RigidCollider,
  type RigidOptions,
  type RigidSolver,
  type Rotation,
  rigidBodiesOf,
  type Shape,
  type ShapeKind,
  type ShapeSpec,
  type StickSpec,
  type Stuck,
  type SurfaceBody,
  SurfaceContact,
  type SurfaceContactOptions,
  type Tie,
  Ties,
  type Vector,
  type WeldOptions,
} from './contact/index.ts';
export { Track } from './contact/track.ts';
export type { Jet } from './core/air-jet.ts';
export { Arena, type Block, type BlockKind, type BlockRole } from './core/arena.ts';
export {
  type Body,
  type BodySkin,
  type BodyValue,
  levelsInUse,
  type MatterGrain,
  type Refining,
  type StrainSum,
  type ValueArray,
  type ValueKind,
} from './core/body.ts';
export { evaluateForces, type Force } from './core/force.ts';
export { type GrabOptions, type Grip, Hand, type HandOptions, type Point } from './core/grab.ts';
export { hash } from './core/hash.ts';
export type { Integrator } from './core/integrator.ts';
export { Blade, type Cutting, Knife } from './core/knife.ts';
export { graft } from './core/merge-state.ts';
export { HELD, IN_CONTACT, LOOSE, Particles, PINNED, PLACED, ROOM_TEMPERATURE } from './core/particles.ts';
export { type Keyframe, type Pin, type PinPlace, pinAt, pinParticles, unpinAt } from './core/pins.ts';
export {
  type BodyQuantity,
  type ElementLines,
  QUANTITY_KINDS,
  type Quantity,
  type QuantityKind,
  quantities,
  type RangeRule,
  readQuantity,
} from './core/quantities.ts';
export type { RefinementMap } from './core/refinement-map.ts';
export {
  type ContactReport,
  type Fault,
  type MatterFigures,
  type Refinement,
  STAGES,
  type StageName,
  type StepReport,
} from './core/report.ts';
export type { Stage } from './core/schedule.ts';
export { readSnapshot, restore, SNAPSHOT_MAGIC, SnapshotError, snapshot } from './core/snapshot.ts';
export { audit, run, step } from './core/step.ts';
export type { ThicknessMap } from './core/thickness.ts';
export type { ToolAnswer } from './core/tool-answer.ts';
export { World, type WorldOptions } from './core/world.ts';
export { airDamping, stepDamping } from './forces/air.ts';
export { Blower, type BlowerAim, type BlowerOptions } from './forces/blower.ts';
export { elongationLimit } from './forces/elongation-limit.ts';
export { gravity } from './forces/gravity.ts';
export { type Grid, type GridBendingOptions, gridBending } from './forces/grid-bending.ts';
export { Membrane, type MembraneLaw, type MembraneOptions } from './forces/membrane.ts';
export { Plasticity, type PlasticityOptions, plasticity } from './forces/plasticity.ts';
export { cellPressure, pressure } from './forces/pressure.ts';
export { type Spring, Springs } from './forces/springs.ts';
export { Tearing, type TearingOptions, tearing } from './forces/tearing.ts';
export {
  VISCOELASTIC_MODELS,
  type ViscoelasticModel,
  type ViscoelasticOptions,
  ViscousFlow,
  viscoelastic,
} from './forces/viscoelastic.ts';
export { type WindOptions, wind } from './forces/wind.ts';
export {
  areaVector,
  type Blocked,
  createHeater,
  discPolygon,
  HEAT_INTERVAL,
  type HeatBalance,
  type HeatBody,
  HeatExchange,
  type Heater,
  type HeaterOptions,
  type HeatFace,
  HeatGun,
  type HeatGunAim,
  type HeatLink,
  type HeatOptions,
  type HotBody,
  heatBalance,
  type Polygon,
  rectanglePolygon,
  STEFAN_BOLTZMANN,
  type TemperatureKeyframe,
  temperatureAt,
  ViewFactor,
} from './heat/index.ts';
export { shadowOf } from './heat/occlusion.ts';
export {
  createIntegrator,
  ENGINE_NAMES,
  type EngineName,
  type EngineOptions,
  IMPLICIT_ENGINE_NAMES,
  type ImplicitEngineName,
  isImplicit,
} from './integrators/index.ts';
export { type Stability, type StableStep, stableSteps, substepsFor } from './integrators/stability.ts';
export {
  JOBS,
  MOST_THREADS,
  SERVE,
  type ThreadCall,
  Threads,
  type ThreadsOptions,
  type ThreadWorker,
} from './kernels/threads.ts';
export { fromKawabata, type KawabataFigures, type KawabataTensile } from './materials/kawabata.ts';
export {
  type Material,
  type MaterialName,
  type MaterialPreset,
  materialNames,
  materialOfThickness,
  materialPresets,
  resolveMaterial,
  thermalOf,
} from './materials/presets.ts';
export {
  checkThermal,
  modulusFactor,
  REFERENCE_TEMPERATURE,
  relaxationRate,
  relaxationTime,
  type ThermalCurves,
  type ThermalMaterial,
  thermalCurves,
  transitionShare,
} from './materials/thermal.ts';
export { type WovenName, wovenFigures, wovenNames } from './materials/woven.ts';
export { random, seedRandom } from './math/random.ts';
export type { CreaseOptions } from './models/adaptive-cloth/crease.ts';
export type { ClothMaterial } from './models/adaptive-cloth/energy.ts';
export {
  type AdaptiveCloth,
  type AdaptiveClothOptions,
  addAdaptiveCloth,
  type ClothRectangle,
} from './models/adaptive-cloth/index.ts';
export type { MeshSource } from './models/adaptive-cloth/mesh-import.ts';
export type { SeamOptions } from './models/adaptive-cloth/seams.ts';
export {
  type AdaptiveGrid,
  type AdaptiveGridMaterial,
  type AdaptiveGridOptions,
  addAdaptiveGrid,
  DEEPEST_LEVEL,
  SCALINGS,
  type Scaling,
} from './models/adaptive-grid/index.ts';
export type { GridPin } from './models/adaptive-grid/pins.ts';
export { ColliderHeat, type HotCollider } from './models/lattice-matter/collider-heat.ts';
export { fillShape, type MatterShape, shapeVolume } from './models/lattice-matter/fill.ts';
export { MATTER_PASSES, MATTER_WAY, MatterImpacts } from './models/lattice-matter/impacts.ts';
export {
  addLatticeMatter,
  bondStiffness,
  type Dimension,
  LatticeMatter,
  type LatticeMatterOptions,
  type LatticeSolver,
  type MatterLattice,
  type MatterLimits,
  type MatterMaterial,
  type MatterObject,
  type MatterSkin,
  matterLattice,
  matterLimits,
} from './models/lattice-matter/index.ts';
export { type MatterStep, matterStep } from './models/lattice-matter/longest-step.ts';
export { FLUID, type MatterPieces, matterPieces } from './models/lattice-matter/pieces.ts';
export { keepInPlane } from './models/lattice-matter/plane.ts';
export { SheetHeat, type WarmedSheet } from './models/lattice-matter/sheet-heat.ts';
export { type MatterStrain, matterStrain } from './models/lattice-matter/strain.ts';
export { matterFigures } from './models/lattice-matter/summary.ts';
export { calibrate, type SheetModuli, type StiffnessRule } from './models/layered-sheet/calibrate.ts';
export {
  cantileverRigidity,
  clampedSpacings,
  freeEnd,
  isClamped,
} from './models/layered-sheet/cantilever.ts';
export {
  addLayeredSheet,
  type LayeredMaterial,
  type LayeredSheet,
  type LayeredSheetOptions,
  layeredLattice,
} from './models/layered-sheet/index.ts';
export { type SheetReport, sheetReport } from './models/layered-sheet/report.ts';
export { type HeatProperties, sheetHeat, type WarmSheet } from './models/layered-sheet/sheet-heat.ts';
export { Softening, type SofteningCurves, type SofteningSheet } from './models/layered-sheet/softening.ts';
export {
  createLattice,
  type Lattice,
  type LatticeMass,
  type LatticeOptions,
  type LatticeSpring,
  latticeCounts,
  type SpringKind,
  STRUCTURE_NAMES,
  type StructureName,
} from './models/layered-sheet/structures.ts';
export {
  type DrawnSheet,
  SheetSurface,
  type SurfaceOptions,
  smoothSurface,
} from './models/layered-sheet/surface.ts';
export { ThesisHeat, type ThesisHeatOptions } from './models/layered-sheet/thesis-heat.ts';
export { sheetThickness, ThicknessGauge } from './models/layered-sheet/thickness.ts';
export { OUTLINES, type Outline } from './models/membrane-sheet/blank.ts';
export {
  addMembraneSheet,
  type MembraneSheet,
  type MembraneSheetOptions,
  type SettingMaterial,
} from './models/membrane-sheet/index.ts';
export {
  addProvotSheet,
  type ProvotMaterial,
  type ProvotSheet,
  type ProvotSheetOptions,
} from './models/provot-sheet/index.ts';
export { startVertices } from './scene/adaptive-cloth.ts';
export { breakingStrains } from './scene/breaking-strain.ts';
export { type BuildOptions, buildScene, rigidSolverFor } from './scene/build.ts';
export { sceneWarnings } from './scene/check.ts';
export { checkExpectations, type RunFacts } from './scene/expect.ts';
export { type SceneFiles, sceneFromFiles } from './scene/from-files.ts';
export { matterParticles, matterSpacing } from './scene/lattice-matter.ts';
export { type ColouredMesh, creatureMesh, dieMesh, rodMesh } from './scene/matter-meshes.ts';
export { meshFilesOf, withMeshes } from './scene/mesh-files.ts';
export { type JsonSchema, type Parameter, sceneJsonSchema, sceneParameters } from './scene/parameter-rows.ts';
export { defineScene, FORMAT as SCENE_FORMAT, type Scene, type SceneInput } from './scene/parameters.ts';
export { parseScene } from './scene/parse.ts';
export { type FileHeater, polyhedraHeaters, polyhedraShapes } from './scene/polyhedra-shapes.ts';
export { nearest, SceneError } from './scene/problems.ts';
export { sceneReference } from './scene/reference.ts';
export { applySettings, presetNumbers, setParameter, withValue } from './scene/settings.ts';
export { addSheetFile, type SheetFileOptions, sheetFileOf } from './scene/sheet-file.ts';
export { LIMITS as sceneLimits } from './schema/limits.ts';
export type { Problem } from './schema/problem.ts';
export { type CarryOptions, carryToSurface } from './surfaces/carry.ts';
export {
  type ClosedMesh,
  type ClosedMeshOptions,
  closedMesh,
  type Hole,
  OpenMeshError,
} from './surfaces/closed-mesh.ts';
export { FILL_LIMITS, type Filling, type FillSize, fillMesh, fillOutline } from './surfaces/fill.ts';
export { type ImplicitMeshOptions, implicitMesh } from './surfaces/implicit-mesh.ts';
export { type Isosurface, type IsosurfaceOptions, isosurface } from './surfaces/isosurface.ts';
export { type LostNeighbours, lostNeighbours, type PiecedMatter } from './surfaces/lost-neighbours.ts';
export type { SurfaceMesh } from './surfaces/marching-cubes.ts';
export {
  type CarriedMesh,
  DRAWN_VALUES,
  MatterDrawing,
  type MatterDrawingOptions,
  type MatterFrame,
} from './surfaces/matter-drawing.ts';
export { NO_PIECE } from './surfaces/matter-pieces.ts';
export { type DrawnSurface, type MatterSurfaceOptions, matterSurface } from './surfaces/matter-surface.ts';
export { meshVolume } from './surfaces/mesh-volume.ts';
export { areaNormals, cornerNormals } from './surfaces/normals.ts';
export { type NurbsOptions, NurbsSurface } from './surfaces/nurbs.ts';
export { type MatterOutline, outline } from './surfaces/outline.ts';
export { Skin, type SkinOptions } from './surfaces/skinning.ts';
export { type ThickSurface, thickSurface } from './surfaces/thicken.ts';
export { type FlatSheet, leaksOf } from './surfaces/watertight.ts';
