/**
 * Random drops: a sheet of some model thrown at an obstacle, fixed or moving, alone or above a floor. Every drop is a scene
 * made from a seed and its index alone, so that any of them can be repeated.
 *
 * Membranes are not thrown: the obstacle approaches them at the same speed. Some are free; others are clamped at the rim,
 * and the obstacle stops after pressing them in.
 *
 * Nothing touches at the start: a plane perpendicular to the throw separates sheet and obstacle.
 */
import type { SceneInput } from 'pliant';
import { mat3, vec3 } from 'pliant/engine';

interface Thrown {
  /** Whether it needs an implicit engine. */
  readonly isImplicit?: boolean;
  /** Whether it lies in its x–z plane; others stand in x–y. */
  readonly isFlat?: boolean;
  /** Whether there is another layer above the first, half a spacing away. */
  readonly hasLayers?: boolean;
  /** Whether the obstacle approaches it. */
  readonly isApproached?: boolean;
  body(sheet: Placed, density: number, draw: Draw): Body;
}

const SHEETS = {
  'provot-sheet': {
    body: ({ thickness, clamped: _, ...sheet }, density) => ({
      model: 'provot-sheet',
      ...sheet,
      material: { density, stretch: 300, shear: 60, bend: 5, damping: 0.2, thickness },
    }),
  },
  'adaptive-cloth': {
    isImplicit: true,
    body({ points, thickness, clamped: _, ...sheet }, density, draw) {
      const cells = Math.max(2, Math.round((points[0] - 1) / 2));
      const refines = draw.next() < 0.5;
      return {
        model: 'adaptive-cloth',
        ...sheet,
        cells: [cells, cells],
        startLevel: 2,
        maxLevel: refines ? 4 : 2,
        material: { density, thickness },
      };
    },
  },
  'layered-sheet': {
    isFlat: true,
    hasLayers: true,
    body: ({ thickness, clamped: _, ...sheet }, density) => ({
      model: 'layered-sheet',
      ...sheet,
      material: { density, stretch: 2000, rigidity: 1e-3, damping: 0.1, thickness },
    }),
  },
  'adaptive-grid': {
    body: ({ thickness, clamped: _, ...sheet }, density) => ({
      model: 'adaptive-grid',
      ...sheet,
      maxLevel: 1,
      material: { density, stretch: 100, shear: 20, rigidity: 5e-5, damping: 0.1, thickness },
    }),
  },
  'membrane-sheet': {
    isFlat: true,
    isApproached: true,
    body: ({ thickness, clamped, velocity: _, ...sheet }) => ({
      model: 'membrane-sheet',
      ...sheet,
      clamp: clamped ? 'rim' : 'none',
      material: { density: 1050, thickness, shearModulus: MEMBRANE_SHEAR },
    }),
  },
} as const satisfies Record<string, Thrown>;

export type DropModel = keyof typeof SHEETS;
export const DROP_MODELS = Object.keys(SHEETS) as DropModel[];

/** Whether drops of this model need an implicit engine. */
export function isImplicitDrop(model: DropModel): boolean {
  const { isImplicit = false }: Thrown = SHEETS[model];
  return isImplicit;
}

export const DROP_SHAPES = ['sphere', 'box', 'wedge', 'pole', 'spike', 'plate', 'torus', 'cup'] as const;
export type DropShape = (typeof DROP_SHAPES)[number];

type Collider = NonNullable<SceneInput['colliders']>[number];
type Shape = Collider['shape'];
type Body = NonNullable<SceneInput['bodies']>[number];
type Vector = [number, number, number];

export interface Drop {
  readonly scene: SceneInput;
  readonly model: DropModel;
  readonly shape: DropShape;
  /** Relative speed of sheet and obstacle, m/s. */
  readonly speed: number;
  /** Thickness of the sheet, m. */
  readonly thickness: number;
}

