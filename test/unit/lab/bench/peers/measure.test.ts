/** The measure of the peer benchmark on shapes whose strain and depth are known. */
import { describe, expect, it } from 'vitest';
import {
  edgeStrain,
  hasExploded,
  measure,
  median,
  spherePenetration,
  strainOf,
} from '../../../../../lab/bench/peers/measure.ts';
import { restPositions, scenarios } from '../../../../../lab/bench/peers/scenario.ts';
import { acted } from './sample-results.ts';

const { flag, drape } = scenarios;

describe('strain of the edges', () => {
  it('is zero for the sheet at rest', () => {
    // l/l₀ − 1 of lengths near 1/16 is rounded at 2⁻⁵² relative to coordinates of 1/2: 8 edges a half.
    expect(edgeStrain(restPositions(flag, 17), 17).max).toBeLessThan(1e-14);
  });

  it('is 5 % everywhere for a sheet stretched by 5 %', () => {
    const strain = edgeStrain(
      restPositions(flag, 33).map((x) => 1.05 * x),
      33,
    );
    expect(strain.mean).toBeCloseTo(0.05, 12);
    expect(strain.max).toBeCloseTo(0.05, 12);
  });

  it('counts shortening like stretching, and averages over both directions', () => {
    const narrowed = restPositions(drape, 9).map((x, i) => (i % 3 === 0 ? 0.9 * x : x));
    const strain = edgeStrain(narrowed, 9);
    expect(strain.max).toBeCloseTo(0.1, 12);
    expect(strain.mean).toBeCloseTo(0.05, 12); // half of the edges lie along x
  });

  it('does not hide a mass that is not a number', () => {
    const positions = restPositions(flag, 9);
    positions[100] = Number.NaN;
    expect(hasExploded(edgeStrain(positions, 9))).toBe(true);
    expect(edgeStrain(positions, 9).max).toBeNaN();
  });

  it('tells what 99 % of the edges stay below, and how many are below 1 %', () => {
    const thousandths = Float64Array.from({ length: 100 }, (_, i) => (i + 1) / 1000);
    const strain = strainOf([thousandths.subarray(50), thousandths.subarray(0, 50)]);
    expect(strain).toEqual({ mean: expect.closeTo(0.0505, 12), p99: 0.099, within: 0.09, max: 0.1 });
    expect(strainOf([Float64Array.of(0, 0.002)]).within).toBe(1);
  });
});

describe('depth inside the ball', () => {
  const sphere = drape.sphere!;

  it('is that of the deepest mass', () => {
    expect(spherePenetration(new Float64Array([0, 0.24, 0, 0.15, 0, 0, 0, 0, 3]), sphere)).toBeCloseTo(
      0.1,
      15,
    );
  });

  it('is zero outside and without a ball', () => {
    expect(spherePenetration(restPositions(drape, 9), sphere)).toBe(0);
    expect(spherePenetration(new Float64Array(3), undefined)).toBe(0);
  });
});

describe('a measurement', () => {
  it('judges the frames after the warm-up only', async () => {
    // Stretched by a fifth during the warm-up, by a tenth in the first two of four measured frames.
    const rest = restPositions(flag, 5);
    const { run, clock } = acted(5, (frame, positions) => {
      const factor = frame <= 3 ? 1.2 : frame <= 5 ? 1.1 : 1;
      positions.set(rest.map((x) => factor * x));
    });
    const m = await measure(run, flag, 5, { warmUp: 3, frames: 4, budget: 1000, clock });
    expect(m).toMatchObject({
      status: 'ok',
      frames: 7,
      measured: 4,
      msMin: 2,
      msMedian: 2,
      penetration: null,
    });
    expect(m.strain!.mean).toBeCloseTo(0.05, 12);
    expect(m.strain!.max).toBeCloseTo(0.1, 12);
  });

  it('stops where a sheet explodes', async () => {
    const { run, clock } = acted(5, (frame, positions) => {
      if (frame === 2) positions[7] = Number.POSITIVE_INFINITY;
    });
    const m = await measure(run, flag, 5, { warmUp: 3, frames: 4, budget: 1000, clock });
    expect(m).toMatchObject({ status: 'exploded', frames: 2, strain: null });
  });

  it.each([
    { frameMs: 500, frames: 3 }, // thirty would take 15 s of the 10 s
    { frameMs: 2000, frames: 1 }, // by far too long, even for a first frame
  ])('gives up on a sheet of $frameMs ms a frame after $frames, and tells its time', async ({
    frameMs,
    frames,
  }) => {
    const { run, clock } = acted(5, () => {}, frameMs);
    const m = await measure(run, flag, 5, { warmUp: 30, frames: 60, budget: 10_000, clock });
    expect(m).toMatchObject({ status: 'slow', frames, measured: 0, msMedian: frameMs, strain: null });
  });

  it('is cut short when its time is up', async () => {
    const { run, clock } = acted(5, () => {}, 500);
    const m = await measure(run, flag, 5, { warmUp: 10, frames: 60, budget: 7000, clock });
    expect(m).toMatchObject({ status: 'ok', frames: 15, measured: 5 });
  });

  it('takes the middle as median', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 100])).toBe(3.5);
  });
});
