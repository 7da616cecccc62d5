/**
 * Contacts of single vertices with colliders, by the distance of their shapes at the end of a stage. A contact begins LAYER
 * above the distance that the vertex keeps.
 */

import type { Arena, Block } from '../../core/arena.ts';
import { stiffnessIn } from '../../core/dynamics.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { ImplicitStage } from '../../core/implicit.ts';
import { TANGLED } from '../../core/particles.ts';
import { isAtRest } from '../../core/rest.ts';
import type { World } from '../../core/world.ts';
import * as ContactTerm from '../../layouts/generated/contact-term.ts';
import type { ColliderAttachments } from '../attachments/collider.ts';
import type { Collider } from '../collider.ts';
import type { ContactBody } from '../particles/particle-contact.ts';
import { type Frame, toLocal, toWorld, turnToWorld, writeFrame } from '../pose.ts';
import { type ContactTerms, TERM, TERM_WORDS } from './terms.ts';

/** Fields of a term, in f64 and in i32. */
const KEY = ContactTerm.KEY / 4;
const NORMAL = ContactTerm.NORMAL / 8;
const WEIGHTS = ContactTerm.WEIGHTS / 8;
const FIXED = ContactTerm.FIXED / 8;
const START = ContactTerm.START / 8;
const RANGE = ContactTerm.RANGE / 8;
const FULL = ContactTerm.FULL_RANGE / 8;
const STIFFNESS = ContactTerm.STIFFNESS / 8;
const STATIC = ContactTerm.STATIC_FRICTION / 8;
const KINETIC = ContactTerm.KINETIC_FRICTION / 8;
const ROOM = ContactTerm.ROOM / 8;

/** Distance over which a collider pushes a vertex, m. Chosen: less than half the thickness of cotton. Test: layer.test.ts. */
export const LAYER = 2e-4;
/**
 * Share of the layer, or of a vertex's distance at the start of a step within it, to which a vertex that has passed it is put. Chosen:
 * above the floor by as much. Test: clearing.test.ts.
 */
const LEAST = 0.2;
/** Share of the same that a vertex may not pass on its way. Chosen. Test: clearing.test.ts. */
const FLOOR = 0.1;
/**
 * Speed at which a contact extends that began at rest inside its layer, m/s: what is put down on a surface rises through the layer, and
 * is not thrown off it. Test: layer.test.ts.
 */
export const EASE = 1e-3;
/**
 * Cosine of the angle between the normals at the ends of a way, 60°, beyond which a vertex may be on another side of a thin shape.
 * Chosen: less than the right angle between faces of a box. Test: clearing.test.ts.
 */
const SAME_SIDE = 0.5;
/**
 * Speed at which a vertex that starts inside a collider comes out, m/s. Chosen: slow enough to add no energy that is seen. Test:
 * layer.test.ts.
 */
const RISE = 0.2;
/** Distance that counts as none, m: a tenth of the floor. Test: clearing.test.ts. */
const SLACK = 2e-6;
/**
 * Most advances along a way, a limit on work: each leaves the share 1 − sin α of the distance from a plane at an angle α to the way. A
 * vertex that is not there by then stays where it is. Test: clearing.test.ts, at half.
 */
const ADVANCES = 128;

/** Returns the stiffness of a contact, N/m, from the mass behind it and the stretch stiffness around it. */
export type StiffnessRule = (mass: number, stretch: number) => number;

