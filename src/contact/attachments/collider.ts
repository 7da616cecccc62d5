/**
 * Attachments of particles to colliders. A particle that touches a sticky surface while it or the collider is at least as hot
 * as the sticking temperature is attached to the point that it touches, in all directions, and moves with it. It stays
 * attached when it cools. With the force F (N) of the attachment and the outward normal n, it is released when
 *
 *   |F − max(0, F·n) n| > strength · A,
 *
 * where the left side is a mean over time (load-filter.ts), A the area of the sheet that the particle represents by its mass
 * (m²), and strength is in N/m². Pressure does not count.
 *
 * Explicit engines move the particle as if it were free; F = m (v' − v)/h then gives it the velocity v' of the attachment
 * point. In implicit engines the attachment is a spring as stiff as contact (potential/tie-terms.ts) inside the solve, and F its force.
 */
import type { Block } from '../../core/arena.ts';
import type { Renumbering } from '../../core/dependents.ts';
import type { World } from '../../core/world.ts';
import { triangleArea } from '../../math/vec3.ts';
import type { Collider } from '../collider.ts';
import type { Motion } from '../particles/motion.ts';
import type { ContactBody } from '../particles/particle-contact.ts';
import { SEPARATION } from '../particles/sweep.ts';
import { type Frame, toLocal, toWorld, turnToWorld } from '../pose.ts';
import { loadShare } from './load-filter.ts';

/** The block has the number of attachments, then these. */
const HEAD = 1;
/** Numbers of an attachment: particle, collider, its point in local axes (m), area (m²), mean load (N). */
const NUMBERS = 7;
const PARTICLE = 0;
const COLLIDER = 1;
const POINT = 2;
const AREA = 5;
const FORCE = 6;

export class ColliderAttachments {
  readonly #world: World;
  readonly #colliders: readonly Collider[];
  readonly #block: Block<'f64'>;
  /** 1 + the number of each particle's attachment; 0 for none. Follows from the block. */
  #numbers = new Int32Array(0);
  /** Area over mass of bodies with new attachments in this sub-step, m²/kg. */
  readonly #areas = new Map<ContactBody['body'], number>();
  readonly #x = new Float64Array(3);
  readonly #n = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #velocity = new Float64Array(3);
  readonly #force = new Float64Array(3);

