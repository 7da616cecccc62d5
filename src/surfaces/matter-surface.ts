/**
 * What matter looks like: its surface for drawing, normals and what its particles have included, as plain arrays. In
 * space an isosurface around each piece (matter-pieces.ts); in the plane the filled outline, made a slab of some
 * thickness, so that it stands in a room like everything else. Pieces that broke off end in faces with sharp edges.
 */
import { positive } from '../math/check.ts';
import { brokenOutline } from './broken-outline.ts';
import { brokenSurface } from './broken-surface.ts';
import { carryToSurface } from './carry.ts';
import { type IsosurfaceOptions, isosurface } from './isosurface.ts';
import type { LostNeighbours } from './lost-neighbours.ts';
import type { SurfaceMesh } from './marching-cubes.ts';
import { NO_PIECE, surfaceGroups } from './matter-pieces.ts';
import { areaNormals, meanAreaNormals } from './normals.ts';
import { outline } from './outline.ts';
import { ParticleCells } from './particle-cells.ts';

export interface MatterSurfaceOptions extends IsosurfaceOptions {
  /** 3 if not given. */
  dimension?: 2 | 3;
  /** The piece of each particle; all are one if not given. */
  piece?: ArrayLike<number>;
  /** Where pieces would go on, had they not broken: there smooth ones end in flat faces. */
  lost?: LostNeighbours;
  /** `width` numbers a particle, which vertices get the means of; none if not given. */
  values?: ArrayLike<number>;
  width?: number;
}

export interface DrawnSurface {
  /** x, y, z of each vertex, m, and of its normal, of length 1. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Three vertices a triangle, anticlockwise from outside. */
  readonly triangles: Uint32Array;
  /** As many numbers a vertex as were given for a particle. */
  readonly values: Float32Array;
}

/** Over the spacing: thickness of flat matter as it is drawn. */
const SLAB = 6;

/** `particles`: x, y, z each, m. */
export function matterSurface(particles: ArrayLike<number>, options: MatterSurfaceOptions): DrawnSurface {
  const { dimension = 3, piece, lost, values, width = 1, ...shape } = options;
  const spacing = positive('spacing', options.spacing);
  const all = Int32Array.from({ length: particles.length / 3 }, (_, p) => p);
  const groups = piece ? surfaceGroups(particles, piece, spacing) : [all];
  const parts = groups.map((members) => {
    const places = picked(particles, members, 3);
    const gone = piece && lost && shape.style !== 'blobs' ? lostOf(members, piece, lost) : [];
    const part = dimension === 2 ? slab(places, gone, shape) : roundOf(places, gone, shape);
    const given = values ? picked(values, members, width) : undefined;
    const flat = dimension === 2 ? flattened(part.positions) : part.positions;
    const carried = given ? carryToSurface(flat, places, given, { spacing, width }) : new Float32Array();
    return { ...part, values: carried };
  });
  return parts.length === 1 ? parts[0] : joinedSurfaces(parts);
}

/** x, y, z of what the piece lost that all members are of; nothing if they are of several, or fluid. */
function lostOf(members: Int32Array, piece: ArrayLike<number>, lost: LostNeighbours): number[] {
  const own = piece[members[0]];
  if (own === NO_PIECE || members.some((p) => piece[p] !== own)) return [];
  const places: number[] = [];
  for (let k = 0; k < lost.piece.length; k++) {
    if (lost.piece[k] === own) for (let c = 0; c < 3; c++) places.push(lost.positions[3 * k + c]);
  }
  return places;
}

type Shape = Omit<DrawnSurface, 'values'>;

/**
 * Over the spacing: a particle that has none so near is a drop of its own; and where the corners of its ball are: the triangles
 * between them hold 0.912 of a sphere, and shall have the volume D³/√2.
 */
const ALONE = 1.6;
const DROP = 0.57;

