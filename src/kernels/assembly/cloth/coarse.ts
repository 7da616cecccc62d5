/**
 * The coarse part of the preconditioner: the motions of a cloth of which each aggregate of vertices (aggregates.ts) moves
 * like a rigid body. Those are what stretch resists least (Tamstorf, Jones & McCormick 2015): a piece that turns does not
 * stretch itself, while means of neighbours do where cloth is curved.
 *
 *   x_i = t_I + ω_I × a_i    a_i: arm of member i of the aggregate I
 *   A_IJ = Σ T_iᵀ S_i A_ij S_j T_j,   T_i = (1  −[a_i]×)
 *
 * with the same law from level to level: t_I = t_K + ω_K × a_I, ω_I = ω_K. The coarsest levels have one aggregate for every
 * piece of cloth. One V-cycle (cycle.ts) with a Gauss–Seidel sweep before and after each level
 * solves for the motions. Contacts
 * and supports count on the diagonal of the vertices only, so that they add nothing to the structure.
 */

import * as ClothNode from '../../../layouts/generated/cloth-node';
import * as LowMemory from '../../../layouts/generated/low-memory';
import * as MatrixBlock from '../../../layouts/generated/matrix-block';
import * as Matrix32 from '../../../layouts/generated/matrix32';
import * as RigidBlock from '../../../layouts/generated/rigid-block';
import * as RigidMotion from '../../../layouts/generated/rigid-motion';
import * as SolveJob from '../../../layouts/generated/solve-job';
import * as SolveLevel from '../../../layouts/generated/solve-level';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { index, NEXT_F64, putIndex, word } from '../memory';
import { addTo, COLUMN, cross, rigid, TURNS, vector } from './rigid';
import { times } from './solve';
import { take } from './structure';

/** Share of a pivot of the diagonal below which it is rounding of the sums that it comes from, in f32. */
const ROUNDING: f64 = 1e-5;
/** Unknowns of an aggregate. */
const UNKNOWNS: i32 = 6;

/** A 6 × 6 matrix of f64, and its diagonal. */
const scratch: usize = LowMemory.SCRATCH;
const pivots: usize = scratch + 6 * 6 * 8;

/** Computes the matrices of all levels at the present positions, with the blocks of the finest level in `DIAGONALS`. */
export function coarsen(job: usize): void {
  let level = word(job, SolveJob.LEVEL_TABLE);
  if (load<u32>(level, SolveLevel.NODES) === 0) return;
  placeVertices(job, level);
  assembleVertices(job, level);
  invertDiagonals(job, level);
  for (
    let next = level + SolveLevel.BYTES;
    load<u32>(next, SolveLevel.NODES) !== 0;
    next += SolveLevel.BYTES
  ) {
    placeAggregates(job, level, next);
    assembleAggregates(job, level, next);
    invertDiagonals(job, next);
    level = next;
  }
}

/** Sets centres and arms of the finest level. Positions are taken from the first vertex, so that f32 has them exactly enough. */
function placeVertices(job: usize, level: usize): void {
  const reals = word(job, SolveJob.LEVEL_REALS),
    numbers = word(job, SolveJob.LEVEL_NUMBERS),
    nodes = word(job, SolveJob.NODES);
  const arms = reals + word(level, SolveLevel.ARMS);
  const x = load<f64>(nodes),
    y = load<f64>(nodes, Y),
    z = load<f64>(nodes, Z);
  for (let i: i32 = 0, n = <i32>word(job, SolveJob.COUNT); i < n; i++) {
    const at = nodes + <usize>i * ClothNode.BYTES;
    store<f32>(vector(arms, i), <f32>(load<f64>(at) - x), Vector32.X);
    store<f32>(vector(arms, i), <f32>(load<f64>(at, Y) - y), Vector32.Y);
    store<f32>(vector(arms, i), <f32>(load<f64>(at, Z) - z), Vector32.Z);
    store<f32>(vector(arms, i), 0, Vector32.W);
  }
  centre(numbers, reals, level);
}

/** Sets centres and arms of a coarser level. */
function placeAggregates(job: usize, level: usize, next: usize): void {
  const reals = word(job, SolveJob.LEVEL_REALS);
  const bytes = load<u32>(level, SolveLevel.NODES) * Vector32.BYTES;
  memory.copy(reals + word(next, SolveLevel.ARMS), reals + word(level, SolveLevel.CENTRES), bytes);
  centre(word(job, SolveJob.LEVEL_NUMBERS), reals, next);
}

