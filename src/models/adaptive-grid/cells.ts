/**
 * The flattened sheet (Hutchinson et al. 1996, §4.1) as a quadtree of cells: the level of the cell over every cell of the
 * finest grid that is stored, that of level `room`. A cell of level ℓ is 2^(room − ℓ) finest cells wide; splitting it makes
 * four of level ℓ + 1. Cells that touch, also at a corner only, differ by at most one level, so that a point on the edge of
 * a coarser cell is always the middle of that edge, and both ends of it are masses.
 *
 * Columns and rows count finest cells; row 0 is the top.
 */
import type { Block } from '../../core/arena.ts';

/** Finest stored level of a new sheet; the grid grows for deeper ones. */
export const FIRST_ROOM = 2;

/** First column and first row of a cell, and its level. */
export type CellPlace = readonly [column: number, row: number, level: number];

export class CellGrid {
  /** Cells a side at level 0. */
  readonly baseColumns: number;
  readonly baseRows: number;
  /** Finest stored level. */
  room = 0;
  /** Level over each finest cell, row by row. */
  readonly levels: Block<'i32'>;
  /** Time at which the cell whose first finest cell is here was made, s. */
  readonly born: Block<'f64'>;
  /** Time since which the group of four cells that begins here has been calm, s; see unsplit.ts. */
  readonly calm: Block<'f64'>;

  constructor(columns: number, rows: number, levels: Block<'i32'>, born: Block<'f64'>, calm: Block<'f64'>) {
    this.baseColumns = columns;
    this.baseRows = rows;
    this.levels = levels;
    this.born = born;
    this.calm = calm;
  }

  get columns(): number {
    return this.baseColumns << this.room;
  }

  get rows(): number {
    return this.baseRows << this.room;
  }

  /** Sets `room` by the number of stored cells, after a snapshot was restored. */
  restored(): void {
    this.room = 0;
    while (this.columns * this.rows < this.levels.length) this.room++;
  }

  /** Returns the number of finest cells along a cell of this level. */
  side(level: number): number {
    return 1 << (this.room - level);
  }

  /** Returns the level of the cell over a finest cell; −1 outside the sheet. */
  levelAt(column: number, row: number): number {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    return this.levels.view[row * this.columns + column];
  }

  /** Splits the cell over a finest cell, after those around it that would be two levels coarser. */
  split(column: number, row: number, time: number): void {
    const level = this.levelAt(column, row);
    const side = this.side(level);
    const c = column - (column % side);
    const r = row - (row % side);
    for (let dr = -1; dr <= 1; dr++) {
      for (let dc = -1; dc <= 1; dc++) {
        const nc = c + (dc > 0 ? side : dc);
        const nr = r + (dr > 0 ? side : dr);
        const other = this.levelAt(nc, nr);
        if (other >= 0 && other < level) this.split(nc, nr, time);
      }
    }
    this.#fill(c, r, side, level + 1);
    this.calm.view[r * this.columns + c] = time;
    const half = side >> 1;
    for (const [dc, dr] of QUARTERS) {
      this.born.view[(r + dr * half) * this.columns + c + dc * half] = time;
    }
  }

  /** Returns whether four undivided cells of level `level` + 1 begin here and may be merged. */
  mergeable(c: number, r: number, level: number): boolean {
    const side = this.side(level);
    const half = side >> 1;
    for (const [dc, dr] of QUARTERS) {
      if (this.levelAt(c + dc * half, r + dr * half) !== level + 1) return false;
    }
    // No cell around them may be finer than the four.
    for (let k = -1; k <= side; k++) {
      for (const [nc, nr] of [
        [c + k, r - 1],
        [c + k, r + side],
        [c - 1, r + k],
        [c + side, r + k],
      ]) {
        if (this.levelAt(nc, nr) > level + 1) return false;
      }
    }
    return true;
  }

  merge(c: number, r: number, level: number, time: number): void {
    this.#fill(c, r, this.side(level), level);
    this.born.view[r * this.columns + c] = time;
    this.calm.view[r * this.columns + c] = time;
  }

  #fill(c: number, r: number, side: number, level: number): void {
    const levels = this.levels.view;
    for (let row = r; row < r + side; row++) {
      levels.fill(level, row * this.columns + c, row * this.columns + c + side);
    }
  }

  /** Lists the cells, finest level first: column, row, side and level of each. Returns their number. */
  list(out: Int32Array, maxLevel: number): number {
    const counts = new Int32Array(maxLevel + 2);
    this.#each((_c, _r, level) => {
      counts[level]++;
    });
    // Start of each level; deeper levels come first.
    for (let level = maxLevel; level >= 0; level--) counts[level] += counts[level + 1];
    const next = counts.subarray(1).slice();
    this.#each((c, r, level) => {
      const at = 4 * next[level]++;
      out[at] = c;
      out[at + 1] = r;
      out[at + 2] = 1 << (this.room - level);
      out[at + 3] = level;
    });
    return counts[0];
  }

  /** Visits the cells row by row of the grid of level 0, and within a cell in the order of its quarters. */
  #each(visit: (c: number, r: number, level: number) => void): void {
    const { columns } = this;
    const levels = this.levels.view;
    const whole = 1 << this.room;
    const walk = (c: number, r: number, side: number, level: number): void => {
      if (levels[r * columns + c] === level) {
        visit(c, r, level);
        return;
      }
      const half = side >> 1;
      walk(c, r, half, level + 1);
      walk(c + half, r, half, level + 1);
      walk(c, r + half, half, level + 1);
      walk(c + half, r + half, half, level + 1);
    };
    for (let r = 0; r < this.rows; r += whole) {
      for (let c = 0; c < this.columns; c += whole) walk(c, r, whole, 0);
    }
  }

  /** Stores the same cells on a grid of one level more. */
  grow(resize: (length: number) => void): void {
    const [levels, born, calm] = [this.levels, this.born, this.calm].map(({ view }) => view.slice());
    const before = this.columns;
    this.room++;
    resize(this.columns * this.rows);
    for (let r = 0; r < this.rows; r++) {
      for (let c = 0; c < this.columns; c++) {
        const from = (r >> 1) * before + (c >> 1);
        this.levels.view[r * this.columns + c] = levels[from];
        this.born.view[r * this.columns + c] = born[from];
        this.calm.view[r * this.columns + c] = calm[from];
      }
    }
  }
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
