import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratingsFromCsv, ratingsToCsv } from '../../../studio/study/csv.ts';
import { open, Progress } from '../../../studio/study/progress.ts';
import { OVERALL_QUESTIONS, QUESTIONS, VARIANT_QUESTIONS } from '../../../studio/study/questions.ts';
import { blindName, orderFor } from '../../../studio/study/random-order.ts';
import { distinct, marksOf, merged, type Rating, totalsOf } from '../../../studio/study/ratings.ts';
import { incompleteBeta, pairedTest, studentTails, summary } from '../../../studio/study/statistics.ts';
import { keepRatings, readRatings, type Store } from '../../../studio/study/storage.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const ratings = ratingsFromCsv(read('../../../studio/study/ten-raters.csv'));

type Row = number[];
/** What App. D of the Aurora thesis prints of them: columns A1 … A5, B1 … B3 and the total; p of tests against Provot's 2-D sheet. */
const printedTable: {
  summaries: Record<string, Record<string, { total: Row; mean: Row; deviation: Row; median: Row }>>;
  tests: Record<string, Record<string, Row>>;
} = JSON.parse(read('./ten-raters-printed.json'));
const IDS = VARIANT_QUESTIONS.map(({ id }) => id);

/** Six digits are printed, at most five of them decimals: half of the last one. */
const FIVE_DECIMALS = 5.1e-6;
const printed = (value: number) => FIVE_DECIMALS * Math.max(1, 10 ** Math.floor(Math.log10(value)));

describe('the ten raters of the thesis', () => {
  const cases = Object.entries(printedTable.summaries).flatMap(([variant, scenes]) =>
    Object.entries(scenes).map(([scene, table]) => ({ variant, scene, table })),
  );

  it.each(cases)('$variant, $scene: mean, median and deviation are the printed ones', ({
    variant,
    scene,
    table,
  }) => {
    const columns = [
      ...IDS.map((id) => marksOf(ratings, { scene, variant }, id)),
      totalsOf(ratings, { scene, variant }),
    ];
    columns.forEach((marks, i) => {
      const values = [...marks.values()];
      const found = summary(values)!;
      expect(values.reduce((a, b) => a + b)).toBe(table.total[i]);
      expect(Math.abs(found.mean - table.mean[i])).toBeLessThan(printed(table.mean[i]));
      expect(found.median).toBe(table.median[i]);
      expect(Math.abs(found.deviation - table.deviation[i])).toBeLessThan(printed(table.deviation[i]));
    });
  });

  it.each([
    'TRiMM',
    'SLaMM',
  ] as const)('%s against Provot 2-D: the printed p are those of one side', (name) => {
    for (const [scene, row] of Object.entries(printedTable.tests[name])) {
      IDS.forEach((id, i) => {
        const own = marksOf(ratings, { scene, variant: name }, id);
        const other = marksOf(ratings, { scene, variant: 'Provot 2-D' }, id);
        const test = pairedTest(own, other)!;
        expect(Math.abs(test.oneSided - row[i]), `${scene} ${id}`).toBeLessThan(FIVE_DECIMALS);
      });
    }
  });

  it('has overall marks as printed; their total in the thesis is a slip', () => {
    const whole = { scene: '', variant: '' };
    const [c1, c2] = OVERALL_QUESTIONS.map(({ id }) => summary([...marksOf(ratings, whole, id).values()])!);
    expect(c1).toMatchObject({ count: 10, mean: 6, deviation: expect.closeTo(Math.SQRT2, 12) });
    expect(c2).toMatchObject({ count: 10, mean: 5.8, deviation: expect.closeTo(1.83303, 5) });
    // Printed are 55, 53, … (mean 81.2): a sum that reaches too far left, over B1–B3 and the total of SLaMM's Wedge 2.
    const slip = [...totalsOf(ratings, whole)].map(([rater, total]) => {
      const { marks } = ratings.find(
        (r) => r.rater === rater && r.scene === 'Wedge 2' && r.variant === 'SLaMM',
      )!;
      const all = IDS.reduce((sum, id) => sum + (marks[id] ?? 0), 0);
      return total + marks.B1! + marks.B2! + marks.B3! + all;
    });
    expect(slip).toEqual([55, 53, 85, 94, 83, 100, 75, 86, 66, 115]);
    expect(summary([...totalsOf(ratings, whole).values()])!.mean).toBeCloseTo(11.8, 12);
  });
});

