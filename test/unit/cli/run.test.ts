/** How often a run is recorded, and what its end is told as. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameSpacing, frameInterval, thinningWarning } from '../../../cli/frame-spacing.ts';
import { startProgress } from '../../../cli/progress.ts';
import { faultText } from '../../../cli/run-lines.ts';

/** Of a frame with nothing but places. */
const bytesOf = (particles: number) => 24 + 12 * particles;

describe('frames of a trajectory', () => {
  it('are as many as a screen shows, whatever the step', () => {
    expect(frameInterval(240, 1 / 60, 12_024)).toBe(1);
    expect(frameInterval(10, 0.5, 12_024)).toBe(1);
    expect(frameInterval(1000, 1 / 600, 12_024)).toBe(10);
    expect(frameInterval(1000, 1e-4, 12_024)).toBe(166);
  });

  it('never fill more than 512 MiB, nor number more than 20 000 and the first', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.double({ min: 1e-6, max: 10, noNaN: true }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (steps, dt, particles) => {
          const frames = Math.ceil(steps / frameInterval(steps, dt, bytesOf(particles)));
          expect(frames).toBeLessThanOrEqual(20_000);
          // One frame may be left over at the end.
          expect((frames - 1) * particles * 12).toBeLessThanOrEqual(512 * 2 ** 20);
        },
      ),
    );
  });
});

describe('the distance of frames', () => {
  it('stays as it was reckoned while frames stay as they were', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (steps, particles) => {
          const interval = frameInterval(steps, 1 / 60, bytesOf(particles));
          const spacing = new FrameSpacing(interval);
          for (let at = 0; at <= steps; at += interval) spacing.recorded(bytesOf(particles), steps - at);
          expect(spacing.interval).toBe(interval);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('grows with frames that grow, so that the file keeps its size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 500, max: 20_000 }),
        (growth, steps) => {
          const spacing = new FrameSpacing(1);
          let written = 0;
          let largest = 0;
          for (let at = 0; at <= steps; at += spacing.interval) {
            // As a sheet that refines itself: ever more particles, and now and then a mesh of three times the bytes.
            largest = 10_000 * (1 + (growth * at) / steps) * (at % 3 === 0 ? 4 : 1);
            written += largest;
            spacing.recorded(largest, steps - at);
          }
          // What the average is behind by, a few frames of the largest.
          expect(written).toBeLessThan(512 * 2 ** 20 + 32 * largest);
        },
      ),
    );
  });

  it('is not put out by a single large mesh', () => {
    const spacing = new FrameSpacing(1);
    for (let at = 0; at < 2000; at++) spacing.recorded(at === 100 ? 900_000 : 200_000, 2000 - at);
    expect(spacing.interval).toBe(1);
  });
});

it('a trajectory with fewer frames than a screen shows is said to be thinned, and why', () => {
  const warning = (steps: number, dt: number, particles: number) =>
    thinningWarning(frameInterval(steps, dt, bytesOf(particles)), dt);
  expect(warning(20_000, 1 / 60, 9)).toBeUndefined();
  expect(warning(1000, 1 / 600, 12_024)).toBeUndefined();
  expect(warning(20_001, 1 / 60, 9)).toBe(
    'the trajectory is thinned: a frame every 2 steps instead of every 1, to keep it within 20000 frames and 512 MiB',
  );
  // 1200 frames of 100 000 particles at 12 bytes are 1373 MiB.
  expect(warning(1200, 1 / 60, 100_000)).toMatch(/every 3 steps instead of every 1/);
});

it('a fault is told with step, time, body, particle, cause and advice', () => {
  const fault = {
    step: 7,
    time: 0.125,
    body: 'flag',
    particle: 3,
    cause: 'it diverged',
    advice: 'use more sub-steps',
  };
  const text = faultText(fault);
  for (const part of ['step 7', '0.125 s', '"flag"', 'particle 3', 'it diverged', 'use more sub-steps']) {
    expect(text).toContain(part);
  }
});

it('work without a measure says so at once, and goes when it is done', () => {
  let text = '';
  const terminal = { isTTY: true, columns: 0, write: (more: string) => (text += more) };
  const progress = startProgress(terminal, 'flag', () => 0);
  progress.say('building the scene');
  expect(text).toBe('\r\x1b[2Kflag  building the scene');
  progress.end();
  expect(text.endsWith('\r\x1b[2K')).toBe(true);
});
