/** The swept test by itself, against a fine walk along the curve. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShape, type Shape } from '../../../../src/contact/index.ts';
import { Motion } from '../../../../src/contact/particles/motion.ts';
import { ParticlePath } from '../../../../src/contact/particles/particle-path.ts';
import { type Curve, SEPARATION, Sweep, TOUCH } from '../../../../src/contact/particles/sweep.ts';
import { Track } from '../../../../src/contact/track.ts';
import { BOX_TRIANGLES, boxCorners, landscape, number, place, probe, solid, type Vec } from '../solids.ts';

const RUNS = { numRuns: 200, seed: 1 };

const curve: fc.Arbitrary<Curve> = fc
  .tuple(place, place, place)
  .map(([start, end, bend]) =>
    Float64Array.from([...start, ...end.map((x, i) => x - start[i] - bend[i]), ...bend]),
  );

function at(c: Curve, t: number): Vec {
  return [0, 1, 2].map((axis) => c[axis] + t * (c[3 + axis] + t * c[6 + axis])) as Vec;
}

function gapAt(shape: Shape, c: Curve, t: number, radius: number): number {
  return probe(shape, at(c, t)).d - radius;
}

/** Curves are 70 m long at most: a walk that sees every entry deeper than 0.04 m, and most others. */
const WALK = 1000;

const skins = [
  createShape({ kind: 'mesh', vertices: boxCorners([2, 0.5, 1]), triangles: BOX_TRIANGLES }),
  createShape({ kind: 'mesh', ...landscape(4, 10, (i, j) => Math.sin(i * 1.3) * Math.cos(j)) }),
];

describe.each([
  ['solid', solid],
  ['skin', fc.constantFrom(...skins)],
])('the first touch with a %s', (_, shapes) => {
  it('is where the gap first falls to the skin, and nowhere before', () => {
    fc.assert(
      fc.property(shapes, curve, number(0, 0.1), (shape, c, radius) => {
        fc.pre(gapAt(shape, c, 0, radius) > TOUCH);
        const sweep = new Sweep();
        sweep.radius = radius;
        const touched = sweep.run(shape, c, true);
        const { share, gap, normal, point } = sweep.touch;
        const end = touched ? share : 1;
        let least = Infinity;
        for (let i = 0; i <= WALK; i++) least = Math.min(least, gapAt(shape, c, (i / WALK) * end, radius));
        expect(least).toBeGreaterThan(SEPARATION - 1e-12); // rounding of the gap, of metres
        if (!touched) return;
        expect(gap).toBeLessThanOrEqual(1.126 * SEPARATION);
        expect(gapAt(shape, c, share, radius)).toBeCloseTo(gap, 12);
        expect([...point]).toEqual(at(c, share));
        expect(probe(shape, at(c, share)).n[0]).toBeCloseTo(normal[0], 6);
      }),
      RUNS,
    );
  });

  it('is not missed: a curve that is seen to enter is stopped', () => {
    fc.assert(
      fc.property(shapes, curve, number(0.001, 0.1), (shape, c, radius) => {
        fc.pre(gapAt(shape, c, 0, radius) > TOUCH);
        let enters = false;
        for (let i = 0; i <= 200 && !enters; i++) enters = gapAt(shape, c, i / 200, radius) < 0;
        const sweep = new Sweep();
        sweep.radius = radius;
        if (enters) expect(sweep.run(shape, c, true)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('a ball in touch', () => {
  const floor = createShape({ kind: 'plane' });
  const sweep = new Sweep();
  const run = (shape: Shape, start: Vec, d: Vec, e: Vec, fresh = true): boolean => {
    sweep.reset();
    return sweep.run(shape, Float64Array.from([...start, ...d, ...e]), fresh);
  };

  it('touches at once when it is led in by however little', () => {
    expect(run(floor, [0, SEPARATION, 0], [1, -1e-15, 0], [0, 0, 0])).toBe(true);
    expect(sweep.touch.share).toBe(0);
    expect(run(floor, [0, SEPARATION, 0], [1, 0, 0], [0, -1e-15, 0])).toBe(true);
    expect(sweep.touch.share).toBe(0);
  });

  it('may slide, leave and, later in the sub-step, use some of the skin', () => {
    expect(run(floor, [0, SEPARATION, 0], [1, 0, 0], [0, 0, 0])).toBe(false);
    expect(run(floor, [0, SEPARATION, 0], [1, 1, 0], [0, 0, 0])).toBe(false);
    expect(run(floor, [0, SEPARATION, 0], [1, -0.1 * SEPARATION, 0], [0, 0, 0], false)).toBe(false);
    expect(run(floor, [0, SEPARATION, 0], [1, -SEPARATION, 0], [0, 0, 0], false)).toBe(true);
  });

  it('that hops touches where it comes down', () => {
    expect(run(floor, [0, SEPARATION, 0], [0, 1, 0], [0, -2, 0])).toBe(true);
    expect(sweep.touch.share).toBeCloseTo(0.5, 6);
  });

  it('slides over the inner edges of a flat skin as if there were none', () => {
    const flat = createShape({ kind: 'mesh', ...landscape(3, 9, () => 0) });
    fc.assert(
      fc.property(number(-2, 2), number(-2, 2), number(-1, 1), number(-1, 1), (x, z, dx, dz) => {
        for (const radius of [0, 1e-3]) {
          sweep.radius = radius;
          expect(run(flat, [x, radius + SEPARATION, z], [dx, 0, dz], [0, 0, 0])).toBe(false);
        }
        sweep.radius = 0;
      }),
      RUNS,
    );
  });
});

it('meets a turning blade when it comes round, however far it turns in the sub-step', () => {
  const blade = createShape({ kind: 'box', size: [4, 1, 0.02] });
  fc.assert(
    fc.property(number(0.2, 6), number(0.5, 1.9), number(0.1, 0.95), (turn, arm, share) => {
      const angle = (turn * 180) / Math.PI;
      const motion = new Motion(
        new Track([0, 0, 0], undefined, [
          { time: 0, rotation: { axis: [0, 1, 0], angle: 0 } },
          { time: 1, rotation: { axis: [0, 1, 0], angle } },
        ]),
      );
      motion.begin(0, 1);
      // A point at rest that the blade's face, SEPARATION above it, reaches at `share`; x turns towards −z.
      const at = turn * share + Math.asin((0.01 + SEPARATION) / arm);
      fc.pre(at < Math.PI - 0.1); // not met by the blade's other half before
      const path = new ParticlePath();
      path.world.set([arm * Math.cos(at), 0, -arm * Math.sin(at)]);
      const sweep = new Sweep();
      const pieces = path.pieces(motion);
      let touched = false;
      for (let i = 0; i < pieces && !touched; i++) {
        path.toPiece(motion, i, pieces);
        touched = sweep.run(blade, path.curve, true, i, pieces);
      }
      expect(touched).toBe(true);
      // The pieces are off by SEPARATION / 16 at most, and a touch may be SEPARATION / 8 early.
      expect(Math.abs(sweep.touch.share - share) * turn * arm).toBeLessThan(0.3 * SEPARATION);
    }),
    RUNS,
  );
});
