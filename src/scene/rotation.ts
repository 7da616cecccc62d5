/** Turns in a scene: axis and angle. */
import { cos, sin } from '../math/portable.ts';

type Vector = readonly [number, number, number];

/** Rodrigues: x cos φ + (a × x) sin φ + a (a·x)(1 − cos φ) for a unit axis a; φ in rad. */
export function rotationBy(axis: Vector, angle: number): (x: number, y: number, z: number) => Vector {
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const [a, b, c] = axis.map((component) => component / length);
  const cosine = cos(angle);
  const sine = sin(angle);
  return (x, y, z) => {
    const along = (a * x + b * y + c * z) * (1 - cosine);
    return [
      x * cosine + (b * z - c * y) * sine + a * along,
      y * cosine + (c * x - a * z) * sine + b * along,
      z * cosine + (a * y - b * x) * sine + c * along,
    ];
  };
}
