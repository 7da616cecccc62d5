/**
 * A world: particles, the bodies made of them, and what acts on them. Every list is open: a force, a stage or
 * a body is a small object with one job, see docs/extending.md.
 */
import type { Threads } from '../kernels/threads.ts';
import { Arena, type Block } from './arena.ts';
import type { Body } from './body.ts';
import type { Renumbering } from './dependents.ts';
import type { Force } from './force.ts';
import type { Integrator } from './integrator.ts';
import { Particles } from './particles.ts';
import type { Fault } from './report.ts';
import type { Stage } from './schedule.ts';
import { STATE_LENGTH, STEP, TIME } from './world-state.ts';

export interface WorldOptions {
  /** Milliseconds from a steady clock, for stage times; the engine itself has none. */
  clock?: () => number;
  /** From `startThreads` of `pliant/threads`: what runs kernels together with the caller's thread. One where left out. */
  threads?: Threads;
}

export class World {
  readonly arena: Arena;
  readonly particles: Particles;
  readonly state: Block<'f64'>;
  readonly bodies: Body[] = [];
  /** Pins, moving colliders, the user's hand. */
  readonly drivers: Stage[] = [];
  readonly heat: Stage[] = [];
  readonly forces: Force[] = [];
  /** Corrections after the integrator, such as Provot's limit on elongation. */
  readonly limits: Stage[] = [];
  readonly contact: Stage[] = [];
  /** Changes of topology: refine, coarsen, tear, melt. */
  readonly adapt: Stage[] = [];
  readonly clock: () => number;
  integrator: Integrator;
  substeps = 1;
  /** Index of the sub-step that runs now; a pace of n sub-steps begins where it is a multiple of n. */
  substep = 0;
  /** Told whenever particles get other indices, with all of them in place. */
  readonly renumbered: ((change: Renumbering) => void)[] = [];
  #postponed: Renumbering[] | undefined;
  fault: Fault | undefined;
  /** True inside `step`: a step from a callback is an error. */
  stepping = false;

  constructor(integrator: Integrator, options: WorldOptions = {}) {
    this.arena = new Arena(options.threads);
    this.particles = new Particles(this.arena);
    this.state = this.arena.allocate('world.state', 'f64', STATE_LENGTH);
    this.integrator = integrator;
    this.clock = options.clock ?? (() => 0);
  }

  /** Whether a stage of `adapt` may change the block, which is else the same as long as the world lives. */
  adapts(block: Block): boolean {
    return this.adapt.some(({ changes }) => changes === undefined || changes.includes(block));
  }

  /** Tells `renumbered`. A body that grows lets those behind it move and tell first, then tells of itself. */
  announce(change: Renumbering): void {
    if (this.#postponed) this.#postponed.push(change);
    else for (const told of this.renumbered) told(change);
  }

  /**
   * Tells of a body that shrinks, and only then of those behind that moved meanwhile: else an index that has moved
   * already would fall among the old ones of the body and be followed twice.
   */
  announceFirst(shrink: () => Renumbering): void {
    const others: Renumbering[] = [];
    this.#postponed = others;
    let own: Renumbering;
    try {
      own = shrink();
    } finally {
      this.#postponed = undefined;
    }
    for (const change of [own, ...others]) this.announce(change);
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
