/**
 * Filtered preconditioned conjugate gradients for A x = b with symmetric 3×3 blocks (Baraff & Witkin 1998, Ascher &
 * Boxerman 2003), and its preconditioner: the sum of the inverted diagonal blocks and of a correction by the motions of
 * pieces that move like rigid bodies (coarse.ts).
 *
 *   row i of A:  D_i x_i + Σ_j B_ij x_j + Σ_j s_ij x_j + Σ_c w_ci K_c Σ_k w_ck x_k
 *
 * D 3×3 by columns of four f32; B nine f32 by columns; s one f32 (the blocks of bending are multiples of the identity).
 * The systems of all bodies are solved together; contacts c, with weights w and stiffness K, couple their rows. K_c Σ_k w_ck x_k
 * is computed once a contact. Rigid bodies are eliminated from it (condense.ts). D includes the blocks of contacts on the diagonal only in the preconditioner.
 * Vectors are records x y z 0 of f32. Constrained vertices have a projector (columns of four) onto their free
 * directions. Sums are taken over fixed groups of rows and added in order, so that results are bit-identical for any number
 * of threads.
 */
import * as ContactElement from '../../../layouts/generated/contact-element';
import * as ContactEntry from '../../../layouts/generated/contact-entry';
import * as CoupledJob from '../../../layouts/generated/coupled-job';
import * as MatrixBlock from '../../../layouts/generated/matrix-block';
import * as Matrix32 from '../../../layouts/generated/matrix32';
import * as RigidMotion from '../../../layouts/generated/rigid-motion';
import * as SolveJob from '../../../layouts/generated/solve-job';
import * as SolveLevel from '../../../layouts/generated/solve-level';
import * as SolveResult from '../../../layouts/generated/solve-result';
import * as SystemEntry from '../../../layouts/generated/system-entry';
import * as Vector32 from '../../../layouts/generated/vector32';
import { NEXT_I32, word } from '../memory';
import { barrier } from '../threads';
import { condense } from './condense';
import { cycle, restrictVertices } from './cycle';
import { cross } from './rigid';

/** Iterations after which the decrease of the energy shows the error that was left before them. */
const DELAY: i32 = 4;
/** Number of rows in a group. */
const GROUP: i32 = 256;
// @inline
function first(n: i32, thread: i32, threads: i32): i32 {
  return <i32>((<i64>n * thread) / threads);
}

/** Returns the first row of a thread, a multiple of GROUP. */
// @inline
function firstRow(n: i32, thread: i32, threads: i32): i32 {
  const groups = (n + GROUP - 1) / GROUP;
  return min(n, first(groups, thread, threads) * GROUP);
}

/** Returns D x for a matrix of three columns. */
// @inline
export function times(columns: usize, x: v128): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load(columns, Matrix32.COLUMN_0), v128.shuffle<f32>(x, x, 0, 0, 0, 0)),
      f32x4.mul(v128.load(columns, Matrix32.COLUMN_1), v128.shuffle<f32>(x, x, 1, 1, 1, 1)),
    ),
    f32x4.mul(v128.load(columns, Matrix32.COLUMN_2), v128.shuffle<f32>(x, x, 2, 2, 2, 2)),
  );
}

/** Returns B x for a block of nine numbers; lane 3 is undefined. */
// @inline
function blockTimes(block: usize, x: v128): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load(block, MatrixBlock.COLUMN_0), v128.shuffle<f32>(x, x, 0, 0, 0, 0)),
      f32x4.mul(v128.load(block, MatrixBlock.COLUMN_1), v128.shuffle<f32>(x, x, 1, 1, 1, 1)),
    ),
    f32x4.mul(v128.load(block, MatrixBlock.COLUMN_2), v128.shuffle<f32>(x, x, 2, 2, 2, 2)),
  );
}

// @inline
function across(v: v128): f64 {
  return (
    <f64>f32x4.extract_lane(v, 0) +
    <f64>f32x4.extract_lane(v, 1) +
    (<f64>f32x4.extract_lane(v, 2) + <f64>f32x4.extract_lane(v, 3))
  );
}

