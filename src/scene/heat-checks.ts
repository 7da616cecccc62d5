/** Checks of heat that need more than one field. */
import { shapeKind } from '../contact/shapes/index.ts';
import { ROOM_TEMPERATURE } from '../core/particles.ts';
import { areaVector } from '../math/polygon.ts';
import { modelNamed, models } from '../models/index.ts';
import { type Problem, problemIf } from '../schema/problem.ts';
import { sourceTemperatures } from './heat.ts';
import type { HeaterParameters, HeatParameters } from './heat-parameters.ts';
import type { Scene } from './parameters.ts';

export function heatChecks(scene: Scene): Problem[] {
  return scene.heat.heaters.flatMap((heater, i) => [
    ...switchChecks(heater, `heat.heaters[${i}]`),
    ...faceChecks(heater, `heat.heaters[${i}].shape`, scene),
  ]);
}

/** Whether bodies of a model respond to the scene's heat. */
function responds(name: string, { mode }: HeatParameters): boolean {
  return mode !== 'off' && (modelNamed(name).heat?.modes.includes(mode) ?? false);
}

/** Warns of heat that no body responds to, or that some do not. */
export function heatWarnings({ heat, bodies }: Scene): Problem[] {
  if (heat.mode === 'off') return [];
  if (!bodies.some(({ model }) => responds(model, heat))) {
    const able = models().flatMap(({ name }) => (responds(name, heat) ? [name] : []));
    const message = `no body responds to heat "${heat.mode}"; these models do: ${able.join(', ')}`;
    return [{ path: 'heat.mode', message }];
  }
  return bodies.flatMap(({ model }, i) =>
    // Models with temperatures of their own exchange heat with what they touch, whatever the mode.
    problemIf(
      !responds(model, heat) && !modelNamed(model).temperatures,
      `bodies[${i}].model`,
      `a ${model} does not respond to the scene's heat`,
    ),
  );
}

/** Warns of sticking for which nothing is hot enough. */
export function stickWarnings(scene: Scene): Problem[] {
  const hottest = hottestOf(scene);
  const problems: Problem[] = [];
  const warn = (path: string, temperature: number) => {
    const message = `${temperature} K is never reached: nothing in the scene is above ${hottest} K, so nothing will stick`;
    problems.push({ path: `${path}.stick.temperature`, message });
  };
  scene.colliders.forEach(({ stick, temperature = 0 }, i) => {
    if (stick && stick.temperature > Math.max(hottest, temperature))
      warn(`colliders[${i}]`, stick.temperature);
  });
  const { stick } = scene.contact;
  if (stick && stick.temperature > hottest) warn('contact', stick.temperature);
  return problems;
}

/** Returns the highest temperature of a body or a source, K: no body becomes hotter. */
function hottestOf({ heat, bodies, colliders }: Scene): number {
  const own = bodies.map((body) => modelNamed(body.model).temperatures?.(body));
  const hot = own.flatMap((temperatures) => temperatures ?? []);
  const isHeated = bodies.some(({ model }) => responds(model, heat));
  if (isHeated || own.some((temperatures) => temperatures !== undefined))
    hot.push(...colliders.map(({ temperature = 0 }) => temperature));
  if (isHeated) hot.push(...sourceTemperatures(heat));
  return Math.max(ROOM_TEMPERATURE, ...hot);
}

function switchChecks({ on, off }: HeaterParameters, path: string): Problem[] {
  const isEarly = off !== undefined && off <= on;
  return problemIf(isEarly, `${path}.off`, `must be later than on (${on} s), got ${off}`);
}

function faceChecks({ shape }: HeaterParameters, path: string, scene: Scene): Problem[] {
  if (shape.kind === 'collider') return colliderChecks(shape.name, path, scene);
  if (shape.kind !== 'faces') return [];
  return shape.faces.flatMap((face, k) => {
    const wrong = face.find((corner) => corner >= shape.vertices.length);
    if (wrong !== undefined) {
      const message = `there is no corner ${wrong}; there are ${shape.vertices.length}`;
      return [{ path: `${path}.faces[${k}]`, message }];
    }
    const isFlat = flat(face.map((corner) => shape.vertices[corner]));
    return problemIf(!isFlat, `${path}.faces[${k}]`, 'must be flat and have an area');
  });
}

function colliderChecks(name: string, path: string, { colliders }: Scene): Problem[] {
  const collider = colliders.find((one) => one.name === name);
  const at = `${path}.name`;
  if (!collider) return [{ path: at, message: `there is no collider named "${name}"` }];
  const { kind } = collider.shape;
  if (!shapeKind(kind).faces)
    return [{ path: at, message: `"${name}" is a ${kind}; it must be a box or convex` }];
  return problemIf(collider.keyframes.length > 0, at, `"${name}" moves; a heater stands still`);
}

type Point = readonly [number, number, number];

/** Returns whether corners lie in one plane, to a millionth of the size of the face. */
function flat(corners: readonly Point[]): boolean {
  const normal = areaVector(corners.flat());
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(length > 0)) return false;
  const size = Math.sqrt(length);
  return corners.every((corner) => {
    const out =
      corner.reduce((sum, value, axis) => sum + (value - corners[0][axis]) * normal[axis], 0) / length;
    return Math.abs(out) <= 1e-6 * size;
  });
}
