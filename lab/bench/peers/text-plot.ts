/**
 * Time per frame against mean strain in plain characters, for the terminal, with logarithmic axes fitted to the points.
 * Low and left is good. An engine is a letter: small at its default, capital at its stiff setting.
 */
import type { PeerRow } from './index.ts';
import { type Point, pointsOf } from './points.ts';

const COLUMNS = 60; // with the frame on both sides, 78 characters
const LINES = 16;
const LABEL = 6; // characters before the vertical axis
const REAL_TIME = 1000 / 60; // ms

interface Axis {
  ticks: number[];
  place(value: number): number; // cells from the low end
}

/** Returns undefined if no row has both numbers. */
export function textPlot(rows: readonly PeerRow[]): string | undefined {
  const points = pointsOf(rows);
  if (points.length === 0) return undefined;
  const letters = lettersOf(rows);
  const x = axis(
    points.map(({ strain }) => strain),
    COLUMNS,
  );
  const y = axis(
    points.map(({ ms }) => ms),
    LINES,
  );
  const canvas = Array.from({ length: LINES }, () => new Array<string>(COLUMNS).fill(' '));
  drawRealTime(canvas, y);
  for (const point of points) {
    const letter = letters.get(point.row.peer)!;
    put(canvas, x.place(point.strain), y.place(point.ms), isStiff(point) ? letter.toUpperCase() : letter);
  }
  return ['ms per frame', ...drawLines(canvas, y), ...drawBase(x), legend(letters)].join('\n');
}

function isStiff({ row }: Point): boolean {
  return row.setting === 'stiff';
}

/** First letter of each engine's name that no earlier engine uses. */
export function lettersOf(rows: readonly PeerRow[]): Map<string, string> {
  const letters = new Map<string, string>();
  for (const { peer } of rows) {
    if (letters.has(peer)) continue;
    const taken = new Set(letters.values());
    const own = `${peer.toLowerCase()}abcdefghijklmnopqrstuvwxyz`.match(/[a-z]/g) ?? [];
    letters.set(peer, own.find((letter) => !taken.has(letter)) ?? '?');
  }
  return letters;
}

/** Axis from the smallest to the largest value with a cell or two to spare; ticks at 1, 2 and 5 of each decade. */
function axis(values: readonly number[], cells: number): Axis {
  const margin = 0.06; // decades: 15 %
  const low = Math.log10(Math.min(...values)) - margin;
  const high = Math.max(Math.log10(Math.max(...values)) + margin, low + 1); // at least a decade
  const place = (value: number) => Math.round(((Math.log10(value) - low) / (high - low)) * (cells - 1));
  const ticks: number[] = [];
  for (let exponent = Math.floor(low); exponent <= high; exponent++)
    for (const digit of [1, 2, 5]) {
      const value = Number(`${digit}e${exponent}`);
      if (Math.log10(value) >= low && Math.log10(value) <= high) ticks.push(value);
    }
  return { ticks, place };
}

function drawRealTime(canvas: string[][], y: Axis): void {
  const line = canvas[LINES - 1 - y.place(REAL_TIME)];
  line?.fill('·').push(' real time');
}

/** Puts a letter at its position, or at the nearest free one to the side: no engine hides another. */
function put(canvas: string[][], column: number, line: number, letter: string): void {
  const cells = canvas[LINES - 1 - line];
  for (let away = 0; away < COLUMNS; away++)
    for (const at of [column + away, column - away])
      if (at >= 0 && at < COLUMNS && !/[a-z?]/i.test(cells[at])) {
        cells[at] = letter;
        return;
      }
}

function drawLines(canvas: readonly string[][], y: Axis): string[] {
  const labels = new Map(y.ticks.map((tick) => [LINES - 1 - y.place(tick), String(tick)]));
  labels.set(LINES - 1 - y.place(REAL_TIME), REAL_TIME.toFixed(1)); // instead of a tick on the same line
  return canvas.map((cells, i) => {
    const label = labels.get(i);
    return `${(label ?? '').padStart(LABEL)} ${label ? '┤' : '│'}${cells.join('')}`.trimEnd();
  });
}

/** The horizontal axis with its ticks, their numbers if they do not touch, and its title. */
function drawBase(x: Axis): string[] {
  const line = new Array<string>(COLUMNS).fill('─');
  let numbers = '';
  for (const tick of x.ticks) {
    const at = x.place(tick);
    line[at] = '┬';
    const label = String(tick);
    const start = Math.max(0, at - (label.length >> 1));
    if (numbers === '' || start > numbers.length) numbers = numbers.padEnd(start) + label;
  }
  const indent = ' '.repeat(LABEL + 1);
  return [
    `${indent}└${line.join('')}`,
    `${indent} ${numbers}`,
    `${indent} ${'mean strain, %'.padStart(COLUMNS)}`,
  ];
}

function legend(letters: ReadonlyMap<string, string>): string {
  const keys = [...letters].map(([peer, letter]) => `${letter} ${letter.toUpperCase()} ${peer}`);
  return `${keys.join('   ')}\nsmall: default, capital: stiff; overlapping letters stand side by side`;
}
