/**
 * A ribbon that lies in a loose overhand knot, as an OBJ file with its flat pattern. Its middle follows the open trefoil
 *
 *   x = s (t³ − 3 t),   y = 0.7 s (t⁴ − 4 t²),   z = 1.1 s sin π t,   |t| ≤ 2.2,
 *
 * which crosses itself three times, over and under in turn. The ribbon extends along the binormal of this curve: then it bends along
 * its length alone, and the only strain towards the straight pattern is that of torsion τ, (τ v)²/2 at the distance v from the
 * middle: at most 2 % at its edges. Different parts of it are at least 25 mm apart.
 */

type Point = [number, number, number];

/** Scale of the curve, m, and the parameter at its ends. */
const SCALE = 0.05;
const END = 2.2;
/** Width of the ribbon, m, and its cells along and across. */
const WIDTH = 0.03;
const CELLS = [180, 4] as const;
/** Parts in which the length of a cell is measured. */
const PARTS = 16;

/** Returns the OBJ text: texture coordinates are the lengths along and across the ribbon, m. */
export function knottedRibbonObj(): string {
  const [along, across] = CELLS;
  const lines = ['# a ribbon in a loose overhand knot, in metres'];
  let length = 0;
  for (let i = 0; i <= along; i++) {
    const t = END * ((2 * i) / along - 1);
    if (i > 0) length += lengthUpTo(t);
    const middle = curve(t);
    const side = binormal(t);
    for (let j = 0; j <= across; j++) {
      const v = WIDTH * (j / across - 0.5);
      const place = middle.map((x, axis) => x + v * side[axis]);
      lines.push(`v ${place.map(figure).join(' ')}`, `vt ${figure(length)} ${figure(v)}`);
    }
  }
  const corner = (i: number, j: number) => i * (across + 1) + j + 1;
  for (let i = 0; i < along; i++) {
    for (let j = 0; j < across; j++) {
      const corners = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
      lines.push(`f ${corners.map((k) => `${k}/${k}`).join(' ')}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the length of the curve in the cell that ends at t, m. */
function lengthUpTo(t: number): number {
  const step = (2 * END) / CELLS[0] / PARTS;
  let sum = 0;
  for (let k = 0; k < PARTS; k++) sum += step * Math.sqrt(dot(tangent(t - (k + 0.5) * step)));
  return sum;
}

function curve(t: number): Point {
  return [SCALE * (t ** 3 - 3 * t), 0.7 * SCALE * (t ** 4 - 4 * t * t), 1.1 * SCALE * Math.sin(Math.PI * t)];
}

/** First derivative of the curve. */
function tangent(t: number): Point {
  const q = Math.PI;
  return [SCALE * (3 * t * t - 3), 0.7 * SCALE * (4 * t ** 3 - 8 * t), 1.1 * SCALE * q * Math.cos(q * t)];
}

/** Unit vector across the plane in which the curve bends. */
function binormal(t: number): Point {
  const q = Math.PI;
  const [ax, ay, az] = tangent(t);
  const [bx, by, bz] = [6 * t, 0.7 * (12 * t * t - 8), -1.1 * q * q * Math.sin(q * t)];
  const across: Point = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const scale = 1 / Math.sqrt(dot(across));
  return [scale * across[0], scale * across[1], scale * across[2]];
}

function dot([x, y, z]: Point): number {
  return x * x + y * y + z * z;
}

/** Rounds to 10 µm, which hides the last digits of sines: they differ between machines. */
function figure(value: number): string {
  return (Math.round(value * 1e5) / 1e5 + 0).toString();
}
