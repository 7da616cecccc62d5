/**
 * Contact of a body that solves for it itself, such as matter, inside its implicit step. Each surface has a layer of thickness DEPTH: a particle that would enter it is pushed out
 * by a spring along the normal n. Its force and stiffness go into the solve, so the cloth around it responds to the contact,
 * and a particle that leaves is not held. With the gap g of a particle (m), its mass m and the step h:
 *
 *   N = k (DEPTH − g),   k = STIFFNESS m / h², at least SHARE of the stretching stiffness K of the cloth (N/m)
 *
 * A sheet at rest sinks g₀h²/STIFFNESS into the layer (g₀ gravity): some micrometres. The bound by K supports small vertices
 * of a refined cloth that is pulled over an edge.
 *
 * Coulomb friction: a particle is tied to its anchor a on the surface by a spring of the same stiffness k. While the spring
 * pulls with less than μ_s N the anchor stays. Beyond that the particle slides, the anchor follows at μ_k N / k behind it,
 * and the stiffness of the spring is the secant (Kačanov's method: each solve uses the secant of the one before)
 *
 *   s = μ_k N / |y − a|,   y the position predicted for the end of the step,
 *
 * which decelerates and never reverses. For steady sliding the force is exactly μ_k N, whether inertia or a much larger pull
 * drives it. The particle sticks again when it stops, or turns back by less than the stretch of its spring. N is that of the step before; a solver that
 * finds another one may scale the friction by it (`press` of a support).
 *
 * A particle that still ends below the surface is put back on it after the step.
 */
