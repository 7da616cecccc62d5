/** No particle passes a collider: any shape, speed, step and motion. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Collider,
  type ColliderKeyframe,
  createCollider,
  createShape,
  type Shape,
} from '../../src/contact/index.ts';
import { toLocal, writeFrame } from '../../src/contact/pose.ts';
import { TriangleMesh } from '../../src/contact/shapes/triangle-mesh.ts';
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
} from '../unit/contact/solids.ts';
import { advance, particlesAmong, positionOf, setUp } from './contact-world.ts';

/** A fixed seed: a failure repeats. */
const RUNS = { numRuns: 300, seed: 1 };
const STEPS = 4;
const THROWN = 8;

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
  spin: fc.oneof(fc.constant(0), number(-5, 5), number(-60, 60)),
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
  /** Sub-steps until it arrives; or 0 for the speed above. */
  arrival: number;
}

const thrown: fc.Arbitrary<Thrown> = fc.record({
  start: place,
  aim: place.map((v) => scaled(v, 0.1)),
  speed,
  arrival: fc.oneof(fc.constant(0), number(0.01, STEPS)),
});

interface Case {
  m: Moving;
  thrown: Thrown[];
  h: number;
  r: number;
  rub: { friction: number; restitution: number };
}

function caseOf(m: fc.Arbitrary<Moving>): fc.Arbitrary<Case> {
  const list = fc.array(thrown, { minLength: THROWN, maxLength: THROWN });
  return fc.record({ m, thrown: list, h: duration, r: radius, rub: surface });
}

function thrownVelocity({ start, aim, speed, arrival }: Thrown, c: Case): Vec {
  const way = plus(plus(c.m.position, aim), scaled(start, -1));
  const distance = length(way) + 1e-9;
  return scaled(way, (arrival > 0 ? Math.min(1000, distance / (arrival * c.h)) : speed) / distance);
}

/** From the world to the axes of a collider. */
function localTo(collider: Collider, x: Vec, time: number): Vec {
  const { position, quaternion } = collider.track.poseAt(time);
  const out = new Float64Array(3);
  toLocal(writeFrame(new Float64Array(12), position, quaternion), Float64Array.from(x), out);
  return [out[0], out[1], out[2]];
}

/** One world for all throws: making one takes longer than throwing. */
const scene = particlesAmong(
  [],
  Array.from({ length: THROWN }, (): Vec => [0, 0, 0]),
);
let touches = 0;

function throwAll(
  colliders: readonly Collider[],
  c: Case,
  each: (i: number, x: Vec, time: number) => void,
): void {
  setUp(
    scene,
    colliders,
    c.thrown.map(({ start }) => start),
    { velocities: c.thrown.map((t) => thrownVelocity(t, c)), radius: c.r },
  );
  for (let i = 0; i < THROWN; i++) each(i, positionOf(scene, i), 0);
  advance(scene, c.h, STEPS, () => {
    touches += scene.report?.contacts ?? 0;
    for (let i = 0; i < THROWN; i++) each(i, positionOf(scene, i), scene.world.time);
  });
}

/**
 * Throws particles at one collider. `side` tells, from a place in its axes, on which side that is (its sign) and
 * how far from the border, or NaN where there is no telling. A particle must not change sides; those that begin
 * inside a solid are another test's.
 */
function neverPasses(shape: Shape, c: Case, side: (local: Vec) => number, tolerance = 0): void {
  const collider = createCollider({ name: 'it', shape, keyframes: keyframesOf(c.m, c.h), ...c.rub });
  const sides: number[] = [];
  throwAll([collider], c, (i, x, time) => {
    const now = side(localTo(collider, x, time));
    if (time === 0) sides[i] = shape.signed && now <= 0 ? Number.NaN : Math.sign(now);
    else if (Number.isNaN(now)) sides[i] = now;
    if (!Number.isNaN(sides[i])) expect(sides[i] * now).toBeGreaterThan(-tolerance);
  });
}

afterEach(() => {
  expect(touches).toBeGreaterThan(RUNS.numRuns); // the throws do hit
  touches = 0;
});

describe.each([
  ['at rest', resting],
  ['moving and turning', moving],
])('a collider %s', (_, motion) => {
  it('keeps particles out of a solid', () => {
    fc.assert(
      fc.property(anySolid, caseOf(motion), (shape, c) => {
        // 1e-9 of 10 m: where particles start and shapes lie.
        neverPasses(shape, c, (x) => probe(shape, x).d - c.r, 1e-8);
      }),
      RUNS,
    );
  });

  it('keeps particles on their side of a closed skin, inside or outside', () => {
    const box = createShape({ kind: 'box', size: [4, 1, 2] });
    const skin = new TriangleMesh(boxCorners([2, 0.5, 1]), BOX_TRIANGLES);
    fc.assert(
      fc.property(caseOf(motion), (c) => neverPasses(skin, c, (x) => probe(box, x).d)),
      RUNS,
    );
  });

  it('keeps particles on their side of an open landscape', () => {
    const ground = landscape(600, 24, (i, j) => 3 * Math.sin(2.1 * i + j) + 2 * Math.cos(1.3 * j));
    const skin = new TriangleMesh(ground.vertices, ground.triangles);
    fc.assert(
      fc.property(caseOf(motion), (c) =>
        neverPasses(skin, c, (x) =>
          // Past 100 m it may be round the edge before the next look.
          length(x) < 100 ? x[1] - ground.heightAt(x[0], x[2]) : Number.NaN,
        ),
      ),
      RUNS,
    );
  });
});

it('keeps particles out of several solids at once, corners and grooves among them', () => {
  const several = fc.array(fc.tuple(anySolid, resting), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(several, caseOf(resting), (list, c) => {
      const colliders = list.map(([shape, m]) => createCollider({ name: 'it', shape, ...m, ...c.rub }));
      const outside: boolean[] = [];
      throwAll(colliders, c, (i, x, time) => {
        const gap = Math.min(...colliders.map((k) => probe(k.shape, localTo(k, x, time)).d)) - c.r;
        if (time === 0) outside[i] = gap > 0;
        else if (outside[i]) expect(gap).toBeGreaterThan(-1e-8);
      });
    }),
    RUNS,
  );
});
