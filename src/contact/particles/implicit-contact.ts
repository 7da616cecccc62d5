/**
 * Contact inside an implicit step. Surfaces carry a layer of DEPTH: a particle that would come into it is pushed out by
 * a spring along the normal n, whose force and stiffness go into the solve, so that the cloth around it knows of the
 * contact, and nothing is pulled down that wants to leave. With the gap g of a particle (m), its mass m and the step h:
 *
 *   N = k (DEPTH − g),   k = STIFFNESS m / h², at least SHARE of the stiffness K (N/m) that the cloth is stretched by
 *
 * A sheet at rest sinks g₀h²/STIFFNESS into the layer (g₀ gravity): some micrometres. K keeps up small vertices, of a
 * refined cloth, that it pulls over an edge.
 *
 * Friction (Coulomb): a particle is tied to its anchor a on the surface by a spring of the same stiffness k. While that
 * pulls less than μ_s N it stays, however long. Beyond, it slides, the anchor follows at μ_k N / k behind it, and the
 * spring's stiffness is less:
 *
 *   s = μ_k N / |y − a|,   y where it is thought to be at the end of the step
 *
 * (Kačanov's method: each solve has the secant of the one before, which slows down and never turns back.) Where it goes
 * on as it did, that is μ_k N exactly, be it inertia that drives it or a pull that is many times larger.
 * It comes to stand where it hardly moves any more, or moves to and fro. N is that of the step before: who finds another one in
 * the solve may multiply what slides by it (`press` of a support).
 *
 * What ends below the surface itself all the same is put back on it by the contact stage after the step.
 */
