/** Counts seams and sticking particles over a run: at the end, and the most after any step. */
import type { World } from 'pliant';
import { type AttachmentReport, contactOf } from 'pliant/engine';

export interface BondFacts {
  /** Points of seams between bodies; absent if there are no seams. */
  seams?: { points: number; holding: number; ripped: number };
  /** Particles that stick, by body and by what they stick to, at the end and at most; absent if nothing can stick. */
  stuck?: { body: string; to: string; particles: number; most: number }[];
}

/** Number of sticking particles by body and by what they stick to, after the last step and at most. */
export type StuckSoFar = NonNullable<BondFacts['stuck']>;

export class BondWatch {
  readonly #world: World;
  readonly #stuck = new Map<string, StuckSoFar[number]>();
  #now: AttachmentReport;

  constructor(world: World, before: StuckSoFar = []) {
    this.#world = world;
    for (const one of before) this.#stuck.set(keyOf(one), { ...one });
    this.#now = contactOf(world).attachments();
    this.look();
  }

  look(): void {
    if (!this.#now.stuck && !this.#now.seams) return; // nothing can stick
    this.#now = contactOf(this.#world).attachments();
    for (const one of this.#stuck.values()) one.particles = 0;
    for (const { body, to, particles } of this.#now.stuck ?? []) {
      const key = keyOf({ body, to });
      const most = Math.max(particles, this.#stuck.get(key)?.most ?? 0);
      this.#stuck.set(key, { body, to, particles, most });
    }
  }

  get soFar(): StuckSoFar {
    return [...this.#stuck.values()];
  }

  get facts(): BondFacts {
    const { seams, stuck } = this.#now;
    return {
      ...(seams && { seams: { ...seams, ripped: seams.points - seams.holding } }),
      ...(stuck && { stuck: this.soFar }),
    };
  }
}

function keyOf({ body, to }: { body: string; to: string }): string {
  return JSON.stringify([body, to]);
}
