/**
 * Commands on their way to the simulation, one at a time and in their order. Of those that say where a tool has come to, only
 * the last counts: a slow simulation is not flooded with places where the pointer was.
 */
import type { Bench } from '../bench.ts';
import type { Command } from '../session/commands.ts';

const MOVING = new Set<Command['kind']>(['move', 'heat', 'blow']);

export class CommandLine {
  readonly #bench: Bench;
  readonly #queue: Command[] = [];
  #isBusy = false;
  /** Called with what the simulation did not do. */
  onRefused: (command: Command) => void = () => {};

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Commands that wait, and the one on its way. */
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
