/**
 * Last resort against tunnelling: pairs that would still pass each other are held back on their path from the start of the
 * sub-step, where nothing crosses, until nothing passes.
 */
import type { Arena } from '../../core/arena.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { World } from '../../core/world.ts';
import { CROSSINGS } from '../../core/world-state.ts';
import { RESOLUTION } from '../particles/sweep.ts';
import type { ContactList } from './contact-list.ts';
import { VERTEX_END, VERTEX_NUMBERS } from './records.ts';
import type { RigidSide } from './rigid-side.ts';
import type { SurfaceBroadPhase } from './surface-broad-phase.ts';

/** Rounds in which pairs are held back to their mean motion; in later rounds they stop. */
const MEAN_ROUNDS = 16;
/** Largest number of rounds: each of the later ones leaves less than 0.8 of the motion, 84 of them 7 nm of a metre. */
const ROUNDS = 100;

/** Share of its present or required distance that a pair which is held back keeps. At twice and half of it no contact test fails. */
const FLOOR = 0.2;
/** The share that an implicit solve keeps, which is FLOOR of kernels/assembly/surface/near.ts: half of it is left for rounding. */
const FLOOR_OF_SOLVE = 0.1;

export class HoldBack {
  /** Pairs that no round could hold back in the last sub-step. */
  passing = 0;
  readonly #broadPhase: SurfaceBroadPhase;
  readonly #contacts: ContactList;
  readonly #rigid: RigidSide;
  readonly #floor: number;
  /** The collider that holds each vertex back, as 1 + its number. */
  readonly #holders: GrowableBlock<'i32'>;

  constructor(
    arena: Arena,
    broadPhase: SurfaceBroadPhase,
    contacts: ContactList,
    rigid: RigidSide,
    inSolve: boolean,
  ) {
    this.#floor = inSolve ? FLOOR_OF_SOLVE / 2 : FLOOR;
    this.#broadPhase = broadPhase;
    this.#contacts = contacts;
    this.#rigid = rigid;
    this.#holders = new GrowableBlock(arena, 'surface.holders', 'i32');
  }

  /** Holds pairs back in a sub-step of h seconds; returns how many. `properties` is the byte offset of those of surfaces. */
  run(world: World, h: number, properties: number): number {
    let held = 0;
    this.passing = 0;
    for (let round = 0; ; round++) {
      const count = this.#find();
      if (count === 0) return held;
      if (round === ROUNDS) {
        this.passing = count;
        break;
      }
      held += count;
      if (round === 0) {
        this.#holders.grow(this.#broadPhase.particles);
        this.#holders.view.fill(0);
      }
      const { kernels, vertices, bodies } = this.#broadPhase.arrays;
      const stops = round >= MEAN_ROUNDS;
      this.#contacts.sort(count);
      kernels.surfaceHoldBack(
        this.#contacts.offset,
        this.#contacts.orderOffset,
        count,
        vertices.offset,
        bodies.offset,
        properties,
        this.#rigid.offset,
        this.#broadPhase.motions.offset,
        this.#holders.offset,
        stops ? 1 : 0,
      );
      const most = this.#broadPhase.scatter(1 / h);
      // A rigid body that is held back keeps its velocity for the next sub-step, unless it stops.
      if (this.#rigid.apply(h, stops ? 'impulse' : 'motion')) this.#broadPhase.moveRigid(world.time + h);
      else if (most < RESOLUTION) break; // everything moves with what holds it
    }
    // Two colliders may leave no space between them: then something is on the wrong side, and the next step searches for it.
    world.state.view[CROSSINGS] = Math.max(1, world.state.view[CROSSINGS]);
    return held;
  }

  /** Moves the vertices of pairs that pass back to their start until nothing passes; velocities stay. */
  putBack(): void {
    while (this.#putBack(this.#find())) this.#broadPhase.scatter(0);
  }

  /** Moves the vertices of the first `count` contacts back to their start; returns whether any had moved. */
  #putBack(count: number): boolean {
    const x = this.#broadPhase.arrays.vertices.view;
    let moved = false;
    this.#contacts.forEachVertex(count, (i) => {
      const [from, to] = [VERTEX_NUMBERS * i, VERTEX_NUMBERS * i + VERTEX_END];
      for (let axis = 0; axis < 3; axis++) moved ||= x[to + axis] !== x[from + axis];
      x.copyWithin(to, from, from + 3);
    });
    return moved;
  }

  /** Lists the pairs that would pass; returns their number. */
  #find(): number {
    const { lists, predicted, arrays } = this.#broadPhase;
    let count = 0;
    for (const list of lists) {
      count = this.#contacts.fill(() =>
        arrays.kernels.surfacePasses(
          list.pairs.offset,
          list.wake.offset,
          list.count,
          predicted.until,
          arrays.vertices.offset,
          this.#contacts.offset,
          count,
          this.#contacts.capacity,
          this.#floor,
          arrays.results.offset,
        ),
      );
    }
    return count;
  }
}
