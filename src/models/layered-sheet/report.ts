/**
 * What a layered sheet is and will show, in numbers: counts, mass, stiffness of its springs, the moduli of its lattice
 * (calibrate.ts) and those of the thesis (thesis-modulus.ts).
 */
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
  /** m: width and depth. */
  size: [number, number];
  /** m */
  layerDistance: number;
  /** m: of the material. */
  thickness: number;
  /** kg */
  totalMass: number;
  /** N/m: of a spring along x inside the sheet, and of a tie between layers. */
  stiffness: { planar: number; interlayer: number | null };
  modulus: {
    /** N/m: force per width at unit strain, sideways strain held, of all layers. */
    stretch: { x: number; z: number };
    /** Pa: the same over the thickness. */
    young: { x: number; z: number };
    /** Pa: K l/(w h) and K h/(w l), the thesis's, the latter also with the ties of a cell together. */
    thesis: (ThesisModulus & { throughTies: number }) | null;
  };
  /**
   * N·m, moment per width at unit curvature: as the sheet shows it, clamped along its −x edge, and as its lattice's
   * moduli along x and z give it. Null where it is too large to be hung, or does not hold together.
   */
  rigidity: { hung: number | null; x: number; z: number };
}

/** Masses beyond which hanging a lattice, whose equations are solved for it, would take many seconds. */
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
    if (error instanceof RangeError) return null; // it cannot hang level: nothing in it resists bending
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

/** A spring of the kind with no end on the rim, or the first one where there is none: springs of the rim are softer. */
function innerSpring({ lattice }: LayeredSheet, kind: LatticeSpring['kind']): number {
  const { springs, masses } = lattice;
  const inner = springs.findIndex((s) => s.kind === kind && !masses[s.a].edge && !masses[s.b].edge);
  return inner >= 0 ? inner : springs.findIndex((s) => s.kind === kind);
}

function stiffnessOf({ springs }: LayeredSheet, listed: number): number {
  return springs.stiffness.view[springs.order.indexOf(listed)];
}
