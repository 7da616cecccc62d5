/**
 * Lists of pairs: for every row the slots nearer to its own than LIST_REACH, each pair once. Rows are ordered by cells, so that
 * the neighbours of a row are in a few runs of rows, which are compared four at a time.
 */
import * as CellRun from '../../../layouts/generated/cell-run';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as SlotVector from '../../../layouts/generated/slot-vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { index, number, putIndex } from '../memory';
import { address, DOCK_ONLY, PUSH_ONLY, SITE_COUNT, WHOLE, word } from './record';

/** Largest number of neighbours listed for one slot, far beyond any physical density; cells later in the order are omitted. */
const MOST: i32 = 512;

/** Sixteen shuffles of four i32 that move those whose bit is set to the front. */
export const FIRST_ONES = memory.data<u8>([
  0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7,
  0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2,
  3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1,
  2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15, 0, 1, 2, 3, 0, 1, 2, 3,
  0, 1, 2, 3, 0, 1, 2, 3, 12, 13, 14, 15, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 0, 1, 2, 3, 0,
  1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 0, 1,
  2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1,
  2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
]);

/** Selection of slots to dock: the restless ones, or all. */
const SOME: i32 = 1;
const ALL: i32 = 2;
/** Bit of a row's label: its sites are docked again. */
const DOCKS_NOW: i32 = 1 << 31;

/**
 * Lists pairs. Pairs of whole solids are listed if they touch (PUSH_ONLY) and if one of both is to dock and may do so
 * (DOCK_ONLY). Stores the positions of all slots. Returns the required number of entries; the list is incomplete if that exceeds
 * its capacity.
 */
export function matterNeighbours(w: usize, c: usize, docking: i32): i32 {
  const n = word(w, Words.COUNT);
  const cells = address(w, Words.CELL_STARTS);
  const columns = word(w, Words.CELLS_X);
  const rows = word(w, Words.CELLS_Y);
  const decks = word(w, Words.CELLS_Z);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const room = word(w, Words.PAIR_CAPACITY) - 4; // entries are written four at a time
  const local = address(w, Words.LOCAL);
  const plane: usize = (<usize>word(w, Words.LOCAL_STRIDE)) << 2;
  const slots = address(w, Words.ROW_SLOTS);
  const labels = address(w, Words.ROW_LABELS);
  const runs = address(w, Words.SCRATCH);
  const spacing = number(c, Numbers.SPACING);
  // Wider by the error of f32, half a unit in the last place of every coordinate and difference: every kernel skips pairs that are
  // too far apart.
  const extent = <f64>max(columns, max(rows, decks)) * number(c, Numbers.LIST_REACH);
  const error = 2 * extent * <f64>f32.EPSILON;
  const wide = squared((number(c, Numbers.LIST_REACH) + error) / spacing);
  const dockReach = squared((number(c, Numbers.REACH) + error) / spacing);
  const touchReach = squared((number(c, Numbers.SOLID_REACH) + error) / spacing);
  const zero = i32x4.splat(0);
  const unmarked = i32x4.splat(~DOCKS_NOW);
  const pushOnly = i32x4.splat(PUSH_ONLY);
  const dockOnly = i32x4.splat(DOCK_ONLY);
  for (let k: i32 = 0; k < n; k++) {
    const i = index(slots, k);
    const docks = docking === ALL || (docking === SOME && index(address(w, Words.RESTLESS), i) !== 0);
    putIndex(labels, k, index(address(w, Words.LABELS), i) | (docks ? DOCKS_NOW : 0));
  }
  memory.copy(
    address(w, Words.LISTED_POSITION),
    address(w, Words.SLOT_POSITION),
    <usize>n * SlotVector.BYTES,
  );
  let total: i32 = 0;
  let key: i32 = 0;
  for (let cz: i32 = 0; cz < decks; cz++) {
    for (let cy: i32 = 0; cy < rows; cy++) {
      for (let cx: i32 = 0; cx < columns; cx++, key++) {
        const end = index(cells, key + 1);
        let i = index(cells, key);
        if (i === end) continue;
        const runsEnd = around(w, c, cx, cy, cz, runs);
        for (; i < end; i++) {
          const mine = local + ((<usize>i) << 2);
          putIndex(starts, i, total);
          const label = index(labels, i);
          const same = i32x4.splat(label & ~DOCKS_NOW);
          const own = i32x4.splat(label & DOCKS_NOW);
          const whole = i32x4.splat(label & WHOLE);
          const px = load<f32>(mine);
          const py = load<f32>(mine + plane);
          const pz = load<f32>(mine + (plane << 1));
          const most = total + MOST;
          for (let run = runs; run < runsEnd; run += CellRun.BYTES) {
            // The first run is that of the own cell and the next one: earlier rows are skipped.
            let j = run === runs ? i + 1 : load<i32>(run, CellRun.FIRST);
            const last = load<i32>(run, CellRun.END);
            const mx = f32x4.splat(px + load<f32>(run, CellRun.SHIFT));
            const my = f32x4.splat(py + load<f32>(run, CellRun.SHIFT + Vector32.Y));
            const mz = f32x4.splat(pz + load<f32>(run, CellRun.SHIFT + Vector32.Z));
            for (; j < last; j += 4) {
              const at = local + ((<usize>j) << 2);
              const dx = f32x4.sub(v128.load(at), mx);
              const dy = f32x4.sub(v128.load(at + plane), my);
              const dz = f32x4.sub(v128.load(at + (plane << 1)), mz);
              const r2 = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
              const near = f32x4.lt(r2, wide);
              if (!v128.any_true(near)) continue;
              const other = v128.load(labels + ((<usize>j) << 2));
              const solids = i32x4.ne(v128.and(whole, other), zero);
              const touches = f32x4.lt(r2, touchReach);
              const either = i32x4.shr_s(v128.or(own, other), 31);
              const alike = i32x4.eq(v128.and(other, unmarked), same);
              const docks = v128.and(v128.and(f32x4.lt(r2, dockReach), alike), either);
              const kept = v128.and(near, v128.or(v128.not(solids), v128.or(touches, docks)));
              let bits = i32x4.bitmask(kept);
              if (last - j < 4) bits &= (1 << (last - j)) - 1;
              const marks = v128.or(
                v128.and(solids, pushOnly),
                v128.and(v128.andnot(solids, touches), dockOnly),
              );
              const entries = v128.or(v128.load(slots + ((<usize>j) << 2)), marks);
              if (total <= room) {
                const shuffle = v128.load(FIRST_ONES + ((<usize>bits) << 4));
                v128.store(pairs + ((<usize>total) << 2), i8x16.swizzle(entries, shuffle));
              }
              total += popcnt(bits);
            }
            if (total >= most) break;
          }
        }
      }
    }
  }
  putIndex(starts, n, total);
  return total + 4;
}

