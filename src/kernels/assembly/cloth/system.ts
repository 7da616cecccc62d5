/**
 * The matrix of a cloth's system before it is solved (solve.ts): its blocks begin with bending, its diagonal follows from
 * them, and so do the inverted blocks of the preconditioner on all levels.
 */
import {
  BLOCK,
  N,
  ROWS,
  BLOCKS,
  SCALAR_ROWS,
  SCALARS,
  DIAGONAL,
  PASSES,
  PASS_TABLE,
  INVERSES,
  LAST_COUNT,
  LAST_NODES,
  LAST_INVERSES,
  LAST_SHARES,
  DIAGONALS,
  MASSES,
  PARENTS,
  PARENT_NODES,
  PARENT_STARTS,
  CHILDREN,
  CHILD_SHARES,
  INVERSE,
  PARENT_SHARES,
  PASS,
  word,
} from './solve-job';

/** Blocks and scalars to `factor` times their bending part, before stretch and shear are added. */
export function systemBegin(
  blocks: usize,
  blockBend: usize,
  blockCount: i32,
  scalars: usize,
  scalarBend: usize,
  scalarCount: i32,
  factor: f32,
): void {
  for (let i: i32 = 0; i < blockCount; i++, blocks += BLOCK, blockBend += 4) {
    const bend = factor * load<f32>(blockBend);
    v128.store(blocks, f32x4.replace_lane(f32x4.splat(0), 0, bend));
    v128.store(blocks, f32x4.replace_lane(f32x4.splat(0), 0, bend), 16);
    store<f32>(blocks, bend, 32);
  }
  for (let i: i32 = 0; i < scalarCount; i++, scalars += 4, scalarBend += 4) {
    store<f32>(scalars, factor * load<f32>(scalarBend));
  }
}

/**
 * The diagonal: what moves with its neighbours meets no stiffness, so D_i = m_i − Σ_j B_ij − Σ_j s_ij, of which
 * `factor` times `bends` (f32) is bending, plus `own`
 * (f32, 12 a vertex: supports). Then all that the preconditioner needs of it: sums of stretch stiffness over what
 * each vertex stands for, and in lane 3 of their first column of bending, which is multiples of the identity.
 */
