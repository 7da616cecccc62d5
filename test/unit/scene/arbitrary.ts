/** Random valid scenes, for properties that must hold for all of them. */
import fc from 'fast-check';
import { materialNames } from '../../../src/materials/presets.ts';
import { placeNames } from '../../../src/models/places.ts';
import type { SceneInput } from '../../../src/scene/parameters.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const vector = (range: number) =>
  fc.tuple(number(-range, range), number(-range, range), number(-range, range));
const name = fc.stringMatching(/^[a-z][a-z0-9 _-]{0,12}$/);
const axis = vector(1).filter(([x, y, z]) => x * x + y * y + z * z > 1e-3);
const rotation = fc.record({ axis, angle: number(-720, 720) }, { requiredKeys: [] });
const times = fc.uniqueArray(number(0, 100), { maxLength: 4 }).map((list) => list.sort((a, b) => a - b));

const material = fc.oneof(
  fc.constantFrom(...materialNames),
  fc.record(
    {
      density: number(0.01, 10),
      stretch: number(1, 1e6),
      shear: number(0, 1e5),
      bend: number(0, 1e5),
      damping: number(0, 1),
      thickness: number(1e-5, 0.1),
    },
    { requiredKeys: [] },
  ),
);

const pin = fc.record({
  at: fc.oneof(fc.constantFrom(...placeNames), fc.tuple(fc.nat(1), fc.nat(1))),
  keyframes: fc.tuple(times, vector(10)).map(([list, offset]) => list.map((time) => ({ time, offset }))),
});

const provotSheet = fc.record(
  {
    name,
    model: fc.constant('provot-sheet' as const),
    size: fc.tuple(number(0.01, 10), number(0.01, 10)),
    points: fc.tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 12 })),
    position: vector(100),
    rotation,
    velocity: vector(10),
    jitter: number(0, 0.01),
    material,
    elongationLimit: number(0, 1),
    pins: fc.array(pin, { maxLength: 3 }),
    pressure: number(-100, 100),
  },
  { requiredKeys: ['name', 'model'] },
);

const adaptiveGrid = fc.record(
  {
    name,
    model: fc.constant('adaptive-grid' as const),
    size: fc.tuple(number(0.01, 10), number(0.01, 10)),
    points: fc.tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 6 })),
    position: vector(100),
    rotation,
    velocity: vector(10),
    jitter: number(0, 0.01),
    material: fc.constantFrom(...materialNames),
    scaling: fc.constantFrom('consistent' as const, 'paper' as const),
    splitAngle: number(1, 180),
    splitAngleStep: number(0, 180),
    maxLevel: fc.integer({ min: 0, max: 2 }),
    splitAtContact: fc.boolean(),
    unsplit: fc.boolean(),
    unsplitShare: number(0, 1),
    unsplitAge: number(0, 5),
    pins: fc.array(pin, { maxLength: 3 }),
    pressure: number(-100, 100),
  },
  { requiredKeys: ['name', 'model'] },
);

const body = fc.oneof(provotSheet, adaptiveGrid);

const length = number(0.001, 10);
const shape = fc.oneof(
  fc.constant({ kind: 'plane' as const }),
  fc.record({ kind: fc.constant('sphere' as const), radius: length }),
  fc.record({ kind: fc.constant('box' as const), size: fc.tuple(length, length, length) }),
  fc.record({
    kind: fc.constantFrom('capsule' as const, 'cylinder' as const),
    radius: length,
    height: length,
  }),
);

const collider = fc.record(
  {
    name,
    shape,
    position: vector(100),
    rotation,
    keyframes: times.map((list) => list.map((time) => ({ time, rotation: { angle: 10 * time } }))),
    friction: number(0, 2),
    restitution: number(0, 1),
  },
  { requiredKeys: ['name', 'shape'] },
);

export const sceneInput: fc.Arbitrary<SceneInput> = fc.record(
  {
    format: fc.constant(1 as const),
    id: fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/),
    title: fc.stringMatching(/^[\w äöü°]{0,40}$/),
    seconds: number(0.1, 10),
    dt: number(0.001, 0.1),
    engine: fc.record(
      {
        name: fc.constantFrom('euler-cromer' as const, 'rk4' as const, 'verlet' as const),
        substeps: fc.oneof(fc.constant('auto' as const), fc.integer({ min: 1, max: 100 })),
      },
      { requiredKeys: [] },
    ),
    seed: fc.nat(),
    gravity: vector(10),
    air: fc.record({ rate: number(0, 10), wind: vector(10), gust: number(0, 1) }, { requiredKeys: [] }),
    bodies: fc.uniqueArray(body, { maxLength: 3, selector: (b) => b.name }),
    colliders: fc.uniqueArray(collider, { maxLength: 3, selector: (c) => c.name }),
  },
  { requiredKeys: ['format'] },
);
