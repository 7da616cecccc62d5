/** Checks that need more than one field: references, counts that multiply, and limits on the whole. */

import { createShape, massProperties } from '../contact/shapes/index.ts';
import { structuralStiffness } from '../forces/lattice-moduli.ts';
import { IMPLICIT_ENGINE_NAMES, isImplicit } from '../integrators/index.ts';
import { resolveFabric } from '../materials/cloth.ts';
import { resolveMaterial } from '../materials/presets.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import {
  type AdaptiveClothParameters,
  adaptiveClothChecks,
  clothPlaceChecks,
  finestLevel,
  mostVertices,
} from './adaptive-cloth.ts';
import {
  type AdaptiveGridParameters,
  adaptiveGridChecks,
  deepestLevel,
  finestPoints,
  resolveAdaptive,
} from './adaptive-grid.ts';
import { clothMeshWarnings } from './cloth-mesh.ts';
import { movingMeshChecks } from './collider-mesh.ts';
import { heatChecks, heatWarnings, stickWarnings } from './heat-checks.ts';
import {
  type LatticeMatterParameters,
  latticeMatterChecks,
  latticeMatterWarnings,
  matterSpacing,
  mostParticles,
  planeMatterChecks,
} from './lattice-matter.ts';
import { type LayeredSheetParameters, layeredSheetChecks, layersOf } from './layered-sheet.ts';
import type {
  BodyParameters,
  ColliderParameters,
  ExpectedPlace,
  ExpectedRigid,
  ExpectedWall,
  ProvotSheetParameters,
  RigidBodyParameters,
  Scene,
} from './parameters.ts';
import { betweenSeamChecks } from './seams.ts';
import { shapeChecks } from './shape-schema.ts';
import { type SheetFileParameters, sheetFileChecks } from './sheet-file-body.ts';

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
    ...scene.bodies.flatMap((body, i) => bodyChecks(body, `bodies[${i}]`)),
    ...scene.colliders.flatMap((collider, i) => colliderChecks(collider, `colliders[${i}]`)),
    ...(scene.contact.matter ? planeMatterChecks(scene.bodies) : []),
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

/** What a scene may do but should know about. */
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
    ...scene.bodies.flatMap((body, i) =>
      body.model === 'provot-sheet' || body.model === 'adaptive-grid'
        ? stiffnessWarnings(body, `bodies[${i}]`)
        : [],
    ),
    ...scene.bodies.flatMap((body, i) =>
      body.model === 'lattice-matter' ? latticeMatterWarnings(body, `bodies[${i}]`) : [],
    ),
    ...scene.bodies.flatMap((body, i) =>
      body.model === 'adaptive-cloth' && body.mesh ? clothMeshWarnings(body.mesh, `bodies[${i}].mesh`) : [],
    ),
  ];
}

function longStep({ seconds, dt }: Scene): Problem[] {
  if (dt <= seconds) return [];
  return [{ path: 'dt', message: `one step of ${dt} s is longer than the scene's ${seconds} s` }];
}

function farAway(position: readonly number[], path: string): Problem[] {
  if (position.every((x) => Math.abs(x) <= LIMITS.preciseCoordinate)) return [];
  return [{ path, message: `positions beyond ${LIMITS.preciseCoordinate} m are coarser than 0.1 nm` }];
}

/** What a shape corrected to be sound. */
function repairs(shape: ColliderParameters['shape'], path: string): Problem[] {
  return (createShape(shape).repairs ?? []).map(({ field, message }) => ({
    path: `${path}.${field}`,
    message,
  }));
}

/** Flexion springs and the diagonals of oblong cells resist stretching too; they may be all that does. */
function stiffnessWarnings(body: ProvotSheetParameters | AdaptiveGridParameters, path: string): Problem[] {
  const { size, points } = body;
  const known =
    body.model === 'provot-sheet' ? resolveMaterial(body.material) : { ...resolveAdaptive(body), bend: 0 };
  const [dx, dy] = [size[0] / (points[0] - 1), size[1] / (points[1] - 1)];
  const { row, column } = structuralStiffness(known, dx, dy);
  if (row > 0 && column > 0) return [];
  if (structuralStiffness(known, 1, 1).row <= 0) {
    const message = 'stiffer than a quarter of the stretch modulus: the sheet stretches less than it says';
    return [{ path: `${path}.material.bend`, message }];
  }
  const message =
    'cells this oblong are stiffened by their shear springs: the sheet stretches less than it says';
  return [{ path: `${path}.points`, message }];
}

