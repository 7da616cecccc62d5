/**
 * Colliders and heaters from the polyhedra of a file. A collider is a convex solid if its faces are flat, closed and
 * convex; else a two-sided mesh of triangles. Files written by hand round corners to a few digits, which bends faces of
 * four corners: such a solid becomes a mesh.
 */

import type { PolyhedraFile, Polyhedron } from '../../formats/pol.ts';
import type { ShapeSpec } from '../contact/index.ts';
import { createShape } from '../contact/index.ts';
import { areaVector, triangulateFace } from '../math/polygon.ts';

type Triple = [number, number, number];

/** Returns one shape per polyhedron, in the order of the file. Throws a RangeError that begins with `polyhedra[i]`. */
export function polyhedraShapes({ polyhedra }: PolyhedraFile): ShapeSpec[] {
  return polyhedra.map(
    (polyhedron, i) => convexShape(polyhedron) ?? meshShape(polyhedron, `polyhedra[${i}]`),
  );
}

/** Hot faces of one temperature, as a heater of a scene has them. */
export interface FileHeater {
  shape: { kind: 'faces'; vertices: Triple[]; faces: number[][] };
  /** K */
  temperature: number;
}

/**
 * Returns the heaters of a file: one for each polyhedron and temperature. A hot face radiates from its outer side, away from
 * the mean of its polyhedron's corners; a single face radiates from the side on which its corners run anticlockwise.
 */
export function polyhedraHeaters({ polyhedra }: PolyhedraFile): FileHeater[] {
  return polyhedra.flatMap((polyhedron) => {
    const hot = polyhedron.faces.filter((face) => face.hot !== undefined);
    const temperatures = [...new Set(hot.map((face) => face.hot as number))];
    return temperatures.map((temperature) => {
      const faces = hot
        .filter((face) => face.hot === temperature)
        .map(({ corners }) => outwards(polyhedron, corners));
      const used = new Map([...new Set(faces.flat())].map((corner, i) => [corner, i]));
      const vertices = [...used.keys()].map((corner): Triple => [...polyhedron.vertices[corner]]);
      return {
        shape: {
          kind: 'faces' as const,
          vertices,
          faces: faces.map((face) => face.map((c) => used.get(c)!)),
        },
        temperature,
      };
    });
  });
}

function outwards({ vertices, faces }: Polyhedron, corners: readonly number[]): number[] {
  const normal = faceNormal(vertices, corners);
  const along = (points: readonly (readonly number[])[]) =>
    points.reduce((sum, p) => sum + p[0] * normal[0] + p[1] * normal[1] + p[2] * normal[2], 0) /
    points.length;
  const face = along(corners.map((corner) => vertices[corner]));
  const inwards = faces.length > 1 && along(vertices) > face;
  return inwards ? corners.toReversed() : [...corners];
}

function convexShape(polyhedron: Polyhedron): ShapeSpec | undefined {
  const { vertices, faces } = polyhedron;
  const turned = faces.map(({ corners }) => outwards(polyhedron, corners));
  const spec: ShapeSpec = { kind: 'convex', vertices, faces: turned };
  return refusalOf(spec) === undefined ? spec : undefined;
}

function meshShape({ vertices, faces }: Polyhedron, field: string): ShapeSpec {
  const triangles = faces.flatMap(({ corners }, f) =>
    triangulateFace(vertices, corners, `${field}.faces[${f}]`),
  );
  const spec: ShapeSpec = { kind: 'mesh', vertices, triangles };
  const cause = refusalOf(spec);
  if (cause !== undefined) throw new RangeError(`${field}: ${cause}`);
  return spec;
}

/** Returns the reason why a shape is refused, or undefined if it is accepted. */
function refusalOf(spec: ShapeSpec): string | undefined {
  try {
    createShape(spec);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** Returns the area vector of a face. */
function faceNormal(vertices: readonly (readonly number[])[], corners: readonly number[]): number[] {
  return areaVector(corners.flatMap((corner) => vertices[corner]));
}
