/**
 * How a drawn point gets out of what it must not sink into. A smooth surface cuts corners: between masses that lie on
 * a collider it dips into it. For one point p the way out is along the normal n of the nearest surface,
 *   p + (c − d) n,   d the distance there, c the clearance to keep (m),
 * unless the point has come nearer to a far side: of a thin plate, of a mesh, which has no inside. Then a place r of
 * the sheet that is known to be on the right side tells the way: p goes to where the half space in front of r's
 * nearest surface begins, at the clearance.
 */
import type { Collider } from '../collider.ts';
import { type Frame, toLocal, turnToWorld, writeFrame } from '../pose.ts';

export class Outside {
  readonly #colliders: readonly Collider[];
  readonly #frames: readonly Frame[];
  readonly #p = new Float64Array(3);
  readonly #r = new Float64Array(3);
  readonly #n = new Float64Array(3);
  readonly #m = new Float64Array(3);

  constructor(colliders: readonly Collider[]) {
    this.#colliders = colliders;
    this.#frames = colliders.map(() => new Float64Array(12));
    this.begin(0);
  }

  /** Puts the colliders where they are at a time, s. */
  begin(time: number): void {
    this.#colliders.forEach(({ track }, k) => {
      const { position, quaternion } = track.poseAt(time);
      writeFrame(this.#frames[k], position, quaternion);
    });
  }

  /**
   * Writes into `push` the shift that takes `point` out of the collider it is deepest in, and returns how deep that is
   * (m, against the clearance); 0 if it is clear of all. `sure` is a place nearby on the right side.
   */
  push(point: Float64Array, sure: Float64Array, clearance: number, push: Float64Array): number {
    let deepest = 0;
    for (let k = 0; k < this.#colliders.length; k++) {
      const depth = this.#depth(k, point, sure, clearance, deepest);
      if (depth <= deepest) continue;
      deepest = depth;
      turnToWorld(this.#frames[k], this.#n, push);
      for (let axis = 0; axis < 3; axis++) push[axis] *= depth;
    }
    return deepest;
  }

  /** Of one collider; leaves the direction in #n if it is more than `least`. */
  #depth(k: number, point: Float64Array, sure: Float64Array, clearance: number, least: number): number {
    const { shape } = this.#colliders[k];
    const p = this.#p;
    const r = this.#r;
    const n = this.#n;
    const m = this.#m;
    toLocal(this.#frames[k], point, p);
    toLocal(this.#frames[k], sure, r);
    const apart = distanceBetween(p, r);
    if (boxDistance(shape.bounds, p) > Math.max(clearance, apart)) return 0;
    const d = shape.distance(p[0], p[1], p[2], n);
    if (d >= clearance && d > apart) return 0;
    const fromSure = shape.distance(r[0], r[1], r[2], m);
    const opposite = n[0] * m[0] + n[1] * m[1] + n[2] * m[2] < 0;
    // A way from r to p through the surface is at least as long as both distances together.
    const beyond = fromSure > 0 && opposite && (d < clearance || d + fromSure <= apart);
    if (!beyond) return clearance - d;
    const depth = clearance - fromSure - (m[0] * (p[0] - r[0]) + m[1] * (p[1] - r[1]) + m[2] * (p[2] - r[2]));
    if (depth > least) n.set(m);
    return depth;
  }
}

function distanceBetween(a: Float64Array, b: Float64Array): number {
  const x = a[0] - b[0];
  const y = a[1] - b[1];
  const z = a[2] - b[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** From a point to a box, 0 inside. */
function boxDistance(bounds: Float64Array, p: Float64Array): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const out = Math.max(bounds[axis] - p[axis], 0, p[axis] - bounds[3 + axis]);
    sum += out * out;
  }
  return Math.sqrt(sum);
}
