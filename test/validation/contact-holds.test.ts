/** Contact that holds, judged by exact geometry: the scenes made to break it, random drops, a stack at rest. */
import type { World } from 'pliant';
import { sceneById } from 'pliant/scenes';
import { describe, expect, it } from 'vitest';
import { runCase } from '../../lab/validation/case.ts';
import { contactCase, failed, runDrop } from '../../lab/validation/contact.ts';
import { dropOf } from '../../lab/validation/drops.ts';
import { gapBetween } from '../../lab/validation/exact/gap.ts';
import { judge, surfaceOf } from '../../lab/validation/exact/judge.ts';
import { brokenExpectations, WATCHED } from '../scenes/scene-run.ts';

/** A scene of the corpus as it ended; it must have done what it says. */
async function ran(id: string, each?: (world: World) => void) {
  const scene = sceneById(id)!;
  let world: World | undefined;
  const broken = await brokenExpectations(scene, (now) => {
    world = now;
    each?.(now);
  });
  expect(broken).toEqual([]);
  return { scene, world: world! };
}

describe('nothing is in or through anything at the end of', () => {
  it.each(WATCHED.filter((id) => id !== 'stack'))('%s', async (id) => {
    const { scene, world } = await ran(id);
    expect(judge(world, scene)).toEqual({ wrong: [], crossings: [] });
  });
});

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

describe('ten sheets in a stack', () => {
  it('rest quietly, and never nearer to each other than half a thickness', async () => {
    const { seconds } = sceneById('stack')!;
    let gap = Infinity;
    let settled: Float64Array | undefined;
    const { scene, world } = await ran('stack', (now) => {
      const { positions } = surfaceOf(now);
      const sheets = now.bodies.map(({ triangles }) => ({ positions, triangles: triangles.view.slice() }));
      for (let k = 1; k < sheets.length; k++)
        gap = Math.min(gap, gapBetween(sheets[k - 1], sheets[k], 0.004));
      if (now.time > seconds - 0.3) settled ??= Float64Array.from(positions);
    });
    expect(gap).toBeGreaterThanOrEqual(0.002);
    expect(judge(world, scene)).toEqual({ wrong: [], crossings: [] });
    const { positions } = surfaceOf(world);
    const drift = (settled as Float64Array).reduce(
      (most, x, i) => Math.max(most, Math.abs(x - positions[i])),
      0,
    );
    expect(drift).toBeLessThan(5e-4); // an eighth of the thickness
  });
});
