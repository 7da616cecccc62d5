/**
 * Ratings as comma-separated values (RFC 4180): a line for each rater and variant, a column for each question, which is empty or
 * N/A if the question does not apply. Overall marks are in lines without a variant.
 */
import { QUESTIONS, type QuestionId } from './questions.ts';
import { MOST_SHEETS, type Rating, ratingSchema } from './ratings.ts';

const IDS = QUESTIONS.map(({ id }) => id);
const NAMES = ['rater', 'scene', 'variant'] as const;
const COLUMNS = [...NAMES, 'shown', ...IDS];

export function ratingsToCsv(ratings: readonly Rating[]): string {
  const rows = ratings.map(({ rater, scene, variant, shown, marks }) => [
    rater,
    scene,
    variant,
    shown ?? '',
    ...IDS.map((id) => marks[id] ?? ''),
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** Reads ratings. Throws a RangeError with line and reason if the text is not such a table. */
export function ratingsFromCsv(text: string): Rating[] {
  const [head, ...rows] = readCsv(text.replace(/^\uFEFF/, ''));
  if (!head) throw new RangeError('The file is empty.');
  const columns = head.cells.map((cell) => cell.trim());
  for (const name of NAMES) {
    if (!columns.includes(name)) throw new RangeError(`Line ${head.line}: there is no column “${name}”.`);
  }
  const unknown = columns.find((name) => !COLUMNS.includes(name as (typeof COLUMNS)[number]));
  if (unknown !== undefined)
    throw new RangeError(
      `Line ${head.line}: column “${unknown}” is unknown; there are ${COLUMNS.join(', ')}.`,
    );
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(`Line ${head.line}: column “${twice}” is given twice.`);
  if (rows.length > MOST_SHEETS)
    throw new RangeError(`There are ${rows.length} lines; at most ${MOST_SHEETS} are allowed.`);
  return rows.map(({ cells, line }) => ratingFrom(columns, cells, line));
}

function ratingFrom(columns: readonly string[], cells: readonly string[], line: number): Rating {
  if (cells.length !== columns.length)
    throw new RangeError(`Line ${line}: expected ${columns.length} cells, got ${cells.length}.`);
  const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
  const marks: Partial<Record<QuestionId, number>> = {};
  for (const id of IDS) {
    const text = cell(id);
    if (text !== '' && text.toUpperCase() !== 'N/A') marks[id] = wholeNumber(text);
  }
  const shown = cell('shown');
  const read = ratingSchema.safeParse({
    rater: cell('rater'),
    scene: cell('scene'),
    variant: cell('variant'),
    ...(shown !== '' && { shown: wholeNumber(shown) }),
    marks,
  });
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0];
  const name = String(path.at(-1) ?? '');
  throw new RangeError(`Line ${line}, ${name}: ${message} (here: “${cell(name)}”).`);
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function quoted(cell: string | number): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Splits the text into cells. Empty lines are skipped. */
function readCsv(text: string): { cells: string[]; line: number }[] {
  const rows: { cells: string[]; line: number }[] = [];
  let cells: string[] = [];
  let line = 1;
  let begin = 1;
  let at = 0;
  const end = () => {
    if (cells.length > 1 || cells[0]?.trim()) rows.push({ cells, line: begin });
    cells = [];
    begin = line;
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0) throw new RangeError(`Line ${line}: a quotation mark is not closed.`);
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    } else {
      const stop = /[,\r\n]/g;
      stop.lastIndex = at;
      const next = stop.exec(text)?.index ?? text.length;
      cell = text.slice(at, next);
      at = next;
    }
    line += cell.split('\n').length - 1;
    cells.push(cell);
    if (at < text.length && !/[,\r\n]/.test(text[at]))
      throw new RangeError(`Line ${line}: something follows a closing quotation mark.`);
    if (text[at] === ',') {
      at++;
      if (at === text.length || /[\r\n]/.test(text[at])) cells.push('');
      if (at < text.length && !/[\r\n]/.test(text[at])) continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    line++;
    end();
  }
  return rows;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}
