/** The passes of a mesh's hierarchy (src/models/adaptive-cloth/hierarchy.ts) as solve.ts reads them, by rows of the system. */
import * as MeshJob from '../../../layouts/generated/mesh-job';
import * as ParentShare from '../../../layouts/generated/parent-share';
import * as SolveJob from '../../../layouts/generated/solve-job';
import * as SolvePass from '../../../layouts/generated/solve-pass';
import { index, number, put, putIndex, word } from '../memory';
import { take } from './structure';

/** Levels that a vertex may have, and more. */
const LEVELS: i32 = 32;

/** Sorts the vertices of bisections into passes, the finest level first, and returns their number. */
export function clothLevels(job: usize): i32 {
  const parents = word(job, MeshJob.MESH_PARENTS),
    levels = word(job, MeshJob.MESH_LEVELS),
    starts = word(job, MeshJob.LEVEL_STARTS),
    removed = word(job, MeshJob.REMOVED),
    shares = word(job, MeshJob.SHARES),
    sizes = word(job, MeshJob.PASS_SIZES);
  const n = <i32>word(job, MeshJob.VERTEX_COUNT);
  memory.fill(starts, 0, LEVELS << 2);
  for (let v: i32 = 0; v < n; v++) if (index(parents, 2 * v) >= 0) take(starts, index(levels, v));
  let passes: i32 = 0;
  for (let level = LEVELS - 1, end: i32 = 0; level >= 0; level--) {
    const size = index(starts, level);
    putIndex(starts, level, end);
    end += size;
    if (size > 0) putIndex(sizes, 2 * passes++, size);
  }
  for (let v: i32 = 0; v < n; v++) {
    if (index(parents, 2 * v) < 0) continue;
    const k = take(starts, index(levels, v));
    putIndex(removed, 3 * k, v);
    putIndex(removed, 3 * k + 1, index(parents, 2 * v));
    putIndex(removed, 3 * k + 2, index(parents, 2 * v + 1));
    put(shares, k, 0.5);
  }
  return passes;
}

/** Counts the parents of each pass. */
export function clothPassParents(job: usize, passes: i32): void {
  const removed = word(job, MeshJob.REMOVED),
    sizes = word(job, MeshJob.PASS_SIZES),
    marks = word(job, MeshJob.CHILD_COUNTS);
  memory.fill(marks, 0, word(job, MeshJob.VERTEX_COUNT) << 2);
  for (let p: i32 = 0, k: i32 = 0, end: i32 = 0; p < passes; p++) {
    let parents: i32 = 0;
    end += index(sizes, 2 * p);
    for (; k < end; k++) {
      for (let c: i32 = 1; c < 3; c++) {
        const parent = index(removed, 3 * k + c);
        if (index(marks, parent) > p) continue;
        putIndex(marks, parent, p + 1);
        parents++;
      }
    }
    putIndex(sizes, 2 * p + 1, parents);
  }
}

/** Writes the lists of all passes, and of the vertices that the last one leaves, to where the job of the solve has them. */
export function clothPasses(job: usize, solve: usize): void {
  const rowOf = word(job, MeshJob.ROW_OF),
    order = word(job, MeshJob.ORDER),
    massOf = word(job, MeshJob.VERTEX_MASSES),
    removed = word(job, MeshJob.REMOVED),
    shareOf = word(job, MeshJob.SHARES),
    counts = word(job, MeshJob.CHILD_COUNTS),
    slots = word(job, MeshJob.CHILD_SLOTS),
    gone = word(job, MeshJob.GONE),
    weights = word(job, MeshJob.WEIGHTS),
    masses = word(job, MeshJob.WEIGHED_MASSES);
  const n = <i32>word(job, MeshJob.VERTEX_COUNT);
  const bytes = (<usize>n) << 2;
  for (let i: i32 = 0; i < n; i++) {
    put(weights, i, 1);
    put(masses, i, number(massOf, index(order, i)));
  }
  memory.fill(gone, 0, bytes);
  let pass = word(solve, SolveJob.PASS_TABLE);
  const end = pass + word(solve, SolveJob.PASSES) * SolvePass.BYTES;
  for (let first: i32 = 0; pass < end; pass += SolvePass.BYTES) {
    const size = <i32>word(pass, SolvePass.REMOVED);
    const nodes = word(pass, SolvePass.REMOVED_NODES),
      shares = word(pass, SolvePass.REMOVED_SHARES);
    memory.fill(counts, 0, bytes);
    for (let k: i32 = 0; k < size; k++) {
      const row = index(rowOf, index(removed, 3 * (first + k)));
      const share = number(shareOf, first + k);
      putIndex(nodes, 3 * k, row);
      putIndex(gone, row, 1);
      for (let c: i32 = 0; c < 2; c++) {
        const parent = index(rowOf, index(removed, 3 * (first + k) + 1 + c));
        const s = c === 0 ? share : 1 - share;
        putIndex(nodes, 3 * k + 1 + c, parent);
        putReal(shares, 2 * k + c, s);
        take(counts, parent);
        put(weights, parent, number(weights, parent) + s * number(weights, row));
        put(masses, parent, number(masses, parent) + s * number(masses, row));
      }
    }
    first += size;
    const parents = word(pass, SolvePass.PARENT_NODES),
      starts = word(pass, SolvePass.PARENT_STARTS),
      children = word(pass, SolvePass.CHILDREN),
      childShares = word(pass, SolvePass.CHILD_SHARES);
    let weighed = word(pass, SolvePass.PARENT_SHARES);
    let slot: i32 = 0;
    let start: i32 = 0;
    for (let i: i32 = 0; i < n; i++) {
      const count = index(counts, i);
      if (count === 0) continue;
      putIndex(slots, i, start);
      putIndex(parents, slot, i);
      putIndex(starts, slot++, start);
      start += count;
      storeShare(weighed, weights, masses, i);
      weighed += ParentShare.BYTES;
    }
    putIndex(starts, slot, start);
    for (let k: i32 = 0; k < size; k++) {
      for (let c: i32 = 0; c < 2; c++) {
        const at = take(slots, index(nodes, 3 * k + 1 + c));
        putIndex(children, at, index(nodes, 3 * k));
        store<f32>(childShares + ((<usize>at) << 2), load<f32>(shares + ((<usize>(2 * k + c)) << 2)));
      }
    }
  }
  const left = word(solve, SolveJob.LAST_NODES);
  let weighed = word(solve, SolveJob.LAST_SHARES);
  for (let i: i32 = 0, k: i32 = 0; i < n; i++) {
    if (index(gone, i) !== 0) continue;
    putIndex(left, k++, i);
    storeShare(weighed, weights, masses, i);
    weighed += ParentShare.BYTES;
  }
}

// @inline
function storeShare(at: usize, weights: usize, masses: usize, i: i32): void {
  store<f32>(at, <f32>(1 / number(weights, i)), ParentShare.SHARE);
  store<f32>(at, <f32>number(masses, i), ParentShare.MASS);
}

// @inline
function putReal(at: usize, k: i32, value: f64): void {
  store<f32>(at + ((<usize>k) << 2), <f32>value);
}
