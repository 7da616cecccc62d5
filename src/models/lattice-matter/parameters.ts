/** Parameters of lattice matter, and the particles that they make. */
import { z } from 'zod';
import { choice, flag, place, quantity, rotation, vector, whole } from '../../schema/fields.ts';
import { LIMITS } from '../../schema/limits.ts';
import { bodySchema } from '../model.ts';
import { fillShape, type MatterShape, shapeVolume } from './fill.ts';
import { type MatterLattice, matterLattice } from './lattice.ts';
import { materialRows, temperatureRange } from './material.ts';
import { matterMesh, meshFilling, meshShapeVolume, spacingForCount } from './shape-mesh.ts';

const length = { above: 0, max: 1e6 };

const shape = z
  .discriminatedUnion('kind', [
    matterMesh,
    z.strictObject({
      kind: z.literal('box').meta({ description: 'Sides along its own x, y and z.' }),
      size: vector('m', length, 'Lengths of its sides; in the plane the last is ignored.'),
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
        .meta({ description: 'Positions of the particles.', unit: 'm' }),
    }),
  ])
  .meta({ title: 'Shape of matter', description: 'Shape that is filled with particles.' });

/** State of an object at the start, for scenes and programs. */
const start = {
  material: materialRows.prefault({}),
  phase: choice(['solid', 'fluid'], 'Phase at the start.').default('solid'),
  velocity: vector('m/s', { min: -1e5, max: 1e5 }, 'Velocity at the start.').default([0, 0, 0]),
  spin: vector('rad/s', { min: -1e5, max: 1e5 }, 'Angular velocity about its middle at the start.').default([
    0, 0, 0,
  ]),
  temperature: quantity('K', temperatureRange, 'Temperature at the start.').default(293.15),
  object: whole(
    { min: 0, max: 1e6 },
    'Number of the object; parts with the same number are one. Default: each is an object of its own.',
  ).optional(),
  pinned: flag('Whether its particles stay where they are.').default(false),
};
export const startRows = z.strictObject(start);

const object = z
  .strictObject({
    shape,
    material: start.material,
    phase: start.phase,
    position: place('Position of its middle, or of the origin of its mesh.').default([0, 0, 0]),
    rotation: rotation.prefault({}),
    velocity: start.velocity,
    spin: start.spin,
    temperature: start.temperature,
    object: start.object,
    pinned: start.pinned,
    skin: flag(
      'Whether its own mesh is drawn, carried by the particles, as long as all of it is solid; then a surface around them, in the mesh’s colours.',
    ).default(false),
  })
  .meta({ title: 'Object', description: 'A piece of matter.' });

/** Settings of the implicit step. A tolerance near 1 would end every solve before it began. */
const solver = {
  implicit: flag(
    'Whether elastic forces are those of the end of the sub-step, so that it is stable at any stiffness.',
  ).default(true),
  iterations: whole({ min: 1, max: 10_000 }, 'Most iterations of a linear solve.').default(60),
  tolerance: quantity(
    '1',
    { min: 0, max: 0.5 },
    'Residual at which a linear solve ends, relative to that at its start.',
  ).default(0.01),
  rounds: whole(
    { min: 1, max: 100 },
    'Most solves of a sub-step with new rotations; further ones are done only if energy would rise without them.',
  ).default(4),
};
export const solverRows = z.strictObject(solver);

export const schema = bodySchema(
  'lattice-matter',
  'Solids and fluids of particles that melt, freeze and break.',
  {
    spacing: quantity(
      'm',
      length,
      'Distance of nearest particles. Default: that of the first mesh with a count, or 0.05.',
    ).optional(),
    position: place('Added to the positions of all its objects.').default([0, 0, 0]),
    plane: flag(
      'Whether the matter is a slab 1 m thick in the plane z = 0. Forces along z have no effect.',
    ).default(false),
    objects: z.array(object).min(1).max(LIMITS.bodies).meta({ description: 'Objects of the body.' }),
    ...solver,
  },
  {
    title: 'Lattice matter',
    description: 'Objects of particles that bond to their present neighbours, touch, melt, freeze and break.',
  },
);

export type MatterParameters = z.output<typeof schema>;
export type ObjectParameters = MatterParameters['objects'][number];

/** Returns the lattice that the particles of a body lie on. */
export function latticeOf(body: MatterParameters, spacing = matterSpacing(body)): MatterLattice {
  return matterLattice(spacing, body.plane ? 2 : 3);
}

/** Spacing if neither the body nor a mesh with a count gives one, m. */
const DEFAULT_SPACING = 0.05;

/** Returns the distance of nearest particles, m. That of a mesh with a count is an estimate unless `exact`, which fills the mesh. */
export function matterSpacing({ spacing, objects }: MatterParameters, exact = false): number {
  if (spacing !== undefined) return spacing;
  for (const { shape: filled } of objects) {
    if (filled.kind !== 'mesh' || filled.count === undefined) continue;
    return exact ? meshFilling(filled, 0).spacing : spacingForCount(filled, filled.count);
  }
  return DEFAULT_SPACING;
}

/** Returns the number of particles of all objects; of a mesh without a count, as many as have its volume. */
export function matterParticles(body: MatterParameters): number {
  const lattice = latticeOf(body);
  return body.objects.reduce((sum, { shape: filled }) => {
    if (filled.kind !== 'mesh') return sum + pointsIn(filled, lattice).length / 3;
    return sum + (filled.count ?? Math.round(meshShapeVolume(filled) / lattice.volume));
  }, 0);
}

/** Returns the particles of a shape in its own axes, x, y, z each, m. */
export function pointsIn(filled: ObjectParameters['shape'], lattice: MatterLattice): Float64Array {
  if (filled.kind === 'points') return Float64Array.from(filled.points.flat());
  if (filled.kind === 'mesh') return meshFilling(filled, lattice.spacing).particles.slice();
  return fillShape(filled satisfies MatterShape, lattice);
}

/** Returns the volume that an object weighs as much as, m³; undefined for points, which have that of their cells. */
export function volumeOf(filled: ObjectParameters['shape'], lattice: MatterLattice): number | undefined {
  if (filled.kind === 'points') return undefined;
  if (filled.kind === 'mesh') return meshFilling(filled, lattice.spacing).volume;
  return shapeVolume(filled, lattice.dimension);
}