/** Computes q = S A p for the rows of a thread in one system, and the sums of p·q. */
function multiply(job: usize, from: i32, to: i32, entries: usize, pushes: usize): void {
  const p = word(job, SolveJob.P),
    q = word(job, SolveJob.Q),
    starts = word(job, SolveJob.CONTACT_STARTS);
  const rows = word(job, SolveJob.ROWS),
    columns = word(job, SolveJob.COLUMNS),
    blocks = word(job, SolveJob.BLOCKS);
  const scalarRows = word(job, SolveJob.SCALAR_ROWS),
    scalarColumns = word(job, SolveJob.SCALAR_COLUMNS),
    scalars = word(job, SolveJob.SCALARS);
  const diagonal = word(job, SolveJob.DIAGONAL),
    constraints = word(job, SolveJob.CONSTRAINTS),
    projectors = word(job, SolveJob.PROJECTORS),
    sums = word(job, SolveJob.SUMS);
  const xyz = i32x4(-1, -1, -1, 0);
  for (let start = from; start < to; start += GROUP) {
    const end = min(to, start + GROUP);
    let sum = f32x4.splat(0);
    for (let i = start; i < end; i++) {
      const own = v128.load(p + <usize>i * Vector32.BYTES);
      let out = times(diagonal + <usize>i * Matrix32.BYTES, own);
      const last = load<i32>(rows + ((<usize>i) << 2), NEXT_I32);
      let at = load<i32>(rows + ((<usize>i) << 2));
      let block: usize = blocks + <usize>at * MatrixBlock.BYTES;
      for (; at < last; at++, block += MatrixBlock.BYTES) {
        const x = v128.load(p + <usize>load<i32>(columns + ((<usize>at) << 2)) * Vector32.BYTES);
        out = f32x4.add(out, blockTimes(block, x));
      }
      const lastScalar = load<i32>(scalarRows + ((<usize>i) << 2), NEXT_I32);
      for (let k = load<i32>(scalarRows + ((<usize>i) << 2)); k < lastScalar; k++) {
        const x = v128.load(p + <usize>load<i32>(scalarColumns + ((<usize>k) << 2)) * Vector32.BYTES);
        out = f32x4.add(out, f32x4.mul(v128.load32_splat(scalars + ((<usize>k) << 2)), x));
      }
      if (starts !== 0) {
        const lastContact = load<i32>(starts + ((<usize>i) << 2), NEXT_I32);
        for (let k = load<i32>(starts + ((<usize>i) << 2)); k < lastContact; k++) {
          const entry = entries + <usize>k * ContactEntry.BYTES;
          const push = v128.load(pushes + <usize>load<i32>(entry, ContactEntry.CONTACT) * Vector32.BYTES);
          out = f32x4.add(out, f32x4.mul(v128.load32_splat(entry, ContactEntry.WEIGHT), push));
        }
      }
      out = v128.and(out, xyz);
      const constraint = load<i32>(constraints + ((<usize>i) << 2));
      if (constraint >= 0) out = times(projectors + <usize>constraint * Matrix32.BYTES, out);
      v128.store(q + <usize>i * Vector32.BYTES, out);
      sum = f32x4.add(sum, f32x4.mul(own, out));
    }
    store<f64>(sums + ((<usize>(start / GROUP)) << 3), across(sum));
  }
}

/** Computes the push K Σ w p of a share of the contacts. */
function pushContacts(job: usize, from: i32, to: i32): void {
  const p = word(job, CoupledJob.P),
    table = word(job, CoupledJob.CONTACT_TABLE),
    pushes = word(job, CoupledJob.PUSHES);
  for (let k = from; k < to; k++) {
    const contact = table + <usize>k * ContactElement.BYTES;
    let d = f32x4.splat(0);
    for (let j: usize = 0; j < 16; j += 4) {
      const row = load<i32>(contact + j);
      if (row < 0) continue;
      const weight = v128.load32_splat(contact + j, ContactElement.WEIGHTS);
      d = f32x4.add(d, f32x4.mul(weight, v128.load(p + <usize>row * Vector32.BYTES)));
    }
    v128.store(pushes + <usize>k * Vector32.BYTES, symmetricTimes(contact, d));
  }
}

/** Returns K d for the stiffness K of a contact. */
// @inline
export function symmetricTimes(contact: usize, d: v128): v128 {
  const xxyz = v128.load(contact, ContactElement.XX); // xx xy xz yy
  const yz = v128.load64_zero(contact, ContactElement.YZ); // yz zz
  const c1 = v128.shuffle<f32>(xxyz, yz, 1, 3, 4, 6);
  const c2 = v128.shuffle<f32>(xxyz, yz, 2, 4, 5, 6);
  return f32x4.add(
    f32x4.add(
      f32x4.mul(xxyz, v128.shuffle<f32>(d, d, 0, 0, 0, 3)),
      f32x4.mul(c1, v128.shuffle<f32>(d, d, 1, 1, 1, 3)),
    ),
    f32x4.mul(c2, v128.shuffle<f32>(d, d, 2, 2, 2, 3)),
  );
}

/** Adds the sums in order, equally in every thread. */
function total(job: usize): f64 {
  return totalOf(job, word(job, CoupledJob.SUMS));
}

