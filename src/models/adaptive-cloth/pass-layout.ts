/**
 * Fills the passes of a hierarchy as the kernel reads them (kernels/assembly/cloth/solve.ts), by rows of the system: for each the
 * vertices that stay with the weights of their children, and the removed ones with the weights of their parents.
 */
import type { World } from '../../core/world.ts';
import * as SolveJob from '../../layouts/generated/solve-job.ts';
import * as SolvePass from '../../layouts/generated/solve-pass.ts';
import type { Pass } from './hierarchy.ts';
import {
  MATRIX_NUMBERS,
  PASS_BLOCKS,
  type PassCounts,
  resizeBlocks,
  type SystemBlocks,
  VECTOR_NUMBERS,
} from './system-blocks.ts';

/** A list of a pass: its word in the record, and its numbers a parent, numbers a removed vertex and further numbers. */
type List = readonly [word: number, parents: number, removed: number, more: number];

const INTEGERS: readonly List[] = [
  [SolvePass.PARENT_NODES / 4, 1, 0, 0],
  [SolvePass.PARENT_STARTS / 4, 1, 0, 1],
  [SolvePass.CHILDREN / 4, 0, 2, 0],
  [SolvePass.REMOVED_NODES / 4, 0, 3, 0],
];
const REALS: readonly List[] = [
  [SolvePass.CHILD_SHARES / 4, 0, 2, 0],
  [SolvePass.REMOVED_SHARES / 4, 0, 2, 0],
  [SolvePass.INVERSE / 4, MATRIX_NUMBERS, 0, 0],
  [SolvePass.SMOOTHED / 4, VECTOR_NUMBERS, 0, 0],
  [SolvePass.PARENT_SHARES / 4, 2, 0, 0],
];
/** Words of a record. */
const WORDS = SolvePass.BYTES / 4;
/** Records of four reals begin at multiples of four. */
const ALIGNMENT = 4;

/** Passes with the parents and the removed vertices of each, two numbers a pass. */
export interface PassSizes {
  readonly passes: number;
  readonly sizes: Int32Array;
  /** Vertices that the last pass leaves. */
  readonly left: number;
}

/**
 * Writes the records of the passes, and the words of the job that say where the last vertices are. Blocks may move between two
 * solves, each of which writes them first.
 */
export function writePasses({ passes, sizes, left }: PassSizes, blocks: SystemBlocks): PassCounts {
  const { passNumbers, passReals, passTable } = blocks;
  const [table, job] = [passTable.view, blocks.job.view];
  let [integers, reals] = [0, 0];
  for (let p = 0; p < passes; p++) {
    const [removed, parents] = [sizes[2 * p], sizes[2 * p + 1]];
    const at = WORDS * p;
    table[at + SolvePass.PARENTS / 4] = parents;
    table[at + SolvePass.REMOVED / 4] = removed;
    for (const [word, a, b, more] of INTEGERS) {
      table[at + word] = passNumbers.offset + 4 * integers;
      integers += a * parents + b * removed + more;
    }
    for (const [word, a, b] of REALS) {
      table[at + word] = passReals.offset + 4 * reals;
      reals += aligned(a * parents + b * removed);
    }
  }
  job[SolveJob.PASSES / 4] = passes;
  job[SolveJob.PASS_TABLE / 4] = passTable.offset;
  job[SolveJob.LAST_COUNT / 4] = left;
  job[SolveJob.LAST_NODES / 4] = passNumbers.offset + 4 * integers;
  job[SolveJob.LAST_SHARES / 4] = passReals.offset + 4 * reals;
  job[SolveJob.LAST_INVERSES / 4] = passReals.offset + 4 * (reals + aligned(2 * left));
  reals += aligned(2 * left) + MATRIX_NUMBERS * left;
  return { passNumbers: integers + left, passReals: reals };
}

function aligned(count: number): number {
  return ALIGNMENT * Math.ceil(count / ALIGNMENT);
}

/** Fills the passes over all bisections, then those over the start mesh. `masses`: those of vertices, kg. */
export function fillPasses(
  world: World,
  blocks: SystemBlocks,
  start: readonly Pass[],
  masses: Float64Array,
): PassSizes {
  const { kernels, arena } = world;
  const { meshJob, removed, shares, passSizes, vertexMasses } = blocks;
  vertexMasses.view.set(masses.subarray(0, vertexMasses.length));
  let passes = kernels.clothLevels(meshJob.offset);
  let end = 0;
  for (let p = 0; p < passes; p++) end += passSizes.view[2 * p];
  for (const pass of start) {
    removed.view.set(pass.removed, 3 * end);
    shares.view.set(pass.share, end);
    end += passSizes.view[2 * passes++] = pass.share.length;
  }
  kernels.clothPassParents(meshJob.offset, passes);
  const sizes = { passes, sizes: passSizes.view.slice(0, 2 * passes), left: masses.length - end };
  resizeBlocks(arena, blocks, PASS_BLOCKS, writePasses(sizes, blocks));
  writePasses(sizes, blocks);
  blocks.passReals.view.fill(0);
  kernels.clothPasses(meshJob.offset, blocks.job.offset);
  return sizes;
}
