/**
 * Layered sheet: plastics, card or paper as a lattice of particles and springs in one or more layers. The lattices are in
 * structures.ts, the stiffness of their springs in calibrate.ts.
 *
 * Each layer has its share of the mass. A particle has the mass of the area around it (or all masses are equal, as in the
 * thesis). Springs have a share ζ of critical damping: c = ζ √(2 k m), m the mean mass.
 */
import type { Body } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import type { Springs } from '../../forces/springs.ts';
import { oneOf, positive, wholeNumber, within } from '../../math/check.ts';
import { assembleSheet } from './assemble.ts';
import {
  calibrate,
  membraneModulus,
  naturalLayerDistance,
  type SheetModuli,
  type StiffnessRule,
} from './calibrate.ts';
import { createLattice, type Lattice, latticeSpacing, type StructureName } from './structures.ts';

export interface LayeredMaterial {
  /** Mass per area of the whole sheet, kg/m². */
  density: number;
  /** Stretch modulus E·thickness, N/m. */
  stretch: number;
  /** Flexural rigidity, N·m. */
  rigidity: number;
  /** Share of critical damping of a spring. */
  damping: number;
  /** Thickness, m. */
  thickness: number;
}

/** Values of optional parameters, for scenes and programs alike. */
export const DEFAULTS = { masses: 'area', stiffness: { kind: 'rigidity' } } as const;

export interface LayeredSheetOptions {
  name: string;
  structure: StructureName;
  /** Particles a side of the lowest layer: columns along x, rows along z. */
  points: readonly [number, number];
  layers: number;
  /** Width along x and depth along z, m. */
  size: readonly [number, number];
  /** Distance of layers, m. Default: half the spacing, or the thickness if springs come from the modulus. */
  layerDistance?: number;
  material: LayeredMaterial;
  /** Origin of the springs' stiffness. Default: the material's rigidity. */
  stiffness?: StiffnessRule;
  /** Whether masses are those of the area around, or all equal. Default: area. */
  masses?: 'area' | 'equal';
  /** Largest elongation of a spring; 0, as without it, is no limit. */
  elongationLimit?: number;
  /** Whether heat, flow or rupture may change the springs. */
  changes?: boolean;
  /** Puts a point of the sheet's own frame (x across, y up, z deep, centred) into the world. */
  place?: (x: number, y: number, z: number) => readonly [number, number, number];
}

export interface LayeredSheet extends Body {
  readonly model: 'layered-sheet' | 'provot-sheet';
  readonly lattice: Lattice;
  readonly springs: Springs;
  readonly moduli: SheetModuli;
  readonly material: LayeredMaterial;
  readonly thickness: number;
  /** World index of a particle; row 0 is at −z. */
  index(column: number, row: number, layer?: number): number;
}

/** Returns the lattice and the springs of a sheet, without a world. */
export function layeredLattice(options: LayeredSheetOptions): {
  lattice: Lattice;
  stiffness: Float64Array;
  rest: Float64Array;
  moduli: SheetModuli;
  masses: Float64Array;
} {
  checkMaterial(options.name, options.material);
  const { structure, layers, size, material, stiffness = DEFAULTS.stiffness } = options;
  const [columns, rows] = options.points;
  const { rigidity, density } = material;
  const share = oneOf('masses', options.masses ?? DEFAULTS.masses, ['area', 'equal']);
  if (structure === 'provot-2d') {
    // It bends by flexion springs, which span three particles.
    wholeNumber('columns', columns, 3);
    wholeNumber('rows', rows, 3);
  }
  const grid = { structure, columns, rows, layers, size };
  // The thesis's rule K = E w h/l means layers that are the sheet's thickness h apart.
  const natural =
    stiffness.kind === 'modulus' ? material.thickness : naturalLayerDistance(latticeSpacing(grid));
  const lattice = createLattice({ ...grid, layerDistance: options.layerDistance ?? natural });
  const stretch = membraneModulus(rigidity, material.stretch, lattice.spacing);
  const springs = calibrate(lattice, { rigidity, stretch }, stiffness);
  return { lattice, ...springs, masses: shareMass(lattice, density, share) };
}

export function addLayeredSheet(world: World, options: LayeredSheetOptions): LayeredSheet {
  const { lattice, stiffness, rest, moduli, masses } = layeredLattice(options);
  const { name, material, changes, elongationLimit, place = (x, y, z) => [x, y, z] } = options;
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
    place: (i) => place(lattice.masses[i].x, lattice.masses[i].y, lattice.masses[i].z),
  });
}

function checkMaterial(name: string, material: LayeredMaterial): void {
  for (const field of ['density', 'stretch', 'thickness'] as const) {
    positive(`${name}.material.${field}`, material[field]);
  }
  for (const field of ['rigidity', 'damping'] as const)
    within(`${name}.material.${field}`, material[field], 0);
}

/** Returns the mass of each particle, kg. */
function shareMass(lattice: Lattice, density: number, rule: 'area' | 'equal'): Float64Array {
  const total = density * lattice.size[0] * lattice.size[1];
  return Float64Array.from(lattice.masses, ({ area }) =>
    rule === 'equal' ? total / lattice.masses.length : (density * area) / lattice.layers,
  );
}
