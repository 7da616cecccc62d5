/**
 * Contacts without restitution do not increase the kinetic energy T of bodies that nothing drives. Shock propagation through
 * sheets under a rigid body (kernel solve.ts) and the warm start do not guarantee that. If T has increased, the guard restores
 * the state before the solve, which is then repeated without both: every step of plain Gauss–Seidel decreases T.
 */
import type { RigidSide } from './rigid-side.ts';
import type { SurfaceBroadPhase } from './surface-broad-phase.ts';

export class EnergyGuard {
  readonly #broadPhase: SurfaceBroadPhase;
  readonly #rigid: RigidSide;
  #vertices = new Float64Array(0);
  #sides: Float64Array = new Float64Array(0);
  #contacts: Float64Array = new Float64Array(0);
  /** 2 T h² before the solve, and what driven colliders may add to it, kg·m². */
  #before = 0;
  #driven = 0;

  constructor(broadPhase: SurfaceBroadPhase, rigid: RigidSide) {
    this.#broadPhase = broadPhase;
    this.#rigid = rigid;
  }

  /** Whether there are rigid bodies: shock propagation is for these. */
  get needed(): boolean {
    return this.#rigid.bodies !== undefined;
  }

  /** Records the state before a solve; `solved` are the contacts of earlier rounds. */
  begin(solved: Float64Array): void {
    this.#contacts = solved.slice();
    const { vertices } = this.#broadPhase.arrays;
    if (this.#vertices.length !== vertices.length) this.#vertices = new Float64Array(vertices.length);
    this.#vertices.set(vertices.view);
    this.#sides = this.#rigid.copy();
    this.#before = this.energy();
    // A body may leave a driven collider at twice its speed.
    const way = 2 * this.#broadPhase.drivenWay();
    this.#driven = this.#rigid.mass() * way * way;
  }

  /** Restores the recorded state if the energy has increased; returns whether it has. */
  undo(contacts: Float64Array): boolean {
    const rounding = this.#vertices.length * Number.EPSILON;
    if (this.energy() <= (1 + rounding) * this.#before + this.#driven) return false;
    this.#broadPhase.arrays.vertices.view.set(this.#vertices);
    this.#rigid.restore(this.#sides);
    contacts.set(this.#contacts);
    return true;
  }

  /** Returns twice the kinetic energy of all particles and bodies, times h², kg·m². */
  energy(): number {
    const { kernels, vertices } = this.#broadPhase.arrays;
    return kernels.surfaceEnergy(vertices.offset, this.#broadPhase.particles) + this.#rigid.energy();
  }
}
