/**
 * A world: particles, the bodies made of them, the forces on them, and the schedule of systems that a step runs.
 * docs/extending.md shows how to add to each.
 */
import type { Threads } from '../kernels/threads.ts';
import { Arena, type Block } from './arena.ts';
import type { Body } from './body.ts';
import type { WorldContact } from './contact.ts';
import { type Dependent, Dependents } from './dependents.ts';
import type { Energy, Force } from './force.ts';
import type { Integrator } from './integrator.ts';
import { Particles } from './particles.ts';
import type { Fault } from './report.ts';
import { Schedule, type System } from './schedule.ts';
import { STATE_LENGTH, STEP, TIME } from './world-state.ts';

export interface WorldOptions {
  /** Milliseconds from a steady clock, for the times of phases; default: none are measured. */
  clock?: () => number;
  /** Threads that run kernels together with the caller's, from `startThreads` of `pliant/threads`; default: none. */
  threads?: Threads;
}

/** Particles in time: bodies, forces and systems, which `step` advances. */
export class World {
  readonly arena: Arena;
  readonly particles: Particles;
  readonly state: Block<'f64'>;
  readonly bodies: Body[] = [];
  readonly schedule = new Schedule();
  readonly dependents = new Dependents();
  /** Set by the first `contactOf` of src/contact. */
  contact: WorldContact | undefined;
  readonly #forces: Force[] = [];
  readonly #energies: Energy[] = [];
  readonly clock: () => number;
  integrator: Integrator;
  /** Sub-steps per step. */
  substeps = 1;
  /** Index of the present sub-step; a pace of n sub-steps begins when it is a multiple of n. */
  substep = 0;
  /** The failure that stopped the world, at its last good state. */
  fault: Fault | undefined;
  /** True inside `step`, which must not be called again from there. */
  stepping = false;

  constructor(integrator: Integrator, options: WorldOptions = {}) {
    this.arena = new Arena(options.threads);
    this.particles = new Particles(this.arena);
    this.state = this.arena.allocate('world.state', 'f64', STATE_LENGTH);
    this.integrator = integrator;
    this.clock = options.clock ?? (() => 0);
  }

  /** Adds a system; see `System` for when it runs. */
  add(system: System): void {
    this.schedule.add(system);
  }

  /** Adds a force, and its energy to the audit if it has one. */
  addForce(force: Force): void {
    this.#forces.push(force);
    if (typeof force.energy === 'function') this.#energies.push(force as Energy);
  }

  /** Adds an energy that no force of the world derives from, such as that of rigid bodies. */
  addEnergy(energy: Energy): void {
    this.#energies.push(energy);
  }

  addDependent(dependent: Dependent): void {
    this.dependents.add(dependent);
  }

  /** Removes a system, force, energy or dependent that was added; one object may be several of them. */
  remove(part: System | Force | Energy | Dependent): void {
    this.schedule.remove(part as System);
    this.dependents.remove(part as Dependent);
    for (const list of [this.#forces, this.#energies]) {
      const at = list.indexOf(part as Force & Energy);
      if (at >= 0) list.splice(at, 1);
    }
  }

  get forces(): readonly Force[] {
    return this.#forces;
  }

  /** Energies of the audit: those of forces, and those that stand alone. */
  get energies(): readonly Energy[] {
    return this.#energies;
  }

  /** Returns whether anything may change a model block, which otherwise stays the same as long as the world exists. */
  adapts(block: Block): boolean {
    for (const { changes } of this.schedule.in('adapt')) if (changes?.includes(block) ?? true) return true;
    return this.dependents.change(block);
  }

  get kernels() {
    return this.arena.kernels;
  }

  /** Simulated time, s. */
  get time(): number {
    return this.state.view[TIME];
  }

  /** Steps taken since the start. */
  get steps(): number {
    return this.state.view[STEP];
  }

  body(name: string): Body {
    const body = this.bodies.find((b) => b.name === name);
    if (!body)
      throw new Error(`no body named "${name}"; there are: ${this.bodies.map((b) => b.name).join(', ')}`);
    return body;
  }
}
