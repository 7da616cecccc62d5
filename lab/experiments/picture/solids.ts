/** Faces of a collider's shape, for drawing: round parts with smooth normals, flat parts flat. */
import { type ColliderSpec, mat3, type ShapeSpec, shapeMesh, type Vector, vec3 } from 'pliant/engine';
import type { SolidFaces } from './surface.ts';

/** Facets around a circle. */
const AROUND = 64;

/** Faces in the room. A plane has none: it is drawn as the floor. */
export function solidFaces({ shape, position = [0, 0, 0], rotation }: ColliderSpec): SolidFaces {
  const mesh = 'distance' in shape ? undefined : shapeMesh(shape as ShapeSpec, AROUND);
  if (!mesh) return { places: [], normals: [] };
  const { positions, triangles, smooth } = mesh;
  const vertices = Array.from({ length: positions.length / 3 }, (_, i) =>
    Array.from(positions.subarray(3 * i, 3 * i + 3)),
  ) as unknown as Vector[];
  const sums = vertices.map(() => [0, 0, 0]);
  const faces = Array.from({ length: triangles.length / 3 }, (_, t) => {
    const corners = [...triangles.subarray(3 * t, 3 * t + 3)];
    const [a, b, c] = corners.map((i) => vertices[i]);
    const area = vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a));
    for (const i of corners) for (let axis = 0; axis < 3; axis++) sums[i][axis] += area[axis];
    return { corners, area };
  });
  const turn = (v: Vector) =>
    rotation ? mat3.rotationAbout(rotation.axis, (rotation.angle * Math.PI) / 180)(...v) : v;
  return {
    places: faces.flatMap(({ corners }) =>
      corners.map((i): Vector => {
        const [x, y, z] = turn(vertices[i]);
        return [position[0] + x, position[1] + y, position[2] + z];
      }),
    ),
    normals: faces.flatMap(({ corners, area }) =>
      corners.map((i) => turn(vec3.normalised(smooth ? (sums[i] as unknown as Vector) : area))),
    ),
  };
}
