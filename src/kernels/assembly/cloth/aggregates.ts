/**
 * The levels of the preconditioner in coarse.ts: groups of neighbouring vertices, called aggregates, groups of these, and so on until
 * they hold a whole sheet each. Aggregates grow one after the other from the first member that has none yet, breadth first, as
 * far as the matrix couples their members (Vaněk, Mandel & Brezina 1996); what stays much too small joins a neighbour. They
 * depend on the matrix's structure alone, so they are the same for a mesh from a snapshot, and of one kind for regular and
 * irregular meshes.
 */
import * as LowMemory from '../../../layouts/generated/low-memory';
import * as MeshJob from '../../../layouts/generated/mesh-job';
import * as RigidBlock from '../../../layouts/generated/rigid-block';
import * as RigidMotion from '../../../layouts/generated/rigid-motion';
import * as SolveLevel from '../../../layouts/generated/solve-level';
import * as Vector32 from '../../../layouts/generated/vector32';
import { index, NEXT_I32, putIndex, word } from '../memory';
import { take } from './structure';

/**
 * Members of an aggregate, of vertices and of aggregates. They decide cost alone: with half as many vertices an iteration takes a fifth
 * longer and the matrices of the levels two fifths, for a tenth fewer iterations (docs/decisions/0009).
 */
const VERTICES: i32 = 32;
const AGGREGATES: i32 = 4;
/** Aggregates with fewer than a third of their members join another one. */
const SMALL: i32 = 3;

/**
 * State of the work, in space that a new thread does not write, as it writes constants: two lists of neighbours by member, of which the second
 * may be empty (0), and the bytes laid out so far in the lists of all levels and in their matrices and vectors.
 */
const state: usize = LowMemory.SCRATCH;
const FIRST_LIST: usize = 0;
const SECOND_LIST: usize = 8;
const LIST_END: usize = 16;
const REAL_END: usize = 20;

/** Sets a list of neighbours: where it begins for each member, and the neighbours. */
function setGraph(list: usize, starts: usize, columns: usize): void {
  store<u32>(state + list, <u32>starts);
  store<u32>(state + list, <u32>columns, NEXT_I32);
}

// @inline
function startsOf(list: usize): usize {
  return word(state, list);
}

// @inline
function columnsOf(list: usize): usize {
  return word(state, list + NEXT_I32);
}

/** Returns the offset of a list of so many bytes. */
function lists(bytes: usize): usize {
  const at = word(state, LIST_END);
  store<u32>(state, <u32>(at + bytes), LIST_END);
  return at;
}

/** The same among matrices and vectors. */
function reals(count: i32, bytes: usize): usize {
  const at = word(state, REAL_END);
  store<u32>(state, <u32>(at + <usize>count * bytes), REAL_END);
  return at;
}

