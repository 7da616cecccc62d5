/**
 * The matrix of a cloth's system for solve.ts: its blocks start with bending; its diagonal follows from them, and from that
 * the preconditioner.
 */
import * as MatrixBlock from '../../../layouts/generated/matrix-block';
import * as Matrix32 from '../../../layouts/generated/matrix32';
import * as SolveJob from '../../../layouts/generated/solve-job';
import * as Vector32 from '../../../layouts/generated/vector32';
import { NEXT_I32, word } from '../memory';
import { coarsen } from './coarse';

/** Sets blocks and scalars to `factor` times their bending part; stretch and shear are added later. */
export function systemBegin(
  blocks: usize,
  blockBend: usize,
  blockCount: i32,
  scalars: usize,
  scalarBend: usize,
  scalarCount: i32,
  factor: f32,
): void {
  for (let i: i32 = 0; i < blockCount; i++, blocks += MatrixBlock.BYTES, blockBend += NEXT_I32) {
    const bend = factor * load<f32>(blockBend);
    v128.store(blocks, f32x4.replace_lane(f32x4.splat(0), 0, bend), MatrixBlock.COLUMN_0);
    v128.store(blocks, f32x4.replace_lane(f32x4.splat(0), 0, bend), MatrixBlock.COLUMN_1 + Vector32.Y);
    store<f32>(blocks, bend, MatrixBlock.COLUMN_2 + Vector32.Z);
  }
  for (let i: i32 = 0; i < scalarCount; i++, scalars += NEXT_I32, scalarBend += NEXT_I32) {
    store<f32>(scalars, factor * load<f32>(scalarBend));
  }
}

/**
 * Computes the diagonal. A uniform translation meets no stiffness, so D_i = m_i − Σ_j B_ij − Σ_j s_ij, of which `factor` times
 * `bends` (f32) is bending. Then it computes the preconditioner. `contacts` (f32, 12 a vertex) has the blocks of contacts on the
 * diagonal, which only the preconditioner needs.
 */
export function systemEnd(job: usize, contacts: usize, bends: usize, factor: f32): void {
  const n = <i32>word(job, SolveJob.COUNT);
  const rows = word(job, SolveJob.ROWS),
    blocks = word(job, SolveJob.BLOCKS),
    scalarRows = word(job, SolveJob.SCALAR_ROWS),
    scalars = word(job, SolveJob.SCALARS),
    diagonal = word(job, SolveJob.DIAGONAL),
    inverses = word(job, SolveJob.INVERSES),
    masses = word(job, SolveJob.MASSES),
    sums = word(job, SolveJob.DIAGONALS);
  const xyz = i32x4(-1, -1, -1, 0);
  for (let i: i32 = 0; i < n; i++) {
    let c0 = f32x4.splat(0),
      c1 = f32x4.splat(0),
      c2 = f32x4.splat(0);
    const last = load<i32>(rows + ((<usize>i) << 2), NEXT_I32);
    const begin = load<i32>(rows + ((<usize>i) << 2));
    let block: usize = blocks + <usize>begin * MatrixBlock.BYTES;
    for (let at = begin; at < last; at++, block += MatrixBlock.BYTES) {
      c0 = f32x4.sub(c0, v128.load(block, MatrixBlock.COLUMN_0));
      c1 = f32x4.sub(c1, v128.load(block, MatrixBlock.COLUMN_1));
      c2 = f32x4.sub(c2, v128.load(block, MatrixBlock.COLUMN_2));
    }
    let bend: f32 = 0;
    const lastScalar = load<i32>(scalarRows + ((<usize>i) << 2), NEXT_I32);
    for (let k = load<i32>(scalarRows + ((<usize>i) << 2)); k < lastScalar; k++) {
      bend -= load<f32>(scalars + ((<usize>k) << 2));
    }
    const turned = factor * load<f32>(bends + ((<usize>i) << 2));
    bend -= turned;
    c0 = f32x4.add(v128.and(c0, xyz), f32x4.replace_lane(f32x4.splat(0), 0, bend));
    c1 = f32x4.add(v128.and(c1, xyz), f32x4.replace_lane(f32x4.splat(0), 1, bend));
    c2 = f32x4.add(v128.and(c2, xyz), f32x4.replace_lane(f32x4.splat(0), 2, bend));
    const on = load<f32>(masses + ((<usize>i) << 2)) + turned;
    const d: usize = diagonal + <usize>i * Matrix32.BYTES;
    const on0 = f32x4.replace_lane(f32x4.splat(0), 0, on),
      on1 = f32x4.replace_lane(f32x4.splat(0), 1, on),
      on2 = f32x4.replace_lane(f32x4.splat(0), 2, on);
    v128.store(d, f32x4.add(c0, on0), Matrix32.COLUMN_0);
    v128.store(d, f32x4.add(c1, on1), Matrix32.COLUMN_1);
    v128.store(d, f32x4.add(c2, on2), Matrix32.COLUMN_2);
    const held: usize = contacts + <usize>i * Matrix32.BYTES;
    const sum: usize = sums + <usize>i * Matrix32.BYTES;
    for (let c: usize = 0; c < <usize>Matrix32.BYTES; c += Vector32.BYTES) {
      v128.store(sum + c, f32x4.add(v128.load(d + c), v128.load(held + c)));
    }
    invert(sum, inverses + <usize>i * Matrix32.BYTES);
  }
  coarsen(job);
}

/** Writes the inverse of a symmetric matrix. */
// @inline
function invert(s: usize, out: usize): void {
  const a = load<f32>(s, Matrix32.COLUMN_0),
    b = load<f32>(s, Matrix32.COLUMN_1),
    c = load<f32>(s, Matrix32.COLUMN_2),
    d = load<f32>(s, Matrix32.COLUMN_1 + Vector32.Y),
    e = load<f32>(s, Matrix32.COLUMN_2 + Vector32.Y),
    f = load<f32>(s, Matrix32.COLUMN_2 + Vector32.Z);
  const ca = d * f - e * e,
    cb = c * e - b * f,
    cc = b * e - c * d;
  const inverse: f32 = 1 / (a * ca + b * cb + c * cc);
  store<f32>(out, ca * inverse, Matrix32.COLUMN_0);
  store<f32>(out, cb * inverse, Matrix32.COLUMN_0 + Vector32.Y);
  store<f32>(out, cc * inverse, Matrix32.COLUMN_0 + Vector32.Z);
  store<f32>(out, 0, Matrix32.COLUMN_0 + Vector32.W);
  store<f32>(out, cb * inverse, Matrix32.COLUMN_1);
  store<f32>(out, (a * f - c * c) * inverse, Matrix32.COLUMN_1 + Vector32.Y);
  store<f32>(out, (b * c - a * e) * inverse, Matrix32.COLUMN_1 + Vector32.Z);
  store<f32>(out, 0, Matrix32.COLUMN_1 + Vector32.W);
  store<f32>(out, cc * inverse, Matrix32.COLUMN_2);
  store<f32>(out, (b * c - a * e) * inverse, Matrix32.COLUMN_2 + Vector32.Y);
  store<f32>(out, (a * d - b * b) * inverse, Matrix32.COLUMN_2 + Vector32.Z);
  store<f32>(out, 0, Matrix32.COLUMN_2 + Vector32.W);
}
