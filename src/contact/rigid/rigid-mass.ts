/**
 * Mass properties of solids of even density ρ (kg/m³): volume V (m³), centre of mass c, principal moments of inertia about
 * it (kg·m²) and the axes that they belong to.
 *
 * Sphere, box, capsule and cylinder by their formulas; they are centred and lie along their axes. A convex polyhedron is
 * cut into tetrahedra with a corner at an inner point o, the others a, b, c (from o) being those of a triangle of its skin
 * (Mirtich 1996 goes on to integrals over faces; for few faces the tetrahedra of Tonon 2004 are as exact and simpler):
 *   V = |a · (b × c)| / 6,   ∫ x dV = V s / 4,   ∫ x xᵀ dV = V (a aᵀ + b bᵀ + c cᵀ + s sᵀ) / 20,   s = a + b + c,
 *   C = ρ (∫ x xᵀ dV − V c cᵀ),   inertia = trace(C) 1 − C.
 */
import { principalAxes } from '../../math/mat3.ts';
import { PI } from '../../math/portable.ts';
import { IDENTITY, type Quaternion } from '../../math/quat.ts';
import { cross, dot, type Vector } from '../../math/vec3.ts';
import type { ShapeSpec } from '../shapes/create-shape.ts';

export interface MassProperties {
  /** m³ */
  readonly volume: number;
  /** In the shape's own axes, m. */
  readonly centre: Vector;
  /** From principal to the shape's own axes. */
  readonly axes: Quaternion;
  /** Principal moments over the mass, m². */
  readonly gyration: Vector;
  /** From the centre of mass to the farthest point, m. */
  readonly reach: number;
}

const MIDDLE: Vector = [0, 0, 0];

/** Of a sound shape (`createShape` takes it). Throws a RangeError for one that encloses nothing. */
export function massProperties(shape: ShapeSpec): MassProperties {
  switch (shape.kind) {
    case 'sphere': {
      const r = shape.radius;
      const moment = 0.4 * r * r;
      return centred((4 / 3) * PI * r * r * r, [moment, moment, moment], r);
    }
    case 'box': {
      const [x, y, z] = shape.size;
      const gyration: Vector = [(y * y + z * z) / 12, (z * z + x * x) / 12, (x * x + y * y) / 12];
      return centred(x * y * z, gyration, 0.5 * Math.sqrt(x * x + y * y + z * z));
    }
    case 'cylinder': {
      const { radius: r, height: l } = shape;
      const across = (3 * r * r + l * l) / 12;
      return centred(PI * r * r * l, [across, 0.5 * r * r, across], Math.sqrt(r * r + 0.25 * l * l));
    }
    case 'capsule': {
      const { radius: r, height: l } = shape;
      const caps = (4 / 3) * r; // volumes over π r²
      const share = caps / (caps + l);
      const across =
        ((1 - share) * (3 * r * r + l * l)) / 12 + share * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
      const along = (1 - share) * 0.5 * r * r + share * 0.4 * r * r;
      return centred(PI * r * r * (caps + l), [across, along, across], 0.5 * l + r);
    }
    case 'convex':
      return polyhedron(shape.vertices, shape.faces);
    default:
      throw new RangeError(`kind: a ${shape.kind} has no volume to be a rigid body; use a convex solid`);
  }
}

function centred(volume: number, gyration: Vector, reach: number): MassProperties {
  return { volume, centre: MIDDLE, axes: IDENTITY, gyration, reach };
}

type Rows = readonly (readonly number[])[];

function polyhedron(vertices: Rows, faces: Rows): MassProperties {
  const inner = [0, 1, 2].map((axis) => vertices.reduce((sum, v) => sum + v[axis] / vertices.length, 0));
  const from = vertices.map((v) => v.map((x, axis) => x - inner[axis]));
  let volume = 0;
  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const face of faces) {
    for (let k = 2; k < face.length; k++) {
      const corners = [from[face[0]], from[face[k - 1]], from[face[k]]];
      const v = Math.abs(dot(corners[0], cross(corners[1], corners[2]))) / 6;
      const s = [0, 1, 2].map((axis) => corners[0][axis] + corners[1][axis] + corners[2][axis]);
      volume += v;
      for (let i = 0; i < 3; i++) {
        first[i] += (v * s[i]) / 4;
        for (let j = 0; j < 3; j++) {
          let sum = s[i] * s[j];
          for (const corner of corners) sum += corner[i] * corner[j];
          second[3 * i + j] += (v * sum) / 20;
        }
      }
    }
  }
  if (!(volume > 0)) throw new RangeError('vertices: the solid has no volume');
  const middle = first.map((x) => x / volume);
  const spread = second.map((x, k) => x / volume - middle[Math.floor(k / 3)] * middle[k % 3]);
  const trace = spread[0] + spread[4] + spread[8];
  const { values, axes } = principalAxes(spread.map((x, k) => (k % 4 === 0 ? trace : 0) - x));
  const reach = Math.sqrt(
    Math.max(
      ...from.map((v) => v.reduce((sum, x, axis) => sum + (x - middle[axis]) * (x - middle[axis]), 0)),
    ),
  );
  const centre: Vector = [inner[0] + middle[0], inner[1] + middle[1], inner[2] + middle[2]];
  return { volume, centre, axes, gyration: values, reach };
}