/** A ball around each particle that is alone, which a grid would make a thing of corners; and a surface around the others. */
function roundOf(places: Float64Array, lost: readonly number[], options: IsosurfaceOptions): Shape {
  const count = places.length / 3;
  const cells = new ParticleCells(places, ALONE * options.spacing);
  const isAlone = new Uint8Array(count);
  for (let p = 0; p < count; p++) {
    const near = cells.look(places[3 * p], places[3 * p + 1], places[3 * p + 2], ALONE * options.spacing, 2);
    isAlone[p] = near === 1 ? 1 : 0;
  }
  const drops = Int32Array.from(isAlone.keys()).filter((p) => isAlone[p] === 1);
  if (drops.length === 0) return surfaceOf(places, lost, options);
  const others = Int32Array.from(isAlone.keys()).filter((p) => isAlone[p] === 0);
  const balls = Array.from(drops, (p) => ballAt(places.subarray(3 * p, 3 * p + 3), DROP * options.spacing));
  const around = surfaceOf(picked(places, others, 3), lost, options);
  return joinedShapes([around, ...balls]);
}

/** An octahedron, its sides halved twice: 66 vertices on the unit sphere, 128 triangles. */
const BALL = roundedOctahedron(2);

function roundedOctahedron(halvings: number): { points: number[][]; triangles: number[][] } {
  const points = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  let triangles = [0, 1].flatMap((x) =>
    [2, 3].flatMap((y) => [4, 5].map((z) => ((x + y + z) % 2 === 0 ? [x, y, z] : [x, z, y]))),
  );
  for (let k = 0; k < halvings; k++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number) => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const sum = points[a].map((value, c) => value + points[b][c]);
      const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
      const found = middles.get(key) ?? points.push(sum.map((value) => value / length)) - 1;
      middles.set(key, found);
      return found;
    };
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [b, bc, ab],
        [c, ca, bc],
        [ab, bc, ca],
      ];
    });
  }
  return { points, triangles };
}

function ballAt(place: Float64Array, radius: number): Shape {
  const normals = Float32Array.from(BALL.points.flat());
  return {
    positions: normals.map((value, i) => place[i % 3] + radius * value),
    normals,
    triangles: Uint32Array.from(BALL.triangles.flat()),
  };
}

function surfaceOf(places: Float64Array, lost: readonly number[], options: IsosurfaceOptions): Shape {
  if (lost.length === 0) return shaded(isosurface(places, options));
  return joinedShapes(brokenSurface(places, lost, options).map((mesh) => shaded(mesh, meanAreaNormals)));
}

function shaded(mesh: SurfaceMesh, normalsOf = areaNormals): Shape {
  const positions = new Float32Array(mesh.positions);
  const normals = new Float32Array(positions.length);
  normalsOf(mesh.positions, mesh.triangles, normals);
  return { positions, normals, triangles: new Uint32Array(mesh.triangles) };
}

/** The filled outline in front and behind, and walls between them. */
function slab(places: Float64Array, lost: readonly number[], options: IsosurfaceOptions): Shape {
  if (lost.length > 0) return brokenSlab(places, lost, options);
  const { loops, points, triangles } = outline(places, options);
  const half = (SLAB / 2) * options.spacing;
  const faces = points.length / 2;
  const rim = loops.reduce((sum, loop) => sum + loop.length / 2, 0);
  const positions = new Float32Array(6 * (faces + rim));
  const normals = new Float32Array(6 * (faces + rim));
  const corners: number[] = [];
  for (const side of [0, 1]) {
    const way = side === 0 ? 1 : -1;
    for (let k = 0; k < faces; k++) {
      const at = 3 * (side * faces + k);
      positions.set([points[2 * k], points[2 * k + 1], way * half], at);
      normals[at + 2] = way;
    }
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    corners.push(a, b, c, faces + a, faces + c, faces + b);
  }
  let first = 2 * faces;
  for (const loop of loops) {
    const count = loop.length / 2;
    for (let k = 0; k < count; k++) {
      const before = 2 * ((k + count - 1) % count);
      const after = 2 * ((k + 1) % count);
      // Matter is on the left of the way along the loop: outward is to its right.
      const [tx, ty] = [loop[after] - loop[before], loop[after + 1] - loop[before + 1]];
      const length = Math.sqrt(tx * tx + ty * ty) || 1;
      for (const side of [0, 1]) {
        const at = 3 * (first + 2 * k + side);
        positions.set([loop[2 * k], loop[2 * k + 1], side === 0 ? half : -half], at);
        normals.set([ty / length, -tx / length, 0], at);
      }
      const here = first + 2 * k;
      const next = first + 2 * ((k + 1) % count);
      corners.push(here, here + 1, next, next, here + 1, next + 1);
    }
    first += 2 * count;
  }
  return { positions, normals, triangles: Uint32Array.from(corners) };
}

