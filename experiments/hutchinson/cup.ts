/**
 * A coffee cup of flat faces: a wall of n slabs, mitred where they meet, that leans outwards a little, a bottom, and a
 * handle of square section from five blocks. Every part is a convex solid, so that a sheet knows inside from outside
 * and meets no edge twice. Lengths in m; the cup stands on y = 0 about the y axis, its handle towards +x.
 */
import type { ColliderSpec, Vector } from 'pliant';

export interface CupOptions {
  /** Of the rim, from the axis to an outer corner. */
  readonly radius: number;
  /** The same at the foot. */
  readonly footRadius: number;
  readonly height: number;
  /** Of wall and bottom. */
  readonly wall: number;
  /** Slabs of the wall. */
  readonly sides: number;
  readonly friction: number;
}

export function coffeeCup(options: CupOptions): ColliderSpec[] {
  const { friction } = options;
  return [...wallSlabs(options), bottom(options), ...handle(options)].map((solid) => ({
    name: solid.name,
    shape: { kind: 'convex', vertices: solid.vertices, faces: solid.faces },
    friction,
  }));
}

interface Solid {
  readonly name: string;
  readonly vertices: readonly Vector[];
  readonly faces: readonly (readonly number[])[];
}

/** Outer radius at a height. */
function radiusAt({ radius, footRadius, height }: CupOptions, y: number): number {
  return footRadius + (radius - footRadius) * (y / height);
}

/** A point of the wall; `corner` counts around, halves are the middles of slabs' arcs. */
function around(radius: number, corner: number, sides: number, y: number): Vector {
  const angle = (2 * Math.PI * (corner + 0.5)) / sides;
  return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
}

function wallSlabs(options: CupOptions): Solid[] {
  const { wall, sides, height } = options;
  const outside = [radiusAt(options, 0), radiusAt(options, height)];
  return Array.from({ length: sides }, (_, k) =>
    block(`wall ${k + 1}`, (end, up, out) => {
      const radius = outside[up] - (out ? 0 : wall);
      return around(radius, k + end, sides, up * height);
    }),
  );
}

function bottom(options: CupOptions): Solid {
  const { sides, wall } = options;
  const ring = (y: number) =>
    Array.from({ length: sides }, (_, k) => around(radiusAt(options, y) - wall / 2, k, sides, y));
  return {
    name: 'bottom',
    vertices: [...ring(0), ...ring(wall)],
    faces: [
      Array.from({ length: sides }, (_, k) => k),
      Array.from({ length: sides }, (_, k) => 2 * sides - 1 - k),
      ...Array.from({ length: sides }, (_, k) => {
        const next = (k + 1) % sides;
        return [sides + k, sides + next, next, k];
      }),
    ],
  };
}

/** Places of the handle's bends, by shares of the cup's height and of its radius beyond the rim. */
const BENDS = [
  { height: 0.84, reach: -0.06 },
  { height: 0.84, reach: 0.42 },
  { height: 0.72, reach: 0.6 },
  { height: 0.42, reach: 0.6 },
  { height: 0.28, reach: 0.42 },
  { height: 0.24, reach: -0.1 },
] as const;
/** Side of the handle's section over the cup's height. */
const SECTION = 0.11;

/** Bars from bend to bend, cut where neighbours meet so that the section goes on around the corner. */
function handle(options: CupOptions): Solid[] {
  const { height, radius } = options;
  const half = (SECTION * height) / 2;
  const path = BENDS.map((bend) => {
    const y = bend.height * height;
    // The ends are within the wall, whatever its lean.
    const from = bend.reach < 0 ? radiusAt(options, y) * Math.cos(Math.PI / options.sides) : radius;
    return [from + bend.reach * radius, y] as const;
  });
  const sides = path.map((_, i) => mitre(path, i, half));
  return path.slice(1).map((_, i) =>
    block(`handle ${i + 1}`, (end, up, out) => {
      const [x, y] = path[i + end];
      const [sx, sy] = sides[i + end];
      const sign = up ? 1 : -1;
      return [x + sign * sx, y + sign * sy, out ? half : -half];
    }),
  );
}

/** From the bend to the outer corner of the section: half as wide along both bars' normals. */
function mitre(path: readonly (readonly [number, number])[], i: number, half: number): [number, number] {
  const normal = (k: number): [number, number] => {
    const [dx, dy] = [path[k + 1][0] - path[k][0], path[k + 1][1] - path[k][1]];
    const length = Math.sqrt(dx * dx + dy * dy);
    return [-dy / length, dx / length];
  };
  const before = normal(Math.max(0, i - 1));
  const after = normal(Math.min(path.length - 2, i));
  const [x, y] = [before[0] + after[0], before[1] + after[1]];
  const scale = (2 * half) / (x * x + y * y);
  return [x * scale, y * scale];
}

type Bit = 0 | 1;

/** Six faces between eight corners, by three choices of two. */
function block(name: string, corner: (end: Bit, up: Bit, out: Bit) => Vector): Solid {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
    corner((n & 1) as Bit, ((n >> 1) & 1) as Bit, ((n >> 2) & 1) as Bit),
  );
  const faces = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return { name, vertices, faces: inverted(vertices) ? faces : faces.map((face) => face.toReversed()) };
}

/** Are the three directions of a block left-handed? */
function inverted(vertices: readonly Vector[]): boolean {
  const [u, v, w] = [1, 2, 4].map((n) => vertices[n].map((value, d) => value - vertices[0][d]));
  const volume =
    u[0] * (v[1] * w[2] - v[2] * w[1]) +
    u[1] * (v[2] * w[0] - v[0] * w[2]) +
    u[2] * (v[0] * w[1] - v[1] * w[0]);
  return volume < 0;
}