export function systemEnd(job: usize, own: usize, bends: usize, factor: f32): void {
  const n = <i32>word(job, N);
  const rows = word(job, ROWS),
    blocks = word(job, BLOCKS),
    scalarRows = word(job, SCALAR_ROWS),
    scalars = word(job, SCALARS),
    diagonal = word(job, DIAGONAL),
    inverses = word(job, INVERSES),
    masses = word(job, MASSES),
    sums = word(job, DIAGONALS);
  const xyz = i32x4(-1, -1, -1, 0);
  for (let i: i32 = 0; i < n; i++) {
    let c0 = f32x4.splat(0),
      c1 = f32x4.splat(0),
      c2 = f32x4.splat(0);
    const last = load<i32>(rows + ((<usize>i) << 2), 4);
    const begin = load<i32>(rows + ((<usize>i) << 2));
    let block: usize = blocks + <usize>begin * BLOCK;
    for (let at = begin; at < last; at++, block += BLOCK) {
      c0 = f32x4.sub(c0, v128.load(block));
      c1 = f32x4.sub(c1, v128.load(block, 12));
      c2 = f32x4.sub(c2, v128.load(block, 24));
    }
    let bend: f32 = 0;
    const lastScalar = load<i32>(scalarRows + ((<usize>i) << 2), 4);
    for (let k = load<i32>(scalarRows + ((<usize>i) << 2)); k < lastScalar; k++) {
      bend -= load<f32>(scalars + ((<usize>k) << 2));
    }
    const turned = factor * load<f32>(bends + ((<usize>i) << 2));
    bend -= turned;
    const o: usize = own + <usize>i * 48;
    c0 = f32x4.add(
      f32x4.add(v128.and(c0, xyz), v128.load(o)),
      f32x4.replace_lane(f32x4.splat(0), 0, bend),
    );
    c1 = f32x4.add(
      f32x4.add(v128.and(c1, xyz), v128.load(o, 16)),
      f32x4.replace_lane(f32x4.splat(0), 1, bend),
    );
    c2 = f32x4.add(
      f32x4.add(v128.and(c2, xyz), v128.load(o, 32)),
      f32x4.replace_lane(f32x4.splat(0), 2, bend),
    );
    const sum: usize = sums + <usize>i * 48;
    v128.store(sum, f32x4.replace_lane(c0, 3, turned));
    v128.store(sum, c1, 16);
    v128.store(sum, c2, 32);
    const on = load<f32>(masses + ((<usize>i) << 2)) + turned;
    const d: usize = diagonal + <usize>i * 48;
    v128.store(d, f32x4.add(c0, f32x4.replace_lane(f32x4.splat(0), 0, on)));
    v128.store(d, f32x4.add(c1, f32x4.replace_lane(f32x4.splat(0), 1, on)), 16);
    v128.store(d, f32x4.add(c2, f32x4.replace_lane(f32x4.splat(0), 2, on)), 32);
    invert(d, inverses + <usize>i * 48, 1, 0);
  }
  const passes = <i32>word(job, PASSES);
  const table = word(job, PASS_TABLE);
  // Every pass doubles the area that a vertex stands for: stretch does not mind, bending goes with one over the area.
  let fade: f32 = 1;
  for (let k: i32 = 0; k < passes; k++) {
    fade *= 0.5;
    const pass = table + <usize>k * PASS;
    const count = <i32>word(pass, PARENTS);
    const nodes = word(pass, PARENT_NODES),
      starts = word(pass, PARENT_STARTS),
      children = word(pass, CHILDREN),
      shares = word(pass, CHILD_SHARES),
      inverse = word(pass, INVERSE),
      parentShares = word(pass, PARENT_SHARES);
    for (let i: i32 = 0; i < count; i++) {
      const at: usize = sums + <usize>load<i32>(nodes + ((<usize>i) << 2)) * 48;
      let c0 = v128.load(at),
        c1 = v128.load(at, 16),
        c2 = v128.load(at, 32);
      const end = load<i32>(starts + ((<usize>i) << 2), 4);
      for (let c = load<i32>(starts + ((<usize>i) << 2)); c < end; c++) {
        const child: usize = sums + <usize>load<i32>(children + ((<usize>c) << 2)) * 48;
        const share = v128.load32_splat(shares + ((<usize>c) << 2));
        c0 = f32x4.add(c0, f32x4.mul(share, v128.load(child)));
        c1 = f32x4.add(c1, f32x4.mul(share, v128.load(child, 16)));
        c2 = f32x4.add(c2, f32x4.mul(share, v128.load(child, 32)));
      }
      v128.store(at, c0);
      v128.store(at, c1, 16);
      v128.store(at, c2, 32);
      const share: usize = parentShares + ((<usize>i) << 3);
      invert(at, inverse + <usize>i * 48, load<f32>(share), load<f32>(share, 4) + fade * load<f32>(share) * load<f32>(at, 12));
    }
  }
  const count = <i32>word(job, LAST_COUNT),
    nodes = word(job, LAST_NODES),
    last = word(job, LAST_INVERSES),
    lastShares = word(job, LAST_SHARES);
  for (let i: i32 = 0; i < count; i++) {
    const at: usize = sums + <usize>load<i32>(nodes + ((<usize>i) << 2)) * 48;
    const share: usize = lastShares + ((<usize>i) << 3);
    invert(at, last + <usize>i * 48, load<f32>(share), load<f32>(share, 4) + fade * load<f32>(share) * load<f32>(at, 12));
  }
}

/** Inverse of `factor` S + `mass` I, S symmetric. */
// @inline
function invert(s: usize, out: usize, factor: f32, mass: f32): void {
  const a = factor * load<f32>(s) + mass,
    b = factor * load<f32>(s, 16),
    c = factor * load<f32>(s, 32);
  const d = factor * load<f32>(s, 20) + mass,
    e = factor * load<f32>(s, 36),
    f = factor * load<f32>(s, 40) + mass;
  const ca = d * f - e * e,
    cb = c * e - b * f,
    cc = b * e - c * d;
  const inverse: f32 = 1 / (a * ca + b * cb + c * cc);
  store<f32>(out, ca * inverse);
  store<f32>(out, cb * inverse, 4);
  store<f32>(out, cc * inverse, 8);
  store<f32>(out, 0, 12);
  store<f32>(out, cb * inverse, 16);
  store<f32>(out, (a * f - c * c) * inverse, 20);
  store<f32>(out, (b * c - a * e) * inverse, 24);
  store<f32>(out, 0, 28);
  store<f32>(out, cc * inverse, 32);
  store<f32>(out, (b * c - a * e) * inverse, 36);
  store<f32>(out, (a * d - b * b) * inverse, 40);
  store<f32>(out, 0, 44);
}
