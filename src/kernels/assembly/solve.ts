/**
 * Filtered preconditioned conjugate gradients for A x = b with symmetric 3×3 blocks (Baraff & Witkin 1998, Ascher &
 * Boxerman 2003), and its preconditioner: the sum, over all levels of a hierarchy of meshes, of the inverted diagonal
 * blocks (Bramble, Pasciak & Xu 1990; on bisected meshes Chen, Nochetto & Xu 2012). Where a vertex lies in the middle
 * of two others on the coarser mesh, what it gets is handed to them half and half, and what they get comes back to it.
 *
 *   row i of A:  D_i x_i + Σ_j B_ij x_j + Σ_j s_ij x_j
 *
 * D 3×3 by columns of four f32; B nine f32 by columns; s one f32 (the blocks of bending are multiples of the identity).
 * Vectors are records x y z 0 of f32. Constrained vertices have a projector (columns of four) onto their free
 * directions. Sums are taken over fixed stretches of rows and added in order, so that any number of threads gives the
 * same bytes.
 */
import { barrier } from './threads';

const BLOCK: usize = 36;
const PROJECTOR: usize = 48;
/** Rows that are summed together. */
const STRETCH: i32 = 256;
/** Passes with fewer vertices than this are not worth sharing. */
const SHARED: i32 = 1024;

/** Words of a job (u32). */
const N = 0,
  ROWS = 4,
  COLUMNS = 8,
  BLOCKS = 12,
  SCALAR_ROWS = 16,
  SCALAR_COLUMNS = 20,
  SCALARS = 24,
  DIAGONAL = 28,
  CONSTRAINTS = 32,
  PROJECTORS = 36,
  X = 40,
  R = 44,
  Z = 48,
  P = 52,
  Q = 56,
  RESTRICTED = 60,
  PASSES = 64,
  PASS_TABLE = 68,
  SUMS = 72,
  MOST = 76,
  OUT = 80,
  INVERSES = 84,
  LAST_COUNT = 88,
  LAST_NODES = 92,
  LAST_INVERSES = 96,
  LAST_SHARES = 100,
  DIAGONALS = 104,
  MASSES = 108,
  TOLERANCE = 112,
  /** r·z that the tolerance refers to, 0 for that at the start. */
  REFERENCE = 120,
  /** r·z below which there is nothing left to do. */
  FLOOR = 128;

/** Words of a pass (u32): those kept (parents) with the shares they get, and those removed with where theirs come from. */
const PARENTS = 0,
  PARENT_NODES = 4,
  PARENT_STARTS = 8,
  CHILDREN = 12,
  CHILD_SHARES = 16,
  REMOVED = 20,
  REMOVED_NODES = 24,
  REMOVED_SHARES = 28,
  INVERSE = 32,
  SMOOTHED = 36,
  /** Two f32 a parent: 1 over its share of vertices, and the mass it stands for. */
  PARENT_SHARES = 40,
  PASS: usize = 48;

// @ts-ignore: decorator
@inline
function word(job: usize, at: usize): usize {
  return <usize>load<u32>(job + at);
}

// @ts-ignore: decorator
@inline
function first(n: i32, thread: i32, threads: i32): i32 {
  return <i32>((<i64>n * thread) / threads);
}

/** First row of a thread: a multiple of STRETCH. */
// @ts-ignore: decorator
@inline
function firstRow(n: i32, thread: i32, threads: i32): i32 {
  const stretches = (n + STRETCH - 1) / STRETCH;
  return min(n, first(stretches, thread, threads) * STRETCH);
}

/** D x of three columns. */
// @ts-ignore: decorator
@inline
function times(columns: usize, x: v128): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load(columns), v128.shuffle<f32>(x, x, 0, 0, 0, 0)),
      f32x4.mul(v128.load(columns, 16), v128.shuffle<f32>(x, x, 1, 1, 1, 1)),
    ),
    f32x4.mul(v128.load(columns, 32), v128.shuffle<f32>(x, x, 2, 2, 2, 2)),
  );
}

