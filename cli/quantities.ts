/**
 * The reports of a run as a table: a row for every recorded frame, a column for every number of its report. Durations are
 * omitted, since they differ from run to run.
 */
import type { StepReport } from 'pliant';
import { Refusal } from './failure.ts';

export const QUANTITIES = 'quantities.csv';

/** Units of the columns that have one; the rest are counts and ratios. */
const UNITS: readonly [RegExp, string][] = [
  [/^(dt|time)$/, 's'],
  [/^energy\./, 'J'],
  [/^penetrationMax$/, 'm'],
  [/^matter\..*\.temperature$/, 'K'],
];
/** Fields without a column: wall-clock times and text. */
const LEFT_OUT = /^(phases|fault|refinement\.(detect|keep|backUp|refine))$/;

/** Columns are named by their path in the report and, in brackets, their unit. */
export function quantitiesTable(reports: readonly StepReport[]): { head: string[]; rows: (number | '')[][] } {
  const flat = reports.map((report, frame) => new Map([['frame', frame], ...numbersOf(report)]));
  const names = [...new Set(flat.flatMap((numbers) => [...numbers.keys()]))];
  return {
    head: names.map(withUnit),
    rows: flat.map((numbers) => names.map((name) => numbers.get(name) ?? '')),
  };
}

export function quantitiesCsv(reports: readonly StepReport[]): string {
  const { head, rows } = quantitiesTable(reports);
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

/** Columns by name; an empty cell is null. */
export function parseQuantities(text: string, path: string): Map<string, (number | null)[]> {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const names = head.split(',');
  if (names[0] !== 'frame') throw new Refusal(`${path}: is not a table of a run's quantities`);
  const rows = lines.map((line, i) => {
    const cells = line.split(',');
    if (cells.length !== names.length)
      throw new Refusal(`${path}: line ${i + 2}: has ${cells.length} cells for ${names.length} columns`);
    return cells.map((cell) => (cell === '' ? null : Number(cell)));
  });
  const wrong = rows.findIndex((row) => row.some((n) => Number.isNaN(n)));
  if (wrong >= 0) throw new Refusal(`${path}: line ${wrong + 2}: has a cell that is not a number`);
  return new Map(names.map((name, k) => [name, rows.map((row) => row[k])]));
}

function withUnit(name: string): string {
  const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1];
  return unit ? `${name} [${unit}]` : name;
}

function numbersOf(value: object, path = ''): [string, number][] {
  return Object.entries(value).flatMap(([key, item]): [string, number][] => {
    const name = path === '' ? key : `${path}.${key}`;
    if (LEFT_OUT.test(name)) return [];
    if (typeof item === 'number') return Number.isFinite(item) ? [[name, item]] : [];
    return typeof item === 'object' && item !== null ? numbersOf(item, name) : [];
  });
}