function uniqueNames(list: string, things: readonly { name: string }[]): Problem[] {
  const first = new Map<string, number>();
  const problems: Problem[] = [];
  things.forEach(({ name }, i) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, i);
    else problems.push({ path: `${list}[${i}].name`, message: `"${name}" is taken by ${list}[${earlier}]` });
  });
  return problems;
}

/** Whether the whole scene is too many frames. */
export function lengthChecks(scene: Scene): Problem[] {
  const frames = Math.round(scene.seconds / scene.dt);
  if (frames <= LIMITS.frames) return [];
  const message = `${scene.seconds} s in frames of ${scene.dt} s are ${frames.toPrecision(3)} frames; the limit is ${LIMITS.frames}`;
  return [{ path: 'seconds', message }];
}

/** The product is checked before anybody allocates it. */
function particleChecks(bodies: readonly BodyParameters[]): Problem[] {
  let total = 0;
  for (const [i, body] of bodies.entries()) {
    if (body.model === 'adaptive-cloth') {
      total += mostVertices(body);
      if (total <= LIMITS.particles) continue;
      const most = `${Math.ceil(total)} particles in all; the limit is ${LIMITS.particles}`;
      const field = body.maxLevel === undefined ? 'startLevel' : 'maxLevel';
      return [
        { path: `bodies[${i}].${field}`, message: `${finestLevel(body)} everywhere makes about ${most}` },
      ];
    }
    if (body.model === 'lattice-matter') {
      total += mostParticles(body);
      if (total <= LIMITS.particles) continue;
      const message = `${Number(matterSpacing(body).toPrecision(4))} m makes about ${total} particles in all; the limit is ${LIMITS.particles}`;
      return [{ path: `bodies[${i}].spacing`, message }];
    }
    const points = body.model === 'adaptive-grid' ? finestPoints(body) : body.points;
    const layers = body.model === 'layered-sheet' ? layersOf(body) : 1;
    total += points[0] * points[1] * layers;
    if (total <= LIMITS.particles) continue;
    const sides = layers > 1 ? [points[0], layers, points[1]] : points;
    const most = `${total} particles in all; the limit is ${LIMITS.particles}`;
    if (
      body.model === 'adaptive-grid' &&
      total - points[0] * points[1] + body.points[0] * body.points[1] <= LIMITS.particles
    )
      return [
        {
          path: `bodies[${i}].maxLevel`,
          message: `${sides.join(' × ')} at level ${body.maxLevel} makes ${most}`,
        },
      ];
    return [{ path: `bodies[${i}].points`, message: `${sides.join(' × ')} makes ${most}` }];
  }
  return [];
}

/**
 * Implicit engines ask a body how its forces change with its shape; only cloth of triangles can tell. Matter has a stage
 * of its own and goes with any. Explicit engines take a cloth too, but their step would have to follow its refinement.
 */
function engineChecks({ engine, bodies }: Scene): Problem[] {
  const implicit = isImplicit(engine.name);
  return bodies.flatMap((body, i) => {
    const { name, model } = body;
    if (model === 'lattice-matter') return [];
    if (implicit && model !== 'adaptive-cloth') {
      const message = `"${name}" is a ${model}, which engine "${engine.name}" cannot advance: it gives no stiffness; use an explicit engine`;
      return [{ path: `bodies[${i}].model`, message }];
    }
    if (implicit || model !== 'adaptive-cloth' || finestLevel(body) === body.startLevel) return [];
    const message = `"${name}" would be refined, and the steps of engine "${engine.name}" do not follow; use one of ${IMPLICIT_ENGINE_NAMES.join(', ')}, or leave it out`;
    return [{ path: `bodies[${i}].maxLevel`, message }];
  });
}

