/**
 * Line-oriented text whose first letter gives the kind of a line, as in `.sht` and `.pol` files. Words are separated
 * by blanks or tabs; lines end with LF, CR LF or CR; a byte-order mark may come first. Empty lines and lines that
 * begin with `#` are ignored. Numbers are decimal with a point; other notations (`nan`, `0x10`, `1,5`, `1_000`) are
 * refused.
 */

export class FileError extends Error {
  /** Line number of the error, counted from 1. */
  readonly line: number;
  constructor(line: number, cause: string) {
    super(`line ${line}: ${cause}`);
    this.name = 'FileError';
    this.line = line;
  }
}

/** Units of the numbers in a file. Readers convert them to SI. */
export const FILE_UNITS = ['si', 'cgs'] as const;
export type FileUnits = (typeof FILE_UNITS)[number];

export interface ReadOptions {
  /** Units of a file without a `U` line; default: SI. */
  units?: FileUnits;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const WHOLE = /^\d{1,15}$/;
const COMMA_NUMBER = /^[+-]?\d+,\d+$/;

/** A line with content. Numbers are read by position, with a name for error messages. */
export class Line {
  readonly number: number;
  readonly letter: string;
  readonly words: readonly string[];

  constructor(number: number, letter: string, words: readonly string[]) {
    this.number = number;
    this.letter = letter;
    this.words = words;
  }

  error(cause: string): FileError {
    return new FileError(this.number, cause);
  }

  /** Refuses a line with fewer than `least` or more than `most` words. */
  takes(what: string, least: number, most = least): void {
    const count = this.words.length;
    if (count >= least && count <= most) return;
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    throw this.error(`${this.letter} takes ${wanted} values (${what}), got ${count}`);
  }

  real(place: number, name: string): number {
    const word = this.words[place];
    const value = NUMBER.test(word) ? Number(word) : Number.NaN;
    if (Number.isFinite(value)) return value;
    const hint = COMMA_NUMBER.test(word) ? ', with a decimal point' : '';
    throw this.error(`${name} must be a finite number${hint}, got ${shown(word)}`);
  }

  positive(place: number, name: string): number {
    const value = this.real(place, name);
    if (!(value > 0)) throw this.error(`${name} must be > 0, got ${shown(this.words[place])}`);
    return value;
  }

  notNegative(place: number, name: string): number {
    const value = this.real(place, name);
    if (value < 0) throw this.error(`${name} must be >= 0, got ${shown(this.words[place])}`);
    return value;
  }

  whole(place: number, name: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const word = this.words[place];
    const value = WHOLE.test(word) ? Number(word) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `>= ${least}` : `from ${least} to ${most}`;
    throw this.error(`${name} must be a whole number ${range}, got ${shown(word)}`);
  }

  oneOf<Name extends string>(place: number, name: string, names: readonly Name[]): Name {
    const word = this.words[place];
    const known = names.find((one) => one === word);
    if (known !== undefined) return known;
    throw this.error(`${name} must be one of ${names.join(', ')}, got ${shown(word)}`);
  }
}

/** Returns the lines with content, in order, and the number of the last line. */
export function splitLines(text: string): { lines: Line[]; last: number } {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const lines: Line[] = [];
  rows.forEach((row, index) => {
    if (row.includes('\0'))
      throw new FileError(index + 1, 'is not UTF-8 text: it contains zero bytes, as UTF-16 does');
    const words = row.split(/[ \t\f\v]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0].startsWith('#')) return;
    lines.push(new Line(index + 1, words[0], words.slice(1)));
  });
  const last = rows.length > 1 && rows.at(-1) === '' ? rows.length - 1 : rows.length;
  return { lines, last };
}

/** Largest values in SI units, the same as for scenes: anything larger would overflow in a run. */
export const FILE_LIMITS = {
  /** Metres. A double resolves 0.1 µm there, and squares and cubes are far from overflow. */
  coordinate: 1e9,
  /** Speed, m/s. */
  speed: 1e4,
  /** Temperature, K. */
  temperature: 5000,
} as const;

/** Returns the value, in SI units, if its magnitude is at most `most`. */
export function bounded(line: Line, name: string, value: number, most: number, unit: string): number {
  if (Math.abs(value) <= most) return value;
  const bound = value > 0 ? `<= ${most}` : `>= ${-most}`;
  throw line.error(`${name} must be ${bound} ${unit}, got ${value} ${unit}`);
}

/** Reads the units from a `U` line. */
export function unitsOf(line: Line): FileUnits {
  line.takes('units', 1);
  return line.oneOf(0, 'units', FILE_UNITS);
}

/** Error for a line whose letter is not allowed here. */
export function misplaced(line: Line, expected: string): FileError {
  const joined = /^[A-Z*][^A-Z]/.test(line.letter) ? `; put a blank after the letter` : '';
  return line.error(`expected ${expected}, got ${shown(line.letter)}${joined}`);
}

/** Shortest decimal that reads back as the same bits. */
export function numberText(field: string, value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${field}: must be a finite number, got ${value}`);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Quotes a word of a file for a message, shortened to 40 characters. */
export function shown(word: string): string {
  return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);
}
