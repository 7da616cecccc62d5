/** Bounds, normals and meshes of revolution about y, which round shapes share. */
import { cos, PI, sin } from '../../math/portable.ts';
import { LEAST_LENGTH } from '../check.ts';
import type { ShapeMesh } from './shape.ts';

export function boxBounds(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(-x, -y, -z, x, y, z);
}

/** Writes (x, y, z) / length into `normal`; the direction (ux, uy, 0) if the length is 0. */
export function direct(
  x: number,
  y: number,
  z: number,
  length: number,
  normal: Float64Array,
  ux = 0,
  uy = 1,
): void {
  const none = length < LEAST_LENGTH;
  normal[0] = none ? ux : x / length;
  normal[1] = none ? uy : y / length;
  normal[2] = none ? 0 : z / length;
}

/** Returns the mesh of a sphere, or of a capsule whose caps are `height` apart. */
export function cappedMesh(radius: number, height: number, sides: number): ShapeMesh {
  const rows: [height: number, radius: number][] = [];
  const steps = sides / 4;
  for (let half = 0; half < 2; half++)
    for (let row = 0; row <= steps; row++) {
      if (half === 1 && row === 0 && height === 0) continue;
      const angle = (PI / 2) * (row / steps - 1 + half);
      const isPole = half === 0 ? row === 0 : row === steps;
      rows.push([radius * sin(angle) + (half - 0.5) * height, isPole ? 0 : radius * cos(angle)]);
    }
  return revolvedMesh([rows], sides);
}

/**
 * Returns the mesh of outlines (height and radius of each point, from below) revolved about y. Each outline is smooth, and has
 * vertices of its own. Triangles without area at poles are omitted.
 */
export function revolvedMesh(
  outlines: readonly (readonly (readonly [height: number, radius: number])[])[],
  sides: number,
): ShapeMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const rows of outlines) {
    const first = positions.length / 3;
    rows.forEach(([y, radius], row) => {
      for (let k = 0; k < sides; k++) {
        const angle = (2 * PI * k) / sides;
        positions.push(radius * cos(angle), y, radius * sin(angle));
        if (row === 0) continue;
        const a = first + (row - 1) * sides + k;
        const b = first + (row - 1) * sides + ((k + 1) % sides);
        if (rows[row - 1][1] > 0) triangles.push(a, a + sides, b);
        if (radius > 0) triangles.push(b, a + sides, b + sides);
      }
    });
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles), smooth: true };
}
