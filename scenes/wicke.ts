/**
 * The examples of Wicke, Hatt, Pauly, Müller & Gross 2006 as scenes of lattice matter: three in the plane (figure 4), nine
 * dice (figure 5), goo that freezes to a cooled rod (figure 6), and a creature that melts (figure 7). The paper gives
 * numbers of particles only: sizes and materials are ours.
 */
import { parseScene, type Scene, type SceneInput } from 'pliant';
import { fillMesh, fillShape, matterLattice, rodMesh } from 'pliant/engine';

type MatterBody = Extract<NonNullable<SceneInput['bodies']>[number], { model: 'lattice-matter' }>;
type MatterObject = MatterBody['objects'][number];
type Point = [number, number, number];

/** Duration of a film frame, s. */
const FRAME = 1 / 25;

function matterScene(
  about: Pick<SceneInput, 'title' | 'about' | 'seconds' | 'colliders'> & { substeps?: number },
  body: Omit<MatterBody, 'name' | 'model'>,
): Scene {
  const { substeps = 'auto', ...fields } = about;
  return parseScene({
    format: 1,
    paper: 'Wicke et al. 2006',
    dt: FRAME,
    air: { density: 0 },
    engine: { name: 'euler-cromer', substeps },
    bodies: [{ name: 'matter', model: 'lattice-matter', ...body }],
    ...fields,
  } satisfies SceneInput);
}

function pointsOf(particles: ArrayLike<number>): Point[] {
  return Array.from({ length: particles.length / 3 }, (_, i) => [
    particles[3 * i],
    particles[3 * i + 1],
    particles[3 * i + 2],
  ]);
}

const FLOOR = { name: 'floor', shape: { kind: 'plane' }, friction: 0.4 } as const;

/** Side of the blocks in the plane, m: 16 particles. */
export const BLOCK_SIDE = 0.8;
const FLAT_SPACING = 0.05;

function blockScene(
  title: string,
  about: string,
  fall: { material: MatterObject['material']; height: number; turned: number; seconds: number },
): Scene {
  const { material, height, turned, seconds } = fall;
  const object: MatterObject = {
    shape: { kind: 'box', size: [BLOCK_SIDE, BLOCK_SIDE, 1] },
    position: [0, height, 0],
    rotation: { axis: [0, 0, 1], angle: turned },
    material,
  };
  return matterScene(
    { title, about, seconds, colliders: [FLOOR] },
    { plane: true, spacing: FLAT_SPACING, objects: [object] },
  );
}

/** An elastic block falls by a metre and bounces. ρv² is 20 kPa, a fiftieth of its modulus. */
export function wickeBounce(): Scene {
  return blockScene('An elastic block bounces', 'A block of rubber in the plane falls on the ground.', {
    material: { density: 1000, young: 1e6 },
    height: 1.4,
    turned: 0,
    seconds: 3,
  });
}

/** The same block, so soft that the impact (ρv² is twice its modulus) makes its particles change places. */
export function wickePlastic(): Scene {
  return blockScene('A plastic block falls', 'A block of clay in the plane falls on the ground on an edge.', {
    material: { density: 1000, young: 1e4, damping: 60, solidPressure: true },
    height: 1.4,
    turned: 20,
    seconds: 5,
  });
}

const WALL_BLOCK = { width: 1.2, height: 0.6 } as const;
/** Height of the block's lower side above the floor, m. */
const WALL_HEIGHT = 0.3;
/** Length of the block inside the wall, m. */
const HELD = 0.14;

/**
 * A brittle block that sticks out of a wall breaks under its own weight. A plate then pushes the pieces together and
 * towards the wall.
 */
