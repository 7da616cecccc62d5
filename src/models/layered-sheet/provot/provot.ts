/**
 * Provot's sheet (1995) as a structure of layered sheets: one layer of structural, shear and flexion springs.
 *
 * Springs follow from the moduli of the sheet (forces/lattice-moduli.ts). Springs on the rim stand for half a cell and get half
 * the stiffness; the first and last segment of a row, spanned by one flexion spring instead of two, get the missing 2 k_f. A
 * particle has the mass of the area around it.
 */
import type { World } from '../../../core/world.ts';
import { structuralStiffness } from '../../../forces/lattice-moduli.ts';
import type { Spring } from '../../../forces/springs.ts';
import { positive, wholeNumber, within } from '../../../math/check.ts';
import { assembleSheet } from '../assemble.ts';
import { latticeModuli } from '../calibrate.ts';
import type { LayeredSheet } from '../index.ts';
import { createLattice, type Lattice } from '../structures.ts';

interface ProvotMaterial {
  /** Mass per area, kg/m². */
  density: number;
  /** Force per width at unit strain, Y = E·thickness, N/m. */
  stretch: number;
  /** Shear force per width at unit shear angle, N/m. */
  shear: number;
  /** Stiffness k_f of the flexion springs, N/m. */
  bend: number;
  /** Share of critical damping of a structural spring between two inner particles. */
  damping: number;
  /** Thickness, m. */
  thickness: number;
}

export interface ProvotSheetOptions {
  name: string;
  /** Width and height, m. */
  size: readonly [number, number];
  /** Particles a side: columns, rows. */
  points: readonly [number, number];
  material: ProvotMaterial;
  /** Largest elongation of a spring (0.1 is Provot's 10 %); 0, as without it, is no limit. */
  elongationLimit?: number;
  /** Puts a point (u, v) of the sheet's own plane, centred, m, into the world. */
  place?: (u: number, v: number) => readonly [number, number, number];
}

export type ProvotSheet = LayeredSheet;

export function addProvotSheet(world: World, options: ProvotSheetOptions): ProvotSheet {
  checkOptions(options);
  const { name, size, points, material, elongationLimit, place = (u, v) => [u, v, 0] } = options;
  const [columns, rows] = points;
  const { density, thickness } = material;
  const whole = createLattice({
    structure: 'provot-2d',
    columns,
    rows,
    layers: 1,
    size,
    layerDistance: thickness,
    alternating: true,
  });
  const springs = provotSprings(whole, material);
  const lattice = { ...whole, springs: whole.springs.filter((_, i) => springs[i].stiffness > 0) };
  const kept = springs.filter(({ stiffness }) => stiffness > 0);
  const moduli = latticeModuli(
    lattice,
    Float64Array.from(kept, ({ stiffness }) => stiffness),
    Float64Array.from(lattice.springs, ({ rest }) => rest),
  );
  const cell = whole.spacing[0] * whole.spacing[1];
  return assembleSheet(world, {
    name,
    model: 'provot-sheet',
    lattice,
    masses: lattice.masses.map(
      ({ column, row }) => density * cell * rimShare(column, columns) * rimShare(row, rows),
    ),
    springs: kept,
    moduli,
    material: { ...material, rigidity: moduli.rigidity.x },
    elongationLimit,
    place(i) {
      const { column, row } = lattice.masses[i];
      return place((column / (columns - 1) - 0.5) * size[0], (0.5 - row / (rows - 1)) * size[1]);
    },
  });
}

function checkOptions({ name, size, points, material, elongationLimit = 0 }: ProvotSheetOptions): void {
  for (const axis of [0, 1]) {
    positive(`${name}.size[${axis}]`, size[axis]);
    wholeNumber(`${name}.points[${axis}]`, points[axis], 2);
  }
  for (const field of ['density', 'stretch', 'thickness'] as const)
    positive(`${name}.material.${field}`, material[field]);
  for (const field of ['shear', 'bend', 'damping'] as const)
    within(`${name}.material.${field}`, material[field], 0);
  within(`${name}.elongationLimit`, elongationLimit, 0);
}

/** Share of an inner row that row `index` stands for: a row on the rim has half its width. */
function rimShare(index: number, count: number): number {
  return index === 0 || index === count - 1 ? 0.5 : 1;
}

/** Springs along those of the lattice; their stiffness may be 0. */
function provotSprings(
  { springs, masses, columns, rows, spacing: [dx, dy] }: Lattice,
  material: ProvotMaterial,
): Spring[] {
  const { bend, shear } = material;
  const structural = structuralStiffness(material, dx, dy);
  const row = Math.max(0, structural.row);
  const column = Math.max(0, structural.column);
  const diagonal = Math.sqrt(dx * dx + dy * dy);
  const mass = material.density * dx * dy;
  return springs.map(({ a, b, kind }) => {
    const { column: c, row: r } = masses[a];
    const alongRow = masses[b].row === r;
    const share = alongRow ? (dy / dx) * rimShare(r, rows) : (dx / dy) * rimShare(c, columns);
    let stiffness = ((diagonal * diagonal) / (2 * dx * dy)) * shear;
    let rest = diagonal;
    if (kind === 'x' || kind === 'z') {
      stiffness = share * (alongRow ? row + endShare(c, columns) * bend : column + endShare(r, rows) * bend);
      rest = alongRow ? dx : dy;
    } else if (kind === 'flexion') {
      stiffness = share * bend;
      rest = 2 * (alongRow ? dx : dy);
    }
    // Two equal masses m on a spring swing at √(2k/m): critical damping of their distance is √(2km).
    return { a, b, stiffness, rest, damping: material.damping * Math.sqrt(2 * stiffness * mass) };
  });
}

/** Stiffness that segment `s` of a row of `count` particles lacks, in k_f: 2 for every missing flexion spring over it. */
function endShare(s: number, count: number): number {
  const spans = (s > 0 ? 1 : 0) + (s + 2 < count ? 1 : 0);
  return 2 * (2 - spans);
}
