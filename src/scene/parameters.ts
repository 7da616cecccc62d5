/**
 * The parameter table: every parameter of a scene once, with its type, unit, range, default and help. The
 * checks of `parseScene`, the published JSON Schema, the command line's `--set`, the reference page and the
 * studio's panels come from these declarations and those of the models; parameter-rows.ts makes flat rows of them.
 *
 * SI units; y is up; angles are in degrees, because people write them.
 */
import { z } from 'zod';
import { shapeKinds } from '../contact/shapes/index.ts';
import { DEFAULT_ENGINES, ENGINE_NAMES, IMPLICIT_ENGINE_NAMES } from '../integrators/index.ts';
import { type MODELS, models } from '../models/index.ts';
import type { Model } from '../models/model.ts';
import { bodyPlace } from '../models/places.ts';
import {
  choice,
  flag,
  identifier,
  keyframes,
  list,
  name,
  place,
  quantity,
  rotation,
  sentence,
  vector,
  whole,
} from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import { colliderHeat, heat } from './heat-parameters.ts';
import { seam } from './seams.ts';
import { shapeSchema, typed } from './shape-schema.ts';

export const FORMAT = 1;

const speed = { min: -1e4, max: 1e4 };

const engine = z
  .strictObject({
    name: choice(
      [...ENGINE_NAMES, ...IMPLICIT_ENGINE_NAMES],
      'Integrator that advances positions and velocities. implicit-euler and sdirk2 advance adaptive cloth and lattice matter alone, and suit cloth best. Cloth without an engine gets implicit-euler, unless other bodies need an explicit engine.',
    ).default(DEFAULT_ENGINES.explicit),
    substeps: z
      .union([z.literal('auto'), z.int().min(1).max(LIMITS.substeps)])
      .meta({
        description:
          'Sub-steps a frame; "auto" takes as few as the stability guard finds safe for the engine; for an implicit one 1. A sheet that refines itself doubles them with every level.',
      })
      .default('auto'),
    tolerance: quantity(
      '1',
      { min: 1e-14, max: 0.1 },
      'Largest relative error of an inner step (rk45), or of the acceleration in a step (implicit-euler, sdirk2: default 0.01; errors below 0.001 m/s² count as none); others have none.',
    ).optional(),
    iterations: whole(
      { min: 1, max: 100_000 },
      'Most iterations for the equations of a step; implicit-euler and sdirk2 only.',
    ).optional(),
  })
  .meta({ title: 'Engine', description: 'How time is divided into steps.' });

const air = z
  .strictObject({
    rate: quantity(
      '1/s',
      { min: 0, max: 1e4 },
      'Velocities decay as exp(-rate · t), whatever the step.',
    ).default(0),
    factor: quantity(
      '1',
      { above: 0, max: 1 },
      'Velocities are multiplied by this once a sub-step (depends on the step; 1 = off).',
    ).default(1),
    density: quantity(
      'kg/m³',
      { min: 0, max: 1e4 },
      'Density of the air; 0 = vacuum, no wind, no drag.',
    ).default(1.2),
    wind: vector('m/s', speed, 'Velocity of the air.').default([0, 0, 0]),
    gust: quantity('1', { min: 0, max: 10 }, 'Swing of the wind speed, relative to the wind.').default(0),
    gustPeriod: quantity('s', { above: 0, max: 1e6 }, 'Time from gust to gust.').default(2),
    drag: quantity('1', { min: 0, max: 100 }, 'Drag coefficient of a face square to the flow.').default(1),
    lift: quantity('1', { min: 0, max: 100 }, 'Lift coefficient of a face aslant the flow.').default(0.5),
  })
  .meta({ title: 'Air', description: 'Wind, drag and damping by the air.' });

/** Friction and restitution of a surface. */
const surface = {
  friction: quantity('1', { min: 0, max: 100 }, 'Kinetic friction coefficient.').default(0.3),
  staticFriction: quantity(
    '1',
    { min: 0, max: 100 },
    'Static friction coefficient; at least the kinetic one, which is the default.',
  ).optional(),
  restitution: quantity('1', { min: 0, max: 1 }, 'Share of the normal speed kept in a bounce.').default(0.1),
};

const sticking = (help: string) =>
  z
    .strictObject({
      temperature: quantity('K', { min: 0, max: 5000 }, `${help} 0 K = always, as glue does.`),
      strength: quantity(
        'N/m²',
        { min: 0, max: 1e12 },
        'Pull per area at which it comes off, as its mean over 10 ms: a jerk counts by its impulse, whatever the sub-steps.',
      ).default(1e4),
    })
    .meta({ title: 'Sticking', description: 'Contact that sticks; default: none.' });

