/** A sphere about the origin: d = |x| − r. */
import { PI } from '../../math/portable.ts';
import { positive } from '../check.ts';
import { centred } from './mass.ts';
import { boxBounds, cappedMesh, direct } from './round.ts';
import { type Features, LENGTH, type Shape, type ShapeKind, type SpecOf } from './shape.ts';

export class Sphere implements Shape {
  readonly kind = 'sphere';
  readonly signed = true;
  readonly bounds: Float64Array;
  /** Radius, m. */
  readonly radius: number;

  constructor(radius: number) {
    this.radius = positive('radius', radius);
    this.bounds = boxBounds(radius, radius, radius);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const length = Math.sqrt(x * x + y * y + z * z);
    direct(x, y, z, length, normal);
    return length - this.radius;
  }

  /** Returns one point with a radius, which is exact. */
  features(): Features {
    return {
      points: new Float64Array(3),
      triangles: [0, 0, 0],
      edges: [],
      radius: this.radius,
      solid: false,
    };
  }

  rigidForm() {
    return { form: 'ball', radius: this.radius } as const;
  }
}

const fields = { radius: { ...LENGTH, help: 'Radius of the sphere.' } } as const;
export type SphereSpec = SpecOf<'sphere', typeof fields>;

export const sphere: ShapeKind<SphereSpec> = {
  kind: 'sphere',
  help: 'Sphere, centred.',
  fields,
  create: ({ radius }) => new Sphere(radius),
  mesh: ({ radius }, sides) => cappedMesh(radius, 0, sides),
  mass({ radius: r }) {
    const moment = 0.4 * r * r;
    return centred((4 / 3) * PI * r * r * r, [moment, moment, moment], r);
  },
};
