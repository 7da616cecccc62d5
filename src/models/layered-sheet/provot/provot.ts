/**
 * One-layer sheet of masses and springs (Provot 1995): structural springs to the next mass along rows and
 * columns, shear springs on both diagonals of a cell, flexion springs to the second neighbour.
 *
 * Springs from moduli: see forces/lattice-moduli.ts. Rim springs carry half
 * a cell and get half; the first and last segment of a row, spanned by one flexion spring instead of two, get the
 * missing 2k_f. A mass has the area around it.
 */

import type { Body } from '../../core/body.ts';
import { EXPLICIT } from '../../core/dynamics.ts';
import type { World } from '../../core/world.ts';
import { elongationLimit } from '../../forces/elongation-limit.ts';
import { structuralStiffness } from '../../forces/lattice-moduli.ts';
import { springLines, springViews } from '../../forces/spring-views.ts';
import { type Spring, Springs } from '../../forces/springs.ts';
import { springCutting } from '../../forces/tearing.ts';
import { positive, wholeNumber, within } from '../../math/check.ts';

export interface ProvotMaterial {
  /** kg/m² */
  density: number;
  /** N/m: force per width for unit strain, Y = E·thickness. */
  stretch: number;
  /** N/m: shear force per width for unit shear angle. */
  shear: number;
  /** N/m: stiffness of the flexion springs. */
  bend: number;
  /** Share of critical damping of a structural spring between two interior masses. */
  damping: number;
  /** m */
  thickness: number;
}

export interface ProvotSheetOptions {
  name: string;
  /** Width and height, m. */
  size: readonly [number, number];
  /** Masses a side: columns, rows. */
  points: readonly [number, number];
  material: ProvotMaterial;
  /** Largest elongation of a spring (0.1 is Provot's 10 %); 0 leaves it free. */
  elongationLimit?: number;
  /** Puts a point (u, v) of the sheet's own plane, centred, m, into the world. */
  place?: (u: number, v: number) => readonly [number, number, number];
}

export interface ProvotSheet extends Body {
  readonly model: 'provot-sheet';
  readonly springs: Springs;
  readonly columns: number;
  readonly rows: number;
  readonly thickness: number;
  /** World index of a mass; row 0 is the top. */
  index(column: number, row: number): number;
}

export function addProvotSheet(world: World, options: ProvotSheetOptions): ProvotSheet {
  checkOptions(options);
  const [columns, rows] = options.points;
  const label = `body${world.bodies.length}`;
  const first = addMasses(world, options);
  const springs = new Springs(world, `${label}.springs`, latticeSprings(options, first));
  const triangles = world.arena.allocate(
    `${label}.triangles`,
    'i32',
    6 * (columns - 1) * (rows - 1),
    'model',
  );
  triangles.view.set(gridTriangles(columns, rows, first));
  const { density, thickness } = options.material;
  const volume = (i: number) => (world.particles.mass.view[first + i] * thickness) / density;
  const sheet: ProvotSheet = {
    name: options.name,
    model: 'provot-sheet',
    first,
    count: columns * rows,
    triangles,
    elements: springs.count,
    dynamics: EXPLICIT,
    springs,
    columns,
    rows,
    thickness: options.material.thickness,
    index: (column, row) => first + row * columns + column,
    addStrain: (w, sum) => springs.addStrain(w, sum),
    cutting: (w) => springCutting(w, sheet, springs),
    views: springViews({ first, count: columns * rows, springs, volume }),
    drawing: { lines: (w) => springLines(w, springs) },
  };
  world.bodies.push(sheet);
  world.addForce(springs);
  if (options.elongationLimit) world.add(elongationLimit(springs, options.elongationLimit));
  return sheet;
}