export function wickeFracture(): Scene {
  const material: MatterObject['material'] = {
    density: 1000,
    young: 1e6,
    damping: 2,
    fracture: 0.1,
    docking: { rate: 5, change: 50 },
  };
  const points = pointsOf(
    fillShape(
      { kind: 'box', size: [WALL_BLOCK.width, WALL_BLOCK.height, 1] },
      matterLattice(FLAT_SPACING, 2),
    ),
  ).map(([x, y]): Point => [x + WALL_BLOCK.width / 2, y + WALL_HEIGHT + WALL_BLOCK.height / 2, 0]);
  const part = (held: boolean): MatterObject => ({
    shape: { kind: 'points', points: points.filter(([x]) => x < HELD === held) },
    material,
    object: 0,
    pinned: held,
  });
  return matterScene(
    {
      title: 'A brittle block breaks off a wall',
      about:
        'A block in the plane, held by a wall on one side, breaks under its weight. A plate pushes the pieces together.',
      seconds: 6,
      colliders: [
        FLOOR,
        {
          name: 'plate',
          shape: { kind: 'box', size: [0.2, 1.2, 0.4] },
          position: [6, 0.6, 0],
          friction: 0.4,
          keyframes: [
            { time: 2, position: [6, 0.6, 0] },
            { time: 5, position: [1.4, 0.6, 0] },
          ],
        },
      ],
    },
    { plane: true, spacing: FLAT_SPACING, objects: [part(true), part(false)] },
  );
}

export interface DiceOptions {
  /** Particles per die. */
  particles?: number;
  /** Young's modulus, Pa. */
  young?: number;
  /** Sub-steps per frame. */
  substeps?: number;
  /** Number of dice; nine are three layers of three. */
  dice?: number;
}

/** Side of a die, m. */
export const DIE_SIDE = 0.3;
/** Start of each die: position (in sides), rotation (axis, degrees), velocity (m/s) and spin (rad/s). */
const THROW = [
  [-1.6, 1.6, 0.1, 1, 2, 0, 40, 3.0, 0, 0.2, 3],
  [1.6, 1.7, 0.0, 0, 1, 2, 70, -3.0, 0, 0.0, -4],
  [0.1, 1.6, 1.6, 2, 0, 1, 20, 0.1, 0, -3.0, 2],
  [-1.3, 3.4, -1.2, 1, 1, 1, 55, 2.2, 0, 2.0, -3],
  [1.4, 3.5, 1.2, 1, 3, 2, 85, -2.2, 0, -2.0, 5],
  [0.0, 3.5, 0.1, 3, 1, 1, 35, 0.0, -1, 0.1, -2],
  [-1.5, 5.4, 0.3, 0, 2, 3, 65, 1.8, 0, -0.3, 4],
  [1.5, 5.3, -0.2, 2, 2, 1, 15, -1.8, 0, 0.3, -5],
  [0.2, 5.5, -1.4, 1, 0, 2, 50, 0.0, 0, 1.8, 3],
] as const;

/** Slope of the sides of the bowl, degrees. */
export const BOWL_SLOPE = 20;

/** Four planes that meet at the origin: dice that fall on them slide to the middle. */
const BOWL: SceneInput['colliders'] = [
  { axis: [0, 0, 1] as Point, angle: BOWL_SLOPE },
  { axis: [0, 0, 1] as Point, angle: -BOWL_SLOPE },
  { axis: [1, 0, 0] as Point, angle: BOWL_SLOPE },
  { axis: [1, 0, 0] as Point, angle: -BOWL_SLOPE },
].map((rotation, k) => ({ name: `side-${k}`, shape: { kind: 'plane' }, friction: 0.2, rotation }));

/** Nine stiff dice are thrown at each other over a bowl, and end in a heap in its middle. */
export function wickeDice({ particles = 246, young = 1e8, substeps, dice = 9 }: DiceOptions = {}): Scene {
  const objects = THROW.slice(0, dice).map(
    ([x, y, z, a, b, c, angle, u, v, w, spin]): MatterObject => ({
      shape: { kind: 'mesh', mesh: 'die', scale: DIE_SIDE, count: particles },
      skin: true,
      position: [DIE_SIDE * x, DIE_SIDE * (y + 1), DIE_SIDE * z],
      rotation: { axis: [a, b, c], angle },
      velocity: [u, v, w],
      spin: [spin, 0.5 * spin, -spin],
      material: { density: 1000, young },
    }),
  );
  return matterScene(
    {
      title: 'Nine dice',
      about: 'Nine stiff dice are thrown at each other over a bowl, and end in a heap.',
      seconds: 3,
      substeps,
      colliders: BOWL,
    },
    { objects },
  );
}

