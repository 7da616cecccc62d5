/**
 * What a fluid misses at walls. Beyond a collider there are no particles, and pairs with those would have three parts:
 *
 *   density      ρ_i += ρ₀ λ (1 − d/H)⁶; what is behind two walls counts once: shares m₁ and m₂ make m₁ + m₂ − m₁m₂. Without it the lowest row
 *                of a fluid on a floor would have to be pressed together by a fifth before it had any pressure, and the rows above it with it
 *   along walls  F_ij times 1 + c_i c_j, c² = Σ κ (1 − d/H)⁶ over walls. The layer at a wall misses a quarter of the pairs that hand on pressure along
 *                the wall; without this it had to have a quarter more pressure to bear its weight. Pairs with both ends near the wall
 *                stand in for them: forces stay along lines of centres and momentum stays, where a force from the wall on each particle would
 *                be friction
 *   off walls    F_i = 6 G m_i (p_i/ρ_i²) ρ₀ λ (1 − d/H)⁵/H n, the gradient of the energy that is in that density. Without it particles are drawn to
 *                walls and get energy from nowhere
 *
 * c and the push times 1 − s, s the solid share: a solid has its lattice for that, and contact within the solve;
 * d = n·x + b is the distance of its surface (m), less than H, the kernel's reach, λ and κ are those of the lattice (lattice.ts), G of matter-fluid.ts.
 * Colliders near particles are looked for whenever lists are made, and are planes until then.
 * Fixed planes stop what is all fluid here too, others by contact alone. (Koschier & Bender 2017 integrate the kernel over what is behind; of a lattice that is too smooth.)
 */
import type { Collider } from '../../contact/collider.ts';
import { contactOf } from '../../contact/index.ts';
import { DEPTH } from '../../contact/particles/implicit-contact.ts';
import { toLocal, turnToWorld, writeFrame } from '../../contact/pose.ts';
import type { Shape } from '../../contact/shapes/shape.ts';
import type { Block } from '../../core/arena.ts';
import type { World } from '../../core/world.ts';
import * as MatterWall from '../../layouts/generated/matter-wall.ts';
import { grown } from '../../math/growable.ts';
import type { MatterLattice } from './lattice.ts';
import { SKIN } from './record.ts';

/** f64 of a wall, and indices of its fields. */
const NUMBERS = MatterWall.BYTES / 8;
const NORMAL = MatterWall.NORMAL / 8;
const KEPT_DISTANCE = MatterWall.KEPT_DISTANCE / 8;
const STATIC_FRICTION = MatterWall.STATIC_FRICTION / 8;
const KINETIC_FRICTION = MatterWall.KINETIC_FRICTION / 8;
const RESULT = MatterWall.RESULT / 8;

/** Slots in whose density walls are missing, as lists were made. */
export class Walls {
  readonly records: Block<'f64'>;
  count = 0;
  readonly #reach: number;
  /** Whether fixed planes stop a fluid in kernels: only implicit matter. */
  readonly #stops: boolean;
  /** m */
  #keep = 0;
  readonly #frame = new Float64Array(12);
  readonly #x = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  /** n in the world, b. */
  readonly #plane = new Float64Array(4);
  #found = new Float64Array(NUMBERS);
  #length = 0;
  /** Particles of the body at walls that are no fixed planes. */
  readonly others = new Set<number>();

  constructor(world: World, label: string, lattice: MatterLattice, stops: boolean) {
    this.records = world.arena.scratch(`${label}.walls`, 'f64', 0);
    this.#stops = stops;
    this.#reach = lattice.reach + SKIN * lattice.spacing;
  }

  /** Looks for the colliders that the body touches. `isFluid` tells whether a particle's density matters. */
  find(
    world: World,
    body: { readonly first: number; readonly count: number },
    positions: Block<'f64'>,
    order: Int32Array,
    isFluid: (particle: number) => boolean,
  ): void {
    this.#length = 0;
    this.others.clear();
    const contact = contactOf(world).particles;
    const touching = contact?.bodies.find((one) => one.body === body);
    if (contact && touching) {
      this.#keep = touching.radius + DEPTH;
      for (const collider of contact.colliders) this.#near(world, collider, body, positions, order, isFluid);
    }
    // Only now: views of other blocks, `order` among them, do not outlast a change of the arena.
    const { arena } = world;
    if (this.#length > this.records.length) arena.resize(new Map([[this.records, 2 * this.#length]]));
    this.records.view.set(this.#found.subarray(0, this.#length));
    this.count = this.#length / NUMBERS;
  }

  #near(
    world: World,
    collider: Collider,
    { first, count }: { readonly first: number; readonly count: number },
    positions: Block<'f64'>,
    order: Int32Array,
    isFluid: (particle: number) => boolean,
  ): void {
    const { stride } = world.particles;
    const { track, shape, friction, staticFriction } = collider;
    const stops = this.#stops && stopsFluid(collider);
    // What a free body pushes is to push it back: that is contact's, and its walls begin nowhere.
    const keep = collider.ball || collider.rigid ? Number.POSITIVE_INFINITY : this.#keep;
    const pose = track.poseAt(world.time);
    writeFrame(this.#frame, pose.position, pose.quaternion);
    const [x, plane, { view }] = [this.#x, this.#plane, positions];
    const isPlane = shape.halfSpace === true;
    if (isPlane) this.#measure(shape, x);
    for (let slot = 0; slot < count; slot++) {
      const particle = order[slot];
      if (!isFluid(particle)) continue;
      const at = first + particle;
      x[0] = view[at];
      x[1] = view[at + stride];
      x[2] = view[at + 2 * stride];
      const distance = isPlane
        ? plane[0] * x[0] + plane[1] * x[1] + plane[2] * x[2] + plane[3]
        : this.#measure(shape, x);
      if (!(distance < this.#reach)) continue;
      if (this.#length + NUMBERS > this.#found.length) this.#found = grown(this.#found);
      const [found, to] = [this.#found, this.#length];
      found[to] = slot;
      for (let part = 0; part < 4; part++) found[to + NORMAL + part] = plane[part];
      found[to + KEPT_DISTANCE] = keep;
      found[to + STATIC_FRICTION] = stops ? staticFriction : -1;
      found[to + KINETIC_FRICTION] = friction;
      found[to + RESULT] = 0;
      this.#length = to + NUMBERS;
      if (!stops) this.others.add(particle);
    }
  }

  /** Distance of x (m) from a collider in #frame; #plane is its surface as seen from there. */
  #measure(shape: Shape, x: Float64Array): number {
    const [local, n, plane] = [this.#local, this.#normal, this.#plane];
    toLocal(this.#frame, x, local);
    const distance = shape.distance(local[0], local[1], local[2], n);
    turnToWorld(this.#frame, n, local);
    plane.set(local);
    plane[3] = distance - (local[0] * x[0] + local[1] * x[1] + local[2] * x[2]);
    return distance;
  }
}

/** Where a plane is, lists know for as long as they hold. */
function stopsFluid({ shape, track, stick, ball, rigid }: Collider): boolean {
  return shape.halfSpace === true && track.still && !stick && !ball && !rigid;
}
