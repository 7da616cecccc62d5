/**
 * A convex polyhedron, given by its corners and its flat faces.
 *
 * Outside, the closest point is in a face (then the distance is that to the face's plane, which the whole solid is behind), on
 * an edge, or at a corner. Inside, the distance is the greatest of the negative distances to planes.
 */
import { cross, dot, dotAt, length, normalised, vectorAt, vectorBetween } from '../../math/vec3.ts';
import { LEAST_LENGTH, vertexArray, vertexIndex } from '../check.ts';
import { polyhedronMass, principalCorners } from './mass.ts';
import { facetedMesh, polyhedronFeatures } from './polyhedron.ts';
import type { Features, Rows, Shape, ShapeKind, SpecOf } from './shape.ts';

/**
 * Deviation of corners from a face's plane or a convex outline that is allowed, over the solid's size: files have six digits.
 * Test: shapes/limits.test.ts.
 */
const FLATNESS = 1e-6;
/** Numbers of a plane: unit normal, offset. */
const PLANE = 4;
/** Numbers of an edge: start, vector to its end, 1 / length². */
const EDGE = 7;

export class Convex implements Shape {
  readonly kind = 'convex';
  readonly signed = true;
  readonly bounds: Float64Array;
  readonly repairs: Shape['repairs'];
  /** Positions of the corners (x, y, z, m), and the corners of each face, anticlockwise from outside. */
  readonly vertices: Float64Array;
  readonly faces: Rows;
  readonly #planes: Float64Array;
  /** Half-planes that bound each face (outward unit normal in the face, and offset). */
  readonly #borders: readonly Float64Array[];
  readonly #edges: Float64Array;

  constructor(vertices: Rows, faces: Rows) {
    const points = vertexArray('vertices', vertices);
    const solid = new FaceCheck(points, faces);
    if (solid.flipped > 0)
      this.repairs = [{ field: 'faces', message: `${solid.flipped} inside out, turned round` }];
    this.vertices = points;
    this.faces = solid.faces;
    this.bounds = solid.bounds;
    this.#planes = Float64Array.from(solid.planes.flat());
    this.#borders = solid.faces.map((face, f) => borderOf(points, face, solid.planes[f]));
    this.#edges = edgeNumbers(points, solid.faces);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    let most = -Infinity;
    let nearest = 0;
    for (let f = 0; f < this.#borders.length; f++) {
      const d = this.#planeDistance(f, x, y, z);
      if (d > 0 && within(this.#borders[f], x, y, z)) {
        this.#faceNormal(f, normal);
        return d;
      }
      if (d <= most) continue;
      most = d;
      nearest = f;
    }
    if (most > 0) {
      const d = this.#edgeDistance(x, y, z, normal);
      if (d > LEAST_LENGTH) return d;
    }
    this.#faceNormal(nearest, normal);
    return most;
  }

  features(): Features {
    return polyhedronFeatures(this.vertices, this.faces);
  }

  rigidForm() {
    return { form: 'hulls', corners: [this.vertices] } as const;
  }

  #planeDistance(f: number, x: number, y: number, z: number): number {
    const at = PLANE * f;
    return this.#planes[at] * x + this.#planes[at + 1] * y + this.#planes[at + 2] * z - this.#planes[at + 3];
  }

  #faceNormal(f: number, normal: Float64Array): void {
    for (let axis = 0; axis < 3; axis++) normal[axis] = this.#planes[PLANE * f + axis];
  }

  #edgeDistance(x: number, y: number, z: number, normal: Float64Array): number {
    const edges = this.#edges;
    let best = Infinity;
    for (let e = 0; e < edges.length; e += EDGE) {
      const px = x - edges[e];
      const py = y - edges[e + 1];
      const pz = z - edges[e + 2];
      const along = (px * edges[e + 3] + py * edges[e + 4] + pz * edges[e + 5]) * edges[e + 6];
      const t = along < 0 ? 0 : along > 1 ? 1 : along;
      const rx = px - t * edges[e + 3];
      const ry = py - t * edges[e + 4];
      const rz = pz - t * edges[e + 5];
      const d2 = rx * rx + ry * ry + rz * rz;
      if (d2 >= best) continue;
      best = d2;
      normal[0] = rx;
      normal[1] = ry;
      normal[2] = rz;
    }
    const length = Math.sqrt(best);
    for (let axis = 0; axis < 3; axis++) normal[axis] /= length;
    return length;
  }
}

const fields = {
  vertices: { type: 'points', unit: 'm', help: 'Corners, x y z each.', least: 3 },
  faces: { type: 'faces', help: 'Corner numbers of each face, anticlockwise from outside.', least: 4 },
} as const;
export type ConvexSpec = SpecOf<'convex', typeof fields>;

export const convex: ShapeKind<ConvexSpec> = {
  kind: 'convex',
  help: 'Convex polyhedron.',
  fields,
  create: ({ vertices, faces }) => new Convex(vertices, faces),
  mesh: ({ vertices, faces }) => facetedMesh(vertices, faces),
  mass: ({ vertices, faces }) => polyhedronMass(vertices, faces),
  principal: ({ kind, vertices, faces }, properties) => ({
    kind,
    vertices: principalCorners(vertices, properties),
    faces,
  }),
  faces: ({ vertices, faces }) => ({ vertices, faces }),
};

function within(border: Float64Array, x: number, y: number, z: number): boolean {
  for (let b = 0; b < border.length; b += PLANE) {
    if (border[b] * x + border[b + 1] * y + border[b + 2] * z > border[b + 3]) return false;
  }
  return true;
}

