/**
 * Sheets that stick to each other while hot, as heated plastic does on itself. A vertex that is pressed on a face of a sheet
 * (λ > 0 in contact's solve) is tied to the place it touches (../tie.ts), its least distance off the face, if
 *
 *   T ≥ T_s   and   Σ w_k T_k ≥ T_s,
 *
 * T (K) its temperature, T_k those of the face's corners and w_k the weights of the place between them, T_s that of
 * sticking. It stays tied when it cools (welded), until the pull on it is more than strength · A, A the area of the sheet
 * that the vertex stands for by its mass (m²), strength in N/m². A vertex has one tie at most.
 *
 * Only what lies flat on a face is tied: a rim that touches another with its edge has no face to keep off.
 */
import type { World } from '../../core/world.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import * as Quad from '../../layouts/generated/quad.ts';
import * as Quad32 from '../../layouts/generated/quad32.ts';
import { within } from '../../math/check.ts';
import { turningNormal } from '../particles/turning-normal.ts';
import type { SurfaceBody } from '../surfaces/sheets.ts';
import { areaOverMass } from './collider.ts';
import { type Tie, Ties } from './point.ts';

export interface WeldOptions {
  /** K: as hot on both sides, what touches sticks. */
  readonly temperature: number;
  /** N/m²: pulled harder, it comes off. */
  readonly strength: number;
}

/** Of contact's normal along the face's: beyond, the nearest place is inside the face, but for rounding. */
const FLAT = 0.999;

export class Weld {
  readonly #bodies: readonly SurfaceBody[];
  readonly #temperature: number;
  readonly #strength: number;
  readonly #ties: Ties;
  readonly #normal = new Float64Array(3);
  readonly #turn = new Float64Array(3);

  constructor(
    world: World,
    bodies: readonly SurfaceBody[],
    { temperature, strength }: WeldOptions,
    ties: Ties[],
  ) {
    this.#bodies = bodies;
    this.#temperature = within('stick.temperature', temperature, 0);
    this.#strength = within('stick.strength', strength, 0);
    this.#ties = new Ties(world, [], 'contact.welds');
    world.add(this.#ties);
    ties.push(this.#ties);
    // Told here, as a snapshot may have more of them than a new world, and so may the state before a step that failed.
    world.addDependent({ name: 'welds', changes: this.#ties.changes });
  }

  /** Ties that hold. */
  get count(): number {
    return this.#ties.count;
  }

  /** World index of each vertex that sticks, and of a corner of what it sticks to. */
  ends(): [particle: number, other: number][] {
    return this.#ties.ends();
  }

  /** Ties what was found to touch: `count` contacts from byte `offset` on, as they were solved for. */
  take(world: World, offset: number, count: number): void {
    if (count === 0) return;
    const { particles, arena } = world;
    const tied = new Uint8Array(particles.count);
    this.#ties.mark(tied);
    const records = new DataView(arena.memory.buffer, offset, count * Contact.BYTES);
    const found: Tie[] = [];
    const areas = new Map<SurfaceBody, number>();
    for (let at = 0; at < count * Contact.BYTES; at += Contact.BYTES) {
      if (
        !(records.getFloat64(at + Contact.IMPULSE, true) > 0) ||
        records.getInt32(at + Contact.IS_EDGES, true) === 1
      )
        continue;
      const particle = records.getInt32(at + Contact.VERTICES, true);
      if (particle >= particles.count || tied[particle] || !this.#bodyOf(particle)) continue;
      const tie = this.#tie(world, records, at);
      if (!tie) continue;
      tied[particle] = 1;
      found.push({ ...tie, strength: this.#strength * this.#area(world, particle, areas) });
    }
    if (found.length > 0) this.#ties.add(world, found);
  }

  /** The tie that a contact of vertex and face would become, if it is hot and lies flat. */
  #tie({ particles }: World, records: DataView, at: number): Tie | undefined {
    const { position, velocity, temperature, stride, count } = particles;
    const particle = records.getInt32(at + Contact.VERTICES, true);
    const to = [Quad32.B, Quad32.C, Quad32.D].map((byte) =>
      records.getInt32(at + Contact.VERTICES + byte, true),
    );
    if (to.some((i) => i >= count) || temperature.view[particle] < this.#temperature) return undefined;
    // Rounding may leave one a little below zero.
    const shares = [Quad.B, Quad.C, Quad.D].map((byte) =>
      Math.max(0, -records.getFloat64(at + Contact.WEIGHTS + byte, true)),
    );
    const sum = shares[0] + shares[1] + shares[2];
    if (!(sum > 0.5)) return undefined; // a rigid body's side, which has none
    const weights = shares.map((share) => share / sum);
    const heat = weights.reduce((all, weight, k) => all + weight * temperature.view[to[k]], 0);
    if (heat < this.#temperature) return undefined;
    turningNormal(position.view, velocity.view, stride, to[0], to[1], to[2], this.#normal, this.#turn);
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      along += this.#normal[axis] * records.getFloat64(at + Contact.NORMAL + 8 * axis, true);
    }
    if (Math.abs(along) < FLAT) return undefined;
    const distance = records.getFloat64(at + Contact.KEPT_DISTANCE, true);
    return { particle, to, weights, offset: along > 0 ? distance : -distance };
  }

  /** Grains are of none. */
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
