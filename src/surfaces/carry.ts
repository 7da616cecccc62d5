/**
 * Interpolates values of particles (temperature, colour, strain) to the vertices of a surface around them:
 *
 *   a(v) = Σ w_i a_i / Σ w_i,   w_i = (1 − |v − p_i|² / R²)³,   R = 1.5 D
 *
 * A mean stays within the range of the values and reproduces a constant.
 *
 * Symbols
 *   D    spacing, m
 *   p_i  position of particle i, m
 *
 * Surfaces of matter lie within 0.84 D of a particle (isosurface.ts), so that the sum is not empty; a vertex that is farther
 * than R from all particles gets zeros.
 */
import { positive, wholeNumber } from '../math/check.ts';
import { ParticleCells } from './particle-cells.ts';
import { Workspace } from './workspace.ts';

/** R over D. */
const REACH = 1.5;

export interface CarryOptions {
  /** D, m. */
  spacing: number;
  /** Numbers per particle; default: 1. */
  width?: number;
}

/** `vertices`, `particles`: x, y, z each, m; `values`: `width` numbers per particle. Returns `width` numbers per vertex. */
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
  const cells = new ParticleCells(particles, reach);
  const { entries } = cells;
  const quads = Math.ceil(width / 4);
  const count = vertices.length / 3;
  const workspace = new Workspace();
  const lowAt = workspace.reserve(8 * 3);
  const startsAt = workspace.reserve(cells.starts.byteLength);
  const rowsAt = workspace.reserve(cells.rows.byteLength);
  const placesAt = workspace.reserve(cells.places.byteLength);
  const valuesAt = workspace.reserve(16 * quads * entries.length);
  const verticesAt = workspace.reserve(24 * count);
  const near = 4 * Math.ceil((entries.length + 4) / 4);
  const bufferAt = workspace.reserve(24 * near + 16);
  const intoAt = workspace.reserve(4 * width * count + 16);
  const { memory, kernels } = workspace.open('particles: interpolating their values to vertices');
  new Float64Array(memory.buffer, lowAt, 3).set(cells.low);
  new Int32Array(memory.buffer, startsAt).set(cells.starts);
  new Float64Array(memory.buffer, rowsAt).set(cells.rows);
  new Float64Array(memory.buffer, placesAt).set(cells.places);
  new Float64Array(memory.buffer, verticesAt).set(vertices);
  const sorted = new Float32Array(memory.buffer, valuesAt, 4 * quads * entries.length);
  for (let e = 0; e < entries.length; e++) {
    for (let c = 0; c < width; c++) sorted[4 * quads * e + c] = values[width * entries[e] + c];
  }
  kernels.carryMeans(
    startsAt,
    cells.mask,
    rowsAt,
    placesAt,
    lowAt,
    reach,
    valuesAt,
    quads,
    verticesAt,
    count,
    width,
    bufferAt,
    near,
    intoAt,
  );
  return new Float32Array(memory.buffer, intoAt, width * count).slice();
}