/** Writes the levels of a mesh, and returns how many f32 their matrices and vectors need. */
export function clothLevels(job: usize): i32 {
  const base = word(job, MeshJob.LEVEL_NUMBERS);
  const room = word(job, MeshJob.LEVEL_ROOM) << 2;
  let level = word(job, MeshJob.LEVEL_TABLE);
  let members = <i32>word(job, MeshJob.VERTEX_COUNT);
  let most = VERTICES;
  setGraph(FIRST_LIST, word(job, MeshJob.ROWS), word(job, MeshJob.COLUMNS));
  setGraph(SECOND_LIST, word(job, MeshJob.SCALAR_ROWS), word(job, MeshJob.SCALAR_COLUMNS));
  store<u32>(state, 0, LIST_END);
  store<u32>(state, 0, REAL_END);
  while (members > 1) {
    const labels = lists((<usize>members) << 2);
    const count = aggregate(job, members, most, base + labels);
    // Aggregates that hardly grow any more are parts of the cloth.
    if (2 * count > members) break;
    store<u32>(level, <u32>count, SolveLevel.NODES);
    store<u32>(level, <u32>labels, SolveLevel.LABELS);
    const edges = writeLists(job, level, base, members, count);
    store<u32>(level, <u32>reals(count, Vector32.BYTES), SolveLevel.CENTRES);
    store<u32>(level, <u32>reals(members, Vector32.BYTES), SolveLevel.ARMS);
    store<u32>(level, <u32>reals(count, RigidBlock.BYTES), SolveLevel.DIAGONALS);
    store<u32>(level, <u32>reals(count, RigidBlock.BYTES), SolveLevel.INVERSES);
    store<u32>(level, <u32>reals(edges, RigidBlock.BYTES), SolveLevel.BLOCKS);
    store<u32>(level, <u32>reals(count, RigidMotion.BYTES), SolveLevel.LOADS);
    store<u32>(level, <u32>reals(count, RigidMotion.BYTES), SolveLevel.MOTIONS);
    setGraph(FIRST_LIST, base + word(level, SolveLevel.STARTS), base + word(level, SolveLevel.COLUMNS));
    setGraph(SECOND_LIST, 0, 0);
    level += SolveLevel.BYTES;
    members = count;
    most = AGGREGATES;
    // The next level has at most as many blocks, and lists for its members.
    if (word(state, LIST_END) + ((<usize>(7 * members + edges + 2)) << 2) > room) break;
  }
  store<u32>(level, 0, SolveLevel.NODES);
  return <i32>(word(state, REAL_END) >> 2);
}

/** Labels members by aggregate, in the order of the first members, and returns the number of aggregates. */
function aggregate(job: usize, members: i32, most: i32, labels: usize): i32 {
  const queue = word(job, MeshJob.QUEUE),
    sizes = word(job, MeshJob.SIZES);
  for (let i: i32 = 0; i < members; i++) putIndex(labels, i, -1);
  let count: i32 = 0;
  for (let seed: i32 = 0, begin: i32 = 0; seed < members; seed++) {
    if (index(labels, seed) >= 0) continue;
    putIndex(labels, seed, count);
    putIndex(queue, begin, seed);
    let end = begin + 1;
    for (let head = begin; head < end && end - begin < most; head++) {
      end = grow(index(queue, head), count, labels, queue, end, begin + most);
    }
    putIndex(sizes, count++, end - begin);
    begin = end;
  }
  for (let a: i32 = 0, begin: i32 = 0; a < count; a++) {
    const size = index(sizes, a);
    // Only aggregates of the right size take members in, so that these are where `queue` has them.
    if (SMALL * size < most) join(a, queue, begin, begin + size, most, labels, sizes);
    begin += size;
  }
  return renumber(labels, members, sizes, count, word(job, MeshJob.MARKS));
}

/** Adds the neighbours of a member that have no aggregate, and returns the end of the queue. */
function grow(member: i32, label: i32, labels: usize, queue: usize, end: i32, most: i32): i32 {
  const starts = startsOf(FIRST_LIST),
    columns = columnsOf(FIRST_LIST);
  for (let k = index(starts, member), last = index(starts, member + 1); k < last && end < most; k++) {
    const other = index(columns, k);
    if (index(labels, other) >= 0) continue;
    putIndex(labels, other, label);
    putIndex(queue, end++, other);
  }
  return end;
}

/** Adds a small aggregate to the smallest of its neighbours that is none. */
function join(a: i32, queue: usize, begin: i32, end: i32, most: i32, labels: usize, sizes: usize): void {
  const starts = startsOf(FIRST_LIST),
    columns = columnsOf(FIRST_LIST);
  let best: i32 = -1;
  for (let i = begin; i < end; i++) {
    const member = index(queue, i);
    for (let k = index(starts, member), last = index(starts, member + 1); k < last; k++) {
      const other = index(labels, index(columns, k));
      const size = index(sizes, other);
      if (other === a || SMALL * size < most) continue;
      if (best < 0 || size < index(sizes, best)) best = other;
    }
  }
  if (best < 0) return;
  for (let i = begin; i < end; i++) putIndex(labels, index(queue, i), best);
  putIndex(sizes, best, index(sizes, best) + end - begin);
  putIndex(sizes, a, 0);
}