/** Sets the centres to the means of the positions in `ARMS`, and arms to the ways from them. */
function centre(numbers: usize, reals: usize, level: usize): void {
  const count = <i32>load<u32>(level, SolveLevel.NODES);
  const starts = numbers + word(level, SolveLevel.MEMBER_STARTS),
    members = numbers + word(level, SolveLevel.MEMBERS),
    centres = reals + word(level, SolveLevel.CENTRES),
    arms = reals + word(level, SolveLevel.ARMS);
  for (let a: i32 = 0; a < count; a++) {
    const first = index(starts, a),
      end = index(starts, a + 1);
    let sum = f32x4.splat(0);
    for (let k = first; k < end; k++) sum = f32x4.add(sum, v128.load(vector(arms, index(members, k))));
    const mean = f32x4.mul(sum, f32x4.splat(1 / <f32>(end - first)));
    v128.store(vector(centres, a), mean);
    for (let k = first; k < end; k++) {
      const arm = vector(arms, index(members, k));
      v128.store(arm, f32x4.sub(v128.load(arm), mean));
    }
  }
}

/** Marks the blocks of a row by their columns, and sets them and the one on the diagonal to 0. */
function beginRow(numbers: usize, reals: usize, level: usize, a: i32, marks: usize): void {
  const starts = numbers + word(level, SolveLevel.STARTS),
    columns = numbers + word(level, SolveLevel.COLUMNS);
  const first = index(starts, a),
    end = index(starts, a + 1);
  for (let k = first; k < end; k++) putIndex(marks, index(columns, k), k);
  memory.fill(
    rigid(reals + word(level, SolveLevel.BLOCKS), first),
    0,
    <usize>(end - first) * RigidBlock.BYTES,
  );
  memory.fill(rigid(reals + word(level, SolveLevel.DIAGONALS), a), 0, RigidBlock.BYTES);
}

/** Sums the matrix of the finest level, row by row of the vertices. */
function assembleVertices(job: usize, level: usize): void {
  const numbers = word(job, SolveJob.LEVEL_NUMBERS),
    reals = word(job, SolveJob.LEVEL_REALS),
    marks = word(job, SolveJob.MARKS);
  const count = <i32>load<u32>(level, SolveLevel.NODES);
  const starts = numbers + word(level, SolveLevel.MEMBER_STARTS),
    members = numbers + word(level, SolveLevel.MEMBERS);
  for (let a: i32 = 0; a < count; a++) {
    beginRow(numbers, reals, level, a, marks);
    for (let k = index(starts, a), end = index(starts, a + 1); k < end; k++) {
      addRow(job, level, numbers, reals, a, index(members, k), marks);
    }
  }
  mirror(job, level);
}

/**
 * Adds the row of vertex i to that of its aggregate a: first the sum of its blocks within the aggregate, then those to aggregates
 * behind it. Blocks to one aggregate mostly follow each other, and are summed before they are added: s by translation
 * and q by rotation, B (e × a).
 */
