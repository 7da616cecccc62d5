/** Lattice matter in a scene: its rows of the parameter table, and how it is put into a world. */
import { z } from 'zod';
import type { World } from '../core/world.ts';
import { rotationAbout } from '../math/mat3.ts';
import { PI } from '../math/portable.ts';
import { axisQuaternion } from '../math/quat.ts';
import { normalised } from '../math/vec3.ts';
import { checkFilling, fillShape, type MatterShape, shapeVolume } from '../models/lattice-matter/fill.ts';
import {
  addLatticeMatter,
  type LatticeMatter,
  type MatterLattice,
  type MatterObject,
  type MatterSkin,
  MOST_TOLERANCE,
  matterLattice,
} from '../models/lattice-matter/index.ts';
import { choice, flag, name, place, quantity, rotation, vector, whole } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import {
  type MatterMeshParameters,
  matterMesh,
  matterMeshChecks,
  matterMeshWarnings,
  meshFilling,
  meshShapeVolume,
  shapeMesh,
  spacingForCount,
} from './matter-mesh.ts';

const temperature = { above: 0, max: 1e4 };
const length = { above: 0, max: 1e6 };

const material = z
  .strictObject({
    density: quantity('kg/m³', { above: 0, max: 1e9 }, 'Mass of a cubic metre.').default(1000),
    young: quantity(
      'Pa',
      { min: 0, max: 1e12 },
      'Young’s modulus of the solid; Poisson’s ratio is 0.',
    ).default(1e5),
    damping: quantity(
      '1/s',
      { min: 0, max: 1e6 },
      'How fast motion dies out in the solid that is not locally rigid.',
    ).default(0),
    soundSpeed: quantity(
      'm/s',
      { above: 0, max: 1e5 },
      'In the fluid: ten times the greatest speed keeps its density within 1 %; more takes more sub-steps.',
    ).default(20),
    solidPressure: flag(
      'Whether the solid has the pressure of the fluid too, which keeps soft and plastic matter from being crushed.',
    ).default(false),
    viscosity: quantity(
      'Pa·s',
      { min: 0, max: 1e9 },
      'Of the fluid; much of it takes many sub-steps.',
    ).default(0),
    smoothing: quantity(
      '1',
      { min: 0, max: 1 },
      'How much particles of the fluid move with their neighbours (XSPH).',
    ).default(0.1),
    fracture: quantity(
      '1',
      { above: 0, max: 10 },
      'How far a neighbour may be from its place, in spacings, before their bond breaks for good; left out, it never does.',
    ).optional(),
    docking: z
      .strictObject({
        rate: quantity('1/s', { min: 0, max: 1e9 }, 'At which a free particle docks to a whole site.'),
        change: quantity(
          '1/s²',
          { min: 0, max: 1e12 },
          'What a site loses in a second that it is empty, or gains.',
        ),
      })
      .meta({
        title: 'Docking',
        description: 'How sites of the lattice take in particles; left out: at once.',
      })
      .optional(),
    heat: z
      .strictObject({
        conductivity: quantity('W/(m·K)', { min: 0, max: 1e6 }, 'Conductivity.'),
        specificHeat: quantity(
          'J/(kg·K)',
          { above: 0, max: 1e9 },
          'Heat that warms a kilogram by 1 K.',
        ).default(1000),
        latentHeat: quantity(
          'J/kg',
          { min: 0, max: 1e9 },
          'Heat that melting a kilogram takes up and freezing it sets free.',
        ).default(0),
        fixed: flag('Whether it keeps its temperature, whatever flows.').default(false),
      })
      .meta({ title: 'Heat of matter', description: 'How heat flows in it; left out, none does.' })
      .optional(),
    melting: z
      .strictObject({
        rate: quantity(
          '1/(s·K)',
          { min: 0, max: 1e9 },
          'Rate of melting for each kelvin above the melting point.',
        ),
        temperature: quantity('K', temperature, 'Melting point.'),
      })
      .meta({ title: 'Melting', description: 'Left out, it never melts.' })
      .optional(),
    freezing: z
      .strictObject({
        rate: quantity(
          '1/(s·K)',
          { min: 0, max: 1e9 },
          'Rate of freezing for each kelvin below the freezing point and each solid neighbour.',
        ),
        temperature: quantity('K', temperature, 'Freezing point.'),
        neighbours: quantity('1', { min: 0, max: 100 }, 'Solid neighbours that do not count yet.').default(1),
        speed: quantity(
          'm/s',
          { above: 0, max: 1e9 },
          'Against its solid neighbours; faster ones freeze slower.',
        ).optional(),
        force: quantity('N', { above: 0, max: 1e30 }, 'Of the lattice; misfits freeze slower.').optional(),
      })
      .meta({ title: 'Freezing', description: 'Left out, it never freezes.' })
      .optional(),
    fading: quantity(
      's',
      { above: 0, max: 1e6 },
      'In which a particle that melts loses its elasticity, and one that freezes gets it.',
    ).default(0.1),
  })
  .meta({ title: 'Matter', description: 'What the object is made of.' });

