/** Writes the record by which the kernels find the system of a cloth: SolveJob. */
import type { SystemVectors } from '../../core/implicit.ts';
import * as SolveJob from '../../layouts/generated/solve-job.ts';
import { BLOCKS, type BlockName, type SystemBlocks } from './system-blocks.ts';

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
const VECTOR_WORDS = [
  { name: 'x', word: SolveJob.X / 4 },
  { name: 'r', word: SolveJob.R / 4 },
  { name: 'z', word: SolveJob.Z / 4 },
  { name: 'p', word: SolveJob.P / 4 },
  { name: 'q', word: SolveJob.Q / 4 },
  { name: 'sums', word: SolveJob.SUMS / 4 },
  { name: 'contactStarts', word: SolveJob.CONTACT_STARTS / 4 },
] as const satisfies readonly { name: keyof SystemVectors; word: number }[];

/** Writes the record of a system whose vectors lie at the offsets given. */
export function writeJob(blocks: SystemBlocks, vertices: number, vectors: SystemVectors): void {
  const job = blocks.job.view;
  job[SolveJob.COUNT / 4] = vertices;
  for (const { name, word } of BLOCK_WORDS) job[word] = blocks[name].offset;
  for (const { name, word } of VECTOR_WORDS) job[word] = vectors[name];
}
