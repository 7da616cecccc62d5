/**
 * What a fluid's density misses at walls. Beyond a collider there are no particles: the lowest row of a fluid on a floor would have to
 * be pressed together by a fifth before it had any pressure, and the rows above it with it. So a collider counts as if the fluid
 * went on behind it,
 *
 *   ρ_i += ρ₀ λ (1 − d/H)⁶,   d = n·x + b the distance of its surface (m), less than H, the kernel's reach
 *
 * with λ of the lattice (lattice.ts). Colliders near particles are looked for whenever lists are made, and are planes until then.
 * Fixed planes stop what is all fluid here too, others by contact alone. (Koschier & Bender 2017 integrate the kernel over what is behind; of a lattice that is too smooth.)
 */
import type { Collider } from '../../contact/collider.ts';
import { DEPTH } from '../../contact/hold.ts';
import { toLocal, turnToWorld, writeFrame } from '../../contact/pose.ts';
import { contactStages } from '../../contact/stages.ts';
import type { Block } from '../../core/arena.ts';
import type { World } from '../../core/world.ts';
import type { MatterLattice } from './lattice.ts';
import { SKIN } from './record.ts';

/** Slot, n (3), b (m), the distance that particles keep (m), static and sliding friction: see matter-walls.ts. */
const NUMBERS = 8;

/** Slots in whose density walls are missing, as lists were made. */
export class Walls {
  readonly records: Block<'f64'>;
  count = 0;
  readonly #reach: number;
  /** m */
  #keep = 0;
  readonly #frame = new Float64Array(12);
  readonly #x = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #normal = new Float64Array(3);
  readonly #found: number[] = [];
  /** Particles of the body at walls that are no fixed planes. */
  readonly others = new Set<number>();

  constructor(world: World, label: string, lattice: MatterLattice) {
    this.records = world.arena.scratch(`${label}.walls`, 'f64', 0);
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
    this.#found.length = 0;
    this.others.clear();
    for (const { bodies, colliders } of contactStages(world)) {
      const touching = bodies.find((one) => one.body === body);
      if (!touching) continue;
      this.#keep = touching.radius + DEPTH;
      for (const collider of colliders) this.#near(world, collider, body, positions, order, isFluid);
    }
    // Only now: views of other blocks, `order` among them, do not outlast a change of the arena.
    const { arena } = world;
    if (this.#found.length > this.records.length)
      arena.resize(new Map([[this.records, 2 * this.#found.length]]));
    this.records.view.set(this.#found);
    this.count = this.#found.length / NUMBERS;
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
    const stops = stopsFluid(collider);
    const pose = track.poseAt(world.time);
    writeFrame(this.#frame, pose.position, pose.quaternion);
    const [x, local, n] = [this.#x, this.#local, this.#normal];
    for (let slot = 0; slot < count; slot++) {
      const particle = order[slot];
      if (!isFluid(particle)) continue;
      for (let axis = 0; axis < 3; axis++) x[axis] = positions.view[axis * stride + first + particle];
      toLocal(this.#frame, x, local);
      const distance = shape.distance(local[0], local[1], local[2], n);
      if (!(distance < this.#reach)) continue;
      turnToWorld(this.#frame, n, local);
      const b = distance - (local[0] * x[0] + local[1] * x[1] + local[2] * x[2]);
      this.#found.push(
        slot,
        local[0],
        local[1],
        local[2],
        b,
        this.#keep,
        stops ? staticFriction : -1,
        friction,
      );
      if (!stops) this.others.add(particle);
    }
  }
}

/** Where a plane is, lists know for as long as they hold. */
function stopsFluid({ shape, track, stick, ball, rigid }: Collider): boolean {
  return shape.kind === 'plane' && track.still && !stick && !ball && !rigid;
}
