/**
 * Moves one particle through one sub-step past all colliders: to the first touch, through the response there, and on along
 * the new path, until the sub-step is over or MAX_TOUCHES are used up. Then it stays where it is, or moves with the collider
 * that it touched.
 *
 * Free motion between touches has the constant acceleration a = (v₁ − v₀) / h that the engine applied in the sub-step:
 * x(s) = x₀ + s (x₁ − x₀) − ½ a h² s (1 − s). Engines whose position is ahead of their velocity (Euler–Cromer: x₁ = x₀ + h v₁)
 * differ from this path's own velocity by δ = ½(v₀ + v₁) − (x₁ − x₀)/h, half an acceleration times h. Impacts use the path's
 * velocity, which makes the height of a bounce second-order accurate; displacements after a touch are the engine's, −δ T off
 * those of constant acceleration, because they make an engine stable with stiff springs. A δ above ½ |a| h is a correction
 * of positions: it moves particles that slide, and is no part of an impact.
 */
import type { Particles } from '../../core/particles.ts';
import { dotAt } from '../../math/vec3.ts';
import { type Frame, toLocal, toWorld, turnToLocal, turnToWorld } from '../pose.ts';
import type { Shape } from '../shapes/shape.ts';
import type { ColliderBroadPhase } from './collider-broad-phase.ts';
import { CLEAR, EarlyOut, STUCK } from './early-out.ts';
import { impact, slide } from './impact-friction.ts';
import type { Motion } from './motion.ts';
import { ParticlePath } from './particle-path.ts';
import { RestingContact } from './resting-contact.ts';
import { RESOLUTION, SEPARATED, SEPARATION, Sweep, TOUCH } from './sweep.ts';

/** Touches of a particle in a sub-step, a limit on work. Test: particles/limits.test.ts. */
const MAX_TOUCHES = 8;
/** Speed at which a particle inside a solid is moved out, m/s: slow beside a fall. Test: particles/limits.test.ts. */
export const RECOVERY_SPEED = 0.2;

/** Outcome of a sub-step for a particle, bits: it touched a collider. */
export const TOUCHED = 1;
/** It began inside a solid, or within its own radius of a mesh. */
export const INSIDE = 2;
/** It ran out of touches. */
export const SQUEEZED = 4;

export class ParticleCcd {
  readonly #broadPhase: ColliderBroadPhase;
  readonly #path = new ParticlePath();
  readonly #sweep = new Sweep();
  readonly #resting: RestingContact;
  /** Lower bound on the distance of the last particle from the colliders near it at its end, m; 0 if unknown. */
  distance = 0;
  readonly #earlyOut: EarlyOut;
  /** Collider that the present path touches first. */
  #touched = -1;
  /** Convex collider that the path slides along: by convexity the path cannot enter it. */
  #along = -1;
  /** Serial number of the last particle that touched each collider. */
  readonly #met: Int32Array;
  #serial = 0;
  /** Collider that a particle out of touches stays on. */
  #carrier = -1;
  #flying = true;
  #outcome = 0;
  /** Length of the sub-step, and the rest of it after the touch, s. */
  #h = 0;
  #left = 0;
  /** Distance that the particle is moved out along the normal in the rest of the sub-step, m. */
  #out = 0;
  /** Velocity at the start and at the end of the path, m/s. */
  readonly #v0 = new Float64Array(3);
  readonly #v1 = new Float64Array(3);
  /** Change of velocity by free motion in the sub-step, a h, m/s. */
  readonly #pull = new Float64Array(3);
  /** Part of δ that is a velocity, m/s. */
  readonly #ahead = new Float64Array(3);
  /** Terms of δ = −½ κ a h + ρ: κ is 1 for Euler–Cromer, 0 for constant acceleration; ρ (m/s) is the rest. */
  #kappa = 0;
  readonly #rho = new Float64Array(3);
  /** Middle and end of the path, m. */
  readonly #middle = new Float64Array(3);
  readonly #end = new Float64Array(3);
  /** Relative velocity, its change by free motion (m/s) and displacement (m) in the axes of the collider. */
  readonly #w = new Float64Array(3);
  readonly #g = new Float64Array(3);
  readonly #d = new Float64Array(3);
  /** Velocity of the surface, m/s. */
  readonly #u = new Float64Array(3);
  /** Normal of the touch in the world. */
  readonly #n = new Float64Array(3);
  readonly #still = new Float64Array(3);
  readonly #frame: Frame = new Float64Array(12);

  constructor(broadPhase: ColliderBroadPhase) {
    this.#broadPhase = broadPhase;
    this.#earlyOut = new EarlyOut(broadPhase);
    this.#resting = new RestingContact(broadPhase);
    this.#met = new Int32Array(broadPhase.colliders.length);
  }

