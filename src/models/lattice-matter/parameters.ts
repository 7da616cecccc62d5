/** Parameters of lattice matter in a scene, and the particles that they make. */
import { z } from 'zod';
import { choice, flag, place, quantity, rotation, vector, whole } from '../../schema/fields.ts';
import { LIMITS } from '../../schema/limits.ts';
import { bodySchema } from '../model.ts';
import { fillShape, type MatterShape, shapeVolume } from './fill.ts';
import { MOST_TOLERANCE } from './index.ts';
import { type MatterLattice, matterLattice } from './lattice.ts';
import { matterMesh, meshFilling, meshShapeVolume, spacingForCount } from './shape-mesh.ts';

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

export const schema = bodySchema(
  'lattice-matter',
  'Solids and fluids of particles that melt, freeze and break.',
  {
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
  },
  {
    title: 'Lattice matter',
    description: 'Objects of particles that hold together by who is near, touch, melt, freeze and break.',
  },
);

export type MatterParameters = z.output<typeof schema>;
export type ObjectParameters = MatterParameters['objects'][number];

/** The lattice that the particles of a body lie on. */
export function latticeOf(body: MatterParameters, spacing = matterSpacing(body)): MatterLattice {
  return matterLattice(spacing, body.plane ? 2 : 3);
}

const USUAL_SPACING = 0.05;

/** m, between nearest particles; that of a mesh with a count only nearly, unless `exact`, which has to fill it. */
export function matterSpacing({ spacing, objects }: MatterParameters, exact = false): number {
  if (spacing !== undefined) return spacing;
  for (const { shape: filled } of objects) {
    if (filled.kind !== 'mesh' || filled.count === undefined) continue;
    return exact ? meshFilling(filled, 0).spacing : spacingForCount(filled, filled.count);
  }
  return USUAL_SPACING;
}

/** Particles of all objects; of meshes without a count, as many as have their volume. */
export function matterParticles(body: MatterParameters): number {
  const lattice = matterLattice(matterSpacing(body), body.plane ? 2 : 3);
  return body.objects.reduce((sum, { shape: filled }) => {
    if (filled.kind !== 'mesh') return sum + pointsIn(filled, lattice).length / 3;
    return sum + (filled.count ?? Math.round(meshShapeVolume(filled) / lattice.volume));
  }, 0);
}

/** In the object's own axes. */
export function pointsIn(filled: ObjectParameters['shape'], lattice: MatterLattice): Float64Array {
  if (filled.kind === 'points') return Float64Array.from(filled.points.flat());
  if (filled.kind === 'mesh') return meshFilling(filled, lattice.spacing).particles.slice();
  return fillShape(filled satisfies MatterShape, lattice);
}

/** m³ that the object is as heavy as; of points one by one, that of their cells. */
export function volumeOf(filled: ObjectParameters['shape'], lattice: MatterLattice): number | undefined {
  if (filled.kind === 'points') return undefined;
  if (filled.kind === 'mesh') return meshFilling(filled, lattice.spacing).volume;
  return shapeVolume(filled, lattice.dimension);
}