/** A sheet that refines itself doubles the sub-steps with every level. */
function substepChecks({ engine: { substeps }, bodies }: Scene): Problem[] {
  if (substeps === 'auto') return [];
  const deepest = deepestLevel(bodies);
  const most = substeps * (1 << deepest);
  if (most <= LIMITS.substeps) return [];
  const message = `${substeps} make ${most} with sheets refined to level ${deepest}; the limit is ${LIMITS.substeps}`;
  return [{ path: 'engine.substeps', message }];
}

function bodyChecks(body: BodyParameters, path: string): Problem[] {
  switch (body.model) {
    case 'provot-sheet':
      return [...pinChecks(body, path), ...massChecks(body, resolveMaterial(body.material).density, path)];
    case 'adaptive-cloth':
      return [...adaptiveClothChecks(body, path), ...clothMassChecks(body, path)];
    case 'adaptive-grid': {
      const finest = { points: finestPoints(body), size: body.size };
      return [
        ...pinChecks(body, path),
        ...massChecks(finest, resolveAdaptive(body).density, path),
        ...adaptiveGridChecks(body, path),
      ];
    }
    case 'sheet-file':
      return [...pinChecks(body, path), ...sheetFileChecks(body, path)];
    case 'layered-sheet': {
      const { density } = typeof body.material === 'string' ? resolveMaterial(body.material) : body.material;
      return [
        ...pinChecks(body, path),
        ...massChecks(body, density / layersOf(body), path),
        ...layeredSheetChecks(body, path),
      ];
    }
    case 'lattice-matter':
      return latticeMatterChecks(body, path);
    case 'membrane-sheet': {
      const { points, outline, material } = body;
      const problems = massChecks(body, material.density * material.thickness, path);
      if (outline !== 'disc' || points[0] === points[1]) return problems;
      const message = `a disc has as many rows as columns, got ${points[0]} and ${points[1]}`;
      return [...problems, { path: `${path}.points`, message }];
    }
  }
}

function pinChecks(
  body: ProvotSheetParameters | AdaptiveGridParameters | LayeredSheetParameters | SheetFileParameters,
  path: string,
): Problem[] {
  return body.pins.flatMap(({ at }, i) =>
    typeof at === 'string' ? [] : outsideGrid(at, body, `${path}.pins[${i}].at`),
  );
}

/** `density` in kg/m². */
function massChecks(
  { points, size }: Pick<ProvotSheetParameters, 'points' | 'size'>,
  density: number,
  path: string,
): Problem[] {
  const [columns, rows] = points;
  const mass = (density * size[0] * size[1]) / (columns * rows);
  if (mass >= LIMITS.leastMass) return [];
  const message = `each of the ${columns} × ${rows} masses would be ${mass.toPrecision(3)} kg; the least is ${LIMITS.leastMass}`;
  return [{ path: `${path}.material.density`, message }];
}

/** Of the smallest triangles that the cloth may come to. */
function clothMassChecks(body: AdaptiveClothParameters, path: string): Problem[] {
  if (body.mesh) return [];
  const { density } = resolveFabric(body.material);
  const [columns, rows] = body.cells;
  const mass = (density * body.size[0] * body.size[1]) / (columns * rows * (1 << finestLevel(body)));
  if (mass >= LIMITS.leastMass) return [];
  const message = `masses at level ${finestLevel(body)} would be ${mass.toPrecision(3)} kg; the least is ${LIMITS.leastMass}`;
  return [{ path: `${path}.material.density`, message }];
}

function outsideGrid(
  [column, row]: readonly [number, number],
  body: Exclude<BodyParameters, AdaptiveClothParameters | LatticeMatterParameters>,
  path: string,
): Problem[] {
  const [columns, rows] = body.points;
  if (column < columns && row < rows) return [];
  const message = `[${column}, ${row}] is outside the grid; columns are 0 to ${columns - 1}, rows 0 to ${rows - 1}`;
  return [{ path, message }];
}

function colliderChecks(collider: ColliderParameters, path: string): Problem[] {
  return [
    ...frictionChecks(collider, path),
    ...ballChecks(collider, path),
    ...shapeChecks(collider.shape, `${path}.shape`),
  ];
}

