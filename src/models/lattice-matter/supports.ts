/**
 * Supports by colliders within the implicit solve, of all particles that are at least partly solid. Colliders stop all
 * others one by one (walls.ts).
 */
import { contactOf } from '../../contact/index.ts';
import { ANCHOR_NUMBERS, type Anchoring } from '../../core/dynamics.ts';
import { SupportSprings } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import * as Anchor from '../../layouts/generated/anchor.ts';
import * as Numbers from '../../layouts/generated/matter-numbers.ts';
import type { MatterRecord } from './record.ts';

export class Supports {
  readonly #first: number;
  readonly #body: Anchoring;
  #springs: SupportSprings | undefined;
  /** World indices of the particles that may be supported, and their number. */
  readonly #among: Int32Array;
  count = 0;

  constructor(first: number, count: number, body: Anchoring) {
    this.#first = first;
    this.#body = body;
    this.#among = new Int32Array(count);
  }

  /** Chooses the particles that may be supported. */
  choose({ share: { view: share } }: MatterRecord): void {
    const anchors = this.#body.anchors.view;
    this.count = 0;
    for (let i = 0; i < share.length; i++) {
      if (share[i] > 0) this.#among[this.count++] = this.#first + i;
      else anchors[ANCHOR_NUMBERS * i + Anchor.COLLIDER] = 0;
    }
  }

  /** Finds the supports at the positions that particles would have at the end of the sub-step without elastic forces. */
  find(world: World, record: MatterRecord): void {
    const { particles: p, arena } = world;
    const contact = contactOf(world).particles;
    if (!contact) return;
    const h = record.numbers.view[Numbers.STEP];
    const goal = arena.scratchOf('matter.goal', p.numbers);
    goal.view.set(p.position.view.subarray(0, p.numbers));
    if (!this.#springs || this.#springs.supportIndex.length < p.stride)
      this.#springs = new SupportSprings(2 * p.stride);
    const springs = this.#springs;
    springs.clear();
    const among = this.#among.subarray(0, this.count);
    const around = {
      h,
      time: world.time + h,
      from: p.startPosition,
      goal,
      velocity: p.startVelocity, // the present ones include the engine's forces
      body: this.#body,
      among,
    };
    contact.constrain(world, around, springs);
    p.position.view.set(goal.view.subarray(0, p.numbers)); // contact has moved them to where its springs alone hold them
    record.support(springs, this.#first);
    record.point(world, this.#first);
  }
}
