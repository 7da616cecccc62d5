/**
 * Writes layered sheets to sheet files and reads them. A file has the present positions and velocities, stiffnesses and rest
 * lengths, so that a sheet that is read back continues to the same bits. Pins, heat and flow are in the scene, not in the
 * file.
 */
import type { SheetFile, SheetFileSpring } from '../../../../formats/sht.ts';
import type { World } from '../../../core/world.ts';
import { type MaterialName, materialPresets, resolveMaterial } from '../../../materials/presets.ts';
import { edgeKey } from '../../../math/mesh.ts';
import { assembleSheet } from '../assemble.ts';
import { latticeModuli, type SheetModuli } from '../calibrate.ts';
import type { LayeredMaterial, LayeredSheet } from '../index.ts';
import { createLattice, type Lattice, type LatticeSpring } from '../structures.ts';

const ORIGIN = [0, 0, 0] as const;

/** Returns the file of a sheet in its present state; `material`: name of its material. */
export function sheetFileOf(world: World, sheet: LayeredSheet, material?: string): SheetFile {
  const { x, y, z, vx, vy, vz, mass } = world.particles;
  const { lattice, springs, first, thickness } = sheet;
  const { columns, layers, rows, size, layerDistance, structure, corners, centre } = lattice;
  const listed: SheetFileSpring[] = [];
  springs.order.forEach((at, i) => {
    const stiffness = springs.stiffness.view[i];
    const { a, b, kind } = lattice.springs[at];
    listed[at] = { kind, stiffness, rest: springs.rest.view[i], a, b, damping: springs.damping.view[i] };
  });
  const damping = commonest(listed.map((spring) => spring.damping ?? 0));
  for (const spring of listed) if (spring.damping === damping) delete spring.damping;
  return {
    ...(material === undefined ? {} : { material }),
    thickness,
    size: [size[0], size[1]],
    layerDistance,
    masses: lattice.masses.map(({ layer, edge }, i) => {
      const p = first + i;
      const position = [x[p], y[p], z[p]] as const;
      const velocity = [vx[p], vy[p], vz[p]] as const;
      return { acceleration: ORIGIN, position, force: ORIGIN, velocity, mass: mass.view[p], layer, edge };
    }),
    springs: listed,
    corners,
    centre,
    dimensions: [columns, layers, rows],
    damping,
    structure,
  };
}

/** Returns the most frequent value; the first of several such. */
function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = 0;
  let most = 0;
  for (const [value, count] of counts) {
    if (count <= most) continue;
    best = value;
    most = count;
  }
  return best;
}

export interface SheetFileOptions {
  name: string;
  file: SheetFile;
  /** Whether heat, flow or rupture may change the springs. */
  changes?: boolean;
  /** Largest elongation of a spring; 0, as without it, is no limit. */
  elongationLimit?: number;
  /** Moves the file's positions into the world. */
  place?: (x: number, y: number, z: number) => readonly [number, number, number];
}

/** Adds the sheet of a file; throws a RangeError if its springs do not fit its structure. */
export function addSheetFile(world: World, options: SheetFileOptions): LayeredSheet {
  const { name, file, changes, elongationLimit, place = (x, y, z) => [x, y, z] } = options;
  const lattice = latticeOf(file);
  const stiffness = Float64Array.from(file.springs, (spring) => spring.stiffness);
  const rest = Float64Array.from(file.springs, (spring) => spring.rest);
  const moduli = latticeModuli(lattice, stiffness, rest);
  const sheet = assembleSheet(world, {
    name,
    lattice,
    masses: file.masses.map(({ mass }) => mass),
    springs: file.springs.map(({ a, b, damping = file.damping }, i) => {
      const natural = lattice.springs[i].rest;
      return { a, b, stiffness: stiffness[i], rest: rest[i], natural, damping };
    }),
    moduli,
    material: materialOf(file, lattice, moduli),
    changes,
    elongationLimit,
    place: (i) => place(...file.masses[i].position),
  });
  const { vx, vy, vz } = world.particles;
  file.masses.forEach(({ velocity }, i) => {
    [vx[sheet.first + i], vy[sheet.first + i], vz[sheet.first + i]] = velocity;
  });
  return sheet;
}

