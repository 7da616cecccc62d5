/**
 * Uniform grid of lattice matter: particles sorted into cells by counting, for lists of the pairs nearer than LIST_REACH. The
 * grid is periodic: a distant particle needs no cells, and pairs that are close only by the period are rejected by their true
 * distance.
 *
 * Coordinates for the search are f32 in units of the spacing D, from the corner of the grid: accurate to 1e-4 D in a grid of
 * a thousand cells per side, where lists have a margin of 0.1 D.
 */
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import { index, number, putIndex } from '../memory';
import { PERIOD } from './places';
import { address, word } from './record';

/**
 * Writes the first row of each cell, local coordinates by rows, and the sides of the grid. A row is a slot. With `again`, slots
 * are unchanged and ROW_SLOTS maps rows to them; otherwise ORDER (slot → particle) is written such that both agree.
 */
export function matterSort(w: usize, c: usize, again: i32): void {
  const n = word(w, Words.COUNT);
  // Positions are read from the planes of the world, or from slots.
  const side: usize = again !== 0 ? 8 : (<usize>word(w, Words.STRIDE)) << 3;
  const x =
    again !== 0
      ? address(w, Words.SLOT_POSITION)
      : address(w, Words.POSITION) + ((<usize>word(w, Words.FIRST)) << 3);
  const shift: usize = again !== 0 ? 5 : 3;
  const flat = word(w, Words.FLAT) !== 0;
  const inverse: f64 = 1 / number(c, Numbers.CELL_SIZE);
  let lowX: f64 = Infinity;
  let lowY: f64 = Infinity;
  let lowZ: f64 = Infinity;
  let highX: f64 = -Infinity;
  let highY: f64 = -Infinity;
  let highZ: f64 = -Infinity;
  for (let i: i32 = 0; i < n; i++) {
    const at = x + ((<usize>i) << shift);
    const px = load<f64>(at);
    const py = load<f64>(at + side);
    const pz = load<f64>(at + (side << 1));
    lowX = min(lowX, px);
    lowY = min(lowY, py);
    lowZ = min(lowZ, pz);
    highX = max(highX, px);
    highY = max(highY, py);
    highZ = max(highZ, pz);
  }
  lowX = floor(lowX * inverse) - 1;
  lowY = floor(lowY * inverse) - 1;
  lowZ = flat ? floor(lowZ * inverse) : floor(lowZ * inverse) - 1;
  let columns = sides(lowX, highX * inverse);
  let rows = sides(lowY, highY * inverse);
  let decks: f64 = flat ? 1 : sides(lowZ, highZ * inverse);
  const room = <f64>word(w, Words.CELL_CAPACITY);
  while (columns * rows * decks > room) {
    if (columns >= rows && columns >= decks) columns = ceil(columns * 0.5);
    else if (rows >= decks) rows = ceil(rows * 0.5);
    else decks = ceil(decks * 0.5);
  }
  // Fixed-point positions (places.ts) repeat: up to this extent no two particles come near by the period while lists are valid.
  const most = (PERIOD * number(c, Numbers.SPACING) - 2 * number(c, Numbers.LIST_REACH)) * inverse;
  const isFar =
    highX * inverse - lowX > most || highY * inverse - lowY > most || highZ * inverse - lowZ > most;
  store<i32>(w + ((<usize>Words.FAR) << 2), isFar ? 1 : 0);
  store<i32>(w + ((<usize>Words.CELLS_X) << 2), <i32>columns);
  store<i32>(w + ((<usize>Words.CELLS_Y) << 2), <i32>rows);
  store<i32>(w + ((<usize>Words.CELLS_Z) << 2), <i32>decks);

  const cells = address(w, Words.CELL_STARTS);
  const total: i32 = <i32>(columns * rows * decks);
  memory.fill(cells, 0, (<usize>(total + 2)) << 2);
  const order = address(w, Words.ORDER);
  const slots = address(w, Words.ROW_SLOTS);
  // LABELS stores the cell of each particle until rows are known.
  const keys = address(w, Words.ROW_LABELS);
  for (let i: i32 = 0; i < n; i++) {
    const at = x + ((<usize>i) << shift);
    const cx = wrapped(floor(load<f64>(at) * inverse) - lowX, columns);
    const cy = wrapped(floor(load<f64>(at + side) * inverse) - lowY, rows);
    const cz = flat ? 0 : wrapped(floor(load<f64>(at + (side << 1)) * inverse) - lowZ, decks);
    const key: i32 = <i32>((cz * rows + cy) * columns + cx);
    putIndex(keys, i, key);
    const count = cells + ((<usize>(key + 2)) << 2);
    store<i32>(count, load<i32>(count) + 1);
  }
  for (let k: i32 = 2; k <= total; k++) {
    const at = cells + ((<usize>k) << 2);
    store<i32>(at, load<i32>(at) + load<i32>(at - 4));
  }
  const local = address(w, Words.LOCAL);
  const localPlane: usize = (<usize>word(w, Words.LOCAL_STRIDE)) << 2;
  const scale: f64 = 1 / number(c, Numbers.SPACING);
  const cell = number(c, Numbers.CELL_SIZE);
  for (let i: i32 = 0; i < n; i++) {
    const next = cells + ((<usize>(index(keys, i) + 1)) << 2);
    const place = load<i32>(next);
    store<i32>(next, place + 1);
    if (again === 0) putIndex(order, place, i);
    putIndex(slots, place, again !== 0 ? i : place);
    const at = x + ((<usize>i) << shift);
    const to = local + ((<usize>place) << 2);
    store<f32>(to, <f32>(within(load<f64>(at), lowX, columns, cell, inverse) * scale));
    store<f32>(to + localPlane, <f32>(within(load<f64>(at + side), lowY, rows, cell, inverse) * scale));
    const deep = flat ? 0 : within(load<f64>(at + (side << 1)), lowZ, decks, cell, inverse);
    store<f32>(to + (localPlane << 1), <f32>(deep * scale));
  }
}

/** Returns the number of cells along a side: a border of one cell at both ends separates neighbours from their periodic images. */
function sides(low: f64, high: f64): f64 {
  return min(max(floor(high) - low + 2, 3), 1048576);
}

/** Returns the cell of a coordinate, 0 … n − 1; 0 for NaN, which the check of the step reports. */
// @inline
function wrapped(k: f64, n: f64): f64 {
  k -= n * floor(k / n);
  return k >= 0 && k < n ? k : 0;
}

/** Returns the distance from the corner of the grid, m. */
// @inline
function within(x: f64, low: f64, n: f64, cell: f64, inverse: f64): f64 {
  const k = floor(x * inverse) - low;
  const y = x - low * cell - n * cell * floor(k / n);
  return y >= 0 && y <= n * cell ? y : 0;
}