import { ANCHOR_NUMBERS, anchoringOf } from '../../core/dynamics.ts';
import type { Constraints, ImplicitStage } from '../../core/implicit.ts';
import { TANGLED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import * as Anchor from '../../layouts/generated/anchor.ts';
import { STICK_STIFFNESS, type Stick } from '../attachments/collider.ts';
import type { Collider } from '../collider.ts';
import { type Frame, toLocal, toWorld, turnToLocal, turnToWorld, writeFrame } from '../pose.ts';
import { emptyBox, growTurned } from './collider-broad-phase.ts';
import type { ContactBody } from './particle-contact.ts';
import { SKIN } from './sweep.ts';

/** m */
export const DEPTH = 2e-4;
/** In units of m/h²: one step takes all but 1/400 of an approach away, and the linear solve does not notice. */
const STIFFNESS = 400;
/** Enough to hold what pulls, too little to hold down what wants to leave. */
const SHARE = 0.1;
/** m/s at which a particle that is inside is let out: one that the cloth was refined with, or that began there. */
const LET_OUT_SPEED = 0.1;
/** m/s at which one that began in the layer rises through it: thrown out, it would not be pressed on for a while, and slip. */
const RISE_SPEED = 1e-3;
/** Of the spring's stretch: what slides less in a step stands. */
const SLOW = 0.05;
/** The same of what turns by more than arccos TURN from one step to the next: nothing leads it anywhere. */
const SLOW_TURNING = 1;
const TURN = 0.25;
/** Of what would stop a particle: too little to rub it, enough to be multiplied. */
const TRACE = 1e-3;
const NOWHERE = new Float64Array(3);

export class Hold {
  readonly #colliders: readonly Collider[];
  readonly #bodies: readonly ContactBody[];
  /** Where colliders are at the start and at the end of the stage. */
  readonly #before: readonly Frame[];
  readonly #now: readonly Frame[];
  readonly #boxes: Float64Array;
  /** By particle: the collider that pushes it, plus one; 0 for none. */
  #held = new Int32Array(0);
  /** By particle: how far it may be below the surface in this step, m; of one that sticks, its tie's stiffness, N/m. */
  #sunk = new Float64Array(0);
  /** Three numbers a particle: the way it is pushed. */
  #pushed = new Float64Array(0);
  /** N/m of a support, at least. */
  #least = 0;
  readonly #x = new Float64Array(3);
  readonly #y = new Float64Array(3);
  readonly #n = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #start = new Float64Array(3);
  readonly #anchor = new Float64Array(3);
  readonly #slip = new Float64Array(3);
  readonly #way = new Float64Array(3);
  /** How much farther than its goal a particle that slides is thought to come, in units of #slip. */
  #shift = 0;
  readonly #force = new Float64Array(3);

  readonly #stick: Stick | undefined;

  constructor(colliders: readonly Collider[], bodies: readonly ContactBody[], stick: Stick | undefined) {
    this.#stick = stick;
    this.#colliders = colliders;
    this.#bodies = bodies;
    this.#before = colliders.map(() => new Float64Array(12));
    this.#now = colliders.map(() => new Float64Array(12));
    this.#boxes = new Float64Array(6 * colliders.length);
  }

  /** The collider that pushes the particle. */
  holder(particle: number): number {
    return this.#held[particle] - 1;
  }

  holds(particle: number): boolean {
    return this.#held[particle] > 0;
  }

  /** N/m: the stiffness by which a particle that sticks was held in the last solve. */
  tie(particle: number): number {
    return this.#sunk[particle];
  }

  constrain(world: World, stage: ImplicitStage, constraints: Constraints): void {
    const { stride } = world.particles;
    if (this.#held.length < stride) {
      this.#held = new Int32Array(2 * stride);
      this.#sunk = new Float64Array(2 * stride);
      this.#pushed = new Float64Array(6 * stride);
    }
    if (!stage.body) this.#held.fill(0);
    this.#stick?.begin();
    this.#place(stage);
    for (const touching of this.#bodies) {
      const { dynamics, first, count } = touching.body;
      const anchoring = anchoringOf(touching.body);
      if (!anchoring || (stage.body ? anchoring !== stage.body : dynamics?.kind === 'own')) continue;
      if (stage.body) this.#held.fill(0, first, first + count);
      const anchors = anchoring.anchors.view;
      this.#least = SHARE * anchoring.stiffness;
      const { among } = stage;
      const some = among?.length ?? count;
      for (let k = 0; k < some; k++) {
        const i = among ? among[k] : first + k;
        if (world.particles.inverseMass.view[i] === 0 || world.particles.flags.view[i] & TANGLED) continue;
        if (this.#stick?.has(i)) {
          anchors[ANCHOR_NUMBERS * (i - first) + Anchor.COLLIDER] = 0;
          this.#tie(world, i, stage, constraints);
          continue;
        }
        this.#meet(world, i, touching.radius, stage, anchors, ANCHOR_NUMBERS * (i - first), constraints);
      }
    }
  }

  /**
   * After the solve: puts a held particle that is below its surface back on it. False if it has come to another side of
   * it, as through a thin wall.
   */
  settle(world: World, particle: number, radius: number): boolean {
    const { position, velocity, stride } = world.particles;
    const k = this.holder(particle);
    const x = this.#x;
    for (let axis = 0; axis < 3; axis++) x[axis] = position.view[axis * stride + particle];
    const gap = this.#distance(k, x) - radius + this.#sunk[particle];
    const n = this.#n;
    const held = 3 * particle;
    const pushed = this.#pushed;
    if (n[0] * pushed[held] + n[1] * pushed[held + 1] + n[2] * pushed[held + 2] < -0.2) return false;
    if (gap >= SKIN) return true;
    const inward = velocity.view[particle] * n[0] + velocity.view[stride + particle] * n[1];
    const speed = Math.min(0, inward + velocity.view[2 * stride + particle] * n[2]);
    for (let axis = 0; axis < 3; axis++) {
      position.view[axis * stride + particle] += (SKIN - gap) * n[axis];
      if (this.#colliders[k].track.still) velocity.view[axis * stride + particle] -= speed * n[axis];
    }
    return true;
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
      const box = this.#boxes.subarray(6 * k, 6 * k + 6);
      emptyBox(box);
      if (shape.halfSpace) box.set([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
      else growTurned(box, this.#now[k], shape.bounds);
    });
  }

  /** Of a point from collider k at the end of the stage; #n is the normal there, in the world. */
  #distance(k: number, x: Float64Array): number {
    const local = this.#local;
    toLocal(this.#now[k], x, local);
    const distance = this.#colliders[k].shape.distance(local[0], local[1], local[2], this.#y);
    turnToWorld(this.#now[k], this.#y, this.#n);
    return distance;
  }

  #meet(
    world: World,
    i: number,
    radius: number,
    stage: ImplicitStage,
    anchors: Float64Array,
    at: number,
    constraints: Constraints,
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
    // Where it began the step, as the surface has carried it since.
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
      // Past an edge or a thin thing's middle: out is where it came from.
      depth = before - ((x[0] - start[0]) * sx + (x[1] - start[1]) * sy + (x[2] - start[2]) * sz);
      n[0] = sx;
      n[1] = sy;
      n[2] = sz;
      if (depth <= 0) {
        anchors[at + Anchor.COLLIDER] = 0;
        return;
      }
    }
    this.#held[i] = k + 1;
    for (let axis = 0; axis < 3; axis++) this.#pushed[3 * i + axis] = n[axis];
    const pressed = Math.abs(anchors[at + Anchor.COLLIDER]) === k + 1;
    const sunkBefore = pressed ? Math.min(anchors[at + Anchor.DEPTH], before) : before;
    const sunk = letOut(sunkBefore, stage.h);
    this.#sunk[i] = Math.max(0, sunk - DEPTH);
    anchors[at + Anchor.DEPTH] = sunk;
    depth -= sunk;
    const force = this.#force;
    for (let axis = 0; axis < 3; axis++) force[axis] = stiffness * depth * n[axis];
    const push = (stiffness * depth) / (1 + (stiffness * stage.h * stage.h) / mass.view[i]); // what will be left of it after the step, if all else is inertia
    // What presses: the layer's force at the end of the last step, or for one that has just come what stops it. The greater
    // of both would be too much on the whole. One that was let off keeps a trace: who solves may find that it bears again.
    const stops = Math.max(0, push);
    const lay = pressed && before > 0 ? stiffness * (before - sunkBefore) : stops;
    const support = lay > 0 ? lay : TRACE * stops;
    const tie = this.#rub(collider, k, i, support, stiffness, world, stage, anchors, at);
    constraints.support(i, force, n, stiffness, tie, tie < stiffness ? support : 0);
    this.#guess(world, i, stage.h, stiffness, tie);
  }

  /** One that sticks: a spring in all directions. */
  #tie(world: World, i: number, { h }: ImplicitStage, constraints: Constraints): void {
    const { position, mass, stride } = world.particles;
    const stick = this.#stick as Stick;
    const stiffness = Math.max((STICK_STIFFNESS * mass.view[i]) / (h * h), this.#least);
    this.#sunk[i] = stiffness;
    stick.place(i, this.#now[stick.collider(i)], this.#anchor);
    for (let axis = 0; axis < 3; axis++) {
      this.#force[axis] = stiffness * (this.#anchor[axis] - position.view[axis * stride + i]);
    }
    constraints.support(i, this.#force, NOWHERE, stiffness, stiffness);
    this.#guess(world, i, h, stiffness, stiffness);
  }

  /**
   * Moves the particle from its goal to where the support would hold it if all else were inertia, for the solve to start
   * there: from the goal, most of the work would be to come out of the layer, and what its tolerance leaves of that
   * as much as the weight is.
   */
  #guess({ particles: p }: World, i: number, h: number, along: number, across: number): void {
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

  /** Adds friction to #force; answers the stiffness along the surface, N/m. */
  #rub(
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
    const most = staticFriction * support;
    // What the spring to the anchor is stretched by where it pulls as sliding friction does, m.
    const stretched = (friction * support) / stiffness;
    // As the surface sees it: its velocity times h.
    const way = this.#way;
    for (let axis = 0; axis < 3; axis++) {
      way[axis] = h * velocity.view[axis * stride + i] - (start[axis] - from.view[axis * stride + i]);
    }
    const last = alongSurface(way, NOWHERE, n, way);
    let slides = 0; // m that it is thought to slide in the step
    if (state === k + 1) {
      for (let axis = 0; axis < 3; axis++) this.#local[axis] = anchors[at + Anchor.LOCAL + axis];
      toWorld(this.#now[k], this.#local, anchor);
      const pulled = alongSurface(start, anchor, n, slip);
      if (stiffness * pulled <= most) return this.#stand(k, stiffness, anchors, at);
      for (let axis = 0; axis < 3; axis++) anchor[axis] = start[axis] - (stretched * slip[axis]) / pulled;
      slides = Math.max(
        pulled - stretched,
        last,
        alongSurface(x, start, n, slip) - (friction * support) / inertia,
      );
    } else if (state === -(k + 1) && last > 0) {
      for (let axis = 0; axis < 3; axis++) this.#local[axis] = h * anchors[at + Anchor.LOCAL + axis];
      turnToWorld(this.#now[k], this.#local, slip);
      const before = alongSurface(slip, NOWHERE, n, slip);
      const turned = way[0] * slip[0] + way[1] * slip[1] + way[2] * slip[2] < TURN * last * before;
      // Against the mean of its last two ways: against the last one alone, what slides less than its spring is stretched is
      // thrown from side to side, each step answering the one before.
      for (let axis = 0; axis < 3; axis++) {
        anchor[axis] = way[axis] + slip[axis];
        slip[axis] = way[axis] + way[axis] - slip[axis];
      }
      const both = alongSurface(anchor, NOWHERE, n, anchor);
      const share = both > 0 ? stretched / both : 0;
      for (let axis = 0; axis < 3; axis++) anchor[axis] = start[axis] - share * anchor[axis];
      // Half-way to what slowing down as before would lead to: all of it, and steps answer each other in turn.
      const slower = (last + Math.min(last, alongSurface(slip, NOWHERE, n, slip))) / 2;
      slides = Math.max(slower, alongSurface(x, start, n, slip) - (friction * support) / inertia);
      if (slides <= (turned ? SLOW_TURNING : SLOW) * stretched) return this.#stand(k, stiffness, anchors, at);
    } else {
      const goes = alongSurface(x, start, n, slip);
      const stops = most >= inertia * goes;
      // Where its spring pulls from the start on as hard as it must: one that had to be stretched first would let the
      // particle creep whenever it stands again.
      const share = stops ? inertia / stiffness : stretched / goes;
      for (let axis = 0; axis < 3; axis++) anchor[axis] = start[axis] - share * slip[axis];
      if (stops) return this.#stand(k, stiffness, anchors, at);
      slides = goes - (friction * support) / inertia;
    }
    turnToLocal(this.#now[k], way, this.#local);
    for (let axis = 0; axis < 3; axis++) anchors[at + Anchor.LOCAL + axis] = this.#local[axis] / h;
    const tie = (friction * support) / (slides + stretched);
    const pulled = alongSurface(x, anchor, n, slip);
    // Where it is thought to be at the end, for #guess: all that pulls at it, not inertia alone, has led there before.
    this.#shift = pulled > 0 ? (slides + stretched) / pulled - 1 : 0;
    for (let axis = 0; axis < 3; axis++) force[axis] -= tie * slip[axis];
    return tie;
  }

  /** Ties it to #anchor: adds what the spring pulls with at x to #force, and answers its stiffness. */
  #stand(k: number, stiffness: number, anchors: Float64Array, at: number): number {
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

  /** The collider whose surface is nearest within reach; −1 for none. Free balls move by themselves, after the step. */
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
        x[2] > box[b + 5] + reach ||
        this.#colliders[k].ball
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

/** How far a particle may be inside after a step of h seconds, that was so far (m) before it. */
function letOut(sunk: number, h: number): number {
  const within = sunk > DEPTH ? Math.max(DEPTH, sunk - LET_OUT_SPEED * h) : sunk;
  return Math.max(0, within - RISE_SPEED * h);
}

/** a − b without its part along n, into `out`; its length. */
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
