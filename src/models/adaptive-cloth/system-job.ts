/** Tells the kernels where the system of a cloth lies: the words of kernels/assembly/solve-job.ts, in their order. */
import type { PassPlace } from './pass-layout.ts';
import type { BlockName } from './system-blocks.ts';

/** Words of a job and of a pass. */
export const JOB_WORDS = 36;
export const PASS_WORDS = 12;
/** Bytes of a job before its real numbers. */
const REALS_AT = 112;

type Offset = (block: BlockName) => number;

export interface SolveJob {
  vertices: number;
  passes: number;
  /** What the last pass leaves: how many, and where their numbers begin. */
  last: { count: number; nodes: number; shares: number; inverses: number };
  /** Most iterations. */
  most: number;
  /** √(r·z) at the end over that at the start, or over the root of `reference`. */
  tolerance: number;
  /** r·z that the tolerance is measured by; 0 for that at the start. */
  reference: number;
  /** r·z below which there is nothing left to do. */
  floor: number;
}

export function writePasses(table: Int32Array, passes: readonly PassPlace[], at: Offset): void {
  const numbers = at('passNumbers');
  const reals = at('passReals');
  passes.forEach((p, k) => {
    table.set(
      [
        p.parents,
        numbers + 4 * p.parentNodes,
        numbers + 4 * p.parentStarts,
        numbers + 4 * p.children,
        reals + 4 * p.childShares,
        p.removed,
        numbers + 4 * p.removedNodes,
        reals + 4 * p.removedShares,
        reals + 4 * p.inverses,
        reals + 4 * p.smoothed,
        reals + 4 * p.parentShares,
        0,
      ],
      PASS_WORDS * k,
    );
  });
}

export function writeJob(job: Int32Array, at: Offset, of: SolveJob): void {
  const numbers = at('passNumbers');
  const reals = at('passReals');
  const matrix = ['rows', 'columns', 'blocks', 'scalarRows', 'scalarColumns', 'scalars', 'diagonal'] as const;
  const vectors = ['constraints', 'projectors', 'x', 'r', 'z', 'p', 'q', 'restricted'] as const;
  job.set([
    of.vertices,
    ...matrix.map(at),
    ...vectors.map(at),
    of.passes,
    at('passTable'),
    at('partial'),
    of.most,
    at('out'),
    at('inverses'),
    of.last.count,
    numbers + 4 * of.last.nodes,
    reals + 4 * of.last.inverses,
    reals + 4 * of.last.shares,
    at('sums'),
    at('masses'),
  ]);
  new Float64Array(job.buffer, job.byteOffset + REALS_AT, 3).set([of.tolerance, of.reference, of.floor]);
}
