/**
 * Output of commands. Results go to stdout, everything else to stderr. `--json` prints one document on stdout and
 * nothing else there. Colours appear only on a terminal that wants them (https://no-color.org).
 */
import { stripVTControlCharacters } from 'node:util';

/** The part of a `WriteStream` that printing needs. */
export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type Environment = Record<string, string | undefined>;
export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

const COLOURS: Record<Colour, [open: number, close: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

export interface Output {
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Prints a line of a result. */
  line(text?: string): void;
  /** Prints a result as JSON; refuses one that holds NaN or infinity. */
  json(value: unknown): void;
  warn(text: string): void;
  error(text: string): void;
  /** Text in a colour where stdout has colours, else the text as it is. */
  paint(colour: Colour, text: string): string;
}

export function createOutput(stdout: Stream, stderr: Stream, env: Environment): Output {
  const paint = (stream: Stream, colour: Colour, text: string) =>
    hasColours(stream, env) ? coloured(colour, text) : text;
  return {
    stdout,
    stderr,
    line: (text = '') => void stdout.write(`${text}\n`),
    json: (value) => void stdout.write(`${toJson(value)}\n`),
    warn: (text) => void stderr.write(`${paint(stderr, 'yellow', 'warning:')} ${printable(text)}\n`),
    error: (text) => void stderr.write(`${paint(stderr, 'red', 'error:')} ${printable(text)}\n`),
    paint: (colour, text) => paint(stdout, colour, text),
  };
}

export function hasColours(stream: Stream, env: Environment): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

function coloured(colour: Colour, text: string): string {
  const [open, close] = COLOURS[colour];
  return `\x1b[${open}m${text}\x1b[${close}m`;
}

/**
 * Text from outside (names, file contents, paths) without what could drive a terminal: escape sequences, control
 * characters other than a line break or a tab, and the marks that reorder what is shown.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** JSON of a value whose every number is finite: `JSON.stringify` would quietly write null for NaN. */
export function toJson(value: unknown): string {
  const place = nonFinitePlace(value, '');
  if (place !== undefined) throw new Error(`the result is not a finite number at ${place || 'its top'}`);
  const text = JSON.stringify(value, undefined, 2);
  // DEL and the C1 controls are legal in JSON, but a terminal may obey them.
  return text.replace(/[\x7f-\x9f]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
}

function nonFinitePlace(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${key}]` : `${path && '.'}${key}`;
    const place = nonFinitePlace(item, path + step);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Rows under a head, columns padded to their widest cell; cells that are numbers align right. */
export function table(head: string[], rows: (string | number)[][]): string[] {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => printable(String(cell)).replaceAll(/\s+/g, ' ')),
  );
  const widths = head.map((_, c) => Math.max(...cells.map((row) => row[c].length)));
  const right = head.map((_, c) => rows.length > 0 && rows.every((row) => typeof row[c] === 'number'));
  return cells.map((row) =>
    row
      .map((cell, c) => (right[c] ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
      .join('  ')
      .trimEnd(),
  );
}

/** A number for people: six significant digits, no trailing zeros. */
export function figure(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  if (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e15) return value.toExponential(5).replace(/\.?0+e/, 'e');
  const text = value.toPrecision(6);
  return text.includes('e') ? String(Number(text)) : text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** `1 step`, `2 steps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
