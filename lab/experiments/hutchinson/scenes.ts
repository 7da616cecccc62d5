/**
 * The obstacles of the falling sheet: a coffee cup and four poles on a table at y = 0. Lengths in m, times in s.
 */
import type { ColliderSpec } from 'pliant/engine';
import { coffeeCup } from './cup.ts';
import type { Drape } from './drape.ts';

/** Friction of cotton on glazed ware or wood. */
const FRICTION = 0.5;
/** Shrinkage of drawn colliders, m. */
const DRAWN = 0.0015;

const TABLE: ColliderSpec = { name: 'table', shape: { kind: 'plane' }, friction: FRICTION };

/** The cup, shrunk by `less`. */
function cup(less: number): ColliderSpec[] {
  return coffeeCup({
    radius: 0.053 - less,
    height: 0.11 - less,
    wall: 0.01 - 2 * less,
    sides: 12,
    friction: FRICTION,
  });
}

export const OVER_CUP: Drape = {
  steps: 100,
  dt: 0.008,
  height: 0.2,
  colliders: [...cup(0), TABLE],
  drawn: cup(DRAWN),
};

/** Poles with round tops, in a square about the centre. */
function poles(less: number): ColliderSpec[] {
  const [radius, height, place] = [0.008 - less, 0.13, 0.055];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, z], i) => ({
    name: `pole ${i + 1}`,
    shape: { kind: 'capsule', radius, height },
    position: [x * place, height / 2 - 0.008, z * place],
    friction: FRICTION,
  }));
}

export const OVER_POLES: Drape = {
  steps: 170,
  dt: 0.005,
  height: 0.2,
  rigidity: 4e-5, // over poles it folds alike on any grid
  colliders: [...poles(0), TABLE],
  drawn: poles(DRAWN),
};
