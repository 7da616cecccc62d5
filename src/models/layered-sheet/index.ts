/**
 * Layered stiff sheet: plastics, card, paper as a lattice of masses and springs in one or more layers; see
 * structures.ts for the lattices and calibrate.ts for the stiffness of their springs.
 *
 * Each layer carries its share of the mass. Masses are those of the area around them (or all equal, as in the
 * thesis). Springs are damped by a share ζ of critical: c = ζ √(2 k m), m the mean mass.
 */
import type { Body, World } from '../../core/world.ts';
import { elongationLimit } from '../../forces/elongation-limit.ts';
import { Springs } from '../../forces/springs.ts';
import { positive, within } from '../../math/check.ts';
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
  /** m; half the spacing when left out. */
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
  const measured = createLattice({
    structure,
    columns: points[0],
    rows: points[1],
    layers,
    size,
    layerDistance: 1,
  });
  const layerDistance = options.layerDistance ?? naturalLayerDistance(measured.spacing);
  const lattice = createLattice({
    structure,
    columns: points[0],
    rows: points[1],
    layers,
    size,
    layerDistance,
  });
  const stretch = membraneModulus(rigidity, material.stretch, lattice.spacing);
  const springs = calibrate(lattice, { rigidity, stretch }, options.stiffness ?? { from: 'rigidity' });
  return { lattice, ...springs, masses: shareMass(lattice, density, options.masses ?? 'area') };
}

export function addLayeredSheet(world: World, options: LayeredSheetOptions): LayeredSheet {
  const { lattice, stiffness, rest, moduli, masses } = layeredLattice(options);
  const { material } = options;
  const label = `body${world.bodies.length}`;
  const first = addMasses(world, lattice, masses, options.place);
  const mean = masses.reduce((sum, mass) => sum + mass, 0) / masses.length;
  const springs = new Springs(
    world,
    `${label}.springs`,
    lattice.springs.map(({ a, b, rest: natural }, i) => ({
      a: first + a,
      b: first + b,
      stiffness: stiffness[i],
      rest: rest[i],
      natural,
      damping: material.damping * Math.sqrt(2 * stiffness[i] * mean),
    })),
    { changes: options.changes },
  );
  const surface = lattice.triangles(0);
  const triangles = world.arena.allocate(`${label}.triangles`, 'i32', surface.length, 'model');
  triangles.view.set(surface.map((corner) => first + corner));
  const sheet: LayeredSheet = {
    name: options.name,
    model: 'layered-sheet',
    first,
    count: lattice.masses.length,
    triangles,
    elements: springs.count,
    lattice,
    springs,
    moduli,
    material,
    thickness: material.thickness,
    index: (column, row, layer = 0) =>
      first + lattice.first[layer] + row * (lattice.columns - layer) + column,
    addStrain: (w, sum) => springs.addStrain(w, sum),
  };
  world.bodies.push(sheet);
  world.forces.push(springs);
  if (options.elongationLimit) world.limits.push(elongationLimit(springs, options.elongationLimit));
  return sheet;
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

function addMasses(
  world: World,
  lattice: Lattice,
  masses: Float64Array,
  place: LayeredSheetOptions['place'],
): number {
  const p = world.particles;
  const first = p.add(lattice.masses.length);
  const { x: px, y: py, z: pz } = p;
  lattice.masses.forEach(({ x, y, z }, i) => {
    [px[first + i], py[first + i], pz[first + i]] = place ? place(x, y, z) : [x, y, z];
    p.setMass(first + i, masses[i]);
  });
  return first;
}
