/**
 * Bending of a regular grid of columns × rows masses, row after row: at each mass, along its row and along its column,
 * d = x₋ − 2x + x₊ and F = k d + c ḋ, twice on the mass along d and once on both sides against it. `kx`, `ky` (N/m) are
 * those of an inner mass; a mass at the rim represents half the width and has half. c = retardation · k.
 */

/** Adds the forces of bending. `row`: scratch of `columns` numbers. */
export function gridBends(
  position: usize,
  velocity: usize,
  force: usize,
  stride: i32,
  first: i32,
  columns: i32,
  rows: i32,
  kx: f64,
  ky: f64,
  retardation: f64,
  row: usize,
): void {
  for (let axis: i32 = 0; axis < 3; axis++) {
    const at: usize = (<usize>(axis * stride + first)) << 3;
    plane(position + at, velocity + at, force + at, columns, rows, kx, ky, retardation, row);
  }
}

function plane(
  x: usize,
  v: usize,
  f: usize,
  columns: i32,
  rows: i32,
  kx: f64,
  ky: f64,
  retardation: f64,
  row: usize,
): void {
  const line: usize = (<usize>columns) << 3;
  for (let r: i32 = 0; r < rows; r++) {
    const at: usize = <usize>r * line;
    const k = r === 0 || r === rows - 1 ? 0.5 * kx : kx;
    alongRow(x + at, v + at, f + at, columns, k, retardation, row);
    if (r > 0 && r < rows - 1) acrossRows(x + at, v + at, f + at, line, columns, ky, retardation);
  }
}

/** Computes all loads t of the row, then adds 2 t − t₋ − t₊, so that lanes never write to the same mass. */
function alongRow(x: usize, v: usize, f: usize, columns: i32, k: f64, retardation: f64, row: usize): void {
  const last: usize = (<usize>(columns - 1)) << 3;
  const kk = f64x2.splat(k);
  const cc = f64x2.splat(k * retardation);
  const two = f64x2.splat(2);
  store<f64>(row, 0);
  let i: usize = 8;
  for (; i + 8 < last; i += 16) {
    const d = f64x2.sub(
      f64x2.add(v128.load(x + i - 8), v128.load(x + i + 8)),
      f64x2.mul(two, v128.load(x + i)),
    );
    const u = f64x2.sub(
      f64x2.add(v128.load(v + i - 8), v128.load(v + i + 8)),
      f64x2.mul(two, v128.load(v + i)),
    );
    v128.store(row + i, f64x2.add(f64x2.mul(kk, d), f64x2.mul(cc, u)));
  }
  for (; i < last; i += 8) {
    const d = load<f64>(x + i - 8) + load<f64>(x + i + 8) - 2 * load<f64>(x + i);
    const u = load<f64>(v + i - 8) + load<f64>(v + i + 8) - 2 * load<f64>(v + i);
    store<f64>(row + i, k * d + k * retardation * u);
  }
  store<f64>(row + last, 0);
  store<f64>(f, load<f64>(f) - load<f64>(row + 8));
  for (i = 8; i + 8 < last; i += 16) {
    const t = f64x2.sub(
      f64x2.mul(two, v128.load(row + i)),
      f64x2.add(v128.load(row + i - 8), v128.load(row + i + 8)),
    );
    v128.store(f + i, f64x2.add(v128.load(f + i), t));
  }
  for (; i < last; i += 8) {
    store<f64>(
      f + i,
      load<f64>(f + i) + 2 * load<f64>(row + i) - load<f64>(row + i - 8) - load<f64>(row + i + 8),
    );
  }
  store<f64>(f + last, load<f64>(f + last) - load<f64>(row + last - 8));
}

function acrossRows(
  x: usize,
  v: usize,
  f: usize,
  line: usize,
  columns: i32,
  ky: f64,
  retardation: f64,
): void {
  const last: usize = (<usize>(columns - 1)) << 3;
  one(x, v, f, line, 0.5 * ky, retardation);
  const kk = f64x2.splat(ky);
  const cc = f64x2.splat(ky * retardation);
  const two = f64x2.splat(2);
  let i: usize = 8;
  for (; i + 8 < last; i += 16) {
    const d = f64x2.sub(
      f64x2.add(v128.load(x + i - line), v128.load(x + i + line)),
      f64x2.mul(two, v128.load(x + i)),
    );
    const u = f64x2.sub(
      f64x2.add(v128.load(v + i - line), v128.load(v + i + line)),
      f64x2.mul(two, v128.load(v + i)),
    );
    const t = f64x2.add(f64x2.mul(kk, d), f64x2.mul(cc, u));
    v128.store(f + i - line, f64x2.sub(v128.load(f + i - line), t));
    v128.store(f + i, f64x2.add(v128.load(f + i), f64x2.add(t, t)));
    v128.store(f + i + line, f64x2.sub(v128.load(f + i + line), t));
  }
  for (; i < last; i += 8) one(x + i, v + i, f + i, line, ky, retardation);
  one(x + last, v + last, f + last, line, 0.5 * ky, retardation);
}

// @inline
function one(x: usize, v: usize, f: usize, line: usize, k: f64, retardation: f64): void {
  const d = load<f64>(x - line) + load<f64>(x + line) - 2 * load<f64>(x);
  const u = load<f64>(v - line) + load<f64>(v + line) - 2 * load<f64>(v);
  const t = k * d + k * retardation * u;
  store<f64>(f - line, load<f64>(f - line) - t);
  store<f64>(f, load<f64>(f) + t + t);
  store<f64>(f + line, load<f64>(f + line) - t);
}