/** Largest speed (m/s) and step (s). */
const FASTEST = 30;
const SLOWEST = 1;
const LONGEST_STEP = 1 / 30;
const SHORTEST_STEP = 1 / 240;
/** Distance of sheet and obstacle at the start, m. */
const GAP = 0.02;
/** Time simulated after the earliest possible impact, s. */
const AFTER = 0.15;
/** Side of a clamped membrane over the half size of the obstacle, and the obstacle's travel over half that side. */
const CLAMPED_SIZE = 5;
const PRESS = 0.3;
/**
 * Shear modulus of membranes, Pa: waves travel at √(3 G / ρ) = 93 m/s, so that 30 m/s stretch them by about a
 * third.
 */
const MEMBRANE_SHEAR = 3e6;

export function dropOf(seed: number, index: number, models: readonly DropModel[] = DROP_MODELS): Drop {
  const draw = new Draw(seed, index);
  const model = draw.one(models);
  const shape = draw.one(DROP_SHAPES);
  const thingSize = draw.between(0.15, 0.45);
  const points = draw.whole(5, 15);
  const speed = SLOWEST * (FASTEST / SLOWEST) ** draw.next();
  const dt = SHORTEST_STEP * (LONGEST_STEP / SHORTEST_STEP) ** draw.next();
  const thickness = draw.between(0.0005, 0.003);
  const made = makeShape(shape, thingSize, thingSize / (points - 1), draw);
  const sheet: Thrown = SHEETS[model];
  const isMembrane = sheet.isApproached === true;
  const clamped = isMembrane && draw.next() < 0.5;
  const still = !isMembrane && draw.next() < 0.5;
  const [turn, freeTurn, throwTurn] = [draw.rotation(), draw.rotation(), draw.rotation()];
  const down = rotate(throwTurn, [0, -1, 0]);
  // A clamped sheet lies across the throw, with its rim well beside the obstacle.
  const sheetTurn = clamped ? throwTurn : freeTurn;
  const farthest =
    Math.max(...made.corners.map((corner) => Math.sqrt(vec3.dot(corner, corner)))) + made.radius;
  const size = clamped ? CLAMPED_SIZE * farthest : thingSize;

  // Heights along the throw, of both about their centres, rotated.
  const reach =
    Math.max(...made.corners.map((corner) => -vec3.dot(rotate(turn, corner), down))) + made.radius;
  const depth = Math.max(...made.corners.map((corner) => vec3.dot(rotate(turn, corner), down))) + made.radius;
  const half = size / 2;
  const [high, low] = clamped ? [0, 0] : [-0.6 * half, 0.6 * half];
  // A layered sheet has another layer above the first.
  const layers = sheet.hasLayers ? half / (points - 1) : 0;
  const sheetCorners = [0, layers].flatMap((z) => [
    [half, half, z],
    [-half, half, z],
    [half, -half, z],
    [-half, -half, z],
  ]);
  const asMade = sheet.isFlat ? flat : upright;
  const sheetReach = Math.max(
    ...sheetCorners.map((corner) => vec3.dot(rotate(sheetTurn, asMade(corner as Vector)), down)),
  );
  const lift = reach + sheetReach + GAP + thickness;
  const aside = rotate(throwTurn, [draw.between(high, low), 0, draw.between(high, low)]);
  const position = down.map((d, axis) => aside[axis] - d * lift) as Vector;
  const seconds = Math.ceil(((lift + depth) / speed + AFTER) / dt) * dt;

  const colliders: Collider[] = [
    {
      name: shape,
      shape: made.shape,
      rotation: turn,
      friction: draw.between(0, 0.8),
      restitution: draw.between(0, 0.3),
      ...(!still && !isMembrane && { keyframes: moving(draw, turn, seconds) }),
      ...(isMembrane && {
        keyframes: coming(turn, down, clamped ? lift + PRESS * half : lift + depth, speed),
      }),
    },
  ];
  const onFloor = still && draw.next() < 0.4;
  if (onFloor) {
    const place = down.map((d) => d * depth) as Vector;
    colliders.push({
      name: 'floor',
      shape: { kind: 'plane' },
      position: place,
      rotation: throwTurn,
      friction: 0.4,
    });
  }
  const velocity = down.map((d) => d * speed) as Vector;
  const sides = { size: [size, size], points: [points, points] } satisfies Partial<Placed>;
  return {
    model,
    shape,
    speed,
    thickness,
    scene: {
      format: 1,
      contact: { self: true },
      id: `drop-${index}`,
      title: `${model} at ${speed.toFixed(1)} m/s on a ${shape}`,
      seconds,
      dt,
      engine: {
        name: sheet.isImplicit ? draw.one(['implicit-euler', 'sdirk2'] as const) : 'euler-cromer',
      },
      air: { density: 0, rate: 0.5 },
      bodies: [
        sheet.body(
          { name: 'sheet', ...sides, thickness, position, rotation: sheetTurn, velocity, clamped },
          draw.between(0.1, 0.4),
          draw,
        ),
      ],
      colliders,
    },
  };
}

