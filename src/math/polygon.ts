/** Polygons in space: area vector, and triangulation by ear clipping. */

/** Corners of a polygon in turn: x, y, z of each, m. */
export type Polygon = Float64Array;

/** Returns the polygon's area times its unit normal, m². */
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

/** Limit on the corners of a face: ear clipping takes a time that grows with their cube at worst. */
const MOST_CORNERS = 500;

type Point = readonly [number, number];

/**
 * Cuts a face into triangles; `corners` are indices into `vertices`. An ear is a convex corner whose triangle contains no other
 * corner (Meisters 1975). The face is projected along its normal, so that it need be neither flat nor convex.
 */
export function triangulateFace(
  vertices: readonly (readonly number[])[],
  corners: readonly number[],
  field = 'face',
): number[][] {
  if (corners.length === 3) return [[...corners]];
  if (corners.length > MOST_CORNERS) {
    throw new RangeError(`${field}: a face may have at most ${MOST_CORNERS} corners, got ${corners.length}`);
  }
  const plan = frontView(vertices, corners);
  const left = corners.map((_, k) => k);
  const triangles: number[][] = [];
  while (left.length > 3) {
    // A face that crosses itself may have no ear: any corner is cut then, and the surface folds there.
    const ear = Math.max(
      0,
      left.findIndex((_, k) => isEar(plan, left, k)),
    );
    triangles.push(neighbours(left, ear).map((k) => corners[k]));
    left.splice(ear, 1);
  }
  triangles.push(left.map((k) => corners[k]));
  return triangles;
}

function neighbours(left: readonly number[], k: number): [number, number, number] {
  const count = left.length;
  return [left[(k + count - 1) % count], left[k], left[(k + 1) % count]];
}

function isEar(plan: readonly Point[], left: readonly number[], k: number): boolean {
  const ends = neighbours(left, k);
  const [a, b, c] = ends.map((end) => plan[end]);
  if (!(twiceArea(a, b, c) > 0)) return false;
  return left.every((other) => {
    const p = plan[other];
    return ends.includes(other) || twiceArea(a, b, p) < 0 || twiceArea(b, c, p) < 0 || twiceArea(c, a, p) < 0;
  });
}

/** Positive anticlockwise. */
function twiceArea(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Projects the corners along the axis nearest to the face's normal, seen such that they run anticlockwise. */
function frontView(vertices: readonly (readonly number[])[], corners: readonly number[]): Point[] {
  const normal = areaVector(corners.flatMap((corner) => vertices[corner]));
  const size = normal.map(Math.abs);
  const axis = size.indexOf(Math.max(...size));
  const [i, j] = normal[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  return corners.map((corner) => [vertices[corner][i], vertices[corner][j]]);
}
