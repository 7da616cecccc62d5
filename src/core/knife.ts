/**
 * A knife severs springs, bonds and faces that cross a blade: a set of triangles, such as a stroke of the pointer sweeps from the
 * eye. Each body says how it is cut (`Body.cutting`); all conserve mass and momentum, and lose the energy of severed elements.
 *
 * The knife lists the blocks that cuts change, so that a snapshot taken after a cut can be restored in a new world with a knife.
 * Cuts are made between steps, as all changes of topology.
 */
import { boundsOf } from '../math/box.ts';
import { finite } from '../math/check.ts';
import type { Block } from './arena.ts';
import type { Body } from './body.ts';
import type { Dependent } from './dependents.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { World } from './world.ts';

/** The way in which a body is cut. */
export interface Cutting {
  /** The model blocks that cuts change. */
  readonly changes: readonly Block[];
  /** Severs elements that cross the blade and returns their number. */
  cut(world: World, blade: Blade): number;
  /** Reason why nothing was severed although the blade went through, if known. */
  readonly whyNot?: string;
}

/** Numbers of a triangle. */
const NUMBERS = 9;

export class Blade {
  readonly #corners: Float64Array;
  /** Lowest and highest x, y, z. */
  readonly #box: readonly number[];

  /** Takes triangles: x, y, z of three corners each, m. */
  constructor(numbers: ArrayLike<number>) {
    if (numbers.length === 0 || numbers.length % NUMBERS !== 0) {
      throw new RangeError(`blade: must be nine numbers a triangle, got ${numbers.length} numbers`);
    }
    this.#corners = Float64Array.from(numbers);
    for (let i = 0; i < numbers.length; i++) finite(`blade[${i}]`, numbers[i]);
    this.#box = boundsOf(this.#corners);
  }

  /** Returns whether the segment from a to b crosses the blade; an end that lies in it counts as behind it. */
  crosses(ax: number, ay: number, az: number, bx: number, by: number, bz: number): boolean {
    const box = this.#box;
    if (Math.max(ax, bx) < box[0] || Math.min(ax, bx) > box[3]) return false;
    if (Math.max(ay, by) < box[1] || Math.min(ay, by) > box[4]) return false;
    if (Math.max(az, bz) < box[2] || Math.min(az, bz) > box[5]) return false;
    const c = this.#corners;
    for (let t = 0; t < c.length; t += NUMBERS) {
      const a = volume(c, t, t + 3, t + 6, ax, ay, az) >= 0;
      if (a === volume(c, t, t + 3, t + 6, bx, by, bz) >= 0) continue;
      const [u, v, w] = [
        between(c, t, t + 3, ax, ay, az, bx, by, bz),
        between(c, t + 3, t + 6, ax, ay, az, bx, by, bz),
        between(c, t + 6, t, ax, ay, az, bx, by, bz),
      ];
      if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) return true;
    }
    return false;
  }
}

/** Six times the volume of the tetrahedron over three corners of the list. */
function volume(c: Float64Array, i: number, j: number, k: number, x: number, y: number, z: number): number {
  return between(c, i, j, c[k], c[k + 1], c[k + 2], x, y, z);
}

/** Six times the volume over an edge of the list and a segment: its sign says on which side of the edge the segment passes. */
function between(
  c: Float64Array,
  i: number,
  j: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): number {
  const [ux, uy, uz] = [c[j] - c[i], c[j + 1] - c[i + 1], c[j + 2] - c[i + 2]];
  const [vx, vy, vz] = [ax - c[i], ay - c[i + 1], az - c[i + 2]];
  const [wx, wy, wz] = [bx - c[i], by - c[i + 1], bz - c[i + 2]];
  return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
}

export class Knife implements Dependent {
  readonly name: string;
  readonly changes: readonly Block[];
  readonly #world: World;
  readonly #cuttings: readonly { body: Body; cutting?: Cutting; none?: string }[];

  /** Prepares the present bodies of the world for cuts; `label` must be unique. */
  constructor(world: World, label = 'knife') {
    this.name = label;
    this.#world = world;
    this.#cuttings = world.bodies.map((body) => {
      const how = body.cutting ?? { none: `A body of ${body.model} cannot be cut.` };
      return typeof how === 'function' ? { body, cutting: how.call(body, world) } : { body, none: how.none };
    });
    this.changes = [...new Set(this.#cuttings.flatMap(({ cutting }) => cutting?.changes ?? []))];
    world.addDependent(this);
  }

  /** Cuts all bodies with a blade of triangles, x, y, z of three corners each, m. Returns the number of severed elements. */
  cut(numbers: ArrayLike<number>): ToolAnswer {
    if (this.#world.stepping) throw new Error('knife.cut: called from inside a step; call it between two');
    const blade = new Blade(numbers);
    let count = 0;
    const reasons = new Set<string>();
    for (const { body, cutting, none } of this.#cuttings) {
      const parted = cutting?.cut(this.#world, blade) ?? 0;
      count += parted;
      const reason = none ?? (parted === 0 ? cutting?.whyNot : undefined);
      if (reason && this.#meets(body, blade)) reasons.add(reason);
    }
    if (count === 0 && reasons.size === 0) reasons.add('The blade met nothing that it could cut.');
    return reasons.size > 0 ? { count, message: [...reasons].join(' ') } : { count };
  }

  /** Returns whether the blade crosses an edge of the body, or for matter the segment between two particles of successive indices. */
  #meets({ triangles, first, count, matter }: Body, blade: Blade): boolean {
    const { x, y, z } = this.#world.particles;
    const crosses = (a: number, b: number) => blade.crosses(x[a], y[a], z[a], x[b], y[b], z[b]);
    const { view } = triangles;
    for (let t = 0; t < view.length; t += 3) {
      if (crosses(view[t], view[t + 1]) || crosses(view[t + 1], view[t + 2])) return true;
    }
    for (let i = first + 1; matter && i < first + count; i++) if (crosses(i - 1, i)) return true;
    return false;
  }
}