interface Placed {
  name: string;
  size: [number, number];
  points: [number, number];
  thickness: number;
  position: Vector;
  rotation: Rotation;
  velocity: Vector;
  clamped: boolean;
}

/** Sheets that lie in their x–z plane, from corners whose third number is across; others stand in x–y. */
const flat = ([u, v, w]: Vector): Vector => [u, w, v];
const upright = ([u, v, w]: Vector): Vector => [u, v, w];

interface MadeShape {
  shape: Shape;
  /** Corners of its convex hull, with the radius around it. */
  corners: Vector[];
  radius: number;
}

/** A centred shape, sized for the sheet; thin ones are thinner than one of its cells. */
function makeShape(kind: DropShape, size: number, cell: number, draw: Draw): MadeShape {
  const half = size * draw.between(0.15, 0.5);
  const thin = cell * draw.between(0.05, 0.4);
  switch (kind) {
    case 'sphere':
      return { shape: { kind: 'sphere', radius: half }, corners: [[0, 0, 0]], radius: half };
    case 'box':
      return box([2 * half, size * draw.between(0.2, 0.8), size * draw.between(0.2, 0.8)]);
    case 'plate':
      return box([2 * half, Math.max(0.001, thin / 4), size * draw.between(0.3, 1)]);
    case 'pole': {
      const height = size * draw.between(0.5, 1.5);
      const way = draw.whole(0, 2);
      if (way === 0) return box([thin, height, thin]);
      const shape: Shape = { kind: way === 1 ? 'capsule' : 'cylinder', radius: thin / 2, height };
      return {
        shape,
        corners: [
          [0, -height / 2, 0],
          [0, height / 2, 0],
        ],
        radius: thin,
      };
    }
    case 'wedge': {
      const [w, h, d] = [half, half * draw.between(1, 2), size * draw.between(0.3, 1)];
      const corners: Vector[] = [
        [-w, -h, -d],
        [w, -h, -d],
        [0, h, -d],
        [-w, -h, d],
        [w, -h, d],
        [0, h, d],
      ];
      return convex(corners, [
        [0, 2, 1],
        [3, 4, 5],
        [0, 1, 4, 3],
        [1, 2, 5, 4],
        [2, 0, 3, 5],
      ]);
    }
    case 'spike': {
      const [w, h] = [thin, half * draw.between(0.5, 1.5)];
      const corners: Vector[] = [
        [-w, -h, -w],
        [w, -h, -w],
        [w, -h, w],
        [-w, -h, w],
        [0, h, 0],
      ];
      return convex(corners, [
        [0, 1, 2, 3],
        [1, 0, 4],
        [2, 1, 4],
        [3, 2, 4],
        [0, 3, 4],
      ]);
    }
    case 'torus':
      return torus(half, half * draw.between(0.2, 0.5));
    case 'cup':
      return cup(half, half * draw.between(0.6, 1), 2 * half * draw.between(0.5, 1));
  }
}

function box(size: Vector): MadeShape {
  const [x, y, z] = size.map((edge) => edge / 2);
  const signs = [-1, 1];
  const corners = signs.flatMap((i) => signs.flatMap((j) => signs.map((k): Vector => [i * x, j * y, k * z])));
  return { shape: { kind: 'box', size }, corners, radius: 0 };
}

