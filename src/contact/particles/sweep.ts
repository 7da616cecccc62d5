/**
 * The first touch of a particle (a sphere of radius r) on a curved path with a shape at rest.
 *
 * The curve is quadratic, y(t) = y₀ + d t + e t², t ∈ [0, 1], so that a fall is followed exactly. The gap is
 * g(t) = distance(y(t)) − r. The distance to a convex shape is a convex function, hence, with its normal n at t,
 *   g(t + δ) ≥ g(t) + n · (y(t + δ) − y(t)),
 * and the first root of the right-hand side is never beyond the first root of g: conservative advancement (Mirtich 1996),
 * here a Newton method of quadratic convergence. If MAX_ROUNDS do not suffice (grazing paths only), the last point reached is
 * the touch: early, never late. The touch of a mesh is the first among its triangles, each of which is convex.
 *
 * Particles keep SEPARATION from shapes, so that rounding never puts them on the other side. A particle that begins within
 * TOUCH of a shape is in touch already: if the curve leads in at all, the touch is at t = 0. In later touches of the same
 * sub-step, and for parts of a mesh that are not the nearest, a particle may use up part of the separation, so that sliding
 * along a face is no new touch.
 */
import type { Shape } from '../shapes/shape.ts';
import type { TriangleMesh } from '../shapes/triangle-mesh.ts';

/**
 * Gap that particles keep from shapes, m: above rounding in scenes up to 10⁵ m across, below the thickness of any sheet.
 * Test: particles/limits.test.ts.
 */
export const SEPARATION = 1e-7;
/** Precision to which sweeps find gaps, m: the bands below are several times as wide. */
export const RESOLUTION = SEPARATION / 8;
/** Gap below which a particle is in touch, and by which it must rise to have lifted off, m. */
export const TOUCH = 1.5 * SEPARATION;
/** Gap below which a particle is penetrating, m. */
export const PENETRATING = 0.5 * SEPARATION;
/**
 * Gap below which a particle that touches gets its separation back, m. From PENETRATING on it would come too late for a sheet to
 * turn with its scene (test/validation/adaptive-grid-drape.test.ts).
 */
export const SEPARATED = 0.9 * SEPARATION;
/** Limit of Newton steps: at a double root, where they converge slowest, 24 lead from 10⁵ m to RESOLUTION / 8. */
const MAX_ROUNDS = 24;

/** Coefficients y₀, d, e, three numbers each (m). */
export type Curve = Float64Array;
export const CURVE_NUMBERS = 9;

/** The first touch of a path. */
export class Touch {
  /** Share of the path at which it touches. */
  share = 1;
  /** Gap at the touch, m; infinite if there is none. */
  gap = Infinity;
  /** Outward unit normal and position of the particle (m) in the shape's axes. */
  readonly normal = new Float64Array(3);
  readonly point = new Float64Array(3);
}

interface ConvexPart {
  distance(x: number, y: number, z: number, normal: Float64Array): number;
}

/** Sweeps a particle along a path against one shape after another, and keeps the first touch of all. */
export class Sweep {
  readonly touch = new Touch();
  /** Radius of the particle, m. */
  radius = 0;
  readonly #normal = new Float64Array(3);
  readonly #firstNormal = new Float64Array(3);
  /** Index of the curve among the pieces of the path. */
  #piece = 0;
  #pieces = 1;
  /** Least gap of all parts at t = 0, as far as it is known, m. */
  #nearest = Infinity;
  /** Distance of a two-sided shape at t = 0, m; the floor stays short of it. */
  #side = Infinity;
  /** Gap at which the sweep stops at parts that are not in touch at t = 0, m. */
  #floor = SEPARATION;

  /** Starts a new path. */
  reset(): void {
    this.touch.share = 1;
    this.touch.gap = Infinity;
  }

  /**
   * Returns whether the shape is touched on this curve, piece `piece` of `pieces` of the path, before all others. `fresh`: the
   * particle has not touched this shape before in this sub-step.
   */
  run(shape: Shape, curve: Curve, fresh: boolean, piece = 0, pieces = 1): boolean {
    this.#piece = piece;
    this.#pieces = pieces;
    this.#nearest = Infinity;
    this.#side = Infinity;
    this.#floor = SEPARATION;
    if (shape.skin) return this.#mesh(shape.skin, curve, fresh);
    return shape.reach === undefined
      ? this.#part(shape, curve, fresh)
      : this.#hollow(shape, shape.reach, curve, fresh);
  }

