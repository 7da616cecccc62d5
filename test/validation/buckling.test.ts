/** Lateral buckling of a strip on edge, and its theory. */
import { describe, expect, it } from 'vitest';
import { turnsOver } from '../../lab/validation/buckling.ts';
import { LOADS, plateThreshold, slenderThreshold } from '../../lab/validation/buckling-theory.ts';
import { cases, runCase } from '../../lab/validation/index.ts';

const buckling = cases.find(({ name }) => name === 'buckling') as (typeof cases)[number];

describe('the theory of lateral buckling', () => {
  it.each(
    LOADS.flatMap((load) => [0, 0.3, -1 / 3].map((poisson) => [load, poisson] as const)),
  )('is the classical one for a slender strip with load %s and Poisson’s ratio %s', (load, poisson) => {
    // Its constants have four digits.
    const slender = slenderThreshold(load, poisson);
    expect(plateThreshold(load, 0.005, poisson, 'warping') / slender).toBeCloseTo(1, 3);
  });

  it('has a higher threshold for a wider strip, and for one that cannot warp at its clamp', () => {
    const [narrow, wide] = [0.1, 0.4].map((slimness) => plateThreshold('weight', slimness, 0));
    expect(wide).toBeGreaterThan(narrow);
    expect(narrow).toBeGreaterThan(plateThreshold('weight', 0.1, 0, 'warping'));
  });
});

describe('a strip of cloth on edge', () => {
  // The bound of the case, 5 %, and half of its resolution.
  it.each(LOADS)('stands below the threshold and turns over beyond it: %s', (load) => {
    const threshold = plateThreshold(load, 0.25, -1 / 3);
    const strip = { load, slimness: 0.25, cells: 24, engine: 'implicit-euler', tolerance: 0.01 } as const;
    expect(turnsOver(strip, 0.947 * threshold)).toBe(false);
    expect(turnsOver(strip, 1.053 * threshold)).toBe(true);
  });

  it('has a threshold that converges with the mesh', () => {
    const error = (cells: number) => runCase(buckling, { slimness: 0.5, cells }).relativeError;
    expect(error(16)).toBeLessThan(error(8));
  });
});
