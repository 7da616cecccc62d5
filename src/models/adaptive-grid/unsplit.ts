/**
 * Unsplitting, which Hutchinson et al. (1996, §7) left to be done: four cells become one again where the sheet is flat
 * and will stay so. Of a group of four, made of a cell of level ℓ,
 * - the turn at its corners, over the spacing of level ℓ, and at the masses within, over that of ℓ + 1, is less than a
 *   share of the split angle S + ℓ δS (hysteresis);
 * - moved on by LOOK_AHEAD at their velocities the same points are still below the split angle itself (rate);
 * - both have held for a quarter of the age that the four cells must have;
 * - no collider would come through the one cell between its corners, and it would meet no other layer
 *   (contact/surfaces/flattening-check.ts).
 * A mass is removed no earlier than `age` after it came, whichever of the cells around it are the younger ones, so it
 * comes or goes at most twice in any such time.
 */
import { contactOf } from '../../contact/index.ts';
import type { Renumbering } from '../../core/dependents.ts';
import { HELD, PLACED } from '../../core/particles.ts';
import type { StepReport } from '../../core/report.ts';
import type { World } from '../../core/world.ts';
import { cross, subtract, vectorAt } from '../../math/vec3.ts';
import { turn } from './creases.ts';
import { NODE_NUMBERS } from './net-force.ts';
import type { ContactProbe } from './probe.ts';
import type { AdaptiveSheet } from './sheet.ts';
import { netBefore, readState, STATE_NUMBERS, Weights, writeState } from './state.ts';

/** s; velocities of a sheet that swings are good for a prediction no longer than this. */
const LOOK_AHEAD = 0.05;
/** Steps between two looks: what takes the better part of a second to become true need not be asked at every step. */
const EVERY = 8;

export interface UnsplitOptions {
  /** cos of the share of the split angle, per level. */
  readonly calmCosines: Float64Array;
  /** cos of the split angle, per level. */
  readonly splitCosines: Float64Array;
  /** s */
  readonly age: number;
}

export class Unsplitting {
  readonly #sheet: AdaptiveSheet;
  readonly #options: UnsplitOptions;
  readonly #probe: ContactProbe | undefined;
  readonly #weights = new Weights();

  constructor(sheet: AdaptiveSheet, options: UnsplitOptions, probe: ContactProbe | undefined) {
    this.#sheet = sheet;
    this.#options = options;
    this.#probe = probe;
  }

  run(world: World, report: StepReport): void {
    const sheet = this.#sheet;
    const tally = report.refinement;
    if (!tally || sheet.depth === 0 || world.steps % EVERY !== 0) return;
    const start = world.clock();
    const groups = this.#find(world, report.dt);
    tally.detect += world.clock() - start;
    if (groups.length === 0) return;
    const begin = world.clock();
    tally.merged += this.#merge(world, groups);
    tally.refine += world.clock() - begin;
  }

  /** Groups that may become one cell: column, row, level of each, by turns. */
  #find(world: World, dt: number): number[] {
    const { grid, net, force } = this.#sheet;
    const { age } = this.#options;
    const found: number[] = [];
    force.gather(world);
    for (let k = 0; k < 4 * net.cellCount; k += 4) {
      const [c, r, side, fine] = [net.cells[k], net.cells[k + 1], net.cells[k + 2], net.cells[k + 3]];
      const level = fine - 1;
      if (level < 0 || c % (2 * side) !== 0 || r % (2 * side) !== 0) continue;
      const at = r * grid.columns + c;
      const calm = grid.calm.view;
      if (!grid.mergeable(c, r, level) || !this.#calm(world, c, r, level)) calm[at] = world.time;
      else if (this.#old(c, r, side, world.time - age) && world.time - calm[at] >= age / 4) {
        if (!this.#probe?.wouldComeThrough(world, this.#sheet, c, r, level, dt)) found.push(c, r, level);
      }
    }
    return found.length > 0 ? this.#withRoom(world, found) : found;
  }

  /** Those that can become flat without meeting another layer, or an edge of a collider. */
  #withRoom(world: World, groups: number[]): number[] {
    const check = contactOf(world).flatteningCheck(world);
    if (!check) return groups;
    const clear: number[] = [];
    for (let k = 0; k < groups.length; k += 3) {
      const [c, r, level] = [groups[k], groups[k + 1], groups[k + 2]];
      const points = this.#masses(c, r, level);
      const normal = this.#normal(c, r, level);
      const margin = 0.25 * this.#sheet.thickness;
      if (check.isClear(points, normal, margin)) clear.push(c, r, level);
    }
    return clear;
  }