function totalOf(job: usize, sums: usize): f64 {
  const groups = <i32>word(job, CoupledJob.ROWS) / GROUP;
  let sum: f64 = 0;
  for (let i: i32 = 0; i < groups; i++) sum += load<f64>(sums + ((<usize>i) << 3));
  return sum;
}

/** Computes z = S P⁻¹ r of one system, and the sums of r·z. */
function precondition(job: usize, from: i32, to: i32, thread: i32, threads: i32): void {
  const level = word(job, SolveJob.LEVEL_TABLE);
  const nodes = <i32>load<u32>(level, SolveLevel.NODES);
  if (nodes > 0) {
    barrier(thread, threads); // the residual is complete
    restrictVertices(job, level, first(nodes, thread, threads), first(nodes, thread + 1, threads));
    barrier(thread, threads);
    if (thread === 0) cycle(job);
    barrier(thread, threads);
  }
  const reals = word(job, SolveJob.LEVEL_REALS);
  const labels = word(job, SolveJob.LEVEL_NUMBERS) + word(level, SolveLevel.LABELS),
    arms = reals + word(level, SolveLevel.ARMS),
    motions = reals + word(level, SolveLevel.MOTIONS);
  const r = word(job, SolveJob.R),
    z = word(job, SolveJob.Z),
    inverses = word(job, SolveJob.INVERSES),
    constraints = word(job, SolveJob.CONSTRAINTS),
    projectors = word(job, SolveJob.PROJECTORS),
    sums = word(job, SolveJob.SUMS);
  for (let start = from; start < to; start += GROUP) {
    const end = min(to, start + GROUP);
    let sum = f32x4.splat(0);
    for (let i = start; i < end; i++) {
      const at: usize = <usize>i * Vector32.BYTES;
      const residual = v128.load(r + at);
      let out = times(inverses + <usize>i * Matrix32.BYTES, residual);
      if (nodes > 0) {
        const motion = motions + <usize>load<i32>(labels + ((<usize>i) << 2)) * RigidMotion.BYTES;
        const turned = cross(v128.load(motion, RigidMotion.ANGULAR), v128.load(arms + at));
        out = f32x4.add(out, f32x4.add(v128.load(motion, RigidMotion.LINEAR), turned));
      }
      const constraint = load<i32>(constraints + ((<usize>i) << 2));
      if (constraint >= 0) out = times(projectors + <usize>constraint * Matrix32.BYTES, out);
      v128.store(z + at, out);
      sum = f32x4.add(sum, f32x4.mul(residual, out));
    }
    store<f64>(sums + ((<usize>(start / GROUP)) << 3), across(sum));
  }
  barrier(thread, threads);
}

/** Rows of a thread in a system, from its own first row on. */
// @inline
function ownRow(row: i32, first: i32, count: i32): i32 {
  return max(0, min(count, row - first));
}

/** Computes q = S A p for the rows of a thread, and the sums of p·q. */
function multiplyAll(job: usize, from: i32, to: i32, thread: i32, threads: i32): void {
  const systems = <i32>word(job, CoupledJob.SYSTEMS);
  const table = word(job, CoupledJob.SYSTEM_TABLE);
  const contacts = <i32>word(job, CoupledJob.CONTACTS);
  if (contacts > 0) {
    pushContacts(job, first(contacts, thread, threads), first(contacts, thread + 1, threads));
    barrier(thread, threads);
    if (word(job, CoupledJob.RIGID) > 0) {
      if (thread === 0) condense(job);
      barrier(thread, threads);
    }
  }
  const entries = word(job, CoupledJob.CONTACT_ENTRIES),
    pushes = word(job, CoupledJob.PUSHES);
  for (let k = 0; k < systems; k++) {
    const entry = table + <usize>k * SystemEntry.BYTES;
    const system = word(entry, SystemEntry.JOB);
    const base = <i32>word(entry, SystemEntry.FIRST);
    const n = <i32>word(system, SolveJob.COUNT);
    multiply(system, ownRow(from, base, n), ownRow(to, base, n), entries, pushes);
  }
}

/** Computes z = S P⁻¹ r of all systems, and the sums of r·z. */
function preconditionAll(job: usize, from: i32, to: i32, thread: i32, threads: i32): void {
  const systems = <i32>word(job, CoupledJob.SYSTEMS);
  const table = word(job, CoupledJob.SYSTEM_TABLE);
  for (let k = 0; k < systems; k++) {
    const entry = table + <usize>k * SystemEntry.BYTES;
    const system = word(entry, SystemEntry.JOB);
    const base = <i32>word(entry, SystemEntry.FIRST);
    const n = <i32>word(system, SolveJob.COUNT);
    precondition(system, ownRow(from, base, n), ownRow(to, base, n), thread, threads);
  }
}

