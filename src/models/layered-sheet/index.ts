/**
 * Layered stiff sheet: plastics, card, paper as a lattice of masses and springs in one or more layers; see
 * structures.ts for the lattices and calibrate.ts for the stiffness of their springs.
 *
 * Each layer carries its share of the mass. Masses are those of the area around them (or all equal, as in the
 * thesis). Springs are damped by a share ζ of critical: c = ζ √(2 k m), m the mean mass.
 */
import type { Body } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import type { Springs } from '../../forces/springs.ts';
import { oneOf, positive, within } from '../../math/check.ts';
import { assembleSheet } from './assemble.ts';
import {
  calibrate,
  membraneModulus,
  naturalLayerDistance,
  type SheetModuli,
  type StiffnessRule,
} from './calibrate.ts';
import { createLattice, type Lattice, type StructureName } from './structures.ts';

export interface LayeredMaterial {
  /** kg/m² of the whole sheet. */
  density: number;
  /** N/m: E·thickness. */
  stretch: number;
  /** N·m: flexural rigidity. */
  rigidity: number;
  /** Share of critical damping of a spring. */
  damping: number;
  /** m */
  thickness: number;
}

export interface LayeredSheetOptions {
  name: string;
  structure: StructureName;
  /** Masses a side of the lowest layer: columns along x, rows along z. */
  points: readonly [number, number];
  layers: number;
  /** Width along x and depth along z, m. */
  size: readonly [number, number];
  /** m; when left out half the spacing, or the thickness where springs come from the modulus. */
  layerDistance?: number;
  material: LayeredMaterial;
  /** Where the springs' stiffness comes from; the material's rigidity when left out. */
  stiffness?: StiffnessRule;
  /** By the area around them, or all equal. */
  masses?: 'area' | 'equal';
  /** Largest elongation of a spring; 0 leaves it free. */
  elongationLimit?: number;
  /** Whether heat, flow or rupture may change the springs. */
  changes?: boolean;
  /** Puts a point of the sheet's own frame (x across, y up, z deep, centred) into the world. */
  place?: (x: number, y: number, z: number) => readonly [number, number, number];
}

export interface LayeredSheet extends Body {
  readonly model: 'layered-sheet';
  readonly lattice: Lattice;
  readonly springs: Springs;
  readonly moduli: SheetModuli;
  readonly material: LayeredMaterial;
  readonly thickness: number;
  /** World index of a mass. */
  index(column: number, row: number, layer?: number): number;
}

/** The lattice and the springs a sheet will have, without a world. */
export function layeredLattice(options: LayeredSheetOptions): {
  lattice: Lattice;
  stiffness: Float64Array;
  rest: Float64Array;
  moduli: SheetModuli;
  masses: Float64Array;
} {
  checkMaterial(options.name, options.material);
  const { structure, points, layers, size, material } = options;
  const { rigidity, density } = material;
  const share = oneOf('masses', options.masses ?? 'area', ['area', 'equal']);
  const measured = createLattice({
    structure,
    columns: points[0],
    rows: points[1],
    layers,
    size,
    layerDistance: 1,
  });
  // The thesis's rule K = E w h/l means layers that are the sheet's thickness h apart.
  const natural =
    options.stiffness?.kind === 'modulus' ? material.thickness : naturalLayerDistance(measured.spacing);
  const layerDistance = options.layerDistance ?? natural;
  const lattice = createLattice({
    structure,
    columns: points[0],
    rows: points[1],
    layers,
    size,
    layerDistance,
  });
  const stretch = membraneModulus(rigidity, material.stretch, lattice.spacing);
  const springs = calibrate(lattice, { rigidity, stretch }, options.stiffness ?? { kind: 'rigidity' });
  return { lattice, ...springs, masses: shareMass(lattice, density, share) };
}

export function addLayeredSheet(world: World, options: LayeredSheetOptions): LayeredSheet {
  const { lattice, stiffness, rest, moduli, masses } = layeredLattice(options);
  const { name, material, changes, elongationLimit, place } = options;
  const mean = masses.reduce((sum, mass) => sum + mass, 0) / masses.length;
  return assembleSheet(world, {
    name,
    lattice,
    masses,
    springs: lattice.springs.map(({ a, b, rest: natural }, i) => {
      const damping = material.damping * Math.sqrt(2 * stiffness[i] * mean);
      return { a, b, stiffness: stiffness[i], rest: rest[i], natural, damping };
    }),
    moduli,
    material,
    changes,
    elongationLimit,
    place: (i) => {
      const { x, y, z } = lattice.masses[i];
      return place ? place(x, y, z) : [x, y, z];
    },
  });
}

function checkMaterial(name: string, material: LayeredMaterial): void {
  for (const field of ['density', 'stretch', 'thickness'] as const) {
    positive(`${name}.material.${field}`, material[field]);
  }
  for (const field of ['rigidity', 'damping'] as const)
    within(`${name}.material.${field}`, material[field], 0);
}

/** kg of each mass. */
function shareMass(lattice: Lattice, density: number, rule: 'area' | 'equal'): Float64Array {
  const total = density * lattice.size[0] * lattice.size[1];
  return Float64Array.from(lattice.masses, ({ area }) =>
    rule === 'equal' ? total / lattice.masses.length : (density * area) / lattice.layers,
  );
}