export class ShapeTerms {
  readonly #colliders: readonly Collider[];
  readonly #bodies: readonly ContactBody[];
  /** Frames of the colliders at the start and at the end of the stage. */
  readonly #before: Frame[];
  readonly #now: Frame[];
  /** Attachments of particles to colliders, which hold what sticks. */
  stick: ColliderAttachments | undefined;
  /** Greatest depth of a vertex that started the stage inside a collider, m. */
  deepest = 0;
  /**
   * Position of each vertex for which the distance from each collider was computed, and that distance, four numbers: while it has
   * not gone that far, it is nowhere near.
   */
  readonly #clear: GrowableBlock<'f64'>;
  readonly #near: GrowableBlock<'i32'>;
  #stride = 0;
  #stage!: ImplicitStage;
  /** Collider that presses each particle at the end of the last step, or touches it and is sticky, plus one. */
  #supporter = new Int32Array(0);
  readonly #x = new Float64Array(3);
  readonly #start = new Float64Array(3);
  readonly #n = new Float64Array(3);
  readonly #end = new Float64Array(3);
  readonly #way = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #gradient = new Float64Array(3);

  constructor(arena: Arena, colliders: readonly Collider[], bodies: readonly ContactBody[]) {
    this.#clear = new GrowableBlock(arena, 'contact.clear', 'f64');
    this.#near = new GrowableBlock(arena, 'contact.near', 'i32');
    this.#colliders = colliders;
    this.#bodies = bodies;
    this.#before = colliders.map(() => new Float64Array(12));
    this.#now = colliders.map(() => new Float64Array(12));
  }

