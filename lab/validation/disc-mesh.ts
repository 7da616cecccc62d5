/** A flat disc as a triangle mesh of nearly square cells, and the area of its shadow. */

export interface DiscMesh {
  /** Three numbers a vertex, in the plane y = 0, m. */
  readonly positions: number[];
  readonly triangles: number[];
  /** Warp and weft coordinates of the corners, six numbers a triangle, m. */
  readonly pattern: number[];
}

/**
 * Squares of side h cut along alternating diagonals. Vertices within h/2 of a circle are moved onto it, the disc's own and an
 * inner one, so that both are polygons of vertices; squares with a corner beyond the disc lose it.
 */
export function discMesh(radius: number, inner: number, h: number): DiscMesh {
  const half = Math.ceil(radius / h) + 1;
  const columns = 2 * half + 1;
  const index = new Int32Array(columns * columns).fill(-1);
  const places: [number, number][] = [];
  for (let row = 0; row < columns; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, z] = [(column - half) * h, (row - half) * h];
      const distance = Math.hypot(x, z);
      if (distance > radius + h / 2) continue;
      const circle = [radius, inner].find((r) => Math.abs(distance - r) <= h / 2 && distance > 0);
      const scale = circle === undefined ? 1 : circle / distance;
      index[row * columns + column] = places.length;
      places.push([x * scale, z * scale]);
    }
  }
  const triangles: number[] = [];
  const add = (...corners: number[]) => {
    const [a, b, c] = corners.map((i) => places[i] ?? [0, 0]);
    const twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    // Three vertices on the rim can be nearly on a line.
    if (corners.every((i) => i >= 0) && Math.abs(twice) > 0.1 * h * h) triangles.push(...corners);
  };
  for (let row = 0; row + 1 < columns; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      const [a, b, c, d] = [at, at + 1, at + 1 + columns, at + columns].map((i) => index[i]);
      // The diagonal a–c or b–d by turns; one that ends beyond the disc is replaced by the other.
      const rising = a < 0 || c < 0 || ((row + column) % 2 === 1 && b >= 0 && d >= 0);
      if (rising) {
        add(a, d, b);
        add(c, b, d);
      } else {
        add(a, d, c);
        add(a, c, b);
      }
    }
  }
  return {
    positions: places.flatMap(([x, z]) => [x, 0, z]),
    triangles,
    // Warp along x and weft against z, so that the front looks up.
    pattern: triangles.flatMap((i) => [places[i][0], -places[i][1]]),
  };
}

/** Area of the shadow that triangles cast along y, m², counted in square pixels of side `pixel`. */
export function shadowArea(
  triangles: ArrayLike<number>,
  x: ArrayLike<number>,
  z: ArrayLike<number>,
  pixel: number,
): number {
  let far = 0;
  for (let k = 0; k < triangles.length; k++) {
    far = Math.max(far, Math.abs(x[triangles[k]]), Math.abs(z[triangles[k]]));
  }
  const half = Math.ceil(far / pixel) + 1;
  const dark = new Uint8Array(4 * half * half);
  const cell = (metres: number) => metres / pixel + half - 0.5;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [triangles[k], triangles[k + 1], triangles[k + 2]];
    const [xs, zs] = [[x[a], x[b], x[c]].map(cell), [z[a], z[b], z[c]].map(cell)];
    const turn = Math.sign((xs[1] - xs[0]) * (zs[2] - zs[0]) - (xs[2] - xs[0]) * (zs[1] - zs[0]));
    for (let row = Math.ceil(Math.min(...zs)); row <= Math.max(...zs); row++) {
      for (let column = Math.ceil(Math.min(...xs)); column <= Math.max(...xs); column++) {
        const inside = [0, 1, 2].every((i) => {
          const j = (i + 1) % 3;
          const side = (xs[j] - xs[i]) * (row - zs[i]) - (column - xs[i]) * (zs[j] - zs[i]);
          return turn * side >= 0;
        });
        if (inside && turn !== 0) dark[row * 2 * half + column] = 1;
      }
    }
  }
  return dark.reduce((sum, one) => sum + one, 0) * pixel * pixel;
}
