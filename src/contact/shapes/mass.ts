/**
 * Mass properties of solids of uniform density ρ (kg/m³): volume V (m³), centre of mass c, principal moments of inertia about
 * it (kg·m²) and their axes.
 *
 * A convex polyhedron is divided into tetrahedra between an inner point o and the triangles a, b, c (from o) of its surface
 * (Tonon 2004; the face integrals of Mirtich 1996 pay off only for many faces):
 *   V = |a · (b × c)| / 6,   ∫ x dV = V s / 4,   ∫ x xᵀ dV = V (a aᵀ + b bᵀ + c cᵀ + s sᵀ) / 20,   s = a + b + c,
 *   C = ρ (∫ x xᵀ dV − V c cᵀ),   inertia = trace(C) 1 − C.
 */
import { principalAxes } from '../../math/mat3.ts';
import { IDENTITY } from '../../math/quat.ts';
import { cross, dot, type Vector } from '../../math/vec3.ts';
import { writeFrame } from '../pose.ts';
import type { MassProperties, Rows } from './shape.ts';

const MIDDLE: Vector = [0, 0, 0];

/** Returns the properties of a shape whose centre of mass is its origin and whose principal axes are its own. */
export function centred(volume: number, gyration: Vector, reach: number): MassProperties {
  return { volume, centre: MIDDLE, axes: IDENTITY, gyration, reach };
}

/** Returns the properties of a closed convex polyhedron. Throws a RangeError for one without a volume. */
export function polyhedronMass(vertices: Rows, faces: Rows): MassProperties {
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

/** Returns the corners relative to the centre of mass along the principal axes. */
export function principalCorners(vertices: Rows, { centre, axes }: MassProperties): number[][] {
  const f = writeFrame(new Float64Array(12), centre, axes);
  return vertices.map((v) => {
    const [x, y, z] = v.map((value, axis) => value - centre[axis]);
    return [0, 1, 2].map((k) => f[k] * x + f[3 + k] * y + f[6 + k] * z);
  });
}
