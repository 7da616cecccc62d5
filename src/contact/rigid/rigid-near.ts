/**
 * Which rigid bodies come near each other or near colliders in a sub-step of h seconds. A body is taken for the ball of
 * radius ρ (m) about its centre of mass that holds it; two come near if their balls do on their way,
 *   |x_a − x_b| ≤ ρ_a + ρ_b + h (|v_a| + |v_b|) + margin,
 * and a body comes near a collider if the collider's distance at its centre is as small.
 */
import type { Vector } from '../../math/vec3.ts';
import type { Collider } from '../collider.ts';
import { type Frame, type Pose, toLocal, writeFrame } from '../pose.ts';
import type { TriangleMesh } from '../shapes/triangle-mesh.ts';
import { RIGID_NUMBERS, RIGID_SPIN, RIGID_VELOCITY, type RigidBodies } from './rigid.ts';

export class Neighbours {
  /** Indices of the bodies near something, and of the colliders near a body, both ascending. */
  readonly bodies: readonly number[];
  readonly colliders: readonly number[];
  /** The middle of the bodies, m. */
  readonly origin: Vector;
  readonly #all: RigidBodies;
  /** Of each body: how far its ball and its way reach (m), and the most that it moves a point by turning (m/s). */
  readonly #reach: Float64Array;
  readonly #turning: Float64Array;
  /** Largest speed at which a body and what is near it could meet, m/s. */
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

  /** The most that body i and anything near it could meet at, m/s. */
  approach(i: number): number {
    return this.#approach[i];
  }

  /** Triangles of a mesh at this pose that a body may touch, ascending. */
  trianglesOf({ tree }: TriangleMesh, { position, quaternion }: Pose): number[] {
    writeFrame(this.#frame, position, quaternion);
    const found = new Set<number>();
    for (const i of this.bodies) {
      const reach = this.#reach[i];
      const x = this.#localCentre(i);
      let node = 0;
      while (node < tree.nodes) {
        if (!meets(tree.boxes, 6 * node, x, reach)) {
          node = tree.skip[node];
          continue;
        }
        for (let k = 0; k < tree.count[node]; k++) found.add(tree.first[node] + k);
        node++;
      }
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

  #meetCollider({ shape, track, ball, rigid }: Collider, time: number, h: number): boolean {
    if (ball || rigid) return false;
    const { position, quaternion } = track.poseAt(time);
    const end = track.still ? position : track.poseAt(time + h).position;
    const turn = track.still ? [0, 0, 0] : track.turnOver(time, time + h);
    const way = [0, 1, 2].map((axis) => (end[axis] - position[axis]) / h);
    writeFrame(this.#frame, position, quaternion);
    let near = false;
    for (let i = 0; i < this.#all.count; i++) {
      const x = this.#localCentre(i);
      const arm = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) + this.#reach[i];
      const moves = size(way) + (size(turn) * arm) / h;
      const distance = shape.distance(x[0], x[1], x[2], this.#normal);
      if (distance > this.#reach[i] + h * moves) continue;
      near = true;
      const at = RIGID_NUMBERS * i + RIGID_VELOCITY;
      const relative = way.map((u, axis) => this.#all.state.view[at + axis] - u);
      this.#note(i, size(relative) + this.#turning[i] + (size(turn) * arm) / h);
    }
    return near;
  }

  #note(i: number, approach: number): void {
    this.#approach[i] = Math.max(this.#approach[i], approach);
  }

  #length(i: number, from: number): number {
    const at = RIGID_NUMBERS * i + from;
    return size(this.#all.state.view.subarray(at, at + 3));
  }

  #localCentre(i: number): Float64Array {
    const at = RIGID_NUMBERS * i;
    toLocal(this.#frame, this.#all.state.view.subarray(at, at + 3), this.#point);
    return this.#point;
  }
}

function size(v: ArrayLike<number>): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

function meets(boxes: Float64Array, at: number, x: Float64Array, reach: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (x[axis] + reach < boxes[at + axis] || x[axis] - reach > boxes[at + 3 + axis]) return false;
  }
  return true;
}
