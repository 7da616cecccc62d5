/**
 * Colliders near particles of matter, as planes of distance d = n·x + b. They act in two ways.
 *
 * They stop particles: at the end of a sub-step d is at least the distance that matter keeps, and Coulomb friction acts with
 * all that presses. Particles with a lattice behind them are stopped within the implicit solve (supports.ts). All others,
 * those of a fluid and of explicit matter, are stopped one by one (kernels/assembly/matter/walls.ts): without a lattice the
 * solve would give the same. Contact of particles then only guards against paths that pass through a collider.
 *
 * They stand for the neighbours that a fluid misses beyond them:
 *
 *   density      ρ_i += ρ₀ λ (1 − d/H)⁶. Shares m₁ and m₂ of two walls make m₁ + m₂ − m₁m₂. Without it the lowest row of a
 *                fluid on a floor would be compressed by a fifth before it had any pressure.
 *   along walls  F_ij times 1 + c_i c_j, c² = Σ κ (1 − d/H)⁶ over walls. The layer at a wall misses a quarter of the pairs
 *                that transmit pressure along it; pairs with both ends near the wall stand in for them, so that forces stay
 *                along lines of centres. A force from the wall on each particle would be friction.
 *   off walls    F_i = 6 G m_i (p_i/ρ_i²) ρ₀ λ (1 − d/H)⁵/H n, the gradient of the energy of that density. Without it
 *                particles would be drawn to walls and gain energy.
 *
 * Symbols:
 *   s     solid share; c and the force off walls are times 1 − s
 *   H     reach of the kernel, m
 *   λ, κ  numbers of the lattice (lattice.ts)
 *   G     slope factor of the lattice
 *
 * Koschier & Bender (2017) integrate the kernel over the volume behind the wall; for a lattice that is too smooth.
 *
 * Particles that may come near within a step are found when lists are made. Fixed planes stay as they are until then; all
 * other colliders are measured again in every sub-step.
 */
import type { Collider } from '../../contact/collider.ts';
import { contactOf } from '../../contact/index.ts';
import { DEPTH } from '../../contact/particles/implicit-contact.ts';
import { type Frame, toLocal, toWorld, turnToWorld, writeFrame } from '../../contact/pose.ts';
import type { Block } from '../../core/arena.ts';
import type { World } from '../../core/world.ts';
import * as MatterWall from '../../layouts/generated/matter-wall.ts';
import { grown } from '../../math/growable.ts';
import type { MatterLattice } from './lattice.ts';
import { SKIN } from './record.ts';

/** Number of f64 of a wall, and the indices of its fields. */
const NUMBERS = MatterWall.BYTES / 8;
const NORMAL = MatterWall.NORMAL / 8;
const KEPT_DISTANCE = MatterWall.KEPT_DISTANCE / 8;
const STATIC_FRICTION = MatterWall.STATIC_FRICTION / 8;
const KINETIC_FRICTION = MatterWall.KINETIC_FRICTION / 8;

/** A collider and its poses at the start and at the end of the sub-step. */
interface Placed {
  readonly collider: Collider;
  readonly before: Frame;
  readonly after: Frame;
}

/** The particles of a body, in the order of slots, at the start of the sub-step. */
export interface WallSearch {
  readonly first: number;
  readonly count: number;
  readonly order: Int32Array;
  /** Whether walls act on a particle of the body. */
  readonly meets: (particle: number) => boolean;
  /** Sub-step, and time until the next search at the latest, s. */
  readonly h: number;
  readonly remaining: number;
}

export class Walls {
  readonly records: Block<'f64'>;
  count = 0;
  readonly #reach: number;
  readonly #body: { readonly first: number };
  /** Records, grown as they are found. */
  #found = new Float64Array(NUMBERS);
  #length = 0;
  /** Colliders to measure in every sub-step: record and particle of the world, one after the other. */
  readonly #measured: { placed: Placed; record: number; particle: number }[] = [];
  #placed: readonly Placed[] = [];
  readonly #x = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  /** Fields NORMAL, OFFSET and VELOCITY of a wall, in this order. */
  readonly #plane = new Float64Array(7);

  constructor(world: World, label: string, lattice: MatterLattice, body: { readonly first: number }) {
    this.records = world.arena.scratch(`${label}.walls`, 'f64', 0);
    this.#reach = lattice.reach + SKIN * lattice.spacing;
    this.#body = body;
  }

