/**
 * Lists of pairs over sub-steps: whatever vertices do, every pair of features that comes within its distance is listed and
 * awake, and a list that was kept and mended gives the touches of one made anew. Judged by distances of its own, over all
 * pairs.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Point, pointToTriangle, segmentToSegment } from '../../../../lab/validation/exact/distances.ts';
import { ALL_PAIRS, PairList } from '../../../../src/contact/surfaces/pair-list.ts';
import { CONTACT_NUMBERS, PAIR_WORDS } from '../../../../src/contact/surfaces/records.ts';
import { SurfaceBroadPhase } from '../../../../src/contact/surfaces/surface-broad-phase.ts';
import { GrowableBlock } from '../../../../src/core/growable-block.ts';
import { addProvotSheet, createIntegrator } from '../../../../src/engine.ts';
import { World } from '../../../../src/index.ts';
import * as Contact from '../../../../src/layouts/generated/contact.ts';
import * as Quad from '../../../../src/layouts/generated/quad.ts';
import { Y } from '../../../../src/layouts/generated/vector.ts';
import { random, seedRandom } from '../../../../src/math/random.ts';

const RADIUS = 2e-3;
const H = 1e-3;
const SUBSTEPS = 20;
const ROOM = 4096;
/** Sheets keep them between vertices and faces, edges nine tenths: see the kernel surface-pairs. */
const EDGES_SHARE = 0.9;
const material = { density: 0.2, stretch: 300, shear: 100, bend: 1, damping: 0.2, thickness: 2 * RADIUS };

/** A sheet folded over itself and one across it, some millimetres apart and crumpled a little. */
class Crumpled {
  readonly world = new World(createIntegrator('euler-cromer'));
  readonly near: SurfaceBroadPhase;
  /** m/s, x of all, then y, then z, as positions are. */
  readonly #speed: Float64Array;
  readonly #home: Float64Array;
  readonly #draw: () => number;
  readonly #contacts: GrowableBlock<'f64'>;
  readonly #order: GrowableBlock<'i32'>;
  readonly #surfaces: GrowableBlock<'f64'>;
  time = 0;

  constructor(seed: number) {
    const { world } = this;
    const generator = new Int32Array(4);
    seedRandom(generator, seed);
    this.#draw = () => 2 * random(generator) - 1;
    const shaken = (x: number, y: number, z: number): [number, number, number] => [
      x + 2e-3 * this.#draw(),
      y + 2e-3 * this.#draw(),
      z + 2e-3 * this.#draw(),
    ];
    const fold = (u: number, v: number) => shaken(Math.abs(u), u > 0 ? 7e-3 : 0, v);
    const across = (u: number, v: number) => shaken(u + 0.06, 14e-3 + 0.05 * v, v);
    const bodies = [
      addProvotSheet(world, { name: 'fold', size: [0.24, 0.12], points: [9, 5], material, place: fold }),
      addProvotSheet(world, { name: 'across', size: [0.12, 0.12], points: [5, 5], material, place: across }),
    ];
    this.#speed = new Float64Array(world.particles.position.length).map(() => 0.2 * this.#draw());
    this.#home = world.particles.position.view.slice();
    const sheets = bodies.map((body) => ({ body, radius: RADIUS }));
    this.near = new SurfaceBroadPhase(world, [], sheets, [], true, []);
    this.#contacts = new GrowableBlock(world.arena, 'test.contacts', 'f64');
    this.#contacts.grow(ROOM * CONTACT_NUMBERS);
    this.#order = new GrowableBlock(world.arena, 'test.order', 'i32');
    this.#order.grow(ROOM);
    this.#surfaces = new GrowableBlock(world.arena, 'test.surfaces', 'f64');
    this.#surfaces.grow(4);
  }

