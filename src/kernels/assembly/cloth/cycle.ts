/** The V-cycle over the levels of aggregates (coarse.ts). */
import * as RigidMotion from '../../../layouts/generated/rigid-motion';
import * as SolveJob from '../../../layouts/generated/solve-job';
import * as SolveLevel from '../../../layouts/generated/solve-level';
import { index, word } from '../memory';
import { addTo, COLUMN, cross, motion, rigid, TURNS, vector } from './rigid';

/** Returns the upper half of the product of a block and a motion; the lower one for a block from its first torque on. */
// @inline
function half(block: usize, t: v128, w: v128): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.add(
        f32x4.mul(v128.load(block), v128.shuffle<f32>(t, t, 0, 0, 0, 0)),
        f32x4.mul(v128.load(block, COLUMN), v128.shuffle<f32>(t, t, 1, 1, 1, 1)),
      ),
      f32x4.mul(v128.load(block, 2 * COLUMN), v128.shuffle<f32>(t, t, 2, 2, 2, 2)),
    ),
    f32x4.add(
      f32x4.add(
        f32x4.mul(v128.load(block, TURNS), v128.shuffle<f32>(w, w, 0, 0, 0, 0)),
        f32x4.mul(v128.load(block, TURNS + COLUMN), v128.shuffle<f32>(w, w, 1, 1, 1, 1)),
      ),
      f32x4.mul(v128.load(block, TURNS + 2 * COLUMN), v128.shuffle<f32>(w, w, 2, 2, 2, 2)),
    ),
  );
}

/** Sums the residual r of the vertices over a share of the finest aggregates: forces and torques. */
export function restrictVertices(job: usize, level: usize, from: i32, to: i32): void {
  const numbers = word(job, SolveJob.LEVEL_NUMBERS),
    reals = word(job, SolveJob.LEVEL_REALS),
    r = word(job, SolveJob.R);
  const starts = numbers + word(level, SolveLevel.MEMBER_STARTS),
    members = numbers + word(level, SolveLevel.MEMBERS),
    arms = reals + word(level, SolveLevel.ARMS),
    loads = reals + word(level, SolveLevel.LOADS);
  for (let a = from; a < to; a++) {
    let force = f32x4.splat(0),
      torque = force;
    for (let k = index(starts, a), end = index(starts, a + 1); k < end; k++) {
      const i = index(members, k);
      const residual = v128.load(vector(r, i));
      force = f32x4.add(force, residual);
      torque = f32x4.add(torque, cross(v128.load(vector(arms, i)), residual));
    }
    v128.store(motion(loads, a), force, RigidMotion.LINEAR);
    v128.store(motion(loads, a), torque, RigidMotion.ANGULAR);
  }
}

/** Solves for the motions of the finest aggregates by one V-cycle over all levels. */
export function cycle(job: usize): void {
  const numbers = word(job, SolveJob.LEVEL_NUMBERS),
    reals = word(job, SolveJob.LEVEL_REALS),
    table = word(job, SolveJob.LEVEL_TABLE);
  let level = table;
  for (;;) {
    sweepDown(numbers, reals, level);
    const next = level + SolveLevel.BYTES;
    if (load<u32>(next, SolveLevel.NODES) === 0) break;
    restrictLevel(numbers, reals, level, next);
    level = next;
  }
  for (;;) {
    sweepUp(numbers, reals, level);
    if (level === table) break;
    const finer = level - SolveLevel.BYTES;
    prolongLevel(numbers, reals, finer, level);
    level = finer;
  }
}

/** Solves row by row from 0, with the rows before. */
function sweepDown(numbers: usize, reals: usize, level: usize): void {
  const starts = numbers + word(level, SolveLevel.STARTS),
    middles = numbers + word(level, SolveLevel.MIDDLES);
  for (let a: i32 = 0, count = <i32>load<u32>(level, SolveLevel.NODES); a < count; a++) {
    solveRow(numbers, reals, level, a, index(starts, a), index(middles, a));
  }
}

