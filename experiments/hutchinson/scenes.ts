/** What the sheet falls on: a coffee cup, four poles. Both stand on a table at y = 0. Lengths in m, times in s. */
import type { ColliderSpec } from 'pliant';
import { coffeeCup } from './cup.ts';
import type { Drape } from './drape.ts';

/** Cotton on glazed ware or wood. */
const FRICTION = 0.5;

const TABLE: ColliderSpec = { name: 'table', shape: { kind: 'plane' }, friction: FRICTION };

export const CUP = { radius: 0.053, height: 0.11, wall: 0.01, sides: 12, friction: FRICTION };

export const OVER_CUP: Drape = {
  steps: 100,
  dt: 0.003,
  height: 0.13,
  air: 50,
  colliders: [...coffeeCup(CUP), TABLE],
};

/** Poles with round tops, as a square about the middle. */
const POLE = { radius: 0.008, height: 0.13, place: 0.055 };

export const OVER_POLES: Drape = {
  steps: 170,
  dt: 0.005,
  height: 0.16,
  air: 4,
  colliders: [
    ...[
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(
      ([x, z], i): ColliderSpec => ({
        name: `pole ${i + 1}`,
        shape: { kind: 'capsule', radius: POLE.radius, height: POLE.height },
        position: [x * POLE.place, POLE.height / 2 - POLE.radius, z * POLE.place],
        friction: FRICTION,
      }),
    ),
    TABLE,
  ],
};
