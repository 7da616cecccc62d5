/** The benchmark of lattice matter: rows that add up, C++ that computes the same, and verdicts that can be missed. */
import { expect, it } from 'vitest';
import {
  benchMatter,
  judgeMatter,
  MATTER_STAGES,
  type MatterMeasures,
} from '../../../../lab/bench/matter/index.ts';

const clock = () => performance.now();

it('measures frames, growth and density', () => {
  const found = benchMatter({ clock, samples: 1, particles: 100, frames: [1, 6], large: 350 });
  expect(found.frames.map(({ time }) => time)).toEqual([expect.closeTo(0.04, 9), expect.closeTo(0.24, 9)]);
  for (const row of found.frames) {
    expect(row.frame).toBeGreaterThan(0);
    for (const stage of MATTER_STAGES) expect(row.stages[stage]).toBeGreaterThanOrEqual(0);
    expect(row.stages.lattice).toBeGreaterThan(0);
  }
  for (const { small, large, smallCost, largeCost, ratio } of found.growth) {
    expect(large).toBeGreaterThan(3 * small);
    expect(ratio).toBeCloseTo(largeCost / smallCost, 12);
  }
  const { cpp, densityRatio, pairs } = found.density;
  expect(pairs).toBeGreaterThan(100);
  // The same sums in f32, of which four go side by side here.
  if (cpp !== null) expect(densityRatio).toBeCloseTo(1, 6);
});

const good: MatterMeasures = {
  frames: [
    {
      time: 1,
      particles: 9871,
      substeps: 10,
      solid: 0.9,
      frame: 40,
      stages: { lists: 5, docking: 5, heat: 2, fluid: 3, lattice: 10, solve: 10, rest: 5 },
    },
  ],
  growth: [{ molten: 0, small: 1e4, large: 1e5, smallCost: 400, largeCost: 480, ratio: 1.2 }],
  density: { particles: 9871, pairs: 2e5, wasm: 2, cpp: 1.5, slowerThanCpp: 4 / 3, densityRatio: 1 },
};

it.each([
  ['all met', good, { frame: true, growth: true, density: true }],
  [
    'a slow frame',
    { ...good, frames: [{ ...good.frames[0], frame: 51 }] },
    { frame: false, growth: true, density: true },
  ],
  [
    'growth',
    { ...good, growth: [{ ...good.growth[0], ratio: 1.31 }] },
    { frame: true, growth: false, density: true },
  ],
  [
    'density',
    { ...good, density: { ...good.density, slowerThanCpp: 2.1 } },
    { frame: true, growth: true, density: false },
  ],
  [
    'no g++',
    { ...good, density: { ...good.density, cpp: null, slowerThanCpp: null, densityRatio: null } },
    { frame: true, growth: true, density: null },
  ],
])('judges: %s', (_name, measures, meets) => {
  const { json, text } = judgeMatter(measures);
  expect(json).toMatchObject({ meets });
  expect(text.includes('missed')).toBe(Object.values(meets).includes(false));
  expect(text.includes('skipped')).toBe(meets.density === null);
});
