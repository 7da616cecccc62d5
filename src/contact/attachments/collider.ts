/**
 * Particles that stick to colliders. One that touches a sticky surface while it, or the collider, is at least as hot as
 * the surface's temperature is tied to the place that it touches, in all directions, and goes where that goes. It stays
 * tied when it cools (welded). With the force F (N) that the tie exerts on it and the normal n out of the surface, it is
 * let go when
 *
 *   |F − max(0, F·n) n| > strength · A,
 *
 * the left side as its mean over some time (pull.ts), A the area of the sheet that it stands for by its mass (m²), strength
 * in N/m²: what presses it on does not pull.
 *
 * Explicit engines move it first, as if it were free: F = m (v' − v)/h takes it from there to the velocity v' of its
 * place. Implicit ones know the tie as a spring of STICK_STIFFNESS m/h² inside the solve: F is what that spring bears.
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
import { pullShare } from './load-filter.ts';

/** In units of m/h², as that of contact within implicit steps: one of 1/400 of the way is left after a step. */
export const STICK_STIFFNESS = 400;

/** The block: how many ties there are, then the ties. */
const HEAD = 1;
/** Numbers a tie: particle, collider, its place in the axes of that (m), area (m²), the pull it bears (N, see pull.ts). */
const NUMBERS = 7;
const PARTICLE = 0;
const COLLIDER = 1;
const PLACE = 2;
const AREA = 5;
const FORCE = 6;

export class Stick {
  readonly #world: World;
  readonly #colliders: readonly Collider[];
  readonly #block: Block<'f64'>;
  /** By particle: number of its tie plus one. Follows from the block. */
  #tieOf = new Int32Array(0);
  /** m²/kg, of bodies that something of began to stick in this sub-step. */
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

  /** Particles that stick. */
  get count(): number {
    return this.#block.view[0];
  }

