import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShape, type ShapeSpec } from '../../../../src/contact/index.ts';
import { Convex } from '../../../../src/contact/shapes/convex.ts';
import { massProperties, registerShape } from '../../../../src/contact/shapes/index.ts';
import { sphere } from '../../../../src/contact/shapes/sphere.ts';
import { TriangleMesh } from '../../../../src/contact/shapes/triangle-mesh.ts';
import {
  BOX_FACES,
  BOX_TRIANGLES,
  boxCorners,
  coordinate,
  landscape,
  length,
  OCTAHEDRON,
  place,
  plus,
  probe,
  scaled,
  solid,
  type Vec,
} from '../solids.ts';

const RUNS = { numRuns: 400 };
/** Coordinates reach 5 m: rounding of a handful of operations on them. */
const ROUNDING = 1e-14;

describe('mass properties', () => {
  it('of a kind beside its centre of mass need `principal`: the body would be drawn and met elsewhere', () => {
    const withdraw = registerShape({
      ...sphere,
      kind: 'lump',
      mass: () => ({ ...massProperties({ kind: 'sphere', radius: 1 }), centre: [0, 0.1, 0] }),
    });
    const lump = { kind: 'lump', radius: 1 } as unknown as ShapeSpec;
    try {
      expect(() => massProperties(lump)).toThrow('kind: a lump is not centred at its centre of mass');
    } finally {
      withdraw();
    }
  });
});

describe('distance to a solid', () => {
  it('changes by no more than the point moves', () => {
    fc.assert(
      fc.property(solid, place, place, (shape, a, b) => {
        const moved = length(plus(a, scaled(b, -1)));
        expect(Math.abs(probe(shape, a).d - probe(shape, b).d)).toBeLessThanOrEqual(moved + ROUNDING);
      }),
      RUNS,
    );
  });

  it('is a convex function with the normal as its slope: the sweep rests on this', () => {
    fc.assert(
      fc.property(solid, place, place, (shape, a, b) => {
        const { d, n } = probe(shape, a);
        const ahead = n[0] * (b[0] - a[0]) + n[1] * (b[1] - a[1]) + n[2] * (b[2] - a[2]);
        expect(probe(shape, b).d).toBeGreaterThanOrEqual(d + ahead - 10 * ROUNDING);
      }),
      RUNS,
    );
  });

  it('is zero a distance back along the unit normal, outside', () => {
    fc.assert(
      fc.property(solid, place, (shape, x) => {
        const { d, n } = probe(shape, x);
        expect(length(n)).toBeCloseTo(1, 14);
        if (d > 0) expect(Math.abs(probe(shape, plus(x, scaled(n, -d))).d)).toBeLessThan(10 * ROUNDING);
      }),
      RUNS,
    );
  });

  it('has the normal as its gradient where it is smooth', () => {
    const e = 1e-6;
    fc.assert(
      fc.property(solid, place, (shape, x) => {
        const { n } = probe(shape, x);
        const slope = [0, 1, 2].map((axis) => {
          const by: Vec = [0, 0, 0];
          by[axis] = e;
          const [ahead, behind] = [probe(shape, plus(x, by)), probe(shape, plus(x, scaled(by, -1)))];
          // Off the creases inside a solid only: there the normal jumps between the two probes.
          fc.pre(length(plus(ahead.n, scaled(behind.n, -1))) < 0.01);
          return (ahead.d - behind.d) / (2 * e);
        }) as Vec;
        // Differences err by e² times the third derivative, and by rounding / e.
        expect(length(plus(slope, scaled(n, -1)))).toBeLessThan(1e-6);
      }),
      RUNS,
    );
  });

  it('of a box agrees with that of the same box as a convex solid, inside and out', () => {
    const box = createShape({ kind: 'box', size: [2, 1, 3] });
    const convex = createShape({ kind: 'convex', vertices: boxCorners([1, 0.5, 1.5]), faces: BOX_FACES });
    const split = createShape({ kind: 'convex', vertices: boxCorners([1, 0.5, 1.5]), faces: BOX_TRIANGLES });
    fc.assert(
      fc.property(place, (x) => {
        expect(Math.abs(probe(convex, x).d - probe(box, x).d)).toBeLessThan(ROUNDING);
        expect(Math.abs(probe(split, x).d - probe(box, x).d)).toBeLessThan(ROUNDING);
      }),
      RUNS,
    );
  });
});

