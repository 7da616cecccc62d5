/**
 * Takes one particle through one sub-step past all colliders: to the first touch, through the response there,
 * and on along the new path, until the sub-step is over or MAX_TOUCHES are used up. Then it stays where it is
 * (carried by what it touched, if that moves).
 *
 * Free motion between touches has the constant acceleration a = (v₁ − v₀) / h of what the engine did in the
 * sub-step: x(s) = x₀ + s (x₁ − x₀) − ½ a h² s (1 − s). Engines whose position runs ahead of their velocity
 * (Euler–Cromer: x₁ = x₀ + h v₁) differ from this path's own velocity by δ = ½(v₀ + v₁) − (x₁ − x₀)/h, half an
 * acceleration times h; impacts use the path's velocity, and δ is put back after, which keeps the height of a
 * bounce second-order accurate. A larger δ is no velocity but a correction of positions, and ignored.
 */
import type { Particles } from '../core/particles.ts';
import { Path } from './path.ts';
import { type Frame, toLocal, toWorld, turnToLocal, turnToWorld } from './pose.ts';
import { impact, LEAVES, RESTS, slide } from './response.ts';
import { Support } from './support.ts';
import type { Surroundings } from './surroundings.ts';
import { SKIN, SUNK, Sweep, TOUCH, Touch } from './sweep.ts';

export const MAX_TOUCHES = 8;
/** m/s; a particle that is inside a solid is let out no faster than this. */
export const LET_OUT_SPEED = 0.2;

/** What happened to a particle in a sub-step; bits. */
export const TOUCHED = 1;
/** It began inside a solid, or within its own radius of a mesh. */
export const INSIDE = 2;
/** It ran out of touches. */
export const SQUEEZED = 4;

export class Resolver {
  readonly #around: Surroundings;
  readonly #path = new Path();
  readonly #sweep = new Sweep();
  readonly #support: Support;
  /** The first touch on the present path: its collider, and the time as a share of the path. */
  readonly #touch = new Touch();
  #touched = -1;
  /** Velocity at the start and at the end of the path, m/s. */
  readonly #v0 = new Float64Array(3);
  readonly #v1 = new Float64Array(3);
  /** a h and δ, m/s. */
  readonly #pull = new Float64Array(3);
  readonly #ahead = new Float64Array(3);
  /** 1 for colliders that have let the particle out in this sub-step. */
  readonly #letOut: Uint8Array;
  #flying = true;
  #carrier = -1;
  #outcome = 0;
  #h = 0;
  #radius = 0;
  readonly #w = new Float64Array(3);
  readonly #g = new Float64Array(3);
  readonly #d = new Float64Array(3);
  readonly #u = new Float64Array(3);
  readonly #middle = new Float64Array(3);
  readonly #end = new Float64Array(3);
  readonly #frame: Frame = new Float64Array(12);

  constructor(around: Surroundings) {
    this.#around = around;
    this.#support = new Support(around);
    this.#letOut = new Uint8Array(around.colliders.length);
  }

  /** Resolves particle i, of radius `radius` (m), over a sub-step of `h` seconds; returns what happened. */
  resolve(p: Particles, i: number, radius: number, h: number): number {
    this.#begin(p, i, radius, h);
    for (let n = 0; n < MAX_TOUCHES; n++) {
      if (!this.#findTouch()) {
        if (n > 0) this.#write(p, i, this.#end, this.#v1, this.#flying);
        return this.#outcome;
      }
      this.#respond(n === 0);
    }
    this.#stay(p, i);
    return this.#outcome;
  }