/** Checks that the faces are flat, convex and closed, and reverses those that face inwards. */
class FaceCheck {
  readonly faces: number[][];
  readonly planes: number[][];
  readonly bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  flipped = 0;
  readonly #points: Float64Array;
  readonly #size: number;
  readonly #middle = [0, 0, 0];

  constructor(points: Float64Array, faces: readonly (readonly number[])[]) {
    if (!Array.isArray(faces) || faces.length < 4) {
      throw new RangeError(`faces: a closed solid has at least 4, got ${faces?.length ?? faces}`);
    }
    this.#points = points;
    for (let i = 0; i < points.length; i++) {
      this.#middle[i % 3] += (3 * points[i]) / points.length;
      this.bounds[i % 3] = Math.min(this.bounds[i % 3], points[i]);
      this.bounds[3 + (i % 3)] = Math.max(this.bounds[3 + (i % 3)], points[i]);
    }
    this.#size = Math.max(...[0, 1, 2].map((axis) => this.bounds[3 + axis] - this.bounds[axis]));
    this.faces = faces.map((face, f) => this.#indices(face, f));
    this.planes = this.faces.map((face, f) => this.#plane(face, f));
    this.#checkClosed();
  }

  #indices(face: readonly number[], f: number): number[] {
    const field = `faces[${f}]`;
    if (!Array.isArray(face) || face.length < 3) throw new RangeError(`${field}: needs at least 3 corners`);
    const indices = face.map((index) => vertexIndex(field, index, this.#points.length / 3));
    const places = indices.map((v) => this.#points.slice(3 * v, 3 * v + 3).join());
    if (new Set(places).size !== places.length)
      throw new RangeError(`${field}: has two corners in one place`);
    return indices;
  }

  /** Returns the plane of a face by Newell's normal, directed away from the solid's middle. */
  #plane(face: number[], f: number): number[] {
    const p = this.#points;
    const n = [0, 0, 0];
    face.forEach((a, k) => {
      const b = face[(k + 1) % face.length];
      for (let axis = 0; axis < 3; axis++) {
        const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
        n[axis] += (p[3 * a + i] - p[3 * b + i]) * (p[3 * a + j] + p[3 * b + j]);
      }
    });
    const size = length(n);
    if (!(size > FLATNESS * FLATNESS * this.#size * this.#size)) {
      throw new RangeError(`faces[${f}]: has no area`);
    }
    let plane = [n[0] / size, n[1] / size, n[2] / size, 0];
    if (dot(plane, this.#middle) > dot(plane, vectorAt(p, 3 * face[0]))) {
      plane = plane.map((value) => -value);
      face.reverse();
      this.flipped++;
    }
    plane[3] = Math.max(...face.map((v) => dot(plane, vectorAt(p, 3 * v))));
    this.#checkFlat(face, f, plane);
    return plane;
  }

  #checkFlat(face: readonly number[], f: number, plane: readonly number[]): void {
    const p = this.#points;
    for (const v of face) {
      const out = dot(plane, vectorAt(p, 3 * v)) - plane[3];
      if (Math.abs(out) > FLATNESS * this.#size) {
        throw new RangeError(`faces[${f}]: is not flat, corner ${v} is ${Math.abs(out)} m off its plane`);
      }
    }
    for (let v = 0; v < p.length / 3; v++) {
      const out = dot(plane, vectorAt(p, 3 * v)) - plane[3];
      if (out > FLATNESS * this.#size) {
        throw new RangeError(
          `faces[${f}]: the solid is not convex, vertex ${v} is ${out} m in front of this face`,
        );
      }
    }
    const border = borderOf(p, face, plane);
    for (let b = 0; b < border.length; b += PLANE) {
      const outside = face.find((v) => dotAt(border, p, b, 3 * v) - border[b + 3] > FLATNESS * this.#size);
      if (outside !== undefined)
        throw new RangeError(`faces[${f}]: its outline is not convex at corner ${outside}`);
    }
  }

  /** Checks that each edge has two faces, which pass along it in opposite directions. */
  #checkClosed(): void {
    const count = this.#points.length / 3;
    const seen = new Set<number>();
    const edges = this.faces.map((face) => face.map((a, k) => [a, face[(k + 1) % face.length]]));
    edges.forEach((list, f) => {
      for (const [a, b] of list) {
        if (seen.has(a * count + b)) throw new RangeError(`faces[${f}]: a third face at edge ${a}–${b}`);
        seen.add(a * count + b);
      }
    });
    edges.forEach((list, f) => {
      for (const [a, b] of list) {
        if (!seen.has(b * count + a))
          throw new RangeError(`faces[${f}]: the solid is open at edge ${a}–${b}`);
      }
    });
  }
}

function borderOf(points: Float64Array, face: readonly number[], plane: readonly number[]): Float64Array {
  const border = new Float64Array(PLANE * face.length);
  face.forEach((a, k) => {
    const b = face[(k + 1) % face.length];
    border.set(normalised(cross(vectorBetween(points, a, b), plane)), PLANE * k);
    border[PLANE * k + 3] = dotAt(border, points, PLANE * k, 3 * a);
  });
  return border;
}

/** Returns the numbers of all edges, each edge once. */
function edgeNumbers(points: Float64Array, faces: readonly number[][]): Float64Array {
  const numbers: number[] = [];
  for (const face of faces) {
    face.forEach((a, k) => {
      const b = face[(k + 1) % face.length];
      if (b < a) return;
      const [dx, dy, dz] = vectorBetween(points, a, b);
      const length2 = dx * dx + dy * dy + dz * dz;
      numbers.push(points[3 * a], points[3 * a + 1], points[3 * a + 2], dx, dy, dz, 1 / length2);
    });
  }
  return Float64Array.from(numbers);
}
