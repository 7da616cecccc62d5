/**
 * Validity of the lists of pairs. Since the lists were made, a slot has moved by u = a + G (x − c) + e: a and G are the best affine
 * motion of all slots, of which only the symmetric part of G changes distances, and e is the remainder. An unlisted pair was
 * farther apart than LIST_REACH and must not come nearer than it interacts: two solids nearer than D, where they push each
 * other stiffly; a fluid may meet a few drops slightly late.
 *
 * A first test compares e of all slots with the margin. If some slots exceed it, only differences between neighbours matter: a
 * flapping ear moves with its own neighbours. So every cell of the grid has the bounding box of its e, and the boxes of cells that
 * are adjacent, or next to adjacent, are compared.
 */
import * as AffineFit from '../../../layouts/generated/affine-fit';
import * as BoundingBox from '../../../layouts/generated/bounding-box';
import * as DeviationBox from '../../../layouts/generated/deviation-box';
import * as Matrix from '../../../layouts/generated/matrix';
import * as Numbers from '../../../layouts/generated/matter-numbers';
import * as Words from '../../../layouts/generated/matter-words';
import * as Symmetric from '../../../layouts/generated/symmetric';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { add, addVector, index, number, VECTOR } from '../memory';
import { address, SOLID, slot, word } from './record';

/** Largest e of solids, and fourth root of the mean fourth power of e of fluids, in units of D: two particles approach by up to twice as much. */
const STRAY: f64 = 0.25;
const STRAY_ALONE: f64 = 0.8;
/** Stride of the slots from which G is computed. */
const STRIDE_OF_FIT: i32 = 4;

/** Returns the used share of the margin: from 1 on, lists have to be made again. */
export function matterStrayed(w: usize, c: usize): f64 {
  const n = word(w, Words.COUNT);
  const spacing = number(c, Numbers.SPACING);
  const nearer = fitMotion(w, c);
  writeDeviations(w);
  const labels = address(w, Words.LABELS);
  const drifts = address(w, Words.DRIFT);
  let most: f32 = 0;
  let mostSolid: f32 = 0;
  let sum: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const square = load<f32>(drifts + <usize>i * Vector32.BYTES, Vector32.W);
    most = max(most, square);
    if ((index(labels, i) & SOLID) !== 0) mostSolid = max(mostSolid, square);
    sum += <f64>square * <f64>square;
  }
  const often = sqrt(sqrt(sum / <f64>n));
  const together = max(often, sqrt(<f64>mostSolid)) + 0.5 * nearer;
  const strayed = max(together / (STRAY * spacing), sqrt(<f64>most) / (STRAY_ALONE * spacing));
  return strayed < 1 ? strayed : strayedLocally(w, c, nearer, sqrt(<f64>most), often);
}

