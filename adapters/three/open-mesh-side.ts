/**
 * Open meshes, such as a mould, are drawn solid on the side of the sheets and transparent on the other, so that the inside is
 * visible from everywhere. The side is found from the start of the particles, because the winding in a file is unreliable.
 */

/** Most particles that are tested. */
const ASKED = 200;
/** Majority of particles behind the surface at which the winding is reversed: a sheet over a rim has both sides. */
const CLEAR = 0.5;

/** Whether any edge belongs to one triangle only. Corners at the same position count as one. */
export function isOpen(
  vertices: readonly (readonly number[])[],
  triangles: readonly (readonly number[])[],
): boolean {
  const names = new Map<string, number>();
  const corner = vertices.map((place) => {
    const text = place.join();
    const name = names.get(text) ?? names.size;
    names.set(text, name);
    return name;
  });
  const edges = new Map<number, number>();
  for (const triangle of triangles) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corner[triangle[k]], corner[triangle[(k + 1) % 3]]];
      const edge = Math.min(a, b) * names.size + Math.max(a, b);
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  }
  return [...edges.values()].some((count) => count === 1);
}

/** Whether the points are clearly behind the triangles nearest to them. `points`: x, y, z each, in the axes of the mesh. */
export function areBehind(
  points: ArrayLike<number>,
  vertices: readonly (readonly number[])[],
  triangles: readonly (readonly number[])[],
): boolean {
  const faces = triangles.map((triangle) => {
    const [a, b, c] = triangle.map((corner) => vertices[corner]);
    const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const middle = [0, 1, 2].map((axis) => (a[axis] + b[axis] + c[axis]) / 3);
    return { middle, normal: [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] };
  });
  const count = points.length / 3;
  const stride = Math.max(1, Math.floor(count / ASKED));
  let [sides, asked] = [0, 0];
  for (let i = 0; i < count; i += stride) {
    const place = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
    let [nearest, side] = [Number.POSITIVE_INFINITY, 0];
    for (const { middle, normal } of faces) {
      const away = place.map((value, axis) => value - middle[axis]);
      const square = away[0] * away[0] + away[1] * away[1] + away[2] * away[2];
      if (square >= nearest) continue;
      nearest = square;
      side = Math.sign(away[0] * normal[0] + away[1] * normal[1] + away[2] * normal[2]);
    }
    sides += side;
    asked++;
  }
  return sides < -CLEAR * asked;
}