  constructor(world: World, colliders: readonly Collider[]) {
    this.#world = world;
    this.#colliders = colliders;
    this.#block = world.arena.allocate('contact.stuck', 'f64', HEAD + NUMBERS * world.particles.count);
    // The block grows with the number of particles.
    const changes = world.adapts(world.particles.position) ? [this.#block] : [];
    world.addDependent({ name: 'stick', changes, renumbered: (change) => this.#follow(change) });
  }

  get count(): number {
    return this.#block.view[0];
  }

  /** Starts a sub-step: reads what a snapshot or an adaptation may have changed. */
  begin(): void {
    const { stride, count } = this.#world.particles;
    // Not when a particle is attached: growing the arena would replace the views of loops over particles.
    const room = HEAD + NUMBERS * count;
    if (this.#block.length < room) this.#world.arena.resize(new Map([[this.#block, room]]));
    this.#areas.clear();
    if (this.#numbers.length < stride) this.#numbers = new Int32Array(2 * stride);
    this.#numbers.fill(0);
    const ties = this.#block.view;
    for (let t = 0; t < this.count; t++) this.#numbers[ties[HEAD + NUMBERS * t + PARTICLE]] = t + 1;
  }

  has(particle: number): boolean {
    return this.#numbers[particle] > 0;
  }

  collider(particle: number): number {
    return this.#block.view[this.#at(particle) + COLLIDER];
  }

  /** Writes the point to which a particle is attached, for a frame of its collider. */
  pointOf(particle: number, frame: Frame, out: Float64Array): void {
    this.#readPoint(particle);
    toWorld(frame, this.#local, out);
  }

  /**
   * Moves a particle that an explicit engine has moved freely to its attachment point at the end of `h` seconds. Returns false
   * if the load exceeds the strength; then it is released and stays as it was.
   */
  carry(particle: number, motion: Motion, h: number): boolean {
    const { velocity, mass, stride } = this.#world.particles;
    this.#target(particle, motion, h);
    const force = this.#force;
    for (let axis = 0; axis < 3; axis++) {
      const change = this.#velocity[axis] - velocity.view[axis * stride + particle];
      force[axis] = (mass.view[particle] * change) / h;
    }
    if (!this.#bears(particle, motion.end, force, h)) return false;
    this.#put(particle);
    return true;
  }

  /**
   * Computes the attachment point at the end of `h` seconds and the velocity that reaches it, also from behind an obstacle.
   */
  #target(particle: number, motion: Motion, h: number): void {
    const { startPosition, stride } = this.#world.particles;
    const lag = this.#force;
    this.pointOf(particle, motion.start, this.#x);
    for (let axis = 0; axis < 3; axis++) {
      lag[axis] = this.#x[axis] - startPosition.view[axis * stride + particle];
    }
    this.pointOf(particle, motion.end, this.#x);
    motion.surfaceVelocity(motion.end, this.#x, this.#velocity);
    if (lag[0] * lag[0] + lag[1] * lag[1] + lag[2] * lag[2] < SEPARATION * SEPARATION) return;
    for (let axis = 0; axis < 3; axis++) this.#velocity[axis] += lag[axis] / h;
  }

  /**
   * After an implicit solve of `h` seconds: whether the attachment, a spring of `stiffness` (N/m), holds; otherwise it is
   * released.
   */
  settle(particle: number, frame: Frame, stiffness: number, h: number): boolean {
    const { position, stride } = this.#world.particles;
    this.pointOf(particle, frame, this.#x);
    const force = this.#force;
    for (let axis = 0; axis < 3; axis++) {
      force[axis] = stiffness * (this.#x[axis] - position.view[axis * stride + particle]);
    }
    return this.#bears(particle, frame, force, h);
  }

  /**
   * Attaches a particle that touches collider k if that is sticky and one of both is hot enough: to the nearest point of the
   * surface or, with a `layer` (m), to a point in it, as implicit steps keep particles in a layer.
   */
  touch(particle: number, k: number, frame: Frame, { body, radius }: ContactBody, layer = 0): boolean {
    const { stick, shape } = this.#colliders[k];
    const { position, mass, stride, temperature } = this.#world.particles;
    if (!stick || !(stick.hot || temperature.view[particle] >= stick.temperature)) return false;
    const local = this.#local;
    for (let axis = 0; axis < 3; axis++) this.#x[axis] = position.view[axis * stride + particle];
    toLocal(frame, this.#x, local);
    const n = this.#n;
    const gap = shape.distance(local[0], local[1], local[2], n) - radius - SEPARATION;
    const off = gap < 0 ? gap : Math.max(0, gap - layer);
    const t = this.#block.view[0]++;
    const at = HEAD + NUMBERS * t;
    const ties = this.#block.view;
    ties[at + PARTICLE] = particle;
    ties[at + COLLIDER] = k;
    for (let axis = 0; axis < 3; axis++) ties[at + POINT + axis] = local[axis] - off * n[axis];
    ties[at + AREA] = this.#areaOverMass(body) * mass.view[particle];
    ties[at + FORCE] = 0;
    this.#numbers[particle] = t + 1;
    return true;
  }

  /** Moves a particle that has just been attached to its point. */
  land(particle: number, motion: Motion): void {
    this.pointOf(particle, motion.end, this.#x);
    motion.surfaceVelocity(motion.end, this.#x, this.#velocity);
    this.#put(particle);
  }

  #put(particle: number): void {
    const { position, velocity, stride } = this.#world.particles;
    for (let axis = 0; axis < 3; axis++) {
      position.view[axis * stride + particle] = this.#x[axis];
      velocity.view[axis * stride + particle] = this.#velocity[axis];
    }
  }

  /** Returns the attachments with their mean loads (N) and areas (m²). */
  loads(): { particle: number; collider: number; force: number; area: number }[] {
    const ties = this.#block.view;
    return Array.from({ length: this.count }, (_, t) => {
      const at = HEAD + NUMBERS * t;
      const [particle, collider] = [ties[at + PARTICLE], ties[at + COLLIDER]];
      return { particle, collider, force: ties[at + FORCE], area: ties[at + AREA] };
    });
  }

  #at(particle: number): number {
    return HEAD + NUMBERS * (this.#numbers[particle] - 1);
  }

  #readPoint(particle: number): void {
    const at = this.#at(particle) + POINT;
    for (let axis = 0; axis < 3; axis++) this.#local[axis] = this.#block.view[at + axis];
  }

  /**
   * Updates the mean load by a force (N) of `h` seconds; releases the particle and returns false if it exceeds the strength.
   */
  #bears(particle: number, frame: Frame, force: Float64Array, h: number): boolean {
    const at = this.#at(particle);
    const ties = this.#block.view;
    const { shape, stick } = this.#colliders[ties[at + COLLIDER]];
    this.#readPoint(particle);
    const local = this.#local;
    shape.distance(local[0], local[1], local[2], this.#n);
    turnToWorld(frame, this.#n, this.#n);
    const n = this.#n;
    const pressed = Math.max(0, force[0] * n[0] + force[1] * n[1] + force[2] * n[2]);
    let squares = 0;
    for (let axis = 0; axis < 3; axis++) {
      const pull = force[axis] - pressed * n[axis];
      squares += pull * pull;
    }
    ties[at + FORCE] += loadShare(h) * (Math.sqrt(squares) - ties[at + FORCE]);
    if (ties[at + FORCE] <= (stick?.strength ?? 0) * ties[at + AREA]) return true;
    this.#release(this.#numbers[particle] - 1);
    this.#numbers[particle] = 0;
    return false;
  }

  /** Removes an attachment; the last one takes its place. */
  #release(t: number): void {
    const ties = this.#block.view;
    const last = --ties[0];
    const from = HEAD + NUMBERS * last;
    if (t !== last) {
      ties.copyWithin(HEAD + NUMBERS * t, from, from + NUMBERS);
      this.#numbers[ties[HEAD + NUMBERS * t + PARTICLE]] = t + 1;
    }
    ties.fill(0, from, from + NUMBERS);
  }

  #areaOverMass(body: ContactBody['body']): number {
    let found = this.#areas.get(body);
    if (found === undefined) {
      found = areaOverMass(this.#world, body);
      this.#areas.set(body, found);
    }
    return found;
  }

  /** Follows a renumbering; attachments of particles or colliders that are gone are removed. */
  #follow({ firstBefore, countBefore, newIndex, newCollider = (k) => k }: Renumbering): void {
    const ties = this.#block.view;
    for (let t = this.count - 1; t >= 0; t--) {
      const at = HEAD + NUMBERS * t;
      const old = ties[at + PARTICLE];
      if (old < firstBefore || old >= firstBefore + countBefore) continue;
      ties[at + PARTICLE] = newIndex(old);
      ties[at + COLLIDER] = newCollider(ties[at + COLLIDER]);
      if (ties[at + PARTICLE] < 0 || ties[at + COLLIDER] < 0) this.#release(t);
    }
  }
}

/** Present area of a body's triangles over the mass of their particles, m²/kg. */
export function areaOverMass({ particles }: World, { triangles, first, count }: ContactBody['body']): number {
  const corners = triangles?.view ?? [];
  const { position, mass, stride } = particles;
  const x = position.view;
  const counted = new Uint8Array(count);
  let area = 0;
  let all = 0;
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
    area += triangleArea(x, a, b, c, stride);
    for (const corner of [a, b, c]) {
      if (counted[corner - first]) continue;
      counted[corner - first] = 1;
      all += mass.view[corner];
    }
  }
  return all > 0 ? area / all : 0;
}