/** Writes a and G of all slots to SCRATCH; returns the largest approach of neighbours due to G, m. */
function fitMotion(w: usize, c: usize): f64 {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const built = address(w, Words.LISTED_POSITION);
  const sums = address(w, Words.SCRATCH);
  memory.fill(sums, 0, AffineFit.GRADIENT);
  // Sums about the first slot: Σ p (3), Σ u (3), Σ p pᵀ (xx xy xz yy yz zz), Σ u pᵀ (9, by rows).
  const ox = load<f64>(built);
  const oy = load<f64>(built, Y);
  const oz = load<f64>(built, Z);
  for (let i: i32 = 0; i < n; i += STRIDE_OF_FIT) {
    const xi = slot(x, i);
    const bi = slot(built, i);
    const bx = load<f64>(bi);
    const by = load<f64>(bi, Y);
    const bz = load<f64>(bi, Z);
    const ux = load<f64>(xi) - bx;
    const uy = load<f64>(xi, Y) - by;
    const uz = load<f64>(xi, Z) - bz;
    const px = bx - ox;
    const py = by - oy;
    const pz = bz - oz;
    addVector(sums + AffineFit.POSITION, px, py, pz);
    addVector(sums + AffineFit.DISPLACEMENT, ux, uy, uz);
    const moment = sums + AffineFit.POSITION_MOMENT;
    add(moment + Symmetric.XX, px * px);
    add(moment + Symmetric.XY, px * py);
    add(moment + Symmetric.XZ, px * pz);
    add(moment + Symmetric.YY, py * py);
    add(moment + Symmetric.YZ, py * pz);
    add(moment + Symmetric.ZZ, pz * pz);
    const rows = sums + AffineFit.DISPLACEMENT_MOMENT;
    addVector(rows, ux * px, ux * py, ux * pz);
    addVector(rows + Matrix.YX, uy * px, uy * py, uy * pz);
    addVector(rows + Matrix.ZX, uz * px, uz * py, uz * pz);
  }
  const share = 1 / <f64>((n + STRIDE_OF_FIT - 1) / STRIDE_OF_FIT);
  for (let k: usize = 0; k < <usize>AffineFit.GRADIENT; k += 8)
    store<f64>(sums + k, share * load<f64>(sums + k));
  const cx = load<f64>(sums, AffineFit.POSITION);
  const cy = load<f64>(sums, AffineFit.POSITION + Y);
  const cz = load<f64>(sums, AffineFit.POSITION + Z);
  const spacing = number(c, Numbers.SPACING);
  // A small addition gives matter in a plane or on a line a G too, without a part across.
  const little = 1e-3 * spacing * spacing;
  const xx = load<f64>(sums, AffineFit.POSITION_MOMENT) - cx * cx + little;
  const xy = load<f64>(sums, AffineFit.POSITION_MOMENT + Symmetric.XY) - cx * cy;
  const xz = load<f64>(sums, AffineFit.POSITION_MOMENT + Symmetric.XZ) - cx * cz;
  const yy = load<f64>(sums, AffineFit.POSITION_MOMENT + Symmetric.YY) - cy * cy + little;
  const yz = load<f64>(sums, AffineFit.POSITION_MOMENT + Symmetric.YZ) - cy * cz;
  const zz = load<f64>(sums, AffineFit.POSITION_MOMENT + Symmetric.ZZ) - cz * cz + little;
  const c0 = yy * zz - yz * yz;
  const c1 = yz * xz - xy * zz;
  const c2 = xy * yz - yy * xz;
  const inverse = 1 / (xx * c0 + xy * c1 + xz * c2);
  const c4 = xx * zz - xz * xz;
  const c5 = xy * xz - xx * yz;
  const c8 = xx * yy - xy * xy;
  const g = sums + AffineFit.GRADIENT;
  for (let row: usize = 0; row < 3; row++) {
    const mean = load<f64>(sums + (row << 3), AffineFit.DISPLACEMENT);
    const from = sums + row * VECTOR;
    const px = (load<f64>(from, AffineFit.DISPLACEMENT_MOMENT) - mean * cx) * inverse;
    const py = (load<f64>(from, AffineFit.DISPLACEMENT_MOMENT + Y) - mean * cy) * inverse;
    const pz = (load<f64>(from, AffineFit.DISPLACEMENT_MOMENT + Z) - mean * cz) * inverse;
    const to = g + row * VECTOR;
    store<f64>(to, px * c0 + py * c1 + pz * c2);
    store<f64>(to, px * c1 + py * c4 + pz * c5, Y);
    store<f64>(to, px * c2 + py * c5 + pz * c8, Z);
  }
  const g0 = load<f64>(g, Matrix.XX);
  const g4 = load<f64>(g, Matrix.YY);
  const g8 = load<f64>(g, Matrix.ZZ);
  const xShear = load<f64>(g, Matrix.XY) + load<f64>(g, Matrix.YX);
  const yShear = load<f64>(g, Matrix.XZ) + load<f64>(g, Matrix.ZX);
  const zShear = load<f64>(g, Matrix.YZ) + load<f64>(g, Matrix.ZY);
  const shear = xShear * xShear + yShear * yShear + zShear * zShear;
  return sqrt(g0 * g0 + g4 * g4 + g8 * g8 + 0.5 * shear) * number(c, Numbers.REACH);
}

