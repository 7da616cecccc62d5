/**
 * Plain shapes filled with the points of a lattice, in its own axes: a point of the lattice in the shape's middle where
 * its sides are not said to be otherwise. Meshes: `fillMesh` of surfaces/.
 */
import { positive } from '../../math/check.ts';
import type { MatterLattice } from './lattice.ts';

export type MatterShape =
  /** Sides along x, y and z, m; z is not looked at in the plane. */
  | { kind: 'box'; size: readonly [number, number, number] }
  /** m; in the plane a disc. */
  | { kind: 'sphere'; radius: number }
  /** Along y, m. */
  | { kind: 'cylinder'; radius: number; height: number };

/** x, y, z of the lattice's points in the shape, m, about its middle; in the plane z = 0. */
export function fillShape(shape: MatterShape, lattice: MatterLattice): Float64Array {
  const half = halfSides(shape);
  const inside = insideOf(shape, lattice);
  const points: number[] = [];
  const { spacing, dimension } = lattice;
  if (dimension === 2) {
    const row = 0.5 * Math.sqrt(3) * spacing;
    const rows = Math.floor(half[1] / row + EDGE);
    const columns = Math.floor(half[0] / spacing + 1);
    for (let m = -rows; m <= rows; m++) {
      for (let l = -columns; l <= columns; l++) {
        const x = spacing * (l + (m % 2 === 0 ? 0 : 0.5));
        if (inside(x, row * m, 0)) points.push(x, row * m, 0);
      }
    }
    return Float64Array.from(points);
  }
  const step = spacing * Math.SQRT1_2;
  const [a, b, c] = half.map((side) => Math.floor(side / step + EDGE));
  for (let n = -c; n <= c; n++) {
    for (let m = -b; m <= b; m++) {
      for (let l = -a; l <= a; l++) {
        if ((l + m + n) % 2 !== 0) continue;
        if (inside(step * l, step * m, step * n)) points.push(step * l, step * m, step * n);
      }
    }
  }
  return Float64Array.from(points);
}

/** In steps of the lattice: points on a face belong to the shape, whatever rounding made of them. */
const EDGE = 1e-9;

function halfSides(shape: MatterShape): readonly [number, number, number] {
  switch (shape.kind) {
    case 'box':
      return [
        positive('box.size[0]', shape.size[0]) / 2,
        positive('box.size[1]', shape.size[1]) / 2,
        positive('box.size[2]', shape.size[2]) / 2,
      ];
    case 'sphere':
      positive('sphere.radius', shape.radius);
      return [shape.radius, shape.radius, shape.radius];
    case 'cylinder':
      positive('cylinder.radius', shape.radius);
      return [shape.radius, positive('cylinder.height', shape.height) / 2, shape.radius];
  }
}

function insideOf(shape: MatterShape, { spacing, dimension }: MatterLattice) {
  const edge = EDGE * spacing;
  const [a, b, c] = halfSides(shape).map((side) => side + edge);
  return (x: number, y: number, z: number): boolean => {
    if (Math.abs(x) > a || Math.abs(y) > b || (dimension === 3 && Math.abs(z) > c)) return false;
    if (shape.kind === 'box') return true;
    const r = shape.radius + edge;
    if (shape.kind === 'sphere') return x * x + y * y + z * z <= r * r;
    return x * x + z * z <= r * r || dimension === 2;
  };
}
