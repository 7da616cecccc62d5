/** A strip that slides over the edge of a table, and its theory. */
import { describe, expect, it } from 'vitest';
import { cases, runCase, ValidationError } from '../../lab/validation/index.ts';
import { acceleration, slideTime } from '../../lab/validation/table-edge-theory.ts';

const tableEdge = cases.find(({ name }) => name === 'table-edge') as (typeof cases)[number];
const G = 9.80665;

describe('the theory of a strip on the edge of a table', () => {
  const sharp = { length: 1, start: 0.5, radius: 0, friction: 0.3, edge: 0 };

  it('is exact without friction at the edge: the overhang grows as a hyperbolic cosine', () => {
    // a = g ((1 + μ) x − μ L)/L
    const rest = 0.3 / 1.3;
    const rate = Math.sqrt(1.3 * G);
    expect(slideTime(sharp, 0.6)).toBeCloseTo(Math.acosh((0.6 - rest) / (0.5 - rest)) / rate, 9);
  });

  it('conserves energy on a round edge without friction', () => {
    const slide = { length: 1, start: 0.5, radius: 0.05, friction: 0, edge: 0 };
    // Work of the weight over the length: of the part that hangs, and of the turn, which as a whole drops by its radius.
    const energy = (x: number) => G * (0.5 * (x - (Math.PI / 2) * 0.05) ** 2 + 0.05 * x);
    const [n, from, to] = [1000, 0.5, 0.6];
    let work = 0;
    for (let k = 0; k < n; k++) work += acceleration(slide, from + ((k + 0.5) / n) * (to - from), 0) / n;
    expect(work * (to - from)).toBeCloseTo(energy(to) - energy(from), 9);
  });

  it('has the belt friction of Euler: the least overhang that slides', () => {
    const slide = { ...sharp, edge: 0.3 };
    // x = E μ (L − x)
    const share = 0.3 * Math.exp(0.15 * Math.PI);
    const least = share / (1 + share);
    expect(acceleration(slide, least, 0)).toBeCloseTo(0, 12);
    expect(slideTime({ ...slide, start: 0.99 * least }, 0.6)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is continuous in the radius and in the friction at the edge', () => {
    const time = (radius: number, edge: number) => slideTime({ ...sharp, radius, edge }, 0.6);
    // The turn is shorter than its corner by (2 − π/2) R: of the first order in the radius.
    expect(time(1e-7, 0.3)).toBeCloseTo(time(0, 0.3), 5);
    expect(time(0.05, 1e-7)).toBeCloseTo(time(0.05, 0), 5);
  });

  it('ends where the strip leaves the edge', () => {
    // Without friction from 0.3 at 2 x² − L x = x₀², by λ v² = T: x = 0.578.
    const slide = { length: 1, start: 0.3, radius: 0, friction: 0, edge: 0 };
    expect(slideTime(slide, 0.577)).toBeGreaterThan(0);
    expect(slideTime(slide, 0.579)).toBeNaN();
  });
});

describe('a strip slides over the edge of a table', () => {
  it.each([
    [0, 0.6],
    [0.3, 0.7],
  ])('of springs, with friction %s', (friction, end) => {
    const options = { model: 'provot-sheet', engine: 'euler-cromer', contact: 'vertices', cells: 60 };
    expect(runCase(tableEdge, { ...options, friction, end })).toMatchObject({ pass: true });
  });

  it('unless it sticks or takes off', () => {
    expect(() => runCase(tableEdge, { friction: 1 })).toThrow('--start');
    expect(() => runCase(tableEdge, { end: 0.95 })).toThrow('--end');
    expect(() => runCase(tableEdge, { radius: 0.5 })).toThrow('--radius');
    expect(() => runCase(tableEdge, { model: 'provot-sheet' })).toThrow(ValidationError);
  });
});