/** B x of nine numbers; lane 3 is of no meaning. */
// @ts-ignore: decorator
@inline
function blockTimes(block: usize, x: v128): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load(block), v128.shuffle<f32>(x, x, 0, 0, 0, 0)),
      f32x4.mul(v128.load(block, 12), v128.shuffle<f32>(x, x, 1, 1, 1, 1)),
    ),
    f32x4.mul(v128.load(block, 24), v128.shuffle<f32>(x, x, 2, 2, 2, 2)),
  );
}

// @ts-ignore: decorator
@inline
function across(v: v128): f64 {
  return (
    (<f64>f32x4.extract_lane(v, 0) + <f64>f32x4.extract_lane(v, 1)) +
    (<f64>f32x4.extract_lane(v, 2) + <f64>f32x4.extract_lane(v, 3))
  );
}

/** q = S A p for the rows of a thread, and the sums of p·q. */
function multiply(job: usize, from: i32, to: i32, p: usize, q: usize): void {
  const rows = word(job, ROWS),
    columns = word(job, COLUMNS),
    blocks = word(job, BLOCKS);
  const scalarRows = word(job, SCALAR_ROWS),
    scalarColumns = word(job, SCALAR_COLUMNS),
    scalars = word(job, SCALARS);
  const diagonal = word(job, DIAGONAL),
    constraints = word(job, CONSTRAINTS),
    projectors = word(job, PROJECTORS),
    sums = word(job, SUMS);
  const xyz = i32x4(-1, -1, -1, 0);
  for (let start = from; start < to; start += STRETCH) {
    const end = min(to, start + STRETCH);
    let sum = f32x4.splat(0);
    for (let i = start; i < end; i++) {
      const own = v128.load(p + ((<usize>i) << 4));
      let out = times(diagonal + <usize>i * 48, own);
      const last = load<i32>(rows + ((<usize>i) << 2), 4);
      let at = load<i32>(rows + ((<usize>i) << 2));
      let block: usize = blocks + <usize>at * BLOCK;
      for (; at < last; at++, block += BLOCK) {
        const x = v128.load(p + ((<usize>load<i32>(columns + ((<usize>at) << 2))) << 4));
        out = f32x4.add(out, blockTimes(block, x));
      }
      const lastScalar = load<i32>(scalarRows + ((<usize>i) << 2), 4);
      for (let k = load<i32>(scalarRows + ((<usize>i) << 2)); k < lastScalar; k++) {
        const x = v128.load(p + ((<usize>load<i32>(scalarColumns + ((<usize>k) << 2))) << 4));
        out = f32x4.add(out, f32x4.mul(v128.load32_splat(scalars + ((<usize>k) << 2)), x));
      }
      out = v128.and(out, xyz);
      const constraint = load<i32>(constraints + ((<usize>i) << 2));
      if (constraint >= 0) out = times(projectors + <usize>constraint * PROJECTOR, out);
      v128.store(q + ((<usize>i) << 4), out);
      sum = f32x4.add(sum, f32x4.mul(own, out));
    }
    store<f64>(sums + ((<usize>(start / STRETCH)) << 3), across(sum));
  }
}

/** Adds the sums in order: the same for everyone. */
function total(job: usize): f64 {
  const sums = word(job, SUMS);
  const stretches = (<i32>word(job, N) + STRETCH - 1) / STRETCH;
  let sum: f64 = 0;
  for (let i: i32 = 0; i < stretches; i++) sum += load<f64>(sums + ((<usize>i) << 3));
  return sum;
}