export interface GooOptions {
  /** Particles of the rod. */
  rod?: number;
  /** Particles of the goo. */
  goo?: number;
}

/** Length and radius of the rod and the height of its centre, m. */
export const ROD = { length: 2, radius: 0.2, height: 1 } as const;
/** Freezing point of the goo, K. */
const FREEZING_POINT = 273;

/** Viscous goo is poured over a cooled rod and freezes to it. The rod is matter too, held and of a fixed temperature. */
export function wickeGoo({ rod = 1606, goo = 6000 }: GooOptions = {}): Scene {
  const mesh = rodMesh(ROD.length, ROD.radius);
  const { spacing } = fillMesh(mesh.positions, mesh.triangles, { count: rod });
  // A wall of goo, 0.8 of the rod long and half as thick as it; its height follows from the number of particles.
  const [long, thick] = [0.8 * ROD.length, ROD.radius];
  const volume = goo * matterLattice(spacing, 3).volume;
  const high = volume / (long * thick);
  const wall = pointsOf(
    fillShape({ kind: 'box', size: [long, 1.2 * high, thick] }, matterLattice(spacing, 3)),
  ).sort((a, b) => a[1] - b[1] || a[0] - b[0] || a[2] - b[2]);
  const bottom = ROD.height + ROD.radius + 2 * spacing - wall[0][1];
  return matterScene(
    {
      title: 'Goo freezes on a cooled rod',
      about: 'A viscous fluid falls over a cooled rod. Some of it freezes to the rod, the rest runs down.',
      seconds: 4,
      colliders: [FLOOR],
    },
    {
      objects: [
        {
          shape: { kind: 'mesh', mesh: 'rod', scale: ROD.length, count: rod },
          skin: true,
          position: [0, ROD.height, 0],
          temperature: FREEZING_POINT - 60,
          pinned: true,
          material: {
            density: 1000,
            young: 1e6,
            heat: { conductivity: 2e4, specificHeat: 1000, fixed: true },
          },
        },
        {
          shape: { kind: 'points', points: wall.slice(0, goo) },
          position: [0, bottom, 0],
          phase: 'fluid',
          temperature: FREEZING_POINT + 5,
          material: {
            density: 1000,
            young: 1e6,
            soundSpeed: 12,
            viscosity: 300,
            smoothing: 0.5,
            heat: { conductivity: 2e4, specificHeat: 1000 },
            freezing: { rate: 1, temperature: FREEZING_POINT, neighbours: 3, speed: 0.5 },
          },
        },
      ],
    },
  );
}

export interface MeltOptions {
  particles?: number;
}

/** Height of the creature and of its fall, m. */
const CREATURE = { height: 2.4, drop: 0.6 } as const;
/** Melting point of the creature, K. */
const MELTING_POINT = 330;

/** A creature is dropped on a hot plate, and melts on it. */
export function wickeMelt({ particles = 9871 }: MeltOptions = {}): Scene {
  return matterScene(
    {
      title: 'A creature melts',
      about: 'An elastic elephant is dropped on a hot plate, and melts from its feet up.',
      seconds: 12,
      colliders: [{ ...FLOOR, name: 'plate', temperature: 700, conductance: 1e6 }],
    },
    {
      objects: [
        {
          shape: { kind: 'mesh', mesh: 'creature', scale: CREATURE.height, count: particles },
          position: [0, CREATURE.drop, 0],
          temperature: 300,
          material: {
            density: 1000,
            young: 1e6,
            soundSpeed: 12,
            viscosity: 5,
            heat: { conductivity: 2e4, specificHeat: 1000 },
            melting: { rate: 0.1, temperature: MELTING_POINT },
          },
        },
      ],
    },
  );
}