const collider = () =>
  z
    .strictObject({
      name: name('Name of the collider, unique among colliders.'),
      shape: typed(shapeSchema('all').meta({ title: 'Shape', description: 'Geometry of the collider.' })),
      position: place('Where its local origin is.').default([0, 0, 0]),
      rotation: rotation.prefault({}),
      keyframes: keyframes(
        z
          .strictObject({
            time: quantity('s', { min: 0, max: 1e9 }, 'When.'),
            position: place(
              'Where its local origin is then; default: the position of the collider.',
            ).optional(),
            rotation: rotation.optional(),
          })
          .meta({ title: 'Collider keyframe' }),
        'Moves the collider, evenly between entries. None = it stands still.',
      ).default([]),
      mass: quantity(
        'kg',
        { above: 0, max: 1e6 },
        'Makes a sphere a rigid body, as an entry of rigidBodies does. Default: it follows its keyframes, whatever it meets.',
      ).optional(),
      velocity: vector(
        'm/s',
        speed,
        'Velocity at the start of a sphere with a mass; default: at rest.',
      ).optional(),
      ...surface,
      stick: sticking(
        'Temperature from which a body that touches it sticks, and still sticks when it cools; if the collider is as hot itself, every body sticks.',
      ).optional(),
      ...colliderHeat,
    })
    .meta({ title: 'Collider', description: 'A rigid obstacle that sheets cannot enter.' })
    .transform((collider) => ({
      ...collider,
      keyframes: collider.keyframes.map((key) => posed(key, collider)),
    }));

/** Returns a keyframe with the pose of the collider for what it does not give. */
function posed<P, R>(key: { time: number; position?: P; rotation?: R }, home: { position: P; rotation: R }) {
  return { time: key.time, position: key.position ?? home.position, rotation: key.rotation ?? home.rotation };
}

const rigidBody = () =>
  z
    .strictObject({
      name: name('Name of the rigid body, unique among them and the colliders.'),
      shape: typed(
        shapeSchema('solids').meta({
          title: 'Solid',
          description: 'Geometry of the body, which must have a volume.',
        }),
      ),
      mass: quantity('kg', { above: 0, max: 1e6 }, 'Mass; default: by density.').optional(),
      density: quantity(
        'kg/m³',
        { above: 0, max: 1e6 },
        'Density, if no mass is given; default: 1000.',
      ).optional(),
      position: place('Where its local origin is at the start.').default([0, 0, 0]),
      rotation: rotation.prefault({}),
      velocity: vector('m/s', speed, 'Velocity of its centre of mass at the start.').default([0, 0, 0]),
      spin: vector('rad/s', speed, 'Angular velocity at the start, about the axes of the room.').default([
        0, 0, 0,
      ]),
      ...surface,
    })
    .meta({
      title: 'Rigid body',
      description:
        'A rigid solid that moves: it falls, collides with others, and is carried, thrown and pulled by sheets.',
    });

const expectedPlace = z
  .strictObject({
    body: name('Body the point belongs to.'),
    at: bodyPlace,
    min: place('Lowest x, y, z of the box that the point must be in at the end.'),
    max: place('Highest x, y, z of that box.'),
  })
  .meta({ title: 'Expected place' });

const expectedWall = z
  .strictObject({
    body: name('Body that has the wall.'),
    min: quantity('1', { min: 0 }, 'The thinnest place, over the thickness at the start, is at least this.'),
    max: quantity('1', { min: 0 }, 'And at most this.'),
  })
  .meta({ title: 'Expected wall' });

const expectedRigid = z
  .strictObject({
    body: name('Name of the rigid body.'),
    min: place('Lowest x, y, z of the box that its local origin must be in at the end.'),
    max: place('Highest x, y, z of that box.'),
  })
  .meta({ title: 'Expected place of a rigid body' });

const count = (help: string) => whole({ min: 0 }, help).optional();
const bound = (unit: string, help: string) => quantity(unit, { min: 0 }, help).optional();

const energyRise = z
  .strictObject({
    from: quantity('s', { min: 0, max: 1e6 }, 'Time from which nothing does work on the bodies.').default(0),
    max: quantity('J', { min: 0 }, 'Upper bound of the total energy above its least value since then.'),
  })
  .meta({ title: 'Expected energy', description: 'How far the total energy may rise without work.' });

const expect = z
  .strictObject({
    finite: flag('No fault and no number that is not finite.').default(true),
    particles: count('Number of particles at the end.'),
    particlesMin: count('Lower bound of the particles at the end.'),
    particlesMax: count('Upper bound of the particles at the end.'),
    particlesPeakMin: count('Lower bound of the most particles in any frame.'),
    trianglesMin: count('Lower bound of the triangles that tears have left at the end.'),
    trianglesMax: count('Upper bound of the triangles that tears have left at the end.'),
    strainMax: bound('1', 'Upper bound of the largest spring strain in any frame.'),
    strain99Max: bound('1', 'Upper bound of the strain that 99 % of the particles stay below, in any frame.'),
    strainMeanMax: bound('1', 'Upper bound of the mean spring strain at the end.'),
    penetrationMax: bound('m', 'Upper bound of the deepest penetration in any frame.'),
    energyGainMax: bound('J', 'Upper bound of the total energy above that of the first frame, in any frame.'),
    energyRise: energyRise.optional(),
    kineticMax: bound('J', 'Upper bound of the kinetic energy at the end (it came to rest).'),
    kineticMin: bound('J', 'Lower bound of the kinetic energy at the end (it still moves).'),
    places: list(expectedPlace, 100, 'Where points must be at the end.').default([]),
    rigid: list(expectedRigid, LIMITS.rigidBodies, 'Where rigid bodies must be at the end.').default([]),
    walls: list(expectedWall, 100, 'How thin sheets must have become by the end.').default([]),
  })
  .meta({
    title: 'Expectations',
    description: 'What must hold after the run; the tests run every scene of the corpus.',
  });

