/**
 * The first touch of a ball (a particle, radius r) that moves along a curve with a shape at rest.
 *
 * The curve is quadratic, y(t) = y₀ + d t + e t², t ∈ [0, 1], so that a fall is followed exactly. The gap is
 * g(t) = distance(y(t)) − r. The distance to a convex shape is a convex function, hence, with its normal n at t,
 *   g(t + δ) ≥ g(t) + n · (y(t + δ) − y(t)),
 * and going to the first root of the right-hand side can never pass the first root of g: conservative
 * advancement (Mirtich 1996), here a Newton method, quadratic in convergence. If MAX_ROUNDS do not suffice
 * (grazing, at most) the last point reached counts as the touch: early, never late. A mesh is the first touch
 * among its triangles, each of which is convex.
 *
 * A ball is held SKIN away from what it touches, so that rounding never puts it on the other side. One that
 * begins within TOUCH of a shape is in touch already: if the curve leads in, the touch is at t = 0, and
 * otherwise it may use a part of the skin, so that sliding along a face is no new touch.
 */
import type { TriangleMesh } from './mesh.ts';
import type { Shape } from './shape.ts';

/** m; far above rounding in scenes up to 10⁵ m across, far below a sheet's thickness. */
export const SKIN = 1e-7;
export const TOUCH = 1.5 * SKIN;
/** Below this gap a ball counts as sunk in, and is let out. */
export const SUNK = 0.5 * SKIN;
const MAX_ROUNDS = 64;

/** y₀, d, e. */
export type Curve = Float64Array;
export const CURVE_NUMBERS = 9;

/** Where and how a sweep ended; `share` is t. */
export class Touch {
  share = 1;
  gap = 0;
  /** Unit, outward, in the shape's axes. */
  readonly normal = new Float64Array(3);
  readonly point = new Float64Array(3);
}

interface ConvexPart {
  distance(x: number, y: number, z: number, normal: Float64Array): number;
}

/** Sweeps along one curve after another; holds its work space. */
export class Sweep {
  readonly touch = new Touch();
  readonly #normal = new Float64Array(3);

  /** Finds the first touch; `fresh` tells that a sunk ball has not been let out yet in this sub-step. */
  run(shape: Shape, curve: Curve, radius: number, fresh: boolean): boolean {
    this.touch.share = 1;
    this.touch.gap = Infinity;
    if (shape.kind === 'mesh') this.#mesh(shape as TriangleMesh, curve, radius, fresh);
    else this.#part(shape, curve, radius, Infinity, Infinity, fresh);
    return this.touch.gap < Infinity;
  }

