/**
 * Colliders that would come through a sheet between its masses. Contact acts on masses only, so a cell is also split
 * where a point within it is about to be inside a collider that its corners are not: at the place x + v τ that it would
 * have at the next look, τ later, deeper than its corners by more than L φ/4, L the cell's edge and φ the split angle:
 * two springs to a mass lifted by that in the middle of the edge would turn by φ. A flat sheet that comes down on a flat
 * table, all at one depth, is not split. Meshes have no inside: there a cell is split where a line of it would pass
 * through a triangle.
 *
 * Depths change no faster than points move. So what a cell is short of being split by, its *margin* (m), holds until
 * its corners have moved by that, or by half of it where corners are held that could be let go; the points within are
 * looked at only then. Corners of cells are looked at only
 * when the quickest mass of the sheet could have come so far.
 */

import { contactOf, type ParticleContact } from '../../contact/index.ts';
import type { World } from '../../core/world.ts';
import { grown } from '../../math/growable.ts';
import { PI } from '../../math/portable.ts';
import { NODE_NUMBERS } from './net-force.ts';
import type { AdaptiveSheet } from './sheet.ts';

/** Numbers that are kept of a cell: how far its corners may move (m), the places of its corners, its level. */
const KEPT = 14;
const LEVEL = 13;

export class ContactProbe {
  /** m a metre of edge, per level: φ/4. */
  readonly #dip: Float64Array;
  /** Per finest cell that a cell begins at: how far its corners may move, less the ways of the quickest mass since then, m. */
  #slack = new Float64Array(0);
  /** Places that masses were going to have when the last step ended, and of which sheet. */
  #before = new Float64Array(0);
  #version = -1;
  /** What is kept of cells, KEPT numbers each, and per finest cell that a cell begins at: whose, from 1 on; 0 for none. */
  #kept = new Float64Array(0);
  #keptOf = new Int32Array(0);
  #keptCount = 0;
  /** Places that the corners will have. */
  readonly #corners = new Float64Array(12);
  readonly #held = new Float64Array(4);
  readonly #x = new Float64Array(3);
  readonly #segment = new Float64Array(6);
  /** Of the cell that is looked at: whom to ask for what time (s), half the thickness, half the finest square's side;
   * whether all colliders have an inside. */
  #look = { contact: undefined as ParticleContact | undefined, time: 0, radius: 0, finest: 0, solid: true };
  /** m: dip that is let through, and twice the way from its middle to its farthest corner. */
  #allowed = 0;
  #span = 0;
  /** Of the margin, what the corners may move by. */
  #hold = 1;

