/**
 * Masses, springs and triangles of a sheet of cells, see cells.ts.
 *
 * A corner of a cell is a mass if it is a corner of every cell that touches it; else it is the middle of an edge of a
 * coarser cell, a *virtual* point: x = ½ (x_a + x_b), and a force on it goes to a and b half and half (Hutchinson et al.
 * 1996, §3.2). The level of a mass is that of the coarsest cell at it.
 *
 * A cell of size dx × dy brings half a spring along each of its edges (the cell beyond brings the other half) and its
 * diagonals. The energy of a lattice spring under a given strain grows with the square of its length, as the area of
 * its cell does: springs of the same stiffness k (N/m) at every level make the same sheet, and so do dampers of the
 * same c (N·s/m). Where an edge has finer cells on its other side, their two half-springs of half the length, which
 * meet at its middle, weigh ¼ k together: they are counted with the coarser edge.
 * Masses get a quarter of each cell's; virtual points pass theirs to their parents. All this conserves mass, and linear
 * fields of displacement have the energy of the continuous sheet on any cells (patch test).
 *
 * In the paper's own scaling all masses are equal and k doubles with every level.
 */
import type { Block } from '../../core/arena.ts';
import type { World } from '../../core/world.ts';
import { Bends } from './bends.ts';
import type { CellGrid } from './cells.ts';

/** Constants of a lattice; those of three springs are along rows, along columns and on the diagonals. */
export interface LatticeValues {
  /** Stiffness, N/m. */
  readonly stiffness: readonly [number, number, number];
  /** Damping, N·s/m. */
  readonly damping: readonly [number, number, number];
  /** Rest lengths at level 0, m. */
  readonly rest: readonly [number, number, number];
  /** Mass of a whole cell of level 0, kg. */
  readonly cellMass: number;
  /** Flexural rigidity, N·m, and its damping over its stiffness, s. */
  readonly rigidity: number;
  readonly retardation: number;
  /** Whether all masses are equal and stiffness doubles per level, as in the paper. */
  readonly paper: boolean;
}

const ROW = 0;
const COLUMN = 1;
const DIAGONAL = 2;

export class Net {
  readonly grid: CellGrid;
  readonly values: LatticeValues;
  readonly maxLevel: number;
  /** Four numbers a cell, finest first: column, row, side, level. */
  cells = new Int32Array(0);
  cellCount = 0;
  count = 0;
  virtualCount = 0;
  /** Deepest level of a cell. */
  depth = 0;
  /** The mass at each point of the flattened grid, `count` + the virtual point there, or −1. */
  slot = new Int32Array(0);
  /** Points of the flattened grid of masses, then of virtual points. */
  point = new Int32Array(0);
  /** Level of each mass, the finest first. */
  level = new Int32Array(0);
  /** Masses, kg. */
  mass = new Float64Array(0);
  /** Each mass over that of its part of the unrefined sheet, in the paper's scaling. */
  excess = new Float64Array(0);
  /** First mass, and first spring, of levels maxLevel, maxLevel − 1 … 0, and then the number of all. */
  readonly massStart: Int32Array;
  readonly springStart: Int32Array;
  /** Virtual points of each level and finer ones: those that come first. */
  readonly virtualUpTo: Int32Array;
  /** Masses of the triangles, three each. */
  triangles = new Int32Array(0);
  triangleCount = 0;
  readonly parents: Block<'i32'>;
  readonly ends: Block<'i32'>;
  readonly stiffness: Block<'f64'>;
  readonly rest: Block<'f64'>;
  readonly damping: Block<'f64'>;
  readonly bends: Bends;
  readonly #world: World;
  #virtual = new Int32Array(0);
  #springs = 0;
  #ends = new Int32Array(0);
  #numbers = new Float64Array(0);

  constructor(world: World, label: string, grid: CellGrid, values: LatticeValues, maxLevel: number) {
    const { arena } = world;
    this.#world = world;
    this.grid = grid;
    this.values = values;
    this.maxLevel = maxLevel;
    this.massStart = new Int32Array(maxLevel + 2);
    this.springStart = new Int32Array(maxLevel + 2);
    this.virtualUpTo = new Int32Array(maxLevel + 1);
    this.parents = arena.scratch(`${label}.parents`, 'i32', 0);
    this.ends = arena.scratch(`${label}.ends`, 'i32', 0);
    this.stiffness = arena.scratch(`${label}.stiffness`, 'f64', 0);
    this.rest = arena.scratch(`${label}.rest`, 'f64', 0);
    this.damping = arena.scratch(`${label}.damping`, 'f64', 0);
    this.bends = new Bends(world, label, maxLevel);
  }