  /**
   * One convex part of the shape. `nearest` is the least gap of all parts at t = 0, as far as it is known;
   * `side` the distance at which a two-sided shape lies there, which no floor may reach.
   */
  #part(part: ConvexPart, curve: Curve, radius: number, nearest: number, side: number, fresh: boolean): void {
    const n = this.#normal;
    const first = part.distance(curve[0], curve[1], curve[2], n) - radius;
    const nx = n[0];
    const ny = n[1];
    const nz = n[2];
    const floor = floorOf(Math.min(first, nearest), side);
    const near = Math.min(SKIN / 8, (Math.min(first, nearest) - floor) / 2);
    let inTouch = false;
    let limit = this.touch.share;
    let gap = first;
    let t = 0;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const bend = n[0] * curve[6] + n[1] * curve[7] + n[2] * curve[8];
      const slope = n[0] * curve[3] + n[1] * curve[4] + n[2] * curve[5] + 2 * t * bend;
      if (round === 0 && gap <= TOUCH) {
        if (fresh && gap < SUNK && gap <= nearest && gap + slope + bend < SKIN) break;
        inTouch = slope <= 0 || slope * slope <= -0.5 * SKIN * bend; // the curve rises by less than SKIN / 8
        if (inTouch) limit = 1;
      }
      const next = t + firstRoot(gap - floor, slope, bend);
      if (!(next < limit)) return;
      t = next;
      gap =
        part.distance(
          curve[0] + t * (curve[3] + t * curve[6]),
          curve[1] + t * (curve[4] + t * curve[7]),
          curve[2] + t * (curve[5] + t * curve[8]),
          n,
        ) - radius;
      if (gap <= floor + near) break;
    }
    if (inTouch || t === 0) this.#record(curve, 0, first, nx, ny, nz);
    else this.#record(curve, t, gap, n[0], n[1], n[2]);
  }

  #mesh(mesh: TriangleMesh, curve: Curve, radius: number, fresh: boolean): void {
    const nearest = this.#nearest(mesh, curve, radius);
    const { boxes, first, count, skip, nodes } = mesh.tree;
    // How far the curve strays from its chord, at most.
    const bulge = 0.25 * Math.max(Math.abs(curve[6]), Math.abs(curve[7]), Math.abs(curve[8]));
    const reach = radius + TOUCH + bulge;
    let node = 0;
    while (node < nodes) {
      if (!meetsChord(boxes, 6 * node, curve, reach, this.touch.share)) {
        node = skip[node];
        continue;
      }
      for (let k = 0; k < count[node]; k++) {
        mesh.triangle.index = first[node] + k;
        this.#part(mesh.triangle, curve, radius, nearest, nearest + radius, fresh);
      }
      node++;
    }
  }

  /** The least gap at t = 0, or Infinity if no triangle is in touch. */
  #nearest(mesh: TriangleMesh, curve: Curve, radius: number): number {
    const { boxes, first, count, skip, nodes } = mesh.tree;
    const x = curve[0];
    const y = curve[1];
    const z = curve[2];
    const reach = radius + TOUCH;
    let least = Infinity;
    let node = 0;
    while (node < nodes) {
      const b = 6 * node;
      const apart =
        x < boxes[b] - reach ||
        y < boxes[b + 1] - reach ||
        z < boxes[b + 2] - reach ||
        x > boxes[b + 3] + reach ||
        y > boxes[b + 4] + reach ||
        z > boxes[b + 5] + reach;
      if (apart) {
        node = skip[node];
        continue;
      }
      for (let k = 0; k < count[node]; k++) {
        mesh.triangle.index = first[node] + k;
        least = Math.min(least, mesh.triangle.distance(x, y, z, this.#normal) - radius);
      }
      node++;
    }
    return least <= TOUCH ? least : Infinity;
  }

  /** Keeps the earlier touch; of two at once, the closer. */
  #record(curve: Curve, t: number, gap: number, nx: number, ny: number, nz: number): void {
    const touch = this.touch;
    if (t > touch.share || (t === touch.share && gap >= touch.gap)) return;
    touch.share = t;
    touch.gap = gap;
    touch.normal[0] = nx;
    touch.normal[1] = ny;
    touch.normal[2] = nz;
    for (let axis = 0; axis < 3; axis++) {
      touch.point[axis] = curve[axis] + t * (curve[3 + axis] + t * curve[6 + axis]);
    }
  }
}

/** The gap at which a sweep that begins at gap `base` stops. */
function floorOf(base: number, side: number): number {
  if (base > TOUCH) return SKIN;
  if (base >= 0.75 * SKIN) return SUNK;
  return base - Math.min(SKIN / 64, side / 2);
}

/** Smallest t > 0 with c + b t + a t² = 0 where the sum falls through zero; c ≥ 0. Infinity if there is none. */
function firstRoot(c: number, b: number, a: number): number {
  const discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return Infinity;
  if (b < 0) return (2 * c) / (Math.sqrt(discriminant) - b);
  return a < 0 ? (b + Math.sqrt(discriminant)) / (-2 * a) : Infinity;
}

/** Does the chord of the curve meet the box, grown by `reach`, before the share `limit`? */
function meetsChord(boxes: Float64Array, at: number, curve: Curve, reach: number, limit: number): boolean {
  let enter = 0;
  let leave = limit;
  for (let axis = 0; axis < 3; axis++) {
    const low = boxes[at + axis] - reach - curve[axis];
    const high = boxes[at + 3 + axis] + reach - curve[axis];
    const along = curve[3 + axis] + curve[6 + axis];
    if (along === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const a = low / along;
    const b = high / along;
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave;
}
