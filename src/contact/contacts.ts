/**
 * The contact stage: takes every free particle that comes near a collider through its sub-step.
 *
 * It runs after the engine, which moved particles from `startPosition` to `position` as if nothing were in the
 * way, and leaves nothing behind but positions, velocities and the IN_CONTACT flag: colliders are where their
 * keyframes put them at the world's time. (What it remembers of distances saves time and changes no result.)
 * Pinned particles go where they are led.
 */
import { IN_CONTACT, type Particles } from '../core/particles.ts';
import type { StepReport } from '../core/report.ts';
import type { Stage, World } from '../core/world.ts';
import { within } from './check.ts';
import { Clearance } from './clearance.ts';
import type { Collider } from './collider.ts';
import { INSIDE, Resolver, SQUEEZED, TOUCHED } from './resolve.ts';
import { Surroundings } from './surroundings.ts';
import { TOUCH } from './sweep.ts';

/** A range of particles that touch with the same radius; a `Body` is such a range. */
export interface ContactBody {
  readonly body: { readonly first: number; readonly count: number };
  /** m; half the sheet's thickness. */
  readonly radius: number;
}

export interface ContactStage extends Stage {
  readonly colliders: readonly Collider[];
  /** Particles that began the last sub-step inside a solid, or within their radius of a mesh. */
  readonly inside: number;
  /** Particles that found no room in the last sub-step: between colliders that close, in a corner. */
  readonly squeezed: number;
}

/**
 * Reports, for the last sub-step: `contacts`, the particles that touched something; `penetrationMax`, the
 * greatest depth of a free particle's centre inside a solid (0 for those outside, and for meshes, which have no
 * inside).
 */
export function contactStage(colliders: readonly Collider[], bodies: readonly ContactBody[]): ContactStage {
  for (let i = 0; i < bodies.length; i++) within(`bodies[${i}].radius`, bodies[i].radius, 0);
  return new Contacts(colliders, bodies);
}

class Contacts implements ContactStage {
  readonly name = 'contact';
  readonly colliders: readonly Collider[];
  inside = 0;
  squeezed = 0;
  readonly #bodies: readonly ContactBody[];
  readonly #around: Surroundings;
  readonly #resolver: Resolver;
  readonly #clearance = new Clearance();
  readonly #x = new Float64Array(3);
  #contacts = 0;
  #depth = 0;

  constructor(colliders: readonly Collider[], bodies: readonly ContactBody[]) {
    this.colliders = colliders;
    this.#bodies = bodies;
    this.#around = new Surroundings(colliders);
    this.#resolver = new Resolver(this.#around);
  }

  run(world: World, h: number, report: StepReport): boolean {
    this.inside = 0;
    this.squeezed = 0;
    this.#contacts = 0;
    this.#depth = 0;
    this.#around.begin(world.time, h);
    this.#clearance.begin(world, h, this.#around.drift);
    for (const { body, radius } of this.#bodies) this.#runRange(world, body.first, body.count, radius, h);
    report.contacts += this.#contacts;
    report.penetrationMax = Math.max(report.penetrationMax, this.#depth);
    return this.#contacts > 0;
  }

  #runRange(world: World, first: number, count: number, radius: number, h: number): void {
    const p = world.particles;
    const { stride } = p;
    const x0 = p.startPosition.view;
    const x1 = p.position.view;
    const v0 = p.startVelocity.view;
    const v1 = p.velocity.view;
    const free = p.inverseMass.view;
    const flags = p.flags.view;
    const { segment } = this.#around;
    for (let i = first; i < first + count; i++) {
      if (free[i] === 0) {
        flags[i] &= ~IN_CONTACT;
        continue;
      }
      const j = i + stride;
      const l = j + stride;
      // The fall bulges from its chord by an eighth of the velocity's change times h.
      const bulge = Math.abs(v1[i] - v0[i]) + Math.abs(v1[j] - v0[j]) + Math.abs(v1[l] - v0[l]);
      segment[0] = x0[i];
      segment[1] = x0[j];
      segment[2] = x0[l];
      segment[3] = x1[i];
      segment[4] = x1[j];
      segment[5] = x1[l];
      segment[6] = radius + TOUCH + 0.125 * h * bulge;
      if (this.#clearance.covers(i, segment)) flags[i] &= ~IN_CONTACT;
      else this.#meet(world, i, radius, h);
    }
  }

  /** A particle not known to be clear of all colliders. */
  #meet(world: World, i: number, radius: number, h: number): void {
    const p = world.particles;
    const near = this.#around.find(-1) > 0;
    const outcome = near ? this.#resolver.resolve(p, i, radius, h) : 0;
    if (outcome & TOUCHED) {
      p.flags.view[i] |= IN_CONTACT;
      this.#count(p, i, outcome);
      this.#clearance.forget(i);
      return;
    }
    p.flags.view[i] &= ~IN_CONTACT;
    const room = near ? this.#resolver.room : Infinity;
    if (room > 0) this.#clearance.keep(i, this.#around.segment, Math.min(room, this.#around.room()));
    else this.#clearance.forget(i);
  }

  #count(p: Particles, i: number, outcome: number): void {
    this.#contacts++;
    if ((outcome & (INSIDE | SQUEEZED)) === 0) return;
    if (outcome & INSIDE) this.inside++;
    if (outcome & SQUEEZED) this.squeezed++;
    for (let axis = 0; axis < 3; axis++) this.#x[axis] = p.position.view[axis * p.stride + i];
    this.#depth = Math.max(this.#depth, this.#around.depthAt(this.#x));
  }
}