  /** Returns the index of the collider that presses a particle, −1 for none. */
  supporterOf(particle: number): number {
    return (this.#supporter[particle] ?? 0) - 1;
  }

  /** Writes the point of a collider to which a particle sticks, at the end of the stage. */
  pointOf(particle: number, out: Float64Array): void {
    const { stick } = this;
    stick?.pointOf(particle, this.#now[stick.collider(particle)], out);
  }

  begin(world: World, stage: ImplicitStage): void {
    this.#stage = stage;
    this.stick?.begin();
    const { stride } = world.particles;
    if (stride !== this.#stride) {
      this.#stride = stride;
      this.#clear.grow(4 * stride * this.#colliders.length);
      this.#clear.view.fill(0);
      this.#near.grow(stride);
      if (this.#supporter.length < stride) this.#supporter = new Int32Array(2 * stride);
    }
    this.deepest = 0;
    // What has touched in an earlier part of the sub-step may stick at its end.
    if (stage.time - stage.h < world.time + 0.5 * stage.h) this.#supporter.fill(0);
    this.#colliders.forEach(({ track }, k) => {
      const end = track.poseAt(stage.time);
      writeFrame(this.#now[k], end.position, end.quaternion);
      if (track.still) this.#before[k].set(this.#now[k]);
      else {
        const start = track.poseAt(stage.time - stage.h);
        writeFrame(this.#before[k], start.position, start.quaternion);
        this.#clear.view.fill(0, 4 * stride * k, 4 * stride * (k + 1));
      }
    });
  }

  /** Returns the distance of #x from collider k at the end of the stage, less `radius`; sets #n. */
  #distance(k: number, radius: number): number {
    const local = this.#local;
    toLocal(this.#now[k], this.#x, local);
    const distance = this.#colliders[k].shape.distance(local[0], local[1], local[2], this.#gradient);
    turnToWorld(this.#now[k], this.#gradient, this.#n);
    return distance - radius;
  }

  /** Returns the distance of a point from collider k at the end of the stage, less `radius`. */
  #distanceAt(point: Float64Array, k: number, radius: number): number {
    toLocal(this.#now[k], point, this.#local);
    const local = this.#local;
    return this.#colliders[k].shape.distance(local[0], local[1], local[2], this.#gradient) - radius;
  }

  /** Returns how far a vertex may rise in a stage that it starts at a distance from a surface, m. */
  #rise(before: number): number {
    return before < 0 ? RISE * this.#stage.h : LAYER;
  }

  /**
   * Calls `visit` with each free particle and collider that may be less than `lead` above the layer, with #x at the particle; with a
   * `start`, also if it may have been there.
   */
  #eachNear(
    { particles: { position, inverseMass, flags, stride }, kernels }: World,
    lead: number,
    start: Block<'f64'> | undefined,
    visit: (i: number, k: number, touching: ContactBody) => void,
  ): void {
    for (const touching of this.#bodies) {
      const { first, count, dynamics } = touching.body;
      if (dynamics?.kind !== 'implicit' || isAtRest(touching.body)) continue;
      for (let k = 0; k < this.#colliders.length; k++) {
        const found = kernels.contactNear(
          this.#clear.offset + 32 * stride * k,
          first,
          first + count,
          position.offset,
          start?.offset ?? 0,
          stride,
          lead,
          inverseMass.offset,
          this.#near.offset,
        );
        for (let n = 0; n < found; n++) {
          const i = this.#near.view[n];
          if (flags.view[i] & TANGLED || this.stick?.has(i)) continue;
          for (let axis = 0; axis < 3; axis++) this.#x[axis] = position.view[axis * stride + i];
          visit(i, k, touching);
        }
      }
    }
  }

  /** Adds the terms of the vertices within the layer at the present positions, or less than `lead` above it. */
  gather(world: World, terms: ContactTerms, stiffnessOf: StiffnessRule, lead: number): void {
    this.#eachNear(world, lead, undefined, (i, k, touching) => {
      const distance = this.#distance(k, touching.radius);
      const at = 4 * (this.#stride * k + i);
      this.#clear.view.set(this.#x, at);
      this.#clear.view[at + 3] = distance - LAYER;
      if (distance < LAYER + lead) this.#add(world, terms, i, k, distance, touching, stiffnessOf);
    });
  }

  /** Adds the term of particle i with the surface of collider k below #x, at a distance along #n. */
  #add(
    world: World,
    terms: ContactTerms,
    i: number,
    k: number,
    distance: number,
    { body, radius }: ContactBody,
    stiffnessOf: StiffnessRule,
  ): void {
    const { mass, stride } = world.particles;
    const [x, n] = [this.#x, this.#n];
    const term = terms.add();
    const c = terms.numbers;
    const at = TERM * term;
    const own = TERM_WORDS * term;
    terms.words[own] = i;
    terms.words[own + KEY] = i;
    terms.words[own + KEY + 1] = -1 - k;
    terms.words[own + KEY + 2] = -1;
    terms.words[own + KEY + 3] = -1;
    c[at + WEIGHTS] = 1;
    c[at + ROOM] = LAYER;
    c[at + STIFFNESS] = stiffnessOf(mass.view[i], stiffnessIn(body));
    c[at + STATIC] = this.#colliders[k].staticFriction;
    c[at + KINETIC] = this.#colliders[k].friction;
    // The point of the surface below, so that n·S is the distance.
    const above = distance - x[0] * n[0] - x[1] * n[1] - x[2] * n[2];
    for (let axis = 0; axis < 3; axis++) {
      c[at + NORMAL + axis] = n[axis];
      c[at + FIXED + axis] = above * n[axis];
    }
    this.#atStart(i, k, stride);
    for (let axis = 0; axis < 3; axis++) c[at + START + axis] = this.#start[axis] + c[at + FIXED + axis];
    const before = this.#distanceAt(this.#start, k, radius);
    const full = Math.min(LAYER, before + this.#rise(before));
    c[at + FULL] = full;
    c[at + RANGE] = this.#rangeOf(i, before, full, (2 * LAYER) / c[at + STIFFNESS], world);
    // What only touches sticks too.
    if (this.#colliders[k].stick && Math.min(before, distance) < LAYER) this.note(i, k);
  }

  /**
   * Returns the distance at which a new contact of particle i begins, m. What is put down inside the layer is not thrown out of it: its
   * contact begins where it bears its weight, so that friction has all of it. `give`: square of a contact's depth over its force, m²/N.
   */
  #rangeOf(
    i: number,
    before: number,
    full: number,
    give: number,
    { particles: { mass, stride } }: World,
  ): number {
    const { from, goal, velocity, h } = this.#stage;
    let approach = 0;
    let lead = 0;
    for (let axis = 0, at = i; axis < 3; axis++, at += stride) {
      const coasted = from.view[at] + h * velocity.view[at];
      approach -= this.#n[axis] * (coasted - this.#start[axis]);
      lead -= this.#n[axis] * (goal.view[at] - coasted);
    }
    if (before < -SLACK || Math.abs(approach) > LEAST * LAYER) return full;
    const weight = (mass.view[i] * Math.max(0, lead)) / (h * h);
    return Math.min(full, before + Math.sqrt(give * weight));
  }

  /** Sets #start to the place of a particle at the start of the stage, moved with a collider to its end. */
  #atStart(i: number, k: number, stride: number): void {
    const { from } = this.#stage;
    const start = this.#start;
    for (let axis = 0; axis < 3; axis++) start[axis] = from.view[axis * stride + i];
    if (this.#colliders[k].track.still) return;
    toLocal(this.#before[k], start, this.#local);
    toWorld(this.#now[k], this.#local, start);
  }

  /** Moves vertices that have passed the floor of a layer on their way back to it; returns whether there were any. */
  clear(world: World): boolean {
    const { position, stride } = world.particles;
    let any = false;
    this.#eachNear(world, 0, this.#stage.from, (i, k, { radius }) => {
      if (!this.#clearOne(i, k, radius, stride)) return;
      any = true;
      for (let axis = 0; axis < 3; axis++) position.view[axis * stride + i] = this.#x[axis];
    });
    return any;
  }

  /** Moves #x out of collider k on the way of particle i; returns whether it had to. */
  #clearOne(i: number, k: number, radius: number, stride: number): boolean {
    const [x, n, start] = [this.#x, this.#n, this.#start];
    this.#atStart(i, k, stride);
    const end = this.#end;
    end.set(x);
    x.set(start);
    const before = this.#distance(k, radius);
    const sx = n[0];
    const sy = n[1];
    const sz = n[2];
    x.set(end);
    const after = this.#distance(k, radius);
    if (before < 0) this.deepest = Math.max(this.deepest, -before - radius - this.#rise(before));
    // What starts inside comes out slowly; what starts within the layer is left to its spring.
    const floor = before < 0 ? before : FLOOR * Math.min(LAYER, before);
    const target =
      before < -SLACK
        ? Math.min(LEAST * LAYER, before + RISE * this.#stage.h)
        : LEAST * Math.max(0, Math.min(LAYER, before));
    const sameSide = n[0] * sx + n[1] * sy + n[2] * sz > SAME_SIDE;
    if (sameSide) {
      if (after >= target - SLACK) return false;
      for (let axis = 0; axis < 3; axis++) x[axis] += (target - after) * n[axis];
      return true;
    }
    const way = this.#way;
    for (let axis = 0; axis < 3; axis++) way[axis] = end[axis] - start[axis];
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (before > length) return false;
    let t = 0;
    let gap = before;
    for (let advance = 0; advance < ADVANCES; advance++) {
      t += Math.max(gap - floor, SLACK) / length;
      if (t >= 1) break;
      for (let axis = 0; axis < 3; axis++) x[axis] = start[axis] + t * way[axis];
      gap = this.#distance(k, radius);
      if (gap > floor + SLACK) continue;
      const closing = way[0] * n[0] + way[1] * n[1] + way[2] * n[2];
      if (closing >= 0) continue;
      const below = target - (gap + (1 - t) * closing);
      for (let axis = 0; axis < 3; axis++) x[axis] = end[axis] + Math.max(0, below) * n[axis];
      return below > 0;
    }
    // Not known to be free farther on: it stops where it is.
    if (t < 1) return true;
    if (after >= floor) return false;
    const need = target - before - (way[0] * sx + way[1] * sy + way[2] * sz);
    if (need <= 0) return false;
    x[0] = end[0] + need * sx;
    x[1] = end[1] + need * sy;
    x[2] = end[2] + need * sz;
    return true;
  }

  /** Notes which collider presses each particle. */
  note(particle: number, collider: number): void {
    this.#supporter[particle] = collider + 1;
  }
}