function addRow(job: usize, level: usize, numbers: usize, reals: usize, a: i32, i: i32, marks: usize): void {
  const labels = numbers + word(level, SolveLevel.LABELS),
    arms = reals + word(level, SolveLevel.ARMS),
    constraints = word(job, SolveJob.CONSTRAINTS),
    projectors = word(job, SolveJob.PROJECTORS);
  const columns = word(job, SolveJob.COLUMNS),
    blocks = word(job, SolveJob.BLOCKS),
    scalarColumns = word(job, SolveJob.SCALAR_COLUMNS),
    scalars = word(job, SolveJob.SCALARS);
  const first = index(word(job, SolveJob.ROWS), i),
    end = index(word(job, SolveJob.ROWS), i + 1),
    more = index(word(job, SolveJob.SCALAR_ROWS), i) - end,
    last = index(word(job, SolveJob.SCALAR_ROWS), i + 1) - more;
  const own = word(job, SolveJob.DIAGONALS) + <usize>i * Matrix32.BYTES;
  const arm = v128.load(vector(arms, i));
  const constraint = index(constraints, i);
  const projector = projectors + <usize>constraint * Matrix32.BYTES;
  const diagonal = rigid(reals + word(level, SolveLevel.DIAGONALS), a),
    to = reals + word(level, SolveLevel.BLOCKS);
  const zero = f32x4.splat(0);
  let current = a;
  let s0 = zero,
    s1 = zero,
    s2 = zero,
    q0 = zero,
    q1 = zero,
    q2 = zero;
  let isWithin = true;
  for (let pass: i32 = 0; pass < 2; pass++) {
    for (let k = pass === 0 ? first - 1 : first; k < last; k++) {
      let j = i;
      if (k >= end) j = index(scalarColumns, k + more);
      else if (k >= first) j = index(columns, k);
      const label = index(labels, j);
      if (pass === 0) {
        if (label !== a) {
          isWithin = false;
          continue;
        }
      } else if (label <= a) continue;
      if (label !== current) {
        const block = current === a ? diagonal : rigid(to, index(marks, current));
        flush(block, arm, constraint, projector, s0, s1, s2, q0, q1, q2);
        current = label;
        s0 = s1 = s2 = q0 = q1 = q2 = zero;
      }
      const at = vector(arms, j);
      const held = index(constraints, j);
      let c0: v128, c1: v128, c2: v128;
      if (k >= end) {
        const scalar = f32x4.splat(load<f32>(scalars + ((<usize>(k + more)) << 2)));
        c0 = v128.shuffle<f32>(scalar, zero, 0, 4, 4, 4);
        c1 = v128.shuffle<f32>(scalar, zero, 4, 0, 4, 4);
        c2 = v128.shuffle<f32>(scalar, zero, 4, 4, 0, 4);
      } else if (k < first) {
        c0 = v128.load(own, Matrix32.COLUMN_0);
        c1 = v128.load(own, Matrix32.COLUMN_1);
        c2 = v128.load(own, Matrix32.COLUMN_2);
      } else {
        const block = blocks + <usize>k * MatrixBlock.BYTES;
        c0 = v128.load(block, MatrixBlock.COLUMN_0);
        c1 = v128.load(block, MatrixBlock.COLUMN_1);
        c2 = v128.load(block, MatrixBlock.COLUMN_2);
      }
      if (held >= 0) {
        const free = projectors + <usize>held * Matrix32.BYTES;
        const d0 = combined(c0, c1, c2, v128.load(free, Matrix32.COLUMN_0)),
          d1 = combined(c0, c1, c2, v128.load(free, Matrix32.COLUMN_1)),
          d2 = combined(c0, c1, c2, v128.load(free, Matrix32.COLUMN_2));
        c0 = d0;
        c1 = d1;
        c2 = d2;
      }
      s0 = f32x4.add(s0, c0);
      s1 = f32x4.add(s1, c1);
      s2 = f32x4.add(s2, c2);
      const x = v128.load32_splat(at, Vector32.X),
        y = v128.load32_splat(at, Vector32.Y),
        z = v128.load32_splat(at, Vector32.Z);
      q0 = f32x4.add(q0, f32x4.sub(f32x4.mul(y, c2), f32x4.mul(z, c1)));
      q1 = f32x4.add(q1, f32x4.sub(f32x4.mul(z, c0), f32x4.mul(x, c2)));
      q2 = f32x4.add(q2, f32x4.sub(f32x4.mul(x, c1), f32x4.mul(y, c0)));
    }
    if (isWithin) break;
  }
  const block = current === a ? diagonal : rigid(to, index(marks, current));
  flush(block, arm, constraint, projector, s0, s1, s2, q0, q1, q2);
}

/** Returns c0 p_x + c1 p_y + c2 p_z. */
// @inline
function combined(c0: v128, c1: v128, c2: v128, p: v128): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.mul(c0, v128.shuffle<f32>(p, p, 0, 0, 0, 0)),
      f32x4.mul(c1, v128.shuffle<f32>(p, p, 1, 1, 1, 1)),
    ),
    f32x4.mul(c2, v128.shuffle<f32>(p, p, 2, 2, 2, 2)),
  );
}

