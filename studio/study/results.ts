/** Results in tables: mean, median and deviation, and paired t-tests between variants. */
import { h } from '../elements.ts';
import { OVERALL_QUESTIONS, QUESTIONS, type QuestionId, VARIANT_QUESTIONS } from './questions.ts';
import { distinct, marksOf, type Rating, totalsOf } from './ratings.ts';
import { type PairedTest, pairedTest, summary } from './statistics.ts';

/** A question, or the sum of a rater's marks. */
type Column = QuestionId | 'total';
const TOTAL = 'All marks together';
const NONE = '–';
/** Significance level. */
const SIGNIFICANT = 0.05;

export function resultTables(ratings: readonly Rating[]): HTMLElement {
  const scenes = distinct(
    ratings.filter(({ variant }) => variant !== ''),
    'scene',
  );
  const holder = h('div', { class: 'result-tables' });
  if (scenes.length === 0) {
    holder.append(h('p', { class: 'soft' }, 'There are no ratings yet.'));
    return holder;
  }
  const show = (scene: string) => {
    tables.replaceChildren(...sceneTables(ratings, scene));
  };
  const tables = h('div', { class: 'result-tables' });
  const choice = h(
    'select',
    { onchange: () => show(choice.value) },
    ...scenes.map((scene) => h('option', { value: scene }, scene || 'No scene')),
  );
  holder.append(h('label', { class: 'field-row' }, h('span', {}, 'Scene'), choice), tables);
  show(scenes[0]);
  return holder;
}

function sceneTables(ratings: readonly Rating[], scene: string): HTMLElement[] {
  const own = ratings.filter((rating) => rating.scene === scene);
  const variants = distinct(own, 'variant');
  const raters = distinct(
    own.filter(({ variant }) => variant !== ''),
    'rater',
  ).length;
  const isWholeHere = own.some(({ variant }) => variant === '');
  const overall = marksTable({
    caption: 'Overall',
    rows: OVERALL_QUESTIONS.map(({ id, title }) => [`${id} ${title}`, id]),
    columns: [''],
    marks: (column) => marks(ratings, { scene: isWholeHere ? scene : '', variant: '' }, column),
  });
  const rows: [string, Column][] = VARIANT_QUESTIONS.map(({ id, title }) => [`${id} ${title}`, id]);
  return [
    h('p', { class: 'raters' }, raters === 1 ? '1 rater.' : `${raters} raters.`),
    marksTable({
      caption: 'Marks from 1 to 9',
      rows: [...rows, [TOTAL, 'total']],
      columns: variants,
      marks: (column, variant) => marks(ratings, { scene, variant }, column),
    }),
    testTables(ratings, scene, variants),
    overall,
  ];
}

function marks(
  ratings: readonly Rating[],
  of: Pick<Rating, 'scene' | 'variant'>,
  column: Column,
): Map<string, number> {
  return column === 'total' ? totalsOf(ratings, of) : marksOf(ratings, of, column);
}

interface MarksTable {
  readonly caption: string;
  readonly rows: readonly (readonly [title: string, column: Column])[];
  /** Variants; the one without a name is the overall sheet. */
  readonly columns: readonly string[];
  marks(column: Column, variant: string): Map<string, number>;
}

const MEASURES = ['Mean', 'Median', 'Deviation'] as const;

function marksTable({ caption, rows, columns, marks: of }: MarksTable): HTMLElement {
  const hasNames = columns.some((name) => name !== '');
  const names = h(
    'tr',
    {},
    h('td', {}),
    ...columns.map((name) => h('th', { scope: 'colgroup', colspan: MEASURES.length }, name)),
  );
  const measures = h(
    'tr',
    {},
    h('th', { scope: 'col' }, 'Question'),
    ...columns.flatMap(() => MEASURES.map((name) => h('th', { scope: 'col' }, name))),
  );
  const body = rows.map(([title, column]) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, title),
      ...columns.flatMap((variant) => {
        const found = summary([...of(column, variant).values()]);
        const numbers = found ? [found.mean, found.median, found.deviation] : [];
        return MEASURES.map((_, i) => h('td', {}, numbers[i] === undefined ? NONE : numbers[i].toFixed(2)));
      }),
    ),
  );
  return scrolled(
    caption,
    h(
      'table',
      { class: 'numbers study-table' },
      h('caption', {}, caption),
      h('thead', {}, ...(hasNames ? [names] : []), measures),
      h('tbody', {}, ...body),
    ),
  );
}

/** Compares each pair of variants by one question or by the sum of marks. */
function testTables(ratings: readonly Rating[], scene: string, variants: readonly string[]): HTMLElement {
  const body = h('tbody');
  const choice = h(
    'select',
    { onchange: () => show() },
    h('option', { value: 'total' }, TOTAL),
    ...QUESTIONS.filter(({ id }) => VARIANT_QUESTIONS.some((own) => own.id === id)).map(({ id, title }) =>
      h('option', { value: id }, `${id} ${title}`),
    ),
  );
  const show = () => {
    const column = choice.value as Column;
    const of = variants.map((variant) => marks(ratings, { scene, variant }, column));
    const rows = variants.flatMap((first, i) =>
      variants.slice(i + 1).map((second, k) => {
        const test = pairedTest(of[i], of[i + 1 + k]);
        const cells = testTexts(test).map((text) => h('td', {}, text));
        return h('tr', {}, h('th', { scope: 'row' }, `${first} − ${second}`), ...cells);
      }),
    );
    body.replaceChildren(...rows);
  };
  show();
  const caption = 'Paired t-tests';
  const heads = ['Variants', 'Raters', 'Mean difference', 't', 'p, two-sided', 'p, one-sided', ''];
  return h(
    'section',
    { class: 'tests' },
    h('label', { class: 'field-row' }, h('span', {}, 'Test by'), choice),
    scrolled(
      caption,
      h(
        'table',
        { class: 'numbers study-table' },
        h('caption', {}, caption),
        h(
          'thead',
          {},
          h('tr', {}, ...heads.map((name) => (name ? h('th', { scope: 'col' }, name) : h('td', {})))),
        ),
        body,
      ),
    ),
    h(
      'p',
      { class: 'soft' },
      'p is the probability of a difference at least this large if both variants are rated alike; the one-sided p is for a difference in the expected direction.',
    ),
  );
}

function testTexts(test: PairedTest | undefined): string[] {
  if (!test) return ['', '', '', '', '', 'no test: fewer than two raters of both, or no difference'];
  const { pairs, difference, t, twoSided, oneSided } = test;
  return [
    String(pairs),
    signed(difference),
    Number.isFinite(t) ? signed(t) : '∞',
    chance(twoSided),
    chance(oneSided),
    twoSided < SIGNIFICANT ? `p < ${SIGNIFICANT}` : '',
  ];
}

function signed(value: number): string {
  return value.toFixed(2).replace('-', '−');
}

function chance(p: number): string {
  return p < 1e-4 ? '< 0.0001' : p.toFixed(4);
}

/** Makes a table that is wider than a phone scroll, also by keyboard. */
function scrolled(label: string, table: HTMLElement): HTMLElement {
  return h('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': label }, table);
}
