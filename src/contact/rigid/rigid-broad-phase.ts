/**
 * Broad phase of rigid bodies: which of them are near each other or near colliders in a sub-step of h seconds. With the radius ρ
 * (m) of a body's bounding sphere about its centre of mass, two bodies are near if
 *   |x_a − x_b| ≤ ρ_a + ρ_b + h (|v_a| + |v_b|) + margin,
 * and a body is near a collider if the collider's distance at its centre is as small.
 */
import { length, type Vector } from '../../math/vec3.ts';
import type { Collider } from '../collider.ts';
import { type Frame, type Pose, toLocal, writeFrame } from '../pose.ts';
import type { TriangleMesh } from '../shapes/triangle-mesh.ts';
import { RIGID_NUMBERS, RIGID_SPIN, RIGID_VELOCITY, type RigidBodies } from './rigid.ts';

export class RigidBroadPhase {
  /** Indices of the bodies near something, and of the colliders near a body, both ascending. */
  readonly bodies: readonly number[];
  readonly colliders: readonly number[];
  /** Mean of the bodies' centres, m. */
  readonly origin: Vector;
  readonly #all: RigidBodies;
  /** Reach of each body's bounding sphere along its path (m), and the greatest speed of its points by spin (m/s). */
  readonly #reach: Float64Array;
  readonly #turning: Float64Array;
  /** Upper bound on the speed at which each body meets anything near it, m/s; −1 if nothing is near. */
  readonly #approach: Float64Array;
  readonly #frame: Frame = new Float64Array(12);
  readonly #point = new Float64Array(3);
  readonly #normal = new Float64Array(3);

  constructor(all: RigidBodies, colliders: readonly Collider[], time: number, h: number, margin: number) {
    this.#all = all;
    this.#reach = new Float64Array(all.count);
    this.#turning = new Float64Array(all.count);
    this.#approach = new Float64Array(all.count).fill(-1);
    for (let i = 0; i < all.count; i++) {
      const { reach } = all.properties[i];
      this.#reach[i] = reach + h * this.#length(i, RIGID_VELOCITY) + margin;
      this.#turning[i] = reach * this.#length(i, RIGID_SPIN);
    }
    for (let a = 0; a < all.count; a++) for (let b = a + 1; b < all.count; b++) this.#meetBody(a, b);
    const near = colliders.flatMap((collider, k) => (this.#meetCollider(collider, time, h) ? [k] : []));
    this.colliders = near;
    this.bodies = Array.from(this.#approach.keys()).filter((i) => this.#approach[i] >= 0);
    const middle = [0, 0, 0];
    for (const i of this.bodies) {
      for (let axis = 0; axis < 3; axis++) {
        middle[axis] += all.state.view[RIGID_NUMBERS * i + axis] / this.bodies.length;
      }
    }
    this.origin = [middle[0], middle[1], middle[2]];
  }

  /** Returns an upper bound on the speed at which body i meets anything near it, m/s. */
  approach(i: number): number {
    return this.#approach[i];
  }

  /** Returns the triangles of a mesh at this pose that a body may touch, ascending. */
  trianglesOf(mesh: TriangleMesh, { position, quaternion }: Pose): number[] {
    writeFrame(this.#frame, position, quaternion);
    const found = new Set<number>();
    for (const i of this.bodies) {
      const reach = this.#reach[i];
      const [x, y, z] = this.#localCentre(i);
      const box = [x - reach, y - reach, z - reach, x + reach, y + reach, z + reach];
      for (const t of mesh.trianglesIn(box)) found.add(t);
    }
    return [...found].sort((a, b) => a - b);
  }

  #meetBody(a: number, b: number): void {
    const s = this.#all.state.view;
    let apart = 0;
    let closing = 0;
    for (let axis = 0; axis < 3; axis++) {
      const d = s[RIGID_NUMBERS * a + axis] - s[RIGID_NUMBERS * b + axis];
      const v = s[RIGID_NUMBERS * a + RIGID_VELOCITY + axis] - s[RIGID_NUMBERS * b + RIGID_VELOCITY + axis];
      apart += d * d;
      closing += v * v;
    }
    const reach = this.#reach[a] + this.#reach[b];
    if (apart > reach * reach) return;
    const turning = this.#turning[a] + this.#turning[b];
    this.#note(a, Math.sqrt(closing) + turning);
    this.#note(b, Math.sqrt(closing) + turning);
  }

  #meetCollider({ shape, track }: Collider, time: number, h: number): boolean {
    const { position, quaternion } = track.poseAt(time);
    const end = track.still ? position : track.poseAt(time + h).position;
    const turn = track.still ? [0, 0, 0] : track.turnOver(time, time + h);
    const way = [0, 1, 2].map((axis) => (end[axis] - position[axis]) / h);
    writeFrame(this.#frame, position, quaternion);
    let near = false;
    for (let i = 0; i < this.#all.count; i++) {
      const x = this.#localCentre(i);
      const arm = length(x) + this.#reach[i];
      const moves = length(way) + (length(turn) * arm) / h;
      const distance = shape.distance(x[0], x[1], x[2], this.#normal);
      if (distance > this.#reach[i] + h * moves) continue;
      near = true;
      const at = RIGID_NUMBERS * i + RIGID_VELOCITY;
      const relative = way.map((u, axis) => this.#all.state.view[at + axis] - u);
      this.#note(i, length(relative) + this.#turning[i] + (length(turn) * arm) / h);
    }
    return near;
  }

  #note(i: number, approach: number): void {
    this.#approach[i] = Math.max(this.#approach[i], approach);
  }

  #length(i: number, from: number): number {
    const at = RIGID_NUMBERS * i + from;
    return length(this.#all.state.view.subarray(at, at + 3));
  }

  #localCentre(i: number): Float64Array {
    const at = RIGID_NUMBERS * i;
    toLocal(this.#frame, this.#all.state.view.subarray(at, at + 3), this.#point);
    return this.#point;
  }
}