  /** Returns whether the last particle touched collider k. */
  met(k: number): boolean {
    return this.#met[k] === this.#serial;
  }

  /**
   * Resolves particle i, of radius `radius` (m), over a sub-step of `h` seconds; the broad phase has listed the colliders near
   * its path. Returns the outcome. `straight`: the path is its chord, whatever the velocities.
   */
  resolve(p: Particles, i: number, radius: number, h: number, straight = false): number {
    this.#sweep.radius = radius;
    this.#h = h;
    this.#serial = (this.#serial + 1) | 0;
    const seen = this.#earlyOut.classify(p, i, radius, h);
    this.distance = seen === CLEAR ? this.#earlyOut.distance : 0;
    if (seen === CLEAR) return 0;
    if (seen === STUCK) {
      this.#write(p, i, this.#broadPhase.segment, this.#still);
      this.#met[this.#broadPhase.found[0]] = this.#serial;
      return TOUCHED;
    }
    this.#begin(p, i, straight);
    let near = this.#broadPhase.count;
    for (let n = 0; n < MAX_TOUCHES; n++) {
      if (near === 0 || !this.#findTouch()) {
        if (n > 0) this.#write(p, i, this.#end, this.#v1);
        return this.#outcome;
      }
      this.#respond(n === 0);
      near = this.#findNear();
      if (near > 0) this.#path.lead(this.#middle, this.#end);
    }
    this.#stay(p, i);
    return this.#outcome;
  }

