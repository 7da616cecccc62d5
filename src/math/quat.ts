/**
 * Unit quaternions q = (x, y, z, w), scalar last, as in glTF, three.js and Rapier: q rotates a vector v to q v q*, by the
 * angle 2 acos w about the axis (x, y, z), right-handed. `multiply(a, b)` rotates by b first, then by a. Angles in radians.
 */
import { atan2, cos, sin } from './portable.ts';
import { norm, type Vector } from './vec3.ts';

export type Quaternion = readonly [x: number, y: number, z: number, w: number];

export const IDENTITY: Quaternion = [0, 0, 0, 1];

/** Returns the rotation by `angle` about a unit axis. */
export function axisQuaternion(axis: Vector, angle: number): Quaternion {
  const s = sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)];
}

/** Returns the rotation by b, then by a. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Returns the inverse rotation. */
export function conjugate([x, y, z, w]: Quaternion): Quaternion {
  return [-x, -y, -z, w];
}

/** Rotates q further by `share` of the rotation vector `turn` (axis times angle). */
export function rotatedBy(q: Quaternion, [x, y, z]: Vector, share = 1): Quaternion {
  const angle = norm(x, y, z);
  if (!(angle > 0)) return q;
  return multiply(axisQuaternion([x / angle, y / angle, z / angle], angle * share), q);
}

/** Returns the rotation vector (axis times angle, at most π) of the shortest rotation from `from` to `to`. */
export function rotationVector(from: Quaternion, to: Quaternion): Vector {
  const [x, y, z, w] = multiply(to, conjugate(from));
  const s = norm(x, y, z);
  if (s < 1e-12) return [0, 0, 0];
  const scale = (2 * atan2(s, Math.abs(w)) * (w < 0 ? -1 : 1)) / s;
  return [x * scale, y * scale, z * scale];
}

/** Writes the rotation matrix of q row by row, nine numbers. Divides by |q|², so that rounding in q never scales a shape. */
export function writeRotation(
  out: Float64Array | number[],
  x: number,
  y: number,
  z: number,
  w: number,
  at = 0,
): void {
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[at] = 1 - s * (y * y + z * z);
  out[at + 1] = s * (x * y - z * w);
  out[at + 2] = s * (x * z + y * w);
  out[at + 3] = s * (x * y + z * w);
  out[at + 4] = 1 - s * (x * x + z * z);
  out[at + 5] = s * (y * z - x * w);
  out[at + 6] = s * (x * z - y * w);
  out[at + 7] = s * (y * z + x * w);
  out[at + 8] = 1 - s * (x * x + y * y);
}
