/**
 * Contact of single particles with colliders.
 *
 * It runs after the engine, which moved particles from `startPosition` to `position` as if there were no obstacles, and
 * changes only positions, velocities and the IN_CONTACT flag. Pinned particles are not stopped.
 *
 * A body may have paces: particles whose own step takes n of the world's sub-steps of h seconds. They are resolved in the
 * sub-step that ends their step, over all of it: from `startPosition`, where they began it, in the interval of n h seconds
 * that ends with the sub-step. Colliders move at constant velocity through that interval. All paces end with the step, so a
 * report counts every particle.
 */

import type { Body } from '../../core/body.ts';
import type { ContactPart } from '../../core/contact.ts';
import { ownContacts, type Pace, pacesOf, stiffnessIn } from '../../core/dynamics.ts';
import type { ImplicitStage, SupportSprings } from '../../core/implicit.ts';
import { IN_CONTACT, type Particles, TANGLED } from '../../core/particles.ts';
import type { StepReport } from '../../core/report.ts';
import { isAtRest } from '../../core/rest.ts';
import type { Moved } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { ColliderAttachments } from '../attachments/collider.ts';
import { within } from '../check.ts';
import type { Collider } from '../collider.ts';
import { tieStiffness } from '../potential/potential.ts';
import { LAYER, type ShapeTerms } from '../potential/shape-terms.ts';
import { Clearance } from './clearance.ts';
import { ColliderBroadPhase } from './collider-broad-phase.ts';
import { ColliderQuery } from './collider-query.ts';
import { ImplicitContact } from './implicit-contact.ts';
import { INSIDE, ParticleCcd, SQUEEZED, TOUCHED } from './particle-ccd.ts';
import { TOUCH } from './sweep.ts';

/** A range of particles that touch with the same radius; a `Body` is such a range. It may change between steps. */
export interface ContactBody {
  readonly body: Pick<Body, 'first' | 'count'> & Partial<Pick<Body, 'contact' | 'dynamics' | 'triangles'>>;
  /** Half of the sheet's thickness, m. */
  readonly radius: number;
}

/** Broad phase and CCD for intervals of one length. */
class Interval {
  readonly broadPhase: ColliderBroadPhase;
  readonly ccd: ParticleCcd;
  /** Number of the run that it was set for. */
  run = 0;
  /** Start and length, s. */
  start = 0;
  h = 0;

  constructor(colliders: readonly Collider[]) {
    this.broadPhase = new ColliderBroadPhase(colliders);
    this.ccd = new ParticleCcd(this.broadPhase);
  }

  begin(start: number, h: number): void {
    this.start = start;
    this.h = h;
    this.broadPhase.begin(start, h);
  }
}

export class ParticleContact implements ContactPart {
  readonly name = 'particle contact';
  readonly colliders: readonly Collider[];
  readonly bodies: readonly ContactBody[];
  /** Particles that began the last sub-step inside a solid, or within their radius of a mesh. */
  inside = 0;
  /** Particles that ran out of touches in the last sub-step: in a corner, or between closing colliders. */
  squeezed = 0;
  /** Attachments of particles to colliders; undefined if no collider is sticky. */
  readonly stick: ColliderAttachments | undefined;
  /** Intervals by their number of sub-steps, created on demand. */
  readonly #intervals = new Map<number, Interval>();
  #again: Interval | undefined;
  readonly #clearance = new Clearance();
  readonly #query: ColliderQuery;
  readonly #implicit: ImplicitContact;
  /** Contact of particles within implicit solves, if they solve for it. */
  readonly #solved: ShapeTerms | undefined;
  readonly #x = new Float64Array(3);
  #run = 0;
  #contacts = 0;
  #depth = 0;

  /** Sticky colliders need the world, whose state contains the particles that stick to them. */
  constructor(
    colliders: readonly Collider[],
    bodies: readonly ContactBody[],
    world?: World,
    solved?: ShapeTerms,
  ) {
    bodies.forEach(({ radius }, i) => {
      within(`bodies[${i}].radius`, radius, 0);
    });
    colliders.forEach(({ shape, stick }, k) => {
      if (shape.moving)
        throw new RangeError(
          `colliders[${k}].shape.motion: particles alone do not meet a mesh that moves in time; set contact.edges`,
        );
      if (stick && !world)
        throw new RangeError(
          `colliders[${k}].stick: sticky colliders need the world; pass it as the third argument`,
        );
    });
    this.colliders = colliders;
    this.bodies = bodies;
    this.#query = new ColliderQuery(colliders);
    if (world && colliders.some(({ stick }) => stick)) this.stick = new ColliderAttachments(world, colliders);
    this.#implicit = new ImplicitContact(colliders, bodies, this.stick);
    this.#solved = solved;
  }

  /** Number of particles that stick to colliders. */
  get stuck(): number {
    return this.stick?.count ?? 0;
  }

