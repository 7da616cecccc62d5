/** Checks that need more than one field: references, counts that multiply, and limits on the whole. */

import { DEFAULT_DENSITY } from '../contact/rigid/rigid-body.ts';
import { createShape, massProperties } from '../contact/shapes/index.ts';
import { ENGINE_NAMES, isImplicit } from '../integrators/index.ts';
import { modelNamed } from '../models/index.ts';
import { LIMITS } from '../schema/limits.ts';
import { type Problem, problemIf } from '../schema/problem.ts';
import { movingMeshChecks } from './collider-mesh.ts';
import { heatChecks, heatWarnings, stickWarnings } from './heat-checks.ts';
import type {
  BodyParameters,
  ColliderParameters,
  ExpectedPlace,
  ExpectedRigid,
  ExpectedWall,
  RigidBodyParameters,
  Scene,
} from './parameters.ts';
import { betweenSeamChecks } from './seams.ts';
import { shapeChecks } from './shape-schema.ts';

export function sceneChecks(scene: Scene): Problem[] {
  return [
    ...uniqueNames('bodies', scene.bodies),
    ...uniqueNames('colliders', scene.colliders),
    ...rigidNames(scene),
    ...uniqueNames('heat.heaters', scene.heat.heaters),
    ...heatChecks(scene),
    ...particleChecks(scene.bodies),
    ...engineChecks(scene),
    ...substepChecks(scene),
    ...scene.bodies.flatMap((body, i) => modelNamed(body.model).check?.(body, `bodies[${i}]`, scene) ?? []),
    ...scene.colliders.flatMap((collider, i) => colliderChecks(collider, `colliders[${i}]`)),
    ...betweenSeamChecks(scene),
    ...frictionChecks(scene.contact, 'contact'),
    ...contactStickChecks(scene),
    ...movingMeshChecks(scene),
    ...scene.rigidBodies.flatMap((body, i) => rigidChecks(body, `rigidBodies[${i}]`)),
    ...scene.expect.rigid.flatMap((at, i) => expectedRigidChecks(scene, at, `expect.rigid[${i}]`)),
    ...scene.expect.walls.flatMap((wall, i) => expectedWallChecks(scene, wall, `expect.walls[${i}]`)),
    ...scene.expect.places.flatMap((place, i) => expectedPlaceChecks(scene, place, `expect.places[${i}]`)),
  ];
}

/** Returns warnings: questionable choices that do not stop a run. */
export function sceneWarnings(scene: Scene): Problem[] {
  return [
    ...longStep(scene),
    ...heatWarnings(scene),
    ...stickWarnings(scene),
    ...scene.bodies.flatMap(({ position }, i) => farAway(position, `bodies[${i}].position`)),
    ...scene.colliders.flatMap(({ position }, i) => farAway(position, `colliders[${i}].position`)),
    ...scene.rigidBodies.flatMap(({ position }, i) => farAway(position, `rigidBodies[${i}].position`)),
    ...scene.colliders.flatMap(({ shape }, i) => repairs(shape, `colliders[${i}].shape`)),
    ...scene.rigidBodies.flatMap(({ shape }, i) => repairs(shape, `rigidBodies[${i}].shape`)),
    ...scene.bodies.flatMap((body, i) => modelNamed(body.model).warnings?.(body, `bodies[${i}]`) ?? []),
  ];
}

function longStep({ seconds, dt }: Scene): Problem[] {
  return problemIf(dt > seconds, 'dt', `one step of ${dt} s is longer than the scene's ${seconds} s`);
}

function farAway(position: readonly number[], path: string): Problem[] {
  const isFar = position.some((x) => Math.abs(x) > LIMITS.preciseCoordinate);
  return problemIf(isFar, path, `positions beyond ${LIMITS.preciseCoordinate} m are coarser than 0.1 nm`);
}

/** Returns the repairs that a shape needed to be valid. */
function repairs(shape: ColliderParameters['shape'], path: string): Problem[] {
  return (createShape(shape).repairs ?? []).map(({ field, message }) => ({
    path: `${path}.${field}`,
    message,
  }));
}

