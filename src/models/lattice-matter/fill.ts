/**
 * Simple shapes filled with points of a lattice, in its own axes. `fillMesh` of surfaces/ fills meshes.
 *
 * A particle stands for a cell of the lattice, of volume V (lattice.ts), and cells fill the shape: N V is its volume as nearly
 * as whole layers allow. Layers begin half a layer above the bottom of the shape, so that an object on a floor touches it
 * and does not overlap it. A box has the numbers of layers along its sides, rounded up or down, whose product is nearest;
 * sides of whole layers (D/√2 each in space; D along x and √3/2 D along y in the plane) are filled exactly. Round shapes
 * are tried with the lattice at positions of symmetry and then at an even sequence of others (Roberts 2018). The remaining
 * difference goes into the mass of the particles (`MatterObject.volume`).
 */
import { positive } from '../../math/check.ts';
import { PI } from '../../math/portable.ts';
import type { Dimension, MatterLattice } from './lattice.ts';

export type MatterShape =
  /** Sides along x, y and z, m; z is ignored in the plane. */
  | { kind: 'box'; size: readonly [number, number, number] }
  /** Radius in m; in the plane a disc. */
  | { kind: 'sphere'; radius: number }
  /** Axis along y, lengths in m; in the plane a rectangle. */
  | { kind: 'cylinder'; radius: number; height: number };

/** Returns the volume of a shape, m³; in the plane that of a slab 1 m thick. */
export function shapeVolume(shape: MatterShape, dimension: Dimension): number {
  const [a, b, c] = sidesOf(shape);
  if (shape.kind === 'box' || (shape.kind === 'cylinder' && dimension === 2))
    return dimension === 2 ? a * b : a * b * c;
  if (dimension === 2) return (PI / 4) * a * b;
  return (shape.kind === 'sphere' ? PI / 6 : PI / 4) * a * b * c;
}

/** Returns the lattice points in the shape, x, y, z each, m, about its middle. Throws a RangeError if the shape is too small. */
export function fillShape(shape: MatterShape, lattice: MatterLattice): Float64Array {
  checkFilling(shape, lattice);
  const { dimension } = lattice;
  if (shape.kind === 'box' || (shape.kind === 'cylinder' && dimension === 2))
    return filledBox(shape, lattice);
  const wanted = shapeVolume(shape, dimension) / lattice.volume;
  let best: { points: number[]; off: number } | undefined;
  for (let k = 0; k < PLACES; k++) {
    if (k >= SYMMETRIC.length && best && best.off <= NEAR * wanted) break;
    for (const layers of layersOf(shape, lattice)) {
      const points = filledRound(shape, lattice, layers, placeAt(k));
      const off = Math.abs(points.length / 3 - wanted);
      if (!best || off < best.off) best = { points, off };
    }
  }
  return Float64Array.from(best?.points ?? []);
}

/** Throws a RangeError if the shape is too small for the spacing of the lattice. */
export function checkFilling(shape: MatterShape, lattice: MatterLattice): void {
  const { spacing, dimension, layer } = lattice;
  const sides = sidesOf(shape);
  const wanted = shapeVolume(shape, dimension) / lattice.volume;
  if (wanted < 0.5)
    throw new RangeError(
      `${shape.kind}: at a spacing of ${short(spacing)} m no particle fits in; its volume is that of ${short(wanted)}`,
    );
  const thinnest = Math.min(...sides.slice(0, dimension));
  if (thinnest < 0.5 * layer)
    throw new RangeError(
      `${shape.kind}: is ${short(thinnest)} m thin, less than half a layer of particles ${short(spacing)} m apart, ${short(0.5 * layer)} m`,
    );
}

/** Positions of the lattice that are tried in a round shape, and the relative error of the count that is accepted at one of symmetry. */
const PLACES = 24;
const NEAR = 0.02;
/** Rounding error of a number of layers. */
const EDGE = 1e-9;

function short(value: number): number {
  return Number(value.toPrecision(3));
}

function sidesOf(shape: MatterShape): readonly [number, number, number] {
  switch (shape.kind) {
    case 'box':
      return [0, 1, 2].map((axis) => positive(`box.size[${axis}]`, shape.size[axis])) as [
        number,
        number,
        number,
      ];
    case 'sphere': {
      const across = 2 * positive('sphere.radius', shape.radius);
      return [across, across, across];
    }
    case 'cylinder': {
      const across = 2 * positive('cylinder.radius', shape.radius);
      return [across, positive('cylinder.height', shape.height), across];
    }
  }
}

/** Returns the distances of lattice coordinates along the axes, m; in space every second coordinate triple is a point. */
function stepsOf({ spacing, dimension, layer }: MatterLattice): readonly [number, number, number] {
  return dimension === 2 ? [spacing, layer, 1] : [layer, layer, layer];
}

