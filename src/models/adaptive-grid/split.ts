/**
 * Splitting (Hutchinson et al. 1996, §4.2). After a step the cells around masses with a crease, and cells that a collider is
 * about to pass through, are split. New masses start one sub-step of h seconds earlier, at the mean of the positions that
 * their neighbours had then, and run that sub-step against colliders. This is repeated until no cell is left to split.
 *
 * In that sub-step new masses move with the mean of the velocities v that their neighbours have after it, x += h v. The paper
 * runs it again for the neighbours too. Springs of the finer net pull as those that they replace did, so this would repeat
 * the first run but for errors of order h; and since masses farther away, and whatever the sheet touched, keep the result
 * of the first run, actions and reactions would no longer match. As it is, splits keep Σ m v.
 *
 * With surface contact (contact/surfaces/) the net is refined on the surface as the sub-step left it, which intersects
 * nothing: each new mass starts in a triangle of it, and moves to its own position only if nothing is in between.
 */

import { contactOf } from '../../contact/index.ts';
import type { StepReport } from '../../core/report.ts';
import type { World } from '../../core/world.ts';
import { renumbering } from '../sheet.ts';
import type { CellPlace } from './cells.ts';
import { findCreases } from './creases.ts';
import { moveOut } from './move-out.ts';
import type { ContactProbe } from './probe.ts';
import type { AdaptiveSheet } from './sheet.ts';
import { copyState, netBefore, readState, STATE_NUMBERS, Weights, writeState } from './state.ts';

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

  /** Saves the state that a split returns to; called at the start of the last sub-step of a step. */
  saveState(world: World): void {
    this.#previous = readState(world, this.#sheet.first, this.#sheet.count);
  }

  run(world: World, h: number, report: StepReport): void {
    const sheet = this.#sheet;
    const tally = report.refinement;
    if (!tally || this.#previous.length !== STATE_NUMBERS * sheet.count) return;
    for (let round = 0; round < sheet.maxLevel; round++) {
      const start = world.clock();
      const creases = this.#detect(world);
      const cells = this.#probe?.find(world, sheet, report.dt) ?? [];
      tally.detect += world.clock() - start;
      if (creases === 0 && cells.length === 0) return;
      tally.split += creases + cells.length;
      this.#refine(world, h, creases, cells, report);
    }
  }

  #detect(world: World): number {
    const { net, force } = this.#sheet;
    if (this.#found.length < net.count) this.#found = new Int32Array(2 * net.count);
    force.gather(world);
    return findCreases(net, force.nodes.view, this.#cosines, this.#found);
  }

  #refine(world: World, h: number, creases: number, cells: readonly CellPlace[], report: StepReport): void {
    const sheet = this.#sheet;
    const { net, grid } = sheet;
    const tally = report.refinement;
    const begin = world.clock();
    const end = readState(world, sheet.first, sheet.count);
    // Positions on the grid, which may become finer.
    const at = Array.from(this.#found.subarray(0, creases), (i) => [...this.#place(i), net.level[i]]);
    const room = grid.room;
    let deepest = 0;
    for (const [, , level] of [...at, ...cells]) deepest = Math.max(deepest, level + 1);
    while (grid.room < deepest) sheet.growGrid();
    const fine = 1 << (grid.room - room);
    const before = netBefore(world, net, sheet.first);
    const firstBefore = sheet.first;
    for (const [c, r, level] of at) this.#splitAround(c * fine, r * fine, level, world.time);
    for (const [c, r, level] of cells) {
      if (grid.levelAt(c * fine, r * fine) === level) grid.split(c * fine, r * fine, world.time);
    }
    net.build();
    sheet.adopt();
    const previous = new Float64Array(STATE_NUMBERS * net.count);
    const finish = new Float64Array(STATE_NUMBERS * net.count);
    const surface = new Float64Array(STATE_NUMBERS * net.count);
    const newSlot = new Int32Array(before.count).fill(-1);
    const fresh: number[] = [];
    for (let i = 0; i < net.count; i++) {
      const old = before.slot[net.point[i]];
      if (old >= 0 && old < before.count) {
        newSlot[old] = i;
        copyState(this.#previous, old, previous, i);
        copyState(end, old, finish, i);
        world.particles.flags.view[sheet.first + i] = before.flags[old];
      } else {
        const [c, r] = this.#place(i);
        this.#weights.find(net, before, c, r, 'surface');
        this.#weights.mean(end, surface, i);
        this.#weights.find(net, before, c, r);
        this.#weights.mean(this.#previous, previous, i);
        this.#weights.mean(end, finish, i);
        world.particles.flags.view[sheet.first + i] = this.#weights.flags(before);
        fresh.push(i);
      }
      sheet.weigh(i);
    }
    moveOut(world, sheet, previous, fresh, world.time - h);
    world.dependents.announce(renumbering(firstBefore, newSlot, sheet));
    if (tally) tally.refine += world.clock() - begin;
    const again = world.clock();
    this.#runAgain(world, h, fresh, previous, finish);
    this.#settle(world, fresh, surface);
    this.#previous = previous;
    if (tally) tally.backUp += world.clock() - again;
  }

  #place(i: number): [number, number] {
    const { net } = this.#sheet;
    const c = net.point[i] % net.pointColumns;
    return [c, (net.point[i] - c) / net.pointColumns];
  }

  /** Splits the cells around a mass that have its level. */
  #splitAround(c: number, r: number, level: number, time: number): void {
    const { grid } = this.#sheet;
    for (let k = 0; k < 4; k++) {
      const [column, row] = [c - (k & 1), r - (k >> 1)];
      if (grid.levelAt(column, row) === level) grid.split(column, row, time);
    }
  }

  /** Runs the last sub-step for new masses from `previous`; the others get the positions that they had after it. */
  #runAgain(
    world: World,
    h: number,
    fresh: readonly number[],
    previous: Float64Array,
    finish: Float64Array,
  ): void {
    const { first, count } = this.#sheet;
    const p = world.particles;
    for (let i = 0; i < count; i++) writeState(world, first + i, finish, i);
    const free = fresh.filter((i) => p.inverseMass.view[first + i] > 0);
    for (const i of free) {
      for (let axis = 0; axis < 3; axis++) {
        const k = axis * p.stride + first + i;
        p.startPosition.view[k] = previous[STATE_NUMBERS * i + axis];
        p.startVelocity.view[k] = p.velocity.view[k];
        p.position.view[k] = p.startPosition.view[k] + h * p.velocity.view[k];
      }
    }
    this.#sheet.soften();
    const list = Int32Array.from(free, (i) => first + i);
    contactOf(world).particles?.resolveOnly(world, h, list);
  }

  /** Moves new masses from the surface before the split to their positions, unless something is in between. */
  #settle(world: World, fresh: readonly number[], surface: Float64Array): void {
    const contact = contactOf(world);
    if (!contact.surfaces) return;
    const { particles: p } = world;
    const { first } = this.#sheet;
    p.startPosition.view.set(p.position.view);
    for (const i of fresh) {
      for (let axis = 0; axis < 3; axis++) {
        p.startPosition.view[axis * p.stride + first + i] = surface[STATE_NUMBERS * i + axis];
      }
    }
    contact.settle(world);
  }
}
