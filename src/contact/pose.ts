/**
 * Where a collider is: position p (m) and unit quaternion q = (x, y, z, w), x_world = p + q x_local q*.
 *
 * Loops use a *frame*, the same pose as 12 numbers: the rotation matrix by rows, then p.
 */
import { atan2, cos, PI, sin } from '../math/portable.ts';
import { finite, type Vector, vector } from './check.ts';

export interface Rotation {
  /** Any length but 0. */
  readonly axis: Vector;
  /** Degrees, right-handed about the axis; may exceed a turn. */
  readonly angle: number;
}

export type Quaternion = readonly [x: number, y: number, z: number, w: number];

export interface Pose {
  readonly position: Vector;
  readonly quaternion: Quaternion;
}

export type Frame = Float64Array;

export const RADIANS = PI / 180;
export const NO_ROTATION: Rotation = { axis: [0, 1, 0], angle: 0 };

export function unitAxis(field: string, axis: Vector): Vector {
  const [x, y, z] = vector(field, axis);
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0 && Number.isFinite(length))) {
    throw new RangeError(`${field}: must have a direction, got [${axis.join(', ')}]`);
  }
  return [x / length, y / length, z / length];
}

export function checkRotation(field: string, rotation: Rotation): Rotation {
  return { axis: unitAxis(`${field}.axis`, rotation.axis), angle: finite(`${field}.angle`, rotation.angle) };
}

/** The rotation by `angle` rad about a unit axis. */
export function axisQuaternion(axis: Vector, angle: number): Quaternion {
  const s = sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)];
}

/** First `b`, then `a`. */
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

/** Axis times angle (rad, at most π) of the shortest rotation that takes `from` to `to`. */
export function rotationVector(from: Quaternion, to: Quaternion): Vector {
  const [x, y, z, w] = multiply(to, [-from[0], -from[1], -from[2], from[3]]);
  const s = Math.sqrt(x * x + y * y + z * z);
  if (s < 1e-12) return [0, 0, 0];
  const scale = (2 * atan2(s, Math.abs(w)) * (w < 0 ? -1 : 1)) / s;
  return [x * scale, y * scale, z * scale];
}

export function writeFrame(frame: Frame, position: Vector, quaternion: Quaternion): Frame {
  writeRotation(frame, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  frame[9] = position[0];
  frame[10] = position[1];
  frame[11] = position[2];
  return frame;
}

/** Divides by |q|², so rounding in q never scales the shape. */
export function writeRotation(frame: Frame, x: number, y: number, z: number, w: number): void {
  const s = 2 / (x * x + y * y + z * z + w * w);
  frame[0] = 1 - s * (y * y + z * z);
  frame[1] = s * (x * y - z * w);
  frame[2] = s * (x * z + y * w);
  frame[3] = s * (x * y + z * w);
  frame[4] = 1 - s * (x * x + z * z);
  frame[5] = s * (y * z - x * w);
  frame[6] = s * (x * z - y * w);
  frame[7] = s * (y * z + x * w);
  frame[8] = 1 - s * (x * x + y * y);
}

// Vectors go in and out as arrays: numbers handed from function to function would be boxed, a quarter of the time.

/** Turns the world vector at `from` in `v` into the frame's axes, written into `out` at `at`. */
export function turnToLocal(f: Frame, v: Float64Array, out: Float64Array, from = 0, at = 0): void {
  const x = v[from];
  const y = v[from + 1];
  const z = v[from + 2];
  out[at] = f[0] * x + f[3] * y + f[6] * z;
  out[at + 1] = f[1] * x + f[4] * y + f[7] * z;
  out[at + 2] = f[2] * x + f[5] * y + f[8] * z;
}

export function turnToWorld(f: Frame, v: Float64Array, out: Float64Array): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  out[0] = f[0] * x + f[1] * y + f[2] * z;
  out[1] = f[3] * x + f[4] * y + f[5] * z;
  out[2] = f[6] * x + f[7] * y + f[8] * z;
}

/** The world point in the frame's axes. */
export function toLocal(f: Frame, point: Float64Array, out: Float64Array): void {
  const x = point[0] - f[9];
  const y = point[1] - f[10];
  const z = point[2] - f[11];
  out[0] = f[0] * x + f[3] * y + f[6] * z;
  out[1] = f[1] * x + f[4] * y + f[7] * z;
  out[2] = f[2] * x + f[5] * y + f[8] * z;
}

export function toWorld(f: Frame, point: Float64Array, out: Float64Array): void {
  turnToWorld(f, point, out);
  out[0] += f[9];
  out[1] += f[10];
  out[2] += f[11];
}