/** Writes e of all slots to DRIFT (f32, m), with its square. */
function writeDeviations(w: usize): void {
  const n = word(w, Words.COUNT);
  const x = address(w, Words.SLOT_POSITION);
  const built = address(w, Words.LISTED_POSITION);
  const drifts = address(w, Words.DRIFT);
  const sums = address(w, Words.SCRATCH);
  const ox = load<f64>(built) + load<f64>(sums, AffineFit.POSITION);
  const oy = load<f64>(built, Y) + load<f64>(sums, AffineFit.POSITION + Y);
  const oz = load<f64>(built, Z) + load<f64>(sums, AffineFit.POSITION + Z);
  const ax = load<f64>(sums, AffineFit.DISPLACEMENT);
  const ay = load<f64>(sums, AffineFit.DISPLACEMENT + Y);
  const az = load<f64>(sums, AffineFit.DISPLACEMENT + Z);
  const g = sums + AffineFit.GRADIENT;
  const g0 = load<f64>(g, Matrix.XX);
  const g1 = load<f64>(g, Matrix.XY);
  const g2 = load<f64>(g, Matrix.XZ);
  const g3 = load<f64>(g, Matrix.YX);
  const g4 = load<f64>(g, Matrix.YY);
  const g5 = load<f64>(g, Matrix.YZ);
  const g6 = load<f64>(g, Matrix.ZX);
  const g7 = load<f64>(g, Matrix.ZY);
  const g8 = load<f64>(g, Matrix.ZZ);
  for (let i: i32 = 0; i < n; i++) {
    const xi = slot(x, i);
    const bi = slot(built, i);
    const bx = load<f64>(bi);
    const by = load<f64>(bi, Y);
    const bz = load<f64>(bi, Z);
    const px = bx - ox;
    const py = by - oy;
    const pz = bz - oz;
    const ex = load<f64>(xi) - bx - ax - (g0 * px + g1 * py + g2 * pz);
    const ey = load<f64>(xi, Y) - by - ay - (g3 * px + g4 * py + g5 * pz);
    const ez = load<f64>(xi, Z) - bz - az - (g6 * px + g7 * py + g8 * pz);
    const to = drifts + <usize>i * Vector32.BYTES;
    store<f32>(to, <f32>ex, Vector32.X);
    store<f32>(to, <f32>ey, Vector32.Y);
    store<f32>(to, <f32>ez, Vector32.Z);
    store<f32>(to, <f32>(ex * ex + ey * ey + ez * ez), Vector32.W);
  }
}

