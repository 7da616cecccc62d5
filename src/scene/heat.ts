/**
 * Heat of a scene: the room, heaters, hot colliders, and sheets that answer to them. Comes after colliders and forces;
 * `withStiffest` lets the stability guard look at the sheets as stiff as they can get, for cold ones are stiffer.
 */
import type { Collider } from '../contact/collider.ts';
import { toWorld, writeFrame } from '../contact/pose.ts';
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import { ROOM_TEMPERATURE } from '../core/particles.ts';
import type { World } from '../core/world.ts';
import { tearing } from '../forces/tearing.ts';
import {
  createHeater,
  discPolygon,
  HeatExchange,
  type Heater,
  type HotBody,
  type Polygon,
  rectanglePolygon,
  type TemperatureKeyframe,
  temperatureAt,
} from '../heat/index.ts';
import { shadowOf } from '../heat/occlusion.ts';
import { type ThermalMaterial, thermalCurves } from '../materials/thermal.ts';
import { BOX_FACES, boxCorners } from '../math/box.ts';
import { rotationAbout } from '../math/mat3.ts';
import { PI } from '../math/portable.ts';
import { GridSoftening, gridHeat } from '../models/adaptive-grid/heat.ts';
import type { AdaptiveGrid } from '../models/adaptive-grid/index.ts';
import { sheetHeat } from '../models/layered-sheet/sheet-heat.ts';
import { Softening, type SofteningSheet } from '../models/layered-sheet/softening.ts';
import { ThesisHeat } from '../models/layered-sheet/thesis-heat.ts';
import type { HeaterParameters, HeatParameters } from './heat-parameters.ts';
import { SceneError } from './problems.ts';

/** A sheet that heat can soften, and how. */
export interface HeatedSheet {
  readonly sheet: (SofteningSheet & Body) | AdaptiveGrid;
  readonly thermal: ThermalMaterial;
  /** m from a collider's surface at which its masses touch. */
  readonly radius: number;
  /** Where the scene says how it answers, such as `bodies[0].thermal`. */
  readonly path: string;
}

function isAdaptive(sheet: HeatedSheet['sheet']): sheet is AdaptiveGrid {
  return sheet.model === 'adaptive-grid';
}

/** A collider as it is and as the scene gives it. */
export interface SceneCollider {
  readonly collider: Collider;
  readonly temperature?: number;
  readonly conductance: number;
  readonly shape: { readonly kind: string };
}

export function addHeat(
  world: World,
  heat: HeatParameters,
  sheets: readonly HeatedSheet[],
  colliders: readonly SceneCollider[],
): void {
  if (heat.mode === 'off' || sheets.length === 0) return;
  const heaters = heat.heaters.map((heater, i) =>
    refusedAt(`heat.heaters[${i}]`, () => buildHeater(heater, colliders)),
  );
  if (heat.mode === 'thesis') addThesisHeat(world, heat, sheets, heaters);
  else addPhysicalHeat(world, heat, sheets, heaters, colliders);
}

function addPhysicalHeat(
  world: World,
  heat: HeatParameters,
  sheets: readonly HeatedSheet[],
  heaters: readonly Heater[],
  colliders: readonly SceneCollider[],
): void {
  const solids = colliders.map(({ collider }) => collider);
  const bodies = sheets.map(({ sheet, thermal, path }) =>
    refusedAt(path, () => (isAdaptive(sheet) ? gridHeat(sheet, thermal) : sheetHeat(sheet, thermal))),
  );
  const options = {
    bodies,
    ambient: heat.ambient,
    oven: heat.oven,
    airLoss: heat.airLoss,
    heaters,
    hotBodies: colliders.flatMap((collider) => hotBody(collider, sheets)),
    blocked: solids.length > 0 ? shadowOf(solids) : undefined,
    solidsMove: solids.some(({ track }) => !track.still),
  };
  const exchange = refusedAt('heat', () => new HeatExchange(world, options));
  world.add(exchange);
  for (const { sheet, thermal, path } of sheets) {
    const curves = refusedAt(path, () => thermalCurves(thermal));
    if (isAdaptive(sheet)) {
      world.add(new GridSoftening(world, sheet, exchange, curves.modulus));
      continue;
    }
    world.add(new Softening(world, sheet, exchange, curves));
    tearing(world, sheet, sheet.springs); // where springs part in the heat, the surface opens
  }
}

