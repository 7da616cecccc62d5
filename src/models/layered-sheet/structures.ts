/**
 * Sheet structures of masses and springs in layers (the thesis behind Aurora; Mahal, Clark & Simmons 2001 for the
 * early ones; Provot 1995). A layer is a grid of particles; the layer above has one row and one column less and lies
 * over the cells of the one below, tied to it by springs between layers.
 *
 *   SaMM       square grid: springs along x and z; an upper particle is tied to the 4 corners of its square
 *   SLaMM      SaMM with the forward diagonal of each square
 *   SLaMM×2    SaMM with both diagonals                                          (slamm2)
 *   TRiMM      triangles: every other row shifted by half a spacing, 2n − 1 diagonals between rows of n particles;
 *              an upper particle is tied to the 3 corners of its triangle
 *   TRiMM+     TRiMM with flexion springs to the second neighbour in its three directions
 *   Provot 2-D one layer: structural, both diagonals, flexion springs along x and z
 *   Provot 3-D layers of Provot 2-D, tied as SaMM
 *
 * Frame: x along columns, z along rows, y up through the thickness, centred; layer 0 is the lowest, row by row.
 */
import { oneOf, positive, wholeNumber } from '../../math/check.ts';
import { gridTriangles } from '../../math/mesh.ts';

export const STRUCTURE_NAMES = [
  'samm',
  'slamm',
  'slamm2',
  'trimm',
  'trimm+',
  'provot-2d',
  'provot-3d',
] as const;
export type StructureName = (typeof STRUCTURE_NAMES)[number];
/** Springs of kind `layer` tie layers; the others lie in one. */
export type SpringKind = 'x' | 'z' | 'diagonal' | 'back-diagonal' | 'flexion' | 'layer';

export interface LatticeMass {
  x: number;
  y: number;
  z: number;
  layer: number;
  column: number;
  row: number;
  /** Whether it lies on the rim of its layer. */
  edge: boolean;
  /** Length of sheet along x and along z that it stands for, m: each layer has all of the sheet. */
  along: number;
  across: number;
  /** Product of both, m². */
  area: number;
}

export interface LatticeSpring {
  a: number;
  b: number;
  kind: SpringKind;
  /** Rest length, m. */
  rest: number;
  /** Width of sheet that it stands for, m. */
  width: number;
}

export interface Lattice {
  readonly structure: StructureName;
  /** Particles a side of the lowest layer. */
  readonly columns: number;
  readonly rows: number;
  readonly layers: number;
  /** Width along x and depth along z, m. */
  readonly size: readonly [number, number];
  /** Distance of neighbours along x and of rows along z, m. */
  readonly spacing: readonly [number, number];
  /** Distance of neighbouring layers, m. */
  readonly layerDistance: number;
  readonly masses: readonly LatticeMass[];
  readonly springs: readonly LatticeSpring[];
  /** First particle of each layer. */
  readonly first: readonly number[];
  /** Corners of the lowest layer: −x −z, +x −z, −x +z, +x +z. */
  readonly corners: readonly [number, number, number, number];
  /** Particle of the lowest layer nearest to its centre. */
  readonly centre: number;
  /** Surface of one layer: three particles per triangle, anticlockwise seen from above. */
  triangles(layer: number): Int32Array;
}

export interface LatticeOptions {
  structure: StructureName;
  columns: number;
  rows: number;
  layers: number;
  size: readonly [number, number];
  layerDistance: number;
  /** Whether the diagonal of the triangles alternates from square to square, so that no direction is preferred. */
  alternating?: boolean;
}

interface Style {
  triangular: boolean;
  diagonals: 0 | 1 | 2;
  flexion: boolean;
}

const STYLES: Record<StructureName, Style> = {
  samm: { triangular: false, diagonals: 0, flexion: false },
  slamm: { triangular: false, diagonals: 1, flexion: false },
  slamm2: { triangular: false, diagonals: 2, flexion: false },
  trimm: { triangular: true, diagonals: 2, flexion: false },
  'trimm+': { triangular: true, diagonals: 2, flexion: true },
  'provot-2d': { triangular: false, diagonals: 2, flexion: true },
  'provot-3d': { triangular: false, diagonals: 2, flexion: true },
};

/** One layer while the lattice is being made. */
interface Layer {
  first: number;
  columns: number;
  rows: number;
  /** Position along x of column 0 of each row, in spacings from the lowest layer's first particle. */
  shift: number[];
  /** Position of each row along z, likewise. */
  depth: number[];
}

