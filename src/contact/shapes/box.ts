/** A box about the origin with its edges along the axes. */
import { BOX_FACES, boxCorners } from '../../math/box.ts';
import type { Vector } from '../../math/vec3.ts';
import { LEAST_LENGTH, positive, vector } from '../check.ts';
import { centred } from './mass.ts';
import { facetedMesh, polyhedronFeatures } from './polyhedron.ts';
import { boxBounds, direct } from './round.ts';
import { type Features, LENGTH, type Shape, type ShapeKind, type SpecOf } from './shape.ts';

/** Corners of the faces, clockwise from outside, as surface contact lists them. */
const CLOCKWISE = BOX_FACES.map(([first, ...others]) => [first, ...others.reverse()]);

export class Box implements Shape {
  readonly kind = 'box';
  readonly signed = true;
  readonly bounds: Float64Array;
  /** Edge lengths, m. */
  readonly size: Vector;

  constructor(size: Vector) {
    this.size = vector('size', size);
    for (let axis = 0; axis < 3; axis++) positive(`size[${axis}]`, size[axis]);
    this.bounds = boxBounds(size[0] / 2, size[1] / 2, size[2] / 2);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const qx = Math.abs(x) - this.bounds[3];
    const qy = Math.abs(y) - this.bounds[4];
    const qz = Math.abs(z) - this.bounds[5];
    const ox = qx > 0 ? (x < 0 ? -qx : qx) : 0;
    const oy = qy > 0 ? (y < 0 ? -qy : qy) : 0;
    const oz = qz > 0 ? (z < 0 ? -qz : qz) : 0;
    const outside = Math.sqrt(ox * ox + oy * oy + oz * oz);
    if (outside > LEAST_LENGTH) {
      direct(ox, oy, oz, outside, normal);
      return outside;
    }
    normal[0] = normal[1] = normal[2] = 0;
    if (qy >= qx && qy >= qz) normal[1] = y < 0 ? -1 : 1;
    else if (qx >= qz) normal[0] = x < 0 ? -1 : 1;
    else normal[2] = z < 0 ? -1 : 1;
    return Math.max(qx, qy, qz);
  }

  features(): Features {
    return polyhedronFeatures(Float64Array.from(boxCorners(this.size).flat()), CLOCKWISE);
  }

  rigidForm() {
    const [x, y, z] = this.size;
    return { form: 'cuboid', half: [x / 2, y / 2, z / 2] } as const;
  }
}

const fields = { size: { ...LENGTH, type: 'vector', help: 'Edges along x, y, z.' } } as const;
export type BoxSpec = SpecOf<'box', typeof fields>;

export const box: ShapeKind<BoxSpec> = {
  kind: 'box',
  help: 'Box, centred.',
  fields,
  create: ({ size }) => new Box(size),
  mesh: ({ size }) => facetedMesh(boxCorners(size), BOX_FACES),
  mass({ size: [x, y, z] }) {
    const gyration: Vector = [(y * y + z * z) / 12, (z * z + x * x) / 12, (x * x + y * y) / 12];
    return centred(x * y * z, gyration, 0.5 * Math.sqrt(x * x + y * y + z * z));
  },
  faces: ({ size }) => ({ vertices: boxCorners(size), faces: BOX_FACES }),
};