describe('Student’s t', () => {
  // Two-sided tails by SciPy 1.x (scipy.stats.t.sf), 16 digits; the continued fraction loses the last few.
  it.each([
    [0.5, 1, 0.7048327646991335],
    [2.262157, 9, 0.05000001330443163],
    [1, 3, 0.3910022189557705],
    [12, 2, 0.00687293367715846],
    [3.3, 29, 0.0025669142292085896],
    [-1.5, 199, 0.1351992374415577],
  ])('has tails beyond |%d| with %d degrees of freedom of %d', (t, freedom, tails) => {
    expect(Math.abs(studentTails(t, freedom) / tails - 1)).toBeLessThan(1e-12);
  });

  it('has tails in closed form for one and two degrees of freedom', () => {
    for (const t of [0, 0.01, 0.7, 1, 3, 40]) {
      // Differences from 1 of the sum of the density lose digits for large t: absolute.
      expect(studentTails(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 13);
      expect(studentTails(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 13);
    }
  });

  it('comes from an incomplete beta function that is symmetric and grows', () => {
    const size = fc.double({ min: 0.5, max: 60, noNaN: true });
    // Numbers whose 1 − x is exact: near its ends the function is as steep as a root, and would show how it was rounded.
    const share = fc.integer({ min: 0, max: 2 ** 20 }).map((k) => k / 2 ** 20);
    fc.assert(
      fc.property(size, size, share, share, (a, b, x, y) => {
        expect(incompleteBeta(x, a, b)).toBeCloseTo(1 - incompleteBeta(1 - x, b, a), 11);
        const [less, more] = [Math.min(x, y), Math.max(x, y)];
        expect(incompleteBeta(less, a, b)).toBeLessThanOrEqual(incompleteBeta(more, a, b) + 1e-12);
      }),
    );
    expect(incompleteBeta(0.3, 2.5, 0.5)).toBeCloseTo(0.018927124071945658, 14);
    expect(incompleteBeta(1e-6, 0.5, 4)).toBeCloseTo(0.0021874978125013115, 14);
  });

  it('tests only raters who have marked both, and says nothing of nothing', () => {
    const marks = (...pairs: [string, number][]) => new Map(pairs);
    const test = pairedTest(marks(['a', 3], ['b', 5], ['c', 9]), marks(['b', 4], ['a', 1], ['d', 1]))!;
    expect(test).toMatchObject({ pairs: 2, difference: 1.5, t: 3 });
    expect(pairedTest(marks(['a', 3]), marks(['a', 1]))).toBeUndefined();
    expect(pairedTest(marks(['a', 3], ['b', 4]), marks(['a', 3], ['b', 4]))).toBeUndefined();
    const sure = pairedTest(marks(['a', 3], ['b', 4]), marks(['a', 2], ['b', 3]))!;
    expect([sure.t, sure.twoSided]).toEqual([Number.POSITIVE_INFINITY, 0]);
    expect(summary([])).toBeUndefined();
  });
});

describe('the order of a study', () => {
  it('is the same for the same rater and seed, and each variant comes once', () => {
    expect(orderFor('ann', 4, 7)).toEqual(orderFor('ann', 4, 7));
    expect(orderFor('ann', 5, 7).toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(blindName(1)).toBe('Sheet 1');
  });

  it('favours no place: each variant comes first about as often', () => {
    const raters = 4000;
    const first = [0, 0, 0, 0];
    for (let i = 0; i < raters; i++) first[orderFor(`rater ${i}`, 4, 1)[0]]++;
    // Binomial with p = 1/4: σ = √(4000 · 3/16) ≈ 27; five of them.
    for (const count of first) expect(Math.abs(count - raters / 4)).toBeLessThan(137);
  });
});

describe('ratings as CSV', () => {
  const name = fc.string({ minLength: 1, maxLength: 12 }).map((s) => `n${s.trim()}`);
  const rating = fc.record({
    rater: name,
    scene: name,
    variant: fc.oneof(name, fc.constant('')),
    marks: fc.dictionary(fc.constantFrom(...QUESTIONS.map(({ id }) => id)), fc.integer({ min: 1, max: 9 }), {
      noNullPrototype: true,
    }),
  });

  it('come back as they were, whatever the names', () => {
    fc.assert(
      fc.property(fc.array(rating), (list) => {
        expect(ratingsFromCsv(ratingsToCsv(list as Rating[]))).toEqual(list);
      }),
    );
    expect(ratingsFromCsv(ratingsToCsv(ratings))).toEqual(ratings);
  });

  it.each([
    ['', 'empty'],
    ['rater,scene\n1,2', 'Line 1: there is no column “variant”'],
    ['rater,scene,variant,A9\n1,2,3,4', 'Line 1: column “A9” is unknown'],
    ['rater,scene,variant,A1,A1\n1,2,3,4,5', 'Line 1: column “A1” is given twice'],
    ['rater,scene,variant,A1\n1,2,3,4\n1,2,4,10', 'Line 3, A1:'],
    ['rater,scene,variant,A1\n1,2,3,4.5', 'Line 2, A1:'],
    ['rater,scene,variant\n,2,3', 'Line 2, rater:'],
    ['rater,scene,variant\n1,2', 'Line 2: expected 3 cells, got 2'],
    ['rater,scene,variant\n"1,2,3', 'Line 2: a quotation mark is not closed'],
    ['rater,scene,variant\n"1"x,2,3', 'Line 2: something follows'],
  ])('%j is refused', (text, reason) => {
    expect(() => ratingsFromCsv(text)).toThrow(reason);
  });

  it('are read with a byte-order mark, N/A, empty lines and other line ends', () => {
    const text = '\uFEFFrater,scene,variant,A1,A5\n\n7,"a, b",x,3,N/A\r8,"say ""so""",,,\r\n';
    expect(ratingsFromCsv(text)).toEqual([
      { rater: '7', scene: 'a, b', variant: 'x', marks: { A1: 3 } },
      { rater: '8', scene: 'say "so"', variant: '', marks: {} },
    ]);
  });
});

describe('ratings that are kept', () => {
  const one: Rating = { rater: 'a', scene: 's', variant: 'v', shown: 2, marks: { A1: 5 } };

  it('replace what the same rater said of the same thing', () => {
    const again = { ...one, marks: { A1: 6 } };
    const other = { ...one, rater: 'b' };
    expect(merged([one], [again, other])).toEqual([again, other]);
    expect(distinct([one, other], 'rater')).toEqual(['a', 'b']);
  });

  it('come back from the store; what is damaged is told', () => {
    const held = new Map<string, string>();
    const store: Store = {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    };
    expect(keepRatings(store, [one])).toBeUndefined();
    expect(readRatings(store)).toEqual({ ratings: [one] });
    held.set([...held.keys()][0], '[{"rater":1}]');
    expect(readRatings(store)).toMatchObject({
      ratings: [],
      problem: expect.stringContaining('cannot be read'),
    });
    keepRatings(store, []);
    expect(held.size).toBe(0);
    expect(readRatings(undefined).problem).toContain('stores nothing');
    const full: Store = {
      ...store,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(keepRatings(full, [one])).toContain('full');
  });
});

describe('a rater’s progress', () => {
  const study = { scene: 'Wedge', variants: ['SLaMM', 'TRiMM', 'Provot 2-D'], seed: 4 };
  const progress = new Progress(study, '007');
  const full = (place: number) =>
    Object.fromEntries(progress.sheet(place, []).questions.map(({ id }) => [id, 5]));

  it('goes through all variants in the rater’s own order, and asks of the whole at the end', () => {
    expect([...progress.order].sort()).toEqual([0, 1, 2]);
    let kept: Rating[] = [];
    for (let place = 0; place < progress.count; place++) {
      expect(progress.next(kept)).toBe(place);
      const sheet = progress.sheet(place, kept);
      expect(sheet.marks).toEqual({});
      kept = merged(kept, [progress.rating({ ...sheet, marks: full(place) })]);
      expect(progress.sheet(place, kept).marks).toEqual(full(place));
    }
    expect(progress.next(kept)).toBeUndefined();
    expect(kept.map(({ variant, shown }) => [variant, shown])).toEqual([
      ...progress.order.map((number, i) => [study.variants[number], i + 1]),
      ['', undefined],
    ]);
    expect(new Progress(study, '008').next(kept)).toBe(0);
  });

  it('stays at a sheet until every question but that of sliding has a mark', () => {
    const { A5: _, ...rest } = full(0);
    const sheet = progress.sheet(0, []);
    expect(open({ ...sheet, marks: rest })).toEqual([]);
    const { A1: __, ...fewer } = rest;
    expect(open({ ...sheet, marks: fewer }).map(({ id }) => id)).toEqual(['A1']);
    expect(progress.next([progress.rating({ ...sheet, marks: fewer })])).toBe(0);
    expect(progress.next([progress.rating({ ...sheet, marks: rest })])).toBe(1);
  });
});
