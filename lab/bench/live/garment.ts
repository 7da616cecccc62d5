/**
 * A garment as programs for sewing export it: a flared skirt of two panels, each of irregular triangles, with its sewing
 * pattern as texture. The panels share the positions along one side, where import welds them; along the other a wedge
 * between them is drawn together by a seam whose sides have different vertices. The waist is pinned by painted weights that
 * fade downwards, and a waistband and a hem are painted stiffer.
 *
 * A cone unrolls into a sector of a ring: at the slant length s from its apex the radius is FLARE · s, and the turn φ about
 * its axis becomes the angle FLARE · φ. Points lie on a grid in φ and log s, whose cells are similar and 2.9 times as large
 * at the hem; they are moved at random by up to JITTER of a cell, and edges are flipped until the triangles are
 * Delaunay's (Lawson 1977).
 */
import { random, seedRandom } from 'pliant/engine';

/** Radius of the waist and slant length, m. */
export const WAIST = 0.14;
const LENGTH = 0.6;
/** Sine of half the opening angle of the cone. */
const FLARE = 0.45;
/** Random way of a point over the size of a cell. */
const JITTER = 0.4;
/** Width of the wedge between the panels at the waist and at the hem, m. A mesh may not touch itself in one vertex alone. */
const WEDGE = [1e-4, 4e-3] as const;
/** Distance over which the weights of pins fade, and width of the waistband and of the hem, m. */
const BAND = 0.03;
/** Factor on the bending stiffness of waistband and hem: two more layers, each free to slide. */
const BAND_BEND = 3;
const FIRST = WAIST / FLARE;
const LAST = FIRST + LENGTH;

export interface Garment {
  /** Positions, x y z each, m; the waist at y = 0. */
  readonly vertices: [number, number, number][];
  readonly triangles: [number, number, number][];
  /** Coordinates u, v in the pattern of the corners of each triangle, m. */
  readonly texture: [number, number, number, number, number, number][];
  /** Weights of pins and factors on the bending stiffness, by vertex. */
  readonly pin: number[];
  readonly bend: number[];
  /** Vertices along both sides of the seam, from the waist to the hem. */
  readonly seam: { readonly from: number[]; readonly to: number[] };
}

/** Returns a skirt of about `count` vertices. */
export function garment(count: number, seed = 1): Garment {
  // Cells of the pattern are square: as many columns a row as the panel's angle is to the logarithm of its lengths.
  const wide = (FLARE * Math.PI) / Math.log(LAST / FIRST);
  const rows = Math.max(2, Math.round(Math.sqrt(count / 2 / wide)) - 1);
  const columns = Math.max(2, Math.round(wide * rows));
  const state = new Int32Array(4);
  seedRandom(state, seed);
  const shift = () => JITTER * (2 * random(state) - 1);
  const made: Garment = {
    vertices: [],
    triangles: [],
    texture: [],
    pin: [],
    bend: [],
    seam: { from: [], to: [] },
  };
  const welded = Array.from({ length: rows + 1 }, shift);
  for (let panel = 0; panel < 2; panel++) {
    const points = panelPoints(columns, rows, shift, panel === 0 ? { right: welded } : { left: welded });
    addPanel(made, panel, columns, points);
  }
  return made;
}

/** A point of a panel: share of its width and slant length, m. */
type Point = readonly [across: number, slant: number];

/** Returns the points row by row. `left` and `right`: ways of the points on a side along it, in cells. */
function panelPoints(
  columns: number,
  rows: number,
  shift: () => number,
  { left, right }: { left?: number[]; right?: number[] },
): Point[] {
  const points: Point[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const [x, y] = [shift(), shift()];
      const side = column === 0 ? left : column === columns ? right : undefined;
      const along = row === 0 || row === rows ? 0 : (side?.[row] ?? y);
      const across = column === 0 || column === columns ? 0 : x;
      points.push([(column + across) / columns, FIRST * (LAST / FIRST) ** ((row + along) / rows)]);
    }
  }
  return points;
}

