/**
 * Queries at any point: its depth in a collider, and whether a segment passes through a mesh. Models that refine themselves
 * need these between particles.
 *
 * The depth is −min d over all colliders, d (m) their distances. The nearest collider of the last query is tried first,
 * because successive queries are near each other; a collider is skipped if the box around it is farther than that.
 */
import type { Collider } from '../collider.ts';
import { type Frame, toLocal, writeFrame } from '../pose.ts';
import type { TriangleMesh } from '../shapes/triangle-mesh.ts';
import { encloseShape } from './collider-broad-phase.ts';

export class ColliderQuery {
  readonly #colliders: readonly Collider[];
  readonly #frames: readonly Frame[];
  /** Box of each collider, six numbers; infinite for planes. */
  readonly #boxes: Float64Array;
  /** Nearest collider of the last query. */
  #nearest = 0;
  /** Indices of the colliders that move. */
  readonly #moving: readonly number[];
  readonly #meshes: readonly { readonly skin: TriangleMesh; readonly k: number }[];
  #time = Number.NaN;
  readonly #x = new Float64Array(3);
  readonly #y = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  /** Ends of a segment in the axes of a mesh. */
  readonly #local = new Float64Array(6);

  constructor(colliders: readonly Collider[]) {
    this.#colliders = colliders;
    this.#frames = colliders.map(() => new Float64Array(12));
    this.#boxes = new Float64Array(6 * colliders.length);
    this.#moving = colliders.flatMap(({ track }, k) => (track.still ? [] : [k]));
    this.#meshes = colliders.flatMap(({ shape: { skin } }, k) => (skin ? [{ skin, k }] : []));
    for (let k = 0; k < colliders.length; k++) this.#place(k, 0);
  }

  depthAt(x: number, y: number, z: number, time: number): number {
    this.#begin(time);
    const point = this.#x;
    point[0] = x;
    point[1] = y;
    point[2] = z;
    if (this.#colliders.length === 0) return -Infinity;
    const first = this.#nearest;
    let least = this.#distance(first);
    for (let k = 0; k < this.#colliders.length; k++) {
      if (k === first || this.#boxIsBeyond(k, least)) continue;
      const d = this.#distance(k);
      if (d >= least) continue;
      least = d;
      this.#nearest = k;
    }
    return -least;
  }

  /** Returns the distance of the point #x from collider k. */
  #distance(k: number): number {
    const local = this.#y;
    toLocal(this.#frames[k], this.#x, local);
    return this.#colliders[k].shape.distance(local[0], local[1], local[2], this.#normal);
  }

  /** Returns whether the box is farther than `distance`; never for a point inside it. */
  #boxIsBeyond(k: number, distance: number): boolean {
    const box = this.#boxes;
    const at = 6 * k;
    const point = this.#x; // read by index: destructuring costs more than the rest
    const dx = Math.max(box[at] - point[0], point[0] - box[at + 3], 0);
    const dy = Math.max(box[at + 1] - point[1], point[1] - box[at + 4], 0);
    const dz = Math.max(box[at + 2] - point[2], point[2] - box[at + 5], 0);
    const square = dx * dx + dy * dy + dz * dz;
    return square > 0 && (distance <= 0 || square > distance * distance);
  }

  crosses(segment: Float64Array, time: number): boolean {
    this.#begin(time);
    for (const { skin, k } of this.#meshes) {
      for (let end = 0; end < 6; end += 3) {
        for (let axis = 0; axis < 3; axis++) this.#x[axis] = segment[end + axis];
        toLocal(this.#frames[k], this.#x, this.#y);
        for (let axis = 0; axis < 3; axis++) this.#local[end + axis] = this.#y[axis];
      }
      if (skin.crosses(this.#local)) return true;
    }
    return false;
  }

  /** Discards the poses: colliders may have moved since the last query. */
  forget(): void {
    this.#time = Number.NaN;
  }

  #begin(time: number): void {
    if (time === this.#time) return;
    this.#time = time;
    for (const k of this.#moving) this.#place(k, time);
  }

  #place(k: number, time: number): void {
    const { position, quaternion } = this.#colliders[k].track.poseAt(time);
    writeFrame(this.#frames[k], position, quaternion);
    encloseShape(this.#boxes.subarray(6 * k, 6 * k + 6), this.#colliders[k].shape, this.#frames[k]);
  }
}