  /** Particles of the group: those at virtual places are between others of them. */
  #masses(c: number, r: number, level: number): number[] {
    const { net, grid, first } = this.#sheet;
    const half = grid.side(level + 1);
    const found: number[] = [];
    for (let k = 0; k < 9; k++) {
      const i = net.slot[(r + Math.floor(k / 3) * half) * net.pointColumns + c + (k % 3) * half];
      if (i >= 0 && i < net.count) found.push(first + i);
    }
    return found;
  }

  /** Across the group: of its two diagonals. */
  #normal(c: number, r: number, level: number): number[] {
    const { net, grid, force } = this.#sheet;
    const side = grid.side(level);
    const nodes = force.nodes.view;
    const [a, b, d, e] = [0, side, side * net.pointColumns, side * (net.pointColumns + 1)].map(
      (by) => NODE_NUMBERS * net.slot[r * net.pointColumns + c + by],
    );
    const u = subtract(vectorAt(nodes, e), vectorAt(nodes, a));
    const v = subtract(vectorAt(nodes, d), vectorAt(nodes, b));
    return cross(u, v);
  }

  /**
   * Came all four to be by then, and those of the same size beyond their edges? In the middle of an edge is a mass as
   * long as both sides are fine, and it goes with either.
   */
  #old(c: number, r: number, side: number, then: number): boolean {
    const { grid } = this.#sheet;
    const fine = grid.levelAt(c, r);
    const born = (column: number, row: number) => {
      if (grid.levelAt(column, row) !== fine) return -Infinity;
      return grid.born.view[(row - (row % side)) * grid.columns + column - (column % side)];
    };
    for (let k = 0; k < 4; k++) {
      const [column, row] = [c + (k & 1) * side, r + (k >> 1) * side];
      const across = k & 1 ? c + 2 * side : c - 1;
      const above = k >> 1 ? r + 2 * side : r - 1;
      if (born(column, row) > then || born(across, row) > then || born(column, above) > then) return false;
    }
    return true;
  }

  #calm(world: World, c: number, r: number, level: number): boolean {
    const { net, grid, first } = this.#sheet;
    const half = grid.side(level + 1);
    const flags = world.particles.flags.view;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        const i = net.slot[(r + row * half) * net.pointColumns + c + column * half];
        if (i < 0 || i >= net.count) continue; // virtual: it has no turn of its own
        const corner = row !== 1 && column !== 1;
        if (!corner && flags[first + i] & (HELD | PLACED)) return false;
        if (!this.#flat(i, level, corner ? 2 * half : half)) return false;
      }
    }
    return true;
  }

  #flat(i: number, level: number, step: number): boolean {
    const { net, force } = this.#sheet;
    const { calmCosines, splitCosines } = this.#options;
    const nodes = force.nodes.view;
    return (
      turn(net, nodes, i, step, 0) >= calmCosines[level] &&
      turn(net, nodes, i, step, LOOK_AHEAD) >= splitCosines[level]
    );
  }

  /** Returns how many groups became one cell: one beside another may have had to stay. */
  #merge(world: World, groups: readonly number[]): number {
    const sheet = this.#sheet;
    const { grid, net } = sheet;
    const before = netBefore(world, net, sheet.first);
    const points = net.point.slice(0, net.count);
    const state = readState(world, sheet.first, sheet.count);
    let merged = 0;
    for (let k = 0; k < groups.length; k += 3) {
      const [c, r, level] = [groups[k], groups[k + 1], groups[k + 2]];
      if (!grid.mergeable(c, r, level)) continue;
      grid.merge(c, r, level, world.time);
      merged++;
    }
    world.dependents.announceFirst(() => this.#shrink(world, before, points, state));
    return merged;
  }

  /** Takes the masses that are left from `state` into the net of the cells as they are now. */
  #shrink(
    world: World,
    before: ReturnType<typeof netBefore>,
    points: Int32Array,
    state: Float64Array,
  ): Renumbering {
    const sheet = this.#sheet;
    const { net } = sheet;
    const firstBefore = sheet.first;
    net.build();
    this.#handOn(before, points, state);
    sheet.adopt();
    const newSlot = Int32Array.from(points, (at) => (net.slot[at] < net.count ? net.slot[at] : -1));
    for (let old = 0; old < before.count; old++) {
      if (newSlot[old] < 0) continue;
      world.particles.flags.view[sheet.first + newSlot[old]] = before.flags[old];
      writeState(world, sheet.first + newSlot[old], state, old);
      sheet.weigh(newSlot[old]);
    }
    sheet.soften();
    const { first, count } = sheet;
    const newIndex = (old: number) => {
      const slot = newSlot[old - firstBefore] ?? -1;
      return slot < 0 ? -1 : first + slot;
    };
    return { firstBefore, countBefore: before.count, first, count, newIndex };
  }

  /**
   * Velocity and temperature of the masses that stay, so that Σ m v and Σ m T are what they were: each gets its own
   * share of what goes, by the weights with which the new net would put a mass back there.
   */
  #handOn(before: ReturnType<typeof netBefore>, points: Int32Array, state: Float64Array): void {
    const { net } = this.#sheet;
    if (net.values.paper) return; // masses there are not by area: velocities are all that there is to keep
    const sums = new Float64Array(5 * net.count);
    const after = { ...before, count: net.count, slot: net.slot, levels: net.grid.levels.view };
    const now = { ...after, parents: net.parents.view };
    for (let old = 0; old < before.count; old++) {
      const c = points[old] % net.pointColumns;
      this.#weights.find(net, now, c, (points[old] - c) / net.pointColumns);
      for (let k = 0; k < this.#weights.count; k++) {
        const m = this.#weights.weight[k] * before.mass[old];
        const to = 5 * this.#weights.mass[k];
        sums[to] += m;
        for (let n = 3; n < STATE_NUMBERS; n++) sums[to + n - 2] += m * state[STATE_NUMBERS * old + n];
      }
    }
    for (let old = 0; old < before.count; old++) {
      const slot = net.slot[points[old]];
      if (slot < 0 || slot >= net.count) continue;
      for (let n = 3; n < STATE_NUMBERS; n++) {
        state[STATE_NUMBERS * old + n] = sums[5 * slot + n - 2] / sums[5 * slot];
      }
    }
  }
}
