/** Writes the records by which the kernels find the system of a cloth: SolveJob, and ClothJob to measure and assemble it. */
import type { SystemVectors } from '../../core/implicit.ts';
import * as ClothJob from '../../layouts/generated/cloth-job.ts';
import * as HingeVertices from '../../layouts/generated/hinge-vertices.ts';
import * as SolveJob from '../../layouts/generated/solve-job.ts';
import * as Triangle from '../../layouts/generated/triangle.ts';
import { type PassSizes, writePasses } from './pass-layout.ts';
import { BLOCKS, type BlockName, type SystemBlocks } from './system-blocks.ts';

type Fields = Readonly<Record<string, number>>;
const JOB_FIELDS: Fields = { ...SolveJob };
const CLOTH_FIELDS: Fields = { ...ClothJob };

/** Returns the blocks whose offsets a record has, under their names in capitals (`scalarRows` → SCALAR_ROWS), and the words of these fields. */
export function blockWords(fields: Fields): { name: BlockName; word: number }[] {
  return (Object.keys(BLOCKS) as BlockName[]).flatMap((name) => {
    const field = fields[name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()];
    return field === undefined ? [] : [{ name, word: field / 4 }];
  });
}

const BLOCK_WORDS = blockWords(JOB_FIELDS);
const CLOTH_WORDS = blockWords(CLOTH_FIELDS);
const VECTOR_WORDS = [
  { name: 'x', word: SolveJob.X / 4 },
  { name: 'r', word: SolveJob.R / 4 },
  { name: 'z', word: SolveJob.Z / 4 },
  { name: 'p', word: SolveJob.P / 4 },
  { name: 'q', word: SolveJob.Q / 4 },
  { name: 'restricted', word: SolveJob.RESTRICTED / 4 },
  { name: 'sums', word: SolveJob.SUMS / 4 },
  { name: 'contactStarts', word: SolveJob.CONTACT_STARTS / 4 },
] as const satisfies readonly { name: keyof SystemVectors; word: number }[];

/** Writes the record of a system whose vectors lie at the offsets given. */
export function writeJob(
  blocks: SystemBlocks,
  vertices: number,
  passes: PassSizes,
  vectors: SystemVectors,
): void {
  const job = blocks.job.view;
  job[SolveJob.COUNT / 4] = vertices;
  for (const { name, word } of BLOCK_WORDS) job[word] = blocks[name].offset;
  for (const { name, word } of VECTOR_WORDS) job[word] = vectors[name];
  writePasses(passes, blocks);
}

/** Rates and factors with which forces and stiffness are assembled; see ClothJob. */
export interface AssemblyFactors {
  readonly rate: number;
  readonly bendRate: number;
  /** 0 for forces alone. */
  readonly scale: number;
  readonly bendFactor: number;
}

/** Writes the record of a cloth; without factors it serves to measure it. Returns its byte offset. */
export function writeClothJob(blocks: SystemBlocks, factors?: AssemblyFactors): number {
  const { clothJob, corners, hingeVertices, order, blockBend, scalarBend } = blocks;
  const job = clothJob.view;
  for (const { name, word } of CLOTH_WORDS) job[word] = blocks[name].offset;
  job[ClothJob.TRIANGLE_COUNT / 4] = corners.length / (Triangle.BYTES / 4);
  job[ClothJob.HINGE_COUNT / 4] = hingeVertices.length / (HingeVertices.BYTES / 4);
  job[ClothJob.ROWS / 4] = order.length;
  job[ClothJob.BLOCK_COUNT / 4] = blockBend.length;
  job[ClothJob.SCALAR_COUNT / 4] = scalarBend.length;
  if (factors) {
    if (factors.scale === 0) job[ClothJob.BLOCKS / 4] = 0;
    const numbers = new Float64Array(job.buffer, job.byteOffset, ClothJob.TRIANGLES / 8);
    numbers[ClothJob.RATE / 8] = factors.rate;
    numbers[ClothJob.BEND_RATE / 8] = factors.bendRate;
    numbers[ClothJob.SCALE / 8] = factors.scale;
    numbers[ClothJob.BEND_FACTOR / 8] = factors.bendFactor;
  }
  return clothJob.offset;
}
