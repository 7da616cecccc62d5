/**
 * Closed meshes and outlines filled with particles on a lattice of spacing D (m) with the axes of the mesh: cubic closest
 * packing in space, hexagonal in the plane (lattice-points.ts).
 *
 * A point is filled where the winding number is not 0, found row by row along x; points on the surface count on one
 * side of the body and not on the other. The lattice is shifted within its cell, which changes the count by points near
 * the surface: for a wanted D until the particles have the volume of the mesh, for a wanted count, with D of that
 * volume, until it is exact. Where whole layers come and go (a box along the axes), the lattice with least too many is
 * taken, and of its particles those with the fewest neighbours go. The shifts are places of symmetry, then an
 * even sequence (Roberts 2018): nothing is random.
 */
import { finite, positive, wholeNumber } from '../math/check.ts';
import { type ClosedMeshOptions, closedMesh } from './closed-mesh.ts';
import {
  type Body,
  type Crossings,
  countPoints,
  FLAT,
  type Lattice,
  particleVolume,
  pointsAt,
  SPATIAL,
  shiftAt,
  without,
} from './lattice-points.ts';
import { loopArea } from './outline.ts';
import { RowCrossings } from './row-crossings.ts';

/** The distance of neighbours, m, or how many particles there shall be. */
export type FillSize = { spacing: number } | { count: number };

export interface Filling {
  /** x, y, z each, m. */
  readonly particles: Float64Array;
  /** D, m. */
  readonly spacing: number;
  /** Of the mesh, m³; of an outline its area, m². */
  readonly volume: number;
  /** What had to be done to the mesh, in words. */
  readonly mended: readonly string[];
}

export const FILL_LIMITS = { particles: 2_000_000 } as const;

export function fillMesh(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  size: FillSize,
  options: ClosedMeshOptions = {},
): Filling {
  const mesh = closedMesh(positions, triangles, options);
  const rows = new RowCrossings(mesh.positions, mesh.triangles);
  const body: Body = {
    volume: mesh.volume,
    box: boxOf(mesh.positions, 3),
    look: (y, z) => {
      rows.look(y, z);
      return rows;
    },
  };
  return { ...filled(body, SPATIAL, size), volume: mesh.volume, mended: mesh.mended };
}

/** `loops`: x, y of each point, m; which way round a loop goes decides nothing, every second one inside another is a hole. */
export function fillOutline(loops: readonly ArrayLike<number>[], size: FillSize): Filling {
  const points: number[] = [];
  loops.forEach((loop, l) => {
    if (loop.length < 6 || loop.length % 2 !== 0)
      throw new RangeError(`loops[${l}]: must be x, y of at least 3 points, got ${loop.length} numbers`);
    for (let i = 0; i < loop.length; i++)
      points.push(finite(`loops[${l}]: point ${Math.floor(i / 2)}`, loop[i]));
  });
  if (points.length === 0) throw new RangeError('loops: there are none');
  const rows = new LoopCrossings(loops);
  const body: Body = { volume: evenOddArea(loops), box: boxOf(points, 2), look: (y) => rows.look(y) };
  if (!(body.volume > 0)) throw new RangeError('loops: enclose no area');
  return { ...filled(body, FLAT, size), volume: body.volume, mended: [] };
}

/** Shifts that are tried; of a wanted spacing, the first that has the volume to this share is taken. */
const SHIFTS = 40;
const NEAR = 0.02;
/** Of a wanted count: by how much the spacing may differ from that of the mesh's volume. */
const STRETCHES = [0, 0.002, -0.002, 0.004, -0.004];
/** Where every lattice has too few (small bodies), it is made finer by these steps. */
const FINER = 0.01;
const FINEST = 0.7;

function filled(body: Body, lattice: Lattice, size: FillSize): { particles: Float64Array; spacing: number } {
  if ('spacing' in size) return ofSpacing(body, lattice, positive('spacing', size.spacing));
  return ofCount(body, lattice, wholeNumber('count', size.count, 1, FILL_LIMITS.particles));
}

