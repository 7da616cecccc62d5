/**
 * Heat from colliders at temperatures of their own to the matter that lies on them (Incropera & DeWitt 2002):
 *
 *   C dT/dt = g A (T_c − T)
 *
 * Symbols:
 *   C    heat capacity of a particle, J/K
 *   g    conductance of the contact, W/(m²·K)
 *   A    area of a particle in a closely packed face, m²
 *   T_c  temperature of the collider, K
 *
 * It is solved exactly, once per step, so that any step is stable.
 */
import type { Collider } from '../../contact/collider.ts';
import { toLocal, writeFrame } from '../../contact/pose.ts';
import type { Block } from '../../core/arena.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import { positive, within } from '../../math/check.ts';
import { exp } from '../../math/portable.ts';
import { materialNumber } from './material.ts';
import type { LatticeMatter } from './matter.ts';

export interface HotCollider {
  readonly collider: Collider;
  /** Temperature T_c, K. */
  readonly temperature: number;
  /** Conductance g, W/(m²·K). */
  readonly conductance: number;
}

/** Allowance for touching, in units of the spacing: the lowest layer of a fluid hops, and stays within this. */
export const HEAT_SLACK = 0.25;

export class ColliderHeat implements System {
  readonly name = 'collider heat';
  readonly phase = 'heat';
  readonly #matter: LatticeMatter;
  readonly #colliders: readonly HotCollider[];
  readonly #given: Block<'f64'>;
  readonly #area: number;
  readonly #frame = new Float64Array(12);
  readonly #place = new Float64Array(3);
  readonly #local = new Float64Array(3);
  readonly #normal = new Float64Array(3);

  constructor(world: World, matter: LatticeMatter, colliders: readonly HotCollider[]) {
    for (const { collider, temperature, conductance } of colliders) {
      positive(`${collider.name}.temperature`, temperature);
      within(`${collider.name}.conductance`, conductance, 0);
    }
    this.#matter = matter;
    this.#colliders = colliders;
    this.#given = world.arena.allocate(`collider-heat${world.schedule.in('heat').length}`, 'f64', 1);
    this.#area = matter.touchingArea;
  }

  /** Heat that the matter got since the start, J. */
  get given(): number {
    return this.#given.view[0];
  }

  run(world: World, h: number): Moved {
    if (world.substep > 0) return 'still'; // temperatures change within seconds
    const seconds = h * world.substeps;
    for (const hot of this.#colliders) this.#warm(world, hot, seconds);
    return 'moved';
  }

  #warm(world: World, { collider, temperature, conductance }: HotCollider, seconds: number): void {
    const { first, count, lattice } = this.#matter;
    const { position, stride, temperature: temperatures } = world.particles;
    const pose = collider.track.poseAt(world.time);
    writeFrame(this.#frame, pose.position, pose.quaternion);
    const near = 0.5 * lattice.layer + HEAT_SLACK * lattice.spacing;
    const [x, local] = [this.#place, this.#local];
    for (let k = 0; k < count; k++) {
      const capacity = materialNumber(this.#matter, k, Material.HEAT_CAPACITY);
      if (!(capacity > 0)) continue;
      const i = first + k;
      for (let axis = 0; axis < 3; axis++) x[axis] = position.view[axis * stride + i];
      toLocal(this.#frame, x, local);
      if (collider.shape.distance(local[0], local[1], local[2], this.#normal) > near) continue;
      const now = temperatures.view[i];
      const then = temperature + (now - temperature) * exp((-conductance * this.#area * seconds) / capacity);
      temperatures.view[i] = then;
      this.#given.view[0] += capacity * (then - now);
    }
  }
}
