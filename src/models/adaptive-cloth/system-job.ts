/** Writes the record by which the kernels find the system of a cloth: SolveJob. */
import * as SolveJob from '../../layouts/generated/solve-job.ts';
import { type PassSizes, writePasses } from './pass-layout.ts';
import { BLOCKS, type BlockName, type SystemBlocks } from './system-blocks.ts';

export interface SolveLimits {
  /** Largest number of iterations. */
  iterations: number;
  /** Error over the way that the cloth has gone from its inertial position, 1. */
  tolerance: number;
  /** Square of the error over that of the solution, in the norm of energy, that is enough. */
  share: number;
  /** Square of an error that counts as none, kg·m². */
  floor: number;
}

type Fields = Readonly<Record<string, number>>;
const JOB_FIELDS: Fields = { ...SolveJob };

/** Returns the blocks whose offsets a record has, under their names in capitals (`scalarRows` → SCALAR_ROWS), and the words of these fields. */
export function blockWords(fields: Fields): { name: BlockName; word: number }[] {
  return (Object.keys(BLOCKS) as BlockName[]).flatMap((name) => {
    const field = fields[name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()];
    return field === undefined ? [] : [{ name, word: field / 4 }];
  });
}

const BLOCK_WORDS = blockWords(JOB_FIELDS);

export function writeJob(
  blocks: SystemBlocks,
  vertices: number,
  passes: PassSizes,
  limits: SolveLimits,
): void {
  const job = blocks.job.view;
  job[SolveJob.COUNT / 4] = vertices;
  for (const { name, word } of BLOCK_WORDS) job[word] = blocks[name].offset;
  job[SolveJob.MOST / 4] = limits.iterations;
  writePasses(passes, blocks);
  const { buffer, byteOffset } = job;
  new Float64Array(buffer, byteOffset + SolveJob.TOLERANCE, 1)[0] = limits.tolerance;
  new Float64Array(buffer, byteOffset + SolveJob.FLOOR, 1)[0] = limits.floor;
  new Float64Array(buffer, byteOffset + SolveJob.SHARE, 1)[0] = limits.share;
}