const shape = z
  .discriminatedUnion('kind', [
    matterMesh,
    z.strictObject({
      kind: z.literal('box').meta({ description: 'Sides along its own x, y and z.' }),
      size: vector('m', length, 'Sides; the last one is not looked at in the plane.'),
    }),
    z.strictObject({
      kind: z.literal('sphere').meta({ description: 'In the plane a disc.' }),
      radius: quantity('m', length, 'Radius.'),
    }),
    z.strictObject({
      kind: z.literal('cylinder').meta({ description: 'Along its own y.' }),
      radius: quantity('m', length, 'Radius.'),
      height: quantity('m', length, 'Height.'),
    }),
    z.strictObject({
      kind: z
        .literal('points')
        .meta({ description: 'Particles one by one, on a lattice of the body’s spacing.' }),
      points: z
        .array(place('A particle.'))
        .min(1)
        .max(LIMITS.particles)
        .meta({ description: 'Where they are.', unit: 'm' }),
    }),
  ])
  .meta({ title: 'Shape of matter', description: 'What is filled with particles.' });

const object = z
  .strictObject({
    shape,
    material: material.prefault({}),
    phase: choice(['solid', 'fluid'], 'What it is at the start.').default('solid'),
    position: place('Where its middle is, or the origin of its mesh.').default([0, 0, 0]),
    rotation: rotation.prefault({}),
    velocity: vector('m/s', { min: -1e5, max: 1e5 }, 'At the start.').default([0, 0, 0]),
    spin: vector('rad/s', { min: -1e5, max: 1e5 }, 'Turning about its middle at the start.').default([
      0, 0, 0,
    ]),
    temperature: quantity('K', temperature, 'At the start.').default(293.15),
    object: whole(
      { min: 0, max: 1e6 },
      'Parts with the same number are one object; left out, each is one of its own.',
    ).optional(),
    pinned: flag('Whether its particles stay where they are.').default(false),
    skin: flag(
      'Whether its own mesh is drawn, carried by the particles, as long as all of it is solid; then a surface around them, in the mesh’s colours.',
    ).default(false),
  })
  .meta({ title: 'Object', description: 'A piece of matter.' });

export const latticeMatter = z
  .strictObject({
    name: name('Name of the body, unique among bodies.'),
    model: z
      .literal('lattice-matter')
      .meta({ description: 'Solids and fluids of particles that melt, freeze and break.' }),
    spacing: quantity(
      'm',
      length,
      'Between nearest particles; left out: that of the first mesh with a count, or 0.05.',
    ).optional(),
    position: place('Added to the positions of all its objects.').default([0, 0, 0]),
    plane: flag(
      'Whether all is in the plane z = 0, a slab 1 m thick. What acts along z, such as gravity, comes to nothing.',
    ).default(false),
    objects: z.array(object).min(1).max(LIMITS.bodies).meta({ description: 'What there is of it.' }),
    implicit: flag(
      'Whether elastic forces are those of the sub-step’s end, so that no stiffness is too much for it.',
    ).default(true),
    iterations: whole({ min: 1, max: 10_000 }, 'Most iterations of a linear solve.').default(60),
    tolerance: quantity(
      '1',
      { min: 0, max: MOST_TOLERANCE },
      'Residual of a linear solve over that at its start.',
    ).default(0.01),
    rounds: whole(
      { min: 1, max: 100 },
      'How often rotations are found anew in a sub-step at most; it is done only where it changes something.',
    ).default(4),
  })
  .meta({
    title: 'Lattice matter',
    description: 'Objects of particles that hold together by who is near, touch, melt, freeze and break.',
  });

export type LatticeMatterParameters = z.output<typeof latticeMatter>;
type ObjectParameters = LatticeMatterParameters['objects'][number];

const USUAL_SPACING = 0.05;

/** m, between nearest particles; that of a mesh with a count only nearly, unless `exact`, which has to fill it. */
export function matterSpacing({ spacing, objects }: LatticeMatterParameters, exact = false): number {
  if (spacing !== undefined) return spacing;
  for (const { shape: filled } of objects) {
    if (filled.kind !== 'mesh' || filled.count === undefined) continue;
    return exact ? meshFilling(filled, 0).spacing : spacingForCount(filled, filled.count);
  }
  return USUAL_SPACING;
}