function filledBox(shape: MatterShape, lattice: MatterLattice): Float64Array {
  const { dimension } = lattice;
  const steps = stepsOf(lattice);
  const sides = sidesOf(shape);
  const cells = sides.map((side, axis) => (axis < dimension ? side / steps[axis] : 1));
  const counts = nearestProduct(cells, dimension);
  const bottom = -sides[1] / 2 + steps[1] / 2;
  const points: number[] = [];
  if (dimension === 2) {
    for (let m = 0; m < counts[1]; m++) {
      for (let l = 0; l < counts[0]; l++) {
        const x = steps[0] * (l - (counts[0] - 1) / 2 + (m % 2 === 0 ? -0.25 : 0.25));
        points.push(x, bottom + m * steps[1], 0);
      }
    }
    return Float64Array.from(points);
  }
  const product = counts[0] * counts[1] * counts[2];
  // An odd number of coordinate triples: the lattice with the corners has one point more than the one without.
  const withCorners = product % 2 === 0 || cells[0] * cells[1] * cells[2] > product;
  for (let n = 0; n < counts[2]; n++) {
    for (let m = 0; m < counts[1]; m++) {
      for (let l = 0; l < counts[0]; l++) {
        if (((l + m + n) % 2 === 0) !== withCorners) continue;
        const x = steps[0] * (l - (counts[0] - 1) / 2);
        points.push(x, bottom + m * steps[1], steps[2] * (n - (counts[2] - 1) / 2));
      }
    }
  }
  return Float64Array.from(points);
}

/** Returns the numbers, each rounded up or down, whose product is nearest to theirs; of equal products the nearest numbers. */
function nearestProduct(cells: readonly number[], dimension: Dimension): number[] {
  const wanted = cells.reduce((product, value) => product * value, 1);
  let best = { counts: [] as number[], off: Number.POSITIVE_INFINITY, apart: 0 };
  for (let choice = 0; choice < 1 << dimension; choice++) {
    const counts = cells.map((value, axis) => {
      const down = Math.floor(value + EDGE);
      const isWhole = value - down < EDGE;
      return Math.max(1, (choice >> axis) & 1 && !isWhole ? down + 1 : down);
    });
    const off = Math.abs(counts.reduce((product, value) => product * value, 1) - wanted);
    const apart = counts.reduce((sum, value, axis) => sum + Math.abs(value - cells[axis]), 0);
    const closer = off < best.off - EDGE * wanted || (off <= best.off + EDGE * wanted && apart < best.apart);
    if (closer) best = { counts, off, apart };
  }
  return best.counts;
}

interface Layers {
  /** Height of the lowest one, m. */
  readonly first: number;
  readonly count: number;
}

/**
 * Returns the choices of layers along y. A sphere has symmetric ones, the lowest at least half a layer above its pole; a
 * cylinder may have a layer more or less.
 */
function layersOf(shape: MatterShape, { layer }: MatterLattice): Layers[] {
  const half = sidesOf(shape)[1] / 2;
  const fitting = (2 * half) / layer;
  if (shape.kind !== 'sphere') {
    const down = Math.max(1, Math.floor(fitting + EDGE));
    const first = 0.5 * layer - half;
    return fitting - down < EDGE
      ? [{ first, count: down }]
      : [down, down + 1].map((count) => ({ first, count }));
  }
  const count = Math.max(1, Math.floor(fitting + EDGE));
  return [{ first: -0.5 * (count - 1) * layer, count }];
}

/** Returns the k-th position of the lattice to try, along x and z, in units of its coordinates. */
function placeAt(k: number): readonly [number, number] {
  if (k < SYMMETRIC.length) return SYMMETRIC[k];
  // Powers of the reciprocal of the root of x³ = x + 1.
  return [(2 * (0.5 + 0.7548776662466927 * k)) % 2, (2 * (0.5 + 0.5698402909980532 * k)) % 2];
}

const SYMMETRIC = [
  [0, 0],
  [1, 0],
  [0.5, 0.5],
  [0.5, 0],
] as const;

function filledRound(
  shape: MatterShape,
  lattice: MatterLattice,
  layers: Layers,
  [atX, atZ]: readonly [number, number],
): number[] {
  const { dimension } = lattice;
  const steps = stepsOf(lattice);
  const [across, , depth] = sidesOf(shape);
  const isRound = shape.kind === 'sphere';
  const radius = across / 2;
  const edge = radius * (1 + EDGE);
  const points: number[] = [];
  const columns = Math.ceil(radius / steps[0]) + 2;
  const rows = dimension === 2 ? 0 : Math.ceil(depth / 2 / steps[2]) + 2;
  for (let n = -rows; n <= rows; n++) {
    const z = dimension === 2 ? 0 : steps[2] * (n + atZ);
    for (let m = 0; m < layers.count; m++) {
      const y = layers.first + m * steps[1];
      const square = edge * edge - z * z - (isRound ? y * y : 0);
      if (square < 0) continue;
      for (let l = -columns; l <= columns; l++) {
        if (dimension === 3 && (l + m + n) % 2 !== 0) continue;
        const x = steps[0] * (l + atX + (dimension === 2 && m % 2 !== 0 ? 0.5 : 0));
        if (x * x <= square) points.push(x, y, z);
      }
    }
  }
  return points;
}
