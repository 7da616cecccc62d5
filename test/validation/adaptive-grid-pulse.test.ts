/**
 * Constraint (3) of Hutchinson et al. 1996: a disturbance crosses refined and unrefined parts at the same speed. One end
 * of a strip is moved to and fro once; the half of its greatest displacement reaches the other end after L/c.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { step } from '../../src/index.ts';
import type { Scaling } from '../../src/models/adaptive-grid/index.ts';
import { FIXED, MATERIAL, type SheetWorld, sheetWorld, takeSubsteps } from './adaptive-world.ts';

const [COLUMNS, ROWS] = [41, 5];
const LENGTH = 2;
const DT = 0.001;
type Engine = 'euler-cromer' | 'verlet';
/** s that the end moves: a wave of eight cells at c = √(Y/ρ) = 20 m/s, so that no grid disperses it much. */
const MOVE = 0.02;
const AMOUNT = 1e-3;

function strip(level: number, scaling: Scaling, engine: Engine): SheetWorld {
  const made = sheetWorld(
    {
      ...FIXED,
      size: [LENGTH, 0.2],
      points: [COLUMNS, ROWS],
      scaling,
      material: { ...MATERIAL, damping: 0 },
      startLevel: (u) => (Math.abs(u) < 0.5 ? level : 0),
    },
    engine,
  );
  const keyframes = Array.from({ length: 21 }, (_, k) => ({
    time: (MOVE * k) / 20,
    offset: [AMOUNT * Math.sin((Math.PI * k) / 20) ** 2, 0, 0] as const,
  }));
  made.sheet.pin(Array.from({ length: ROWS }, (_, row) => ({ column: 0, row, keyframes })));
  takeSubsteps(made.world, DT);
  return made;
}

/** s: when the far end has come half of the way that it goes at most. */
function arrival(level: number, scaling: Scaling = 'consistent', engine: Engine = 'euler-cromer'): number {
  const { world, sheet } = strip(level, scaling, engine);
  const { particles: p } = world;
  const end = () => p.x[sheet.index(COLUMNS - 1, 2)] - LENGTH / 2;
  const path = [end()];
  // Before an echo could come back: three times the way.
  while (world.time < (scaling === 'paper' ? 0.28 : 0.2)) {
    step(world, DT);
    path.push(end());
  }
  const half = Math.max(...path) / 2;
  const k = path.findIndex((x) => x >= half);
  return DT * (k - 1 + (half - path[k - 1]) / (path[k] - path[k - 1]));
}

describe('a pulse along a strip, half of which is refined', () => {
  let plain = 0;
  beforeAll(() => {
    plain = arrival(0);
  });

  it('travels at √(Y/ρ) in the unrefined strip', () => {
    // From half of the way out to half of the way out; 5 %: the half of the free end, which swings on to twice the
    // displacement, comes later on the slope than that of the moved one, and the grid disperses it. 0.3 % measured.
    expect(
      Math.abs((plain - MOVE / 4) / (LENGTH / Math.sqrt(MATERIAL.stretch / MATERIAL.density)) - 1),
    ).toBeLessThan(0.05);
  });

  it.each([2, 3])('crosses a band at level %i in the same time', (level) => {
    // Asked for: 5 %. Measured 0.7 % at both: the finer grid disperses less.
    expect(Math.abs(arrival(level) / plain - 1)).toBeLessThan(0.01);
  });

  it('crosses it in the same time where every mass takes the finest step', () => {
    expect(Math.abs(arrival(2, 'consistent', 'verlet') / plain - 1)).toBeLessThan(0.01);
  });

  it('is late behind a band of equal masses, as published: by √2 a level within it', () => {
    const equal = arrival(0, 'paper');
    // Half of the way √2, then 2 times as slow: 1.21 and 1.5 times as long in all. Measured 1.16 and 1.39; the band
    // begins a cell late.
    expect(arrival(1, 'paper') / equal).toBeGreaterThan(1.1);
    const late = arrival(2, 'paper') / equal;
    expect(late).toBeGreaterThan(1.3);
    expect(late).toBeLessThan(1.6);
  });
});