function checkOptions({ name, size, points, material, elongationLimit = 0 }: ProvotSheetOptions): void {
  for (const axis of [0, 1]) {
    positive(`${name}.size[${axis}]`, size[axis]);
    wholeNumber(`${name}.points[${axis}]`, points[axis], 2);
  }
  for (const field of ['density', 'stretch', 'thickness'] as const) {
    positive(`${name}.material.${field}`, material[field]);
  }
  for (const field of ['shear', 'bend', 'damping'] as const)
    within(`${name}.material.${field}`, material[field], 0);
  within(`${name}.elongationLimit`, elongationLimit, 0);
}

function addMasses(world: World, { size, points, material, place }: ProvotSheetOptions): number {
  const [columns, rows] = points;
  const p = world.particles;
  const first = p.add(columns * rows);
  const cell = (size[0] / (columns - 1)) * (size[1] / (rows - 1));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const i = first + row * columns + column;
      const u = (column / (columns - 1) - 0.5) * size[0];
      const v = (0.5 - row / (rows - 1)) * size[1];
      const [x, y, z] = place ? place(u, v) : [u, v, 0];
      p.x[i] = x;
      p.y[i] = y;
      p.z[i] = z;
      p.setMass(i, material.density * cell * rimShare(column, columns) * rimShare(row, rows));
    }
  }
  return first;
}

/** A row at the rim stands for half the width of an inner one. */
function rimShare(index: number, count: number): number {
  return index === 0 || index === count - 1 ? 0.5 : 1;
}

function latticeSprings({ size, points, material }: ProvotSheetOptions, first: number): Spring[] {
  const [columns, rows] = points;
  const dx = size[0] / (columns - 1);
  const dy = size[1] / (rows - 1);
  const structural = structuralStiffness(material, dx, dy);
  const row = Math.max(0, structural.row);
  const column = Math.max(0, structural.column);
  const { bend, shear } = material;
  const mass = material.density * dx * dy;
  const springs: Spring[] = [];
  const join = (c0: number, r0: number, c1: number, r1: number, stiffness: number, rest: number) => {
    if (stiffness === 0) return;
    // Two equal masses on a spring swing at √(2k/m): critical damping of their distance is √(2km).
    const damping = material.damping * Math.sqrt(2 * stiffness * mass);
    springs.push({ a: first + r0 * columns + c0, b: first + r1 * columns + c1, stiffness, rest, damping });
  };
  const diagonal = Math.sqrt(dx * dx + dy * dy);
  const alongRow = dy / dx;
  const alongColumn = dx / dy;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const rowShare = alongRow * rimShare(r, rows);
      const columnShare = alongColumn * rimShare(c, columns);
      if (c + 1 < columns) join(c, r, c + 1, r, rowShare * (row + endShare(c, columns) * bend), dx);
      if (r + 1 < rows) join(c, r, c, r + 1, columnShare * (column + endShare(r, rows) * bend), dy);
      if (c + 2 < columns) join(c, r, c + 2, r, rowShare * bend, 2 * dx);
      if (r + 2 < rows) join(c, r, c, r + 2, columnShare * bend, 2 * dy);
      if (c + 1 < columns && r + 1 < rows) {
        const share = (diagonal * diagonal) / (2 * dx * dy);
        join(c, r, c + 1, r + 1, share * shear, diagonal);
        join(c + 1, r, c, r + 1, share * shear, diagonal);
      }
    }
  }
  return springs;
}

/** Flexion springs missing over segment `s` of a row of `count` masses, each worth 2 k_f to its stiffness. */
function endShare(s: number, count: number): number {
  const spans = (s > 0 ? 1 : 0) + (s + 2 < count ? 1 : 0);
  return 2 * (2 - spans);
}

/** Two triangles a cell, the diagonal turned in every other cell so that no direction is preferred. */
function gridTriangles(columns: number, rows: number, first: number): Int32Array {
  const triangles = new Int32Array(6 * (columns - 1) * (rows - 1));
  let at = 0;
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      const a = first + r * columns + c;
      const b = a + 1;
      const d = a + columns;
      const e = d + 1;
      triangles.set((r + c) % 2 === 0 ? [a, d, e, a, e, b] : [a, d, b, b, d, e], at);
      at += 6;
    }
  }
  return triangles;
}
