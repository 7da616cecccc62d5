/**
 * Finds cells that colliders would pass through between masses. Contact acts on masses only, so a cell is also split if a
 * point within it will be deeper in a collider than its corners: at the position x + v τ of the next search, τ later, by more
 * than L φ/4, L the cell's edge and φ the split angle. Two springs to a mass raised by that in the middle of the edge would
 * turn by φ. A flat sheet that lands on a flat table, all at one depth, is not split. Meshes have no inside: near one a cell
 * is split if a line of it would pass through a triangle.
 *
 * Depths change no faster than points move. So the *margin* of a cell, the depth (m) that is missing for a split, stays
 * valid until its corners have moved by that, or by half of it if contact holds corners that could be released; only then its
 * points are tested again. Corners of cells are compared only when the fastest mass of the sheet could have moved so far.
 */

import { contactOf, type ParticleContact } from '../../contact/index.ts';
import type { World } from '../../core/world.ts';
import { grown } from '../../math/growable.ts';
import { PI } from '../../math/portable.ts';
import type { CellPlace } from './cells.ts';
import { NODE_NUMBERS } from './net-force.ts';
import type { AdaptiveSheet } from './sheet.ts';

/** Numbers of a cached cell: distance that its corners may move (m), positions of its corners, its level. */
const CACHED = 14;
const LEVEL = 13;

export class ContactProbe {
  /** Allowed depth over the edge of a cell, φ/4, at each level. */
  readonly #dip: Float64Array;
  /** Distance that the corners of a cell may still move, less those of the fastest mass since, by its first finest cell, m. */
  #slack = new Float64Array(0);
  /** Predicted positions of masses at the end of the last step, and version of the sheet. */
  #before = new Float64Array(0);
  #version = -1;
  /** Cached cells, CACHED numbers each, and their numbers from 1 on by first finest cell; 0 for none. */
  #cache = new Float64Array(0);
  #cacheOf = new Int32Array(0);
  #cacheCount = 0;
  /** Predicted positions of the corners. */
  readonly #corners = new Float64Array(12);
  readonly #held = new Float64Array(4);
  readonly #x = new Float64Array(3);
  readonly #segment = new Float64Array(6);
  /** The present test: contact, time (s), half the thickness, half the side of the finest squares, whether all colliders are solid. */
  #test = { contact: undefined as ParticleContact | undefined, time: 0, radius: 0, finest: 0, solid: true };
  /** Allowed depth of the cell, and twice the distance from its middle to its farthest corner, m. */
  #allowed = 0;
  #span = 0;
  /** Share of the margin by which the corners may move. */
  #share = 1;