function addPanel(made: Garment, panel: number, columns: number, points: readonly Point[]): void {
  const base = made.vertices.length;
  const pattern = points.map(([across, slant]): [number, number] => {
    const angle = FLARE * Math.PI * (across - 0.5);
    return [slant * Math.sin(angle) + 2 * panel, -slant * Math.cos(angle)];
  });
  for (const [across, slant] of points) {
    const down = slant - FIRST;
    const radius = FLARE * slant;
    // The wedge is at turn 0, on which the first panel begins and the second one ends.
    const open = (WEDGE[0] + ((WEDGE[1] - WEDGE[0]) * down) / LENGTH) / (2 * radius);
    const turn = panel === 0 ? open + across * (Math.PI - open) : Math.PI + across * (Math.PI - open);
    made.vertices.push([
      radius * Math.sin(turn),
      -Math.sqrt(1 - FLARE * FLARE) * down,
      radius * Math.cos(turn),
    ]);
    made.pin.push(Math.max(0, 1 - down / BAND));
    made.bend.push(Math.min(down, LENGTH - down) < BAND ? BAND_BEND : 1);
  }
  for (const corners of delaunay(pattern, columns)) {
    const [a, b, c] = corners;
    made.triangles.push([base + a, base + b, base + c]);
    made.texture.push([...pattern[a], ...pattern[b], ...pattern[c]]);
  }
  const side = points.flatMap((_, i) =>
    i % (columns + 1) === (panel === 0 ? 0 : columns) ? [base + i] : [],
  );
  made.seam[panel === 0 ? 'from' : 'to'].push(...side);
}

type Corners = [number, number, number];

/** Returns the Delaunay triangles, anticlockwise in the pattern, of points on a distorted grid. */
function delaunay(points: readonly [number, number][], columns: number): Corners[] {
  const triangles = gridTriangles(points, columns);
  // Triangles by their edges, as first and second vertex in the sense of the triangle.
  const over = new Map<number, number>();
  const key = (a: number, b: number) => a * points.length + b;
  const enter = (t: number) => {
    for (let k = 0; k < 3; k++) over.set(key(triangles[t][k], triangles[t][(k + 1) % 3]), t);
  };
  for (let t = 0; t < triangles.length; t++) enter(t);
  const open = triangles.map((_, t) => t);
  while (open.length > 0) {
    const t = open.pop()!;
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((j) => triangles[t][(k + j) % 3]);
      const other = over.get(key(b, a));
      if (other === undefined) continue;
      const d = triangles[other].find((v) => v !== a && v !== b)!;
      if (!isInCircle(points[a], points[b], points[c], points[d])) continue;
      over.delete(key(a, b));
      over.delete(key(b, a));
      triangles[t] = [a, d, c];
      triangles[other] = [d, b, c];
      enter(t);
      enter(other);
      open.push(t, other);
      break;
    }
  }
  return triangles;
}

/** Cuts the cells of a distorted grid along the diagonal that leaves two triangles of the same sense. */
function gridTriangles(points: readonly [number, number][], columns: number): Corners[] {
  const triangles: Corners[] = [];
  const width = columns + 1;
  for (let a = 0; a + width + 1 < points.length; a++) {
    if (a % width === columns) continue;
    const [b, c, d] = [a + 1, a + 1 + width, a + width]; // clockwise in the pattern, in which rows go down
    const isValid = (...corners: Corners[]) =>
      corners.every(([i, j, k]) => area(points[i], points[j], points[k]) > 0);
    const [one, other]: Corners[][] = [
      [
        [a, d, c],
        [a, c, b],
      ],
      [
        [a, d, b],
        [d, c, b],
      ],
    ];
    triangles.push(...(isValid(...one) ? one : other));
  }
  return triangles;
}

/** Returns twice the area of a triangle, positive if it is anticlockwise. */
function area([ax, ay]: readonly number[], [bx, by]: readonly number[], [cx, cy]: readonly number[]): number {
  return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
}

/** Returns whether d lies within the circle through a, b, c, by more than rounding. */
function isInCircle(
  a: readonly number[],
  b: readonly number[],
  c: readonly number[],
  d: readonly number[],
): boolean {
  const [ax, ay, bx, by, cx, cy] = [a, b, c].flatMap(([x, y]) => [x - d[0], y - d[1]]);
  const [aa, bb, cc] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const inside = aa * (bx * cy - cx * by) - bb * (ax * cy - cx * ay) + cc * (ax * by - bx * ay);
  return inside > 1e-12 * Math.max(aa, bb, cc) ** 2;
}
