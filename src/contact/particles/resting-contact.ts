/**
 * Support of a particle that rests on one surface, in the groove between two, or in a corner of three.
 *
 * With relative velocity w and relative acceleration times time g (both m/s, in the surface's axes): one surface supports the
 * normal part of g, N = −g·n. If the rest leads into a second surface (normal m) that the particle rests on too, both support
 * it, −g = N n + M m + (…) c, and only motion along the groove c = n × m remains; if that leads into a third surface, none
 * remains. Friction adds up: μ N + μ′ M.
 */
import { dotAt } from '../../math/vec3.ts';
import { turnToLocal, turnToWorld } from '../pose.ts';
import { FLAT } from '../shapes/triangle-mesh.ts';
import type { ColliderBroadPhase } from './collider-broad-phase.ts';

/** Surfaces that are remembered: one more than determine a corner. */
const MOST = 4;

export class RestingContact {
  /** Sums of μ_s N and μ_k N over the surfaces, m/s. */
  hold = 0;
  drag = 0;
  readonly #broadPhase: ColliderBroadPhase;
  #count = 0;
  readonly #colliders = new Int32Array(MOST);
  /** Normals in the axes of their colliders. */
  readonly #normals = new Float64Array(3 * MOST);
  readonly #other = new Float64Array(3);
  readonly #groove = new Float64Array(3);
  /** Number of directions that the last `support` left free: 2 on a surface, 1 in a groove, 0 in a corner. */
  #free = 2;

  constructor(broadPhase: ColliderBroadPhase) {
    this.#broadPhase = broadPhase;
  }

  /** Forgets all surfaces: the particle flies. */
  clear(): void {
    this.#count = 0;
  }

  /** Adds a surface of collider k with local normal n, in place of the oldest if there are too many. */
  add(k: number, n: Float64Array): void {
    if (this.#count === MOST) {
      this.#colliders.copyWithin(0, 1);
      this.#normals.copyWithin(0, 3);
      this.#count--;
    }
    this.#colliders[this.#count] = k;
    for (let axis = 0; axis < 3; axis++) this.#normals[3 * this.#count + axis] = n[axis];
    this.#count++;
  }

  /**
   * Removes from w (tangential to n) and from g the parts that the surfaces support, and sets `hold` and `drag`. Returns false
   * if nothing presses the particle on.
   */
  support(k: number, n: Float64Array, w: Float64Array, g: Float64Array): boolean {
    const pressed = -dotAt(g, n);
    if (pressed < 0) return false;
    const { staticFriction, friction } = this.#broadPhase.colliders[k];
    this.hold = staticFriction * pressed;
    this.drag = friction * pressed;
    for (let axis = 0; axis < 3; axis++) g[axis] += pressed * n[axis];
    this.#free = 2;
    let grooves = 0;
    for (let j = 0; j < this.#count; j++) {
      if (!this.#turnInto(k, j)) continue;
      const m = this.#other;
      const closing = dotAt(w, m);
      // Below this it approaches or leaves only by rounding.
      const still = 8 * Number.EPSILON * (pressed + Math.sqrt(dotAt(w, w)));
      if (closing > still || (closing >= -still && dotAt(g, m) >= 0)) continue;
      if (grooves++ > 0) {
        w[0] = w[1] = w[2] = 0;
        g[0] = g[1] = g[2] = 0;
        this.#free = 0;
        return true;
      }
      if (!this.#enterGroove(k, j, n, pressed, w, g)) grooves--;
    }
    return true;
  }

  /** Confines w and g to the groove between n and the other normal. */
  #enterGroove(
    k: number,
    j: number,
    n: Float64Array,
    pressed: number,
    w: Float64Array,
    g: Float64Array,
  ): boolean {
    const m = this.#other;
    const c = this.#groove;
    c[0] = n[1] * m[2] - n[2] * m[1];
    c[1] = n[2] * m[0] - n[0] * m[2];
    c[2] = n[0] * m[1] - n[1] * m[0];
    const sine2 = dotAt(c, c);
    if (sine2 < FLAT * FLAT) return false;
    const cosine = dotAt(n, m);
    const pressedM = pressed * cosine - dotAt(g, m); // −m · (g − pressed n)
    const onN = Math.max(0, (pressed - cosine * pressedM) / sine2);
    const onM = Math.max(0, (pressedM - cosine * pressed) / sine2);
    const first = this.#broadPhase.colliders[k];
    const second = this.#broadPhase.colliders[this.#colliders[j]];
    this.hold = first.staticFriction * onN + second.staticFriction * onM;
    this.drag = first.friction * onN + second.friction * onM;
    const along = dotAt(w, c) / sine2;
    const pull = dotAt(g, c) / sine2;
    for (let axis = 0; axis < 3; axis++) {
      w[axis] = along * c[axis];
      g[axis] = pull * c[axis];
    }
    this.#free = 1;
    return true;
  }

  /** Projects a vector on the directions that the last `support` left free: the surface n, or the groove. */
  confine(n: Float64Array, v: Float64Array): void {
    const c = this.#groove;
    const off = dotAt(v, n);
    const along = this.#free === 1 ? dotAt(v, c) / dotAt(c, c) : 0;
    for (let axis = 0; axis < 3; axis++) {
      v[axis] = this.#free === 2 ? v[axis] - off * n[axis] : along * c[axis];
    }
  }

  /** Sets #other to normal j in the axes of collider k; false if the two move relative to each other. */
  #turnInto(k: number, j: number): boolean {
    const other = this.#colliders[j];
    for (let axis = 0; axis < 3; axis++) this.#other[axis] = this.#normals[3 * j + axis];
    if (other === k) return true;
    const from = this.#broadPhase.motions[other];
    const to = this.#broadPhase.motions[k];
    if (!from.still || !to.still) return false;
    turnToWorld(from.start, this.#other, this.#other);
    turnToLocal(to.start, this.#other, this.#other);
    return true;
  }
}
