/** Broad phase of particle contact: boxes of colliders in motion, which exclude most colliders for a particle's path. */
import type { Collider } from '../collider.ts';
import { type Frame, toLocal } from '../pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { Motion } from './motion.ts';

/** Box of a half-space in any direction. */
const EVERYWHERE = [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity];

export class ColliderBroadPhase {
  readonly colliders: readonly Collider[];
  readonly motions: readonly Motion[];
  /** Both ends of a path, and how far it deviates from the line between them plus the particle's radius (m). */
  readonly segment = new Float64Array(7);
  readonly found: Int32Array;
  count = 0;
  /** Box that each collider stays in during the sub-step, six numbers. */
  readonly #boxes: Float64Array;
  /** Normal and greatest offset of each plane that does not turn, four numbers. */
  readonly #planes: Float64Array;
  /** Upper bound on the displacement of any point of a collider in the sub-step, m. */
  drift = 0;
  readonly #point = new Float64Array(3);
  readonly #normal = new Float64Array(3);

  constructor(colliders: readonly Collider[]) {
    this.colliders = colliders;
    this.motions = colliders.map((c) => new Motion(c.track));
    this.found = new Int32Array(colliders.length);
    this.#boxes = new Float64Array(6 * colliders.length);
    this.#planes = new Float64Array(4 * colliders.length);
    for (let k = 0; k < colliders.length; k++) this.#enclose(k);
  }

  begin(time: number, h: number): void {
    this.drift = 0;
    for (let k = 0; k < this.motions.length; k++) {
      const motion = this.motions[k];
      if (motion.still) continue;
      motion.begin(time, h);
      this.#enclose(k);
      const [x, y, z] = motion.shift;
      const turn = motion.turning ? motion.angle * farthest(this.colliders[k].shape.bounds) : 0;
      this.drift = Math.max(this.drift, Math.sqrt(x * x + y * y + z * z) + turn);
    }
  }

  /**
   * Lists in `found` the colliders, except one, that a particle within reach of `segment` could touch in this sub-step; sets
   * and returns their `count`.
   */
  find(except: number): number {
    let count = 0;
    for (let k = 0; k < this.colliders.length; k++) {
      if (k !== except && this.#near(k)) this.found[count++] = k;
    }
    this.count = count;
    return count;
  }

  #near(k: number): boolean {
    const at = 6 * k;
    const box = this.#boxes;
    const s = this.segment;
    const reach = s[6];
    if (box[at] > box[at + 3]) {
      const nx = this.#planes[4 * k];
      const ny = this.#planes[4 * k + 1];
      const nz = this.#planes[4 * k + 2];
      const above = this.#planes[4 * k + 3] + reach;
      return nx * s[0] + ny * s[1] + nz * s[2] <= above || nx * s[3] + ny * s[4] + nz * s[5] <= above;
    }
    for (let axis = 0; axis < 3; axis++) {
      const low = box[at + axis] - reach;
      const high = box[at + 3 + axis] + reach;
      if ((s[axis] < low && s[3 + axis] < low) || (s[axis] > high && s[3 + axis] > high)) return false;
    }
    return true;
  }

  /** Returns a lower bound on the distance of the end of `segment` from the colliders that are not `found`, m. */
  distanceToOthers(): number {
    let least = Infinity;
    let f = 0;
    for (let k = 0; k < this.colliders.length; k++) {
      if (f < this.count && this.found[f] === k) f++;
      else least = Math.min(least, this.#distanceTo(k));
    }
    return least;
  }

  #distanceTo(k: number): number {
    const at = 6 * k;
    const box = this.#boxes;
    const s = this.segment;
    if (box[at] > box[at + 3]) {
      const plane = this.#planes;
      return plane[4 * k] * s[3] + plane[4 * k + 1] * s[4] + plane[4 * k + 2] * s[5] - plane[4 * k + 3];
    }
    const dx = Math.max(box[at] - s[3], 0, s[3] - box[at + 3]);
    const dy = Math.max(box[at + 1] - s[4], 0, s[4] - box[at + 4]);
    const dz = Math.max(box[at + 2] - s[5], 0, s[5] - box[at + 5]);
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /** Returns the depth of a point in the solid in which it is deepest at the end of the sub-step, m; 0 outside. */
  depthAt(x: Float64Array): number {
    let depth = 0;
    for (let k = 0; k < this.colliders.length; k++) {
      const { shape } = this.colliders[k];
      if (!shape.signed) continue;
      const y = this.#point;
      toLocal(this.motions[k].end, x, y);
      depth = Math.max(depth, -shape.distance(y[0], y[1], y[2], this.#normal));
    }
    return depth;
  }

  #enclose(k: number): void {
    const { shape } = this.colliders[k];
    const { start, end, turning } = this.motions[k];
    const box = this.#boxes.subarray(6 * k, 6 * k + 6);
    emptyBox(box);
    if (shape.halfSpace) {
      if (turning) box.set(EVERYWHERE);
      else this.#planes.set([start[1], start[4], start[7], Math.max(offset(start), offset(end))], 4 * k);
    } else if (turning) {
      const arm = farthest(shape.bounds);
      for (const frame of [start, end]) grow(box, frame, arm, arm, arm);
    } else {
      for (const frame of [start, end]) growTurned(box, frame, shape.bounds);
    }
  }
}

/** Returns n · x for the points of the plane y = 0 of a frame. */
function offset(f: Frame): number {
  return f[1] * f[9] + f[4] * f[10] + f[7] * f[11];
}

/** Returns the distance of the farthest corner from the pivot. */
export function farthest(bounds: Float64Array): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const most = Math.max(Math.abs(bounds[axis]), Math.abs(bounds[3 + axis]));
    sum += most * most;
  }
  return Math.sqrt(sum);
}

function emptyBox(box: Float64Array): void {
  box.fill(Infinity, 0, 3);
  box.fill(-Infinity, 3, 6);
}

/** Grows a box by another about the frame's position shifted by (cx, cy, cz). */
function grow(box: Float64Array, f: Frame, ex: number, ey: number, ez: number, cx = 0, cy = 0, cz = 0): void {
  const centre = [f[9] + cx, f[10] + cy, f[11] + cz];
  const extent = [ex, ey, ez];
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = Math.min(box[axis], centre[axis] - extent[axis]);
    box[3 + axis] = Math.max(box[3 + axis], centre[axis] + extent[axis]);
  }
}

/** Grows a box (least x, y, z, then greatest) by the one that encloses turned local bounds. */
function growTurned(box: Float64Array, f: Frame, bounds: Float64Array): void {
  const centre = [0, 0, 0];
  const extent = [0, 0, 0];
  for (let row = 0; row < 3; row++) {
    for (let axis = 0; axis < 3; axis++) {
      centre[row] += 0.5 * f[3 * row + axis] * (bounds[3 + axis] + bounds[axis]);
      extent[row] += 0.5 * Math.abs(f[3 * row + axis]) * (bounds[3 + axis] - bounds[axis]);
    }
  }
  grow(box, f, extent[0], extent[1], extent[2], centre[0], centre[1], centre[2]);
}

/** Writes the box that encloses a shape at a frame: least x, y, z, then greatest (m). */
export function encloseShape(box: Float64Array, { bounds, halfSpace }: Shape, frame: Frame): void {
  emptyBox(box);
  if (halfSpace) box.set(EVERYWHERE);
  else growTurned(box, frame, bounds);
}