  /**
   * Sweeps against a solid with hollows. With reach τ, the open ball of radius τ that touches the surface at the nearest point
   * is empty (Federer 1959): with distance d < τ, normal n and displacement m along the curve,
   *   d(y + m) ≥ τ − |m − (τ − d) n|,
   * whose first root along the curve is before the first root of d. Farther away, d(y + m) ≥ d(y) − |m|.
   */
  #hollow(shape: Shape, reach: number, curve: Curve, fresh: boolean): boolean {
    const n = this.#normal;
    const speed = wayOf(curve) + Math.sqrt(curve[6] * curve[6] + curve[7] * curve[7] + curve[8] * curve[8]);
    const limit = Math.min(1, this.touch.share * this.#pieces - this.#piece);
    let floor = SEPARATION;
    let t = 0;
    for (let round = 0; t < limit; round++) {
      const x = curve[0] + t * (curve[3] + t * curve[6]);
      const y = curve[1] + t * (curve[4] + t * curve[7]);
      const z = curve[2] + t * (curve[5] + t * curve[8]);
      const gap = shape.distance(x, y, z, n) - this.radius;
      const bend = n[0] * curve[6] + n[1] * curve[7] + n[2] * curve[8];
      const slope = n[0] * curve[3] + n[1] * curve[4] + n[2] * curve[5] + 2 * t * bend;
      if (round === 0 && gap <= TOUCH) {
        const leadsIn = gap < PENETRATING ? gap + slope + bend < SEPARATION : slope + bend < 0;
        if (fresh && leadsIn) return this.#record(curve, 0, gap, n);
        floor = floorOf(gap, Infinity);
      } else if (gap <= floor + RESOLUTION || round === MAX_ROUNDS) return this.#record(curve, t, gap, n);
      const room = gap - floor;
      const arm = reach - gap - this.radius;
      t +=
        arm > reach / 2
          ? firstRoot(room * (1 + room / (2 * arm)), slope, bend - (speed * speed) / (2 * arm))
          : room / speed;
    }
    return false;
  }