  constructor(angle: number, angleStep: number, maxLevel: number) {
    this.#dip = Float64Array.from({ length: maxLevel + 1 }, (_, level) => {
      return ((angle + level * angleStep) * PI) / 180 / 4;
    });
  }

  /** Cells to split: column, row of the first corner and level of each. `ahead`: s. */
  find(world: World, sheet: AdaptiveSheet, ahead: number): number[] {
    const found: number[] = [];
    const contact = contactOf(world).particles;
    if (!contact) return found;
    const { cells, cellCount } = sheet.net;
    this.#takeWays(sheet, ahead, contact);
    for (let k = 0; k < 4 * cellCount; k += 4) {
      const c = cells[k];
      const r = cells[k + 1];
      const level = cells[k + 3];
      if (level === sheet.maxLevel) continue;
      const at = r * sheet.grid.columns + c;
      if (this.#slack[at] > 0) continue;
      this.#place(sheet, c, r, level, ahead);
      const left = this.#left(at, level);
      if (left > 0) this.#slack[at] = left;
      else if (this.#splits(world, contact, sheet, c, r, level, ahead)) found.push(c, r, level);
    }
    return found;
  }

  /** Takes the way of the quickest mass off every slack; all are forgotten where it is not known, or colliders move. */
  #takeWays(sheet: AdaptiveSheet, ahead: number, { colliders }: ParticleContact): void {
    const { grid, net, version } = sheet;
    const nodes = sheet.force.nodes.view;
    const still = colliders.every(({ track }) => track.still);
    const finest = grid.columns * grid.rows;
    if (!still || this.#keptOf.length !== finest || this.#keptCount > 4 * net.cellCount) {
      this.#keptOf = new Int32Array(finest);
      this.#keptCount = 0;
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

  /** Whether a cell of this level that begins here would soon have to be split again. */
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

  /** m that the corners may still move before the cell must be looked at; not above 0 where it must be now. */
  #left(cell: number, level: number): number {
    const kept = this.#kept;
    const at = KEPT * (this.#keptOf[cell] - 1);
    if (at < 0 || kept[at + LEVEL] !== level) return 0;
    let most = 0;
    for (let corner = 0; corner < 12; corner += 3) {
      const dx = this.#corners[corner] - kept[at + 1 + corner];
      const dy = this.#corners[corner + 1] - kept[at + 2 + corner];
      const dz = this.#corners[corner + 2] - kept[at + 3 + corner];
      most = Math.max(most, dx * dx + dy * dy + dz * dz);
    }
    return kept[at] - Math.sqrt(most);
  }

  #keep(cell: number, level: number, way: number): void {
    if (this.#keptOf[cell] === 0) this.#keptOf[cell] = ++this.#keptCount;
    const at = KEPT * (this.#keptOf[cell] - 1);
    if (this.#kept.length < at + KEPT) this.#kept = grown(this.#kept, 2 * (at + KEPT));
    this.#kept[at] = way;
    this.#kept.set(this.#corners, at + 1);
    this.#kept[at + LEVEL] = level;
    this.#slack[cell] = way;
  }

  /** Is it to be split? What is found is kept. */
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
    this.#keep(r * sheet.grid.columns + c, level, this.#hold * margin);
    return false;
  }

  /** Sets the places that the corners of a cell will have. */
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

  /** m by which the cell is short of being split; not above 0 where it is to be. `share` of the dip is let through. */
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
    // As finely as the finest cells: what a sheet of these would meet with a mass is met here.
    const steps = 1 << (sheet.maxLevel - level);
    const solid = contact.colliders.every(({ shape }) => shape.signed);
    this.#look = {
      contact,
      time: world.time + ahead,
      radius: sheet.thickness / 2,
      finest: 0.5 / steps,
      solid,
    };
    this.#allowed = share * this.#dip[level] * edge;
    this.#at(0.5, 0.5);
    this.#span = 2 * this.#reach();
    this.#held[0] = Number.NaN;
    this.#hold = 1;
    const margin = this.#marginWithin(0.5, 0.5, 0.5);
    return margin > 0 && !solid && this.#pierced(contact, steps, world.time + ahead) ? 0 : margin;
  }

  /** Within the square of the cell about (u, v), `half` of its side to each side: nothing of it can be deeper than its
   * middle and the way from there. Where that is not enough, its quarters are looked at, down to the finest. */
  #marginWithin(u: number, v: number, half: number): number {
    const { radius, finest, solid } = this.#look;
    const depth = radius + this.#depth(u, v);
    const far = (solid ? this.#allowed : 0) - depth - half * this.#span;
    if (far > 0) return far;
    if (!solid) this.#hold = 0; // near a mesh, which a small way may lead through
    if (half <= finest) return this.#allowed - (depth - this.#flat(u, v));
    const quarter = 0.5 * half;
    let margin = Infinity;
    for (let k = 0; k < 4 && margin > 0; k++) {
      const along = u + (k & 1 ? quarter : -quarter);
      margin = Math.min(margin, this.#marginWithin(along, v + (k & 2 ? quarter : -quarter), quarter));
    }
    return margin;
  }

  /** m that a point of the cell is inside with its corners, which contact will hold. */
  #flat(u: number, v: number): number {
    const held = this.#held;
    if (Number.isNaN(held[0])) {
      for (let k = 0; k < 4; k++) held[k] = Math.max(0, this.#look.radius + this.#depth(k & 1, k >> 1));
      if (held[0] + held[1] + held[2] + held[3] > 0) this.#hold = Math.min(this.#hold, 0.5);
    }
    return (1 - u) * (1 - v) * held[0] + u * (1 - v) * held[1] + (1 - u) * v * held[2] + u * v * held[3];
  }

  /** m from the point last set to the farthest corner. */
  #reach(): number {
    const x = this.#x;
    let most = 0;
    for (let corner = 0; corner < 12; corner += 3) {
      const dx = this.#corners[corner] - x[0];
      const dy = this.#corners[corner + 1] - x[1];
      const dz = this.#corners[corner + 2] - x[2];
      most = Math.max(most, dx * dx + dy * dy + dz * dz);
    }
    return Math.sqrt(most);
  }

  /** Does a line of the cell, from side to side, pass through a mesh? */
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
    const { contact, time } = this.#look;
    return contact?.depthAt(x[0], x[1], x[2], time) ?? -Infinity;
  }
}
