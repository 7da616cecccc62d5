/**
 * Exact triangle intersection, decided by signs of determinants alone, which are correct whatever the rounding (Shewchuk
 * 1997, adaptive precision).
 *
 * Points are indices into an array of x, y, z. Triangles are closed: touching counts. A segment pq meets a triangle abc if
 * p and q are not on the same side of its plane and pq passes a→b, b→c and c→a on one side each (Segura & Feito 2001). In
 * the coplanar case the same test runs on the projections onto the coordinate plane of least slope.
 */
import { orient2d, orient3d } from 'robust-predicates';

type Points = ArrayLike<number>;

/** Six times the volume of abcd with an exact sign; 0 if coplanar. */
export function side(x: Points, a: number, b: number, c: number, d: number): number {
  const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * d];
  return orient3d(
    x[i],
    x[i + 1],
    x[i + 2],
    x[j],
    x[j + 1],
    x[j + 2],
    x[k],
    x[k + 1],
    x[k + 2],
    x[l],
    x[l + 1],
    x[l + 2],
  );
}

/** Whether the segment pq meets the triangle abc. */
export function segmentMeets(x: Points, p: number, q: number, a: number, b: number, c: number): boolean {
  const sp = side(x, a, b, c, p);
  const sq = side(x, a, b, c, q);
  if ((sp > 0 && sq > 0) || (sp < 0 && sq < 0)) return false;
  if (sp === 0 && sq === 0) return segmentMeetsFlat(x, p, q, a, b, c);
  const s1 = side(x, p, q, a, b);
  const s2 = side(x, p, q, b, c);
  const s3 = side(x, p, q, c, a);
  return (s1 >= 0 && s2 >= 0 && s3 >= 0) || (s1 <= 0 && s2 <= 0 && s3 <= 0);
}

/**
 * Whether two triangles of a mesh meet beyond the corners that they share. Two that share an edge do so only if they are
 * folded flat onto each other; a triangle given twice does.
 */
export function trianglesCross(x: Points, s: ArrayLike<number>, i: number, j: number): boolean {
  const one = [s[3 * i], s[3 * i + 1], s[3 * i + 2]];
  const two = [s[3 * j], s[3 * j + 1], s[3 * j + 2]];
  const shared = one.filter((corner) => two.includes(corner));
  if (shared.length === 0) return anyEdgeMeets(x, one, two) || anyEdgeMeets(x, two, one);
  if (shared.length === 1)
    return oppositeMeets(x, one, two, shared[0]) || oppositeMeets(x, two, one, shared[0]);
  if (shared.length === 2) return foldedFlat(x, one, two, shared);
  return true;
}

function anyEdgeMeets(x: Points, [a, b, c]: number[], [d, e, f]: number[]): boolean {
  return segmentMeets(x, a, b, d, e, f) || segmentMeets(x, b, c, d, e, f) || segmentMeets(x, c, a, d, e, f);
}

/** An intersection beyond a shared corner ends at the opposite side of one of the triangles. */
function oppositeMeets(x: Points, one: number[], [d, e, f]: number[], corner: number): boolean {
  const [p, q] = one.filter((other) => other !== corner);
  return segmentMeets(x, p, q, d, e, f);
}

function foldedFlat(x: Points, one: number[], two: number[], [a, b]: number[]): boolean {
  const c = one.find((corner) => corner !== a && corner !== b) as number;
  const d = two.find((corner) => corner !== a && corner !== b) as number;
  if (side(x, a, b, c, d) !== 0) return false;
  const flat = shadow(x, a, b, c);
  const sc = flat(a, b, c);
  const sd = flat(a, b, d);
  return (sc > 0 && sd > 0) || (sc < 0 && sd < 0);
}

function segmentMeetsFlat(x: Points, p: number, q: number, a: number, b: number, c: number): boolean {
  const turn = shadow(x, a, b, c);
  const area = turn(a, b, c);
  if (area !== 0) {
    const [s1, s2, s3] = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
    if ((s1 >= 0 && s2 >= 0 && s3 >= 0) || (s1 <= 0 && s2 <= 0 && s3 <= 0)) return true;
  }
  return segmentsMeet(x, p, q, a, b) || segmentsMeet(x, p, q, b, c) || segmentsMeet(x, p, q, c, a);
}

function segmentsMeet(x: Points, p: number, q: number, d: number, e: number): boolean {
  if (side(x, p, q, d, e) !== 0) return false;
  const flat = shadow(x, p, q, d);
  const turn = flat(p, q, d) === 0 ? shadow(x, d, e, p) : flat;
  const opposite = (s: number, t: number) => (s >= 0 && t <= 0) || (s <= 0 && t >= 0);
  const [s1, s2, s3, s4] = [turn(p, q, d), turn(p, q, e), turn(d, e, p), turn(d, e, q)];
  if (s1 === 0 && s2 === 0 && s3 === 0 && s4 === 0) return overlap(x, p, q, d, e);
  return opposite(s1, s2) && opposite(s3, s4);
}

/** Whether collinear segments overlap in every coordinate. */
function overlap(x: Points, p: number, q: number, d: number, e: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [s, t, u, v] = [x[3 * p + axis], x[3 * q + axis], x[3 * d + axis], x[3 * e + axis]];
    if (Math.max(s, t) < Math.min(u, v) || Math.max(u, v) < Math.min(s, t)) return false;
  }
  return true;
}

/** Orientation of three points in the projection of a triangle's plane. Dropping a coordinate rounds nothing. */
function shadow(x: Points, a: number, b: number, c: number): (d: number, e: number, f: number) => number {
  let best = 0;
  let most = -1;
  for (let axis = 0; axis < 3; axis++) {
    const area = Math.abs(turnIn(x, axis, a, b, c));
    if (area > most) {
      most = area;
      best = axis;
    }
  }
  return (d, e, f) => turnIn(x, best, d, e, f);
}

function turnIn(x: Points, axis: number, a: number, b: number, c: number): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return orient2d(x[3 * a + u], x[3 * a + v], x[3 * b + u], x[3 * b + v], x[3 * c + u], x[3 * c + v]);
}
