/** The faces of a collider's shape, for drawing: round parts in short facets with smooth normals, flat parts flat. */
import type { ShapeSpec } from 'pliant';
import type { ColliderSpec, Vector } from 'pliant/engine';
import type { SolidFaces } from './surface.ts';
import { cross, difference, normalised, turned } from './vector.ts';

/** Facets around a circle. */
const AROUND = 64;

interface Faces {
  places: Vector[];
  normals: Vector[];
}

/** In the room. A plane has none: it is drawn as the floor. */
export function solidFaces({ shape, position = [0, 0, 0], rotation }: ColliderSpec): SolidFaces {
  if (!('kind' in shape) || 'distance' in shape) return { places: [], normals: [] };
  const { places, normals } = localFaces(shape);
  const turn = (v: Vector) => (rotation ? turned(v, rotation.axis, rotation.angle) : v);
  return {
    places: places.map((p) => {
      const [x, y, z] = turn(p);
      return [position[0] + x, position[1] + y, position[2] + z];
    }),
    normals: normals.map(turn),
  };
}

function localFaces(shape: ShapeSpec): Faces {
  const faces: Faces = { places: [], normals: [] };
  switch (shape.kind) {
    case 'plane':
      return faces;
    case 'sphere':
      return turnedProfile(
        Array.from({ length: 33 }, (_, i) => onCircle(shape.radius, -90 + (180 * i) / 32, 0)),
      );
    case 'capsule':
      return turnedProfile([
        ...Array.from({ length: 17 }, (_, i) =>
          onCircle(shape.radius, -90 + (90 * i) / 16, -shape.height / 2),
        ),
        ...Array.from({ length: 17 }, (_, i) => onCircle(shape.radius, (90 * i) / 16, shape.height / 2)),
      ]);
    case 'cylinder': {
      const [r, h] = [shape.radius, shape.height / 2];
      const flat = (radius: number, height: number, normal: [number, number]): Profile => ({
        radius,
        height,
        normal,
      });
      for (const part of [
        [flat(0, -h, [0, -1]), flat(r, -h, [0, -1])],
        [flat(r, -h, [1, 0]), flat(r, h, [1, 0])],
        [flat(r, h, [0, 1]), flat(0, h, [0, 1])],
      ]) {
        const { places, normals } = turnedProfile(part);
        faces.places.push(...places);
        faces.normals.push(...normals);
      }
      return faces;
    }
    case 'box':
      for (const axis of [0, 1, 2]) for (const sign of [-1, 1]) addBoxSide(faces, shape.size, axis, sign);
      return faces;
    case 'convex':
      for (const face of shape.faces)
        for (let k = 2; k < face.length; k++)
          addTriangle(faces, shape.vertices, [face[0], face[k - 1], face[k]]);
      return faces;
    case 'mesh':
      for (const triangle of shape.triangles) addTriangle(faces, shape.vertices, triangle);
      return faces;
  }
}

function addTriangle(
  { places, normals }: Faces,
  vertices: readonly (readonly number[])[],
  corners: readonly number[],
): void {
  const [a, b, c] = corners.map((i) => vertices[i] as unknown as Vector);
  const normal = normalised(cross(difference(b, a), difference(c, a)));
  places.push(a, b, c);
  normals.push(normal, normal, normal);
}

function addBoxSide({ places, normals }: Faces, size: Vector, axis: number, sign: number): void {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const corner = (a: number, b: number): Vector => {
    const p = [0, 0, 0];
    p[axis] = (sign * size[axis]) / 2;
    p[u] = (a * size[u]) / 2;
    p[v] = (b * size[v]) / 2;
    return p as unknown as Vector;
  };
  const normal = [0, 0, 0];
  normal[axis] = sign;
  for (const [a, b] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, -1],
    [1, 1],
    [-1, 1],
  ]) {
    places.push(corner(a, b));
    normals.push(normal as unknown as Vector);
  }
}

/** A point of the outline of a body of revolution about y; the normal in the plane of radius and height. */
interface Profile {
  readonly radius: number;
  readonly height: number;
  readonly normal: readonly [number, number];
}

function onCircle(radius: number, degrees: number, height: number): Profile {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { radius: radius * c, height: height + radius * s, normal: [c, s] };
}

function turnedProfile(profile: readonly Profile[]): Faces {
  const faces: Faces = { places: [], normals: [] };
  const add = (p: Profile, k: number) => {
    const angle = (2 * Math.PI * k) / AROUND;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    faces.places.push([p.radius * c, p.height, p.radius * s]);
    faces.normals.push([p.normal[0] * c, p.normal[1], p.normal[0] * s]);
  };
  for (let i = 0; i + 1 < profile.length; i++) {
    for (let k = 0; k < AROUND; k++) {
      const [p, q] = [profile[i], profile[i + 1]];
      for (const [point, turn] of [
        [p, k],
        [q, k],
        [q, k + 1],
        [p, k],
        [q, k + 1],
        [p, k + 1],
      ] as const)
        add(point, turn);
    }
  }
  return faces;
}
