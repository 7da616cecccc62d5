/** A capsule: all points within `radius` of a segment of length `height` along y about the origin. */
import { PI } from '../../math/portable.ts';
import { positive } from '../check.ts';
import { centred } from './mass.ts';
import { boxBounds, cappedMesh, direct } from './round.ts';
import { type Features, LENGTH, type Shape, type ShapeKind, type SpecOf } from './shape.ts';

class Capsule implements Shape {
  readonly kind = 'capsule';
  readonly signed = true;
  readonly bounds: Float64Array;
  readonly radius: number;
  readonly height: number;

  constructor(radius: number, height: number) {
    this.radius = positive('radius', radius);
    this.height = positive('height', height);
    this.bounds = boxBounds(radius, height / 2 + radius, radius);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const half = this.height / 2;
    const dy = y - Math.max(-half, Math.min(half, y));
    const length = Math.sqrt(x * x + dy * dy + z * z);
    direct(x, dy, z, length, normal, 1, 0);
    return length - this.radius;
  }

  /** Returns one edge with a radius, which is exact. */
  features(): Features {
    const points = Float64Array.of(0, -this.height / 2, 0, 0, this.height / 2, 0);
    return { points, triangles: [0, 1, 1], edges: [[0, 1]], radius: this.radius, solid: false };
  }

  rigidForm() {
    return { form: 'capsule', halfHeight: this.height / 2, radius: this.radius } as const;
  }
}

const fields = {
  radius: { ...LENGTH, help: 'Radius of cylinder and caps.' },
  height: { ...LENGTH, help: 'Distance between the centres of the caps.' },
} as const;
export type CapsuleSpec = SpecOf<'capsule', typeof fields>;

export const capsule: ShapeKind<CapsuleSpec> = {
  kind: 'capsule',
  help: 'Cylinder along y with round caps, centred.',
  fields,
  create: ({ radius, height }) => new Capsule(radius, height),
  mesh: ({ radius, height }, sides) => cappedMesh(radius, height, sides),
  mass({ radius: r, height: l }) {
    const caps = (4 / 3) * r; // volumes over π r²
    const share = caps / (caps + l);
    const across =
      ((1 - share) * (3 * r * r + l * l)) / 12 + share * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
    const along = (1 - share) * 0.5 * r * r + share * 0.4 * r * r;
    return centred(PI * r * r * (caps + l), [across, along, across], 0.5 * l + r);
  },
};
