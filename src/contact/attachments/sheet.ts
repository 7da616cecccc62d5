/**
 * Attachments of sheets to each other while hot, like heated plastic. A vertex that contact presses on a face of a sheet (λ > 0)
 * is tied to the point that it touches (point.ts), at the distance that contact keeps, if
 *
 *   T ≥ T_s   and   Σ w_k T_k ≥ T_s,
 *
 * with its temperature T (K), those of the face's corners T_k, the weights w_k of the point, and the sticking temperature T_s.
 * It stays tied when it cools, until the load exceeds strength · A, where A is the area of the sheet that the vertex
 * represents by its mass (m²), and strength is in N/m². A vertex has at most one such tie.
 *
 * Only vertices inside a face are tied: borders that touch edge to edge have no normal to keep the distance along.
 */
import type { World } from '../../core/world.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import * as ContactTerm from '../../layouts/generated/contact-term.ts';
import { within } from '../../math/check.ts';
import { turningNormal } from '../particles/turning-normal.ts';
import type { ContactList } from '../surfaces/contact-list.ts';
import type { SurfaceBody } from '../surfaces/sheets.ts';
import { areaOverMass } from './collider.ts';
import { type Tie, Ties } from './point.ts';

/** A contact that presses a vertex on a face: vertices, weights s_j, normal from the face to the vertex, and distance kept, m. */
interface Touch {
  readonly vertices: readonly number[];
  readonly weights: readonly number[];
  readonly normal: readonly number[];
  readonly distance: number;
}

export interface StickOptions {
  /** Least temperature of both sides at which they stick, K. */
  readonly temperature: number;
  /** Load per area above which they come off, N/m². */
  readonly strength: number;
}

export class SheetAttachments {
  readonly #bodies: readonly SurfaceBody[];
  readonly #temperature: number;
  readonly #strength: number;
  readonly #ties: Ties;
  readonly #normal = new Float64Array(3);
  readonly #turn = new Float64Array(3);

  constructor(
    world: World,
    bodies: readonly SurfaceBody[],
    { temperature, strength }: StickOptions,
    ties: Ties[],
  ) {
    this.#bodies = bodies;
    this.#temperature = within('stick.temperature', temperature, 0);
    this.#strength = within('stick.strength', strength, 0);
    this.#ties = new Ties(world, [], 'contact.welds');
    world.add(this.#ties);
    ties.push(this.#ties);
    // Declared because a snapshot, or the state before a failed step, may have more ties than the world has now.
    world.addDependent({ name: 'welds', changes: this.#ties.changes });
  }

  /** Number of attachments. */
  get count(): number {
    return this.#ties.count;
  }

  /** Returns the world indices of each vertex that sticks and of a corner of its face. */
  ends(): [particle: number, other: number][] {
    return this.#ties.ends();
  }

  /** Ties vertices of the first `count` contacts after their solve, in its order: that of the lists of pairs decides nothing. */
  attach(world: World, { offset, order }: ContactList, count: number): void {
    const records = new DataView(world.arena.memory.buffer, offset, count * Contact.BYTES);
    const touches: Touch[] = [];
    for (let turn = 0; turn < count; turn++) {
      const at = Contact.BYTES * order[turn];
      if (
        !(records.getFloat64(at + Contact.IMPULSE, true) > 0) ||
        records.getInt32(at + Contact.IS_EDGES, true) === 1
      )
        continue;
      const numbers = (from: number, n: number) =>
        Array.from({ length: n }, (_, j) => records.getFloat64(at + from + 8 * j, true));
      touches.push({
        vertices: [0, 1, 2, 3].map((j) => records.getInt32(at + Contact.VERTICES + 4 * j, true)),
        weights: numbers(Contact.WEIGHTS, 4),
        normal: numbers(Contact.NORMAL, 3),
        distance: records.getFloat64(at + Contact.KEPT_DISTANCE, true),
      });
    }
    this.#attach(world, touches);
  }

  /** Ties vertices of the terms that press at the end of an implicit step, the first `count` of `numbers`. */
  attachTerms(world: World, numbers: Float64Array, count: number): void {
    const words = new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
    const touches: Touch[] = [];
    for (let k = 0; k < count; k++) {
      const at = (ContactTerm.BYTES / 8) * k;
      if (!(numbers[at + ContactTerm.PRESS / 8] > 0) || words[2 * at + ContactTerm.KEY / 4] < 0) continue;
      const from = (field: number, n: number) =>
        Array.from(numbers.subarray(at + field / 8, at + field / 8 + n));
      touches.push({
        vertices: Array.from(words.subarray(2 * at, 2 * at + 4)),
        weights: from(ContactTerm.WEIGHTS, 4),
        normal: from(ContactTerm.NORMAL, 3),
        distance: numbers[at + ContactTerm.RANGE / 8],
      });
    }
    this.#attach(world, touches);
  }

  #attach(world: World, touches: readonly Touch[]): void {
    if (touches.length === 0) return;
    const { count } = world.particles;
    const tied = new Uint8Array(count);
    this.#ties.mark(tied);
    const found: Tie[] = [];
    const areas = new Map<SurfaceBody, number>();
    for (const touch of touches) {
      const [particle] = touch.vertices;
      if (particle < 0 || particle >= count || tied[particle] || !this.#bodyOf(particle)) continue;
      const tie = this.#tie(world, touch);
      if (!tie) continue;
      tied[particle] = 1;
      found.push({ ...tie, strength: this.#strength * this.#area(world, particle, areas) });
    }
    if (found.length > 0) this.#ties.add(world, found);
  }

  /** Returns the tie of a contact of a vertex and a face, if it is hot and inside the face. */
  #tie({ particles }: World, touch: Touch): Tie | undefined {
    const { position, velocity, temperature, stride, count } = particles;
    const [particle, ...to] = touch.vertices;
    if (to.some((i) => i < 0 || i >= count) || temperature.view[particle] < this.#temperature)
      return undefined;
    const weights = touch.weights.slice(1).map((weight) => -weight);
    // Inside the face, not on its border, where a weight is 0 but for rounding; the side of a rigid body has none.
    if (!weights.every((weight) => weight > 4 * Number.EPSILON)) return undefined;
    const heat = weights.reduce((all, weight, k) => all + weight * temperature.view[to[k]], 0);
    if (heat < this.#temperature) return undefined;
    turningNormal(position.view, velocity.view, stride, to[0], to[1], to[2], this.#normal, this.#turn);
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      along += this.#normal[axis] * touch.normal[axis];
    }
    const { distance } = touch;
    return { particle, to, weights, offset: along > 0 ? distance : -distance };
  }

  /** Returns the sheet of a particle; undefined for particle spheres. */
  #bodyOf(particle: number): SurfaceBody | undefined {
    return this.#bodies.find(({ body }) => particle >= body.first && particle < body.first + body.count);
  }

  #area(world: World, particle: number, areas: Map<SurfaceBody, number>): number {
    const of = this.#bodyOf(particle) as SurfaceBody;
    const area = areas.get(of) ?? areaOverMass(world, of.body);
    areas.set(of, area);
    return area * world.particles.mass.view[particle];
  }
}
