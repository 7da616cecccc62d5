/** Vectors, matrices and quaternions by their algebra: identities that hold for any input, to rounding. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cofactors,
  determinant,
  inverse,
  invertSymmetric,
  polarRotation,
  principalAxes,
  rotationAbout,
  solve,
} from '../../../src/math/mat3.ts';
import {
  axisQuaternion,
  conjugate,
  multiply,
  type Quaternion,
  rotatedBy,
  rotationVector,
  writeRotation,
} from '../../../src/math/quat.ts';
import { fitRotation } from '../../../src/math/rotation-fit.ts';
import {
  areaNormal,
  combination,
  cross,
  directionOf,
  dot,
  dotAt,
  length,
  norm,
  normalised,
  perpendiculars,
  subtract,
  triangleArea,
  type Vector,
  vectorAt,
  vectorBetween,
} from '../../../src/math/vec3.ts';

const number = fc.double({ min: -10, max: 10, noNaN: true });
const vector = fc.tuple(number, number, number);
const unit = vector.filter((v) => length(v) > 0.1).map(normalised);
const angle = fc.double({ min: -3.1, max: 3.1, noNaN: true });
const quaternion = fc.tuple(unit, angle).map(([axis, by]) => axisQuaternion(axis, by));
/** Well away from singular, so that rounding is magnified by less than 1e4. */
const matrix = fc.array(number, { minLength: 9, maxLength: 9 }).filter((m) => {
  const size = Math.max(...m.map(Math.abs));
  return size > 1e-2 && Math.abs(determinant(m)) > 1e-2 * size ** 3;
});

const ONE = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return ONE.map((_, k) => {
    const [row, column] = [k - (k % 3), k % 3];
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });
}

const transposed = (m: ArrayLike<number>) => ONE.map((_, k) => m[3 * (k % 3) + Math.floor(k / 3)]);
const times = (m: ArrayLike<number>, v: Vector) => [0, 3, 6].map((row) => dot(vectorAt(m, row), v));

function matrixOf([x, y, z, w]: Quaternion): number[] {
  const m: number[] = [];
  writeRotation(m, x, y, z, w);
  return m;
}

function expectNear(one: ArrayLike<number>, other: ArrayLike<number>, tolerance = 1e-9): void {
  expect(one.length).toBe(other.length);
  for (let k = 0; k < one.length; k++) expect(Math.abs(one[k] - other[k])).toBeLessThan(tolerance);
}

describe('vectors', () => {
  it('a cross product is perpendicular to both, as long as the parallelogram is large', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const c = cross(a, b);
        expectNear([dot(a, c), dot(b, c)], [0, 0], 1e-9);
        expectNear([dot(c, c)], [dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b)], 1e-8);
      }),
    );
  });

  it('unit vectors have length 1 and the same direction; zero stays zero', () => {
    fc.assert(
      fc.property(unit, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (n, size) => {
        const long = combination(size, n, 0, n);
        expectNear(normalised(long), n, 1e-12);
        expectNear(directionOf(long), n, 1e-12);
      }),
    );
    expect(normalised([0, 0, 0])).toEqual([0, 0, 0]);
  });

  it('directions of vectors whose squares vanish are found', () => {
    expectNear(directionOf([3e-200, 0, 4e-200]), [0.6, 0, 0.8], 1e-15);
  });

  it('flat arrays are read at their indices', () => {
    fc.assert(
      fc.property(vector, vector, vector, (a, b, c) => {
        const points = Float64Array.from([...a, ...b, ...c]);
        expect(vectorAt(points, 6)).toEqual(c);
        expect(vectorBetween(points, 0, 2)).toEqual(subtract(c, a));
        expect(dotAt(points, points, 3, 6)).toBe(dot(b, c));
        const normal = areaNormal(points, 0, 1, 2);
        expect(normal).toEqual(cross(subtract(b, a), subtract(c, a)));
        expect(triangleArea(points, 0, 3, 6)).toBe(0.5 * norm(...normal));
        const planes = [0, 1, 2].flatMap((axis) => [a[axis], b[axis], c[axis]]);
        expect(triangleArea(planes, 0, 1, 2, 3)).toBe(triangleArea(points, 0, 3, 6));
      }),
    );
  });

  it('perpendiculars make an orthonormal frame', () => {
    fc.assert(
      fc.property(unit, (n) => {
        const out = new Float64Array(6);
        perpendiculars(...n, out);
        const [u, v] = [vectorAt(out, 0), vectorAt(out, 3)];
        expectNear([dot(u, u), dot(v, v), dot(u, v), dot(u, n), dot(v, n)], [1, 1, 0, 0, 0], 1e-14);
      }),
    );
  });
});

