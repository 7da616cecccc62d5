/**
 * Sheet files (`.sht`): the masses and springs of one layered sheet, one per line; docs/file-formats.md has the
 * grammar. The format follows the sheet files of the Aurora thesis, which do not define which masses a spring joins,
 * how masses are numbered and what the units are. Here a spring names its two masses, numbered from 0, and a `U` line
 * gives the units: SI, or those of the thesis (cm, g, s, dyn, °C).
 */
import {
  bounded,
  FILE_LIMITS,
  FileError,
  type FileUnits,
  Line,
  misplaced,
  numberText,
  type ReadOptions,
  shown,
  splitLines,
  unitsOf,
} from './lines.ts';

export const SHEET_FILE_STRUCTURES = [
  'samm',
  'slamm',
  'slamm2',
  'trimm',
  'trimm+',
  'provot-2d',
  'provot-3d',
] as const;
export type SheetFileStructure = (typeof SHEET_FILE_STRUCTURES)[number];

export const SHEET_FILE_SPRINGS = ['x', 'z', 'diagonal', 'back-diagonal', 'flexion', 'layer'] as const;
export type SheetFileSpringKind = (typeof SHEET_FILE_SPRINGS)[number];

type Triple = readonly [number, number, number];

export interface SheetFileMass {
  /** Acceleration, m/s². */
  acceleration: Triple;
  /** Position, m. */
  position: Triple;
  /** Force, N. */
  force: Triple;
  /** Velocity, m/s. */
  velocity: Triple;
  /** Mass, kg. */
  mass: number;
  /** Layer, 0 at the bottom. */
  layer: number;
  /** Whether the mass is on the rim of the sheet. */
  edge: boolean;
}

export interface SheetFileSpring {
  kind: SheetFileSpringKind;
  /** Stiffness, N/m; 0 if broken. */
  stiffness: number;
  /** Rest length, m. */
  rest: number;
  /** Indices of the masses that the spring joins. */
  a: number;
  b: number;
  /** Damping, N·s/m; default: that of the sheet. */
  damping?: number;
}

/** Properties of the sheet beyond its masses and springs. */
export interface SheetFileAttributes {
  /** Thickness of the material for contact, m. */
  thickness?: number;
  /** Extent along columns and rows at rest, m. */
  size?: readonly [width: number, depth: number];
  /** Distance between neighbouring layers at rest, m. */
  layerDistance?: number;
  /** Name of the material. */
  material?: string;
}

export interface SheetFile extends SheetFileAttributes {
  /** Masses by layer from the bottom, then row by row. */
  masses: SheetFileMass[];
  springs: SheetFileSpring[];
  /** Corner masses of the bottom layer. */
  corners: readonly [number, number, number, number];
  centre: number;
  /**
   * Masses of the bottom layer: columns (x), layers (y), rows (z). Each layer above has one column and row less.
   */
  dimensions: readonly [columns: number, layers: number, rows: number];
  /** Damping of springs that do not give their own, N·s/m. */
  damping: number;
  structure: SheetFileStructure;
}

/** File units per SI unit. Dividing by these powers of ten rounds once, as reading does. */
interface Units {
  length: number;
  mass: number;
  force: number;
  /** Stiffness and damping. */
  stiffness: number;
}

const UNITS: Record<FileUnits, Units> = {
  si: { length: 1, mass: 1, force: 1, stiffness: 1 },
  cgs: { length: 100, mass: 1000, force: 1e5, stiffness: 1000 },
};

const MASS_VALUES = 'acceleration, position, force, velocity, three numbers each, mass, layer, edge';
const SPRING_VALUES = 'kind, stiffness, rest length, two masses, optional damping';
const ATTRIBUTES = ['thickness', 'size', 'layer-distance', 'material'] as const;
const MATERIAL = /^[a-z][a-z0-9.+-]{0,63}$/;

/** Reads a sheet. Throws a FileError at the first invalid line. */
export function readSheetFile(text: string, options: ReadOptions = {}): SheetFile {
  return new SheetReader(text, options).sheet();
}

class SheetReader {
  readonly #lines: readonly Line[];
  readonly #last: number;
  #units: Units;
  #at = 0;

  constructor(text: string, { units = 'si' }: ReadOptions) {
    const { lines, last } = splitLines(text);
    this.#lines = lines;
    this.#last = last;
    this.#units = UNITS[units];
  }

