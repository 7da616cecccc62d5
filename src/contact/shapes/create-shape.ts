/** From a shape's description, as in a scene, to the shape. */
import type { Vector } from '../../math/vec3.ts';
import { Convex } from './convex.ts';
import { TriangleMesh } from './mesh.ts';
import { type MeshMotion, MovingMesh } from './moving-mesh.ts';
import { Box, Capsule, Cylinder, Plane, Sphere } from './primitives.ts';
import { SHAPE_KINDS, type Shape } from './shape.ts';

/** Lengths in m. Axes of capsule and cylinder along y; the capsule's height is between its cap centres. */
type Rows = readonly (readonly number[])[];

export type ShapeSpec =
  | { readonly kind: 'plane' }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'box'; readonly size: Vector }
  | { readonly kind: 'capsule'; readonly radius: number; readonly height: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly height: number }
  | { readonly kind: 'convex'; readonly vertices: Rows; readonly faces: Rows }
  | {
      readonly kind: 'mesh';
      readonly vertices: Rows;
      readonly triangles: Rows;
      readonly motion?: MeshMotion;
    };

/** Throws a RangeError whose message begins with the field at fault, such as `triangles[12]`. */
export function createShape(spec: ShapeSpec): Shape {
  switch (spec.kind) {
    case 'plane':
      return new Plane();
    case 'sphere':
      return new Sphere(spec.radius);
    case 'box':
      return new Box(spec.size);
    case 'capsule':
      return new Capsule(spec.radius, spec.height);
    case 'cylinder':
      return new Cylinder(spec.radius, spec.height);
    case 'convex':
      return new Convex(spec.vertices, spec.faces);
    case 'mesh':
      return spec.motion
        ? new MovingMesh(spec.vertices, spec.triangles, spec.motion)
        : new TriangleMesh(spec.vertices, spec.triangles);
    default:
      throw new RangeError(
        `kind: must be one of ${SHAPE_KINDS.join(', ')}, got ${JSON.stringify((spec as { kind?: unknown }).kind)}`,
      );
  }
}
