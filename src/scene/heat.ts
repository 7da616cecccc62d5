/** The heat of a scene: room, heaters, hot colliders, and the bodies that respond to them. */
import { toWorld, writeFrame } from '../contact/pose.ts';
import { type ShapeSpec, shapeFaces } from '../contact/shapes/index.ts';
import type { Body } from '../core/body.ts';
import { ROOM_TEMPERATURE } from '../core/particles.ts';
import type { World } from '../core/world.ts';
import { HeatExchange } from '../heat/exchange.ts';
import { createHeater, type Heater, type TemperatureKeyframe, temperatureAt } from '../heat/heater.ts';
import { hotCollider } from '../heat/hot-collider.ts';
import { shadowOf } from '../heat/occlusion.ts';
import { discPolygon, rectanglePolygon } from '../heat/view-factor.ts';
import type { ThermalMaterial } from '../materials/thermal.ts';
import { rotationAbout } from '../math/mat3.ts';
import type { Polygon } from '../math/polygon.ts';
import { PI } from '../math/portable.ts';
import { modelNamed } from '../models/index.ts';
import type { HeatedBody, HeatedCollider, HeatResponse, Thick } from '../models/model.ts';
import type { HeaterParameters, HeatParameters } from './heat-parameters.ts';
import type { BodyParameters, Scene } from './parameters.ts';
import { SceneError } from './problems.ts';

/** A body that responds to the scene's heat. */
export interface Heated extends HeatedBody {
  readonly response: HeatResponse<BodyParameters, Body>;
  readonly material: ThermalMaterial;
  /** Path of its thermal parameters in the scene, such as `bodies[0].thermal`. */
  readonly path: string;
}

/** A collider with the parameters of its scene. */
interface SceneCollider extends HeatedCollider {
  readonly shape: { readonly kind: string };
}

/** Bodies that respond to the mode of heat that the scene has. */
export function heatedBodies({ bodies, heat }: Scene, built: readonly Thick[]): Heated[] {
  return bodies.flatMap((spec, i) => {
    const response = modelNamed(spec.model).heat;
    if (heat.mode === 'off' || !response?.modes.includes(heat.mode)) return [];
    const body = built[i];
    const material = response.material(spec);
    return [{ body, radius: body.thickness / 2, response, material, path: `bodies[${i}].thermal` }];
  });
}

/** Adds the scene's heat; call it after colliders and forces have been added. */
export function addHeat(
  world: World,
  heat: HeatParameters,
  heated: readonly Heated[],
  colliders: readonly SceneCollider[],
): HeatExchange | undefined {
  if (heated.length === 0) return undefined;
  const heaters = heat.heaters.map((heater, i) =>
    refusedAt(`heat.heaters[${i}]`, () => buildHeater(heater, colliders)),
  );
  if (heat.mode === 'physical') return addExchange(world, heat, heated, heaters, colliders);
  for (const { body, material, response } of heated)
    refusedAt('heat.thesis', () => response.addThesisRules?.(world, body, heat, heaters, material));
  return undefined;
}

function addExchange(
  world: World,
  { ambient, oven, airLoss }: HeatParameters,
  heated: readonly Heated[],
  heaters: readonly Heater[],
  colliders: readonly SceneCollider[],
): HeatExchange {
  const solids = colliders.map(({ collider }) => collider);
  const bodies = heated.map(({ body, material, response, path }) =>
    refusedAt(path, () => response.exchanging(body, material)),
  );
  const hotBodies = colliders.flatMap(({ collider, temperature, conductance }) =>
    temperature === undefined ? [] : [hotCollider(collider, temperature, conductance, heated)],
  );
  const options = {
    bodies,
    ambient,
    oven,
    airLoss,
    heaters,
    hotBodies,
    blocked: solids.length > 0 ? shadowOf(solids) : undefined,
    solidsMove: solids.some(({ track }) => !track.still),
  };
  const exchange = refusedAt('heat', () => new HeatExchange(world, options));
  world.add(exchange);
  for (const { body, material, response, path } of heated)
    refusedAt(path, () => response.soften(world, body, exchange, material));
  return exchange;
}

/** Turns a RangeError of construction, such as a face too small to have an area, into a problem of the scene. */
export function refusedAt<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SceneError([{ path, message: error.message }]);
  }
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

/** Returns the keyframes of a heater that is on from `on` to `off`. */
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

/** The flat faces of a collider, at its pose at the start. */
function colliderFaces({ collider, shape }: SceneCollider): Polygon[] {
  const { position, quaternion } = collider.track.poseAt(0);
  const frame = writeFrame(new Float64Array(12), position, quaternion);
  const { vertices, faces } = shapeFaces(shape as ShapeSpec) ?? { vertices: [], faces: [] };
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

/** Returns the lowest temperature of a source, K: no body becomes colder. */
export function coldest(heat: HeatParameters, colliders: readonly { temperature?: number }[]): number {
  const touched = colliders.map(({ temperature = ROOM_TEMPERATURE }) => temperature);
  return Math.min(ROOM_TEMPERATURE, ...sourceTemperatures(heat), ...touched);
}

/** Returns all temperatures of the room and of heaters, K. */
export function sourceTemperatures({ ambient, oven, heaters }: HeatParameters): number[] {
  const sources = [...oven, ...heaters, ...heaters.flatMap(({ keyframes }) => keyframes)];
  return [ambient, ...sources.map(({ temperature }) => temperature)];
}

/** Measures with every heated body as stiff as it is at the lowest temperature: cold bodies are stiffer. */
export function withStiffest<T>(
  heat: HeatParameters,
  heated: readonly Heated[],
  lowest: number,
  measure: () => T,
): T {
  const undo = heated.map(({ body, material, response }) => response.stiffen(body, heat, lowest, material));
  try {
    return measure();
  } finally {
    for (const restore of undo) restore();
  }
}