/** The same of a piece that broke off, each of whose sides has a wall; those of the skin are round, and so are the others. */
function brokenSlab(places: Float64Array, lost: readonly number[], options: IsosurfaceOptions): Shape {
  const { points, triangles, sides } = brokenOutline(places, lost, options);
  const half = (SLAB / 2) * options.spacing;
  const front: number[] = [];
  for (let k = 0; k < points.length; k += 2) front.push(points[k], points[k + 1], half);
  const face = shaded({ positions: Float64Array.from(front), triangles: Int32Array.from(triangles) });
  const back = shaded({
    positions: Float64Array.from(front, (value, i) => (i % 3 === 2 ? -value : value)),
    triangles: Int32Array.from(triangles).reverse(),
  });
  const walls = sides.map((pairs) => {
    const own = new Map<number, number>();
    const positions: number[] = [];
    const corners: number[] = [];
    const rimOf = (point: number) => {
      const found = own.get(point) ?? positions.length / 3;
      if (own.has(point)) return found;
      own.set(point, found);
      const [x, y] = [points[2 * point], points[2 * point + 1]];
      positions.push(x, y, half, x, y, -half);
      return found;
    };
    for (let k = 0; k < pairs.length; k += 2) {
      const [here, next] = [rimOf(pairs[k]), rimOf(pairs[k + 1])];
      corners.push(here, here + 1, next, next, here + 1, next + 1);
    }
    return shaded({ positions: Float64Array.from(positions), triangles: Int32Array.from(corners) });
  });
  return joinedShapes([face, back, ...walls]);
}

function flattened(positions: Float32Array): Float32Array {
  return positions.map((value, i) => (i % 3 === 2 ? 0 : value));
}

function picked(numbers: ArrayLike<number>, members: Int32Array, width: number): Float64Array {
  const list = new Float64Array(width * members.length);
  for (let m = 0; m < members.length; m++) {
    for (let c = 0; c < width; c++) list[width * m + c] = numbers[width * members[m] + c];
  }
  return list;
}

function joinedShapes(parts: readonly Shape[]): Shape {
  return joinedSurfaces(parts.map((part) => ({ ...part, values: new Float32Array() })));
}

/** All of them as one. */
export function joinedSurfaces(parts: readonly DrawnSurface[]): DrawnSurface {
  const sum = (length: (part: DrawnSurface) => number) => parts.reduce((all, part) => all + length(part), 0);
  const whole = {
    positions: new Float32Array(sum(({ positions }) => positions.length)),
    normals: new Float32Array(sum(({ normals }) => normals.length)),
    triangles: new Uint32Array(sum(({ triangles }) => triangles.length)),
    values: new Float32Array(sum(({ values }) => values.length)),
  };
  let [vertex, corner, value] = [0, 0, 0];
  for (const part of parts) {
    whole.positions.set(part.positions, 3 * vertex);
    whole.normals.set(part.normals, 3 * vertex);
    whole.values.set(part.values, value);
    for (let k = 0; k < part.triangles.length; k++) whole.triangles[corner + k] = part.triangles[k] + vertex;
    vertex += part.positions.length / 3;
    corner += part.triangles.length;
    value += part.values.length;
  }
  return whole;
}