  /** Finds the particles that are near colliders, or may come near in the remaining time. */
  find(world: World, search: WallSearch): void {
    this.#length = 0;
    this.#measured.length = 0;
    const contact = contactOf(world).particles;
    const touching = contact?.bodies.find(({ body }) => body === this.#body);
    if (contact && touching) {
      if (this.#placed.length !== contact.colliders.length)
        this.#placed = contact.colliders.map((collider) => ({
          collider,
          before: new Float64Array(12),
          after: new Float64Array(12),
        }));
      this.#place(world, search.h, false);
      for (const placed of this.#placed) this.#near(world, placed, touching.radius + DEPTH, search);
    }
    // Only now: views of other blocks, `order` among them, do not outlast a change of the arena.
    const { arena } = world;
    if (this.#length > this.records.length) arena.resize(new Map([[this.records, 2 * this.#length]]));
    this.records.view.set(this.#found.subarray(0, this.#length));
    this.count = this.#length / NUMBERS;
  }

  /** Measures colliders that are no fixed planes again. */
  measure(world: World, h: number): void {
    if (this.#measured.length === 0) return;
    this.#place(world, h, true);
    const { view } = this.records;
    for (const { placed, record, particle } of this.#measured) {
      this.#look(world, placed, particle, h);
      view.set(this.#plane, record + NORMAL);
    }
  }

  #place(world: World, h: number, again: boolean): void {
    for (const { collider, before, after } of this.#placed) {
      const { track } = collider;
      if (again && track.still) continue;
      const [start, end] = [track.poseAt(world.time), track.poseAt(world.time + h)];
      writeFrame(before, start.position, start.quaternion);
      writeFrame(after, end.position, end.quaternion);
    }
  }

  #near(world: World, placed: Placed, kept: number, search: WallSearch): void {
    const { first, count, order, meets, h, remaining } = search;
    const { startPosition, startVelocity, stride } = world.particles;
    const { shape, track, friction, staticFriction } = placed.collider;
    const [x, v, plane] = [startPosition.view, startVelocity.view, this.#plane];
    const isFixed = shape.halfSpace === true && track.still;
    if (isFixed) this.#look(world, placed, first, h);
    for (let slot = 0; slot < count; slot++) {
      const particle = order[slot];
      if (!meets(particle)) continue;
      const i = first + particle;
      const [j, k] = [i + stride, i + 2 * stride];
      if (!isFixed) this.#look(world, placed, i, h);
      const distance = plane[0] * x[i] + plane[1] * x[j] + plane[2] * x[k] + plane[3];
      const closing =
        plane[0] * (plane[4] - v[i]) + plane[1] * (plane[5] - v[j]) + plane[2] * (plane[6] - v[k]);
      if (!(distance - Math.max(0, closing * remaining) < this.#reach)) continue;
      if (this.#length + NUMBERS > this.#found.length) this.#found = grown(this.#found);
      const [found, to] = [this.#found, this.#length];
      found[to] = slot;
      found.set(plane, to + NORMAL);
      found[to + KEPT_DISTANCE] = kept;
      found[to + STATIC_FRICTION] = staticFriction;
      found[to + KINETIC_FRICTION] = friction;
      this.#length = to + NUMBERS;
      if (!isFixed) this.#measured.push({ placed, record: to, particle: i });
    }
  }

  /** Writes the plane of a collider as seen from a particle at the start of the sub-step, and its velocity there. */
  #look(world: World, { collider, before, after }: Placed, i: number, h: number): void {
    const { startPosition, stride } = world.particles;
    const [x, local, n, plane] = [this.#x, this.#local, this.#normal, this.#plane];
    for (let axis = 0; axis < 3; axis++) x[axis] = startPosition.view[axis * stride + i];
    toLocal(before, x, local);
    const distance = collider.shape.distance(local[0], local[1], local[2], n);
    turnToWorld(before, n, n);
    plane.set(n);
    plane[3] = distance - (n[0] * x[0] + n[1] * x[1] + n[2] * x[2]);
    plane.fill(0, 4);
    if (collider.track.still) return;
    toWorld(after, local, n);
    for (let axis = 0; axis < 3; axis++) plane[4 + axis] = (n[axis] - x[axis]) / h;
  }
}