  /**
   * Resolves one sub-step. Reports `contacts`, the particles that touched, and `penetrationMax`, the greatest depth of a
   * free particle's centre in a solid.
   */
  run(world: World, h: number, report: StepReport): Moved {
    this.stick?.begin();
    this.inside = 0;
    this.squeezed = 0;
    this.#contacts = 0;
    this.#depth = 0;
    this.#run++;
    this.#clearance.allocate(world.particles.count);
    this.#query.forget();
    for (const touching of this.bodies) {
      const { first, count } = touching.body;
      if (isAtRest(touching.body)) {
        const { view } = world.particles.flags;
        for (let i = first; i < first + count; i++) if (view[i] & IN_CONTACT) this.#contacts++;
        continue;
      }
      const paces = pacesOf(touching.body);
      if (paces === undefined) this.#runRange(world, first, count, touching, this.#over(world, h, 1));
      else this.#runPaces(world, paces, touching, h);
    }
    const contacts = this.bodies.reduce((sum, { body }) => sum + ownContacts(body), this.#contacts);
    report.contacts += contacts;
    report.contact ??= { particles: 0, pairs: 0, heldBack: 0, detections: 0, passing: 0, crossings: 0 };
    report.contact.particles += contacts;
    report.penetrationMax = Math.max(report.penetrationMax, this.#depth, this.#solved?.deepest ?? 0);
    return this.#contacts > 0 ? 'moved' : 'still';
  }

  constrain(world: World, stage: ImplicitStage, supports?: SupportSprings): void {
    if (supports) this.#implicit.constrain(world, stage, supports);
  }

  /**
   * Resolves a few particles again, from `startPosition` to `position` over the `h` seconds that end at the world's time,
   * for a body that repeats part of a sub-step in the phase `adapt`. Reports nothing.
   */
  resolveOnly(world: World, h: number, particles: Int32Array): void {
    const { inside, squeezed } = this;
    this.stick?.begin();
    this.#again ??= new Interval(this.colliders);
    this.#again.begin(world.time - h, h);
    this.#clearance.allocate(world.particles.count);
    for (let k = 0; k < particles.length; k++) {
      this.#runRange(world, particles[k], 1, this.#bodyOf(particles[k]), this.#again);
    }
    this.inside = inside;
    this.squeezed = squeezed;
  }

  /**
   * Depth of a point (m) at a time (s) in the solid in which it is deepest, m; outside of all, minus the distance to the
   * nearest collider. A mesh has no inside: always minus the distance. −Infinity without colliders.
   */
  depthAt(x: number, y: number, z: number, time: number): number {
    return this.#query.depthAt(x, y, z, time);
  }

  /** Returns whether the straight segment (x, y, z of both ends, m) passes through a mesh at a time. */
  crosses(segment: Float64Array, time: number): boolean {
    return this.#query.crosses(segment, time);
  }

  /** Runs the paces whose own step ends with this sub-step. */
  #runPaces(world: World, paces: readonly Pace[], touching: ContactBody, h: number): void {
    for (const { first, count, substeps } of paces) {
      if ((world.substep + 1) % substeps !== 0) continue;
      this.#runRange(world, first, count, touching, this.#over(world, h, substeps));
    }
  }

  /** Returns the interval of the last n sub-steps. */
  #over(world: World, h: number, n: number): Interval {
    let interval = this.#intervals.get(n);
    if (interval === undefined) {
      interval = new Interval(this.colliders);
      this.#intervals.set(n, interval);
    }
    if (interval.run !== this.#run) {
      interval.run = this.#run;
      interval.begin(world.time - (n - 1) * h, n * h);
    }
    return interval;
  }