  #begin(p: Particles, i: number, radius: number, h: number): void {
    const { stride } = p;
    const x0 = p.startPosition.view;
    const x1 = p.position.view;
    const v0 = p.startVelocity.view;
    const v1 = p.velocity.view;
    const path = this.#path;
    let pull2 = 0;
    let ahead2 = 0;
    for (let axis = 0, at = i; axis < 3; axis++, at += stride) {
      const pull = v1[at] - v0[at];
      const ahead = 0.5 * (v0[at] + v1[at]) - (x1[at] - x0[at]) / h;
      this.#pull[axis] = pull;
      this.#ahead[axis] = ahead;
      pull2 += pull * pull;
      ahead2 += ahead * ahead;
      this.#v0[axis] = v0[at];
      this.#v1[axis] = v1[at];
      path.world[axis] = x0[at];
      path.world[3 + axis] = x1[at] - x0[at] - 0.5 * pull * h;
      path.world[6 + axis] = 0.5 * pull * h;
    }
    // 1e-6: room for rounding about Euler–Cromer's |δ| = ½ |a| h.
    if (4 * ahead2 > pull2 * (1 + 1e-6)) this.#ahead.fill(0);
    path.from = 0;
    this.#h = h;
    this.#radius = radius;
    this.#flying = true;
    this.#carrier = -1;
    this.#outcome = 0;
    this.#letOut.fill(0);
    this.#support.clear();
  }

  /** Sweeps the present path against all colliders near it. */
  #findTouch(): boolean {
    const w = this.#path.world;
    const bulge = 0.25 * Math.max(Math.abs(w[6]), Math.abs(w[7]), Math.abs(w[8]));
    const reach = this.#radius + TOUCH + bulge;
    const touch = this.#touch;
    touch.share = 1;
    touch.gap = Infinity;
    this.#touched = -1;
    const bx = w[0] + w[3] + w[6];
    const by = w[1] + w[4] + w[7];
    const bz = w[2] + w[5] + w[8];
    for (let k = 0; k < this.#letOut.length; k++) {
      if (!this.#around.near(k, w[0], w[1], w[2], bx, by, bz, reach)) continue;
      if (this.#around.motions[k].turning) this.#sweepPieces(k);
      else {
        this.#path.toCurve(this.#around.motions[k]);
        this.#sweepCurve(k, 0, 1);
      }
    }
    return this.#touched >= 0;
  }

  #sweepPieces(k: number): void {
    const motion = this.#around.motions[k];
    const pieces = this.#path.pieces(motion);
    for (let i = 0; i < pieces; i++) {
      if (i / pieces > this.#touch.share) return;
      this.#path.toPiece(motion, i, pieces);
      if (this.#sweepCurve(k, i, pieces)) return;
    }
  }

  /** Sweeps piece i of n and keeps the touch if it is the earliest yet. */
  #sweepCurve(k: number, i: number, n: number): boolean {
    const { shape } = this.#around.colliders[k];
    const fresh = i === 0 && this.#letOut[k] === 0;
    if (!this.#sweep.run(shape, this.#path.curve, this.#radius, fresh)) return false;
    const found = this.#sweep.touch;
    const share = (i + found.share) / n;
    const touch = this.#touch;
    if (share < touch.share || (share === touch.share && found.gap < touch.gap)) {
      this.#touched = k;
      touch.share = share;
      touch.gap = found.gap;
      touch.normal.set(found.normal);
      touch.point.set(found.point);
    }
    return true;
  }

  /** Goes to the touch, changes the velocity there, and sets the path for the rest of the sub-step. */
  #respond(first: boolean): void {
    const k = this.#touched;
    const { share, gap, normal, point } = this.#touch;
    const motion = this.#around.motions[k];
    const path = this.#path;
    const frame = this.#frame;
    const w = this.#w;
    const g = this.#g;
    path.from = path.shareOf(share);
    motion.frameAt(path.from, frame);
    if (share > 0) toWorld(frame, point[0], point[1], point[2], path.world);
    const late = first && share > 0 ? 1 : 0; // in the air until now: the path's own velocity
    for (let axis = 0; axis < 3; axis++) {
      this.#v0[axis] += share * (this.#v1[axis] - this.#v0[axis]) - late * this.#ahead[axis];
    }
    this.#note(k, gap);
    this.#toSurface(k, frame, path.world, this.#v0, w);
    turnToLocal(frame, this.#pull[0], this.#pull[1], this.#pull[2], g);
    const pressed = -(g[0] * normal[0] + g[1] * normal[1] + g[2] * normal[2]);
    const how = impact(w, normal, this.#around.colliders[k], pressed);
    if (how !== LEAVES) this.#fromSurface(k, frame, path.world, w, this.#v0);
    const time = (1 - path.from) * this.#h;
    const out = gap < 0.9 * SKIN ? Math.min(SKIN - gap, LET_OUT_SPEED * time) : 0;
    this.#fly(time, out);
    this.#flying = how !== RESTS || !this.#rest(k, time, out);
    if (this.#flying) this.#support.clear();
    path.lead(this.#middle, this.#end);
  }

  #note(k: number, gap: number): void {
    this.#outcome |= gap < -SKIN ? TOUCHED | INSIDE : TOUCHED;
    if (gap < SUNK) this.#letOut[k] = 1;
    // What a particle must not lose when it has no room: a thin thing that moves, for it could not come back.
    const kept = this.#carrier;
    if (kept >= 0 && !this.#around.colliders[kept].shape.signed && !this.#around.motions[kept].still) return;
    this.#carrier = k;
  }

  /** The rest of the sub-step in free motion, let out by `out` metres along the normal. */
  #fly(time: number, out: number): void {
    const n = this.#u;
    turnToWorld(this.#frame, this.#touch.normal[0], this.#touch.normal[1], this.#touch.normal[2], n);
    const left = 1 - this.#path.from;
    for (let axis = 0; axis < 3; axis++) {
      const x = this.#path.world[axis];
      const v = this.#v0[axis];
      const pull = this.#pull[axis] * left;
      this.#end[axis] = x + time * (v + 0.5 * pull) + out * n[axis];
      this.#middle[axis] = x + 0.5 * time * (v + 0.25 * pull) + 0.5 * out * n[axis];
      this.#v1[axis] = v + pull;
    }
  }

  /** The rest of the sub-step on the surface of k; false if nothing holds the particle there. */
  #rest(k: number, time: number, out: number): boolean {
    const motion = this.#around.motions[k];
    const w = this.#w;
    const g = this.#g;
    const d = this.#d;
    const { normal, point } = this.#touch;
    if (motion.still) {
      for (let axis = 0; axis < 3; axis++) g[axis] *= 1 - this.#path.from;
    } else {
      // What free motion would change the relative velocity by: with it come centrifugal and Coriolis terms.
      this.#toSurface(k, motion.end, this.#end, this.#v1, g);
      for (let axis = 0; axis < 3; axis++) g[axis] -= w[axis];
    }
    if (!this.#support.carry(k, normal, w, g)) return false;
    this.#support.add(k, normal);
    slide(w, g, this.#support.hold, this.#support.drag, time, d);
    for (let axis = 0; axis < 3; axis++) d[axis] += out * normal[axis];
    if (motion.still) {
      turnToWorld(this.#frame, d[0], d[1], d[2], this.#end);
      for (let axis = 0; axis < 3; axis++) {
        this.#middle[axis] = this.#path.world[axis] + 0.5 * this.#end[axis];
        this.#end[axis] += this.#path.world[axis];
      }
    } else {
      motion.frameAt(0.5 * (1 + this.#path.from), this.#frame);
      toWorld(this.#frame, point[0] + d[0] / 2, point[1] + d[1] / 2, point[2] + d[2] / 2, this.#middle);
      toWorld(motion.end, point[0] + d[0], point[1] + d[1], point[2] + d[2], this.#end);
    }
    this.#fromSurface(k, motion.end, this.#end, w, this.#v1);
    return true;
  }

  /** Out of touches: the particle keeps its place on what it touched. */
  #stay(p: Particles, i: number): void {
    const k = this.#carrier;
    const motion = this.#around.motions[k];
    const x = this.#path.world;
    this.#outcome |= SQUEEZED;
    if (motion.still) {
      this.#write(p, i, x, this.#v0, false);
      return;
    }
    motion.frameAt(this.#path.from, this.#frame);
    toLocal(this.#frame, x[0], x[1], x[2], this.#d);
    toWorld(motion.end, this.#d[0], this.#d[1], this.#d[2], this.#end);
    motion.surfaceVelocity(motion.end, this.#end[0], this.#end[1], this.#end[2], this.#v1);
    this.#write(p, i, this.#end, this.#v1, false);
  }

  /** v relative to the surface of k at x, in its axes. */
  #toSurface(k: number, frame: Frame, x: Float64Array, v: Float64Array, w: Float64Array): void {
    const u = this.#u;
    this.#around.motions[k].surfaceVelocity(frame, x[0], x[1], x[2], u);
    turnToLocal(frame, v[0] - u[0], v[1] - u[1], v[2] - u[2], w);
  }

  #fromSurface(k: number, frame: Frame, x: Float64Array, w: Float64Array, v: Float64Array): void {
    const u = this.#u;
    this.#around.motions[k].surfaceVelocity(frame, x[0], x[1], x[2], u);
    turnToWorld(frame, w[0], w[1], w[2], v);
    for (let axis = 0; axis < 3; axis++) v[axis] += u[axis];
  }

  #write(p: Particles, i: number, x: Float64Array, v: Float64Array, flying: boolean): void {
    const position = p.position.view;
    const velocity = p.velocity.view;
    for (let axis = 0, at = i; axis < 3; axis++, at += p.stride) {
      position[at] = x[axis];
      velocity[at] = v[axis] + (flying ? this.#ahead[axis] : 0);
    }
  }
}
