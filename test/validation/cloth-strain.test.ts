/**
 * Strain of cotton under a load that is known from a pull along one thread: ε = T/k, with the weight T below a place (N/m) and
 * the stretch stiffness k of the weft. It may not depend on resolution, step or tolerance.
 */
import { buildScene, parseScene, run } from 'pliant';
import { describe, expect, it } from 'vitest';
import { resolveFabric } from '../../src/materials/cloth.ts';

const { density, stretchWeft } = resolveFabric('cotton');
/** Length of the cloth, m, and its strain at the top. */
const LENGTH = 1;
const STRAIN = 0.02;
/** Gravity at which its weight strains it so far, seventy times that on earth, m/s². */
const GRAVITY = (STRAIN * stretchWeft) / (density * LENGTH);
/** Duration, s: forty times that of the slowest swing along the threads, 4 L √(ρ/k), which the air damps. */
const SECONDS = 0.8;

const cases = [8, 16, 32].flatMap((rows) =>
  [1 / 30, 1 / 60, 1 / 240].flatMap((dt) => [0.01, 0.001].map((tolerance) => ({ rows, dt, tolerance }))),
);

describe('a cloth that hangs', () => {
  it.each(cases)('is strained as a thread: $rows rows, steps of $dt s, tolerance $tolerance', (one) => {
    const { rows, dt, tolerance } = one;
    const scene = parseScene({
      format: 1,
      dt,
      engine: { name: 'implicit-euler', tolerance },
      gravity: [0, -GRAVITY, 0],
      air: { rate: 100, density: 0 },
      contact: { self: true },
      bodies: [
        {
          name: 'cloth',
          model: 'adaptive-cloth',
          size: [LENGTH / 4, LENGTH],
          cells: [rows / 4, rows],
          material: 'cotton',
          pins: [{ at: 'top' }],
        },
      ],
    });
    const { strain, fault } = run(buildScene(scene), dt, Math.round(SECONDS / dt));
    expect(fault).toBeUndefined();
    // The strain along the weft falls evenly from STRAIN to 0, and that along the warp is 0: their mean is a quarter of it.
    expect(strain.mean / (STRAIN / 4)).toBeCloseTo(1, 4);
    // No place bears more than the whole weight, and the first row bears it but for that of its upper half.
    expect(strain.max).toBeLessThan(STRAIN);
    expect(strain.max).toBeGreaterThan(STRAIN * (1 - 0.5 / rows));
  });
});
