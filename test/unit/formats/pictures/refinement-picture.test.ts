import { describe, expect, it } from 'vitest';
import { refinementJson, refinementLevels } from '../../../../formats/pictures/refinement.ts';
import { refinementSvg } from '../../../../formats/pictures/refinement-picture.ts';
import { randomRefinement } from '../../surfaces/refined-sheets.ts';

/** One cell of level 0, and one split in four. */
const map = {
  size: [2, 1],
  points: [3, 2],
  room: 2,
  maxLevel: 3,
  cells: Int32Array.of(0, 0, 4, 0, 4, 0, 2, 1, 6, 0, 2, 1, 4, 2, 2, 1, 6, 2, 2, 1),
  masses: [4, 6, 0, 0],
} as const;

describe('a refinement map', () => {
  it('counts cells and masses down to the deepest level in use', () => {
    expect(refinementLevels(map)).toEqual([
      { level: 0, cells: 1, masses: 4 },
      { level: 1, cells: 4, masses: 6 },
    ]);
  });

  it('is written as JSON with a row a cell', () => {
    const { bodies } = JSON.parse(refinementJson([{ ...map, name: 'napkin' }]));
    expect(bodies[0]).toMatchObject({ name: 'napkin', size: [2, 1], points: [3, 2], room: 2, maxLevel: 3 });
    expect(bodies[0].cells).toHaveLength(5);
    expect(bodies[0].cells[1]).toEqual([4, 0, 2, 1]);
    expect(bodies[0].levels).toEqual(refinementLevels(map));
  });

  it.each([1, 2, 3, 4, 5])('is drawn with every cell once, seed %i', (seed) => {
    const random = randomRefinement(seed, [7, 5], 3);
    const picture = refinementSvg(random, 'x');
    // Cells are closed squares; the sum of their areas is that of the sheet, 560 px by 560 · 4/6.
    const squares = [...picture.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z/g)];
    expect(squares).toHaveLength(random.cells.length / 4);
    const area = squares.reduce((sum, [, , , w, h]) => sum + Number(w) * Number(h), 0);
    // Sides are rounded to 0.01 px, of cells of 11 px and more.
    expect(area / ((560 * 560 * 4) / 6)).toBeCloseTo(1, 2);
  });

  it('shows names as text, each sheet below the other, in one colour a level', () => {
    const picture = refinementSvg(
      [
        { ...map, name: '<b>' },
        { ...map, name: 'two' },
      ],
      'A & B',
    );
    expect(picture).toContain('A &amp; B: refinement');
    expect(picture).toContain('>&lt;b&gt;</text>');
    expect(picture.match(/<g transform="translate\(0 /g)).toHaveLength(2);
    const fills = [...picture.matchAll(/<path d="M[^"]*z" fill="([^"]+)"/g)].map(([, fill]) => fill);
    expect(fills).toHaveLength(4);
    expect(new Set(fills).size).toBe(2);
    expect(picture).toContain('10 particles in use, 6.5 % of 17 × 9');
  });
});