function convex(vertices: Vector[], faces: number[][]): MadeShape {
  return { shape: { kind: 'convex', vertices, faces }, corners: vertices, radius: 0 };
}

function torus(ring: number, tube: number): MadeShape {
  const [around, across] = [20, 8];
  const vertices: Vector[] = [];
  for (let i = 0; i < around; i++) {
    const a = (2 * Math.PI * i) / around;
    for (let j = 0; j < across; j++) {
      const b = (2 * Math.PI * j) / across;
      const r = ring + tube * Math.cos(b);
      vertices.push([r * Math.cos(a), tube * Math.sin(b), r * Math.sin(a)]);
    }
  }
  return mesh(vertices, bands(around, across, true));
}

/** A cup without thickness, open at the top. */
function cup(rim: number, foot: number, height: number): MadeShape {
  const [around, rings] = [20, 4];
  const vertices: Vector[] = [];
  for (let i = 0; i < around; i++) {
    const a = (2 * Math.PI * i) / around;
    for (let j = 0; j < rings; j++) {
      const up = j / (rings - 1);
      const r = foot + up * (rim - foot);
      vertices.push([r * Math.cos(a), height * (up - 0.5), r * Math.sin(a)]);
    }
  }
  const bottom = vertices.length;
  vertices.push([0, -height / 2, 0]);
  const floor = Array.from(
    { length: around },
    (_, i) => [bottom, rings * i, rings * ((i + 1) % around)] as Vector,
  );
  return mesh(vertices, [...bands(around, rings, false), ...floor]);
}

/** Triangles of a grid that closes around, and also across if it is a tube. */
function bands(around: number, across: number, closed: boolean): Vector[] {
  const triangles: Vector[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < (closed ? across : across - 1); j++) {
      const [k, l] = [(i + 1) % around, (j + 1) % across];
      const [a, b, c, d] = [i * across + j, k * across + j, k * across + l, i * across + l];
      triangles.push([a, c, b], [a, d, c]);
    }
  }
  return triangles;
}

function mesh(vertices: Vector[], triangles: Vector[]): MadeShape {
  return { shape: { kind: 'mesh', vertices, triangles }, corners: vertices, radius: 0 };
}

/** Constant motion from the start along and about random axes: up to 3 m/s and two turns a second. */
function moving(draw: Draw, turn: Rotation, seconds: number): NonNullable<Collider['keyframes']> {
  const speed = draw.between(0, 3);
  const { axis } = draw.rotation();
  const way = axis.map((a) => a * speed * seconds) as Vector;
  const angle = draw.between(-720, 720) * seconds;
  return [
    { time: 0, position: [0, 0, 0], rotation: turn },
    { time: seconds, position: way, rotation: { axis: turn.axis, angle: turn.angle + angle } },
  ];
}

/** Constant motion against `down` (a unit vector) over a distance in m, then rest. */
function coming(
  turn: Rotation,
  down: Vector,
  metres: number,
  speed: number,
): NonNullable<Collider['keyframes']> {
  return [
    { time: 0, position: [0, 0, 0], rotation: turn },
    { time: metres / speed, position: down.map((d) => -d * metres) as Vector, rotation: turn },
  ];
}

interface Rotation {
  axis: Vector;
  /** Angle, °. */
  angle: number;
}

function rotate({ axis, angle }: Rotation, [x, y, z]: readonly number[]): Vector {
  return [...mat3.rotationAbout(axis, (angle * Math.PI) / 180)(x, y, z)];
}

/** Random numbers from a seed and a drop's index (mulberry32 of both). */
export class Draw {
  #state: number;

  constructor(seed: number, index: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
    for (let i = 0; i < 4; i++) this.next();
  }

  /** Next number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  whole(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.next());
  }

  one<T>(choices: readonly T[]): T {
    return choices[Math.floor(choices.length * this.next())];
  }

  rotation(): Rotation {
    const y = this.between(-1, 1);
    const a = this.between(0, 2 * Math.PI);
    const r = Math.sqrt(1 - y * y);
    return { axis: [r * Math.cos(a), y, r * Math.sin(a)], angle: this.between(0, 360) };
  }
}
