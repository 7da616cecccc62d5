/**
 * Bending of an adaptive sheet, which the paper's sheet does not resist: without it only the grid limits how finely a sheet
 * wrinkles, and refinement would not end. At a mass with spacing s, along rows and along columns,
 *   κ = |d| / s²,  d = x₋ − 2x + x₊,   energy ½ B κ² A = ½ (B A / s⁴) |d|²,
 * B (N·m) the flexural rigidity, A (m²) the mass's share of the sheet: the same sheet at every level. The force is linear in
 * the positions, so right for sheets that stretch little. A virtual neighbour passes its force to its parents.
 */
import type { Block } from '../../core/arena.ts';
import type { World } from '../../core/world.ts';
import type { Net } from './net.ts';

export class Bends {
  readonly points: Block<'i32'>;
  readonly stiffness: Block<'f64'>;
  readonly damping: Block<'f64'>;
  /** First element of levels maxLevel, maxLevel − 1 … 0, and the number of all. */
  readonly start: Int32Array;
  readonly #world: World;
  #points = new Int32Array(0);
  #stiffness = new Float64Array(0);

  constructor(world: World, label: string, maxLevel: number) {
    const { arena } = world;
    this.#world = world;
    this.points = arena.scratch(`${label}.bends`, 'i32', 0);
    this.stiffness = arena.scratch(`${label}.bends.stiffness`, 'f64', 0);
    this.damping = arena.scratch(`${label}.bends.damping`, 'f64', 0);
    this.start = new Int32Array(maxLevel + 2);
  }

  from(net: Net, level: number): number {
    return this.start[net.maxLevel - level];
  }

  build(net: Net): void {
    const { values, grid, slot, pointColumns, maxLevel } = net;
    const { rigidity, retardation, rest, cellMass } = values;
    this.start.fill(0);
    if (rigidity === 0) return;
    if (this.#stiffness.length < 2 * net.count) {
      this.#points = new Int32Array(12 * net.count);
      this.#stiffness = new Float64Array(4 * net.count);
    }
    let n = 0;
    for (let i = 0; i < net.count; i++) {
      const level = net.level[i];
      const step = grid.side(level);
      const column = net.point[i] % pointColumns;
      const row = (net.point[i] - column) / pointColumns;
      const area = (net.mass[i] / cellMass) * rest[0] * rest[1];
      for (let axis = 0; axis < 2; axis++) {
        const [at, most] = axis === 0 ? [column, grid.columns] : [row, grid.rows];
        if (at < step || at + step > most) continue;
        const by = axis === 0 ? step : step * pointColumns;
        const spacing = rest[axis] / (1 << level);
        this.#points[3 * n] = slot[net.point[i] - by];
        this.#points[3 * n + 1] = i;
        this.#points[3 * n + 2] = slot[net.point[i] + by];
        const square = spacing * spacing;
        this.#stiffness[n++] = (rigidity * area) / (square * square);
      }
      this.start[maxLevel - level + 1] = n;
    }
    // Levels without masses begin where the finer ones end.
    for (let k = 1; k < this.start.length; k++) this.start[k] = Math.max(this.start[k], this.start[k - 1]);
    this.#write(n, retardation);
  }

  /** Sets stiffness and damping as Net.soften does, by the temperature of the mass in the middle. */
  soften(temperature: Float64Array, modulus: (kelvin: number) => number, retardation: number): void {
    const points = this.points.view;
    for (let i = 0; i < this.stiffness.length; i++) {
      const factor = modulus(temperature[points[3 * i + 1]]);
      this.stiffness.view[i] = factor * this.#stiffness[i];
      this.damping.view[i] = Math.sqrt(factor) * retardation * this.#stiffness[i];
    }
  }

  #write(n: number, retardation: number): void {
    this.#world.arena.resize(
      new Map<Block, number>([
        [this.points, 3 * n],
        [this.stiffness, n],
        [this.damping, n],
      ]),
    );
    this.points.view.set(this.#points.subarray(0, 3 * n));
    for (let i = 0; i < n; i++) {
      this.stiffness.view[i] = this.#stiffness[i];
      this.damping.view[i] = retardation * this.#stiffness[i];
    }
  }
}