function frictionChecks(
  { friction, staticFriction = friction }: Pick<ColliderParameters, 'friction' | 'staticFriction'>,
  path: string,
): Problem[] {
  if (staticFriction >= friction) return [];
  const message = `must be >= friction (${friction}), got ${staticFriction}`;
  return [{ path: `${path}.staticFriction`, message }];
}

/** Sheets that stick are tied, and ties are for explicit engines: see contact/tie.ts. */
function contactStickChecks({ contact, engine }: Scene): Problem[] {
  if (!contact.stick) return [];
  const path = 'contact.stick';
  if (!contact.self) return [{ path, message: 'needs contact.self: else sheets do not touch each other' }];
  if (!isImplicit(engine.name)) return [];
  return [{ path, message: `sheets that stick to each other need an explicit engine, got ${engine.name}` }];
}

function ballChecks(collider: ColliderParameters, path: string): Problem[] {
  const { shape, mass, velocity, keyframes, stick } = collider;
  if (mass === undefined) {
    if (velocity === undefined) return [];
    return [{ path: `${path}.velocity`, message: 'only a free ball has one; give it a mass, or keyframes' }];
  }
  if (shape.kind !== 'sphere') {
    return [{ path: `${path}.mass`, message: `only a sphere can be free, this is a ${shape.kind}` }];
  }
  if (stick)
    return [{ path: `${path}.stick`, message: 'nothing sticks to a free ball; leave it out, or its mass' }];
  if (keyframes.length === 0) return [];
  return [{ path: `${path}.keyframes`, message: 'a free ball follows none; leave them out, or its mass' }];
}

/** Reports tell a rigid body from a collider by its name. */
function rigidNames({ rigidBodies, colliders }: Scene): Problem[] {
  const taken = rigidBodies.flatMap(({ name }, i) => {
    const other = colliders.findIndex((collider) => collider.name === name);
    const message = `"${name}" is taken by colliders[${other}]`;
    return other < 0 ? [] : [{ path: `rigidBodies[${i}].name`, message }];
  });
  return [...uniqueNames('rigidBodies', rigidBodies), ...taken];
}

function rigidChecks(body: RigidBodyParameters, path: string): Problem[] {
  const problems = [...frictionChecks(body, path), ...shapeChecks(body.shape, `${path}.shape`)];
  const { mass, density } = body;
  if (mass !== undefined && density !== undefined) {
    const message = `the mass is given already (${mass} kg); leave one out`;
    problems.push({ path: `${path}.density`, message });
  }
  if (problems.length > 0) return problems;
  const weight = mass ?? (density ?? 1000) * massProperties(body.shape).volume;
  if (weight >= LIMITS.leastMass) return [];
  const message = `would weigh ${weight.toPrecision(3)} kg; the least is ${LIMITS.leastMass}`;
  return [{ path: `${path}.${mass === undefined ? 'density' : 'mass'}`, message }];
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
  return min.flatMap((low, axis) => {
    if (low <= max[axis]) return [];
    return [{ path: `${path}.max[${axis}]`, message: `must be >= min (${low}), got ${max[axis]}` }];
  });
}

function expectedAtChecks(body: BodyParameters, at: ExpectedPlace['at'], path: string): Problem[] {
  if (body.model === 'adaptive-cloth') return clothPlaceChecks(body, at, path);
  if (typeof at === 'string') return [];
  if (body.model === 'lattice-matter')
    return [{ path, message: 'matter is looked at in its middle: "centre"' }];
  if (Array.isArray(at)) return outsideGrid(at, body, path);
  return [{ path, message: `near a place is for an adaptive-cloth, and "${body.name}" is a ${body.model}` }];
}

function expectedWallChecks(scene: Scene, { body: name, min, max }: ExpectedWall, path: string): Problem[] {
  const body = scene.bodies.find((one) => one.name === name);
  if (!body) return [{ path: `${path}.body`, message: `there is no body named "${name}"` }];
  if (['provot-sheet', 'adaptive-grid', 'adaptive-cloth', 'lattice-matter'].includes(body.model))
    return [{ path: `${path}.body`, message: `the wall of a ${body.model} is not measured` }];
  return min <= max ? [] : [{ path: `${path}.max`, message: `must be >= min (${min}), got ${max}` }];
}