export function createLattice(options: LatticeOptions): Lattice {
  checkOptions(options);
  const { structure, columns, rows, layers, size, layerDistance, alternating } = options;
  const style = STYLES[structure];
  const spacing = latticeSpacing(options);
  const stack = stackLayers(options, style.triangular);
  const masses = stack.flatMap((layer, level) => layerMasses(layer, level, spacing, size, layerDistance));
  const springs: LatticeSpring[] = [];
  const join = (a: number, b: number, kind: SpringKind, width: number) => {
    const [p, q] = [masses[a], masses[b]];
    const [dx, dy, dz] = [q.x - p.x, q.y - p.y, q.z - p.z];
    springs.push({ a, b, kind, rest: Math.sqrt(dx * dx + dy * dy + dz * dz), width });
  };
  stack.forEach((layer, level) => {
    joinLayer(layer, style, spacing, masses, join);
    const above = stack[level + 1];
    if (above) tieLayers(layer, above, style.triangular, spacing, join);
  });
  const last = columns * (rows - 1);
  return {
    structure,
    columns,
    rows,
    layers,
    size,
    spacing,
    layerDistance,
    masses,
    springs,
    first: stack.map(({ first }) => first),
    corners: [0, columns - 1, last, last + columns - 1],
    centre: Math.floor((rows - 1) / 2) * columns + Math.floor((columns - 1) / 2),
    triangles: (layer) => {
      wholeNumber('layer', layer, 0, layers - 1);
      return style.triangular ? slantedTriangles(stack[layer]) : squareTriangles(stack[layer], alternating);
    },
  };
}

/** Returns the spacing that a lattice of this size has, m. */
export function latticeSpacing({
  structure,
  columns,
  rows,
  size,
}: Pick<LatticeOptions, 'structure' | 'columns' | 'rows' | 'size'>): [number, number] {
  return [size[0] / (STYLES[structure].triangular ? columns - 0.5 : columns - 1), size[1] / (rows - 1)];
}

/** Returns the number of particles of a lattice, without building it. */
export function particleCount(columns: number, rows: number, layers: number): number {
  let count = 0;
  for (let level = 0; level < layers; level++) count += (columns - level) * (rows - level);
  return count;
}

function checkOptions({ structure, columns, rows, layers, size, layerDistance }: LatticeOptions): void {
  oneOf('structure', structure, STRUCTURE_NAMES);
  wholeNumber('layers', layers, 1);
  if (structure === 'provot-2d' && layers !== 1) {
    throw new RangeError(`layers: structure provot-2d has one layer, got ${layers}`);
  }
  if (structure === 'provot-3d' && layers < 2) {
    throw new RangeError(
      'layers: structure provot-3d has two layers or more, got 1; with one it is provot-2d',
    );
  }
  // The topmost layer has at least one cell, so that it is a surface.
  wholeNumber('columns', columns, layers + 1);
  wholeNumber('rows', rows, layers + 1);
  positive('size[0]', size[0]);
  positive('size[1]', size[1]);
  positive('layerDistance', layerDistance);
}

function stackLayers({ columns, rows, layers }: LatticeOptions, triangular: boolean): Layer[] {
  const stack: Layer[] = [];
  let first = 0;
  let shift: number[] = Array.from({ length: rows }, (_, r) => (triangular && r % 2 === 1 ? 0.5 : 0));
  let depth = Array.from({ length: rows }, (_, r) => r);
  for (let level = 0; level < layers; level++) {
    const layer = { first, columns: columns - level, rows: rows - level, shift, depth };
    stack.push(layer);
    first += layer.columns * layer.rows;
    // The next layer lies over the centres of the squares, or of the triangles with their apex in the next row.
    shift = shift.slice(0, -1).map((x) => x + 0.5);
    depth = depth.slice(0, -1).map((z) => z + (triangular ? 1 / 3 : 0.5));
  }
  return stack;
}

function layerMasses(
  { columns, rows, shift, depth }: Layer,
  level: number,
  [dx, dz]: readonly [number, number],
  [width, length]: readonly [number, number],
  layerDistance: number,
): LatticeMass[] {
  const acrossRows = shares(
    depth.map((z) => z * dz),
    length,
  );
  const masses: LatticeMass[] = [];
  for (let row = 0; row < rows; row++) {
    const xs = Array.from({ length: columns }, (_, column) => (shift[row] + column) * dx);
    const along = shares(xs, width);
    for (let column = 0; column < columns; column++) {
      masses.push({
        x: xs[column] - width / 2,
        y: level * layerDistance,
        z: depth[row] * dz - length / 2,
        layer: level,
        column,
        row,
        edge: row === 0 || column === 0 || row === rows - 1 || column === columns - 1,
        along: along[column],
        across: acrossRows[row],
        area: along[column] * acrossRows[row],
      });
    }
  }
  return masses;
}

