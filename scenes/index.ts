/** Every scene once: gallery, command line, tests and benchmarks all take them from here. */
import { parseScene, type Scene, withMeshes } from 'pliant';
import { type MeshFile, readObj } from 'pliant/formats';
import adaptiveCup from './adaptive-cup.json' with { type: 'json' };
import adaptiveCurtain from './adaptive-curtain.json' with { type: 'json' };
import adaptivePoles from './adaptive-poles.json' with { type: 'json' };
import ballThroughCurtain from './ball-through-curtain.json' with { type: 'json' };
import bounce from './bounce.json' with { type: 'json' };
import boxesOnSheet from './boxes-on-sheet.json' with { type: 'json' };
import breakthrough from './breakthrough.json' with { type: 'json' };
import bubble from './bubble.json' with { type: 'json' };
import clothFlag from './cloth-flag.json' with { type: 'json' };
import clothFromMesh from './cloth-from-mesh.json' with { type: 'json' };
import clothHang from './cloth-hang.json' with { type: 'json' };
import clothTable from './cloth-table.json' with { type: 'json' };
import clothThroughRing from './cloth-through-ring.json' with { type: 'json' };
import coldRod from './cold-rod.json' with { type: 'json' };
import crumple from './crumple.json' with { type: 'json' };
import cup from './cup.json' with { type: 'json' };
import curtain from './curtain.json' with { type: 'json' };
import dice from './dice.json' with { type: 'json' };
import dome from './dome.json' with { type: 'json' };
import drape from './drape.json' with { type: 'json' };
import dropOnCloth from './drop-on-cloth.json' with { type: 'json' };
import fabrics from './fabrics.json' with { type: 'json' };
import flag from './flag.json' with { type: 'json' };
import flatBounce from './flat-bounce.json' with { type: 'json' };
import flatFracture from './flat-fracture.json' with { type: 'json' };
import flatPlastic from './flat-plastic.json' with { type: 'json' };
import goo from './goo.json' with { type: 'json' };
import gooOnHeatedSheet from './goo-on-heated-sheet.json' with { type: 'json' };
import heaterWedge from './heater-wedge.json' with { type: 'json' };
import hotPlate from './hot-plate.json' with { type: 'json' };
import incline from './incline.json' with { type: 'json' };
import { knottedRibbonObj } from './knot.ts';
import knottedRibbon from './knotted-ribbon.json' with { type: 'json' };
import { flaredSkirtObj, walkingMannequin } from './mannequin.ts';
import meltingCreature from './melting-creature.json' with { type: 'json' };
import napkins from './napkins.json' with { type: 'json' };
import ovenMelt from './oven-melt.json' with { type: 'json' };
import pillars from './pillars.json' with { type: 'json' };
import pole from './pole.json' with { type: 'json' };
import quilt from './quilt.json' with { type: 'json' };
import ribbon from './ribbon.json' with { type: 'json' };
import rigidity from './rigidity.json' with { type: 'json' };
import rim from './rim.json' with { type: 'json' };
import sewn from './sewn.json' with { type: 'json' };
import { dressFormObj, shirtObj } from './shirt.ts';
import { skirtObj } from './skirt.ts';
import spikes from './spikes.json' with { type: 'json' };
import spin from './spin.json' with { type: 'json' };
import stack from './stack.json' with { type: 'json' };
import tableclothPull from './tablecloth-pull.json' with { type: 'json' };
import tear from './tear.json' with { type: 'json' };
import torus from './torus.json' with { type: 'json' };
import trampoline from './trampoline.json' with { type: 'json' };
import turningShirt from './turning-shirt.json' with { type: 'json' };
import twistedTowel from './twisted-towel.json' with { type: 'json' };
import walk from './walk.json' with { type: 'json' };
import wedge from './wedge.json' with { type: 'json' };
import weld from './weld.json' with { type: 'json' };
import wind from './wind.json' with { type: 'json' };

/** Mesh files that the scenes name. A copy of each lies beside the scenes, for the command line. */
const meshes = new Map<string, MeshFile>([
  ['skirt.obj', readObj(skirtObj())],
  ['flared-skirt.obj', readObj(flaredSkirtObj())],
  ['knotted-ribbon.obj', readObj(knottedRibbonObj())],
  ['shirt.obj', readObj(shirtObj())],
  ['dress-form.obj', readObj(dressFormObj())],
  ['mannequin.glb', walkingMannequin()],
]);

export {
  BLOCK_SIDE,
  BOWL_SLOPE,
  DIE_SIDE,
  type DiceOptions,
  type GooOptions,
  type MeltOptions,
  ROD,
  wickeBounce,
  wickeDice,
  wickeFracture,
  wickeGoo,
  wickeMelt,
  wickePlastic,
} from './wicke.ts';

/** Every shipped scene, in the order of the gallery. */
export const scenes: readonly Scene[] = [
  flag,
  fabrics,
  curtain,
  wind,
  dome,
  drape,
  quilt,
  pillars,
  torus,
  breakthrough,
  spikes,
  pole,
  rim,
  ribbon,
  crumple,
  stack,
  spin,
  incline,
  bounce,
  trampoline,
  sewn,
  boxesOnSheet,
  tableclothPull,
  adaptiveCup,
  adaptivePoles,
  adaptiveCurtain,
  clothHang,
  clothTable,
  clothFlag,
  clothFromMesh,
  walk,
  twistedTowel,
  knottedRibbon,
  napkins,
  clothThroughRing,
  turningShirt,
  ballThroughCurtain,
  rigidity,
  wedge,
  tear,
  bubble,
  cup,
  ovenMelt,
  heaterWedge,
  hotPlate,
  weld,
  meltingCreature,
  coldRod,
  goo,
  dice,
  flatBounce,
  flatPlastic,
  flatFracture,
  dropOnCloth,
  gooOnHeatedSheet,
].map((scene) => parseScene(withMeshes(scene, meshes), `${scene.id}.json`));

export function sceneById(id: string): Scene | undefined {
  return scenes.find((scene) => scene.id === id);
}