/** Particles of all objects, by their volumes: before anybody fills them. */
export function mostParticles(body: LatticeMatterParameters): number {
  const { objects, plane } = body;
  // Meshes that are none are told of by the checks of the body.
  if (objects.some((one) => meshChecks(one, body, '').length > 0)) return 0;
  const { volume } = matterLattice(matterSpacing(body), plane ? 2 : 3);
  return objects.reduce((sum, { shape: filled }) => {
    if (filled.kind === 'points') return sum + filled.points.length;
    if (filled.kind === 'mesh') return sum + (filled.count ?? Math.ceil(meshShapeVolume(filled) / volume));
    return sum + Math.ceil(shapeVolume(filled, plane ? 2 : 3) / volume);
  }, 0);
}

/** Particles of all objects; of meshes without a count, as many as have their volume. */
export function matterParticles(body: LatticeMatterParameters): number {
  const lattice = matterLattice(matterSpacing(body), body.plane ? 2 : 3);
  return body.objects.reduce((sum, { shape: filled }) => {
    if (filled.kind !== 'mesh') return sum + pointsIn(filled, lattice).length / 3;
    return sum + (filled.count ?? Math.round(meshShapeVolume(filled) / lattice.volume));
  }, 0);
}

/** In the object's own axes. */
function pointsIn(filled: ObjectParameters['shape'], lattice: MatterLattice): Float64Array {
  if (filled.kind === 'points') return Float64Array.from(filled.points.flat());
  if (filled.kind === 'mesh') return meshFilling(filled, lattice.spacing).particles.slice();
  return fillShape(filled satisfies MatterShape, lattice);
}

/** m³ that the object is as heavy as; of points one by one, that of their cells. */
function volumeOf(filled: ObjectParameters['shape'], lattice: MatterLattice): number | undefined {
  if (filled.kind === 'points') return undefined;
  if (filled.kind === 'mesh') return meshFilling(filled, lattice.spacing).volume;
  return shapeVolume(filled, lattice.dimension);
}

export function latticeMatterChecks(body: LatticeMatterParameters, path: string): Problem[] {
  const meshes = body.objects.flatMap((one, i) => meshChecks(one, body, `${path}.objects[${i}]`));
  if (meshes.length > 0) return meshes;
  const lattice = matterLattice(matterSpacing(body), body.plane ? 2 : 3);
  return body.objects.flatMap((one, i) => {
    const mass = one.material.density * lattice.volume;
    const problems: Problem[] = tooSmall(one.shape, lattice, `${path}.objects[${i}].shape`);
    if (mass < LIMITS.leastMass) {
      const message = `each particle would be ${mass.toPrecision(3)} kg; the least is ${LIMITS.leastMass}`;
      problems.push({ path: `${path}.objects[${i}].material.density`, message });
    }
    if (body.plane) problems.push(...planeChecks(one, body, `${path}.objects[${i}]`));
    const counted = countCheck(one, body, `${path}.objects[${i}].shape.count`);
    return counted ? [...problems, counted] : problems;
  });
}

/** A mesh that several objects have is told of once. */
export function latticeMatterWarnings({ objects }: LatticeMatterParameters, path: string): Problem[] {
  const told = new Set<unknown>();
  return objects.flatMap(({ shape: filled }, i) => {
    if (filled.kind !== 'mesh') return [];
    const mesh = filled.mesh ?? filled.vertices;
    if (told.has(mesh)) return [];
    told.add(mesh);
    return matterMeshWarnings(filled, `${path}.objects[${i}].shape`);
  });
}

/** What would lead out of the plane z = 0. */
function planeChecks(one: ObjectParameters, body: LatticeMatterParameters, path: string): Problem[] {
  const problems: Problem[] = [];
  const say = (field: string, message: string) => problems.push({ path: `${path}.${field}`, message });
  const { axis, angle } = one.rotation;
  if (angle !== 0 && (axis[0] !== 0 || axis[1] !== 0))
    say('rotation.axis', `in the plane things turn about z only, got [${axis.join(', ')}]`);
  if (one.position[2] + body.position[2] !== 0) say('position', 'in the plane z is 0');
  if (one.velocity[2] !== 0) say('velocity', `in the plane nothing moves along z, got ${one.velocity[2]}`);
  if (one.spin[0] !== 0 || one.spin[1] !== 0)
    say('spin', `in the plane things turn about z only, got [${one.spin.join(', ')}]`);
  if (one.shape.kind !== 'points') return problems;
  const out = one.shape.points.findIndex(([, , z]) => z !== 0);
  if (out >= 0) say(`shape.points[${out}]`, `in the plane z is 0, got ${one.shape.points[out][2]}`);
  return problems;
}