/** Returns the length of the part of [0, length] that is nearest to each of the ordered places. */
function shares(places: readonly number[], length: number): number[] {
  return places.map((place, i) => {
    const from = i === 0 ? 0 : (places[i - 1] + place) / 2;
    const to = i === places.length - 1 ? length : (place + places[i + 1]) / 2;
    return to - from;
  });
}

type Join = (a: number, b: number, kind: SpringKind, width: number) => void;

/** Joins the particles of a layer one by one: along x, diagonals, along z, then flexion (the thesis's order). */
function joinLayer(
  { first, columns, rows, shift }: Layer,
  { triangular, diagonals, flexion }: Style,
  [dx, dz]: readonly [number, number],
  masses: readonly LatticeMass[],
  join: Join,
): void {
  const at = (column: number, row: number) => first + row * columns + column;
  const inside = (column: number, row: number) => column >= 0 && column < columns && row < rows;
  const cell = dx * dz;
  const slant = Math.sqrt((triangular ? 0.25 : 1) * dx * dx + dz * dz);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = at(column, row);
      const { along, across } = masses[here];
      if (column + 1 < columns) join(here, here + 1, 'x', across);
      if (triangular && row + 1 < rows) {
        for (const step of [0.5, -0.5]) {
          const next = column + shift[row] + step - shift[row + 1];
          if (!inside(next, row + 1)) continue;
          // The first and the last diagonal between two rows have a triangle on one side only.
          const rim = next === column && (column === 0 || column === columns - 1);
          const kind = step > 0 ? 'diagonal' : 'back-diagonal';
          join(here, at(next, row + 1), kind, ((rim ? 0.5 : 1) * cell) / slant);
        }
      }
      if (!triangular && row + 1 < rows) {
        const right = column + 1 < columns;
        if (diagonals > 0 && right) join(here, at(column + 1, row + 1), 'diagonal', cell / slant);
        join(here, at(column, row + 1), 'z', along);
        if (diagonals > 1 && right) join(here + 1, at(column, row + 1), 'back-diagonal', cell / slant);
      }
      if (!flexion) continue;
      if (column + 2 < columns) join(here, here + 2, 'flexion', across);
      const seconds = triangular ? [1, -1] : [0];
      for (const step of seconds) {
        if (!inside(column + step, row + 2)) continue;
        join(here, at(column + step, row + 2), 'flexion', triangular ? cell / slant : along);
      }
    }
  }
}

function tieLayers(
  below: Layer,
  above: Layer,
  triangular: boolean,
  [dx, dz]: readonly [number, number],
  join: Join,
): void {
  const at = (column: number, row: number) => below.first + row * below.columns + column;
  const width = Math.sqrt(dx * dz);
  for (let row = 0; row < above.rows; row++) {
    const apex = triangular ? below.shift[row] + 0.5 - below.shift[row + 1] : 0;
    for (let column = 0; column < above.columns; column++) {
      const top = above.first + row * above.columns + column;
      const feet = triangular
        ? [at(column, row), at(column + 1, row), at(column + apex, row + 1)]
        : [at(column, row), at(column + 1, row), at(column, row + 1), at(column + 1, row + 1)];
      for (const foot of feet) join(foot, top, 'layer', width);
    }
  }
}

/** Most structures have a spring along the diagonal that two triangles share. */
function squareTriangles({ first, columns, rows }: Layer, alternating = false): Int32Array {
  const isTurned = (row: number, column: number) => alternating && (row + column) % 2 === 1;
  return gridTriangles(columns, rows, isTurned).map((corner) => first + corner);
}

function slantedTriangles({ first, columns, rows, shift }: Layer): Int32Array {
  const triangles: number[] = [];
  const at = (column: number, row: number) => first + row * columns + column;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const apex = column + shift[row] + 0.5 - shift[row + 1];
      const base = column + shift[row + 1] + 0.5 - shift[row];
      triangles.push(at(column, row), at(apex, row + 1), at(column + 1, row));
      triangles.push(at(column, row + 1), at(column + 1, row + 1), at(base, row));
    }
  }
  return Int32Array.from(triangles);
}