const contact = z
  .strictObject({
    self: flag(
      'Whether sheets collide with themselves and each other; default: with an implicit engine they do. Under others it often takes more time than all the rest.',
    ).optional(),
    edges: flag(
      'Whether edges and faces of sheets collide with edges and corners of colliders, not only their particles.',
    ).default(true),
    matter: flag('Whether lattice matter collides with sheets and rigid bodies, and they with it.').default(
      true,
    ),
    friction: quantity(
      '1',
      { min: 0, max: 1e3 },
      'Kinetic friction of sheets on sheets, and of matter on sheets and on matter of another spacing.',
    ).default(0.3),
    staticFriction: quantity(
      '1',
      { min: 0, max: 1e3 },
      'Static friction of the same; at least the kinetic one, which is the default.',
    ).optional(),
    conductance: quantity(
      'W/(m²·K)',
      { min: 0, max: 1e6 },
      'Heat that flows between matter and the sheet it lies on, if both conduct heat.',
    ).default(300),
    stick: sticking(
      'Temperature from which sheets stick to each other and to themselves, if both sides are as hot; they still stick when they cool.',
    ).optional(),
  })
  .meta({ title: 'Contact', description: 'How bodies collide.' });

/** Types of the models that come with Pliant; registered ones are known at run time only. */
type SchemasOf<M extends readonly Model[]> = { -readonly [K in keyof M]: M[K]['schema'] };

function makeSceneSchema() {
  const schemas = models().map(({ schema }) => schema) as unknown as SchemasOf<typeof MODELS>;
  return z
    .strictObject({
      $schema: sentence('Address of the JSON Schema, for editors; not read.').optional(),
      format: z.literal(FORMAT).meta({ description: 'Version of the scene format: 1.' }),
      id: identifier('Short name, also that of files made from the scene.').default('scene'),
      title: sentence('One line for lists.').default(''),
      about: sentence('What the scene shows, in a sentence or two.').default(''),
      group: name('Chapter of the gallery.').default('scenes'),
      paper: sentence('Author and year of the source, if there is one.').default(''),
      seconds: quantity('s', { above: 0, max: 1e6 }, 'Length of the run.').default(4),
      dt: quantity('s', { above: 0, max: 10 }, 'Length of a frame; sub-steps divide it.').default(1 / 60),
      engine: engine.prefault({}),
      seed: whole({ min: 0, max: 4294967295 }, 'Start of every random choice.').default(1),
      gravity: vector('m/s²', { min: -1e4, max: 1e4 }, 'Acceleration of free fall.').default([
        0, -9.80665, 0,
      ]),
      air: air.prefault({}),
      heat: heat.prefault({}),
      bodies: list(z.discriminatedUnion('model', schemas), LIMITS.bodies, 'Deformable bodies.').default([]),
      colliders: list(collider(), LIMITS.colliders, 'Obstacles.').prefault([]),
      seams: list(seam, LIMITS.bodies, 'Sheets that are sewn together.').default([]),
      rigidBodies: list(
        rigidBody(),
        LIMITS.rigidBodies,
        'Solids that move; needs the package @dimforge/rapier3d-compat.',
      ).default([]),
      contact: contact.prefault({}),
      expect: expect.prefault({}),
    })
    .meta({ title: 'Scene', description: 'A Pliant scene.' });
}

/** Makes a value once, and again after a shape or a model was registered. */
export function perRegistry<T>(make: () => T): () => T {
  let made: { shapes: unknown; models: unknown; value: T } | undefined;
  return () => {
    const shapes = shapeKinds();
    if (made?.shapes !== shapes || made.models !== models())
      made = { shapes, models: models(), value: make() };
    return made.value;
  };
}

/** Returns the schema of scenes with all shapes and models that are registered. */
export const sceneSchema = perRegistry(makeSceneSchema);

/** A checked scene with every default filled in. */
export type Scene = z.output<ReturnType<typeof makeSceneSchema>>;
/** A scene as written: parameters with a default are optional. */
export type SceneInput = z.input<ReturnType<typeof makeSceneSchema>>;
export type BodyParameters = Scene['bodies'][number];
export type ColliderParameters = z.output<ReturnType<typeof collider>>;
export type RigidBodyParameters = z.output<ReturnType<typeof rigidBody>>;
export type ExpectedPlace = z.output<typeof expectedPlace>;
export type ExpectedRigid = z.output<typeof expectedRigid>;
export type ExpectedWall = z.output<typeof expectedWall>;

/** Adds types to a scene written in TypeScript; `parseScene` checks its values. */
export function defineScene(scene: SceneInput): SceneInput {
  return scene;
}