  sheet(): SheetFile {
    if (this.#next('U')) this.#units = UNITS[unitsOf(this.#take())];
    const attributes = this.#attributes();
    const masses: SheetFileMass[] = [];
    while (this.#next('M')) masses.push(this.#mass(this.#take(), masses.at(-1)?.layer));
    if (masses.length === 0) throw this.#misplaced('M, a mass');
    const springs: SheetFileSpring[] = [];
    while (this.#next('S')) springs.push(this.#spring(this.#take(), masses.length));
    if (!this.#next('K')) throw this.#misplaced('S, a spring, or K, the corners');
    const corners = this.#corners(this.#take(), masses);
    if (!this.#next('*')) throw this.#misplaced('*, the end of the body');
    this.#take().takes('none', 0);
    return { ...attributes, masses, springs, ...corners, ...this.#data(masses) };
  }

  #attributes(): SheetFileAttributes {
    const found: SheetFileAttributes = {};
    while (this.#next('A')) {
      const line = this.#take();
      if (line.words.length === 0) throw line.error(`A takes a name, one of ${ATTRIBUTES.join(', ')}`);
      const name = line.oneOf(0, 'the name', ATTRIBUTES);
      const key = name === 'layer-distance' ? 'layerDistance' : name;
      if (found[key] !== undefined) throw line.error(`${name} is given a second time`);
      line.takes(
        name === 'size' ? 'the name, width, depth' : 'the name and its value',
        name === 'size' ? 3 : 2,
      );
      if (key === 'material') found.material = materialName(line);
      else if (key === 'size') found.size = [this.#length(line, 1, 'width'), this.#length(line, 2, 'depth')];
      else found[key] = this.#length(line, 1, name);
    }
    return found;
  }

  #mass(line: Line, below: number | undefined): SheetFileMass {
    line.takes(MASS_VALUES, 15);
    const { length, force, mass } = this.#units;
    const least = below ?? 0;
    return {
      acceleration: triple(line, 0, 'acceleration', length),
      position: within(line, 'position', triple(line, 3, 'position', length), FILE_LIMITS.coordinate, 'm'),
      force: triple(line, 6, 'force', force),
      velocity: within(line, 'velocity', triple(line, 9, 'velocity', length), FILE_LIMITS.speed, 'm/s'),
      mass: strictly(line, 'mass', line.positive(12, 'mass') / mass),
      layer: line.whole(13, 'layer', least, below === undefined ? 0 : least + 1),
      edge: line.whole(14, 'edge', 0, 1) === 1,
    };
  }

  #spring(line: Line, masses: number): SheetFileSpring {
    line.takes(SPRING_VALUES, 5, 6);
    const { stiffness } = this.#units;
    const spring: SheetFileSpring = {
      kind: line.oneOf(0, 'kind', SHEET_FILE_SPRINGS),
      stiffness: line.notNegative(1, 'stiffness') / stiffness,
      rest: this.#length(line, 2, 'rest length'),
      a: line.whole(3, 'the first mass', 0, masses - 1),
      b: line.whole(4, 'the second mass', 0, masses - 1),
    };
    if (spring.a === spring.b) throw line.error(`joins mass ${spring.a} to itself`);
    if (line.words.length === 6) spring.damping = line.notNegative(5, 'damping') / stiffness;
    return spring;
  }

  #corners(line: Line, masses: readonly SheetFileMass[]): Pick<SheetFile, 'corners' | 'centre'> {
    line.takes('four corner masses, the centre mass', 5);
    const [a, b, c, d, centre] = line.words.map((_, place) => {
      const name = place < 4 ? `corner ${place + 1}` : 'centre';
      const mass = line.whole(place, name, 0, masses.length - 1);
      if (masses[mass].layer !== 0)
        throw line.error(`${name} must be of the bottom layer, mass ${mass} is not`);
      return mass;
    });
    if (new Set([a, b, c, d]).size < 4) throw line.error('two corners are the same mass');
    return { corners: [a, b, c, d], centre };
  }

  /** Reads the values after the body, which may be spread over several lines. */
  #data(masses: readonly SheetFileMass[]): Pick<SheetFile, 'dimensions' | 'damping' | 'structure'> {
    if (!this.#next('D')) throw this.#misplaced('D, the dimensions');
    const first = this.#take();
    const words = [...first.words];
    while (words.length < 5 && this.#at < this.#lines.length) {
      const more = this.#take();
      words.push(more.letter, ...more.words);
    }
    const line = new Line(first.number, 'D', words);
    line.takes('columns, layers, rows, damping, structure', 5);
    if (this.#at < this.#lines.length) throw this.#misplaced('the end of the file');
    const columns = line.whole(0, 'columns', 1);
    const layers = line.whole(1, 'layers', 1);
    const rows = line.whole(2, 'rows', 1);
    checkCounts(line, [columns, layers, rows], masses);
    return {
      dimensions: [columns, layers, rows],
      damping: line.notNegative(3, 'damping') / this.#units.stiffness,
      structure: line.oneOf(4, 'structure', SHEET_FILE_STRUCTURES),
    };
  }

  #length(line: Line, place: number, name: string): number {
    const value = strictly(line, name, line.positive(place, name) / this.#units.length);
    return bounded(line, name, value, FILE_LIMITS.coordinate, 'm');
  }

  #next(letter: string): boolean {
    return this.#lines[this.#at]?.letter === letter;
  }

  #take(): Line {
    return this.#lines[this.#at++];
  }

  #misplaced(expected: string): FileError {
    const line = this.#lines[this.#at];
    return line
      ? misplaced(line, expected)
      : new FileError(this.#last, `the file ends; expected ${expected}`);
  }
}

/** Checks that every layer has the number of masses that the dimensions require. */
function checkCounts(line: Line, [columns, layers, rows]: Triple, masses: readonly SheetFileMass[]): void {
  if (layers > Math.min(columns, rows)) {
    throw line.error(`${layers} layers need at least as many masses per side, got ${columns} x ${rows}`);
  }
  const counts: number[] = [];
  for (const { layer } of masses) counts[layer] = (counts[layer] ?? 0) + 1;
  if (counts.length !== layers)
    throw line.error(`layers must match the layers of the masses, ${counts.length}, got ${layers}`);
  counts.forEach((count, layer) => {
    const expected = (columns - layer) * (rows - layer);
    if (count === expected) return;
    throw line.error(
      `layer ${layer} must have ${columns - layer} x ${rows - layer} masses, the file has ${count}`,
    );
  });
}

function triple(line: Line, from: number, name: string, unit: number): Triple {
  const value = (axis: number) => line.real(from + axis, `${name} ${'xyz'[axis]}`) / unit;
  return [value(0), value(1), value(2)];
}

function within(line: Line, name: string, values: Triple, most: number, unit: string): Triple {
  values.forEach((value, axis) => {
    bounded(line, `${name} ${'xyz'[axis]}`, value, most, unit);
  });
  return values;
}

/** Refuses a positive value that becomes 0 in SI units. */
function strictly(line: Line, name: string, value: number): number {
  if (!(value > 0)) throw line.error(`${name} is too small`);
  return value;
}

function materialName(line: Line): string {
  const name = line.words[1];
  if (!MATERIAL.test(name)) throw line.error(`material must be a name in small letters, got ${shown(name)}`);
  return name;
}

/** Writes a sheet in SI units; reading it back gives the same bits. */
export function writeSheetFile(sheet: SheetFile): string {
  const { masses, springs, corners, centre, dimensions, damping, structure } = sheet;
  if (sheet.material !== undefined && !MATERIAL.test(sheet.material)) {
    throw new RangeError(`material: must be a name in small letters, got ${shown(sheet.material)}`);
  }
  const lines = ['U si', ...attributeLines(sheet)];
  masses.forEach((mass, i) => {
    const { acceleration, position, force, velocity } = mass;
    const numbers = [...acceleration, ...position, ...force, ...velocity, mass.mass];
    lines.push(`M ${texts(`masses[${i}]`, numbers)} ${mass.layer} ${mass.edge ? 1 : 0}`);
  });
  springs.forEach(({ kind, stiffness, rest, a, b, damping: own }, i) => {
    const field = `springs[${i}]`;
    const last = own === undefined ? '' : ` ${texts(field, [own])}`;
    lines.push(`S ${kind} ${texts(field, [stiffness, rest])} ${a} ${b}${last}`);
  });
  lines.push(`K ${corners.join(' ')} ${centre}`, '*');
  lines.push(`D ${dimensions.join(' ')} ${texts('damping', [damping])} ${structure}`, '');
  const text = lines.join('\n');
  readSheetFile(text); // refuses anything that could not be read back
  return text;
}

function attributeLines({ thickness, size, layerDistance, material }: SheetFileAttributes): string[] {
  const lines: string[] = [];
  if (material !== undefined) lines.push(`A material ${material}`);
  if (thickness !== undefined) lines.push(`A thickness ${texts('thickness', [thickness])}`);
  if (size !== undefined) lines.push(`A size ${texts('size', size)}`);
  if (layerDistance !== undefined) lines.push(`A layer-distance ${texts('layerDistance', [layerDistance])}`);
  return lines;
}

function texts(field: string, values: readonly number[]): string {
  return values.map((value) => numberText(field, value)).join(' ');
}
