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
import { WorkRoom } from './work-space.ts';

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
  const cells = new ParticleCells(particles, reach);
  const { entries } = cells;
  const quads = Math.ceil(width / 4);
  const count = vertices.length / 3;
  const room = new WorkRoom();
  const lowAt = room.take(8 * 3);
  const startsAt = room.take(cells.starts.byteLength);
  const rowsAt = room.take(cells.rows.byteLength);
  const placesAt = room.take(cells.places.byteLength);
  const valuesAt = room.take(16 * quads * entries.length);
  const verticesAt = room.take(24 * count);
  const near = 4 * Math.ceil((entries.length + 4) / 4);
  const bufferAt = room.take(24 * near + 16);
  const intoAt = room.take(4 * width * count + 16);
  const { memory, kernels } = room.open('particles: carrying what they have to vertices');
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
