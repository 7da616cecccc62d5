/**
 * The surface of matter for drawing, as plain arrays with normals and the values of its particles. In space it is an
 * isosurface around each piece (matter-pieces.ts), in a plane the filled outline, extruded to a slab. Pieces that broke off
 * end in faces with sharp edges.
 */
import { positive } from '../math/check.ts';
import type { SurfaceMesh } from './block-field.ts';
import { brokenOutline } from './broken-outline.ts';
import { brokenSurface } from './broken-surface.ts';
import { carryToSurface } from './carry.ts';
import { type IsosurfaceOptions, isosurface } from './isosurface.ts';
import type { LostNeighbours } from './lost-neighbours.ts';
import { NO_PIECE, surfaceGroups } from './matter-pieces.ts';
import { areaNormals, meanAreaNormals } from './normals.ts';
import { outline } from './outline.ts';
import { ParticleCells } from './particle-cells.ts';
import { picked } from './places.ts';

export interface MatterSurfaceOptions extends IsosurfaceOptions {
  /** Default: 3. */
  dimension?: 2 | 3;
  /** Piece of each particle; default: all are one piece. */
  piece?: ArrayLike<number>;
  /** Particles that pieces lost by breaking: smooth pieces end in flat faces there. */
  lost?: LostNeighbours;
  /** `width` numbers per particle, which are interpolated to vertices; default: none. */
  values?: ArrayLike<number>;
  /** Default: 1. */
  width?: number;
}

export interface DrawnSurface {
  /** Positions x, y, z of the vertices, m. */
  readonly positions: Float32Array;
  /** Unit normals. */
  readonly normals: Float32Array;
  /** Three vertices per triangle, anticlockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Numbers of each vertex: as many as of a particle. */
  readonly values: Float32Array;
}

/** Thickness of flat matter as it is drawn, over the spacing. */
const SLAB = 6;

/** `particles`: x, y, z each, m. */
export function matterSurface(particles: ArrayLike<number>, options: MatterSurfaceOptions): DrawnSurface {
  const { dimension = 3, piece, lost, values, width = 1, ...shape } = options;
  const spacing = positive('spacing', options.spacing);
  const all = Int32Array.from({ length: particles.length / 3 }, (_, p) => p);
  const groups = piece ? surfaceGroups(particles, piece, spacing) : [all];
  const parts = groups.map((members) => {
    const places = picked(particles, members);
    const gone = piece && lost && shape.style !== 'blobs' ? lostOf(members, piece, lost) : [];
    const part = dimension === 2 ? slab(places, gone, shape) : roundOf(places, gone, shape);
    const given = values ? picked(values, members, width) : undefined;
    const flat = dimension === 2 ? flattened(part.positions) : part.positions;
    const carried = given ? carryToSurface(flat, places, given, { spacing, width }) : new Float32Array();
    return { ...part, values: carried };
  });
  return parts.length === 1 ? parts[0] : joinedSurfaces(parts);
}

/** Returns x, y, z of the particles that the members' piece lost; none if they belong to several pieces or are fluid. */
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

/** Distance within which a particle without another is a drop of its own, over the spacing. */
const ALONE = 1.6;
/** Radius of the vertices of a drop over the spacing D: its triangles have 0.912 of the sphere's volume, and should have D³/√2. */
const DROP = 0.57;

/** A ball around each single particle, which a grid would draw as a polyhedron, and a surface around the others. */
function roundOf(places: Float64Array, lost: readonly number[], options: IsosurfaceOptions): Shape {
  const count = places.length / 3;
  const cells = new ParticleCells(places, ALONE * options.spacing);
  const isAlone = new Uint8Array(count);
  for (let p = 0; p < count; p++) {
    const near = cells.findNear(
      places[3 * p],
      places[3 * p + 1],
      places[3 * p + 2],
      ALONE * options.spacing,
      2,
    );
    isAlone[p] = near === 1 ? 1 : 0;
  }
  const drops = Int32Array.from(isAlone.keys()).filter((p) => isAlone[p] === 1);
  if (drops.length === 0) return surfaceOf(places, lost, options);
  const others = Int32Array.from(isAlone.keys()).filter((p) => isAlone[p] === 0);
  const balls = Array.from(drops, (p) => ballAt(places.subarray(3 * p, 3 * p + 3), DROP * options.spacing));
  const around = surfaceOf(picked(places, others), lost, options);
  return joinedShapes([around, ...balls]);
}

