/** Unsplitting: a sheet that was creased and is flat again goes back to its coarse grid, and does not flicker. */
import { describe, expect, it } from 'vitest';
import { airDamping, gravity, type Keyframe } from '../../src/engine.ts';
import { run, type World } from '../../src/index.ts';
import type { AdaptiveGrid } from '../../src/models/adaptive-grid/index.ts';
import { MATERIAL, row, sheetWorld, takeSubsteps } from './adaptive-world.ts';

const DT = 1 / 60;
const FALL = gravity([0, -9.81, 0]);

describe('a sheet between two rods that are brought together and drawn apart', () => {
  it('refines itself in its folds, and is as coarse as it was when it is taut again', () => {
    const { world, sheet } = sheetWorld({
      size: [0.8, 0.4],
      points: [13, 7],
      material: { ...MATERIAL, damping: 0.05, rigidity: 5e-5 },
      unsplitAge: 0.3,
      place: (u, v) => [u, 0, -v],
    });
    const rod = (column: number, side: number) =>
      Array.from({ length: 7 }, (_, at) => ({
        column,
        row: at,
        keyframes: [
          { time: 0.1, offset: [0, 0, 0] },
          { time: 0.6, offset: [-0.25 * side, 0, 0] },
          { time: 1.2, offset: [0.01 * side, 0, 0] },
        ] satisfies Keyframe[],
      }));
    sheet.pin([...rod(0, -1), ...rod(12, 1)]);
    world.addForce(FALL);
    world.addForce(airDamping(2));
    takeSubsteps(world, DT);
    const counts: number[] = [];
    const { fault } = run(world, DT, 180, () => counts.push(sheet.count));
    expect(fault).toBeUndefined();
    expect(counts[0]).toBe(91);
    expect(Math.max(...counts)).toBeGreaterThan(400);
    expect(sheet.count).toBeLessThan(1.05 * 91); // measured: 91, from 2.4 s on
    expect(sheet.depth).toBe(0);
  });
});

/** Runs for some seconds and tells when each point of the sheet became a mass, or ceased to be one. */
function changesOf(world: World, sheet: AdaptiveGrid, seconds: number): number[][] {
  const changes = new Map<string, number[]>();
  const masses = () => {
    const { places } = sheet;
    return new Set(
      Array.from(
        { length: sheet.count },
        (_, i) => `${places[2 * i].toFixed(6)} ${places[2 * i + 1].toFixed(6)}`,
      ),
    );
  };
  let before = masses();
  const { fault } = run(world, DT, Math.round(seconds / DT), () => {
    const now = masses();
    for (const point of new Set([...before, ...now])) {
      if (before.has(point) === now.has(point)) continue;
      changes.set(point, [...(changes.get(point) ?? []), world.time]);
    }
    before = now;
  });
  expect(fault).toBeUndefined();
  return [...changes.values()];
}

describe('a hanging sheet whose top is moved to and fro', () => {
  // In 1.5 s a mass came in one cell, and soon after the older cells beside it grew calm.
  it.each([
    [1.5, 0.3],
    [2, 0.45],
  ])('every %d s: no point of it comes or goes more than twice in a second of six', (period, amount) => {
    const { world, sheet } = sheetWorld({
      size: [0.5, 0.9],
      points: [6, 10],
      material: { ...MATERIAL, rigidity: 2e-4 },
      splitAngle: 20,
      maxLevel: 2,
    });
    const keyframes = Array.from({ length: 200 }, (_, k) => {
      const offset = [0, 0, amount * Math.sin((2 * Math.PI * k) / 30 / period)] as const;
      return { time: k / 30, offset };
    });
    sheet.pin(row(6, 0).map((pin) => ({ ...pin, keyframes })));
    world.addForce(FALL);
    world.addForce(airDamping(1));
    takeSubsteps(world, DT);
    const changes = changesOf(world, sheet, 6);
    expect(changes.length).toBeGreaterThan(200);
    expect(Math.max(...changes.map(({ length }) => length))).toBeGreaterThan(2);
    for (const times of changes) {
      for (let k = 2; k < times.length; k++) expect(times[k] - times[k - 2]).toBeGreaterThan(1 - DT / 2);
    }
  });
});
