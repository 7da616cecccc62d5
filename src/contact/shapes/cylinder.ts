/** A cylinder along y, from −height/2 to height/2. */
import { cos, PI, sin } from '../../math/portable.ts';
import { LEAST_LENGTH, positive } from '../check.ts';
import { centred } from './mass.ts';
import { polyhedronFeatures } from './polyhedron.ts';
import { boxBounds, direct, revolvedMesh } from './round.ts';
import { type Features, LENGTH, type Shape, type ShapeKind, type SpecOf } from './shape.ts';

/**
 * Sides per turn of what represents a round shape in surface contact: their middles are 0.12 % of the radius inside its
 * corners. Tests of both: shapes/limits.test.ts.
 */
export const SIDES = 64;
/**
 * Greatest distance of the prism's corners outside the cylinder, m. On a thin pole a crushed sheet may come as near as the
 * sides; on a thick one its particles rest on the true surface, and corners must not lift it.
 */
const OUTSIDE = 1e-5;

export class Cylinder implements Shape {
  readonly kind = 'cylinder';
  readonly signed = true;
  readonly bounds: Float64Array;
  readonly radius: number;
  readonly height: number;

  constructor(radius: number, height: number) {
    this.radius = positive('radius', radius);
    this.height = positive('height', height);
    this.bounds = boxBounds(radius, height / 2, radius);
  }

  distance(x: number, y: number, z: number, normal: Float64Array): number {
    const away = Math.sqrt(x * x + z * z);
    const radial = away - this.radius;
    const axial = Math.abs(y) - this.height / 2;
    const up = y < 0 ? -1 : 1;
    if (radial > LEAST_LENGTH && axial > LEAST_LENGTH) {
      const length = Math.sqrt(radial * radial + axial * axial);
      direct((x / away) * radial, up * axial, (z / away) * radial, length, normal);
      return length;
    }
    if (axial >= radial) {
      direct(0, up, 0, 1, normal);
      return axial;
    }
    direct(x, 0, z, away, normal, 1, 0);
    return radial;
  }

  features(): Features {
    const { radius, height } = this;
    const points = new Float64Array(6 * SIDES);
    const faces: number[][] = [[], []];
    const corner = Math.min(radius / cos(PI / SIDES), radius + OUTSIDE);
    for (let k = 0; k < SIDES; k++) {
      const angle = (2 * PI * k) / SIDES;
      for (let end = 0; end < 2; end++) {
        points.set([corner * cos(angle), (end - 0.5) * height, corner * sin(angle)], 3 * (2 * k + end));
        faces[end].push(2 * k + end);
      }
      const next = (k + 1) % SIDES;
      faces.push([2 * k, 2 * next, 2 * next + 1, 2 * k + 1]);
    }
    return polyhedronFeatures(points, faces);
  }

  rigidForm() {
    return { form: 'cylinder', halfHeight: this.height / 2, radius: this.radius } as const;
  }
}

const fields = {
  radius: { ...LENGTH, help: 'Radius of the cylinder.' },
  height: { ...LENGTH, help: 'Length of the cylinder.' },
} as const;
export type CylinderSpec = SpecOf<'cylinder', typeof fields>;

export const cylinder: ShapeKind<CylinderSpec> = {
  kind: 'cylinder',
  help: 'Cylinder along y, centred.',
  fields,
  create: ({ radius, height }) => new Cylinder(radius, height),
  mesh({ radius, height }, sides) {
    const [low, high] = [-height / 2, height / 2];
    const [bottom, top] = [[low, radius] as const, [high, radius] as const];
    return revolvedMesh(
      [
        [[low, 0], bottom],
        [bottom, top],
        [top, [high, 0]],
      ],
      sides,
    );
  },
  mass({ radius: r, height: l }) {
    const across = (3 * r * r + l * l) / 12;
    return centred(PI * r * r * l, [across, 0.5 * r * r, across], Math.sqrt(r * r + 0.25 * l * l));
  },
};
