/** Values of views as text, in a unit of convenient size. */
import type { ViewKind } from 'pliant/engine';
import { compact, grouped, percent } from '../numbers.ts';

const PREFIXES: readonly [number, string][] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
];

export function viewText(
  { name, unit, scale, words }: Pick<ViewKind, 'name' | 'unit' | 'scale' | 'words'>,
  value: number,
): string {
  if (!Number.isFinite(value)) return '–';
  if (scale === 'whole') return words?.[Math.round(value)] ?? String(Math.round(value));
  if (name === 'sites') return value.toFixed(value === Math.round(value) ? 0 : 1);
  if (unit === 'K') return `${trimmed(value.toFixed(1))} K`;
  if (unit === 'm') return `${trimmed(compact(1000 * value))} mm`;
  if (unit === 'Pa') return pascals(value);
  if (unit === '') return signed(trimmed(percent(Math.abs(value))), value);
  return `${trimmed(compact(value))} ${unit}`;
}

function pascals(value: number): string {
  const size = Math.abs(value);
  const [factor, prefix] = PREFIXES.find(([least]) => size >= least) ?? [1, ''];
  const number = size / factor >= 1e4 ? grouped(value / factor) : trimmed(compact(value / factor));
  return `${number} ${prefix}Pa`;
}

function signed(text: string, value: number): string {
  return value < 0 ? `−${text}` : text;
}

/** Removes trailing zeros. */
function trimmed(text: string): string {
  return text.replace(/(\.\d*?)0+(?=$| )/, '$1').replace(/\.(?=$| )/, '');
}