describe('matrices', () => {
  it('the inverse times the matrix is one, from either side', () => {
    fc.assert(
      fc.property(matrix, (m) => {
        expectNear(product(inverse(m), m), ONE);
        expectNear(product(m, inverse(m)), ONE);
      }),
    );
  });

  it('cofactors over the determinant are the inverse transposed', () => {
    fc.assert(
      fc.property(matrix, (m) => {
        const d = determinant(m);
        expectNear(
          transposed(inverse(m)),
          cofactors(m).map((c) => c / d),
          1e-12,
        );
      }),
    );
  });

  it('a solution fulfils its equations', () => {
    fc.assert(fc.property(matrix, vector, (m, b) => expectNear(times(m, solve(m, b)), b, 1e-8)));
  });

  it('a packed symmetric matrix is inverted in place, wherever it begins', () => {
    fc.assert(
      fc.property(matrix, fc.nat(5), (m, at) => {
        const s = product(transposed(m), m);
        const packed = new Float64Array(at + 7).fill(7);
        packed.set([s[0], s[1], s[2], s[4], s[5], s[8]], at);
        expect(invertSymmetric(packed, at)).toBe(true);
        const [xx, xy, xz, yy, yz, zz] = packed.subarray(at, at + 6);
        expectNear(product([xx, xy, xz, xy, yy, yz, xz, yz, zz], s), ONE, 1e-6);
        expect(packed[at + 6]).toBe(7);
      }),
    );
  });

  it('a singular symmetric matrix becomes zero', () => {
    const packed = Float64Array.of(1, 2, 3, 4, 6, 9); // v vᵀ
    expect(invertSymmetric(packed)).toBe(false);
    expect([...packed]).toEqual([0, 0, 0, 0, 0, 0].map(() => expect.closeTo(0)));
  });

  it('a stretched rotation gives the rotation back', () => {
    fc.assert(
      fc.property(quaternion, fc.tuple(unit, angle), vector, (q, axes, stretch) => {
        const r = matrixOf(q);
        const own = matrixOf(axisQuaternion(...axes));
        const [a, b, c] = stretch.map((value) => 0.1 + Math.abs(value));
        const s = product(own, product([a, 0, 0, 0, b, 0, 0, 0, c], transposed(own)));
        expectNear(polarRotation(product(r, s), 1e-9)!, r, 1e-8);
      }),
    );
  });

  it('a matrix that is flat or inside out has no rotation', () => {
    expect(polarRotation([1, 0, 0, 0, 1, 0, 0, 0, 0], 1e-9)).toBeUndefined();
    expect(polarRotation([1, 0, 0, 0, 1, 0, 0, 0, -1], 1e-9)).toBeUndefined();
  });

  it('principal axes diagonalise a symmetric matrix', () => {
    fc.assert(
      fc.property(matrix, (m) => {
        const s = product(transposed(m), m);
        const { values, axes } = principalAxes(s);
        const r = matrixOf(axes);
        const size = Math.max(...values);
        const [a, b, c] = values;
        expectNear(product(transposed(r), product(s, r)), [a, 0, 0, 0, b, 0, 0, 0, c], 1e-12 * size);
      }),
    );
  });

  it('the rotation that fits rotated points is the one they were rotated by, flat sets included', () => {
    fc.assert(
      fc.property(quaternion, fc.boolean(), (q, isFlat) => {
        const r = matrixOf(q);
        const points: Vector[] = [
          [1, 0, 0],
          [0, 2, 0],
          [-1, -2, isFlat ? 0 : 3],
          [0, 0, isFlat ? 0 : -3],
        ];
        const moments = new Float64Array(9);
        for (const x of points) {
          const y = times(r, x);
          for (let k = 0; k < 9; k++) moments[k] += x[Math.floor(k / 3)] * y[k % 3];
        }
        const fitted = new Float64Array(9);
        fitRotation(moments, fitted);
        expectNear(fitted, r, 1e-9);
      }),
    );
  });
});

describe('quaternions', () => {
  it('rotation matrices are orthogonal, of determinant 1, whatever the length of q', () => {
    fc.assert(
      fc.property(quaternion, fc.double({ min: 0.1, max: 10, noNaN: true }), (q, size) => {
        const m = matrixOf(q);
        expectNear(product(m, transposed(m)), ONE, 1e-14);
        expect(determinant(m)).toBeCloseTo(1, 12);
        expectNear(matrixOf(q.map((value) => size * value) as unknown as Quaternion), m, 1e-14);
      }),
    );
  });

  it('rotate right-handed about their axis', () => {
    expectNear(times(matrixOf(axisQuaternion([0, 0, 1], Math.PI / 2)), [1, 0, 0]), [0, 1, 0], 1e-15);
    fc.assert(
      fc.property(unit, angle, vector, (axis, by, v) => {
        expectNear(times(matrixOf(axisQuaternion(axis, by)), v), rotationAbout(axis, by)(...v), 1e-12);
      }),
    );
  });

  it('a product rotates by the second, then by the first', () => {
    fc.assert(
      fc.property(quaternion, quaternion, (a, b) =>
        expectNear(matrixOf(multiply(a, b)), product(matrixOf(a), matrixOf(b)), 1e-13),
      ),
    );
  });

  it('the conjugate undoes a rotation', () => {
    fc.assert(fc.property(quaternion, (q) => expectNear(multiply(q, conjugate(q)), [0, 0, 0, 1], 1e-14)));
  });

  it('the rotation vector between two leads from one to the other', () => {
    fc.assert(
      fc.property(quaternion, quaternion, (from, to) => {
        const turn = rotationVector(from, to);
        expect(length(turn)).toBeLessThan(Math.PI + 1e-9);
        expectNear(matrixOf(rotatedBy(from, turn)), matrixOf(to), 1e-9);
        const half = rotatedBy(from, turn, 0.5);
        expectNear(matrixOf(rotatedBy(half, turn, 0.5)), matrixOf(to), 1e-9);
      }),
    );
  });
});