  /** Before anything is asked in a sub-step: what a snapshot or an adaptation may have changed. */
  begin(): void {
    const { stride, count } = this.#world.particles;
    // Here and not when one sticks: who runs through particles then must not lose its views.
    const room = HEAD + NUMBERS * count;
    if (this.#block.length < room) this.#world.arena.resize(new Map([[this.#block, room]]));
    this.#areas.clear();
    if (this.#tieOf.length < stride) this.#tieOf = new Int32Array(2 * stride);
    this.#tieOf.fill(0);
    const ties = this.#block.view;
    for (let t = 0; t < this.count; t++) this.#tieOf[ties[HEAD + NUMBERS * t + PARTICLE]] = t + 1;
  }

  has(particle: number): boolean {
    return this.#tieOf[particle] > 0;
  }

  collider(particle: number): number {
    return this.#block.view[this.#at(particle) + COLLIDER];
  }

  /** Where the tie of a particle holds it when its collider's frame is this. */
  place(particle: number, frame: Frame, out: Float64Array): void {
    this.#readPlace(particle);
    toWorld(frame, this.#local, out);
  }

  /**
   * Takes a particle that an explicit engine has moved freely to where its tie holds it at the end of `h` seconds. False
   * if that takes more than the tie bears: then it is free, and as it was.
   */
  carry(particle: number, motion: Motion, h: number): boolean {
    const { velocity, mass, stride } = this.#world.particles;
    this.#wanted(particle, motion, h);
    const force = this.#force;
    for (let axis = 0; axis < 3; axis++) {
      const change = this.#velocity[axis] - velocity.view[axis * stride + particle];
      force[axis] = (mass.view[particle] * change) / h;
    }
    if (!this.#bears(particle, motion.end, force, h)) return false;
    this.#put(particle);
    return true;
  }

  /** The place of a tie at the end of `h` seconds, and the velocity there: to catch up, too, with what was in the way. */
  #wanted(particle: number, motion: Motion, h: number): void {
    const { startPosition, stride } = this.#world.particles;
    const lag = this.#force;
    this.place(particle, motion.start, this.#x);
    for (let axis = 0; axis < 3; axis++) {
      lag[axis] = this.#x[axis] - startPosition.view[axis * stride + particle];
    }
    this.place(particle, motion.end, this.#x);
    motion.surfaceVelocity(motion.end, this.#x, this.#velocity);
    if (lag[0] * lag[0] + lag[1] * lag[1] + lag[2] * lag[2] < SEPARATION * SEPARATION) return;
    for (let axis = 0; axis < 3; axis++) this.#velocity[axis] += lag[axis] / h;
  }

  /** After an implicit solve of `h` seconds: whether the tie, a spring of `stiffness` (N/m), bears its pull; else it is gone. */
  settle(particle: number, frame: Frame, stiffness: number, h: number): boolean {
    const { position, stride } = this.#world.particles;
    this.place(particle, frame, this.#x);
    const force = this.#force;
    for (let axis = 0; axis < 3; axis++) {
      force[axis] = stiffness * (this.#x[axis] - position.view[axis * stride + particle]);
    }
    return this.#bears(particle, frame, force, h);
  }

  /**
   * Ties a particle that touches collider k, if that sticks and one of both is hot enough: to the place on the surface that
   * is nearest, or (`here`, if that is outside) where it is, in the layer that implicit steps hold it by.
   */
  touch(particle: number, k: number, frame: Frame, { body, radius }: ContactBody, here = false): boolean {
    const { stick, shape } = this.#colliders[k];
    const { position, mass, stride, temperature } = this.#world.particles;
    if (!stick || !(stick.hot || temperature.view[particle] >= stick.temperature)) return false;
    const local = this.#local;
    for (let axis = 0; axis < 3; axis++) this.#x[axis] = position.view[axis * stride + particle];
    toLocal(frame, this.#x, local);
    const n = this.#n;
    const gap = shape.distance(local[0], local[1], local[2], n) - radius - SEPARATION;
    const off = here ? Math.min(0, gap) : gap;
    const t = this.#block.view[0]++;
    const at = HEAD + NUMBERS * t;
    const ties = this.#block.view;
    ties[at + PARTICLE] = particle;
    ties[at + COLLIDER] = k;
    for (let axis = 0; axis < 3; axis++) ties[at + PLACE + axis] = local[axis] - off * n[axis];
    ties[at + AREA] = this.#areaOverMass(body) * mass.view[particle];
    ties[at + FORCE] = 0;
    this.#tieOf[particle] = t + 1;
    return true;
  }

  /** Puts a particle that has just been tied to its place. */
  land(particle: number, motion: Motion): void {
    this.place(particle, motion.end, this.#x);
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

  /** N; what ties bear, one after another, and the particles they hold. */
  loads(): { particle: number; collider: number; force: number; area: number }[] {
    const ties = this.#block.view;
    return Array.from({ length: this.count }, (_, t) => {
      const at = HEAD + NUMBERS * t;
      const [particle, collider] = [ties[at + PARTICLE], ties[at + COLLIDER]];
      return { particle, collider, force: ties[at + FORCE], area: ties[at + AREA] };
    });
  }

  #at(particle: number): number {
    return HEAD + NUMBERS * (this.#tieOf[particle] - 1);
  }

  #readPlace(particle: number): void {
    const at = this.#at(particle) + PLACE;
    for (let axis = 0; axis < 3; axis++) this.#local[axis] = this.#block.view[at + axis];
  }

  #bears(particle: number, frame: Frame, force: Float64Array, h: number): boolean {
    const at = this.#at(particle);
    const ties = this.#block.view;
    const { shape, stick } = this.#colliders[ties[at + COLLIDER]];
    this.#readPlace(particle);
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
    ties[at + FORCE] += pullShare(h) * (Math.sqrt(squares) - ties[at + FORCE]);
    if (ties[at + FORCE] <= (stick?.strength ?? 0) * ties[at + AREA]) return true;
    this.#release(this.#tieOf[particle] - 1);
    this.#tieOf[particle] = 0;
    return false;
  }

  /** The last tie takes its place. */
  #release(t: number): void {
    const ties = this.#block.view;
    const last = --ties[0];
    const from = HEAD + NUMBERS * last;
    if (t !== last) {
      ties.copyWithin(HEAD + NUMBERS * t, from, from + NUMBERS);
      this.#tieOf[ties[HEAD + NUMBERS * t + PARTICLE]] = t + 1;
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

  /** Ties go with their particles; one whose particle is gone goes too. */
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

/** m²/kg: of a body's triangles as they are now, over the mass of the particles in them. */
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
