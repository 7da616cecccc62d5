/**
 * Contacts without restitution take kinetic energy, they give none: of what nobody drives, T ≤ T₀ after they are solved for.
 * Sweeps that hand on what rigid bodies weigh (kernel surface-solve) do not know that by themselves, nor do pushes that are
 * begun with from the last sub-step. Where T has grown, all is put back, and solved for from nothing by plain
 * Gauss–Seidel, each step of which takes energy.
 */

import type { RigidSide } from './rigid-side.ts';
import type { Neighbourhood } from './surface-broad-phase.ts';

/** Roundings, and what friction's sweeps may be off. */
const ROUNDING = 1e-6;

export class EnergyGuard {
  readonly #near: Neighbourhood;
  readonly #rigid: RigidSide;
  #vertices = new Float64Array(0);
  #sides: Float64Array = new Float64Array(0);
  #contacts: Float64Array = new Float64Array(0);
  /** kg·m²: T h² · 2 before, and what driven colliders may add. */
  #before = 0;
  #driven = 0;

  constructor(near: Neighbourhood, rigid: RigidSide) {
    this.#near = near;
    this.#rigid = rigid;
  }

  /** Only rigid bodies are so much heavier than a vertex. */
  get needed(): boolean {
    return this.#rigid.bodies !== undefined;
  }

  /** `solved`: the contacts that have pushed already. */
  begin(solved: Float64Array): void {
    this.#contacts = solved.slice();
    const { vertices } = this.#near.arrays;
    if (this.#vertices.length !== vertices.length) this.#vertices = new Float64Array(vertices.length);
    this.#vertices.set(vertices.view);
    this.#sides = this.#rigid.copy();
    this.#before = this.#energy();
    // What bounces off a driven collider may leave at twice its speed.
    const way = 2 * this.#near.drivenWay();
    this.#driven = this.#rigid.mass() * way * way;
  }

  /** True if there is more energy than there may be; then all is as it was when it began. */
  undo(contacts: Float64Array): boolean {
    if (this.#energy() <= (1 + ROUNDING) * this.#before + this.#driven) return false;
    this.#near.arrays.vertices.view.set(this.#vertices);
    this.#rigid.restore(this.#sides);
    contacts.set(this.#contacts);
    return true;
  }

  #energy(): number {
    const { kernels, vertices } = this.#near.arrays;
    return kernels.surfaceEnergy(vertices.offset, this.#near.particles) + this.#rigid.energy();
  }
}