  /** One sub-step: all go on, a share of them another way from now on. */
  advance(turned: number): void {
    const { startPosition, position, stride, count } = this.world.particles;
    startPosition.view.set(position.view);
    for (let i = 0; i < count; i++) {
      const turns = Math.abs(this.#draw()) < turned;
      for (let at = i; at < 3 * stride; at += stride) {
        // To within a centimetre of where it began, in two sub-steps.
        if (turns) this.#speed[at] = (this.#home[at] + 0.01 * this.#draw() - position.view[at]) / (2 * H);
        position.view[at] += H * this.#speed[at] * (1 + 0.05 * this.#draw());
      }
    }
    this.near.move(this.time, H);
    this.time += H;
    this.near.update();
  }

  /** All that touch in the sub-step, in order. */
  touches(mark: number): string[] {
    const { predicted, own, arrays } = this.near;
    const count = arrays.kernels.surfaceTouches(
      own.pairs.offset,
      own.wake.offset,
      own.count,
      predicted.until,
      predicted.horizon,
      predicted.endShare,
      mark,
      mark,
      ALL_PAIRS,
      arrays.vertices.offset,
      predicted.records.offset,
      arrays.bodies.offset,
      this.#surfaces.offset,
      0,
      this.#contacts.offset,
      this.#order.offset,
      0,
      0,
      ROOM,
      arrays.results.offset,
    );
    expect(count).toBeLessThan(ROOM);
    const bytes = new DataView(this.#contacts.view.buffer, this.#contacts.offset);
    return Array.from({ length: count }, (_, k) => {
      const at = k * Contact.BYTES;
      const vertices = [0, 4, 8, 12].map((byte) => bytes.getInt32(at + byte, true));
      const isEdges = bytes.getInt32(at + Contact.IS_EDGES, true);
      const numbers = [Contact.WEIGHTS, Contact.WEIGHTS + Quad.B, Contact.NORMAL, Contact.NORMAL + Y];
      const figures = numbers.map((byte) => bytes.getFloat64(at + byte, true));
      return [isEdges, ...vertices, ...figures].join(' ');
    }).sort();
  }

  /** Pairs that the list has, and those of them that are awake in the sub-step; by `key`. */
  listed() {
    const { own, predicted } = this.near;
    const all = new Set<string>();
    const awake = new Set<string>();
    for (let k = 0; k < own.count; k++) {
      const [a, b, c, d] = own.pairs.view.subarray(PAIR_WORDS * k, PAIR_WORDS * k + 4);
      const name = a < 0 ? key([-1 - a, b], [c, d]) : key([a], [b, c, d]);
      all.add(name);
      if (own.wake.view[k] < predicted.until) awake.add(name);
    }
    return { all, awake };
  }

  place(i: number, share: number): Point {
    const { startPosition: from, position: to, stride } = this.world.particles;
    const [x, y, z] = [i, i + stride, i + 2 * stride].map(
      (at) => from.view[at] + share * (to.view[at] - from.view[at]),
    );
    return [x, y, z];
  }

  /** Every pair that comes within its distance at one of several moments, but for those of triangles that share a vertex. */
  pairsWithin(): string[] {
    const { bodies } = this.world;
    const triangles = bodies.flatMap(({ triangles: { view } }, owner) =>
      Array.from({ length: view.length / 3 }, (_, t) => ({
        owner,
        corners: [...view.subarray(3 * t, 3 * t + 3)],
      })),
    );
    const around = new Map<number, Set<number>>();
    for (const { corners } of triangles)
      for (const i of corners) around.set(i, new Set([...(around.get(i) ?? []), ...corners]));
    const apart = (p: readonly number[], q: readonly number[]) =>
      p.every((i) =>
        q.every((j) => [...(around.get(i) as Set<number>)].every((k) => !around.get(j)?.has(k))),
      );
    const edges = new Map<string, number[]>();
    for (const {
      corners: [a, b, c],
    } of triangles)
      for (const edge of [
        [a, b],
        [b, c],
        [c, a],
      ])
        edges.set(String(edge.toSorted((i, j) => i - j)), edge);
    const owner = (i: number) => bodies.findIndex(({ first, count }) => i >= first && i < first + count);
    const { view: radii } = this.near.arrays.radii;
    const radius = (i: number, own: boolean) => radii[2 * i + (own ? 1 : 0)];
    const moments = [0, 0.5, 1];
    const places = moments.map((s) =>
      Array.from({ length: this.world.particles.count }, (_, i) => this.place(i, s)),
    );
    const found: string[] = [];
    for (const { corners } of triangles) {
      for (const i of around.keys()) {
        const own = owner(i) === owner(corners[0]);
        if (own && !apart([i], corners)) continue;
        const keeps = radius(i, own) + Math.min(...corners.map((j) => radius(j, own)));
        const near = places.some(
          (x) =>
            pointToTriangle(
              x[i],
              corners.map((j) => x[j]),
            ) < keeps,
        );
        if (near) found.push(key([i], corners));
      }
    }
    const lines = [...edges.values()];
    lines.forEach(([a, b], k) => {
      for (const [c, d] of lines.slice(0, k)) {
        const own = owner(a) === owner(c);
        if (own && !apart([a, b], [c, d])) continue;
        const radiusOf = (i: number, j: number) => Math.min(radius(i, own), radius(j, own));
        const keeps = EDGES_SHARE * (radiusOf(a, b) + radiusOf(c, d));
        if (places.some((x) => segmentToSegment(x[a], x[b], x[c], x[d]) < keeps))
          found.push(key([a, b], [c, d]));
      }
    });
    return found;
  }
}

/** The same for a pair whoever lists it. */
function key(one: readonly number[], other: readonly number[]): string {
  const sides = [one, other].map((side) => String(side.toSorted((i, j) => i - j)));
  return one.length === other.length ? sides.toSorted().join(' | ') : sides.join(' | ');
}

/** The share that turns: none, some, which lists are mended for, and at times most. */
const turnedAt = (k: number) => (k % 9 === 8 ? 0.6 : k % 3 === 2 ? 0.04 : 0);

afterEach(() => vi.restoreAllMocks());

describe.each([1, 2])('lists of pairs, from seed %d', (seed) => {
  it('have every pair that comes near, awake', () => {
    const [build, mend] = [vi.spyOn(PairList.prototype, 'build'), vi.spyOn(PairList.prototype, 'update')];
    const sheets = new Crumpled(seed);
    let near = 0;
    let asleep = 0;
    for (let k = 0; k < SUBSTEPS; k++) {
      sheets.advance(turnedAt(k));
      const { all, awake } = sheets.listed();
      const within = sheets.pairsWithin();
      expect(
        within.filter((pair) => !all.has(pair)),
        `sub-step ${k}, not listed`,
      ).toEqual([]);
      expect(
        within.filter((pair) => !awake.has(pair)),
        `sub-step ${k}, asleep`,
      ).toEqual([]);
      near += within.length;
      asleep += all.size - awake.size;
      sheets.touches(k + 1); // sends the others to sleep
    }
    expect(near).toBeGreaterThan(20 * SUBSTEPS);
    expect(asleep).toBeGreaterThan(20 * SUBSTEPS);
    expect(mend.mock.calls.length).toBeGreaterThan(1);
    expect(build.mock.calls.length).toBeGreaterThan(1);
    expect(build.mock.calls.length).toBeLessThan(SUBSTEPS);
  });

  it('give the touches of new ones', () => {
    const [kept, anew] = [new Crumpled(seed), new Crumpled(seed)];
    let count = 0;
    for (let k = 0; k < SUBSTEPS; k++) {
      anew.near.invalidate();
      for (const sheets of [kept, anew]) sheets.advance(turnedAt(k));
      const touches = kept.touches(k + 1);
      expect(touches, `sub-step ${k}`).toEqual(anew.touches(k + 1));
      count += touches.length;
    }
    expect(count).toBeGreaterThan(10 * SUBSTEPS);
  });
});
