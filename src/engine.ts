/** `pliant/engine`: the parts of the engine, for programs that build worlds by hand or extend it. */
export * from './contact/index.ts';
export { Track } from './contact/track.ts';
export type { Block } from './core/arena.ts';
export type { MatterGrain } from './core/body.ts';
export * from './core/dependents.ts';
export * from './core/dynamics.ts';
export * from './core/force.ts';
export type { Integrator } from './core/integrator.ts';
export * from './core/knife.ts';
export { IN_CONTACT, LOOSE, PINNED, PLACED } from './core/particles.ts';
export { type Keyframe, type Pin, pinParticles } from './core/pins.ts';
export * from './core/refinement.ts';
export type { ContactReport, MatterFigures, RefinementReport } from './core/report.ts';
export * from './core/schedule.ts';
export { readSnapshot, SNAPSHOT_MAGIC } from './core/snapshot.ts';
export { audit } from './core/step.ts';
export type { ToolAnswer } from './core/tool-answer.ts';
export * from './core/views.ts';
export type { WorldOptions } from './core/world.ts';
export { airDamping } from './forces/air.ts';
export * from './forces/blower.ts';
export { elongationLimit } from './forces/elongation-limit.ts';
export { gravity } from './forces/gravity.ts';
export * from './forces/grid-bending.ts';
export type { MembraneLaw } from './forces/membrane.ts';
export * from './forces/plasticity.ts';
export { pressure } from './forces/pressure.ts';
export { springLines } from './forces/spring-views.ts';
export { Springs } from './forces/springs.ts';
export * from './forces/tearing.ts';
export * from './forces/viscoelastic.ts';
export { type WindOptions, wind } from './forces/wind.ts';
export { heatBalance } from './heat/balance.ts';
export type { HeatLink } from './heat/conduction.ts';
export * from './heat/exchange.ts';
export { HeatGun } from './heat/heat-gun.ts';
export * from './heat/heater.ts';
export { shadowOf } from './heat/occlusion.ts';
export { STEFAN_BOLTZMANN } from './heat/radiation.ts';
export * from './heat/view-factor.ts';
export * from './integrators/index.ts';
export { stableSteps, substepsFor } from './integrators/stability.ts';
export * from './kernels/threads.ts';
export * as CoupledJob from './layouts/generated/coupled-job.ts';
export * as MatterNumbers from './layouts/generated/matter-numbers.ts';
export * as MatterWords from './layouts/generated/matter-words.ts';
export * as SolveJob from './layouts/generated/solve-job.ts';
export * as SolveLevel from './layouts/generated/solve-level.ts';
export * as SolveResult from './layouts/generated/solve-result.ts';
export * as SystemEntry from './layouts/generated/system-entry.ts';
export { fromKawabata, type KawabataFigures } from './materials/kawabata.ts';
export type { Material } from './materials/material.ts';
export { materialOfThickness, resolveMaterial, thermalOf } from './materials/presets.ts';
export * from './materials/thermal.ts';
export { wovenFigures, wovenNames } from './materials/woven.ts';
export * as mat3 from './math/mat3.ts';
export { areaVector } from './math/polygon.ts';
export * as quat from './math/quat.ts';
export { random, seedRandom } from './math/random.ts';
export { fitRotation } from './math/rotation-fit.ts';
export * as vec3 from './math/vec3.ts';
export type { CreaseOptions } from './models/adaptive-cloth/crease.ts';
export type { ClothMaterial } from './models/adaptive-cloth/energy.ts';
export {
  type AdaptiveCloth,
  type AdaptiveClothOptions,
  addAdaptiveCloth,
} from './models/adaptive-cloth/index.ts';
export type { SeamOptions } from './models/adaptive-cloth/seams.ts';
export { type AdaptiveGridOptions, addAdaptiveGrid } from './models/adaptive-grid/index.ts';
export { findModel, modelNamed, models, registerModel } from './models/index.ts';
export { ColliderHeat } from './models/lattice-matter/collider-heat.ts';
export { fillShape } from './models/lattice-matter/fill.ts';
export { MATTER_PASSES, MATTER_WAY, MatterImpacts } from './models/lattice-matter/impacts.ts';
export {
  addLatticeMatter,
  type Dimension,
  LatticeMatter,
  type LatticeMatterOptions,
  type MatterMaterial,
  type MatterObject,
  matterLattice,
  matterLimits,
} from './models/lattice-matter/index.ts';
export { creatureMesh, dieMesh, rodMesh } from './models/lattice-matter/own-meshes.ts';
export { FLUID, type MatterPieces, matterPieces } from './models/lattice-matter/pieces.ts';
export { keepInPlane } from './models/lattice-matter/plane.ts';
export { matterStrain } from './models/lattice-matter/strain.ts';
export { matterFigures } from './models/lattice-matter/summary.ts';
export { isLayeredSheet } from './models/layered-sheet/assemble.ts';
export { clampedSpacings, freeEnd, isClamped } from './models/layered-sheet/cantilever.ts';
export {
  addLayeredSheet,
  type LayeredSheet,
  type LayeredSheetOptions,
} from './models/layered-sheet/index.ts';
export {
  addProvotSheet,
  type ProvotSheet,
  type ProvotSheetOptions,
} from './models/layered-sheet/provot/provot.ts';
export { type SheetReport, sheetReport } from './models/layered-sheet/report.ts';
export * from './models/layered-sheet/sheet-file/sheet-file.ts';
export { sheetHeat } from './models/layered-sheet/sheet-heat.ts';
export { Softening } from './models/layered-sheet/softening.ts';
export * from './models/layered-sheet/structures.ts';
export { type DrawnSheet, type SurfaceOptions, smoothSurface } from './models/layered-sheet/surface.ts';
export { ThesisHeat, type ThesisHeatOptions } from './models/layered-sheet/thesis-heat.ts';
export { ThicknessGauge } from './models/layered-sheet/thickness.ts';
export {
  addMembraneSheet,
  type MembraneSheet,
  type MembraneSheetOptions,
} from './models/membrane-sheet/index.ts';
export { type BuildContext, bodySchema, defineModel, type Model } from './models/model.ts';
export { gridPlaces, gridSeams, pinChecks, pinnedPoints, pins } from './models/places.ts';
export { placeRows } from './models/rows.ts';
export { placement } from './models/sheet.ts';
export { breakingStrains } from './scene/expect.ts';
export { polyhedraHeaters, polyhedraShapes } from './scene/polyhedra-shapes.ts';
export { nearest } from './scene/problems.ts';
export { presetNumbers, withValue } from './scene/settings.ts';
export { quantity, whole } from './schema/fields.ts';
export { LIMITS as sceneLimits } from './schema/limits.ts';
export { BodyReader } from './simulation/body-reader.ts';
export { mergeState } from './simulation/merge-state.ts';
export { type CarryOptions, carryToSurface } from './surfaces/carry.ts';
export { FILL_LIMITS, type Filling, type FillSize, fillMesh } from './surfaces/fill.ts';
export { type ImplicitMeshOptions, implicitMesh } from './surfaces/implicit-mesh.ts';
export { type IsosurfaceOptions, isosurface } from './surfaces/isosurface.ts';
export type { LayeredSurface } from './surfaces/layers/layered-surface.ts';
export { lostNeighbours } from './surfaces/lost-neighbours.ts';
export * from './surfaces/matter-drawing.ts';
export { NO_PIECE } from './surfaces/matter-pieces.ts';
export { type DrawnSurface, type MatterSurfaceOptions, matterSurface } from './surfaces/matter-surface.ts';
export { cornerNormals } from './surfaces/normals.ts';
export { outline } from './surfaces/outline.ts';
export { Skin, type SkinOptions } from './surfaces/skinning.ts';
export { leaksOf } from './surfaces/watertight.ts';