// @inline
function squared(reach: f64): v128 {
  return f32x4.splat(<f32>(reach * reach));
}

/**
 * Writes the runs of rows in half of a cell's neighbourhood, its own first, without empty ones; returns their end. Cells
 * along x are contiguous; they form two runs only where the grid is periodic.
 */
function around(w: usize, c: usize, cx: i32, cy: i32, cz: i32, to: usize): usize {
  const cells = address(w, Words.CELL_STARTS);
  const columns = word(w, Words.CELLS_X);
  const rows = word(w, Words.CELLS_Y);
  const decks = word(w, Words.CELLS_Z);
  const cell = number(c, Numbers.LIST_REACH) / number(c, Numbers.SPACING);
  const own = to;
  const decksOn: i32 = decks > 1 ? 1 : 0;
  for (let dz: i32 = 0; dz <= decksOn; dz++) {
    const kz = cz + dz >= decks ? cz + dz - decks : cz + dz;
    for (let dy: i32 = dz === 0 ? 0 : -1; dy <= 1; dy++) {
      const oy = cy + dy;
      const ky = oy < 0 ? oy + rows : oy >= rows ? oy - rows : oy;
      const row: i32 = (kz * rows + ky) * columns;
      let from: i32 = dz === 0 && dy === 0 ? cx : cx - 1;
      while (from <= cx + 1) {
        let last: i32 = cx + 1;
        const kx = from < 0 ? from + columns : from >= columns ? from - columns : from;
        if (from < 0) last = -1;
        else if (from < columns && last >= columns) last = columns - 1;
        const first = index(cells, row + kx);
        const end = index(cells, row + kx + last - from + 1);
        if (first < end || to === own) {
          store<i32>(to, first, CellRun.FIRST);
          store<i32>(to, end, CellRun.END);
          store<f32>(to, shifted(from, columns, cell), CellRun.SHIFT);
          store<f32>(to, shifted(oy, rows, cell), CellRun.SHIFT + Vector32.Y);
          store<f32>(to, shifted(cz + dz, decks, cell), CellRun.SHIFT + Vector32.Z);
          to += CellRun.BYTES;
        }
        from = last + 1;
      }
    }
  }
  return to;
}

/** Returns the shift by the period of the grid, in units of D. */
// @inline
function shifted(k: i32, n: i32, cell: f64): f32 {
  if (k < 0) return <f32>(<f64>n * cell);
  if (k >= n) return <f32>-(<f64>n * cell);
  return 0;
}

/** Removes docked pairs and those listed for docking, which the lattice handles. Returns the number of entries left. */
export function matterSift(w: usize): i32 {
  const n = word(w, Words.COUNT);
  const starts = address(w, Words.PAIR_STARTS);
  const pairs = address(w, Words.PAIRS);
  const docks = address(w, Words.DOCKS);
  const slots = address(w, Words.ROW_SLOTS);
  let to: i32 = 0;
  let from: i32 = 0;
  for (let k: i32 = 0; k < n; k++) {
    const i = index(slots, k);
    const end = index(starts, k + 1);
    putIndex(starts, k, to);
    for (; from < end; from++) {
      const entry = index(pairs, from);
      if (entry & PUSH_ONLY) {
        if (entry & DOCK_ONLY) continue;
        const j = entry & ~PUSH_ONLY;
        if (sits(docks, i, j) || sits(docks, j, i)) continue;
      }
      putIndex(pairs, to, entry);
      to++;
    }
  }
  putIndex(starts, n, to);
  return to;
}

/** Returns whether slot j occupies a site of slot i. */
// @inline
export function sits(docks: usize, i: i32, j: i32): bool {
  const row = docks + <usize>i * (SITE_COUNT << 2);
  const wanted = i32x4.splat(j);
  let any = i32x4.eq(v128.load(row), wanted);
  any = v128.or(any, i32x4.eq(v128.load(row, 16), wanted));
  any = v128.or(any, i32x4.eq(v128.load(row, 32), wanted));
  any = v128.or(any, i32x4.eq(v128.load(row, 48), wanted));
  any = v128.or(any, i32x4.eq(v128.load(row, 56), wanted)); // the last two, and two of the former again
  return v128.any_true(any);
}
