/** Flat polygons in space, as corners in turn. */

/** x, y, z of each corner in turn, m. */
export type Polygon = Float64Array;

/** The polygon's area times its normal, m²: how large it is and where it looks. */
export function areaVector(polygon: ArrayLike<number>): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const n = polygon.length;
  for (let i = 3; i < n - 3; i += 3) {
    const ax = polygon[i] - polygon[0];
    const ay = polygon[i + 1] - polygon[1];
    const az = polygon[i + 2] - polygon[2];
    const bx = polygon[i + 3] - polygon[0];
    const by = polygon[i + 4] - polygon[1];
    const bz = polygon[i + 5] - polygon[2];
    sum[0] += 0.5 * (ay * bz - az * by);
    sum[1] += 0.5 * (az * bx - ax * bz);
    sum[2] += 0.5 * (ax * by - ay * bx);
  }
  return sum;
}
