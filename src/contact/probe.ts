/**
 * Questions about places: how deep is a point in a collider, does a segment pass through a skin. For who must know
 * between particles what contact finds at them; nothing is moved.
 *
 * The depth is −min d over all colliders, d (m) their distances. A collider is left out where d cannot be the least:
 * it lies in the ball about its pivot p with the radius R of its farthest point, so d ≥ |x − p| − R.
 */
import type { Collider } from './collider.ts';
import { TriangleMesh } from './mesh.ts';
import { type Frame, toLocal, writeFrame } from './pose.ts';
import { farthest } from './surroundings.ts';

export class Probe {
  readonly #colliders: readonly Collider[];
  readonly #frames: readonly Frame[];
  /** R, m. */
  readonly #reach: Float64Array;
  /** Those that are not where they always are. */
  readonly #moving: readonly number[];
  readonly #meshes: readonly { readonly shape: TriangleMesh; readonly k: number }[];
  #time = Number.NaN;
  readonly #x = new Float64Array(3);
  readonly #y = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  /** Both ends of a segment in the axes of a mesh. */
  readonly #local = new Float64Array(6);

  constructor(colliders: readonly Collider[]) {
    this.#colliders = colliders;
    this.#frames = colliders.map(() => new Float64Array(12));
    this.#reach = Float64Array.from(colliders, ({ shape }) => farthest(shape.bounds));
    this.#moving = colliders.flatMap(({ track }, k) => (track.still ? [] : [k]));
    this.#meshes = colliders.flatMap(({ shape }, k) => (shape instanceof TriangleMesh ? [{ shape, k }] : []));
    for (let k = 0; k < colliders.length; k++) this.#place(k, 0);
  }

  depthAt(x: number, y: number, z: number, time: number): number {
    this.#begin(time);
    const point = this.#x;
    point[0] = x;
    point[1] = y;
    point[2] = z;
    let least = Infinity;
    for (let k = 0; k < this.#colliders.length; k++) {
      const frame = this.#frames[k];
      const dx = x - frame[9];
      const dy = y - frame[10];
      const dz = z - frame[11];
      const away = least + this.#reach[k];
      if (away < 0 || dx * dx + dy * dy + dz * dz > away * away) continue;
      const local = this.#y;
      toLocal(frame, point, local);
      const d = this.#colliders[k].shape.distance(local[0], local[1], local[2], this.#normal);
      if (d < least) least = d;
    }
    return -least;
  }

  crosses(segment: Float64Array, time: number): boolean {
    this.#begin(time);
    for (const { shape, k } of this.#meshes) {
      for (let end = 0; end < 6; end += 3) {
        for (let axis = 0; axis < 3; axis++) this.#x[axis] = segment[end + axis];
        toLocal(this.#frames[k], this.#x, this.#y);
        for (let axis = 0; axis < 3; axis++) this.#local[end + axis] = this.#y[axis];
      }
      if (shape.crosses(this.#local)) return true;
    }
    return false;
  }

  /** What moves may have moved anew since the last question. */
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
  }
}
