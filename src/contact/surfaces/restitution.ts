/**
 * Restitution of rigid bodies on sheets. The solve of contacts stops approaching features; a contact k with a body of
 * restitution e that approached at u_k < 0 (m/s along its normal n) then separates at
 *   n · u⁺ = −e u_k,
 * by impulses along the normals, found by Gauss–Seidel sweeps. They change velocities from the end of the sub-step on, not the
 * motion in it, so the features leave from where they touched. With friction and many contacts Newton's law alone could add
 * energy: all impulses are scaled such that the kinetic energy T is at most what it was before the solve.
 *
 * A contact whose next flight would be over within two sub-steps does not bounce, like single particles:
 * −e u_k must exceed the speed that the accelerations of both sides add in a sub-step.
 */
import type { World } from '../../core/world.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import { solve } from '../../math/mat3.ts';
import {
  CONTACT_NUMBERS,
  CONTACT_WORDS,
  SIDE_INVERSE_INERTIA,
  SIDE_INVERSE_MASS,
  SIDE_NUMBERS,
  SIDE_TURN,
  VERTEX_END,
  VERTEX_INVERSE_MASS,
  VERTEX_NUMBERS,
} from './records.ts';
import type { RigidSide } from './rigid-side.ts';

const [WEIGHTS, NORMAL, ARM] = [Contact.WEIGHTS / 8, Contact.NORMAL / 8, Contact.ARM / 8];
const [EFFECTIVE_MASS, IMPULSE, SIGN] = [
  Contact.EFFECTIVE_MASS / 8,
  Contact.IMPULSE / 8,
  Contact.RIGID_SIGN / 8,
];
const RIGID_BODY = Contact.RIGID_BODY / 4;
/** Gauss–Seidel sweeps, at most; and the change of a speed, relative to the greatest target, that ends them. */
const SWEEPS = 30;
const ENOUGH = 1e-6;

export class Restitution {
  readonly #rigid: RigidSide;
  /** Returns 2 T h² of all particles and bodies by their motion in the sub-step, kg·m². */
  readonly #measure: () => number;
  /** Kinetic energy before the solve, as 2 T h² (kg·m²). */
  #energy: number | undefined;
  /** Speed after the bounce of each contact that does (m/s), by its number. */
  readonly #targets = new Map<number, number>();
  /** Changes of velocity (m/s) of particles by their index, and of bodies (m/s, rad/s). */
  readonly #particles = new Map<number, Float64Array>();
  readonly #bodies = new Map<number, Float64Array>();

  constructor(rigid: RigidSide, measure: () => number) {
    this.#rigid = rigid;
    this.#measure = measure;
  }

  /** Whether a rigid body bounces. */
  get needed(): boolean {
    return this.#rigid.bodies?.colliders.some(({ restitution }) => restitution > 0) ?? false;
  }

  begin(): void {
    this.#energy = undefined;
    this.#targets.clear();
    this.#particles.clear();
    this.#bodies.clear();
  }

  /** Notes the contacts from number `from` on that will bounce, before they are solved. */
  note(
    world: World,
    h: number,
    contacts: Float64Array,
    from: number,
    count: number,
    vertices: Float64Array,
  ): void {
    const words = new Int32Array(contacts.buffer, contacts.byteOffset);
    const { velocity, startVelocity, stride } = world.particles;
    const { gravity, colliders } = this.#rigid.bodies!;
    for (let k = from; k < count; k++) {
      const body = words[CONTACT_WORDS * k + RIGID_BODY];
      const e = body < 0 ? 0 : colliders[body].restitution;
      if (e === 0) continue;
      const c = CONTACT_NUMBERS * k;
      let pressed = 0;
      for (let axis = 0; axis < 3; axis++) {
        let change = contacts[c + SIGN] * h * gravity[axis];
        for (let j = 0; j < 4; j++) {
          const weight = contacts[c + WEIGHTS + j];
          if (weight === 0) continue;
          const i = axis * stride + words[CONTACT_WORDS * k + j];
          change += weight * (velocity.view[i] - startVelocity.view[i]);
        }
        pressed -= contacts[c + NORMAL + axis] * change;
      }
      const target = -e * this.#speed(contacts, words, k, vertices, h);
      if (!(target > Math.max(0, pressed))) continue;
      this.#energy ??= this.#measure();
      this.#targets.set(k, target);
    }
  }