/** Adds the summed columns of a vertex to a block, as forces and torques. */
// @inline
function flush(
  block: usize,
  arm: v128,
  constraint: i32,
  projector: usize,
  s0: v128,
  s1: v128,
  s2: v128,
  q0: v128,
  q1: v128,
  q2: v128,
): void {
  addForce(block, arm, constraint, projector, s0);
  addForce(block + COLUMN, arm, constraint, projector, s1);
  addForce(block + 2 * COLUMN, arm, constraint, projector, s2);
  addForce(block + TURNS, arm, constraint, projector, q0);
  addForce(block + TURNS + COLUMN, arm, constraint, projector, q1);
  addForce(block + TURNS + 2 * COLUMN, arm, constraint, projector, q2);
}

// @inline
function addForce(column: usize, arm: v128, constraint: i32, projector: usize, sum: v128): void {
  let force = v128.and(sum, i32x4(-1, -1, -1, 0));
  if (constraint >= 0) force = times(projector, force);
  addTo(column + RigidMotion.LINEAR, force);
  addTo(column + RigidMotion.ANGULAR, cross(arm, force));
}

/** Copies the blocks beyond the diagonal to those before it. Rows meet the columns of others in ascending order. */
function mirror(job: usize, level: usize): void {
  const numbers = word(job, SolveJob.LEVEL_NUMBERS),
    blocks = word(job, SolveJob.LEVEL_REALS) + word(level, SolveLevel.BLOCKS),
    ends = word(job, SolveJob.MARKS);
  const starts = numbers + word(level, SolveLevel.STARTS),
    middles = numbers + word(level, SolveLevel.MIDDLES),
    columns = numbers + word(level, SolveLevel.COLUMNS);
  const count = <i32>load<u32>(level, SolveLevel.NODES);
  memory.copy(ends, starts, (<usize>count) << 2);
  for (let a: i32 = 0; a < count; a++) {
    for (let k = index(middles, a), end = index(starts, a + 1); k < end; k++) {
      const to = rigid(blocks, take(ends, index(columns, k)));
      const from = rigid(blocks, k);
      for (let i: i32 = 0; i < UNKNOWNS; i++) {
        for (let j: i32 = 0; j < UNKNOWNS; j++) store<f32>(entry(to, i, j), load<f32>(entry(from, j, i)));
      }
    }
  }
}

/** Sums the matrix of a level from that of the finer one. */
function assembleAggregates(job: usize, level: usize, next: usize): void {
  const numbers = word(job, SolveJob.LEVEL_NUMBERS),
    reals = word(job, SolveJob.LEVEL_REALS),
    marks = word(job, SolveJob.MARKS);
  const labels = numbers + word(next, SolveLevel.LABELS),
    memberStarts = numbers + word(next, SolveLevel.MEMBER_STARTS),
    members = numbers + word(next, SolveLevel.MEMBERS),
    starts = numbers + word(level, SolveLevel.STARTS),
    columns = numbers + word(level, SolveLevel.COLUMNS);
  const diagonals = reals + word(level, SolveLevel.DIAGONALS),
    blocks = reals + word(level, SolveLevel.BLOCKS),
    arms = reals + word(next, SolveLevel.ARMS),
    nextDiagonals = reals + word(next, SolveLevel.DIAGONALS),
    nextBlocks = reals + word(next, SolveLevel.BLOCKS);
  for (let a: i32 = 0, count = <i32>load<u32>(next, SolveLevel.NODES); a < count; a++) {
    beginRow(numbers, reals, next, a, marks);
    const own = rigid(nextDiagonals, a);
    for (let m = index(memberStarts, a), last = index(memberStarts, a + 1); m < last; m++) {
      const i = index(members, m);
      const arm = vector(arms, i);
      shift(rigid(diagonals, i), arm, arm, own);
      for (let k = index(starts, i), end = index(starts, i + 1); k < end; k++) {
        const j = index(columns, k);
        const label = index(labels, j);
        if (label < a) continue;
        const to = label === a ? own : rigid(nextBlocks, index(marks, label));
        shift(rigid(blocks, k), arm, vector(arms, j), to);
      }
    }
  }
  mirror(job, next);
}