  constructor(angle: number, angleStep: number, maxLevel: number) {
    this.#dip = Float64Array.from({ length: maxLevel + 1 }, (_, level) => {
      return ((angle + level * angleStep) * PI) / 180 / 4;
    });
  }

  /** Returns the cells to split. `ahead`: time of the prediction, s. */
  find(world: World, sheet: AdaptiveSheet, ahead: number): CellPlace[] {
    const found: CellPlace[] = [];
    const contact = contactOf(world).particles;
    if (!contact) return found;
    const { cells, cellCount } = sheet.net;
    this.#reduceSlack(sheet, ahead, contact);
    for (let k = 0; k < 4 * cellCount; k += 4) {
      const c = cells[k];
      const r = cells[k + 1];
      const level = cells[k + 3];
      if (level === sheet.maxLevel) continue;
      const at = r * sheet.grid.columns + c;
      if (this.#slack[at] > 0) continue;
      this.#place(sheet, c, r, level, ahead);
      const left = this.#distanceLeft(at, level);
      if (left > 0) this.#slack[at] = left;
      else if (this.#splits(world, contact, sheet, c, r, level, ahead)) found.push([c, r, level]);
    }
    return found;
  }

  /** Subtracts the motion of the fastest mass from every slack; clears all if it is not known, or if colliders move. */
  #reduceSlack(sheet: AdaptiveSheet, ahead: number, { colliders }: ParticleContact): void {
    const { grid, net, version } = sheet;
    const nodes = sheet.force.nodes.view;
    const still = colliders.every(({ track }) => track.still);
    const finest = grid.columns * grid.rows;
    if (!still || this.#cacheOf.length !== finest || this.#cacheCount > 4 * net.cellCount) {
      this.#cacheOf = new Int32Array(finest);
      this.#cacheCount = 0;
    }
    const known = still && this.#version === version && this.#slack.length === finest;
    if (!known) this.#slack = new Float64Array(finest);
    if (this.#before.length !== 3 * net.count) this.#before = new Float64Array(3 * net.count);
    let most = 0;
    for (let i = 0; i < net.count; i++) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const at = NODE_NUMBERS * i + axis;
        const x = nodes[at] + ahead * nodes[at + 3];
        const way = x - this.#before[3 * i + axis];
        this.#before[3 * i + axis] = x;
        square += way * way;
      }
      most = Math.max(most, square);
    }
    this.#version = version;
    if (!known) return;
    const way = Math.sqrt(most);
    for (let k = 0; k < this.#slack.length; k++) this.#slack[k] -= way;
  }

  /** Returns whether a merged cell of this level that begins here would soon be split again. */
  wouldComeThrough(
    world: World,
    sheet: AdaptiveSheet,
    c: number,
    r: number,
    level: number,
    ahead: number,
  ): boolean {
    const contact = contactOf(world).particles;
    if (!contact) return false;
    this.#place(sheet, c, r, level, ahead);
    return !(this.#margin(world, contact, sheet, level, ahead, 0.5) > 0);
  }

  /** Returns the distance that the corners may still move before the cell is tested, m; not above 0 if it must be tested now. */
  #distanceLeft(cell: number, level: number): number {
    const kept = this.#cache;
    const at = CACHED * (this.#cacheOf[cell] - 1);
    if (at < 0 || kept[at + LEVEL] !== level) return 0;
    return kept[at] - this.#farthest(kept, at + 1, 3);
  }

  #store(cell: number, level: number, way: number): void {
    if (this.#cacheOf[cell] === 0) this.#cacheOf[cell] = ++this.#cacheCount;
    const at = CACHED * (this.#cacheOf[cell] - 1);
    if (this.#cache.length < at + CACHED) this.#cache = grown(this.#cache, 2 * (at + CACHED));
    this.#cache[at] = way;
    this.#cache.set(this.#corners, at + 1);
    this.#cache[at + LEVEL] = level;
    this.#slack[cell] = way;
  }

  /** Returns whether a cell is to be split; otherwise its margin is cached. */
  #splits(
    world: World,
    contact: ParticleContact,
    sheet: AdaptiveSheet,
    c: number,
    r: number,
    level: number,
    ahead: number,
  ): boolean {
    const margin = this.#margin(world, contact, sheet, level, ahead, 1);
    if (!(margin > 0)) return true;
    this.#store(r * sheet.grid.columns + c, level, this.#share * margin);
    return false;
  }

  /** Sets the predicted positions of the corners of a cell. */
  #place(sheet: AdaptiveSheet, c: number, r: number, level: number, ahead: number): void {
    const { net, grid } = sheet;
    const nodes = sheet.force.nodes.view;
    const side = grid.side(level);
    const at = r * net.pointColumns + c;
    for (let corner = 0; corner < 4; corner++) {
      const point = at + (corner & 1 ? side : 0) + (corner & 2 ? side * net.pointColumns : 0);
      const from = NODE_NUMBERS * net.slot[point];
      for (let axis = 0; axis < 3; axis++) {
        this.#corners[3 * corner + axis] = nodes[from + axis] + ahead * nodes[from + 3 + axis];
      }
    }
  }

  /** Returns the margin of the cell, m; not above 0 if it is to be split. `share`: that of the dip which is allowed. */
  #margin(
    world: World,
    contact: ParticleContact,
    sheet: AdaptiveSheet,
    level: number,
    ahead: number,
    share: number,
  ): number {
    const { size, grid } = sheet;
    const edge = Math.max(size[0] / grid.baseColumns, size[1] / grid.baseRows) / (1 << level);
    // As finely as the finest cells, so that nothing is missed that their masses would meet.
    const steps = 1 << (sheet.maxLevel - level);
    const solid = contact.colliders.every(({ shape }) => shape.signed);
    this.#test = {
      contact,
      time: world.time + ahead,
      radius: sheet.thickness / 2,
      finest: 0.5 / steps,
      solid,
    };
    this.#allowed = share * this.#dip[level] * edge;
    this.#at(0.5, 0.5);
    this.#span = 2 * this.#farthest(this.#x, 0, 0);
    this.#held[0] = Number.NaN;
    this.#share = 1;
    const margin = this.#marginWithin(0.5, 0.5, 0.5);
    return margin > 0 && !solid && this.#pierced(contact, steps, world.time + ahead) ? 0 : margin;
  }

  /**
   * Returns the margin of the square about (u, v) of the half side `half`. No point of it is deeper than its middle plus the
   * distance from there; if this bound is not enough, its quarters are tested, down to the finest squares.
   */
  #marginWithin(u: number, v: number, half: number): number {
    const { radius, finest, solid } = this.#test;
    const depth = radius + this.#depth(u, v);
    const far = (solid ? this.#allowed : 0) - depth - half * this.#span;
    if (far > 0) return far;
    if (!solid) this.#share = 0; // near a mesh, which a small motion may pass through
    if (half <= finest) return this.#allowed - (depth - this.#cornerDepth(u, v));
    const quarter = 0.5 * half;
    let margin = Infinity;
    for (let k = 0; k < 4 && margin > 0; k++) {
      const along = u + (k & 1 ? quarter : -quarter);
      margin = Math.min(margin, this.#marginWithin(along, v + (k & 2 ? quarter : -quarter), quarter));
    }
    return margin;
  }

  /** Returns the depth of a point of the cell, interpolated from that of its corners, which contact will correct, m. */
  #cornerDepth(u: number, v: number): number {
    const held = this.#held;
    if (Number.isNaN(held[0])) {
      for (let k = 0; k < 4; k++) held[k] = Math.max(0, this.#test.radius + this.#depth(k & 1, k >> 1));
      if (held[0] + held[1] + held[2] + held[3] > 0) this.#share = Math.min(this.#share, 0.5);
    }
    return (1 - u) * (1 - v) * held[0] + u * (1 - v) * held[1] + (1 - u) * v * held[2] + u * v * held[3];
  }

  /** Returns the largest distance of a corner from its point of a list, m; points begin at `at`, `step` numbers apart. */
  #farthest(points: Float64Array, at: number, step: number): number {
    let most = 0;
    for (let corner = 0, p = at; corner < 12; corner += 3, p += step) {
      const dx = this.#corners[corner] - points[p];
      const dy = this.#corners[corner + 1] - points[p + 1];
      const dz = this.#corners[corner + 2] - points[p + 2];
      most = Math.max(most, dx * dx + dy * dy + dz * dz);
    }
    return Math.sqrt(most);
  }

  /** Returns whether a line of the cell, from side to side, passes through a mesh. */
  #pierced(contact: ParticleContact, steps: number, time: number): boolean {
    const segment = this.#segment;
    for (let i = 0; i <= steps; i++) {
      for (let across = 0; across < 2; across++) {
        const share = i / steps;
        this.#at(across ? share : 0, across ? 0 : share);
        segment.set(this.#x);
        this.#at(across ? share : 1, across ? 1 : share);
        segment.set(this.#x, 3);
        if (contact.crosses(segment, time)) return true;
      }
    }
    return false;
  }

  /** Sets #x to the point (u, v) of the cell. */
  #at(u: number, v: number): void {
    const c = this.#corners;
    const w0 = (1 - u) * (1 - v);
    const w1 = u * (1 - v);
    const w2 = (1 - u) * v;
    const w3 = u * v;
    for (let axis = 0; axis < 3; axis++) {
      this.#x[axis] = w0 * c[axis] + w1 * c[3 + axis] + w2 * c[6 + axis] + w3 * c[9 + axis];
    }
  }

  #depth(u: number, v: number): number {
    this.#at(u, v);
    const x = this.#x;
    const { contact, time } = this.#test;
    return contact?.depthAt(x[0], x[1], x[2], time) ?? -Infinity;
  }
}
