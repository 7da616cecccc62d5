/**
 * `pliant/three`: sheets, matter and what is inside them as objects of any three.js scene.
 *
 * ```ts
 * const sim = new Simulation();
 * sim.addCollider(colliderFrom(table), { friction: 0.4 });
 * const cloth = new SheetMesh(sim.addCloth({ fabric: 'cotton', position: [0, 1.2, 0] }));
 * threeScene.add(cloth);
 * // every frame
 * sim.advance(seconds);
 * cloth.update();
 * ```
 */
export {
  type BodyFrame,
  type BodySource,
  frameBody,
  type RunFrame,
  type RunOutline,
  worldBody,
} from '../drawing/body-source.ts';
export {
  type Colouring,
  colourText,
  labOf,
  NO_VALUE,
  paintNumbers,
  paintOne,
  scaleStops,
  scaleText,
  wholeColour,
} from '../drawing/colour-maps.ts';
export { type Dye, dyeOf } from '../drawing/dyes.ts';
export { flatPattern } from '../drawing/flat-pattern.ts';
export {
  DEFAULT_DRAWING,
  type DrawnFrame,
  type DrawRequest,
  type MatterStyle,
  type SheetSurface,
} from '../drawing/frame-drawer.ts';
export { kindOf, recordedNumbers, recordedViews } from '../drawing/recorded-views.ts';
export { type Range, ViewRange } from '../drawing/view-range.ts';
export { BodyMesh } from './body-mesh.ts';
export { bulkBox } from './bulk-box.ts';
export { colliderFrom } from './collider-from.ts';
export { ColliderMesh } from './collider-mesh.ts';
export { MatterMesh, type MatterMeshOptions } from './matter-mesh.ts';
export { areBehind, isOpen } from './open-mesh-side.ts';
export type { LineChoice } from './sheet-lines.ts';
export { SheetMesh } from './sheet-mesh.ts';
export { ParticlePoints, SPRING_STRAIN, SpringLines } from './springs-and-particles.ts';
