/** All colliders of a stage as they move through one sub-step, and the quick test that leaves most of them out. */
import type { Collider } from './collider.ts';
import { Motion } from './motion.ts';
import { type Frame, toLocal } from './pose.ts';

export class Surroundings {
  readonly colliders: readonly Collider[];
  readonly motions: readonly Motion[];
  /** Six numbers a collider: the box it stays in during the sub-step. */
  readonly #boxes: Float64Array;
  /** Four numbers a collider: for planes that don't turn, the normal and the greatest offset. */
  readonly #planes: Float64Array;

  readonly #point = new Float64Array(3);
  readonly #normal = new Float64Array(3);

  constructor(colliders: readonly Collider[]) {
    this.colliders = colliders;
    this.motions = colliders.map((c) => new Motion(c.track));
    this.#boxes = new Float64Array(6 * colliders.length);
    this.#planes = new Float64Array(4 * colliders.length);
    for (let k = 0; k < colliders.length; k++) this.#enclose(k);
  }

  begin(time: number, h: number): void {
    for (let k = 0; k < this.motions.length; k++) {
      if (this.motions[k].still) continue;
      this.motions[k].begin(time, h);
      this.#enclose(k);
    }
  }

  /** Could a ball that stays within `reach` of the segment a–b touch collider k in this sub-step? */
  near(
    k: number,
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    reach: number,
  ): boolean {
    const at = 6 * k;
    const box = this.#boxes;
    if (box[at] > box[at + 3]) {
      const plane = this.#planes;
      const nx = plane[4 * k];
      const ny = plane[4 * k + 1];
      const nz = plane[4 * k + 2];
      const above = plane[4 * k + 3] + reach;
      return nx * ax + ny * ay + nz * az <= above || nx * bx + ny * by + nz * bz <= above;
    }
    return !(
      (ax < box[at] - reach && bx < box[at] - reach) ||
      (ax > box[at + 3] + reach && bx > box[at + 3] + reach) ||
      (ay < box[at + 1] - reach && by < box[at + 1] - reach) ||
      (ay > box[at + 4] + reach && by > box[at + 4] + reach) ||
      (az < box[at + 2] - reach && bz < box[at + 2] - reach) ||
      (az > box[at + 5] + reach && bz > box[at + 5] + reach)
    );
  }

  /** How deep a point is inside the deepest solid at the end of the sub-step, m; 0 outside. */
  depthAt(x: number, y: number, z: number): number {
    let depth = 0;
    for (let k = 0; k < this.colliders.length; k++) {
      const { shape } = this.colliders[k];
      if (!shape.signed || !this.near(k, x, y, z, x, y, z, 0)) continue;
      toLocal(this.motions[k].end, x, y, z, this.#point);
      const d = shape.distance(this.#point[0], this.#point[1], this.#point[2], this.#normal);
      depth = Math.max(depth, -d);
    }
    return depth;
  }

  #enclose(k: number): void {
    const { shape } = this.colliders[k];
    const { start, end, turning } = this.motions[k];
    const box = this.#boxes.subarray(6 * k, 6 * k + 6);
    emptyBox(box);
    if (shape.kind === 'plane') {
      if (turning) box.set([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
      else this.#planes.set([start[1], start[4], start[7], Math.max(offset(start), offset(end))], 4 * k);
    } else if (turning) {
      const arm = farthest(shape.bounds);
      for (const frame of [start, end]) grow(box, frame, arm, arm, arm);
    } else {
      for (const frame of [start, end]) growTurned(box, frame, shape.bounds);
    }
  }
}

/** Of the plane y = 0 in a frame: n · x at its points. */
function offset(f: Frame): number {
  return f[1] * f[9] + f[4] * f[10] + f[7] * f[11];
}

/** Distance of the farthest corner from the pivot. */
function farthest(bounds: Float64Array): number {
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

/** By a box about the frame's position shifted by (cx, cy, cz). */
function grow(box: Float64Array, f: Frame, ex: number, ey: number, ez: number, cx = 0, cy = 0, cz = 0): void {
  const centre = [f[9] + cx, f[10] + cy, f[11] + cz];
  const extent = [ex, ey, ez];
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = Math.min(box[axis], centre[axis] - extent[axis]);
    box[3 + axis] = Math.max(box[3 + axis], centre[axis] + extent[axis]);
  }
}

/** By the box that encloses turned local bounds. */
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
