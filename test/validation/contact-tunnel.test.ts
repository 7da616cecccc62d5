/** No particle passes a collider: any shape, speed, step and motion. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type ColliderKeyframe, createCollider, createShape } from '../../src/contact/index.ts';
import { TriangleMesh } from '../../src/contact/mesh.ts';
import { toLocal, writeFrame } from '../../src/contact/pose.ts';
import {
  solid as anySolid,
  BOX_TRIANGLES,
  boxCorners,
  direction,
  landscape,
  length,
  number,
  place,
  plus,
  probe,
  scaled,
  type Vec,
} from '../unit/contact-solids.ts';
import { advance, particlesAmong, positionOf } from './contact-world.ts';

/** A fixed seed: a failure repeats. */
const RUNS = { numRuns: Number(process.env.RUNS ?? 500), seed: process.env.RUNS ? undefined : 1 };
const STEPS = 4;

/** s */
const duration = number(1e-4, 1 / 30);
/** m/s; slow ones too. */
const speed = fc.oneof(number(0, 2), number(0, 50), number(0, 1000));
const velocity = fc.tuple(direction, speed).map(([d, v]) => scaled(d, v));
const surface = fc.record({
  friction: fc.oneof(fc.constant(0), number(0, 2)),
  restitution: fc.oneof(fc.constant(0), fc.constant(1), number(0, 1)),
});
const radius = fc.oneof(fc.constant(0), number(1e-5, 0.02));

interface Moving {
  rotation: { axis: Vec; angle: number };
  position: Vec;
  velocity: Vec;
  /** rad/s */
  spin: number;
}

const resting: fc.Arbitrary<Moving> = fc.record({
  rotation: fc.record({ axis: direction, angle: number(-180, 180) }),
  position: place,
  velocity: fc.constant<Vec>([0, 0, 0]),
  spin: fc.constant(0),
});
const moving: fc.Arbitrary<Moving> = fc.record({
  rotation: fc.record({ axis: direction, angle: number(-180, 180) }),
  position: place,
  velocity,
  spin: fc.oneof(fc.constant(0), number(-5, 5), number(-100, 100)),
});

function keyframesOf(m: Moving, h: number): ColliderKeyframe[] {
  const end = STEPS * h;
  const { axis, angle } = m.rotation;
  return [
    { time: 0, position: m.position, rotation: { axis, angle } },
    {
      time: end,
      position: plus(m.position, scaled(m.velocity, end)),
      rotation: { axis, angle: angle + (m.spin * end * 180) / Math.PI },
    },
  ];
}

interface Thrown {
  start: Vec;
  /** Where it is thrown at, relative to the collider. */
  aim: Vec;
  speed: number;
}

const thrown: fc.Arbitrary<Thrown> = fc.record({
  start: place,
  aim: place.map((v) => scaled(v, 0.2)),
  speed,
});

interface Case {
  shape: Shape;
  m: Moving;
  thrown: Thrown[];
  h: number;
  r: number;
  rub: { friction: number; restitution: number };
}

function caseOf(shape: fc.Arbitrary<Shape>, m: fc.Arbitrary<Moving>): fc.Arbitrary<Case> {
  const list = fc.array(thrown, { minLength: 1, maxLength: 12 });
  return fc.record({ shape, m, thrown: list, h: duration, r: radius, rub: surface });
}

/** Throws particles at one collider. `side` tells, from a place in its axes, on which side that is, and how far
 * from the border; a particle that begins clear of the border must never be on the other. */
function neverPasses(c: Case, side: (local: Vec) => number, tolerance: number, solid = false): void {
  const collider = createCollider({ name: 'it', shape: c.shape, keyframes: keyframesOf(c.m, c.h), ...c.rub });
  const sideAt = (x: Vec, time: number): number => {
    const { position, quaternion } = collider.track.poseAt(time);
    const out = new Float64Array(3);
    toLocal(writeFrame(new Float64Array(12), position, quaternion), x[0], x[1], x[2], out);
    return side([out[0], out[1], out[2]]);
  };
  const clear = c.thrown.filter(({ start }) => sideAt(start, 0) > 0 || (!solid && sideAt(start, 0) < 0));
  const before = clear.map(({ start }) => Math.sign(sideAt(start, 0)));
  const velocities = clear.map(({ start, aim, speed }) => {
    const way = plus(plus(c.m.position, aim), scaled(start, -1));
    return scaled(way, speed / (length(way) + 1e-9));
  });
  const scene = particlesAmong(
    [collider],
    clear.map(({ start }) => start),
    { velocities, radius: c.r },
  );
  advance(scene, c.h, STEPS, () => {
    hits += scene.report?.contacts ?? 0;
    total += clear.length;
    clear.forEach((_, i) => {
      const now = sideAt(positionOf(scene, i), scene.world.time);
      expect(now * before[i]).toBeGreaterThan(-tolerance);
    });
  });
}

let hits = 0;
let total = 0;
afterEach(() => {
  console.log(hits, total);
  hits = total = 0;
});

describe.each([
  ['at rest', resting],
  ['moving and turning', moving],
])('a collider %s', (_, motion) => {
  it('keeps particles out of a solid', () => {
    fc.assert(
      fc.property(caseOf(anySolid, motion), (c) => {
        // 1e-9 of 10 m: where particles start and shapes lie. Those that begin inside are another test's.
        neverPasses(c, (x) => probe(c.shape, x).d - c.r, 1e-8, true);
      }),
      RUNS,
    );
  });

  it('keeps particles on their side of a closed skin, inside or outside', () => {
    const box = createShape({ kind: 'box', size: [4, 1, 2] });
    const skin = new TriangleMesh(boxCorners([2, 0.5, 1]), BOX_TRIANGLES);
    fc.assert(
      fc.property(caseOf(fc.constant(skin), motion), (c) => neverPasses(c, (x) => probe(box, x).d, 0)),
      RUNS,
    );
  });

  it('keeps particles on their side of an open landscape', () => {
    const ground = landscape(600, 24, (i, j) => 3 * Math.sin(2.1 * i + j) + 2 * Math.cos(1.3 * j));
    const skin = new TriangleMesh(ground.vertices, ground.triangles);
    fc.assert(
      fc.property(caseOf(fc.constant(skin), motion), (c) =>
        neverPasses(c, (x) => x[1] - ground.heightAt(x[0], x[2]), 0),
      ),
      RUNS,
    );
  });
});
