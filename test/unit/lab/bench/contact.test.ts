/** The benchmark of contact: rows that add up, and verdicts that can be missed. */
import { describe, expect, it } from 'vitest';
import { benchContact, type ContactRow } from '../../../../lab/bench/contact.ts';
import { judgeContact } from '../../../../lab/bench/index.ts';

describe('the benchmark of contact', () => {
  it('measures sheets that touch the ball, on the way and at rest', () => {
    const clock = () => performance.now();
    const rows = benchContact({ clock, samples: 1, drape: 9, sizes: [5, 9], crumpled: false });
    expect(rows.map(({ what, n }) => `${what} ${n}`)).toEqual([
      'drape, provot-sheet 9',
      'drape, provot-sheet 5',
      'drape, adaptive-cloth 9',
    ]);
    for (const row of rows) {
      expect(row.contacts).toBeGreaterThan(0);
      expect(row.triangles).toBe(2 * (row.n - 1) ** 2);
      expect(row.contact).toBeGreaterThan(0);
      expect(row.share).toBeCloseTo((row.contact + row.inside) / row.frame, 12);
      expect(row.frame).toBeGreaterThan(row.contact + row.inside);
      expect(row.growth * row.substeps).toBeCloseTo(row.frameGrowth, 6);
      // Only implicit engines ask contact before they advance.
      expect(row.inside > 0).toBe(row.what === 'drape, adaptive-cloth');
    }
  });

  const row: ContactRow = {
    what: 'drape, provot-sheet',
    n: 73,
    triangles: 10368,
    substeps: 76,
    contacts: 900,
    frame: 10,
    contact: 4,
    inside: 1,
    share: 0.5,
    growth: 2,
    frameGrowth: 152,
  };
  const verdict = (rows: ContactRow[]) => {
    const { json, text } = judgeContact(rows);
    const { rows: judged, growthSpread } = json as { rows: { meets: boolean }[]; growthSpread: number };
    return { text, meets: judged.map(({ meets }) => meets), growthSpread };
  };

  it('meets its targets at their bounds', () => {
    const { text, meets, growthSpread } = verdict([row, { ...row, n: 145, growth: 3 }, { ...row, n: 37 }]);
    expect(meets).toEqual([true, true, true]);
    expect(growthSpread).toBe(1.5);
    expect(text).not.toContain('missed');
  });

  it('misses them beyond', () => {
    expect(verdict([{ ...row, share: 0.51 }]).meets).toEqual([false]);
    expect(verdict([row, { ...row, n: 145, growth: 3.1 }]).text).toContain(
      '1.55 (target: at most 1.5: missed)',
    );
  });
});
