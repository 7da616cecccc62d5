/** The half-space below the local x–z plane: d = y. */
import type { Features, Shape, ShapeKind, SpecOf } from './shape.ts';

/** Size of the triangle that represents the plane, m: as large as scenes may be (SEPARATION). Test: shapes/limits.test.ts. */
const FAR = 1e5;

class Plane implements Shape {
  readonly kind = 'plane';
  readonly signed = true;
  readonly halfSpace = true;
  readonly bounds = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity);

  distance(_x: number, y: number, _z: number, normal: Float64Array): number {
    normal[0] = 0;
    normal[1] = 1;
    normal[2] = 0;
    return y;
  }

  /** Returns one triangle, larger than any scene: an edge nearby would tilt normals by its rounding. */
  features(): Features {
    const points = Float64Array.of(0, 0, 2 * FAR, 2 * FAR, 0, -FAR, -2 * FAR, 0, -FAR);
    return { points, triangles: [0, 1, 2], edges: [], radius: 0, solid: false };
  }

  rigidForm() {
    return { form: 'half-space' } as const;
  }
}

const fields = {} as const;
export type PlaneSpec = SpecOf<'plane', typeof fields>;

export const plane: ShapeKind<PlaneSpec> = {
  kind: 'plane',
  help: 'Half space below the local x–z plane.',
  fields,
  create: () => new Plane(),
  mesh: () => undefined,
};