/** Returns the used share of the margin by comparing neighbouring cells. `most` is the longest e, `often` the mean measure of fluids, m. */
function strayedLocally(w: usize, c: usize, nearer: f64, most: f64, often: f64): f64 {
  const spacing = number(c, Numbers.SPACING);
  const cells = address(w, Words.CELL_STARTS);
  const boxes = address(w, Words.SUMS);
  const columns = word(w, Words.CELLS_X);
  const rows = word(w, Words.CELLS_Y);
  const decks = word(w, Words.CELLS_Z);
  const solids = number(c, Numbers.SOLID_REACH) - spacing - nearer;
  const singles = 2 * STRAY_ALONE * spacing - nearer;
  // Two solids in cells that are not adjacent were farther apart than lists reach.
  const closer = solids / (number(c, Numbers.LIST_REACH) - spacing - nearer);
  // Particles outside of the compared cells were farther away than two cells.
  const others = 2 * number(c, Numbers.LIST_REACH) - spacing - 2 * nearer;
  if (!(2 * most < others && solids > 0)) return 2;
  writeBoxes(w);
  const many = !(often + 0.5 * nearer < STRAY * spacing);
  // A difference that large requires one member to have moved by half of it.
  const halfSolids = <f32>(0.25 * solids * solids);
  const halfSingles = <f32>(0.25 * singles * singles);
  const share = <f32>(closer * closer);
  let worst: f32 = 0;
  let worstSolid: f32 = 0;
  let sum: f64 = 0;
  let key: i32 = 0;
  for (let cz: i32 = 0; cz < decks; cz++) {
    for (let cy: i32 = 0; cy < rows; cy++) {
      for (let cx: i32 = 0; cx < columns; cx++, key++) {
        const first = index(cells, key);
        const members = index(cells, key + 1) - first;
        if (members === 0) continue;
        const mine = boxes + <usize>first * DeviationBox.BYTES;
        const far = load<f32>(mine, DeviationBox.LARGEST) > halfSingles;
        const farSolid = load<f32>(mine, DeviationBox.SOLID_LARGEST) > halfSolids;
        if (!far && !farSolid && !many) continue;
        const ring: i32 = far || farSolid ? 2 : 1;
        const deep: i32 = decks > 1 ? ring : 0;
        let apart: f32 = 0;
        for (let dz: i32 = -deep; dz <= deep; dz++) {
          const kz = wrapped(cz + dz, decks) * rows;
          for (let dy: i32 = -ring; dy <= ring; dy++) {
            const row = (kz + wrapped(cy + dy, rows)) * columns;
            for (let dx: i32 = -ring; dx <= ring; dx++) {
              const other = row + wrapped(cx + dx, columns);
              const there = index(cells, other);
              if (there === index(cells, other + 1)) continue;
              const theirs = boxes + <usize>there * DeviationBox.BYTES;
              const between = difference(mine, theirs);
              worst = max(worst, between);
              const beside = abs(dz) <= 1 && abs(dy) <= 1 && abs(dx) <= 1;
              if (beside) apart = max(apart, between);
              if (!farSolid || !(load<f32>(theirs, DeviationBox.SOLID_LARGEST) >= 0)) continue;
              worstSolid = max(
                worstSolid,
                (beside ? 1 : share) *
                  difference(mine + DeviationBox.SOLID_LOW, theirs + DeviationBox.SOLID_LOW),
              );
            }
          }
        }
        sum += <f64>members * <f64>apart * <f64>apart;
      }
    }
  }
  const alone = max(sqrt(<f64>worst) / singles, sqrt(<f64>worstSolid) / solids);
  if (!many) return alone;
  const torn = sqrt(sqrt(sum / <f64>word(w, Words.COUNT))) + nearer;
  return max(alone, torn / (2 * STRAY * spacing));
}

function writeBoxes(w: usize): void {
  const cells = address(w, Words.CELL_STARTS);
  const slots = address(w, Words.ROW_SLOTS);
  const labels = address(w, Words.LABELS);
  const drifts = address(w, Words.DRIFT);
  const boxes = address(w, Words.SUMS);
  const total: i32 = word(w, Words.CELLS_X) * word(w, Words.CELLS_Y) * word(w, Words.CELLS_Z);
  for (let key: i32 = 0; key < total; key++) {
    const first = index(cells, key);
    const end = index(cells, key + 1);
    if (first === end) continue;
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    let lowSolid = low;
    let highSolid = high;
    for (let row = first; row < end; row++) {
      const i = index(slots, row);
      const e = v128.load(drifts + <usize>i * Vector32.BYTES);
      low = f32x4.min(low, e);
      high = f32x4.max(high, e);
      if ((index(labels, i) & SOLID) === 0) continue;
      lowSolid = f32x4.min(lowSolid, e);
      highSolid = f32x4.max(highSolid, e);
    }
    const to = boxes + <usize>first * DeviationBox.BYTES;
    v128.store(to, low, DeviationBox.LOW);
    v128.store(to, high, DeviationBox.HIGH);
    v128.store(to, lowSolid, DeviationBox.SOLID_LOW);
    v128.store(to, highSolid, DeviationBox.SOLID_HIGH);
  }
}

/** Returns the square of the largest difference between members of two boxes, m². */
// @inline
function difference(a: usize, b: usize): f32 {
  const d = f32x4.max(
    f32x4.sub(v128.load(a, BoundingBox.HIGH), v128.load(b, BoundingBox.LOW)),
    f32x4.sub(v128.load(b, BoundingBox.HIGH), v128.load(a, BoundingBox.LOW)),
  );
  const s = f32x4.mul(d, d);
  return f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + f32x4.extract_lane(s, 2);
}

// @inline
function wrapped(k: i32, n: i32): i32 {
  return k < 0 ? k + n : k >= n ? k - n : k;
}