function uniqueNames(list: string, things: readonly { name: string }[]): Problem[] {
  return things.flatMap(({ name }, i) => {
    const first = things.findIndex((thing) => thing.name === name);
    return problemIf(first < i, `${list}[${i}].name`, `"${name}" is taken by ${list}[${first}]`);
  });
}

/** Refuses a scene of too many frames. */
export function lengthChecks(scene: Scene): Problem[] {
  const frames = Math.round(scene.seconds / scene.dt);
  const message = `${scene.seconds} s in frames of ${scene.dt} s are ${frames.toPrecision(3)} frames; the limit is ${LIMITS.frames}`;
  return problemIf(frames > LIMITS.frames, 'seconds', message);
}

/** Refuses too many particles before any are allocated. */
function particleChecks(bodies: readonly BodyParameters[]): Problem[] {
  let total = 0;
  for (const [i, body] of bodies.entries()) {
    const model = modelNamed(body.model);
    const bound = model.mostParticles?.(body);
    total += bound?.count ?? model.startParticles(body);
    if (total <= LIMITS.particles) continue;
    const path = bound ? `bodies[${i}].${bound.field}` : `bodies[${i}]`;
    const message = `${bound?.value ?? body.name} makes about ${total} particles in all; the limit is ${LIMITS.particles}`;
    return [{ path, message }];
  }
  return [];
}

/** Returns the engines that a model is for. */
export function enginesOf(model: string): 'explicit' | 'any' | 'implicit' {
  return modelNamed(model).engines ?? 'explicit';
}

/** Implicit engines need the stiffness of every body, which not all models provide. */
function engineChecks({ engine, bodies }: Scene): Problem[] {
  if (!isImplicit(engine.name)) return [];
  return bodies.flatMap(({ name, model }, i) => {
    const message = `Engine "${engine.name}" cannot advance "${name}": a ${model} gives no stiffness. Use an explicit engine: ${ENGINE_NAMES.join(', ')}.`;
    return problemIf(enginesOf(model) === 'explicit', `bodies[${i}].model`, message);
  });
}

/** Returns the deepest level of refinement that any body may reach; each level doubles the sub-steps. */
export function deepestLevel(bodies: readonly BodyParameters[]): number {
  return Math.max(0, ...bodies.map((body) => modelNamed(body.model).deepestLevel?.(body) ?? 0));
}

function substepChecks({ engine: { substeps }, bodies }: Scene): Problem[] {
  if (substeps === 'auto') return [];
  const deepest = deepestLevel(bodies);
  const most = substeps * (1 << deepest);
  const message = `${substeps} make ${most} with sheets refined to level ${deepest}; the limit is ${LIMITS.substeps}`;
  return problemIf(most > LIMITS.substeps, 'engine.substeps', message);
}

function colliderChecks(collider: ColliderParameters, path: string): Problem[] {
  return [
    ...frictionChecks(collider, path),
    ...freeSphereChecks(collider, path),
    ...shapeChecks(collider.shape, `${path}.shape`),
  ];
}

function frictionChecks(
  { friction, staticFriction = friction }: Pick<ColliderParameters, 'friction' | 'staticFriction'>,
  path: string,
): Problem[] {
  const message = `must be >= friction (${friction}), got ${staticFriction}`;
  return problemIf(staticFriction < friction, `${path}.staticFriction`, message);
}

function contactStickChecks({ contact }: Scene): Problem[] {
  const message = 'needs contact.self: else sheets do not touch each other';
  return problemIf(contact.stick !== undefined && !contact.self, 'contact.stick', message);
}

