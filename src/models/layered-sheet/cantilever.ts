/**
 * Flexural rigidity of a lattice, from its small bending under its own weight: clamped along its −x edge, a sheet of
 * rigidity D (N·m) and free length L (m) drops by w = q L⁴/(8 D) at its free end, q the weight per area (N/m²).
 *
 * A lattice is not quite the plate of its moduli: its sides curl, a single diagonal per square couples bending to twist, and
 * the ties give way in shear. The linear equations of the springs are solved, Σ [k n nᵀ + (T/l)(1 − n nᵀ)] (u_b − u_a) = load,
 * T the built-in tension of a spring, so that D is that of the strip as it would be measured.
 *
 * Particles up to one spacing from the edge are clamped. A layer bends from its last clamped particles on, a line of flexion
 * springs from the middle of its last clamped segment: L begins there, to second order in the spacing.
 */
import { BandMatrix } from '../../math/band.ts';
import type { Lattice } from './structures.ts';

/**
 * Spacings from the edge to the start of the free length of a clamped sheet: the mean over its layers, weighted by their part
 * in the rigidity, which is the square of the height above the middle.
 */
export function clampedSpacings({ layers, rows, masses, size, spacing }: Lattice): number {
  if (layers === 1) return 0.5;
  let sum = 0;
  let weights = 0;
  for (let layer = 0; layer < layers; layer++) {
    const height = layer - (layers - 1) / 2;
    const weight = (height * height) / (rows - layer);
    for (const mass of masses) {
      const from = (mass.x + size[0] / 2) / spacing[0];
      if (mass.layer !== layer || from > CLAMPED || from + 1 <= CLAMPED) continue; // the last clamped one of its row
      sum += weight * from;
      weights += weight;
    }
  }
  return sum / weights;
}

/** Spacings from the edge up to which particles are clamped: one, and a margin for rounding. */
const CLAMPED = 1.001;

/** Whether a clamp at the −x edge holds particle `i`. */
export function isClamped({ masses, size, spacing }: Lattice, i: number): boolean {
  return masses[i].x <= CLAMPED * spacing[0] - size[0] / 2;
}

/** Returns the particles of the lowest layer at the +x edge, without untied ones. */
export function freeEnd(lattice: Lattice): number[] {
  const { masses, size, spacing } = lattice;
  const untied = untiedParticles(lattice);
  return masses.flatMap(({ x, layer }, i) =>
    layer === 0 && x > size[0] / 2 - 0.25 * spacing[0] && !untied.has(i) ? [i] : [],
  );
}

/**
 * Returns the particles of several layers without ties: one corner of every TRiMM sheet. Springs of its own layer alone do
 * not hold a particle level; with an even number of rows that corner is at the free end.
 */
function untiedParticles({ masses, springs, layers }: Lattice): Set<number> {
  const untied = new Set(layers > 1 ? masses.keys() : []);
  for (const { a, b, kind } of springs) {
    if (kind !== 'layer') continue;
    untied.delete(a);
    untied.delete(b);
  }
  return untied;
}

export function cantileverRigidity(lattice: Lattice, stiffness: Float64Array, rest: Float64Array): number {
  const { masses, springs, size, spacing } = lattice;
  // Numbered along x, so that springs join near numbers.
  const untied = untiedParticles(lattice);
  const free = masses.map((_, i) => i).filter((i) => !isClamped(lattice, i) && !untied.has(i));
  free.sort((i, j) => masses[i].x - masses[j].x || i - j);
  const number = new Int32Array(masses.length).fill(-1);
  free.forEach((i, at) => {
    number[i] = at;
  });
  let width = 0;
  for (const { a, b } of springs) {
    if (number[a] >= 0 && number[b] >= 0) width = Math.max(width, Math.abs(number[a] - number[b]));
  }
  const matrix = new BandMatrix(3 * free.length, 3 * width + 2);
  springs.forEach(({ a, b, rest: length }, s) => {
    if (untied.has(a) || untied.has(b)) return;
    const n = [masses[b].x - masses[a].x, masses[b].y - masses[a].y, masses[b].z - masses[a].z];
    const tension = stiffness[s] * (length - rest[s]);
    for (let p = 0; p < 3; p++) {
      for (let q = 0; q <= p; q++) {
        const along = (n[p] * n[q]) / (length * length);
        const entry = stiffness[s] * along + (tension / length) * ((p === q ? 1 : 0) - along);
        addEntry(matrix, number[a], number[b], p, q, entry);
      }
    }
  });
  const load = new Float64Array(3 * free.length);
  free.forEach((i, at) => {
    load[3 * at + 1] = masses[i].area / lattice.layers;
  });
  // The weight of an untied particle acts on its neighbours.
  for (const i of untied) {
    const holders = springs
      .filter(({ a, b }) => a === i || b === i)
      .map(({ a, b }) => number[a === i ? b : a]);
    for (const at of holders)
      if (at >= 0) load[3 * at + 1] += masses[i].area / lattice.layers / holders.length;
  }
  const bent = matrix.solve(load);
  const end = freeEnd(lattice);
  const drop = end.reduce((sum, i) => sum + bent[3 * number[i] + 1], 0) / end.length;
  const length = size[0] - clampedSpacings(lattice) * spacing[0];
  return (length * length * length * length) / (8 * drop);
}

/** Adds entry (p, q) of a spring's 3 × 3 block on the diagonal at each free end, and between them. */
function addEntry(matrix: BandMatrix, a: number, b: number, p: number, q: number, value: number): void {
  for (const end of [a, b]) if (end >= 0) matrix.add(3 * end + p, 3 * end + q, value);
  if (a < 0 || b < 0) return;
  matrix.add(3 * a + p, 3 * b + q, -value);
  if (p !== q) matrix.add(3 * a + q, 3 * b + p, -value);
}
