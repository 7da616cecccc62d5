/**
 * Mass properties of solids of even density ρ (kg/m³): volume V (m³), centre of mass c, principal moments of inertia about
 * it (kg·m²) and the axes that they belong to.
 *
 * Sphere, box, capsule and cylinder by their formulas; they are centred and lie along their axes. A convex polyhedron is
 * cut into tetrahedra with a corner at an inner point o, the others a, b, c (from o) being those of a triangle of its skin
 * (Mirtich 1996 goes on to integrals over faces; for few faces the tetrahedra of Tonon 2004 are as exact and simpler):
 *   V = |a · (b × c)| / 6,   ∫ x dV = V s / 4,   ∫ x xᵀ dV = V (a aᵀ + b bᵀ + c cᵀ + s sᵀ) / 20,   s = a + b + c,
 *   C = ρ (∫ x xᵀ dV − V c cᵀ),   inertia = trace(C) 1 − C,
 * whose principal axes come from Jacobi's rotations (Golub & Van Loan 2013, section 8.5).
 */
import { PI } from '../../math/portable.ts';
import type { Vector } from '../check.ts';
import { multiply, type Quaternion } from '../pose.ts';
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

const UPRIGHT: Quaternion = [0, 0, 0, 1];
const MIDDLE: Vector = [0, 0, 0];
/** Jacobi's rotations square what is off the diagonal once it is small: 3 × 3 is done in 5 rounds or so. */
const MOST_ROUNDS = 30;

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
  return { volume, centre: MIDDLE, axes: UPRIGHT, gyration, reach };
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
      const v = Math.abs(determinant(corners)) / 6;
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

function determinant([a, b, c]: readonly number[][]): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) +
    a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

/** Of a symmetric matrix by rows: its eigenvalues, and the rotation whose columns are its eigenvectors. */
export function principalAxes(matrix: readonly number[]): { values: Vector; axes: Quaternion } {
  const m = [...matrix];
  let axes = UPRIGHT;
  const size = Math.max(...m.map(Math.abs));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      // What is lost by leaving this is rounding of the diagonal; a diagonal matrix keeps its axes.
      if (Math.abs(m[3 * i + j]) > 1e-16 * size) axes = rotatePlane(m, axes, i, j);
    }
  }
  return { values: [m[0], m[4], m[8]], axes };
}

/** Turns the plane of axes i and j (in cyclic order) so that m_ij becomes 0. */
function rotatePlane(m: number[], axes: Quaternion, i: number, j: number): Quaternion {
  const tau = (m[4 * j] - m[4 * i]) / (2 * m[3 * i + j]);
  const t = (tau < 0 ? -1 : 1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  // m ← Jᵀ m J, J = [c s; −s c] in the plane.
  for (let k = 0; k < 3; k++) {
    const a = m[3 * k + i];
    const b = m[3 * k + j];
    m[3 * k + i] = c * a - s * b;
    m[3 * k + j] = s * a + c * b;
  }
  for (let k = 0; k < 3; k++) {
    const a = m[3 * i + k];
    const b = m[3 * j + k];
    m[3 * i + k] = c * a - s * b;
    m[3 * j + k] = s * a + c * b;
  }
  // J is the rotation by −φ about the third axis, cos φ = c, sin φ = s.
  const turn = [0, 0, 0, Math.sqrt((1 + c) / 2)];
  turn[3 - i - j] = -s / (2 * turn[3]);
  return multiply(axes, turn as unknown as Quaternion);
}