function addThesisHeat(
  world: World,
  heat: HeatParameters,
  sheets: readonly HeatedSheet[],
  heaters: readonly Heater[],
): void {
  const { ambient, oven, thesis } = heat;
  for (const { sheet, thermal } of sheets) {
    if (isAdaptive(sheet)) continue; // the thesis's rules are for layered sheets
    const sensitivity = thesis.sensitivity * thermal.thermalSensitivity;
    const ovenSensitivity = thesis.ovenSensitivity * thermal.thermalSensitivity;
    const rules = { ...thesis, ambient, oven, heaters, sensitivity, ovenSensitivity };
    world.add(refusedAt('heat.thesis', () => new ThesisHeat(world, sheet, rules)));
  }
}

/** What only the making of a thing can tell, such as a face too small to have an area, is the scene's fault too. */
function refusedAt<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SceneError([{ path, message: error.message }]);
  }
}

/** m; contact keeps a particle closer to its radius than this. */
const SLACK = 1e-5;

function hotBody(
  { collider, temperature, conductance }: SceneCollider,
  sheets: readonly HeatedSheet[],
): HotBody[] {
  if (temperature === undefined) return [];
  const frame = new Float64Array(12);
  const normal = new Float64Array(3);
  let time = Number.NaN;
  const touches = (world: World, i: number) => {
    if (world.time !== time) {
      time = world.time;
      const pose = collider.track.poseAt(time);
      writeFrame(frame, pose.position, pose.quaternion);
    }
    const { position, stride } = world.particles;
    const dx = position.view[i] - frame[9];
    const dy = position.view[stride + i] - frame[10];
    const dz = position.view[2 * stride + i] - frame[11];
    const distance = collider.shape.distance(
      frame[0] * dx + frame[3] * dy + frame[6] * dz,
      frame[1] * dx + frame[4] * dy + frame[7] * dz,
      frame[2] * dx + frame[5] * dy + frame[8] * dz,
      normal,
    );
    for (const { sheet, radius } of sheets)
      if (i >= sheet.first && i < sheet.first + sheet.count) return distance <= radius + SLACK;
    return false;
  };
  return [{ name: collider.name, temperature, conductance, touches }];
}

function buildHeater(heater: HeaterParameters, colliders: readonly SceneCollider[]): Heater {
  const { name, shape, temperature, emissivity } = heater;
  const solid =
    shape.kind === 'collider' ? colliders.findIndex(({ collider }) => collider.name === shape.name) : -1;
  return createHeater({
    name,
    faces: solid >= 0 ? colliderFaces(colliders[solid]) : placedFaces(heater),
    temperature,
    emissivity,
    keyframes: switched(heater),
    solid,
  });
}

/** On from `on` to `off`, by its keyframes between. */
export function switched({ on, off, temperature, keyframes }: HeaterParameters): TemperatureKeyframe[] {
  const until = off ?? Number.POSITIVE_INFINITY;
  return [
    ...(on > 0 ? [{ time: 0 }] : []),
    { time: on, temperature: temperatureAt(keyframes, on, temperature, temperature) },
    ...keyframes.filter(({ time }) => time > on && time < until),
    ...(off === undefined ? [] : [{ time: off }]),
  ];
}

function placedFaces({ shape, position, rotation }: HeaterParameters): Polygon[] {
  const turn = rotationAbout(rotation.axis, (rotation.angle * PI) / 180);
  return localFaces(shape).map((face) => {
    const placed = new Float64Array(face.length);
    for (let i = 0; i < face.length; i += 3) {
      const [x, y, z] = turn(face[i], face[i + 1], face[i + 2]);
      placed.set([position[0] + x, position[1] + y, position[2] + z], i);
    }
    return placed;
  });
}

