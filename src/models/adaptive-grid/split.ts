/**
 * Splitting (Hutchinson et al. 1996, §4.2). After a step: masses with a crease, and cells that a collider is about to
 * come through, are split around; the offending masses and their neighbours go back by one sub-step t; new masses get
 * the mean place and velocity that their neighbours had then; new and backed-up masses run that sub-step again; and the
 * test is made again, until nothing is left to split.
 *
 * The sub-step that is run again is one of Euler–Cromer, v += t F/m, x += t v, with contact, whatever the engine: its
 * error, of order t², is that of the means.
 */
import type { StepReport } from '../../core/report.ts';
import { evaluateForces, type World } from '../../core/world.ts';
import { findCreases } from './creases.ts';
import { makeRoom } from './make-room.ts';
import type { ContactProbe } from './probe.ts';
import type { AdaptiveSheet } from './sheet.ts';
import { copyState, netBefore, readState, STATE_NUMBERS, Weights, writeState } from './state.ts';

/** Steps from one look for colliders between masses to the next. */
const PROBE_EVERY = 1;

/** A contact stage that can take a few particles through a sub-step again. */
interface Repeatable {
  resolveOnly(world: World, h: number, particles: Int32Array): void;
}

export class Splitting {
  readonly #sheet: AdaptiveSheet;
  readonly #cosines: Float64Array;
  readonly #probe: ContactProbe | undefined;
  #found = new Int32Array(0);
  /** Positions and velocities when the last sub-step began. */
  #previous: Float64Array = new Float64Array(0);
  readonly #weights = new Weights();

  constructor(sheet: AdaptiveSheet, cosines: Float64Array, probe: ContactProbe | undefined) {
    this.#sheet = sheet;
    this.#cosines = cosines;
    this.#probe = probe;
  }

  /** Keeps the state that a split goes back to; called as the last sub-step of a step begins. */
  remember(world: World): void {
    this.#previous = readState(world, this.#sheet.first, this.#sheet.count);
  }

