/**
 * Moves points of a drawn surface out of colliders. A smooth surface cuts corners: between particles that lie on a collider
 * it dips into it. A point p moves along the normal n of the nearest surface,
 *   p + (c − d) n,   d the distance there, c the clearance to keep (m),
 * unless it is nearer to the far side of a thin plate or of a mesh, which has no inside. Then a point r of the sheet that is
 * known to be on the right side decides: p moves to the half-space in front of r's nearest surface, at the clearance.
 */
import { norm } from '../../math/vec3.ts';
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

  /** Sets the poses of the colliders at a time, s. */
  begin(time: number): void {
    this.#colliders.forEach(({ track }, k) => {
      const { position, quaternion } = track.poseAt(time);
      writeFrame(this.#frames[k], position, quaternion);
    });
  }

  /**
   * Writes into `push` the displacement that moves `point` out of the collider in which it is deepest, and returns the depth
   * below the clearance (m); 0 if it is clear of all. `sure` is a point nearby on the right side.
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

  /** Returns the depth in one collider; the direction out is in #n if the depth is more than `least`. */
  #depth(k: number, point: Float64Array, sure: Float64Array, clearance: number, least: number): number {
    const { shape } = this.#colliders[k];
    const p = this.#p;
    const r = this.#r;
    const n = this.#n;
    const m = this.#m;
    toLocal(this.#frames[k], point, p);
    toLocal(this.#frames[k], sure, r);
    const apart = norm(p[0] - r[0], p[1] - r[1], p[2] - r[2]);
    if (boxDistance(shape.bounds, p) > Math.max(clearance, apart)) return 0;
    const d = shape.distance(p[0], p[1], p[2], n);
    if (d >= clearance && d > apart) return 0;
    const fromSure = shape.distance(r[0], r[1], r[2], m);
    const opposite = n[0] * m[0] + n[1] * m[1] + n[2] * m[2] < 0;
    // A path from r to p through the surface is at least as long as both distances together.
    const beyond = fromSure > 0 && opposite && (d < clearance || d + fromSure <= apart);
    if (!beyond) return clearance - d;
    const depth = clearance - fromSure - (m[0] * (p[0] - r[0]) + m[1] * (p[1] - r[1]) + m[2] * (p[2] - r[2]));
    if (depth > least) n.set(m);
    return depth;
  }
}

/** Returns the distance from a point to a box, 0 inside. */
function boxDistance(bounds: Float64Array, p: Float64Array): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const out = Math.max(bounds[axis] - p[axis], 0, p[axis] - bounds[3 + axis]);
    sum += out * out;
  }
  return Math.sqrt(sum);
}
