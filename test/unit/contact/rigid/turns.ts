/** Rotations as scenes describe them. */
export type Quaternion = [number, number, number, number];

/** Returns the rotation about an axis by degrees. */
export function rotationAbout(axis: readonly number[], angle: number): Quaternion {
  const half = (angle * Math.PI) / 360;
  const s = Math.sin(half);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(half)];
}

/** Returns the rotation b followed by a. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** Returns the axis and the angle (degrees) of a rotation. */
export function axisOf([x, y, z, w]: Quaternion): { axis: number[]; angle: number } {
  const half = Math.acos(w);
  const s = Math.sin(half);
  return { axis: [x / s, y / s, z / s], angle: (360 * half) / Math.PI };
}
