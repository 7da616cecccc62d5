/**
 * Sends commands to the simulation, one at a time and in order. Of waiting moves of a tool only the last is sent, so that a
 * slow simulation is not flooded.
 */

import type { Command } from '../session/commands.ts';
import type { WorkbenchContext } from '../workbench-context.ts';

const MOVING = new Set<Command['kind']>(['move', 'heat', 'blow']);

export class CommandQueue {
  readonly #bench: WorkbenchContext;
  readonly #queue: Command[] = [];
  #isBusy = false;
  /** Called with the message of a command that was not done. */
  onRefused: (command: Command) => void = () => {};

  constructor(bench: WorkbenchContext) {
    this.#bench = bench;
  }

  /** Waiting commands, and the one under way. */
  get length(): number {
    return this.#queue.length + (this.#isBusy ? 1 : 0);
  }

  send(command: Command): void {
    const last = this.#queue.at(-1);
    if (last && last.kind === command.kind && MOVING.has(command.kind)) this.#queue.pop();
    this.#queue.push(command);
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const { done, message } = await this.#bench.simulation.apply(next);
      if (this.#bench.ends.aborted) return;
      if (message) this.#bench.notice(message, done ? 'note' : 'warning');
      if (!done) this.onRefused(next);
    }
    this.#isBusy = false;
  }
}