/** Solves row by row backwards, with all other rows. */
function sweepUp(numbers: usize, reals: usize, level: usize): void {
  const starts = numbers + word(level, SolveLevel.STARTS);
  for (let a = <i32>load<u32>(level, SolveLevel.NODES) - 1; a >= 0; a--) {
    solveRow(numbers, reals, level, a, index(starts, a), index(starts, a + 1));
  }
}

// @inline
function solveRow(numbers: usize, reals: usize, level: usize, a: i32, from: i32, to: i32): void {
  const columns = numbers + word(level, SolveLevel.COLUMNS),
    blocks = reals + word(level, SolveLevel.BLOCKS),
    motions = reals + word(level, SolveLevel.MOTIONS),
    loads = motion(reals + word(level, SolveLevel.LOADS), a),
    inverse = rigid(reals + word(level, SolveLevel.INVERSES), a);
  let force = v128.load(loads, RigidMotion.LINEAR),
    torque = v128.load(loads, RigidMotion.ANGULAR);
  for (let k = from; k < to; k++) {
    const block = rigid(blocks, k);
    const other = motion(motions, index(columns, k));
    const t = v128.load(other, RigidMotion.LINEAR),
      w = v128.load(other, RigidMotion.ANGULAR);
    force = f32x4.sub(force, half(block, t, w));
    torque = f32x4.sub(torque, half(block + RigidMotion.ANGULAR, t, w));
  }
  v128.store(motion(motions, a), half(inverse, force, torque), RigidMotion.LINEAR);
  v128.store(motion(motions, a), half(inverse + RigidMotion.ANGULAR, force, torque), RigidMotion.ANGULAR);
}

/** Restricts the residual after the sweep down, which is that of the rows behind. */
function restrictLevel(numbers: usize, reals: usize, level: usize, next: usize): void {
  const starts = numbers + word(level, SolveLevel.STARTS),
    middles = numbers + word(level, SolveLevel.MIDDLES),
    columns = numbers + word(level, SolveLevel.COLUMNS),
    labels = numbers + word(next, SolveLevel.LABELS);
  const blocks = reals + word(level, SolveLevel.BLOCKS),
    motions = reals + word(level, SolveLevel.MOTIONS),
    arms = reals + word(next, SolveLevel.ARMS),
    loads = reals + word(next, SolveLevel.LOADS);
  memory.fill(loads, 0, <usize>load<u32>(next, SolveLevel.NODES) * RigidMotion.BYTES);
  for (let a: i32 = 0, count = <i32>load<u32>(level, SolveLevel.NODES); a < count; a++) {
    let force = f32x4.splat(0),
      torque = force;
    for (let k = index(middles, a), end = index(starts, a + 1); k < end; k++) {
      const block = rigid(blocks, k);
      const other = motion(motions, index(columns, k));
      const t = v128.load(other, RigidMotion.LINEAR),
        w = v128.load(other, RigidMotion.ANGULAR);
      force = f32x4.sub(force, half(block, t, w));
      torque = f32x4.sub(torque, half(block + RigidMotion.ANGULAR, t, w));
    }
    const to = motion(loads, index(labels, a));
    addTo(to + RigidMotion.LINEAR, force);
    addTo(to + RigidMotion.ANGULAR, f32x4.add(torque, cross(v128.load(vector(arms, a)), force)));
  }
}

/** Adds the motions of the coarser level. */
function prolongLevel(numbers: usize, reals: usize, level: usize, next: usize): void {
  const labels = numbers + word(next, SolveLevel.LABELS),
    arms = reals + word(next, SolveLevel.ARMS),
    motions = reals + word(level, SolveLevel.MOTIONS),
    coarse = reals + word(next, SolveLevel.MOTIONS);
  for (let a: i32 = 0, count = <i32>load<u32>(level, SolveLevel.NODES); a < count; a++) {
    const from = motion(coarse, index(labels, a));
    const turn = v128.load(from, RigidMotion.ANGULAR);
    const to = motion(motions, a);
    addTo(
      to + RigidMotion.LINEAR,
      f32x4.add(v128.load(from, RigidMotion.LINEAR), cross(turn, v128.load(vector(arms, a)))),
    );
    addTo(to + RigidMotion.ANGULAR, turn);
  }
}