/** Returns the structure's lattice at rest with the springs of the file; throws a RangeError if there is none. */
export function latticeOf(file: SheetFile): Lattice {
  const size = file.size ?? sizeOf(file);
  const flat = latticeAt(file, size, 1);
  const layerDistance = file.layerDistance ?? layerDistanceOf(file, flat);
  const whole = latticeAt(file, size, layerDistance);
  const springAt = latticeSprings(whole);
  const springs = file.springs.map(({ a, b, kind, rest }) => {
    const spring = springAt(a, b);
    return { a, b, kind, rest: spring?.rest ?? rest, width: spring?.width ?? whole.spacing[0] };
  });
  return { ...whole, springs };
}

function latticeAt(
  { structure, dimensions }: SheetFile,
  size: readonly [number, number],
  layerDistance: number,
) {
  const [columns, layers, rows] = dimensions;
  return createLattice({ structure, columns, rows, layers, size, layerDistance });
}

/** Width and depth by the rest lengths along x and z, or by those of diagonals if rows are shifted by half a spacing. */
function sizeOf({ structure, dimensions, masses, springs }: SheetFile): [number, number] {
  const [columns, , rows] = dimensions;
  const mean = (kinds: readonly string[]) => {
    const rests = springs.filter(({ a, kind }) => kinds.includes(kind) && masses[a].layer === 0);
    if (rests.length === 0)
      throw new RangeError(`size: the file has neither A size nor a spring ${kinds[0]}`);
    return rests.reduce((sum, { rest }) => sum + rest, 0) / rests.length;
  };
  const along = mean(['x']);
  if (!structure.startsWith('trimm')) return [along * (columns - 1), mean(['z']) * (rows - 1)];
  const slant = mean(['diagonal', 'back-diagonal']);
  const across2 = slant * slant - (along * along) / 4;
  if (!(across2 > 0))
    throw new RangeError('size: diagonals too short for rows apart; an A size line would say it');
  return [along * (columns - 0.5), Math.sqrt(across2) * (rows - 1)];
}

/** Distance of the layers by the ties' rest lengths, given the lattice with layers 1 m apart. */
function layerDistanceOf({ springs, thickness }: SheetFile, unit: Lattice): number {
  if (unit.layers === 1) return thickness ?? 1;
  const springAt = latticeSprings(unit);
  const squares = springs.flatMap(({ a, b, kind, rest }) => {
    const spring = springAt(a, b);
    return kind === 'layer' && spring ? [rest * rest - spring.rest * spring.rest + 1] : [];
  });
  const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  if (mean > 0) return Math.sqrt(mean);
  throw new RangeError('layerDistance: the ties do not tell it; an A layer-distance line would');
}

function latticeSprings({ springs, masses }: Lattice): (a: number, b: number) => LatticeSpring | undefined {
  const known = new Map(springs.map((spring) => [edgeKey(spring.a, spring.b, masses.length), spring]));
  return (a, b) => known.get(edgeKey(a, b, masses.length));
}

/** Returns the material: by the file if it has one, otherwise by the masses and springs. */
function materialOf(file: SheetFile, { size }: Lattice, { rigidity, stretch }: SheetModuli): LayeredMaterial {
  const preset = file.material !== undefined && file.material in materialPresets ? file.material : undefined;
  const known = preset === undefined ? undefined : resolveMaterial(preset as MaterialName);
  const mass = file.masses.reduce((sum, one) => sum + one.mass, 0);
  return {
    density: mass / (size[0] * size[1]),
    stretch: (stretch.x + stretch.z) / 2,
    rigidity: (rigidity.x + rigidity.z) / 2,
    damping: known?.damping ?? dampingShare(file),
    thickness: file.thickness ?? known?.thickness ?? DEFAULT_THICKNESS,
  };
}

/** Thickness of a sheet whose file gives neither its thickness nor its material, m: that of a plastic sheet. */
const DEFAULT_THICKNESS = 0.0005;

/** Mean share of critical damping of the springs, c/√(2km). */
function dampingShare({ masses, springs, damping: common }: SheetFile): number {
  const mass = masses.reduce((sum, one) => sum + one.mass, 0) / masses.length;
  const whole = springs.filter(({ stiffness }) => stiffness > 0);
  const shares = whole.map(({ stiffness, damping = common }) => damping / Math.sqrt(2 * stiffness * mass));
  return whole.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / whole.length;
}