function ofSpacing(body: Body, lattice: Lattice, spacing: number) {
  const wanted = body.volume / particleVolume(lattice, spacing);
  if (wanted > FILL_LIMITS.particles)
    throw new RangeError(
      `spacing: would make ${Math.round(wanted)} particles; the limit is ${FILL_LIMITS.particles}`,
    );
  if (wanted < 0.5)
    throw new RangeError(
      `spacing: at ${spacing} m no particle fits in; the volume is that of ${Number(wanted.toPrecision(2))}`,
    );
  let best: { excess: number; shift: readonly number[] } | undefined;
  let most = { count: 0, shift: lattice.centres[0] };
  for (let k = 0; k < SHIFTS; k++) {
    const shift = shiftAt(lattice, k);
    const count = countPoints(body, lattice, spacing, shift);
    if (Math.abs(count - wanted) <= NEAR * wanted)
      return { particles: pointsAt(body, lattice, spacing, shift, count), spacing };
    const excess = count - Math.round(wanted);
    if (excess >= 0 && (!best || excess < best.excess)) best = { excess, shift };
    if (count > most.count) most = { count, shift };
  }
  if (most.count === 0) throw new RangeError(`spacing: at ${spacing} m no particle lies in the mesh`);
  if (!best) return { particles: pointsAt(body, lattice, spacing, most.shift, most.count), spacing };
  const points = pointsAt(body, lattice, spacing, best.shift, Math.round(wanted) + best.excess);
  return { particles: without(points, best.excess, lattice, spacing), spacing };
}

function ofCount(body: Body, lattice: Lattice, count: number) {
  // With it the particles have the volume of the mesh.
  const ideal = rootOf(body.volume / lattice.share / count, lattice.step[2] > 0 ? 3 : 2);
  let best: { excess: number; spacing: number; shift: readonly number[] } | undefined;
  const tried = (spacing: number, k: number) => {
    const shift = shiftAt(lattice, k);
    const excess = countPoints(body, lattice, spacing, shift) - count;
    if (excess >= 0 && (!best || excess < best.excess)) best = { excess, spacing, shift };
    return best?.excess === 0;
  };
  for (let k = 0; k < SHIFTS; k++) if (STRETCHES.some((stretch) => tried(ideal * (1 + stretch), k))) break;
  for (let finer = 1 - FINER; !best && finer > FINEST; finer -= FINER) {
    for (let k = 0; k < lattice.centres.length; k++) if (tried(ideal * finer, k)) break;
  }
  if (!best) throw new RangeError(`count: ${count} particles of the mesh's volume do not fit in it`);
  const { excess, spacing, shift } = best;
  const points = pointsAt(body, lattice, spacing, shift, count + excess);
  return { particles: without(points, excess, lattice, spacing), spacing };
}

/** By Newton's method: roots of Math differ between engines. */
function rootOf(value: number, degree: 2 | 3): number {
  if (degree === 2) return Math.sqrt(value);
  let x = Math.max(1, value);
  for (let before = Infinity; x < before; ) {
    before = x;
    x = (2 * x + value / (x * x)) / 3;
  }
  return x;
}

/** Where rows along x go through loops: every crossing enters or leaves in turn. */
class LoopCrossings implements Crossings {
  x = new Float64Array(64);
  turn = new Int8Array(64);
  count = 0;
  readonly #loops: readonly ArrayLike<number>[];

  constructor(loops: readonly ArrayLike<number>[]) {
    this.#loops = loops;
  }

  look(y: number): Crossings {
    const found: number[] = [];
    for (const loop of this.#loops) {
      for (let i = 0; i < loop.length; i += 2) {
        const j = (i + 2) % loop.length;
        // Of two ends at the height of the row, one counts as below it.
        if (loop[i + 1] <= y === loop[j + 1] <= y) continue;
        found.push(loop[i] + ((y - loop[i + 1]) / (loop[j + 1] - loop[i + 1])) * (loop[j] - loop[i]));
      }
    }
    this.x = Float64Array.from(found).sort();
    this.turn = Int8Array.from(found, (_, c) => (c % 2 === 0 ? 1 : -1));
    this.count = found.length;
    return this;
  }
}

/** Loops inside an odd number of others are holes. */
function evenOddArea(loops: readonly ArrayLike<number>[]): number {
  return loops.reduce((sum, loop, l) => {
    const others = new LoopCrossings(loops.filter((_, other) => other !== l));
    const { x, count } = others.look(loop[1]);
    let before = 0;
    while (before < count && x[before] <= loop[0]) before++;
    return sum + (before % 2 === 0 ? 1 : -1) * Math.abs(loopArea(loop));
  }, 0);
}

function boxOf(numbers: ArrayLike<number>, width: 2 | 3): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  if (width === 2) box[2] = box[5] = 0;
  for (let i = 0; i < numbers.length; i++) {
    const axis = i % width;
    box[axis] = Math.min(box[axis], numbers[i]);
    box[3 + axis] = Math.max(box[3 + axis], numbers[i]);
  }
  return box;
}