import { ANCHOR_NUMBERS, anchoringOf } from '../../core/dynamics.ts';
import type { ImplicitStage, SupportSprings } from '../../core/implicit.ts';
import { TANGLED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import * as Anchor from '../../layouts/generated/anchor.ts';
import type { ColliderAttachments } from '../attachments/collider.ts';
import type { Collider } from '../collider.ts';
import { isWithinCone } from '../friction.ts';
import { type Frame, toLocal, toWorld, turnToLocal, turnToWorld, writeFrame } from '../pose.ts';
import { encloseShape } from './collider-broad-phase.ts';
import { RECOVERY_SPEED } from './particle-ccd.ts';
import type { ContactBody } from './particle-contact.ts';

// Tests of the next four: particles/implicit-contact.test.ts.

/** Thickness of the layer in which surfaces push, m. */
export const DEPTH = 2e-4;
/** Stiffness in units of m/h²: one step removes all but 1/400 of an approach, and the solve stays well-conditioned. */
const STIFFNESS = 400;
/** Least stiffness over that of stretching: enough to support what pulls in, too little to keep what leaves. */
export const SHARE = 0.1;
/** Speed at which a particle that began in the layer rises through it, m/s: a faster one would lose its load and slip. */
const RISE_SPEED = 1e-3;
/**
 * Load of an unloaded particle, over the one that would stop it: hardly any friction by itself, but a solver can scale it. From a
 * trace of rounding the scale explodes (test/validation/wicke.test.ts, dice).
 */
const TRACE = 1e-3;
const ZERO = new Float64Array(3);

export class ImplicitContact {
  readonly #colliders: readonly Collider[];
  readonly #bodies: readonly ContactBody[];
  /** Frames of the colliders at the start and at the end of the stage. */
  readonly #before: readonly Frame[];
  readonly #now: readonly Frame[];
  readonly #boxes: Float64Array;
  /** Depth that each particle may have below the surface in this step, m; of a glued one, the stiffness of its tie, N/m. */
  #sunk = new Float64Array(0);
  /** Least stiffness of a support, N/m. */
  #least = 0;
  readonly #x = new Float64Array(3);
  readonly #y = new Float64Array(3);
  readonly #n = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #start = new Float64Array(3);
  readonly #anchor = new Float64Array(3);
  readonly #slip = new Float64Array(3);
  readonly #way = new Float64Array(3);
  /** Predicted displacement of a sliding particle beyond its goal, in units of #slip. */
  #shift = 0;
  readonly #force = new Float64Array(3);

  readonly #stick: ColliderAttachments | undefined;

  constructor(
    colliders: readonly Collider[],
    bodies: readonly ContactBody[],
    stick: ColliderAttachments | undefined,
  ) {
    this.#stick = stick;
    this.#colliders = colliders;
    this.#bodies = bodies;
    this.#before = colliders.map(() => new Float64Array(12));
    this.#now = colliders.map(() => new Float64Array(12));
    this.#boxes = new Float64Array(6 * colliders.length);
  }

  /** Supports the particles of the stage's body, which solves for contact itself. */
  constrain(world: World, stage: ImplicitStage, supports: SupportSprings): void {
    const { stride } = world.particles;
    if (this.#sunk.length < stride) this.#sunk = new Float64Array(2 * stride);
    this.#stick?.begin();
    this.#place(stage);
    for (const touching of this.#bodies) {
      const { first, count } = touching.body;
      const anchoring = anchoringOf(touching.body);
      if (!anchoring || anchoring !== stage.body) continue;
      const anchors = anchoring.anchors.view;
      this.#least = SHARE * anchoring.stiffness;
      const { among } = stage;
      const some = among?.length ?? count;
      for (let k = 0; k < some; k++) {
        const i = among ? among[k] : first + k;
        if (world.particles.inverseMass.view[i] === 0 || world.particles.flags.view[i] & TANGLED) continue;
        if (this.#stick?.has(i)) {
          anchors[ANCHOR_NUMBERS * (i - first) + Anchor.COLLIDER] = 0;
          this.#tie(world, i, stage, supports);
          continue;
        }
        this.#support(world, i, touching.radius, stage, anchors, ANCHOR_NUMBERS * (i - first), supports);
      }
    }
  }

  #place({ time, h }: ImplicitStage): void {
    this.#colliders.forEach(({ track, shape }, k) => {
      const end = track.poseAt(time);
      writeFrame(this.#now[k], end.position, end.quaternion);
      if (track.still) this.#before[k].set(this.#now[k]);
      else {
        const start = track.poseAt(time - h);
        writeFrame(this.#before[k], start.position, start.quaternion);
      }
      encloseShape(this.#boxes.subarray(6 * k, 6 * k + 6), shape, this.#now[k]);
    });
  }

  /** Returns the distance of a point from collider k at the end of the stage; sets #n to the normal there, in the world. */
  #distance(k: number, x: Float64Array): number {
    const local = this.#local;
    toLocal(this.#now[k], x, local);
    const distance = this.#colliders[k].shape.distance(local[0], local[1], local[2], this.#y);
    turnToWorld(this.#now[k], this.#y, this.#n);
    return distance;
  }

  #support(
    world: World,
    i: number,
    radius: number,
    stage: ImplicitStage,
    anchors: Float64Array,
    at: number,
    supports: SupportSprings,
  ): void {
    const { position, stride, mass } = world.particles;
    const x = this.#x;
    for (let axis = 0; axis < 3; axis++) x[axis] = position.view[axis * stride + i];
    const k = this.#nearest(x, radius + DEPTH);
    if (k < 0) {
      anchors[at + Anchor.COLLIDER] = 0;
      return;
    }
    const collider = this.#colliders[k];
    const stiffness = Math.max((STIFFNESS * mass.view[i]) / (stage.h * stage.h), this.#least);
    // The start of the step, moved with the surface to its end.
    const start = this.#start;
    for (let axis = 0; axis < 3; axis++) start[axis] = stage.from.view[axis * stride + i];
    if (!collider.track.still) {
      toLocal(this.#before[k], start, this.#local);
      toWorld(this.#now[k], this.#local, start);
    }
    const before = DEPTH - (this.#distance(k, start) - radius);
    const [sx, sy, sz] = [this.#n[0], this.#n[1], this.#n[2]];
    let depth = DEPTH - (this.#distance(k, x) - radius);
    const n = this.#n;
    if (n[0] * sx + n[1] * sy + n[2] * sz < 0.5) {
      // Past an edge or the middle of a thin shape: it is pushed back to the side that it came from.
      depth = before - ((x[0] - start[0]) * sx + (x[1] - start[1]) * sy + (x[2] - start[2]) * sz);
      n[0] = sx;
      n[1] = sy;
      n[2] = sz;
      if (depth <= 0) {
        anchors[at + Anchor.COLLIDER] = 0;
        return;
      }
    }
    const pressed = Math.abs(anchors[at + Anchor.COLLIDER]) === k + 1;
    const sunkBefore = pressed ? Math.min(anchors[at + Anchor.DEPTH], before) : before;
    const sunk = allowedDepth(sunkBefore, stage.h);
    this.#sunk[i] = Math.max(0, sunk - DEPTH);
    anchors[at + Anchor.DEPTH] = sunk;
    depth -= sunk;
    const force = this.#force;
    for (let axis = 0; axis < 3; axis++) force[axis] = stiffness * depth * n[axis];
    // The force after the step if all else is inertia.
    const push = (stiffness * depth) / (1 + (stiffness * stage.h * stage.h) / mass.view[i]);
    // The load: the layer's force at the end of the last step, or for a new contact the one that stops it. The greater of both
    // would overestimate it. An unloaded particle keeps a trace, which a solver can scale up.
    const stops = Math.max(0, push);
    const lay = pressed && before > 0 ? stiffness * (before - sunkBefore) : stops;
    const support = lay > 0 ? lay : TRACE * stops;
    const tie = this.#addFriction(collider, k, i, support, stiffness, world, stage, anchors, at);
    supports.support(i, force, n, stiffness, tie, tie < stiffness ? support : 0);
    this.#predict(world, i, stage.h, stiffness, tie);
  }

  /** Supports a glued particle by a spring in all directions. */
  #tie(world: World, i: number, { h }: ImplicitStage, supports: SupportSprings): void {
    const { position, mass, stride } = world.particles;
    const stick = this.#stick as ColliderAttachments;
    const stiffness = Math.max((STIFFNESS * mass.view[i]) / (h * h), this.#least);
    this.#sunk[i] = stiffness;
    stick.pointOf(i, this.#now[stick.collider(i)], this.#anchor);
    for (let axis = 0; axis < 3; axis++) {
      this.#force[axis] = stiffness * (this.#anchor[axis] - position.view[axis * stride + i]);
    }
    supports.support(i, this.#force, ZERO, stiffness, stiffness);
    this.#predict(world, i, h, stiffness, stiffness);
  }

  /**
   * Moves the particle from its goal to where the support would keep it if all else were inertia, as the start of the solve.
   * From the goal, most of the residual would be the layer's push, and the tolerance would leave an error as large as weights.
   */
  #predict({ particles: p }: World, i: number, h: number, along: number, across: number): void {
    const { n, slip, force } = this.#parts();
    const inertia = p.mass.view[i] / (h * h);
    const out = n[0] * force[0] + n[1] * force[1] + n[2] * force[2];
    const slides = across < along;
    for (let axis = 0, at = i; axis < 3; axis++, at += p.stride) {
      const outward = out * n[axis];
      const sideways = slides ? this.#shift * slip[axis] : (force[axis] - outward) / (inertia + across);
      p.position.view[at] += outward / (inertia + along) + sideways;
    }
  }

  /** Adds friction to #force; returns the stiffness along the surface, N/m. */
  #addFriction(
    { friction, staticFriction }: Collider,
    k: number,
    i: number,
    support: number,
    stiffness: number,
    world: World,
    { h, from, velocity }: ImplicitStage,
    anchors: Float64Array,
    at: number,
  ): number {
    const state = anchors[at + Anchor.COLLIDER];
    anchors[at + Anchor.COLLIDER] = -(k + 1);
    this.#shift = 0;
    if (staticFriction === 0 || support <= 0) {
      for (let axis = 0; axis < 3; axis++) anchors[at + Anchor.LOCAL + axis] = 0;
      return 0;
    }
    const { mass, stride } = world.particles;
    const { anchor, start, x, n, slip, force } = this.#parts();
    const inertia = mass.view[i] / (h * h);
    const hold = staticFriction * support;
    // Stretch of the spring at which it pulls with the kinetic friction, m.
    const stretched = (friction * support) / stiffness;
    // Displacement relative to the surface: velocity times h.
    const way = this.#way;
    for (let axis = 0; axis < 3; axis++) {
      way[axis] = h * velocity.view[axis * stride + i] - (start[axis] - from.view[axis * stride + i]);
    }
    const last = alongSurface(way, ZERO, n, way);
    let slides = 0; // predicted sliding distance in the step, m
    if (state === k + 1) {
      for (let axis = 0; axis < 3; axis++) this.#local[axis] = anchors[at + Anchor.LOCAL + axis];
      toWorld(this.#now[k], this.#local, anchor);
      const pulled = alongSurface(start, anchor, n, slip);
      if (isWithinCone(stiffness * pulled, hold)) return this.#stickTo(k, stiffness, anchors, at);
      for (let axis = 0; axis < 3; axis++) anchor[axis] = start[axis] - (stretched * slip[axis]) / pulled;
      slides = Math.max(
        pulled - stretched,
        last,
        alongSurface(x, start, n, slip) - (friction * support) / inertia,
      );
    } else if (state === -(k + 1) && last > 0) {
      for (let axis = 0; axis < 3; axis++) this.#local[axis] = h * anchors[at + Anchor.LOCAL + axis];
      turnToWorld(this.#now[k], this.#local, slip);
      alongSurface(slip, ZERO, n, slip);
      const turned = way[0] * slip[0] + way[1] * slip[1] + way[2] * slip[2] < 0;
      // Friction opposes the mean of the last two displacements: against the last one alone, a particle that slides less than
      // its spring is stretched oscillates from step to step.
      for (let axis = 0; axis < 3; axis++) {
        anchor[axis] = way[axis] + slip[axis];
        slip[axis] = way[axis] + way[axis] - slip[axis];
      }
      const both = alongSurface(anchor, ZERO, n, anchor);
      const share = both > 0 ? stretched / both : 0;
      for (let axis = 0; axis < 3; axis++) anchor[axis] = start[axis] - share * anchor[axis];
      // Half of the extrapolated deceleration: all of it would oscillate from step to step.
      const slower = (last + Math.min(last, alongSurface(slip, ZERO, n, slip))) / 2;
      slides = Math.max(slower, alongSurface(x, start, n, slip) - (friction * support) / inertia);
      if (slides <= (turned ? stretched : 0)) return this.#stickTo(k, stiffness, anchors, at);
    } else {
      const goes = alongSurface(x, start, n, slip);
      const stops = isWithinCone(inertia * goes, hold);
      // The anchor is placed such that the spring pulls with the required force from the start: one that had to be stretched
      // first would let the particle creep whenever it sticks again.
      const share = stops ? inertia / stiffness : stretched / goes;
      for (let axis = 0; axis < 3; axis++) anchor[axis] = start[axis] - share * slip[axis];
      if (stops) return this.#stickTo(k, stiffness, anchors, at);
      slides = goes - (friction * support) / inertia;
    }
    turnToLocal(this.#now[k], way, this.#local);
    for (let axis = 0; axis < 3; axis++) anchors[at + Anchor.LOCAL + axis] = this.#local[axis] / h;
    const tie = (friction * support) / (slides + stretched);
    const pulled = alongSurface(x, anchor, n, slip);
    // The predicted end, for #predict, includes all forces that acted before, not inertia alone.
    this.#shift = pulled > 0 ? (slides + stretched) / pulled - 1 : 0;
    for (let axis = 0; axis < 3; axis++) force[axis] -= tie * slip[axis];
    return tie;
  }

  /** Ties the particle to #anchor: adds the pull of the spring at x to #force, and returns its stiffness. */
  #stickTo(k: number, stiffness: number, anchors: Float64Array, at: number): number {
    const { anchor, x, n, slip, force } = this.#parts();
    toLocal(this.#now[k], anchor, this.#local);
    for (let axis = 0; axis < 3; axis++) anchors[at + Anchor.LOCAL + axis] = this.#local[axis];
    anchors[at + Anchor.COLLIDER] = k + 1;
    alongSurface(x, anchor, n, slip);
    for (let axis = 0; axis < 3; axis++) force[axis] -= stiffness * slip[axis];
    return stiffness;
  }

  #parts() {
    return {
      anchor: this.#anchor,
      start: this.#start,
      x: this.#x,
      n: this.#n,
      slip: this.#slip,
      force: this.#force,
    };
  }

  /** Returns the collider whose surface is nearest within reach; −1 for none. */
  #nearest(x: Float64Array, reach: number): number {
    let found = -1;
    let least = reach;
    for (let k = 0; k < this.#colliders.length; k++) {
      const box = this.#boxes;
      const b = 6 * k;
      if (
        x[0] < box[b] - reach ||
        x[1] < box[b + 1] - reach ||
        x[2] < box[b + 2] - reach ||
        x[0] > box[b + 3] + reach ||
        x[1] > box[b + 4] + reach ||
        x[2] > box[b + 5] + reach
      ) {
        continue;
      }
      const distance = this.#distance(k, x);
      if (distance >= least) continue;
      least = distance;
      found = k;
    }
    return found;
  }
}

/** Returns the allowed depth (m) after a step of h seconds of a particle that was `sunk` (m) deep before it. */
function allowedDepth(sunk: number, h: number): number {
  const within = sunk > DEPTH ? Math.max(DEPTH, sunk - RECOVERY_SPEED * h) : sunk;
  return Math.max(0, within - RISE_SPEED * h);
}

/** Writes a − b without its part along n into `out`, and returns its length. */
function alongSurface(a: Float64Array, b: Float64Array, n: Float64Array, out: Float64Array): number {
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  const dz = a[2] - b[2];
  const along = dx * n[0] + dy * n[1] + dz * n[2];
  out[0] = dx - along * n[0];
  out[1] = dy - along * n[1];
  out[2] = dz - along * n[2];
  return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}