/** An octahedron whose edges are halved twice: 66 vertices on the unit sphere, 128 triangles. */
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

/** Extrudes the filled outline: a front, a back, and walls between them. */
function slab(places: Float64Array, lost: readonly number[], options: IsosurfaceOptions): Shape {
  const half = (SLAB / 2) * options.spacing;
  if (lost.length === 0) {
    const { loops, points, triangles } = outline(places, options);
    return joinedShapes([
      ...slabFaces(points, triangles, half),
      ...loops.map((loop) => loopWall(loop, half)),
    ]);
  }
  const { points, triangles, sides } = brokenOutline(places, lost, options);
  return joinedShapes([
    ...slabFaces(points, triangles, half),
    ...sides.map((pairs) => brokenWall(points, pairs, half)),
  ]);
}

/** Front and back, at z = `half` and −`half`. */
function slabFaces(points: ArrayLike<number>, triangles: ArrayLike<number>, half: number): Shape[] {
  return [1, -1].map((side) => {
    const positions = new Float32Array((3 * points.length) / 2);
    const normals = new Float32Array(positions.length);
    for (let k = 0; k < positions.length / 3; k++) {
      positions.set([points[2 * k], points[2 * k + 1], side * half], 3 * k);
      normals[3 * k + 2] = side;
    }
    const corners = Uint32Array.from(triangles);
    return { positions, normals, triangles: side > 0 ? corners : corners.reverse() };
  });
}

/** Wall along a closed loop, which has matter on its left. */
function loopWall(loop: Float64Array, half: number): Shape {
  const count = loop.length / 2;
  const positions = new Float32Array(6 * count);
  const normals = new Float32Array(6 * count);
  const corners: number[] = [];
  for (let k = 0; k < count; k++) {
    const before = 2 * ((k + count - 1) % count);
    const after = 2 * ((k + 1) % count);
    const [tx, ty] = [loop[after] - loop[before], loop[after + 1] - loop[before + 1]];
    const length = Math.sqrt(tx * tx + ty * ty) || 1;
    for (const side of [0, 1]) {
      positions.set([loop[2 * k], loop[2 * k + 1], side === 0 ? half : -half], 6 * k + 3 * side);
      normals.set([ty / length, -tx / length, 0], 6 * k + 3 * side);
    }
    corners.push(2 * k, 2 * k + 1, after, after, 2 * k + 1, after + 1);
  }
  return { positions, normals, triangles: Uint32Array.from(corners) };
}

/** Walls along the sides of a piece that broke off; `pairs`: two points per side, with matter on the left. */
function brokenWall(points: readonly number[], pairs: readonly number[], half: number): Shape {
  const known = new Map<number, number>();
  const positions: number[] = [];
  const corners: number[] = [];
  const rimOf = (point: number) => {
    const found = known.get(point);
    if (found !== undefined) return found;
    const [x, y] = [points[2 * point], points[2 * point + 1]];
    const made = positions.push(x, y, half, x, y, -half) / 3 - 2;
    known.set(point, made);
    return made;
  };
  for (let k = 0; k < pairs.length; k += 2) {
    const [here, next] = [rimOf(pairs[k]), rimOf(pairs[k + 1])];
    corners.push(here, here + 1, next, next, here + 1, next + 1);
  }
  return shaded({ positions: Float64Array.from(positions), triangles: Int32Array.from(corners) });
}

function flattened(positions: Float32Array): Float32Array {
  return positions.map((value, i) => (i % 3 === 2 ? 0 : value));
}

function joinedShapes(parts: readonly Shape[]): Shape {
  return joinedSurfaces(parts.map((part) => ({ ...part, values: new Float32Array() })));
}

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
