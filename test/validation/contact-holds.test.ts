/** Contact that holds, judged by exact geometry: random drops. test/scenes/contact.test.ts judges scenes. */
import { describe, expect, it } from 'vitest';
import { runCase } from '../../lab/validation/case.ts';
import { contactCase, failed, runDrop } from '../../lab/validation/contact.ts';
import { dropOf } from '../../lab/validation/drops.ts';

describe('random drops', () => {
  it('of springs on spheres, boxes, wedges, poles, spikes, plates, tori and cups pass nothing', () => {
    const results = Array.from({ length: 8 }, (_, i) => runDrop(1, i, ['provot-sheet']));
    expect(results.filter(failed)).toEqual([]);
  });

  // A box pressed into a clamped membrane, and one that strikes a free one.
  it.each([5, 8])('of a membrane pass nothing (drop %d)', (drop) => {
    expect(failed(runDrop(1, drop, ['membrane-sheet']))).toBe(false);
  });

  // A torus met by masses that step at two rates, a box under cells that are split on it.
  it.each([13, 17])('of a sheet that refines itself pass nothing (drop %d)', (drop) => {
    const { wrongSide, passed, selfCrossings, fault } = runDrop(1, drop, ['adaptive-grid']);
    const none = { wrongSide: 0, passed: [], selfCrossings: 0, fault: undefined };
    expect({ wrongSide, passed, selfCrossings, fault }).toEqual(none);
  });

  // Contacts move a pair that was just seen apart together, later in the same sub-step.
  it.each([53, 58])('of sheets that fold up at the impact pass nothing (drop %d)', (drop) => {
    expect(failed(runDrop(5, drop))).toBe(false);
  });

  // The second stage of sdirk2 began past the corner of a wedge.
  it('of two stages each pass nothing (drop 236)', () => {
    expect(failed(runDrop(1, 236))).toBe(false);
  });

  it('are as many as asked for', () => {
    expect(() => runCase(contactCase, { drops: 5, only: 5 })).toThrow(/^--only: must be below --drops/);
  });

  it('fail by what passes through itself too', () => {
    const none = { drop: 0, title: '', dt: 0.01, wrongSide: 0, passed: [], selfCrossings: 0, penetration: 0 };
    expect(failed(none)).toBe(false);
    expect(failed({ ...none, selfCrossings: 1 })).toBe(true);
  });

  it('are drawn from their number and seed alone', () => {
    expect(dropOf(7, 3)).toEqual(dropOf(7, 3));
    expect(dropOf(7, 3)).not.toEqual(dropOf(8, 3));
    expect(dropOf(7, 3)).not.toEqual(dropOf(7, 4));
  });
});