/** Adds a block between two aggregates, with the arms of both in theirs, to a block of the coarser level. */
function shift(block: usize, arm: usize, other: usize, to: usize): void {
  const turn = v128.load(arm);
  const x = v128.load32_splat(other, Vector32.X),
    y = v128.load32_splat(other, Vector32.Y),
    z = v128.load32_splat(other, Vector32.Z);
  for (let half: usize = 0; half < COLUMN; half += RigidMotion.ANGULAR) {
    const c0 = v128.load(block + half),
      c1 = v128.load(block + half, COLUMN),
      c2 = v128.load(block + half, 2 * COLUMN);
    const r0 = f32x4.add(v128.load(block + half, TURNS), f32x4.sub(f32x4.mul(y, c2), f32x4.mul(z, c1))),
      r1 = f32x4.add(v128.load(block + half, TURNS + COLUMN), f32x4.sub(f32x4.mul(z, c0), f32x4.mul(x, c2))),
      r2 = f32x4.add(
        v128.load(block + half, TURNS + 2 * COLUMN),
        f32x4.sub(f32x4.mul(x, c1), f32x4.mul(y, c0)),
      );
    addTo(to + half, c0);
    addTo(to + half + COLUMN, c1);
    addTo(to + half + 2 * COLUMN, c2);
    addTo(to + half + TURNS, r0);
    addTo(to + half + TURNS + COLUMN, r1);
    addTo(to + half + TURNS + 2 * COLUMN, r2);
    if (half !== 0) continue;
    const torques = to + RigidMotion.ANGULAR;
    addTo(torques, cross(turn, c0));
    addTo(torques + COLUMN, cross(turn, c1));
    addTo(torques + 2 * COLUMN, cross(turn, c2));
    addTo(torques + TURNS, cross(turn, r0));
    addTo(torques + TURNS + COLUMN, cross(turn, r1));
    addTo(torques + TURNS + 2 * COLUMN, cross(turn, r2));
  }
}

/** Inverts the blocks on the diagonal of a level. */
function invertDiagonals(job: usize, level: usize): void {
  const reals = word(job, SolveJob.LEVEL_REALS);
  for (let a: i32 = 0, count = <i32>load<u32>(level, SolveLevel.NODES); a < count; a++) {
    invertRigid(
      rigid(reals + word(level, SolveLevel.DIAGONALS), a),
      rigid(reals + word(level, SolveLevel.INVERSES), a),
    );
  }
}

/** Returns where the block at `at` has the number in row i and column k. */
// @inline
function entry(at: usize, i: i32, k: i32): usize {
  return at + <usize>k * COLUMN + ((<usize>(i < 3 ? i : i + 1)) << 2);
}

/**
 * Inverts a block by the sweep operator (Beaton 1964). A motion that meets nothing but rounding, as the turn of a straight row of
 * vertices about itself or any of pinned ones, counts as resisted by its whole diagonal: no force acts on it.
 */
function invertRigid(block: usize, out: usize): void {
  for (let i: i32 = 0; i < UNKNOWNS; i++) {
    for (let k: i32 = 0; k < UNKNOWNS; k++) {
      put(i, k, 0.5 * (<f64>load<f32>(entry(block, i, k)) + <f64>load<f32>(entry(block, k, i))));
    }
    const own = at(i, i);
    store<f64>(pivots + <usize>i * NEXT_F64, own > 0 ? own : 1);
  }
  for (let k: i32 = 0; k < UNKNOWNS; k++) {
    const whole = load<f64>(pivots + <usize>k * NEXT_F64);
    const pivot = at(k, k) > ROUNDING * whole ? at(k, k) : whole;
    for (let i: i32 = 0; i < UNKNOWNS; i++) {
      if (i === k) continue;
      const share = at(i, k) / pivot;
      for (let j: i32 = 0; j < UNKNOWNS; j++) if (j !== k) put(i, j, at(i, j) - share * at(k, j));
      put(i, k, share);
    }
    for (let j: i32 = 0; j < UNKNOWNS; j++) if (j !== k) put(k, j, at(j, k));
    put(k, k, -1 / pivot);
  }
  memory.fill(out, 0, RigidBlock.BYTES);
  for (let i: i32 = 0; i < UNKNOWNS; i++) {
    for (let k: i32 = 0; k < UNKNOWNS; k++) store<f32>(entry(out, i, k), <f32>-at(min(i, k), max(i, k)));
  }
}

// @inline
function at(i: i32, k: i32): f64 {
  return load<f64>(scratch + <usize>(UNKNOWNS * i + k) * NEXT_F64);
}

// @inline
function put(i: i32, k: i32, value: f64): void {
  store<f64>(scratch + <usize>(UNKNOWNS * i + k) * NEXT_F64, value);
}