/** Sheets live in space: what they and matter in the plane give each other would be lost. */
export function planeMatterChecks(
  bodies: readonly { model: string; name: string; plane?: boolean }[],
): Problem[] {
  const sheet = bodies.find(({ model }) => model !== 'lattice-matter');
  if (!sheet) return [];
  return bodies.flatMap(({ model, name: own, plane }, i) => {
    if (model !== 'lattice-matter' || !plane) return [];
    const message = `"${own}" is in the plane and the sheet "${sheet.name}" in space: they cannot touch; "contact": { "matter": false } lets them pass`;
    return [{ path: `bodies[${i}].plane`, message }];
  });
}

function tooSmall(filled: ObjectParameters['shape'], lattice: MatterLattice, path: string): Problem[] {
  if (filled.kind === 'points' || filled.kind === 'mesh') return [];
  try {
    checkFilling(filled, lattice);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path, message: error.message.replace(/^\w+: /, '') }];
  }
}

function meshChecks(
  { shape: filled, skin, phase }: ObjectParameters,
  { plane }: LatticeMatterParameters,
  path: string,
): Problem[] {
  if (skin && filled.kind !== 'mesh')
    return [{ path: `${path}.skin`, message: `a ${filled.kind} has no mesh to draw` }];
  if (skin && phase === 'fluid') return [{ path: `${path}.skin`, message: 'a fluid carries no mesh' }];
  if (filled.kind !== 'mesh') return [];
  if (plane) return [{ path: `${path}.shape.kind`, message: 'in the plane there are no meshes' }];
  return matterMeshChecks(filled, `${path}.shape`);
}

/** By how much the spacing of a count may differ from the body's: what filling leaves open. */
const SAME_SPACING = 0.01;

function countCheck(
  { shape: filled }: ObjectParameters,
  body: LatticeMatterParameters,
  path: string,
): Problem | undefined {
  if (filled.kind !== 'mesh' || filled.count === undefined) return undefined;
  const wanted = spacingForCount(filled, filled.count);
  const spacing = matterSpacing(body);
  if (Math.abs(wanted - spacing) <= SAME_SPACING * spacing) return undefined;
  const message = `${filled.count} particles would be ${wanted.toPrecision(4)} m apart, and the body’s are ${spacing.toPrecision(4)} m; leave one of them out`;
  return { path, message };
}

export function buildLatticeMatter(
  world: World,
  body: LatticeMatterParameters,
  seed: number,
  { friction, staticFriction }: { friction: number; staticFriction?: number | undefined },
): LatticeMatter {
  const { name: label, plane, objects, implicit, iterations, tolerance, rounds } = body;
  const spacing = matterSpacing(body, true);
  const skins = new Map<unknown, MatterSkin>();
  return addLatticeMatter(world, {
    name: label,
    spacing,
    dimension: plane ? 2 : 3,
    seed,
    friction,
    staticFriction: staticFriction ?? friction,
    implicit: implicit ? { iterations, tolerance, rounds } : false,
    objects: objects.map((one) => objectOf(one, body, spacing, skins)),
  });
}

function objectOf(
  one: ObjectParameters,
  { plane, position: offset }: LatticeMatterParameters,
  spacing: number,
  skins: Map<unknown, MatterSkin>,
): MatterObject {
  const { shape: filled, velocity, spin, temperature: warmth, phase, pinned } = one;
  const lattice = matterLattice(spacing, plane ? 2 : 3);
  const local = pointsIn(filled, lattice);
  const angle = (one.rotation.angle * PI) / 180;
  const turn = rotationAbout(one.rotation.axis, angle);
  const points = new Float64Array(local.length);
  const position = one.position.map((value, axis) => value + offset[axis]);
  for (let k = 0; k < local.length; k += 3) {
    const [x, y, z] = turn(local[k], local[k + 1], local[k + 2]);
    points.set([position[0] + x, position[1] + y, position[2] + z], k);
  }
  return {
    points,
    material: one.material,
    volume: volumeOf(filled, lattice),
    phase,
    quaternion: axisQuaternion(normalised(one.rotation.axis), angle),
    velocity,
    spin,
    temperature: warmth,
    object: one.object,
    pinned,
    ...(one.skin && filled.kind === 'mesh' && { skin: skinOf(filled, spacing, skins) }),
  };
}

/** Objects of the same filling have the same skin. */
function skinOf(filled: MatterMeshParameters, spacing: number, skins: Map<unknown, MatterSkin>): MatterSkin {
  const filling = meshFilling(filled, spacing);
  const made = skins.get(filling) ?? { ...shapeMesh(filled), points: filling.particles.slice() };
  skins.set(filling, made);
  return made;
}
