/** The NURBS surface by its properties: what it reproduces, how smooth it is, how fast it converges. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bspline } from '../../../src/surfaces/bspline.ts';
import { NurbsSurface } from '../../../src/surfaces/nurbs.ts';

type Point = readonly [number, number, number];

function grid(columns: number, rows: number, at: (column: number, row: number) => Point): Float64Array {
  const masses = new Float64Array(3 * columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      masses.set(at(column, row), 3 * (row * columns + column));
  }
  return masses;
}

/** Bumpy, but the same every time. */
const bumpy = (c: number, r: number): Point => [
  c + 0.2 * Math.sin(3 * r),
  Math.sin(c * r),
  r - 0.3 * Math.cos(c),
];

function pointOf(surface: NurbsSurface, l: number, k: number): number[] {
  const at = 3 * (k * surface.across + l);
  return [...surface.position.subarray(at, at + 3)];
}

describe('a clamped spline', () => {
  it('has shares that are not negative and sum to one, everywhere', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (count, t, through) => {
          const spline = new Bspline(count, through);
          spline.evaluate(t * spline.end);
          const sum = spline.value.reduce((a, b) => a + b, 0);
          expect(Math.abs(sum - 1)).toBeLessThan(1e-14); // a few roundings
          expect(Math.min(...spline.value)).toBeGreaterThanOrEqual(-1e-16);
          expect(Math.abs(spline.slope.reduce((a, b) => a + b, 0))).toBeLessThan(1e-13);
        },
      ),
    );
  });

  it.each([2, 3, 4, 5, 9])('its slopes are the derivatives of its shares (%s points)', (count) => {
    const spline = new Bspline(count);
    for (const t of [0.03, 0.31, 0.47, 0.77]) {
      const u = t * spline.end;
      const h = 1e-6;
      spline.evaluate(u + h);
      const after = spline.value.slice();
      spline.evaluate(u - h);
      const before = spline.value.slice();
      spline.evaluate(u);
      spline.slope.forEach((slope, k) => {
        expect(slope).toBeCloseTo((after[k] - before[k]) / (2 * h), 7); // differences: 1e-12 h² and rounding/h
      });
    }
  });

  it('drops its degree where there are too few points', () => {
    expect([2, 3, 4, 5].map((count) => new Bspline(count).degree)).toEqual([1, 2, 3, 3]);
  });

  it('is C² inside: value, slope and curvature have no jump at the knots', () => {
    const spline = new Bspline(8);
    const weights = [3, -1, 4, 1, -5, 9, 2, -6];
    const at = (u: number, what: 'value' | 'slope') => {
      spline.evaluate(u);
      return spline[what].reduce((sum, share, k) => sum + share * weights[spline.first + k], 0);
    };
    for (let knot = 1; knot < spline.end; knot++) {
      const h = 1e-7;
      expect(Math.abs(at(knot + h, 'value') - at(knot - h, 'value'))).toBeLessThan(100 * h);
      expect(Math.abs(at(knot + h, 'slope') - at(knot - h, 'slope'))).toBeLessThan(100 * h);
      const curvature = (u: number) => (at(u + h, 'slope') - at(u - h, 'slope')) / (2 * h);
      expect(Math.abs(curvature(knot + 2 * h) - curvature(knot - 2 * h))).toBeLessThan(1e-4); // third derivative × h
    }
  });
});