  /** Applies the impulses of all noted contacts, after they are solved. */
  apply(
    { particles: p }: World,
    h: number,
    contacts: Float64Array,
    order: Int32Array,
    count: number,
    vertices: Float64Array,
  ): void {
    if (this.#targets.size === 0) return;
    const words = new Int32Array(contacts.buffer, contacts.byteOffset);
    const bouncing = Array.from(order.subarray(0, count)).filter(
      (k) => this.#targets.has(k) && contacts[CONTACT_NUMBERS * k + IMPULSE] > 0,
    );
    const speeds = bouncing.map((k) => this.#speed(contacts, words, k, vertices, h));
    const impulses = new Float64Array(bouncing.length);
    const enough = ENOUGH * Math.max(...this.#targets.values());
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      let most = 0;
      bouncing.forEach((k, n) => {
        const lacking = this.#targets.get(k)! - speeds[n] - this.#change(contacts, words, k);
        const after = Math.max(0, impulses[n] + lacking * contacts[CONTACT_NUMBERS * k + EFFECTIVE_MASS]);
        if (after === impulses[n]) return;
        most = Math.max(most, Math.abs(lacking));
        this.#push(contacts, words, k, after - impulses[n], vertices);
        impulses[n] = after;
      });
      if (most <= enough) break;
    }
    const share = this.#share(h, vertices);
    for (const [i, change] of this.#particles)
      for (let axis = 0; axis < 3; axis++) p.velocity.view[axis * p.stride + i] += share * change[axis];
    for (const [i, change] of this.#bodies)
      this.#rigid.bodies!.change(
        i,
        change.map((by) => share * by),
        'after',
      );
  }

  /** Returns the share s of the impulses that the energy allows: T + s a + s² b ≤ T before the solve. */
  #share(h: number, vertices: Float64Array): number {
    let a = 0;
    let b = 0;
    const add = (mass: number, way: number, change: number) => {
      a += 2 * mass * way * h * change;
      b += mass * h * h * change * change;
    };
    for (const [i, change] of this.#particles) {
      const v = VERTEX_NUMBERS * i;
      for (let axis = 0; axis < 3; axis++)
        add(
          1 / vertices[v + VERTEX_INVERSE_MASS],
          vertices[v + VERTEX_END + axis] - vertices[v + axis],
          change[axis],
        );
    }
    for (const [body, change] of this.#bodies) {
      const side = this.#rigid.view.subarray(SIDE_NUMBERS * body, SIDE_NUMBERS * (body + 1));
      const moment = solve(side.subarray(SIDE_INVERSE_INERTIA, SIDE_INVERSE_INERTIA + 9), change.subarray(3));
      for (let axis = 0; axis < 3; axis++) {
        add(1 / side[SIDE_INVERSE_MASS], side[axis], change[axis]);
        a += 2 * side[SIDE_TURN + axis] * h * moment[axis];
        b += h * h * change[3 + axis] * moment[axis];
      }
    }
    const lost = Math.max(0, this.#energy! - this.#measure());
    return a + b <= lost ? 1 : (Math.sqrt(a * a + 4 * b * lost) - a) / (2 * b);
  }

  /** Returns the speed of the two sides along the normal in this sub-step, m/s. */
  #speed(contacts: Float64Array, words: Int32Array, k: number, vertices: Float64Array, h: number): number {
    const c = CONTACT_NUMBERS * k;
    const side = SIDE_NUMBERS * words[CONTACT_WORDS * k + RIGID_BODY];
    const motion = this.#rigid.view.subarray(side, side + 6);
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      let way = contacts[c + SIGN] * pointMotion(motion, SIDE_TURN, contacts, c + ARM, axis);
      for (let j = 0; j < 4; j++) {
        const v = VERTEX_NUMBERS * words[CONTACT_WORDS * k + j] + axis;
        way += contacts[c + WEIGHTS + j] * (vertices[v + VERTEX_END] - vertices[v]);
      }
      sum += contacts[c + NORMAL + axis] * way;
    }
    return sum / h;
  }

  /** Returns the change of that speed by the impulses so far, m/s. */
  #change(contacts: Float64Array, words: Int32Array, k: number): number {
    const c = CONTACT_NUMBERS * k;
    const body = this.#bodies.get(words[CONTACT_WORDS * k + RIGID_BODY]);
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      let change = body ? contacts[c + SIGN] * pointMotion(body, 3, contacts, c + ARM, axis) : 0;
      for (let j = 0; j < 4; j++) {
        const weight = contacts[c + WEIGHTS + j];
        if (weight !== 0) change += weight * (this.#particles.get(words[CONTACT_WORDS * k + j])?.[axis] ?? 0);
      }
      sum += contacts[c + NORMAL + axis] * change;
    }
    return sum;
  }

  /** Applies an impulse (kg·m/s) along the normal. */
  #push(contacts: Float64Array, words: Int32Array, k: number, impulse: number, vertices: Float64Array): void {
    const c = CONTACT_NUMBERS * k;
    const n = contacts.subarray(c + NORMAL, c + NORMAL + 3);
    for (let j = 0; j < 4; j++) {
      const i = words[CONTACT_WORDS * k + j];
      const share = contacts[c + WEIGHTS + j] * vertices[VERTEX_NUMBERS * i + VERTEX_INVERSE_MASS];
      if (share === 0) continue;
      const change = entry(this.#particles, i, 3);
      for (let axis = 0; axis < 3; axis++) change[axis] += share * impulse * n[axis];
    }
    const body = words[CONTACT_WORDS * k + RIGID_BODY];
    const side = this.#rigid.view.subarray(SIDE_NUMBERS * body, SIDE_NUMBERS * (body + 1));
    const change = entry(this.#bodies, body, 6);
    const arm = contacts.subarray(c + ARM, c + ARM + 3);
    const size = contacts[c + SIGN] * impulse;
    for (let axis = 0; axis < 3; axis++) {
      change[axis] += side[SIDE_INVERSE_MASS] * size * n[axis];
      const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
      const moment = size * (arm[a] * n[b] - arm[b] * n[a]);
      for (let row = 0; row < 3; row++)
        change[3 + row] += side[SIDE_INVERSE_INERTIA + 3 * row + axis] * moment;
    }
  }
}

/** Returns one coordinate of v + ω × r, with v at index 0 and ω at index `turn` of `motion`. */
function pointMotion(
  motion: Float64Array,
  turn: number,
  arm: Float64Array,
  at: number,
  axis: number,
): number {
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
  return motion[axis] + motion[turn + a] * arm[at + b] - motion[turn + b] * arm[at + a];
}

function entry(map: Map<number, Float64Array>, key: number, length: number): Float64Array {
  let value = map.get(key);
  if (!value) map.set(key, (value = new Float64Array(length)));
  return value;
}