  /** Sweeps against a convex shape, or one triangle of a mesh. */
  #part(part: ConvexPart, curve: Curve, fresh: boolean): boolean {
    const n = this.#normal;
    const first = part.distance(curve[0], curve[1], curve[2], n) - this.radius;
    let bend = n[0] * curve[6] + n[1] * curve[7] + n[2] * curve[8];
    let slope = n[0] * curve[3] + n[1] * curve[4] + n[2] * curve[5];
    let floor = first > TOUCH ? this.#floor : SEPARATION;
    let inTouch = false;
    if (first <= TOUCH) {
      const rise = riseOf(slope, bend);
      const leadsIn =
        first < PENETRATING ? first + slope + bend < SEPARATION : rise < RESOLUTION && slope + bend < 0;
      if (fresh && leadsIn && first <= this.#nearest) return this.#record(curve, 0, first, n);
      inTouch = rise < RESOLUTION;
      if (inTouch) keep(n, this.#firstNormal);
      if (rise < TOUCH) floor = floorOf(Math.min(first, this.#nearest), this.#side);
    }
    const limit = inTouch ? 1 : Math.min(1, this.touch.share * this.#pieces - this.#piece);
    const near =
      floor === SEPARATION ? RESOLUTION : Math.min(RESOLUTION, (Math.min(first, this.#nearest) - floor) / 2);
    let gap = first;
    let t = firstRoot(gap - floor, slope, bend);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (!(t < limit)) return false;
      gap =
        part.distance(
          curve[0] + t * (curve[3] + t * curve[6]),
          curve[1] + t * (curve[4] + t * curve[7]),
          curve[2] + t * (curve[5] + t * curve[8]),
          n,
        ) - this.radius;
      if (gap <= floor + near) break;
      bend = n[0] * curve[6] + n[1] * curve[7] + n[2] * curve[8];
      slope = n[0] * curve[3] + n[1] * curve[4] + n[2] * curve[5] + 2 * t * bend;
      t += firstRoot(gap - floor, slope, bend);
    }
    return inTouch ? this.#record(curve, 0, first, this.#firstNormal) : this.#record(curve, t, gap, n);
  }

  #mesh(mesh: TriangleMesh, curve: Curve, fresh: boolean): boolean {
    const count = this.#findTriangles(mesh, curve);
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      mesh.triangle.index = mesh.near[i];
      const d = mesh.triangle.distance(curve[0], curve[1], curve[2], this.#normal);
      mesh.nearDistance[i] = d;
      if (d >= least) continue;
      least = d;
      keep(this.#normal, this.#firstNormal);
    }
    if (least - this.radius <= TOUCH) this.#lieOn(least, curve, this.#firstNormal);
    const farthest = this.radius + TOUCH + wayOf(curve);
    let touched = false;
    for (let i = 0; i < count; i++) {
      if (mesh.nearDistance[i] > farthest) continue;
      mesh.triangle.index = mesh.near[i];
      if (this.#part(mesh.triangle, curve, fresh)) touched = true;
    }
    return touched;
  }

  /** Sets the floor for a particle that begins in touch with the mesh, at this distance, over the normal n. */
  #lieOn(distance: number, curve: Curve, n: Float64Array): void {
    this.#nearest = distance - this.radius;
    this.#side = distance;
    const bend = n[0] * curve[6] + n[1] * curve[7] + n[2] * curve[8];
    const slope = n[0] * curve[3] + n[1] * curve[4] + n[2] * curve[5];
    if (riseOf(slope, bend) < TOUCH) this.#floor = floorOf(this.#nearest, distance);
  }

  /** Lists the triangles whose boxes the curve passes within touch; returns how many. */
  #findTriangles(mesh: TriangleMesh, curve: Curve): number {
    const { boxes, first, count, skip, nodes } = mesh.tree;
    // Upper bound on the deviation of the curve from its chord.
    const bulge = 0.25 * Math.max(Math.abs(curve[6]), Math.abs(curve[7]), Math.abs(curve[8]));
    const reach = this.radius + TOUCH + bulge;
    const limit = Math.min(1, this.touch.share * this.#pieces - this.#piece);
    let found = 0;
    let node = 0;
    while (node < nodes) {
      if (!meetsChord(boxes, 6 * node, curve, reach, limit)) {
        node = skip[node];
        continue;
      }
      for (let k = 0; k < count[node]; k++) mesh.near[found++] = first[node] + k;
      node++;
    }
    return found;
  }

  /** Keeps the earlier touch; of two at the same time, the closer. */
  #record(curve: Curve, t: number, gap: number, normal: Float64Array): boolean {
    const { touch } = this;
    const share = (this.#piece + t) / this.#pieces;
    if (share > touch.share || (share === touch.share && gap >= touch.gap)) return false;
    touch.share = share;
    touch.gap = gap;
    keep(normal, touch.normal);
    touch.point[0] = curve[0] + t * (curve[3] + t * curve[6]);
    touch.point[1] = curve[1] + t * (curve[4] + t * curve[7]);
    touch.point[2] = curve[2] + t * (curve[5] + t * curve[8]);
    return true;
  }
}

function keep(from: Float64Array, to: Float64Array): void {
  to[0] = from[0];
  to[1] = from[1];
  to[2] = from[2];
}

/** Returns the gap at which a sweep stops that begins in touch at gap `base` and goes along the surface. */
function floorOf(base: number, side: number): number {
  return Math.min(PENETRATING, base - Math.min(RESOLUTION, side / 2));
}

/** Returns the maximum of slope t + bend t² for t ∈ [0, 1]; 0 if it does not rise. */
function riseOf(slope: number, bend: number): number {
  if (slope <= 0) return 0;
  return slope < -2 * bend ? (slope * slope) / (-4 * bend) : slope + bend;
}

/** Returns the first t > 0 at which c + b t + a t² falls through zero, or Infinity. */
function firstRoot(c: number, b: number, a: number): number {
  const discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return Infinity;
  if (b < 0) return (2 * c) / (Math.sqrt(discriminant) - b);
  return a < 0 ? (b + Math.sqrt(discriminant)) / (-2 * a) : Infinity;
}

/** Returns an upper bound on the distance of the curve from its start. */
function wayOf(c: Curve): number {
  return (
    Math.sqrt(c[3] * c[3] + c[4] * c[4] + c[5] * c[5]) + Math.sqrt(c[6] * c[6] + c[7] * c[7] + c[8] * c[8])
  );
}

/** Returns whether the chord of the curve meets the box, grown by `reach`, before the share `limit`. */
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