describe('a NURBS surface', () => {
  it('begins and ends at its corner masses', () => {
    const masses = grid(6, 5, bumpy);
    const surface = new NurbsSurface({ columns: 6, rows: 5, subdivisions: 3 });
    surface.evaluate(masses);
    const corner = (c: number, r: number) => [...masses.subarray(3 * (r * 6 + c), 3 * (r * 6 + c) + 3)];
    const close = (got: number[], want: number[]) =>
      got.forEach((value, axis) => void expect(value).toBeCloseTo(want[axis], 14));
    close(pointOf(surface, 0, 0), corner(0, 0));
    close(pointOf(surface, surface.across - 1, 0), corner(5, 0));
    close(pointOf(surface, 0, surface.down - 1), corner(0, 4));
    close(pointOf(surface, surface.across - 1, surface.down - 1), corner(5, 4));
  });

  it.each([
    [2, 2],
    [3, 2],
    [4, 3],
    [11, 8],
  ])('maps a flat sheet of %s × %s masses onto itself, point by point', (columns, rows) => {
    const surface = new NurbsSurface({ columns, rows, subdivisions: 4 });
    surface.evaluate(grid(columns, rows, (c, r) => [c, 2 * c - r, 3 * r]));
    for (let k = 0; k < surface.down; k++) {
      for (let l = 0; l < surface.across; l++) {
        const [x, y, z] = pointOf(surface, l, k);
        expect(x).toBeCloseTo(l / 4, 12);
        expect(y).toBeCloseTo((2 * l - k) / 4, 12);
        expect(z).toBeCloseTo((3 * k) / 4, 12);
      }
    }
  });

  it('faces up over a flat sheet, and its triangles too', () => {
    const surface = new NurbsSurface({ columns: 5, rows: 4, subdivisions: 2 });
    surface.evaluate(grid(5, 4, (c, r) => [c, 0, r]));
    for (let i = 0; i < surface.normal.length; i += 3) {
      expect([...surface.normal.subarray(i, i + 3)].map((n) => Math.round(1e9 * n) / 1e9 + 0)).toEqual([
        0, 1, 0,
      ]);
    }
    const s = surface.position;
    for (let t = 0; t < surface.triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * surface.triangles[t + k]);
      const up = (s[b + 2] - s[a + 2]) * (s[c] - s[a]) - (s[b] - s[a]) * (s[c + 2] - s[a + 2]);
      expect(up).toBeGreaterThan(0);
    }
  });

  it('moves with its masses: any affine map commutes with it', () => {
    const map = ([x, y, z]: readonly number[]): Point => [
      2 * x - y + 0.5 * z + 7,
      0.3 * x + 1.5 * y - 4,
      x + y - 3 * z,
    ];
    const surface = new NurbsSurface({ columns: 6, rows: 7, subdivisions: 3 });
    surface.evaluate(grid(6, 7, bumpy));
    const before = surface.position.slice();
    surface.evaluate(grid(6, 7, (c, r) => map(bumpy(c, r))));
    for (let i = 0; i < before.length; i += 3) {
      const want = map(before.subarray(i, i + 3) as unknown as number[]);
      for (let axis = 0; axis < 3; axis++) expect(surface.position[i + axis]).toBeCloseTo(want[axis], 11);
    }
  });

  it('with weights reproduces a cylinder exactly', () => {
    // A quarter circle is a rational curve of degree 2 with weights 1, √½, 1 (Piegl & Tiller 1997, 7.3).
    const surface = new NurbsSurface({ columns: 3, rows: 4, subdivisions: 5 });
    const arc: readonly (readonly [number, number])[] = [
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const weights = Float64Array.from({ length: 12 }, (_, i) => (i % 3 === 1 ? Math.sqrt(0.5) : 1));
    surface.evaluate(
      grid(3, 4, (c, r) => [arc[c][0], arc[c][1], r]),
      weights,
    );
    for (let i = 0; i < surface.position.length; i += 3) {
      const [x, y] = surface.position.subarray(i, i + 2);
      expect(Math.hypot(x, y)).toBeCloseTo(1, 13);
      // The normal of a cylinder is radial; its sense follows the order of the masses.
      const [nx, ny, nz] = surface.normal.subarray(i, i + 3);
      expect(Math.abs(nx * x + ny * y)).toBeCloseTo(1, 12);
      expect(Math.abs(nz)).toBeLessThan(1e-12);
    }
  });

  it('has the normals of its shape', () => {
    const surface = new NurbsSurface({ columns: 9, rows: 9, subdivisions: 40 });
    surface.evaluate(grid(9, 9, bumpy));
    for (const [l, k] of [
      [100, 150],
      [37, 211],
      [300, 9],
    ]) {
      const along = pointOf(surface, l + 1, k).map((value, axis) => value - pointOf(surface, l - 1, k)[axis]);
      const down = pointOf(surface, l, k + 1).map((value, axis) => value - pointOf(surface, l, k - 1)[axis]);
      const at = 3 * (k * surface.across + l);
      const n = surface.normal.subarray(at, at + 3);
      for (const tangent of [along, down]) {
        const length = Math.hypot(...tangent);
        const sine = tangent.reduce((sum, value, axis) => sum + value * n[axis], 0) / length;
        expect(Math.abs(sine)).toBeLessThan(2e-3); // central differences over 1/20 of a spacing: its square
      }
    }
  });

  it.each([
    [false, 2],
    [true, 4],
  ])('comes closer to a smooth surface as the grid gets finer (interpolating: %s, order %s)', (interpolate, order) => {
    const shape = (s: number, t: number): Point => [s, 0.2 * Math.sin(2 * s) * Math.cos(1.5 * t), t];
    const error = (cells: number) => {
      const surface = new NurbsSurface({ columns: cells + 1, rows: cells + 1, subdivisions: 3, interpolate });
      surface.evaluate(grid(cells + 1, cells + 1, (c, r) => shape(c / cells, r / cells)));
      let most = 0;
      for (let i = 0; i < surface.position.length; i += 3) {
        const [x, y, z] = surface.position.subarray(i, i + 3);
        most = Math.max(most, Math.abs(y - shape(x, z)[1]));
      }
      return most;
    };
    const observed = Math.log2(error(16) / error(32));
    expect(observed).toBeGreaterThan(order - 0.3);
  });

  it('passes through its masses when it interpolates', () => {
    const masses = grid(7, 6, bumpy);
    const surface = new NurbsSurface({ columns: 7, rows: 6, subdivisions: 2, interpolate: true });
    surface.evaluate(masses);
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < 7; c++) {
        pointOf(surface, 2 * c, 2 * r).forEach((value, axis) => {
          expect(value).toBeCloseTo(masses[3 * (r * 7 + c) + axis], 11);
        });
      }
    }
  });

  it('has a straight edge where rows are shifted alternately', () => {
    const rowShift = [0, 0.5, 0, 0.5, 0];
    const surface = new NurbsSurface({ columns: 6, rows: 5, subdivisions: 3, rowShift });
    surface.evaluate(grid(6, 5, (c, r) => [c + rowShift[r], 0, r]));
    for (let k = 0; k < surface.down; k++) {
      expect(pointOf(surface, 0, k)[0]).toBeCloseTo(0.25, 12);
      expect(pointOf(surface, surface.across - 1, k)[0]).toBeCloseTo(5.25, 12);
    }
  });

  it('refuses grids that are none', () => {
    expect(() => new NurbsSurface({ columns: 1, rows: 4 })).toThrow(/columns/);
    expect(() => new NurbsSurface({ columns: 4, rows: 4, subdivisions: 0 })).toThrow(/subdivisions/);
    expect(() => new NurbsSurface({ columns: 4, rows: 4, rowShift: [0, 1] })).toThrow(/rowShift/);
  });
});