/** Checks of a collider with a mass, which is a rigid sphere. */
function freeSphereChecks(collider: ColliderParameters, path: string): Problem[] {
  const { shape, mass, velocity, keyframes, stick, temperature } = collider;
  const refuse = (isWrong: boolean, field: string, message: string) =>
    problemIf(isWrong, `${path}.${field}`, message);
  if (mass === undefined) {
    const message = 'a collider follows its keyframes; use rigidBodies for a body with a velocity';
    return refuse(velocity !== undefined, 'velocity', message);
  }
  const other = `only a sphere may have a mass, this is a ${shape.kind}; use rigidBodies`;
  return [
    ...refuse(shape.kind !== 'sphere', 'mass', other),
    ...refuse(stick !== undefined, 'stick', 'nothing sticks to a rigid body; remove stick or the mass'),
    ...refuse(keyframes.length > 0, 'keyframes', 'a rigid body follows none; remove them or the mass'),
    ...refuse(
      temperature !== undefined,
      'temperature',
      'a rigid body exchanges no heat; remove its temperature, or its mass',
    ),
  ];
}

/** Reports identify rigid bodies and colliders by name, so a name may occur once among both. */
function rigidNames({ rigidBodies, colliders }: Scene): Problem[] {
  const taken = rigidBodies.flatMap(({ name }, i) => {
    const other = colliders.findIndex((collider) => collider.name === name);
    return problemIf(other >= 0, `rigidBodies[${i}].name`, `"${name}" is taken by colliders[${other}]`);
  });
  return [...uniqueNames('rigidBodies', rigidBodies), ...taken];
}

function rigidChecks(body: RigidBodyParameters, path: string): Problem[] {
  const { mass, density } = body;
  const isTwice = mass !== undefined && density !== undefined;
  const problems = [
    ...frictionChecks(body, path),
    ...shapeChecks(body.shape, `${path}.shape`),
    ...problemIf(isTwice, `${path}.density`, `the mass is given already (${mass} kg); remove one of them`),
  ];
  if (problems.length > 0) return problems;
  const weight = mass ?? (density ?? DEFAULT_DENSITY) * massProperties(body.shape).volume;
  const message = `would weigh ${weight.toPrecision(3)} kg; the least is ${LIMITS.leastMass}`;
  return problemIf(
    !(weight >= LIMITS.leastMass),
    `${path}.${mass === undefined ? 'density' : 'mass'}`,
    message,
  );
}

function expectedRigidChecks(scene: Scene, { body, min, max }: ExpectedRigid, path: string): Problem[] {
  if (!scene.rigidBodies.some(({ name }) => name === body)) {
    return [{ path: `${path}.body`, message: `there is no rigid body named "${body}"` }];
  }
  return boxChecks(min, max, path);
}

function expectedPlaceChecks(scene: Scene, place: ExpectedPlace, path: string): Problem[] {
  const body = scene.bodies.find((b) => b.name === place.body);
  if (!body) return [{ path: `${path}.body`, message: `there is no body named "${place.body}"` }];
  return [...expectedAtChecks(body, place.at, `${path}.at`), ...boxChecks(place.min, place.max, path)];
}

function boxChecks(min: readonly number[], max: readonly number[], path: string): Problem[] {
  return min.flatMap((low, axis) =>
    problemIf(low > max[axis], `${path}.max[${axis}]`, `must be >= min (${low}), got ${max[axis]}`),
  );
}

function expectedAtChecks(body: BodyParameters, at: ExpectedPlace['at'], path: string): Problem[] {
  const { places } = modelNamed(body.model);
  if (places) return places.check(body, at, path);
  if (typeof at === 'string') return [];
  const message = `a ${body.model} has no rows, columns or vertices to name; use "centre", the mean of its particles`;
  return [{ path, message }];
}

function expectedWallChecks(scene: Scene, { body: name, min, max }: ExpectedWall, path: string): Problem[] {
  const body = scene.bodies.find((one) => one.name === name);
  if (!body) return [{ path: `${path}.body`, message: `there is no body named "${name}"` }];
  if (!modelNamed(body.model).hasWalls)
    return [{ path: `${path}.body`, message: `the wall of a ${body.model} is not measured` }];
  return problemIf(min > max, `${path}.max`, `must be >= min (${min}), got ${max}`);
}
