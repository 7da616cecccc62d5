/**
 * The schedule: the systems of a world in the order in which a step runs them. A system is a small object with one job. Its
 * phase says when it runs; within a phase, systems run in the order in which they were added, each after those that it names.
 */
import type { Block } from './arena.ts';
import type { Phase, StepReport } from './report.ts';
import type { World } from './world.ts';

/**
 * Phases that systems run in:
 * - start: notes the state at the start of the sub-step, before anything moves
 * - drive: pins, moving colliders, the user's hand, creep: everything that moves or flows before forces act
 * - heat: temperatures, and the stiffness that follows from them
 * - matter: bodies that advance themselves, after the engine has applied all other forces to them
 * - limit: corrections to the result of the engine, such as Provot's limit on elongation
 * - contact: particles and colliders do not pass each other
 * - adapt: changes of topology (refine, coarsen, tear, melt), once after the last sub-step
 */
export type SystemPhase = Exclude<Phase, 'integrate' | 'check'>;

/** Whether a system moved particles or changed a force on them; if all answer 'still', engines may reuse their forces. */
export type Moved = 'moved' | 'still';

export interface System {
  readonly name: string;
  readonly phase: SystemPhase;
  /** Names of systems of the same phase that run before this one. */
  readonly after?: readonly string[];
  /** For the phase `adapt`: the model blocks that the system may change, in content or length; default: any. */
  readonly changes?: readonly Block[];
  /** Runs once a sub-step of `h` seconds; in the phase `adapt` once a step, of `h` seconds. */
  run(world: World, h: number, report: StepReport): Moved;
}

export class Schedule {
  readonly #systems: System[] = [];
  #order: ReadonlyMap<SystemPhase, readonly System[]> | undefined;

  add(system: System): void {
    this.#systems.push(system);
    this.#order = undefined;
  }

  remove(system: System): void {
    const at = this.#systems.indexOf(system);
    if (at >= 0) this.#systems.splice(at, 1);
    this.#order = undefined;
  }

  /** Returns the systems of a phase in the order in which they run. Throws if their `after` cannot be satisfied. */
  in(phase: SystemPhase): readonly System[] {
    this.#order ??= inOrder(this.#systems);
    return this.#order.get(phase) ?? NONE;
  }
}

const NONE: readonly System[] = [];

function inOrder(systems: readonly System[]): Map<SystemPhase, System[]> {
  const order = new Map<SystemPhase, System[]>();
  for (const system of systems) {
    const phase = order.get(system.phase);
    if (phase) phase.push(system);
    else order.set(system.phase, [system]);
  }
  for (const [phase, members] of order) order.set(phase, sorted(phase, members));
  return order;
}

/** Sorts the systems of a phase: the earliest added among those whose predecessors are all placed comes next. */
function sorted(phase: SystemPhase, systems: readonly System[]): System[] {
  for (const { name, after = [] } of systems) {
    const missing = after.find((other) => systems.every((system) => system.name !== other));
    if (missing !== undefined)
      throw new Error(
        `schedule: system "${name}" runs after "${missing}", and phase "${phase}" has no such system. Add "${missing}", or remove it from \`after\`.`,
      );
  }
  const waiting = [...systems];
  const placed: System[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ after = [] }) => waiting.every(({ name }) => !after.includes(name)));
    if (next < 0) {
      const names = waiting.map(({ name }) => `"${name}"`).join(', ');
      throw new Error(
        `schedule: the systems ${names} of phase "${phase}" wait for each other. Remove one of their \`after\`.`,
      );
    }
    placed.push(...waiting.splice(next, 1));
  }
  return placed;
}