describe('distance to a mesh', () => {
  const ground = landscape(4, 12, (i, j) => Math.sin(i * 1.7) * Math.cos(j * 0.9));
  const mesh = new TriangleMesh(ground.vertices, ground.triangles);

  it('is that to the nearest of its triangles, taken one by one', () => {
    fc.assert(
      fc.property(place, (x) => {
        const n = new Float64Array(3);
        let least = Infinity;
        for (let i = 0; i < mesh.count; i++) {
          mesh.triangle.index = i;
          least = Math.min(least, mesh.triangle.distance(x[0], x[1], x[2], n));
        }
        // A box may be left out whose triangle is nearer by rounding alone.
        expect(Math.abs(probe(mesh, x).d - least)).toBeLessThan(ROUNDING);
      }),
      RUNS,
    );
  });

  it('is met at a point of the nearest triangle, and undercut by no sampled one', () => {
    fc.assert(
      fc.property(
        place,
        fc.nat(ground.triangles.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (x, t, u, v) => {
          const [a, b, c] = ground.triangles[t].map((i) => ground.vertices[i]);
          const sampled = plus(plus(scaled(a, 1 - u), scaled(b, u * (1 - v))), scaled(c, u * v));
          const { d, n } = probe(mesh, x);
          expect(d).toBeLessThanOrEqual(length(plus(x, scaled(sampled, -1))) + ROUNDING);
          expect(probe(mesh, plus(x, scaled(n, -d))).d).toBeLessThan(ROUNDING);
        },
      ),
      RUNS,
    );
  });

  it('of a closed box is that of the solid, without its sign', () => {
    const box = createShape({ kind: 'box', size: [2, 1, 3] });
    const skin = createShape({ kind: 'mesh', vertices: boxCorners([1, 0.5, 1.5]), triangles: BOX_TRIANGLES });
    fc.assert(
      fc.property(place, (x) => {
        expect(Math.abs(probe(skin, x).d - Math.abs(probe(box, x).d))).toBeLessThan(ROUNDING);
      }),
      RUNS,
    );
  });

  it('has the normal of the side the point is on', () => {
    fc.assert(
      fc.property(coordinate, coordinate, fc.double({ min: 1e-9, max: 1, noNaN: true }), (x, z, up) => {
        const flat = landscape(6, 4, () => 0);
        const plate = createShape({ kind: 'mesh', vertices: flat.vertices, triangles: flat.triangles });
        for (const side of [1, -1]) {
          const { d, n } = probe(plate, [x, side * up, z]);
          expect(Math.abs(d - up)).toBeLessThan(ROUNDING);
          expect(n[1] * side).toBeGreaterThan(1 - 1e-6); // at an edge, a point 1e-15 m off it tilts by 1e-15 / up
        }
      }),
      RUNS,
    );
  });
});

describe('a shape that makes no sense is refused', () => {
  const tetrahedron: Vec[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const sides = [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ];

  it.each([
    ['a radius of 0', () => createShape({ kind: 'sphere', radius: 0 }), /^radius: must be > 0, got 0/],
    [
      'a size of NaN',
      () => createShape({ kind: 'box', size: [1, Number.NaN, 1] }),
      /^size\[1\]: must be a finite/,
    ],
    ['an infinite height', () => createShape({ kind: 'capsule', radius: 1, height: Infinity }), /^height:/],
    ['an unknown kind', () => createShape({ kind: 'torus' } as never), /^kind: must be one of plane/],
    ['a mesh without triangles', () => new TriangleMesh(tetrahedron, []), /^triangles: must have/],
    ['a mesh without vertices', () => new TriangleMesh([], [[0, 1, 2]]), /^vertices: must have/],
    [
      'an index past the end',
      () =>
        new TriangleMesh(tetrahedron, [
          [0, 1, 2],
          [1, 2, 4],
        ]),
      /^triangles\[1\]: .* got 4/,
    ],
    ['a fractional index', () => new TriangleMesh(tetrahedron, [[0, 1, 0.5]]), /^triangles\[0\]: /],
    ['a NaN vertex', () => new TriangleMesh([[0, Number.NaN, 0]], [[0, 0, 0]]), /^vertices\[0\]\[1\]: /],
    ['nothing but slivers', () => new TriangleMesh(tetrahedron, [[0, 1, 1]]), /^triangles: none has an area/],
    [
      'an open solid',
      () => new Convex(tetrahedron, [sides[0], sides[1], sides[2], sides[0]]),
      /^faces\[3\]: a third/,
    ],
    [
      'a solid with a hole',
      () => new Convex(boxCorners([1, 1, 1]), BOX_FACES.slice(1)),
      /^faces\[\d\]: the solid is open/,
    ],
    [
      'a face twice the same corner',
      () => new Convex(tetrahedron, [[0, 1, 1], ...sides.slice(1)]),
      /^faces\[0\]: has two/,
    ],
    [
      'a bent face',
      () =>
        new Convex(
          boxCorners([1, 1, 1]).map((v, i) => (i ? v : [-1, -1, -2])),
          BOX_FACES,
        ),
      /^faces\[\d\]: is not flat/,
    ],
    [
      'a dent',
      () =>
        new Convex(
          [...tetrahedron, [0.2, 0.2, 0.2]],
          [sides[0], sides[1], sides[2], [1, 2, 4], [2, 3, 4], [3, 1, 4]],
        ),
      /^faces\[\d\]: the solid is not convex/,
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(RangeError);
    expect(make).toThrow(message);
  });

  it('but faces turned inside out are turned back, and slivers dropped, both counted', () => {
    const turned = new Convex(
      OCTAHEDRON.vertices,
      OCTAHEDRON.faces.map((f, i) => (i % 2 ? [...f].reverse() : f)),
    );
    expect(turned.repairs).toEqual([{ field: 'faces', message: '4 inside out, turned round' }]);
    expect(probe(turned, [0, 0, 0]).d).toBeCloseTo(-1 / Math.sqrt(3), 14);
    const mesh = new TriangleMesh(tetrahedron, [
      [0, 1, 2],
      [0, 1, 1],
      [0, 1, 3],
    ]);
    expect(mesh.repairs).toEqual([{ field: 'triangles', message: '1 without area left out' }]);
    expect(mesh.count).toBe(2);
  });
});