function localFaces(shape: HeaterParameters['shape']): Polygon[] {
  switch (shape.kind) {
    case 'rectangle':
      return [rectanglePolygon(shape.width, shape.depth)];
    case 'disc':
      return [discPolygon(shape.radius)];
    case 'faces':
      return shape.faces.map((face) => Float64Array.from(face.flatMap((corner) => shape.vertices[corner])));
    case 'collider':
      return [];
  }
}

interface Solid {
  kind: string;
  size?: readonly [number, number, number];
  vertices?: readonly (readonly [number, number, number])[];
  faces?: readonly (readonly number[])[];
}

/** The faces of a box or a convex solid, where the collider stands at the start. */
function colliderFaces({ collider, shape }: SceneCollider): Polygon[] {
  const { position, quaternion } = collider.track.poseAt(0);
  const frame = writeFrame(new Float64Array(12), position, quaternion);
  const { vertices = [], faces = [] } = solidFaces(shape as Solid);
  return faces.map((face) => {
    const polygon = new Float64Array(3 * face.length);
    face.forEach((corner, k) => {
      const out = new Float64Array(3);
      toWorld(frame, Float64Array.from(vertices[corner]), out);
      polygon.set(out, 3 * k);
    });
    return polygon;
  });
}

function solidFaces(solid: Solid): Solid {
  if (solid.kind !== 'box' || !solid.size) return solid;
  return { kind: 'convex', vertices: boxCorners(solid.size), faces: BOX_FACES };
}

/** K: nothing in the scene gets colder than its coldest source. */
export function coldest(heat: HeatParameters, colliders: readonly { temperature?: number }[]): number {
  return Math.min(
    ROOM_TEMPERATURE,
    heat.ambient,
    ...heat.oven.map(({ temperature }) => temperature),
    ...heat.heaters.map(({ temperature }) => temperature),
    ...heat.heaters.flatMap(({ keyframes }) => keyframes.map(({ temperature }) => temperature)),
    ...colliders.map(({ temperature = ROOM_TEMPERATURE }) => temperature),
  );
}

/** Does the job with the springs as stiff as the coldest place can make them. */
export function withStiffest<T>(
  heat: HeatParameters,
  sheets: readonly HeatedSheet[],
  lowest: number,
  job: () => T,
): T {
  if (heat.mode === 'off') return job();
  const kept: [Block<'f64'>, Float64Array][] = [];
  for (const { sheet, thermal } of sheets) {
    if (isAdaptive(sheet)) {
      if (heat.mode === 'physical') sheet.stiffest = Math.max(1, thermalCurves(thermal).modulus(lowest));
      sheet.soften(sheet.stiffest);
      continue;
    }
    const { stiffness, damping } = sheet.springs;
    kept.push([stiffness, stiffness.view.slice()], [damping, damping.view.slice()]);
    const { ovenSensitivity, ceiling } = heat.thesis;
    const weakening = ovenSensitivity * thermal.thermalSensitivity * (lowest - ROOM_TEMPERATURE);
    const factor = heat.mode === 'physical' ? thermalCurves(thermal).modulus(lowest) : 1;
    for (let i = 0; i < stiffness.length; i++) {
      const k = stiffness.view[i];
      if (k === 0) continue;
      const share = heat.mode === 'physical' ? factor : Math.min(ceiling, 1 - weakening / k);
      const own = sheet.springs.ownDamping(i);
      stiffness.view[i] = k * share;
      damping.view[i] = own * Math.sqrt(share) + sheet.springs.retardation * stiffness.view[i];
    }
  }
  try {
    return job();
  } finally {
    for (const [block, values] of kept) block.view.set(values);
    for (const { sheet } of sheets) if (isAdaptive(sheet)) sheet.soften();
  }
}