  #begin(p: Particles, i: number, straight: boolean): void {
    const x0 = p.startPosition.view;
    const x1 = p.position.view;
    const v0 = (straight ? p.velocity : p.startVelocity).view;
    const v1 = p.velocity.view;
    const { world } = this.#path;
    const h = this.#h;
    let pull2 = 0;
    let ahead2 = 0;
    let against = 0;
    let size = 0;
    for (let axis = 0, at = i; axis < 3; axis++, at += p.stride) {
      const moved = x1[at] - x0[at];
      const pull = v1[at] - v0[at];
      const ahead = 0.5 * (v0[at] + v1[at]) - moved / h;
      this.#pull[axis] = pull;
      this.#ahead[axis] = ahead;
      pull2 += pull * pull;
      ahead2 += ahead * ahead;
      against -= ahead * pull;
      size += Math.abs(x1[at]) / h + Math.abs(v0[at]) + Math.abs(v1[at]);
      this.#v0[axis] = v0[at];
      this.#v1[axis] = v1[at];
      world[axis] = x0[at];
      world[3 + axis] = moved - 0.5 * pull * h;
      world[6 + axis] = 0.5 * pull * h;
    }
    const kappa = pull2 > 0 ? Math.max(0, Math.min(1, (2 * against) / pull2)) : 0;
    // Euler–Cromer has exactly ½ |a| h, but for the rounding of positions and velocities.
    const velocity = 2 * Math.sqrt(ahead2) <= Math.sqrt(pull2) + 4 * Number.EPSILON * size ? 1 : 0;
    for (let axis = 0; axis < 3; axis++) {
      this.#rho[axis] = this.#ahead[axis] + 0.5 * kappa * this.#pull[axis];
      this.#ahead[axis] *= velocity;
    }
    this.#kappa = kappa;
    this.#path.from = 0;
    this.#along = -1;
    this.#carrier = -1;
    this.#flying = true;
    this.#outcome = 0;
    this.#resting.clear();
  }

  /** Lists the colliders near the path from the touch on; returns how many. */
  #findNear(): number {
    const { segment } = this.#broadPhase;
    const { world } = this.#path;
    let bulge = 0;
    for (let axis = 0; axis < 3; axis++) {
      const x = world[axis];
      const end = this.#end[axis];
      segment[axis] = x;
      segment[3 + axis] = end;
      bulge = Math.max(bulge, 0.5 * Math.abs(x - 2 * this.#middle[axis] + end));
    }
    segment[6] = this.#sweep.radius + TOUCH + bulge;
    return this.#broadPhase.find(this.#along);
  }

  /** Sweeps the present path against the colliders near it. */
  #findTouch(): boolean {
    const { found, count, motions, colliders } = this.#broadPhase;
    this.#sweep.reset();
    this.#touched = -1;
    for (let f = 0; f < count; f++) {
      const k = found[f];
      const fresh = this.#met[k] !== this.#serial;
      if (motions[k].turning) this.#sweepPieces(k, fresh);
      else {
        this.#path.toCurve(motions[k]);
        if (this.#sweep.run(colliders[k].shape, this.#path.curve, fresh)) this.#touched = k;
      }
    }
    return this.#touched >= 0;
  }

  #sweepPieces(k: number, fresh: boolean): void {
    const { shape } = this.#broadPhase.colliders[k];
    const motion = this.#broadPhase.motions[k];
    const pieces = this.#path.pieces(motion);
    for (let i = 0; i <= this.#sweep.touch.share * pieces && i < pieces; i++) {
      this.#path.toPiece(motion, i, pieces);
      if (!this.#sweep.run(shape, this.#path.curve, fresh && i === 0, i, pieces)) continue;
      this.#touched = k;
      return;
    }
  }

  /** Moves to the touch, changes the velocity there, and sets the path for the rest of the sub-step. */
  #respond(first: boolean): void {
    const k = this.#touched;
    const { share, gap, normal, point } = this.#sweep.touch;
    const collider = this.#broadPhase.colliders[k];
    const motion = this.#broadPhase.motions[k];
    const path = this.#path;
    const w = this.#w;
    path.from = path.shareOf(share);
    this.#left = (1 - path.from) * this.#h;
    const frame = motion.frameAt(path.from, this.#frame);
    turnToWorld(frame, normal, this.#n);
    if (share > 0) toWorld(frame, point, path.world);
    this.#recover(gap);
    for (let axis = 0; axis < 3; axis++) this.#v0[axis] += share * (this.#v1[axis] - this.#v0[axis]);
    this.#note(k, gap);
    this.#toSurface(motion, frame, path.world, this.#v0, w);
    // In the air until now: the impact has the path's own speed.
    const ahead = this.#flying && !(first && share === 0) ? dotAt(this.#ahead, this.#n) : 0;
    for (let axis = 0; axis < 3; axis++) w[axis] -= ahead * normal[axis];
    turnToLocal(frame, this.#pull, this.#g);
    const rests = impact(w, normal, collider, -dotAt(this.#g, normal));
    this.#flying = !rests || !this.#rest(k, frame);
    if (this.#flying) {
      for (let axis = 0; axis < 3; axis++) w[axis] += ahead * normal[axis];
      this.#fromSurface(motion, frame, path.world, w, this.#v0);
      this.#resting.clear();
      this.#fly();
    }
    const { signed, reach } = collider.shape;
    this.#along = this.#flying || !signed || reach !== undefined ? -1 : k;
  }

  /** Restores the separation: by the resolution of sweeps at once, and the rest along the path. */
  #recover(gap: number): void {
    this.#out = 0;
    if (gap >= SEPARATED) return;
    const { normal, point } = this.#sweep.touch;
    const now = Math.min(SEPARATION - gap, RESOLUTION);
    for (let axis = 0; axis < 3; axis++) {
      this.#path.world[axis] += now * this.#n[axis];
      point[axis] += now * normal[axis];
    }
    this.#out = Math.min(SEPARATION - gap - now, RECOVERY_SPEED * this.#left);
  }

  #note(k: number, gap: number): void {
    this.#outcome |= gap < -SEPARATION ? TOUCHED | INSIDE : TOUCHED;
    this.#met[k] = this.#serial;
    // A thin collider that moves stays the carrier: a particle on its other side could not return.
    const kept = this.#carrier;
    if (kept >= 0 && !this.#broadPhase.colliders[kept].shape.signed && !this.#broadPhase.motions[kept].still)
      return;
    this.#carrier = k;
  }

  /** Sets the rest of the sub-step to free motion. */
  #fly(): void {
    const time = this.#left;
    const out = this.#out;
    const share = 1 - this.#path.from;
    for (let axis = 0; axis < 3; axis++) {
      const x = this.#path.world[axis];
      const v = this.#v0[axis];
      const pull = this.#pull[axis] * share;
      const n = this.#n[axis];
      const u = v - this.#ahead[axis];
      this.#end[axis] = x + time * (u + 0.5 * pull) + out * n;
      this.#middle[axis] = x + 0.5 * time * (u + 0.25 * pull) + 0.5 * out * n;
      this.#v1[axis] = v + pull;
    }
  }

  /** Sets the rest of the sub-step to motion on the surface of k; false if nothing presses the particle on. */
  #rest(k: number, frame: Frame): boolean {
    const motion = this.#broadPhase.motions[k];
    const { normal } = this.#sweep.touch;
    const { world, from } = this.#path;
    const w = this.#w;
    const g = this.#g;
    this.#fromSurface(motion, frame, world, w, this.#v0);
    if (motion.still) {
      for (let axis = 0; axis < 3; axis++) g[axis] *= 1 - from;
    } else {
      // Change of the relative velocity by free motion, which includes centrifugal and Coriolis terms.
      this.#fly();
      this.#toSurface(motion, motion.end, this.#end, this.#v1, g);
      for (let axis = 0; axis < 3; axis++) g[axis] -= w[axis];
    }
    if (!this.#resting.support(k, normal, w, g)) return false;
    this.#resting.add(k, normal);
    this.#slide(frame, normal);
    if (this.#broadPhase.colliders[k].shape.reach !== undefined)
      this.#followHollow(this.#broadPhase.colliders[k].shape);
    this.#place(motion, frame);
    this.#fromSurface(motion, motion.end, this.#end, w, this.#v1);
    return true;
  }

  /** Sets #d, and #w to the velocity at the end. A particle that stops does so where friction alone stops it, without ρ. */
  #slide(frame: Frame, normal: Float64Array): void {
    const w = this.#w;
    const d = this.#d;
    const before = this.#u;
    for (let axis = 0; axis < 3; axis++) before[axis] = w[axis];
    const slides = slide(w, this.#g, this.#resting, this.#left, d);
    for (let axis = 0; axis < 3; axis++) {
      if (slides) d[axis] += 0.5 * this.#kappa * this.#left * (w[axis] - before[axis]);
      d[axis] += this.#out * normal[axis];
    }
    if (!slides) return;
    const rho = this.#u;
    turnToLocal(frame, this.#rho, rho);
    this.#resting.confine(normal, rho);
    for (let axis = 0; axis < 3; axis++) d[axis] -= this.#left * rho[axis];
  }

  /** Lifts the end of #d to the surface; over a hollow, the chord to it is free. */
  #followHollow(shape: Shape): void {
    const [d, n, { point }] = [this.#d, this.#u, this.#sweep.touch];
    const gap = shape.distance(point[0] + d[0], point[1] + d[1], point[2] + d[2], n) - this.#sweep.radius;
    if (gap < SEPARATION) for (let axis = 0; axis < 3; axis++) d[axis] += (SEPARATION - gap) * n[axis];
  }

  /** Sets the path's middle and end to the touched point moved by #d in the collider's axes. */
  #place(motion: Motion, frame: Frame): void {
    const d = this.#d;
    const { world, from } = this.#path;
    const { point } = this.#sweep.touch;
    if (motion.still) {
      turnToWorld(frame, d, this.#end);
      for (let axis = 0; axis < 3; axis++) {
        this.#middle[axis] = world[axis] + 0.5 * this.#end[axis];
        this.#end[axis] += world[axis];
      }
      return;
    }
    for (let axis = 0; axis < 3; axis++) d[axis] = point[axis] + 0.5 * d[axis];
    toWorld(motion.frameAt(0.5 * (1 + from), this.#frame), d, this.#middle);
    for (let axis = 0; axis < 3; axis++) d[axis] += d[axis] - point[axis];
    toWorld(motion.end, d, this.#end);
  }

  /** Keeps a particle that is out of touches at its place on its carrier. */
  #stay(p: Particles, i: number): void {
    const motion = this.#broadPhase.motions[this.#carrier];
    this.#outcome |= SQUEEZED;
    if (motion.still) {
      this.#write(p, i, this.#path.world, this.#v0);
      return;
    }
    toLocal(motion.frameAt(this.#path.from, this.#frame), this.#path.world, this.#d);
    toWorld(motion.end, this.#d, this.#end);
    motion.surfaceVelocity(motion.end, this.#end, this.#v1);
    this.#write(p, i, this.#end, this.#v1);
  }

  /** Writes v relative to the surface at x, in its axes, into w. */
  #toSurface(motion: Motion, frame: Frame, x: Float64Array, v: Float64Array, w: Float64Array): void {
    if (motion.still) {
      turnToLocal(frame, v, w);
      return;
    }
    const u = this.#u;
    motion.surfaceVelocity(frame, x, u);
    for (let axis = 0; axis < 3; axis++) u[axis] = v[axis] - u[axis];
    turnToLocal(frame, u, w);
  }

  #fromSurface(motion: Motion, frame: Frame, x: Float64Array, w: Float64Array, v: Float64Array): void {
    turnToWorld(frame, w, v);
    if (motion.still) return;
    motion.surfaceVelocity(frame, x, this.#u);
    for (let axis = 0; axis < 3; axis++) v[axis] += this.#u[axis];
  }

  #write(p: Particles, i: number, x: Float64Array, v: Float64Array): void {
    const position = p.position.view;
    const velocity = p.velocity.view;
    for (let axis = 0, at = i; axis < 3; axis++, at += p.stride) {
      position[at] = x[axis];
      velocity[at] = v[axis];
    }
  }
}
