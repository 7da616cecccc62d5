/** Vector functions for pictures. */
import type { Vector } from 'pliant/engine';

export function difference(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Unit vector; a zero vector stays zero. */
export function normalised(a: Vector): Vector {
  const length = Math.sqrt(dot(a, a)) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** Rotates right-handed about an axis of any length, in degrees (Rodrigues). */
export function turned(v: Vector, axis: Vector, degrees: number): Vector {
  const a = normalised(axis);
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const along = dot(a, v) * (1 - c);
  const across = cross(a, v);
  return [0, 1, 2].map((d) => v[d] * c + across[d] * s + a[d] * along) as unknown as Vector;
}
