/**
 * What particles have (temperature, colour, strain), carried to the vertices of a surface around them:
 *
 *   a(v) = Σ w_i a_i / Σ w_i,   w_i = (1 − |v − p_i|² / R²)³,   R = 1.5 D
 *
 * a mean, so that it is never outside what the particles near have, and a constant stays one. D is the spacing (m), p_i the
 * places of particles (m). Surfaces of matter lie within 0.84 D of a particle (isosurface.ts), so that some weigh; a
 * vertex farther from all of them gets zeros.
 */
import { positive, wholeNumber } from '../math/check.ts';
import { ParticleCells } from './particle-cells.ts';

/** R over D. */
const REACH = 1.5;

export interface CarryOptions {
  /** D, m. */
  spacing: number;
  /** Numbers of each particle; 1 if not given. */
  width?: number;
}

/** `vertices` and `particles`: x, y, z each, m; `values`: `width` numbers a particle. Answers `width` numbers a vertex. */
export function carryToSurface(
  vertices: ArrayLike<number>,
  particles: ArrayLike<number>,
  values: ArrayLike<number>,
  options: CarryOptions,
): Float32Array {
  const reach = REACH * positive('spacing', options.spacing);
  const width = wholeNumber('width', options.width ?? 1, 1, 64);
  if (values.length !== (width * particles.length) / 3)
    throw new RangeError(
      `values: must be ${width} for each of ${particles.length / 3} particles, got ${values.length}`,
    );
  const carried = new Float32Array((width * vertices.length) / 3);
  const cells = new ParticleCells(particles, reach);
  const least = 1 / (reach * reach);
  for (let v = 0; v < vertices.length / 3; v++) {
    const near = cells.look(vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2], reach);
    const { found, squares } = cells;
    let sum = 0;
    for (let n = 0; n < near; n++) {
      const q = 1 - squares[n] * least;
      const weight = q * q * q;
      sum += weight;
      for (let c = 0; c < width; c++) carried[width * v + c] += weight * values[width * found[n] + c];
    }
    if (sum > 0) for (let c = 0; c < width; c++) carried[width * v + c] /= sum;
  }
  return carried;
}