  run(world: World, h: number, report: StepReport): void {
    const sheet = this.#sheet;
    const tally = report.refinement;
    if (!tally || this.#previous.length !== STATE_NUMBERS * sheet.count) return;
    const looks = world.steps % PROBE_EVERY === 0;
    for (let round = 0; round < sheet.maxLevel; round++) {
      const start = world.clock();
      const creases = this.#detect(world);
      const cells = this.#probe && looks ? this.#probe.find(world, sheet, PROBE_EVERY * report.dt) : [];
      tally.detect += world.clock() - start;
      if (creases === 0 && cells.length === 0) return;
      tally.split += creases + cells.length / 3;
      this.#refine(world, h, creases, cells, report);
    }
  }

  #detect(world: World): number {
    const { net, force } = this.#sheet;
    if (this.#found.length < net.count) this.#found = new Int32Array(2 * net.count);
    force.gather(world);
    return findCreases(net, force.nodes.view, this.#cosines, this.#found);
  }

  #refine(world: World, h: number, creases: number, cells: readonly number[], report: StepReport): void {
    const sheet = this.#sheet;
    const { net, grid } = sheet;
    const tally = report.refinement;
    const begin = world.clock();
    const end = readState(world, sheet.first, sheet.count);
    // Points as they are on the grid, which may become finer.
    const at = Array.from(this.#found.subarray(0, creases), (i) => [...this.#place(i), net.level[i]]);
    const room = grid.room;
    const wanted = [...at, ...triples(cells)];
    const deepest = Math.max(...wanted.map(([, , level]) => level + 1));
    while (grid.room < deepest) sheet.growGrid();
    const fine = 1 << (grid.room - room);
    const before = netBefore(world, net, sheet.first);
    const backed = this.#backUpSet(creases);
    const firstBefore = sheet.first;
    for (const [c, r, level] of at) this.#splitAround(c * fine, r * fine, level, world.time);
    for (const [c, r, level] of triples(cells)) {
      if (grid.levelAt(c * fine, r * fine) === level) grid.split(c * fine, r * fine, world.time);
    }
    net.build();
    sheet.adopt();
    const affected = new Uint8Array(net.count);
    const previous = new Float64Array(STATE_NUMBERS * net.count);
    const finish = new Float64Array(STATE_NUMBERS * net.count);
    const newSlot = new Int32Array(before.count).fill(-1);
    const fresh: number[] = [];
    for (let i = 0; i < net.count; i++) {
      const old = before.slot[net.point[i]];
      if (old >= 0 && old < before.count) {
        newSlot[old] = i;
        copyState(this.#previous, old, previous, i);
        copyState(end, old, finish, i);
        world.particles.flags.view[sheet.first + i] = before.flags[old];
        affected[i] = backed[old];
      } else {
        const c = net.point[i] % net.pointColumns;
        this.#weights.find(net, before, c, (net.point[i] - c) / net.pointColumns);
        this.#weights.mean(this.#previous, previous, i);
        this.#weights.mean(end, finish, i);
        world.particles.flags.view[sheet.first + i] = this.#weights.flags(before);
        affected[i] = 1;
        fresh.push(i);
      }
      sheet.weigh(i);
    }
    makeRoom(world, sheet, previous, fresh, world.time - h);
    this.#tell(world, firstBefore, before.count, newSlot);
    if (tally) tally.refine += world.clock() - begin;
    const again = world.clock();
    this.#runAgain(world, h, affected, previous, finish);
    this.#previous = previous;
    if (tally) tally.backUp += world.clock() - again;
  }

  #place(i: number): [number, number] {
    const { net } = this.#sheet;
    const c = net.point[i] % net.pointColumns;
    return [c, (net.point[i] - c) / net.pointColumns];
  }

  /** All cells around a mass that are of its own level. */
  #splitAround(c: number, r: number, level: number, time: number): void {
    const { grid } = this.#sheet;
    for (let k = 0; k < 4; k++) {
      const [column, row] = [c - (k & 1), r - (k >> 1)];
      if (grid.levelAt(column, row) === level) grid.split(column, row, time);
    }
  }

  /** The masses with a crease and those whose springs acted on them. */
  #backUpSet(creases: number): Uint8Array {
    const { net } = this.#sheet;
    const backed = new Uint8Array(net.count + net.virtualCount);
    for (let k = 0; k < creases; k++) backed[this.#found[k]] = 2;
    const ends = net.ends.view;
    for (let s = 0; s < ends.length; s += 2) {
      const a = ends[s];
      const b = ends[s + 1];
      if (backed[a] === 2 && backed[b] === 0) backed[b] = 1;
      if (backed[b] === 2 && backed[a] === 0) backed[a] = 1;
    }
    const parents = net.parents.view;
    for (let v = 0; v < net.virtualCount; v++) {
      if (backed[net.count + v] === 0) continue;
      for (const parent of [parents[2 * v], parents[2 * v + 1]]) backed[parent] ||= 1;
    }
    return backed;
  }

  /** Runs the last sub-step again for the affected masses, from `previous`; the others stay where they had come to. */
  #runAgain(
    world: World,
    h: number,
    affected: Uint8Array,
    previous: Float64Array,
    finish: Float64Array,
  ): void {
    const { first, count } = this.#sheet;
    const p = world.particles;
    for (let i = 0; i < count; i++) writeState(world, first + i, previous, i);
    this.#sheet.soften();
    evaluateForces(world, world.time - h);
    const moving: number[] = [];
    for (let i = 0; i < count; i++) {
      const at = first + i;
      const free = p.inverseMass.view[at];
      if (affected[i] === 0 || free === 0) {
        writeState(world, at, finish, i);
        continue;
      }
      moving.push(at);
      for (let axis = 0; axis < 3; axis++) {
        const k = axis * p.stride + at;
        p.startPosition.view[k] = p.position.view[k];
        p.startVelocity.view[k] = p.velocity.view[k];
        p.velocity.view[k] += h * free * p.force.view[k];
        p.position.view[k] += h * p.velocity.view[k];
      }
    }
    const list = Int32Array.from(moving);
    for (const stage of world.contact) {
      if ('resolveOnly' in stage) (stage as unknown as Repeatable).resolveOnly(world, h, list);
    }
    if (!this.#sheet.net.values.paper) this.#giveBack(world, list, finish);
  }

  /**
   * Masses beside the backed-up ones have kept what the sub-step gave them the first time, so that actions and reactions
   * no longer match. What Σ m v has lost by this against the means of the first time goes to the masses that ran it again.
   */
  #giveBack({ particles: p }: World, list: Int32Array, finish: Float64Array): void {
    let mass = 0;
    for (const at of list) mass += p.mass.view[at];
    for (let axis = 0; axis < 3 && mass > 0; axis++) {
      const v = p.velocity.view.subarray(axis * p.stride, (axis + 1) * p.stride);
      let lost = 0;
      for (const at of list) {
        const first = finish[STATE_NUMBERS * (at - this.#sheet.first) + 3 + axis];
        lost += p.mass.view[at] * (first - v[at]);
      }
      for (const at of list) v[at] += lost / mass;
    }
  }

  #tell(world: World, firstBefore: number, countBefore: number, newSlot: Int32Array): void {
    const { first, count } = this.#sheet;
    const newIndex = (old: number) => {
      const slot = newSlot[old - firstBefore] ?? -1;
      return slot < 0 ? -1 : first + slot;
    };
    world.announce({ firstBefore, countBefore, first, count, newIndex });
  }
}

function triples(list: readonly number[]): number[][] {
  return Array.from({ length: list.length / 3 }, (_, k) => list.slice(3 * k, 3 * k + 3));
}
