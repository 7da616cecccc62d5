/**
 * The flattened sheet (Hutchinson et al. 1996, §4.1) as a tree of square cells: for every cell of the finest grid that
 * there is room for, the level of the cell that covers it. A cell of level ℓ is 2^(room − ℓ) finest cells wide; splitting
 * it makes four of level ℓ + 1. Cells that touch, also at a corner only, differ by at most one level, so that a point on
 * the edge of a coarser cell is always the middle of that edge, and both ends of it are masses.
 *
 * Columns and rows count finest cells; row 0 is the top.
 */
import type { Block } from '../../core/arena.ts';

/** Levels that a new sheet has room for; it is made anew for more. */
export const FIRST_ROOM = 2;

export class CellGrid {
  /** Cells a side at level 0. */
  readonly baseColumns: number;
  readonly baseRows: number;
  room = 0;
  /** Level over each finest cell, row by row. */
  readonly levels: Block<'i32'>;
  /** s: when the cell came to be that begins here. */
  readonly born: Block<'f64'>;
  /** s: since when the group of four cells that begins here has been calm, see unsplit.ts. */
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

  /** Finest cells along a cell of this level. */
  side(level: number): number {
    return 1 << (this.room - level);
  }

  /** Level of the cell over a finest cell; −1 outside the sheet. */
  levelAt(column: number, row: number): number {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return -1;
    return this.levels.view[row * this.columns + column];
  }

  /** Splits the cell over a finest cell, and before it those around it that would be two levels coarser. */
  split(column: number, row: number, time: number): void {
    const level = this.levelAt(column, row);
    const side = this.side(level);
    const c = column - (column % side);
    const r = row - (row % side);
    for (let dr = -1; dr <= 1; dr++) {
      for (let dc = -1; dc <= 1; dc++) {
        const nc = c + neighbour(dc, side);
        const nr = r + neighbour(dr, side);
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

  /** Whether the four cells of level `level` + 1 that begin here are whole and may become one again. */
  mergeable(c: number, r: number, level: number): boolean {
    const side = this.side(level);
    const half = side >> 1;
    for (const [dc, dr] of QUARTERS) {
      if (this.levelAt(c + dc * half, r + dr * half) !== level + 1) return false;
    }
    // Around it nothing may be finer than the four.
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

  /** Lists the cells, finest level first: column, row, side, level of each. Returns how many they are. */
  list(out: Int32Array, maxLevel: number): number {
    const counts = new Int32Array(maxLevel + 2);
    this.#each((_c, _r, level) => {
      counts[level]++;
    });
    // Where each level begins; deeper levels come first.
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

  /** Visits the cells row by row of the level-0 grid, and within a cell of it in the order of its quarters. */
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

  /** The same cells on a grid with room for one level more. */
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

/** The first finest cell outside a cell of `side` on either side of it, or one inside. */
function neighbour(direction: number, side: number): number {
  if (direction < 0) return -1;
  return direction > 0 ? side : 0;
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
