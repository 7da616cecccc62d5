/** Determinants of known knots. */
import { describe, expect, it } from 'vitest';
import { knotDeterminant } from '../../scenes/knot-determinant.ts';

type Curve = (t: number) => [number, number, number];

const { cos, sin, PI } = Math;
const loop = (curve: Curve) => Array.from({ length: 400 }, (_, i) => curve((2 * PI * i) / 400));
/** A knot that winds p times about an axis and q times around a ring. */
const torus =
  (p: number, q: number): Curve =>
  (t) => [cos(p * t) * (2 + cos(q * t)), sin(p * t) * (2 + cos(q * t)), sin(q * t)];

describe('the determinant of a knot', () => {
  it.each<[string, number, Curve]>([
    ['a circle', 1, (t) => [cos(t), sin(t), 0]],
    ['a twisted loop without a knot', 1, (t) => [sin(t) + 0.3 * cos(3 * t), sin(2 * t), sin(3 * t)]],
    ['a trefoil', 3, torus(2, 3)],
    ['its mirror image', 3, (t) => [torus(2, 3)(t)[0], torus(2, 3)(t)[1], -torus(2, 3)(t)[2]]],
    ['a cinquefoil', 5, torus(2, 5)],
    [
      'a figure of eight',
      5,
      (t) => [(2 + cos(2 * t)) * cos(3 * t), (2 + cos(2 * t)) * sin(3 * t), sin(4 * t)],
    ],
  ])('%s: %d', (_, known, curve) => {
    expect(knotDeterminant(loop(curve))).toBe(known);
  });
});