/** z = S P⁻¹ r, where `restricted` holds r on entry, and the sums of r·z. */
function precondition(job: usize, from: i32, to: i32, thread: i32, threads: i32): void {
  const passes = <i32>word(job, PASSES);
  const table = word(job, PASS_TABLE);
  const restricted = word(job, RESTRICTED);
  const z = word(job, Z);
  barrier(thread, threads); // all of `restricted` is there
  let shared: i32 = 0;
  while (shared < passes && <i32>load<u32>(table + <usize>shared * PASS, REMOVED) >= SHARED) shared++;
  for (let k: i32 = 0; k < shared; k++) {
    const pass = table + <usize>k * PASS;
    const n = <i32>load<u32>(pass, PARENTS);
    restrict(pass, first(n, thread, threads), first(n, thread + 1, threads), restricted);
    barrier(thread, threads);
  }
  if (thread == 0) {
    for (let k = shared; k < passes; k++) {
      const pass = table + <usize>k * PASS;
      restrict(pass, 0, <i32>load<u32>(pass, PARENTS), restricted);
    }
    const count = <i32>word(job, LAST_COUNT),
      nodes = word(job, LAST_NODES),
      inverses = word(job, LAST_INVERSES);
    for (let i: i32 = 0; i < count; i++) {
      const at: usize = (<usize>load<i32>(nodes + ((<usize>i) << 2))) << 4;
      v128.store(z + at, times(inverses + <usize>i * 48, v128.load(restricted + at)));
    }
    for (let k = passes - 1; k >= shared; k--) {
      const pass = table + <usize>k * PASS;
      smooth(pass, 0, <i32>load<u32>(pass, PARENTS), z);
      prolong(pass, 0, <i32>load<u32>(pass, REMOVED), z);
    }
  }
  barrier(thread, threads);
  for (let k = shared - 1; k >= 0; k--) {
    const pass = table + <usize>k * PASS;
    const parents = <i32>load<u32>(pass, PARENTS);
    const removed = <i32>load<u32>(pass, REMOVED);
    smooth(pass, first(parents, thread, threads), first(parents, thread + 1, threads), z);
    barrier(thread, threads);
    prolong(pass, first(removed, thread, threads), first(removed, thread + 1, threads), z);
    barrier(thread, threads);
  }
  const r = word(job, R),
    inverses = word(job, INVERSES),
    constraints = word(job, CONSTRAINTS),
    projectors = word(job, PROJECTORS),
    sums = word(job, SUMS);
  for (let start = from; start < to; start += STRETCH) {
    const end = min(to, start + STRETCH);
    let sum = f32x4.splat(0);
    for (let i = start; i < end; i++) {
      const at: usize = (<usize>i) << 4;
      const residual = v128.load(r + at);
      let out = f32x4.add(v128.load(z + at), times(inverses + <usize>i * 48, residual));
      const constraint = load<i32>(constraints + ((<usize>i) << 2));
      if (constraint >= 0) out = times(projectors + <usize>constraint * PROJECTOR, out);
      v128.store(z + at, out);
      sum = f32x4.add(sum, f32x4.mul(residual, out));
    }
    store<f64>(sums + ((<usize>(start / STRETCH)) << 3), across(sum));
  }
  barrier(thread, threads);
}

/** Parents get their shares of what was removed; what they make of it is kept for the way back. */
function restrict(pass: usize, from: i32, to: i32, restricted: usize): void {
  const nodes = word(pass, PARENT_NODES),
    starts = word(pass, PARENT_STARTS),
    children = word(pass, CHILDREN),
    shares = word(pass, CHILD_SHARES),
    inverses = word(pass, INVERSE),
    smoothed = word(pass, SMOOTHED);
  for (let i = from; i < to; i++) {
    const at: usize = (<usize>load<i32>(nodes + ((<usize>i) << 2))) << 4;
    let sum = v128.load(restricted + at);
    const end = load<i32>(starts + ((<usize>i) << 2), 4);
    for (let k = load<i32>(starts + ((<usize>i) << 2)); k < end; k++) {
      const child: usize = (<usize>load<i32>(children + ((<usize>k) << 2))) << 4;
      sum = f32x4.add(
        sum,
        f32x4.mul(v128.load32_splat(shares + ((<usize>k) << 2)), v128.load(restricted + child)),
      );
    }
    v128.store(restricted + at, sum);
    v128.store(smoothed + ((<usize>i) << 4), times(inverses + <usize>i * 48, sum));
  }
}

