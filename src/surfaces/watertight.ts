/**
 * Checks that triangles cover a rectangular sheet without a crack, in the sheet's own plane (u right, v up, m).
 *
 * A crack is an edge inside the sheet with a triangle on one side only. Where levels of refinement meet, a vertex of the
 * finer side lies on it (a T-junction), and the crack opens when that vertex leaves the straight line. There is none if
 * every triangle is anticlockwise, every edge runs once in each direction or lies on the rim, the rim's edges add up to its
 * length, every vertex is used, and the areas add up to that of the rectangle.
 */
import { nextCorner } from '../math/mesh.ts';

export interface FlatSheet {
  /** Positions u, v of the vertices, m. */
  readonly places: ArrayLike<number>;
  /** Three vertices per triangle, counted from 0. */
  readonly triangles: ArrayLike<number>;
  /** Width and height of the rectangle, whose centre is (0, 0), m. */
  readonly size: readonly [number, number];
}

/** Relative rounding error of sums of thousands of lengths or areas. */
const ROUNDING = 1e-9;
/** Least area of a triangle over that of the sheet; with a million particles it is half a millionth. */
const NO_AREA = 1e-12;
/** Most faults that are listed. */
const MOST_NAMED = 12;

/** Returns the faults in words; none for a watertight sheet. */
export function leaksOf(sheet: FlatSheet): string[] {
  const { places, triangles } = sheet;
  const count = places.length / 2;
  const stray = Array.from(triangles).find((i) => !(Number.isInteger(i) && i >= 0 && i < count));
  if (stray !== undefined) return [`a triangle has corner ${stray}, and there are ${count}`];
  const faults = [...faceFaults(sheet), ...unusedCorners(triangles, count), ...edgeFaults(sheet, count)];
  return faults.length > MOST_NAMED
    ? [...faults.slice(0, MOST_NAMED), `and ${faults.length - MOST_NAMED} more`]
    : faults;
}

function faceFaults({ places, triangles, size }: FlatSheet): string[] {
  const faults: string[] = [];
  const whole = size[0] * size[1];
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [2 * triangles[t], 2 * triangles[t + 1], 2 * triangles[t + 2]];
    const area =
      0.5 *
      ((places[b] - places[a]) * (places[c + 1] - places[a + 1]) -
        (places[c] - places[a]) * (places[b + 1] - places[a + 1]));
    sum += area;
    if (!(area > NO_AREA * whole)) faults.push(`triangle ${t / 3} has the area ${area} m²`);
  }
  if (!(Math.abs(sum - whole) <= ROUNDING * whole)) {
    faults.push(`the triangles have ${sum} m², the sheet ${whole} m²`);
  }
  return faults;
}

function unusedCorners(triangles: ArrayLike<number>, count: number): string[] {
  const used = new Uint8Array(count);
  for (let k = 0; k < triangles.length; k++) used[triangles[k]] = 1;
  return Array.from(used).flatMap((is, i) => (is ? [] : [`no triangle has corner ${i}`]));
}

function edgeFaults(sheet: FlatSheet, count: number): string[] {
  const { triangles, size } = sheet;
  const faults: string[] = [];
  const edges = new Set<number>();
  for (let k = 0; k < triangles.length; k++) {
    const edge = triangles[k] * count + triangles[nextCorner(k)];
    if (edges.has(edge)) faults.push(`edge ${nameOf(edge, count)} has two triangles on one side`);
    edges.add(edge);
  }
  let rim = 0;
  for (const edge of edges) {
    const [a, b] = [Math.floor(edge / count), edge % count];
    if (edges.has(b * count + a)) continue;
    if (isOnRim(sheet, a, b)) rim += distance(sheet, a, b);
    else faults.push(`edge ${nameOf(edge, count)} inside the sheet has one triangle${cornerOn(sheet, a, b)}`);
  }
  const length = 2 * (size[0] + size[1]);
  if (!(Math.abs(rim - length) <= ROUNDING * length)) {
    faults.push(`the rim of the triangles has ${rim} m, that of the sheet ${length} m`);
  }
  return faults;
}

function nameOf(edge: number, count: number): string {
  return `${Math.floor(edge / count)}–${edge % count}`;
}

/** Whether both ends lie on the same side of the rectangle. */
function isOnRim({ places, size }: FlatSheet, a: number, b: number): boolean {
  return [0, 1].some((axis) => {
    const half = 0.5 * size[axis];
    return [-half, half].some((side) =>
      [a, b].every((i) => Math.abs(places[2 * i + axis] - side) <= ROUNDING * size[axis]),
    );
  });
}

function distance({ places }: FlatSheet, a: number, b: number): number {
  const du = places[2 * b] - places[2 * a];
  const dv = places[2 * b + 1] - places[2 * a + 1];
  return Math.sqrt(du * du + dv * dv);
}

/** Names the vertex between the ends of an edge, if there is one. */
function cornerOn(sheet: FlatSheet, a: number, b: number): string {
  const length = distance(sheet, a, b);
  for (let i = 0; 2 * i < sheet.places.length; i++) {
    if (i === a || i === b) continue;
    const way = distance(sheet, a, i) + distance(sheet, i, b);
    if (way - length <= ROUNDING * length) return `; corner ${i} lies on it`;
  }
  return '';
}
