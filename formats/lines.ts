/**
 * Line-oriented text in which the first letter says what a line is, as `.sht` and `.pol` files have it: words
 * apart by blanks or tabs, lines ended by LF, CR LF or CR, a byte-order mark before the first. Empty lines and
 * lines that begin with `#` say nothing. A number is a decimal number with a point; whatever else a language may
 * take for one (`nan`, `0x10`, `1,5`, `1_000`) is refused.
 */

export class FileError extends Error {
  /** The line at fault, counted from 1. */
  readonly line: number;
  constructor(line: number, cause: string) {
    super(`line ${line}: ${cause}`);
    this.name = 'FileError';
    this.line = line;
  }
}

/** Units of the numbers in a file; what is read from it is SI always. */
export const FILE_UNITS = ['si', 'cgs'] as const;
export type FileUnits = (typeof FILE_UNITS)[number];

export interface ReadOptions {
  /** Units of a file that does not say which it has; SI if not given. */
  units?: FileUnits;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const WHOLE = /^\d{1,15}$/;
const COMMA_NUMBER = /^[+-]?\d+,\d+$/;

/** A line that says something. Every number of it is asked for by its place and its name. */
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

  /** Refuses a line with fewer or more words than its letter takes. */
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
    const hint = COMMA_NUMBER.test(word) ? ', with a point for the decimals' : '';
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

/** The lines that say something, in their order, and the number of the text's last line. */
export function splitLines(text: string): { lines: Line[]; last: number } {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const lines: Line[] = [];
  rows.forEach((row, index) => {
    if (row.includes('\0'))
      throw new FileError(index + 1, 'is not UTF-8 text: it holds zero bytes, as UTF-16 does');
    const words = row.split(/[ \t\f\v]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0].startsWith('#')) return;
    lines.push(new Line(index + 1, words[0], words.slice(1)));
  });
  const last = rows.length > 1 && rows.at(-1) === '' ? rows.length - 1 : rows.length;
  return { lines, last };
}

/**
 * How far a file may go, in SI units, as scenes may: what is beyond passes for a number, and overflows in a run.
 */
export const FILE_LIMITS = {
  /** m; a double still resolves 0.1 µm there. Squares and cubes of it are far from overflow. */
  coordinate: 1e9,
  /** m/s */
  speed: 1e4,
  /** K */
  temperature: 5000,
} as const;

/** The value in SI units, when it is from −most to most. */
export function bounded(line: Line, name: string, value: number, most: number, unit: string): number {
  if (Math.abs(value) <= most) return value;
  const bound = value > 0 ? `<= ${most}` : `>= ${-most}`;
  throw line.error(`${name} must be ${bound} ${unit}, got ${value} ${unit}`);
}

/** Units that a `U` line states. */
export function unitsOf(line: Line): FileUnits {
  line.takes('units', 1);
  return line.oneOf(0, 'units', FILE_UNITS);
}

/** A line whose letter has no business where it is. */
export function misplaced(line: Line, expected: string): FileError {
  const joined = /^[A-Z*][^A-Z]/.test(line.letter) ? `; a blank must follow the letter` : '';
  return line.error(`expected ${expected}, got ${shown(line.letter)}${joined}`);
}

/** The shortest decimal that reads back as the same bits. */
export function numberText(field: string, value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${field}: must be a finite number, got ${value}`);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A word of a file in a message: quoted, and not longer than a message should be. */
export function shown(word: string): string {
  return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);
}
