/**
 * Poses: position p (m) and unit quaternion q = (x, y, z, w), x_world = p + q x_local q*.
 *
 * Loops use a *frame*, the same pose as 12 numbers: the rotation matrix by rows, then p.
 */
import { PI } from '../math/portable.ts';
import { axisQuaternion, type Quaternion, writeRotation } from '../math/quat.ts';
import { norm, type Vector } from '../math/vec3.ts';
import { finite, vector } from './check.ts';

export interface Rotation {
  /** Direction of the axis, of any length above 0. */
  readonly axis: Vector;
  /** Angle in degrees, right-handed about the axis; may exceed a turn. */
  readonly angle: number;
}

export interface Pose {
  readonly position: Vector;
  readonly quaternion: Quaternion;
}

export type Frame = Float64Array;

export const RADIANS = PI / 180;
export const NO_ROTATION: Rotation = { axis: [0, 1, 0], angle: 0 };

function unitAxis(field: string, axis: Vector): Vector {
  const [x, y, z] = vector(field, axis);
  const length = norm(x, y, z);
  if (!(length > 0 && Number.isFinite(length))) {
    throw new RangeError(`${field}: must have a direction, got [${axis.join(', ')}]`);
  }
  return [x / length, y / length, z / length];
}

export function checkRotation(field: string, rotation: Rotation): Rotation {
  return { axis: unitAxis(`${field}.axis`, rotation.axis), angle: finite(`${field}.angle`, rotation.angle) };
}

export function rotationQuaternion({ axis, angle }: Rotation): Quaternion {
  return axisQuaternion(axis, angle * RADIANS);
}

export function writeFrame(frame: Frame, position: Vector, quaternion: Quaternion): Frame {
  writeRotation(frame, quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
  frame[9] = position[0];
  frame[10] = position[1];
  frame[11] = position[2];
  return frame;
}

// Vectors are passed as arrays: single numbers would be boxed, which costs a quarter of the time.

/** Writes the world vector at index `from` of `v`, in the frame's axes, to index `at` of `out`. */
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

/** Writes a point of the world in the frame's axes. */
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