/**
 * Solves from X = 0 until the error in the norm of A, ‖e‖² = e·A e, is at most FLOOR, or TOLERANCE² Σ m d² with the ways d of the
 * vertices from their inertial positions, or SHARE ‖x‖²; with at most MOST iterations. The error before the last
 * iterations is what they have taken off it: ‖e_k‖² − ‖e_{k+d}‖² = Σ α_j r_j·z_j, j = k … k+d−1 (Hestenes & Stiefel 1952;
 * Strakoš & Tichý 2002), so that after them it is smaller.
 * Writes iterations, ‖x‖² in the norm of A, the goal and the estimate of ‖e‖² into OUT.
 */
export function solve(job: usize, thread: i32, threads: i32): void {
  const n = <i32>word(job, CoupledJob.ROWS);
  const from = firstRow(n, thread, threads);
  const to = firstRow(n, thread + 1, threads);
  const x = word(job, CoupledJob.X),
    r = word(job, CoupledJob.R),
    z = word(job, CoupledJob.Z),
    p = word(job, CoupledJob.P),
    q = word(job, CoupledJob.Q),
    drift = word(job, CoupledJob.DRIFT),
    masses = word(job, CoupledJob.MASSES),
    out = word(job, CoupledJob.OUT);
  const ways = word(job, CoupledJob.WAYS);
  const most = <i32>word(job, CoupledJob.MOST);
  const tolerance = load<f64>(job, CoupledJob.TOLERANCE);
  const enough = load<f64>(job, CoupledJob.SHARE);
  const floor = load<f64>(job, CoupledJob.FLOOR);
  for (let i = from; i < to; i++) {
    const at: usize = <usize>i * Vector32.BYTES;
    v128.store(x + at, f32x4.splat(0));
  }
  preconditionAll(job, from, to, thread, threads);
  let rz = total(job);
  for (let i = from; i < to; i++)
    v128.store(p + <usize>i * Vector32.BYTES, v128.load(z + <usize>i * Vector32.BYTES));
  barrier(thread, threads);
  let iterations: i32 = 0;
  let decrease: f64 = 0;
  let goal: f64 = floor;
  // Decreases of the last iterations.
  let d1: f64 = 0,
    d2: f64 = 0,
    d3: f64 = 0,
    d4: f64 = 0;
  while (iterations < most && rz > 0) {
    multiplyAll(job, from, to, thread, threads);
    barrier(thread, threads);
    const along = total(job);
    if (!(along > 0)) break;
    const length = rz / along;
    const step = f32x4.splat(<f32>length);
    for (let start = from; start < to; start += GROUP) {
      const end = min(to, start + GROUP);
      let way = f32x4.splat(0);
      for (let i = start; i < end; i++) {
        const at: usize = <usize>i * Vector32.BYTES;
        const moved = f32x4.add(v128.load(x + at), f32x4.mul(step, v128.load(p + at)));
        v128.store(x + at, moved);
        const residual = f32x4.sub(v128.load(r + at), f32x4.mul(step, v128.load(q + at)));
        v128.store(r + at, residual);
        const gone = f32x4.add(moved, v128.load(drift + at));
        const mass = v128.load32_splat(masses + ((<usize>i) << 2));
        way = f32x4.add(way, f32x4.mul(mass, f32x4.mul(gone, gone)));
      }
      store<f64>(ways + ((<usize>(start / GROUP)) << 3), across(way));
    }
    preconditionAll(job, from, to, thread, threads);
    const next = total(job);
    goal = max(floor, tolerance * tolerance * totalOf(job, ways));
    d4 = d3;
    d3 = d2;
    d2 = d1;
    d1 = length * rz;
    decrease += d1;
    const share = f32x4.splat(<f32>(next / rz));
    rz = next;
    for (let i = from; i < to; i++) {
      const at: usize = <usize>i * Vector32.BYTES;
      v128.store(p + at, f32x4.add(v128.load(z + at), f32x4.mul(share, v128.load(p + at))));
    }
    iterations++;
    barrier(thread, threads); // p is complete, and no thread reads the sums any more
    if (iterations >= DELAY && d1 + d2 + d3 + d4 <= max(goal, enough * decrease)) break;
  }
  if (thread !== 0) return;
  store<f64>(out, <f64>iterations, SolveResult.ITERATIONS);
  store<f64>(out, decrease, SolveResult.DECREASE);
  store<f64>(out, goal, SolveResult.GOAL);
  store<f64>(out, d1 + d2 + d3 + d4, SolveResult.ERROR);
  store<f64>(out, rz, SolveResult.RESIDUAL);
}