function smooth(pass: usize, from: i32, to: i32, z: usize): void {
  const nodes = word(pass, PARENT_NODES),
    smoothed = word(pass, SMOOTHED);
  for (let i = from; i < to; i++) {
    const at: usize = (<usize>load<i32>(nodes + ((<usize>i) << 2))) << 4;
    v128.store(z + at, f32x4.add(v128.load(z + at), v128.load(smoothed + ((<usize>i) << 4))));
  }
}

function prolong(pass: usize, from: i32, to: i32, z: usize): void {
  const nodes = word(pass, REMOVED_NODES),
    shares = word(pass, REMOVED_SHARES);
  for (let i = from; i < to; i++) {
    const at: usize = nodes + <usize>i * 12;
    const share: usize = shares + ((<usize>i) << 3);
    const a = v128.load(z + ((<usize>load<i32>(at, 4)) << 4));
    const b = v128.load(z + ((<usize>load<i32>(at, 8)) << 4));
    v128.store(
      z + ((<usize>load<i32>(at)) << 4),
      f32x4.add(f32x4.mul(v128.load32_splat(share), a), f32x4.mul(v128.load32_splat(share, 4), b)),
    );
  }
}

/**
 * Solves to √(r·z) ≤ tolerance · its value at the start (or that of REFERENCE), or MOST iterations, from X = 0. (Starting
 * from the solution of the step before saves a third of the iterations, and costs the peace: what the last solve had left
 * undone in the soft modes goes round and round, and folds never come to rest.) Writes iterations, r·z at the start and
 * at the end into OUT (f64).
 */
export function solve(job: usize, thread: i32, threads: i32): void {
  const n = <i32>word(job, N);
  const from = firstRow(n, thread, threads);
  const to = firstRow(n, thread + 1, threads);
  const x = word(job, X),
    r = word(job, R),
    z = word(job, Z),
    p = word(job, P),
    q = word(job, Q),
    restricted = word(job, RESTRICTED),
    out = word(job, OUT);
  const most = <i32>word(job, MOST);
  const tolerance = load<f64>(job + TOLERANCE);
  for (let i = from; i < to; i++) {
    const at: usize = (<usize>i) << 4;
    v128.store(x + at, f32x4.splat(0));
    v128.store(restricted + at, v128.load(r + at));
  }
  precondition(job, from, to, thread, threads);
  const start = total(job);
  let rz = start;
  for (let i = from; i < to; i++) v128.store(p + ((<usize>i) << 4), v128.load(z + ((<usize>i) << 4)));
  barrier(thread, threads);
  const reference = load<f64>(job + REFERENCE);
  const goal = max(
    tolerance * tolerance * (reference > 0 ? reference : start),
    load<f64>(job + FLOOR),
  );
  let iterations: i32 = 0;
  while (iterations < most && rz > goal) {
    multiply(job, from, to, p, q);
    barrier(thread, threads);
    const along = total(job);
    if (!(along > 0)) break;
    const step = f32x4.splat(<f32>(rz / along));
    for (let i = from; i < to; i++) {
      const at: usize = (<usize>i) << 4;
      v128.store(x + at, f32x4.add(v128.load(x + at), f32x4.mul(step, v128.load(p + at))));
      const residual = f32x4.sub(v128.load(r + at), f32x4.mul(step, v128.load(q + at)));
      v128.store(r + at, residual);
      v128.store(restricted + at, residual);
    }
    precondition(job, from, to, thread, threads);
    const next = total(job);
    const share = f32x4.splat(<f32>(next / rz));
    rz = next;
    for (let i = from; i < to; i++) {
      const at: usize = (<usize>i) << 4;
      v128.store(p + at, f32x4.add(v128.load(z + at), f32x4.mul(share, v128.load(p + at))));
    }
    iterations++;
    barrier(thread, threads); // p is whole, and nobody reads the sums any more
  }
  if (thread != 0) return;
  store<f64>(out, <f64>iterations);
  store<f64>(out, start, 8);
  store<f64>(out, rz, 16);
}

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
// @ts-ignore: decorator
@inline
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