  /** Number of points in a row of the flattened grid. */
  get pointColumns(): number {
    return this.grid.columns + 1;
  }

  /** Rebuilds everything from the cells. */
  build(): void {
    this.#listCells();
    this.#findPoints();
    this.#weigh();
    this.bends.build(this); // while masses follow areas
    if (this.values.paper) this.#makeEqual();
    this.#joinSprings();
    this.#fillTriangles();
  }

  /** Returns the first mass of a level; those before it are finer. */
  massesFrom(level: number): number {
    return this.massStart[this.maxLevel - level];
  }

  springsFrom(level: number): number {
    return this.springStart[this.maxLevel - level];
  }

  #listCells(): void {
    const { grid } = this;
    const most = 4 * grid.columns * grid.rows;
    // Cells are at most as many as the finest ones.
    if (this.cells.length < most) this.cells = new Int32Array(most);
    this.cellCount = grid.list(this.cells, this.maxLevel);
    this.depth = this.cells[3];
    const points = (grid.columns + 1) * (grid.rows + 1);
    if (this.slot.length !== points) this.slot = new Int32Array(points);
    const room = 4 * this.cellCount + 4;
    if (this.point.length < room) {
      this.point = new Int32Array(room);
      this.level = new Int32Array(room);
      this.mass = new Float64Array(room);
      this.excess = new Float64Array(room);
      this.#virtual = new Int32Array(3 * room);
      this.triangles = new Int32Array(6 * room);
      this.#ends = new Int32Array(4 * room);
      this.#numbers = new Float64Array(6 * room);
    }
  }

  /** Makes every corner a mass, sorted by level, or a virtual point. */
  #findPoints(): void {
    const { slot, cells, cellCount, pointColumns, maxLevel, massStart } = this;
    slot.fill(-1);
    massStart.fill(0);
    const seen = this.#ends; // grid point and level of each mass, in the order they are met
    let masses = 0;
    this.virtualCount = 0;
    this.virtualUpTo.fill(0);
    for (let k = 0; k < 4 * cellCount; k += 4) {
      for (let corner = 0; corner < 4; corner++) {
        const c = cells[k] + (corner & 1 ? cells[k + 2] : 0);
        const r = cells[k + 1] + (corner & 2 ? cells[k + 2] : 0);
        const at = r * pointColumns + c;
        if (slot[at] >= 0) continue;
        slot[at] = 0;
        const level = this.#classify(c, r, at);
        if (level < 0) continue;
        seen[2 * masses] = at;
        seen[2 * masses + 1] = level;
        massStart[maxLevel - level + 1]++;
        masses++;
      }
      this.virtualUpTo.fill(this.virtualCount, 0, cells[k + 3] + 1); // of this level, and of coarser ones so far
    }
    for (let k = 1; k < massStart.length; k++) massStart[k] += massStart[k - 1];
    const next = massStart.slice();
    for (let k = 0; k < masses; k++) {
      const at = seen[2 * k];
      const level = seen[2 * k + 1];
      const i = next[maxLevel - level]++;
      slot[at] = i;
      this.point[i] = at;
      this.level[i] = level;
    }
    this.count = masses;
    this.#placeVirtual();
  }

  /** Returns the level of the mass at a corner; −1 if it lies on an edge of a coarser cell and was added as a virtual point. */
  #classify(c: number, r: number, at: number): number {
    const { grid } = this;
    let level = this.maxLevel;
    for (let k = 0; k < 4; k++) {
      const around = grid.levelAt(c - (k & 1), r - (k >> 1));
      if (around < 0) continue;
      const side = grid.side(around);
      const between = c % side !== 0;
      if (between || r % side !== 0) {
        const step = between ? side >> 1 : (side >> 1) * this.pointColumns;
        const v = 3 * this.virtualCount++;
        this.#virtual[v] = at;
        this.#virtual[v + 1] = at - step;
        this.#virtual[v + 2] = at + step;
        return -1;
      }
      level = Math.min(level, around);
    }
    return level;
  }

  #placeVirtual(): void {
    const { slot, count, virtualCount } = this;
    this.#world.arena.resize(new Map([[this.parents, 2 * virtualCount]]));
    const parents = this.parents.view;
    for (let v = 0; v < virtualCount; v++) {
      const at = this.#virtual[3 * v];
      slot[at] = count + v;
      this.point[count + v] = at;
      parents[2 * v] = slot[this.#virtual[3 * v + 1]];
      parents[2 * v + 1] = slot[this.#virtual[3 * v + 2]];
    }
  }

  #weigh(): void {
    const { cells, cellCount, mass, count, slot, pointColumns, values } = this;
    const parents = this.parents.view;
    mass.fill(0, 0, count);
    for (let k = 0; k < 4 * cellCount; k += 4) {
      const share = values.cellMass / (1 << (2 * cells[k + 3])) / 4;
      const c = cells[k];
      const r = cells[k + 1];
      const side = cells[k + 2];
      for (let corner = 0; corner < 4; corner++) {
        const i = slot[(r + (corner & 2 ? side : 0)) * pointColumns + c + (corner & 1 ? side : 0)];
        if (i < count) {
          mass[i] += share;
        } else {
          mass[parents[2 * (i - count)]] += 0.5 * share;
          mass[parents[2 * (i - count) + 1]] += 0.5 * share;
        }
      }
    }
  }

  /** Makes all masses equal, also at the rim, as those of the paper's unrefined sheet are. */
  #makeEqual(): void {
    const { grid, mass, excess, count, point, pointColumns, values } = this;
    for (let i = 0; i < count; i++) {
      const c = point[i] % pointColumns;
      const r = (point[i] - c) / pointColumns;
      const inside = (c % grid.columns === 0 ? 0.5 : 1) * (r % grid.rows === 0 ? 0.5 : 1);
      excess[i] = (inside * values.cellMass) / mass[i];
      mass[i] = values.cellMass;
    }
  }

  #joinSprings(): void {
    const { grid, cells, cellCount, maxLevel, springStart } = this;
    this.#springs = 0;
    springStart.fill(0);
    let level = maxLevel;
    for (let k = 0; k < cellCount; k++) {
      const c = cells[4 * k];
      const r = cells[4 * k + 1];
      const side = cells[4 * k + 2];
      while (level > cells[4 * k + 3]) this.#closeLevel(level--);
      this.#edge(c, r, c + side, r, ROW, level, grid.levelAt(c, r - 1), false);
      this.#edge(c, r, c, r + side, COLUMN, level, grid.levelAt(c - 1, r), false);
      this.#edge(c, r + side, c + side, r + side, ROW, level, grid.levelAt(c, r + side), true);
      this.#edge(c + side, r, c + side, r + side, COLUMN, level, grid.levelAt(c + side, r), true);
      this.#join(c, r, c + side, r + side, DIAGONAL, level, this.#scale(level));
      this.#join(c + side, r, c, r + side, DIAGONAL, level, this.#scale(level));
    }
    while (level >= 0) this.#closeLevel(level--);
    this.#writeSprings();
  }

  /** Adds the spring of an edge: once for two cells of the same level, otherwise with the coarser one. */
  #edge(
    c0: number,
    r0: number,
    c1: number,
    r1: number,
    kind: number,
    level: number,
    beyond: number,
    after: boolean,
  ): void {
    if (beyond < 0) this.#join(c0, r0, c1, r1, kind, level, 0.5 * this.#scale(level));
    else if (beyond === level && after) this.#join(c0, r0, c1, r1, kind, level, this.#scale(level));
    else if (beyond > level) {
      this.#join(c0, r0, c1, r1, kind, level, 0.5 * this.#scale(level) + 0.25 * this.#scale(level + 1));
    }
  }

  #scale(level: number): number {
    return this.values.paper ? 1 << level : 1;
  }

  #join(c0: number, r0: number, c1: number, r1: number, kind: number, level: number, share: number): void {
    const { values, slot, pointColumns } = this;
    const k = share * values.stiffness[kind];
    const c = share * values.damping[kind];
    if (k === 0 && c === 0) return;
    const at = this.#springs++;
    this.#ends[2 * at] = slot[r0 * pointColumns + c0];
    this.#ends[2 * at + 1] = slot[r1 * pointColumns + c1];
    this.#numbers[3 * at] = k;
    this.#numbers[3 * at + 1] = values.rest[kind] / (1 << level);
    this.#numbers[3 * at + 2] = c;
  }

  /** Completes the springs of a level to an even number by one from a mass to itself, as the kernel needs. */
  #closeLevel(level: number): void {
    if (this.#springs & 1) {
      this.#ends.fill(0, 2 * this.#springs, 2 * this.#springs + 2);
      this.#numbers.set([0, 1, 0], 3 * this.#springs);
      this.#springs++;
    }
    this.springStart[this.maxLevel - level + 1] = this.#springs;
  }

  #writeSprings(): void {
    const n = this.#springs;
    this.#world.arena.resize(
      new Map<Block, number>([
        [this.ends, 2 * n],
        [this.stiffness, n],
        [this.rest, n],
        [this.damping, n],
      ]),
    );
    this.ends.view.set(this.#ends.subarray(0, 2 * n));
    const numbers = this.#numbers;
    for (let i = 0; i < n; i++) {
      this.stiffness.view[i] = numbers[3 * i];
      this.rest.view[i] = numbers[3 * i + 1];
      this.damping.view[i] = numbers[3 * i + 2];
    }
  }

  /** Sets k = k₀ f and c = c₀ √f, f the `modulus` at the mean temperature of the ends; `temperature`: that of masses, K. */
  soften(temperature: Float64Array, modulus: (kelvin: number) => number): void {
    const { count } = this;
    const [ends, parents] = [this.ends.view, this.parents.view];
    const of = (i: number) =>
      i < count
        ? temperature[i]
        : 0.5 * (temperature[parents[2 * (i - count)]] + temperature[parents[2 * (i - count) + 1]]);
    for (let i = 0; i < this.#springs; i++) {
      const factor = modulus(0.5 * (of(ends[2 * i]) + of(ends[2 * i + 1])));
      this.stiffness.view[i] = factor * this.#numbers[3 * i];
      this.damping.view[i] = Math.sqrt(factor) * this.#numbers[3 * i + 2];
    }
    this.bends.soften(temperature, modulus, this.values.retardation);
  }

  /** Makes two triangles a cell; those beside a coarser cell skip its virtual points, so that no gap can open there. */
  #fillTriangles(): void {
    const { cells, cellCount, slot, pointColumns: n } = this;
    this.triangleCount = 0;
    for (let k = 0; k < 4 * cellCount; k += 4) {
      const c = cells[k];
      const r = cells[k + 1];
      const side = cells[k + 2];
      const a = slot[r * n + c];
      const b = slot[r * n + c + side];
      const d = slot[(r + side) * n + c];
      const e = slot[(r + side) * n + c + side];
      const count = this.count;
      if (a < count && b < count && d < count && e < count) {
        // Diagonals alternate, so that no direction is preferred.
        const even = ((c + r) / side) % 2 === 0;
        this.#triangle(a, d, even ? e : b);
        this.#triangle(even ? a : b, even ? e : d, even ? b : e);
      } else {
        this.#fan(c, r, side, [a, d, e, b]);
      }
    }
  }

  /** Writes the corners of the cells, two particles each; see `Body.cells`. */
  writeCorners(out: Int32Array, first: number): void {
    const { cells, cellCount, slot, pointColumns: n, count } = this;
    const parents = this.parents.view;
    for (let k = 0, at = 0; k < 4 * cellCount; k += 4) {
      const c = cells[k];
      const r = cells[k + 1];
      const side = cells[k + 2];
      for (let corner = 0; corner < 4; corner++, at += 2) {
        const row = corner === 1 || corner === 2 ? r + side : r;
        const i = slot[row * n + (corner >= 2 ? c + side : c)];
        out[at] = first + (i < count ? i : parents[2 * (i - count)]);
        out[at + 1] = first + (i < count ? i : parents[2 * (i - count) + 1]);
      }
    }
  }

  /**
   * Makes the triangles of a cell with virtual corners, which are given anticlockwise. The middle m and the corner p of the
   * cell that it is a quarter of are masses; a virtual corner lies between p and another corner q, and the triangle m, p, q
   * belongs to the cell at the first of the two.
   */
  #fan(c: number, r: number, side: number, corners: readonly number[]): void {
    const right = Math.floor(c / side) % 2 === 0; // m is on this cell's right, below
    const below = Math.floor(r / side) % 2 === 0;
    const middle = right ? (below ? 2 : 3) : below ? 1 : 0;
    const [m, after, p, before] = [0, 1, 2, 3].map((k) => corners[(middle + k) % 4]);
    const q = (corner: number): number => {
      const parents = this.parents.view.subarray(2 * (corner - this.count), 2 * (corner - this.count) + 2);
      return parents[0] === p ? parents[1] : -1;
    };
    if (after < this.count) this.#triangle(m, after, p);
    else if (q(after) >= 0) this.#triangle(m, q(after), p);
    if (before < this.count) this.#triangle(m, p, before);
    else if (q(before) >= 0) this.#triangle(m, p, q(before));
  }

  #triangle(a: number, b: number, c: number): void {
    const at = 3 * this.triangleCount++;
    this.triangles[at] = a;
    this.triangles[at + 1] = b;
    this.triangles[at + 2] = c;
  }
}
