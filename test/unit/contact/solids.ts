/** Solids and meshes for the contact tests. */
import fc from 'fast-check';
import { createShape, type Shape, type ShapeSpec } from '../../../src/contact/index.ts';
import { BOX_FACES, boxCorners as cornersOf } from '../../../src/math/box.ts';

export type Vec = [number, number, number];

/** Corners of a box of half-extents x, y, z. */
export function boxCorners([x, y, z]: Vec): Vec[] {
  return cornersOf([2 * x, 2 * y, 2 * z]).map(([u, v, w]) => [u, v, w]);
}

export { BOX_FACES };

/** The twelve triangles of a box. */
export const BOX_TRIANGLES = BOX_FACES.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]);

export const OCTAHEDRON: { vertices: Vec[]; faces: number[][] } = {
  vertices: [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ],
  faces: [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ],
};

/** A landscape y = height(x, z) over a square of half-width `half`, `cells` × `cells` squares of two triangles. */
export function landscape(half: number, cells: number, height: (i: number, j: number) => number) {
  const at = (i: number) => -half + (2 * half * i) / cells;
  const vertices: Vec[] = [];
  const triangles: Vec[] = [];
  for (let j = 0; j <= cells; j++)
    for (let i = 0; i <= cells; i++) vertices.push([at(i), height(i, j), at(j)]);
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const a = j * (cells + 1) + i;
      triangles.push([a, a + cells + 1, a + 1], [a + 1, a + cells + 1, a + cells + 2]);
    }
  }
  /** The landscape's height at a place, by the same triangles. */
  const heightAt = (x: number, z: number): number => {
    const u = ((x + half) * cells) / (2 * half);
    const v = ((z + half) * cells) / (2 * half);
    const i = Math.min(cells - 1, Math.max(0, Math.floor(u)));
    const j = Math.min(cells - 1, Math.max(0, Math.floor(v)));
    const [fu, fv] = [u - i, v - j];
    if (fu + fv <= 1) {
      return height(i, j) + fu * (height(i + 1, j) - height(i, j)) + fv * (height(i, j + 1) - height(i, j));
    }
    const far = height(i + 1, j + 1);
    return far + (1 - fu) * (height(i, j + 1) - far) + (1 - fv) * (height(i + 1, j) - far);
  };
  return { vertices, triangles, heightAt };
}

/** Even over the range; `fc.double` is even over the floating-point numbers, most of which are tiny. */
export function number(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 1_000_000 }).map((k) => min + ((max - min) * k) / 1_000_000);
}

const size = number(0.05, 3);

/** Every solid, of any proportions. */
export const solidSpec: fc.Arbitrary<ShapeSpec> = fc.oneof(
  fc.constant<ShapeSpec>({ kind: 'plane' }),
  size.map((radius): ShapeSpec => ({ kind: 'sphere', radius })),
  fc.tuple(size, size, size).map((s): ShapeSpec => ({ kind: 'box', size: s })),
  fc.tuple(size, size).map(([radius, height]): ShapeSpec => ({ kind: 'capsule', radius, height })),
  fc.tuple(size, size).map(([radius, height]): ShapeSpec => ({ kind: 'cylinder', radius, height })),
  fc.tuple(size, size, size).map(
    ([x, y, z]): ShapeSpec => ({
      kind: 'convex',
      vertices: OCTAHEDRON.vertices.map(([a, b, c]) => [a * x, b * y, c * z]),
      faces: OCTAHEDRON.faces,
    }),
  ),
);

export const solid: fc.Arbitrary<Shape> = solidSpec.map(createShape);

export const coordinate = number(-5, 5);
export const place: fc.Arbitrary<Vec> = fc.tuple(coordinate, coordinate, coordinate);

/** A unit vector. */
export const direction: fc.Arbitrary<Vec> = place
  .filter((v) => length(v) > 0.1)
  .map((v) => scaled(v, 1 / length(v)));

export function length(v: Vec): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

export function scaled(v: Vec, by: number): Vec {
  return [v[0] * by, v[1] * by, v[2] * by];
}

export function plus(a: Vec, b: Vec): Vec {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** Distance and normal of a shape at a point. */
export function probe(shape: Shape, x: Vec): { d: number; n: Vec } {
  const n = new Float64Array(3);
  const d = shape.distance(x[0], x[1], x[2], n);
  return { d, n: [n[0], n[1], n[2]] };
}
