/**
 * Unsplitting, future work in Hutchinson et al. (1996, §7): four cells become one again where the sheet is flat and stays
 * so. For a group of four cells, made of a cell of level ℓ, these conditions must hold:
 * - the turn at its corners, over the spacing of level ℓ, and at the masses within, over that of ℓ + 1, is less than a
 *   share of the split angle S + ℓ δS (hysteresis);
 * - extrapolated by LOOK_AHEAD with their velocities, the same points are still below the split angle itself (rate);
 * - both have held for a quarter of the age that the four cells must have;
 * - no collider would pass through the merged cell between its corners, and it would meet no other layer
 *   (contact/surfaces/flattening-check.ts).
 * A mass is removed no earlier than `age` after it was made, so it appears or disappears at most twice in any such time.
 */
import { contactOf } from '../../contact/index.ts';
import type { Renumbering } from '../../core/dependents.ts';
import { HELD, PLACED } from '../../core/particles.ts';
import type { StepReport } from '../../core/report.ts';
import type { World } from '../../core/world.ts';
import { cross, subtract, vectorAt } from '../../math/vec3.ts';
import { renumbering } from '../sheet.ts';
import type { CellPlace } from './cells.ts';
import { turnsBeyond } from './creases.ts';
import { NODE_NUMBERS } from './net-force.ts';
import type { ContactProbe } from './probe.ts';
import type { AdaptiveSheet } from './sheet.ts';
import { netBefore, readState, STATE_NUMBERS, Weights, writeState } from './state.ts';

/** Time over which velocities of a swinging sheet are extrapolated, s. */
const LOOK_AHEAD = 0.05;
/** Steps between two searches: the conditions take a large part of a second to become true. */
const EVERY = 8;

export interface UnsplitOptions {
  /** Cosine of the share of the split angle at each level. */
  readonly calmCosines: Float64Array;
  /** Cosine of the split angle at each level. */
  readonly splitCosines: Float64Array;
  /** Least age of a cell, s. */
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

  /** Returns the groups that may become one cell. */
  #find(world: World, dt: number): CellPlace[] {
    const { grid, net, force } = this.#sheet;
    const { age } = this.#options;
    const found: CellPlace[] = [];
    force.gather(world);
    for (let k = 0; k < 4 * net.cellCount; k += 4) {
      const [c, r, side, fine] = [net.cells[k], net.cells[k + 1], net.cells[k + 2], net.cells[k + 3]];
      const level = fine - 1;
      if (level < 0 || c % (2 * side) !== 0 || r % (2 * side) !== 0) continue;
      const at = r * grid.columns + c;
      const calm = grid.calm.view;
      if (!grid.mergeable(c, r, level) || !this.#calm(world, c, r, level)) calm[at] = world.time;
      else if (this.#old(c, r, side, world.time - age) && world.time - calm[at] >= age / 4) {
        if (!this.#probe?.wouldComeThrough(world, this.#sheet, c, r, level, dt)) found.push([c, r, level]);
      }
    }
    return found.length > 0 ? this.#clearOfLayers(world, found) : found;
  }

  /** Returns the groups that can become flat without meeting another layer or an edge of a collider. */
  #clearOfLayers(world: World, groups: CellPlace[]): CellPlace[] {
    const check = contactOf(world).flatteningCheck(world);
    const margin = 0.25 * this.#sheet.thickness;
    return groups.filter((group) => {
      return !check || check.isClear(this.#masses(...group), this.#normal(...group), margin);
    });
  }

  /** Returns the particles of a group; its virtual points lie between them. */
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

  /** Returns the normal of a group: the cross product of its diagonals. */
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
   * Returns whether all four cells, and those of the same size beyond their edges, were made by the time `then`: the mass in
   * the middle of an edge exists as long as both sides are fine, and is removed with either.
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
        if (i < 0 || i >= net.count) continue; // a virtual point has no turn of its own
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
    return !(
      turnsBeyond(net, nodes, i, step, calmCosines[level]) ||
      turnsBeyond(net, nodes, i, step, splitCosines[level], LOOK_AHEAD)
    );
  }

  /** Merges groups, unless one beside them prevents it. Returns the number of merged groups. */
  #merge(world: World, groups: readonly CellPlace[]): number {
    const sheet = this.#sheet;
    const { grid, net } = sheet;
    const before = netBefore(world, net, sheet.first);
    const points = net.point.slice(0, net.count);
    const state = readState(world, sheet.first, sheet.count);
    let merged = 0;
    for (const group of groups) {
      if (!grid.mergeable(...group)) continue;
      grid.merge(...group, world.time);
      merged++;
    }
    world.dependents.announceFirst(() => this.#shrink(world, before, points, state));
    return merged;
  }

  /** Rebuilds the net for the present cells with the remaining masses of `state`. */
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
    this.#redistribute(before, points, state);
    sheet.adopt();
    const newSlot = Int32Array.from(points, (at) => (net.slot[at] < net.count ? net.slot[at] : -1));
    for (let old = 0; old < before.count; old++) {
      if (newSlot[old] < 0) continue;
      world.particles.flags.view[sheet.first + newSlot[old]] = before.flags[old];
      writeState(world, sheet.first + newSlot[old], state, old);
      sheet.weigh(newSlot[old]);
    }
    sheet.soften();
    return renumbering(firstBefore, newSlot, sheet);
  }

  /**
   * Sets velocity and temperature of the remaining masses so that Σ m v and Σ m T are conserved: each gets its share of the
   * removed ones by the weights with which the new net would interpolate a mass there.
   */
  #redistribute(before: ReturnType<typeof netBefore>, points: Int32Array, state: Float64Array): void {
    const { net } = this.#sheet;
    if (net.values.paper) return; // masses do not follow areas there: velocities stay as they are
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