  #bodyOf(particle: number): ContactBody {
    for (const touching of this.bodies) {
      const { first, count } = touching.body;
      if (particle >= first && particle < first + count) return touching;
    }
    throw new RangeError(`contact: particle ${particle} belongs to none of the registered bodies`);
  }

  #runRange(world: World, first: number, count: number, touching: ContactBody, interval: Interval): void {
    const p = world.particles;
    const { radius } = touching;
    const { stride } = p;
    const x0 = p.startPosition.view;
    const x1 = p.position.view;
    const v0 = (stopsItself(touching) ? p.velocity : p.startVelocity).view;
    const v1 = p.velocity.view;
    const free = p.inverseMass.view;
    const flags = p.flags.view;
    const { h } = interval;
    const isImplicit = world.integrator.implicit === true && touching.body.dynamics?.kind === 'implicit';
    const { segment, drift } = interval.broadPhase;
    this.#clearance.begin(interval.start, h, drift);
    for (let i = first; i < first + count; i++) {
      if (free[i] === 0) {
        flags[i] &= ~IN_CONTACT;
        continue;
      }
      if (flags[i] & TANGLED) {
        this.#skip(p, i, interval);
        continue;
      }
      const j = i + stride;
      const l = j + stride;
      // A parabola deviates from its chord by an eighth of the change of velocity times h.
      const bulge = Math.abs(v1[i] - v0[i]) + Math.abs(v1[j] - v0[j]) + Math.abs(v1[l] - v0[l]);
      segment[0] = x0[i];
      segment[1] = x0[j];
      segment[2] = x0[l];
      segment[3] = x1[i];
      segment[4] = x1[j];
      segment[5] = x1[l];
      segment[6] = radius + TOUCH + 0.125 * h * bulge;
      if (this.stick?.has(i) && this.#keepsStuck(world, i, touching, interval, isImplicit)) {
        flags[i] |= IN_CONTACT;
        this.#clearance.forget(i);
        this.#contacts++;
        continue;
      }
      if (isImplicit && this.#solved) {
        this.#afterSolve(flags, i, touching, interval, this.#solved.supporterOf(i));
        continue;
      }
      if (this.#clearance.covers(i, segment)) flags[i] &= ~IN_CONTACT;
      else this.#resolve(world, i, touching, interval);
    }
  }

  /** Marks a particle whose contacts the implicit solve has found; `k`: the collider that presses it, −1 for none. */
  #afterSolve(
    flags: Int32Array,
    i: number,
    touching: ContactBody,
    { broadPhase }: Interval,
    k: number,
  ): void {
    this.#clearance.forget(i);
    if (k < 0) {
      flags[i] &= ~IN_CONTACT;
      return;
    }
    flags[i] |= IN_CONTACT;
    this.#contacts++;
    this.stick?.touch(i, k, broadPhase.motions[k].end, touching, LAYER);
  }

  /** Returns false if the tie of a stuck particle breaks. */
  #keepsStuck(
    world: World,
    i: number,
    { body, radius }: ContactBody,
    interval: Interval,
    isImplicit: boolean,
  ): boolean {
    const { broadPhase, h } = interval;
    const stick = this.stick as ColliderAttachments;
    const k = stick.collider(i);
    const motion = broadPhase.motions[k];
    if (isImplicit) {
      const stiffness = tieStiffness(world.particles.mass.view[i], stiffnessIn(body));
      return stick.settle(i, motion.end, stiffness, h);
    }
    if (!stick.carry(i, motion, h)) return false;
    this.#stopStuck(world.particles, i, radius, k, interval);
    return true;
  }

  /** Stops particle i, which moves with the collider it sticks to, at other colliders. */
  #stopStuck(p: Particles, i: number, radius: number, k: number, { broadPhase, ccd, h }: Interval): void {
    for (let axis = 0; axis < 3; axis++) broadPhase.segment[3 + axis] = p.position.view[axis * p.stride + i];
    if (broadPhase.find(k) > 0) ccd.resolve(p, i, radius, h);
  }

  /** Skips a particle that untangling moves; its depth is reported. */
  #skip(p: Particles, i: number, { start, h }: Interval): void {
    const x = p.position.view;
    p.flags.view[i] &= ~IN_CONTACT;
    this.#clearance.forget(i);
    this.inside++;
    const depth = this.#query.depthAt(x[i], x[i + p.stride], x[i + 2 * p.stride], start + h);
    this.#depth = Math.max(this.#depth, depth);
  }

  /** Resolves a particle that is not known to be clear of all colliders. */
  #resolve(world: World, i: number, touching: ContactBody, interval: Interval): void {
    const { broadPhase, ccd, h } = interval;
    const p = world.particles;
    const near = broadPhase.find(-1) > 0;
    const outcome = near ? ccd.resolve(p, i, touching.radius, h, stopsItself(touching)) : 0;
    if (outcome & TOUCHED) {
      p.flags.view[i] |= IN_CONTACT;
      this.#count(p, i, outcome, broadPhase);
      this.#clearance.forget(i);
      if (this.stick) this.#stickTo(p, i, touching, interval);
      return;
    }
    p.flags.view[i] &= ~IN_CONTACT;
    const distance = near ? ccd.distance : Infinity;
    if (distance > 0)
      this.#clearance.keep(i, broadPhase.segment, Math.min(distance, broadPhase.distanceToOthers()));
    else this.#clearance.forget(i);
  }

  /** Attaches a particle that touched to the first collider that it sticks to. */
  #stickTo(p: Particles, i: number, touching: ContactBody, interval: Interval): void {
    const stick = this.stick as ColliderAttachments;
    const { ccd } = interval;
    const { motions } = interval.broadPhase;
    for (let k = 0; k < motions.length; k++) {
      if (!ccd.met(k) || !stick.touch(i, k, motions[k].end, touching)) continue;
      stick.land(i, motions[k]);
      this.#stopStuck(p, i, touching.radius, k, interval);
      return;
    }
  }

  #count(p: Particles, i: number, outcome: number, broadPhase: ColliderBroadPhase): void {
    this.#contacts++;
    if ((outcome & (INSIDE | SQUEEZED)) === 0) return;
    if (outcome & INSIDE) this.inside++;
    if (outcome & SQUEEZED) this.squeezed++;
    for (let axis = 0; axis < 3; axis++) this.#x[axis] = p.position.view[axis * p.stride + i];
    this.#depth = Math.max(this.#depth, broadPhase.depthAt(this.#x));
  }
}

/**
 * Returns whether a body stops its particles at colliders in its own step. Their velocities then change by contact, not in
 * free flight: they have moved along the chord, and contact acts only on those that would pass through.
 */
function stopsItself({ body }: ContactBody): boolean {
  return body.dynamics?.kind === 'own';
}
