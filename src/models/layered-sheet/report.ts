/** Figures of a layered sheet: counts, mass, stiffness of its springs, its moduli (calibrate.ts, thesis-modulus.ts). */
import { cantileverRigidity } from './cantilever.ts';
import type { LayeredSheet } from './index.ts';
import type { LatticeSpring, StructureName } from './structures.ts';
import { type ThesisModulus, thesisModulus, uprightStiffness } from './thesis-modulus.ts';

export interface SheetReport {
  structure: StructureName;
  masses: number;
  springs: number;
  layers: number;
  columns: number;
  rows: number;
  /** Width and depth, m. */
  size: [number, number];
  /** Distance of layers, m. */
  layerDistance: number;
  /** Thickness of the material, m. */
  thickness: number;
  /** Mass of all particles, kg. */
  totalMass: number;
  /** Stiffness of a spring along x inside the sheet, and of a tie between layers, N/m. */
  stiffness: { planar: number; interlayer: number | null };
  modulus: {
    /** Force per width at unit strain and zero sideways strain, of all layers, N/m. */
    stretch: { x: number; z: number };
    /** The same over the thickness, Pa. */
    young: { x: number; z: number };
    /** The thesis's moduli K l/(w h) and K h/(w l), Pa; the latter also with all ties of a cell. */
    thesis: (ThesisModulus & { throughTies: number }) | null;
  };
  /**
   * Moment per width at unit curvature, N·m: of the sheet clamped along its −x edge, and by the lattice's moduli along x and z.
   * The first is null if the sheet is too large to be solved, or does not resist bending.
   */
  rigidity: { hung: number | null; x: number; z: number };
}

/** Most particles of a lattice whose cantilever is solved; more would take many seconds. */
const MOST_HUNG = 2000;

export function sheetReport(sheet: LayeredSheet, masses: ArrayLike<number>): SheetReport {
  const { lattice, moduli, thickness } = sheet;
  const { structure, columns, rows, layers, size, layerDistance } = lattice;
  const planar = stiffnessOf(sheet, innerSpring(sheet, 'x'));
  const interlayer = layers > 1 ? stiffnessOf(sheet, innerSpring(sheet, 'layer')) : null;
  const { stretch, rigidity } = moduli;
  return {
    structure,
    masses: lattice.masses.length,
    springs: lattice.springs.length,
    layers,
    columns,
    rows,
    size: [size[0], size[1]],
    layerDistance,
    thickness,
    totalMass: Array.from(masses).reduce((sum, mass) => sum + mass, 0),
    stiffness: { planar, interlayer },
    modulus: {
      stretch: { ...stretch },
      young: { x: stretch.x / thickness, z: stretch.z / thickness },
      thesis: interlayer === null ? null : inThesis(sheet, planar, interlayer),
    },
    rigidity: { hung: hungRigidity(sheet), ...rigidity },
  };
}

function hungRigidity({ lattice, springs }: LayeredSheet): number | null {
  if (lattice.masses.length > MOST_HUNG) return null;
  const stiffness = new Float64Array(springs.count);
  const rest = new Float64Array(springs.count);
  springs.order.forEach((listed, i) => {
    stiffness[listed] = springs.stiffness.view[i];
    rest[listed] = springs.rest.view[i];
  });
  try {
    const rigidity = cantileverRigidity(lattice, stiffness, rest);
    return Number.isFinite(rigidity) && rigidity > 0 ? rigidity : null;
  } catch (error) {
    if (error instanceof RangeError) return null; // nothing in it resists bending
    throw error;
  }
}

function inThesis({ lattice }: LayeredSheet, planar: number, tie: number): SheetReport['modulus']['thesis'] {
  const cell = { length: lattice.spacing[0], width: lattice.spacing[1], height: lattice.layerDistance };
  const top = lattice.first[1];
  const ties = lattice.springs.filter(({ a, b, kind }) => kind === 'layer' && (a === top || b === top));
  const upright = uprightStiffness(
    tie,
    ties.map(({ rest }) => rest),
    cell.height,
  );
  return { ...thesisModulus(planar, tie, cell), throughTies: thesisModulus(planar, upright, cell).through };
}

/** Returns a spring of the kind with no end on the rim, where springs are softer; or else the first of the kind. */
function innerSpring({ lattice }: LayeredSheet, kind: LatticeSpring['kind']): number {
  const { springs, masses } = lattice;
  const inner = springs.findIndex((s) => s.kind === kind && !masses[s.a].edge && !masses[s.b].edge);
  return inner >= 0 ? inner : springs.findIndex((s) => s.kind === kind);
}

function stiffnessOf({ springs }: LayeredSheet, listed: number): number {
  return springs.stiffness.view[springs.order.indexOf(listed)];
}