/** Numbers the aggregates that have members without gaps, and returns their number. */
function renumber(labels: usize, members: i32, sizes: usize, count: i32, names: usize): i32 {
  let left: i32 = 0;
  for (let a: i32 = 0; a < count; a++) {
    putIndex(names, a, left);
    if (index(sizes, a) === 0) continue;
    putIndex(sizes, left++, index(sizes, a));
  }
  for (let i: i32 = 0; i < members; i++) putIndex(labels, i, index(names, index(labels, i)));
  return left;
}

/** Writes the lists of members and of blocks, and returns the number of blocks. */
function writeLists(job: usize, level: usize, base: usize, members: i32, count: i32): i32 {
  const sizes = word(job, MeshJob.SIZES),
    marks = word(job, MeshJob.MARKS),
    labels = base + word(level, SolveLevel.LABELS);
  store<u32>(level, <u32>lists((<usize>count + 1) << 2), SolveLevel.MEMBER_STARTS);
  store<u32>(level, <u32>lists((<usize>members) << 2), SolveLevel.MEMBERS);
  store<u32>(level, <u32>lists((<usize>count + 1) << 2), SolveLevel.STARTS);
  store<u32>(level, <u32>lists((<usize>count) << 2), SolveLevel.MIDDLES);
  store<u32>(level, <u32>word(state, LIST_END), SolveLevel.COLUMNS);
  const memberStarts = base + word(level, SolveLevel.MEMBER_STARTS),
    list = base + word(level, SolveLevel.MEMBERS),
    rows = base + word(level, SolveLevel.STARTS),
    middles = base + word(level, SolveLevel.MIDDLES),
    blocks = base + word(level, SolveLevel.COLUMNS);
  for (let a: i32 = 0, start: i32 = 0; a < count; a++) {
    putIndex(memberStarts, a, start);
    putIndex(marks, a, start);
    start += index(sizes, a);
  }
  putIndex(memberStarts, count, members);
  for (let i: i32 = 0; i < members; i++) putIndex(list, take(marks, index(labels, i)), i);
  for (let a: i32 = 0; a < count; a++) putIndex(marks, a, -1);
  let end: i32 = 0;
  for (let a: i32 = 0; a < count; a++) {
    const start = end;
    putIndex(rows, a, start);
    putIndex(marks, a, a);
    for (let k = index(memberStarts, a), last = index(memberStarts, a + 1); k < last; k++) {
      const member = index(list, k);
      end = couple(FIRST_LIST, member, a, labels, marks, blocks, start, end);
      if (startsOf(SECOND_LIST) !== 0)
        end = couple(SECOND_LIST, member, a, labels, marks, blocks, start, end);
    }
    let middle = start;
    while (middle < end && index(blocks, middle) < a) middle++;
    putIndex(middles, a, middle);
  }
  putIndex(rows, count, end);
  lists((<usize>end) << 2);
  return end;
}

/** Adds the aggregates of the neighbours in a list to row `a`, in ascending order, and returns its end. */
function couple(
  list: usize,
  member: i32,
  a: i32,
  labels: usize,
  marks: usize,
  blocks: usize,
  start: i32,
  end: i32,
): i32 {
  const starts = startsOf(list),
    columns = columnsOf(list);
  for (let k = index(starts, member), last = index(starts, member + 1); k < last; k++) {
    const other = index(labels, index(columns, k));
    if (index(marks, other) === a) continue;
    putIndex(marks, other, a);
    let at = end++;
    for (; at > start && index(blocks, at - 1) > other; at--) putIndex(blocks, at, index(blocks, at - 1));
    putIndex(blocks, at, other);
  }
  return end;
}
