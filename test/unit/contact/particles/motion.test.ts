import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCollider } from '../../../../src/contact/index.ts';
import { Motion } from '../../../../src/contact/particles/motion.ts';
import { toLocal, toWorld, writeFrame } from '../../../../src/contact/pose.ts';
import { Track } from '../../../../src/contact/track.ts';
import { direction, length, number, place, plus, scaled, type Vec } from '../solids.ts';

const RUNS = { numRuns: 200, seed: 1 };

/** Where a point fixed to the track's body is in the world at a time. */
function carried(track: Track, local: Vec, time: number): Vec {
  const { position, quaternion } = track.poseAt(time);
  const out = new Float64Array(3);
  toWorld(writeFrame(new Float64Array(12), position, quaternion), Float64Array.from(local), out);
  return [out[0], out[1], out[2]];
}

const apart = (a: Vec, b: Vec) => length(plus(a, scaled(b, -1)));

describe('a pose', () => {
  it('to its axes and back is where we were, and keeps lengths', () => {
    fc.assert(
      fc.property(place, direction, number(-720, 720), place, (position, axis, angle, x) => {
        const { quaternion } = new Track(position, { axis, angle }).poseAt(0);
        const frame = writeFrame(new Float64Array(12), position, quaternion);
        const local = new Float64Array(3);
        const back = new Float64Array(3);
        toLocal(frame, Float64Array.from(x), local);
        toWorld(frame, local, back);
        expect(apart([back[0], back[1], back[2]], x)).toBeLessThan(1e-13);
        expect(length([local[0], local[1], local[2]])).toBeCloseTo(apart(x, position), 12);
      }),
      RUNS,
    );
  });
});

describe('a track', () => {
  const spin = new Track([0, 0, 0], undefined, [
    { time: 1, rotation: { axis: [0, 0, 1], angle: 0 } },
    { time: 3, rotation: { axis: [0, 0, 2], angle: 720 }, position: [4, 0, 0] },
  ]);

  it('is held before its first keyframe and after its last', () => {
    expect(carried(spin, [1, 0, 0], -5)).toEqual([1, 0, 0]);
    expect(apart(carried(spin, [1, 0, 0], 9), [5, 0, 0])).toBeLessThan(1e-14);
  });

  it('turns by the difference of angles about one axis, whole turns included', () => {
    expect(apart(carried(spin, [1, 0, 0], 1.25), [0.5, 1, 0])).toBeLessThan(1e-14); // a quarter turn
    expect(length([...spin.turnOver(1, 3)] as Vec)).toBeCloseTo(4 * Math.PI, 12);
    expect(spin.turnOver(0, 2)[2]).toBeCloseTo(2 * Math.PI, 12); // held until 1
    const back = new Track([0, 0, 0], undefined, [
      { time: 0, rotation: { axis: [0, 1, 0], angle: 90 } },
      { time: 1, rotation: { axis: [0, -1, 0], angle: 180 } },
    ]);
    expect(back.turnOver(0, 1)[1]).toBeCloseTo((-270 * Math.PI) / 180, 12);
  });

  it('turns the shortest way between different axes, at constant speed', () => {
    const track = new Track([0, 0, 0], undefined, [
      { time: 0, rotation: { axis: [1, 0, 0], angle: 90 } },
      { time: 1, rotation: { axis: [0, 1, 0], angle: 90 } },
    ]);
    const whole = length([...track.turnOver(0, 1)] as Vec);
    expect(whole).toBeLessThanOrEqual(Math.PI);
    expect(length([...track.turnOver(0.3, 0.4)] as Vec)).toBeCloseTo(whole / 10, 12);
    // 90° about y takes z to x.
    expect(apart(carried(track, [0, 0, 1], 1), [1, 0, 0])).toBeLessThan(1e-14);
  });

  it('that names its place once and again does not move', () => {
    expect(new Track([1, 2, 3]).still).toBe(true);
    expect(new Track([1, 2, 3], undefined, [{ time: 0 }, { time: 1 }]).still).toBe(true);
    expect(spin.still).toBe(false);
  });
});

describe('the motion in a sub-step', () => {
  const moving = fc.record({
    from: place,
    to: place,
    axis: direction,
    angles: fc.tuple(number(-300, 300), number(-300, 300)),
    x: place,
    s: number(0, 1),
  });

  it('follows the keyframes at every share of it', () => {
    fc.assert(
      fc.property(moving, ({ from, to, axis, angles, x, s }) => {
        const track = new Track([0, 0, 0], undefined, [
          { time: 0, position: from, rotation: { axis, angle: angles[0] } },
          { time: 2, position: to, rotation: { axis, angle: angles[1] } },
        ]);
        const motion = new Motion(track);
        motion.begin(0.5, 0.25);
        const out = new Float64Array(3);
        toWorld(motion.frameAt(s, new Float64Array(12)), Float64Array.from(x), out);
        expect(apart([out[0], out[1], out[2]], carried(track, x, 0.5 + 0.25 * s))).toBeLessThan(1e-12);
      }),
      RUNS,
    );
  });

  it('gives surface points the velocity of their motion', () => {
    fc.assert(
      fc.property(moving, ({ from, to, axis, angles, x, s }) => {
        const track = new Track([0, 0, 0], undefined, [
          { time: 0, position: from, rotation: { axis, angle: angles[0] } },
          { time: 2, position: to, rotation: { axis, angle: angles[1] } },
        ]);
        const motion = new Motion(track);
        motion.begin(0.5, 0.25);
        const time = 0.5 + 0.25 * s;
        const e = 1e-5;
        const rate = scaled(
          plus(carried(track, x, time + e), scaled(carried(track, x, time - e), -1)),
          1 / (2 * e),
        );
        const u = new Float64Array(3);
        const here = Float64Array.from(carried(track, x, time));
        motion.surfaceVelocity(motion.frameAt(s, new Float64Array(12)), here, u);
        // Differences: e² × angular speed³ × arm / 6, and rounding / e.
        expect(apart([u[0], u[1], u[2]], rate)).toBeLessThan(1e-7);
      }),
      RUNS,
    );
  });
});

describe('a collider that makes no sense is refused', () => {
  const ball = { name: 'ball', shape: { kind: 'sphere', radius: 1 } } as const;
  it.each([
    [{ friction: -0.1 }, /^friction: must be >= 0, got -0.1/],
    [{ friction: 0.5, staticFriction: 0.4 }, /^staticFriction: must be >= 0.5, got 0.4/],
    [{ restitution: 1.1 }, /^restitution: must be <= 1, got 1.1/],
    [{ restitution: Number.NaN }, /^restitution: must be a finite number, got NaN/],
    [{ position: [0, Infinity, 0] as Vec }, /^position\[1\]: must be a finite number/],
    [{ rotation: { axis: [0, 0, 0] as Vec, angle: 5 } }, /^rotation\.axis: must have a direction/],
    [{ keyframes: [{ time: 1 }, { time: 1 }] }, /^keyframes\[1\]\.time: must be later than .* \(1\), got 1/],
    [
      { keyframes: [{ time: 0, position: [0, 0] as never }] },
      /^keyframes\[0\]\.position: must be three numbers/,
    ],
    [{ shape: { kind: 'sphere', radius: -1 } as const }, /^shape\.radius: must be > 0, got -1/],
  ])('%j', (wrong, message) => {
    expect(() => createCollider({ ...ball, ...wrong })).toThrow(RangeError);
    expect(() => createCollider({ ...ball, ...wrong })).toThrow(message);
  });
});
