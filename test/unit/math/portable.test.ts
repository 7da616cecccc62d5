/** Portable functions against the host's, and the seeded random numbers against chance. */
import { describe, expect, it } from 'vitest';
import { areaVector } from '../../../src/math/polygon.ts';
import { acos, atan2, cos, exp, log, pow, sin } from '../../../src/math/portable.ts';
import { random, seedRandom } from '../../../src/math/random.ts';

const state = new Int32Array(4);
seedRandom(state, 7);
const between = (least: number, most: number) => least + (most - least) * random(state);

/** Largest error over random arguments; relative unless `absolute`. */
function worst(
  ours: (x: number) => number,
  host: (x: number) => number,
  range: [number, number],
  absolute = false,
) {
  let most = 0;
  for (let i = 0; i < 20_000; i++) {
    const x = between(...range);
    const exact = host(x);
    most = Math.max(most, Math.abs(ours(x) - exact) / (absolute ? 1 : Math.abs(exact)));
  }
  return most;
}

describe('portable functions', () => {
  // 8e-16 is what the file promises: under four units in the last place, the host's own error included.
  it.each([
    ['sin', sin, Math.sin, [-1e5, 1e5], true],
    ['cos', cos, Math.cos, [-1e5, 1e5], true],
    ['exp', exp, Math.exp, [-700, 700], false],
    ['log', (x: number) => log(exp(x)), (x: number) => Math.log(exp(x)), [-600, 600], false],
    ['acos', acos, Math.acos, [-1, 0.99], false],
  ] as const)('%s is the host’s to 8e-16', (_, ours, host, range, absolute) => {
    expect(worst(ours, host, [...range], absolute)).toBeLessThan(8e-16);
  });

  it('atan2 is the host’s in all quadrants', () => {
    for (let i = 0; i < 20_000; i++) {
      const [y, x] = [between(-2, 2), between(-2, 2)];
      expect(Math.abs(atan2(y, x) / Math.atan2(y, x) - 1)).toBeLessThan(8e-16);
    }
  });

  it('pow follows from them', () => {
    // The exponent's rounding is magnified by |y log x|, here up to 35.
    expect(
      worst(
        (x) => pow(x, 7.5),
        (x) => x ** 7.5,
        [0.01, 100],
      ),
    ).toBeLessThan(35 * 4e-16);
  });

  it('ends of the range are as they should be', () => {
    expect([exp(1000), exp(-1000), log(0), exp(0), log(1), sin(0), cos(0)]).toEqual([
      Infinity,
      0,
      -Infinity,
      1,
      0,
      0,
      1,
    ]);
    expect(log(-1)).toBeNaN();
  });
});

describe('random numbers', () => {
  it('are the same for the same seed, others for another', () => {
    const draw = (seed: number) => {
      const own = new Int32Array(4);
      seedRandom(own, seed);
      return Array.from({ length: 5 }, () => random(own));
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('are uniform in [0, 1)', () => {
    const bins = new Array(10).fill(0);
    for (let i = 0; i < 100_000; i++) bins[Math.floor(10 * random(state))]++;
    // 10,000 expected a bin, deviation 95: five of them.
    for (const count of bins) expect(Math.abs(count - 10_000)).toBeLessThan(475);
  });
});

describe('the area of a polygon', () => {
  it('is that of an L, whichever way it is turned and wherever it begins', () => {
    // In the plane through (1, 0, 0) and (0, 0.6, 0.8); the normal is (0, -0.8, 0.6).
    const corners = [
      ...[
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 3],
        [0, 3],
      ],
    ].map(([u, v]) => [5 + u, -7 + 0.6 * v, 3 + 0.8 * v]);
    for (let first = 0; first < corners.length; first++) {
      const turned = [...corners.slice(first), ...corners.slice(0, first)];
      const forward = areaVector(turned.flat());
      const backward = areaVector(turned.toReversed().flat());
      [0, -0.8 * 4, 0.6 * 4].forEach((value, axis) => {
        expect(forward[axis]).toBeCloseTo(value, 13);
        expect(backward[axis]).toBeCloseTo(-value, 13);
      });
    }
  });
});
