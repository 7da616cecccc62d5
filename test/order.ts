/**
 * The order of the test files: those that take longest first, so that all workers end together. A fresh clone has
 * no durations of an earlier run to go by, and the size of a file says little: so the longest are named here, and
 * those named `*.slow.test.ts` come next.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** More than about ten seconds of one core, longest first; browser tests, which also wait, before them. */
const LONG = [
  'validation/experiments',
  'browser/scenes',
  'browser/studio',
  'browser/studio-manners',
  'browser/studio-files',
  'browser/studio-panels',
  'browser/studio-tools',
  'browser/studio-compare',
  'browser/report',
  'browser/docs',
  'browser/render',
  'browser/embedding',
  'browser/threads',
  'browser/hash',
  'validation/cases',
  'scenes/contact',
  'validation/cantilever',
  'unit/models/lattice-matter/touching.slow',
  'unit/models/lattice-matter/cross-lattice/cross-lattice.slow',
  'unit/models/lattice-matter/rates.slow',
  'scenes/matter',
  'faults/cli-input',
  'scenes/hanging',
  'validation/wicke',
  'scenes/adaptive',
  'scenes/cloth',
  'validation/cloth-steps',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      if (at >= 0) return at;
      return LONG.length + (moduleId.endsWith('.slow.test.ts') ? 0 : 1);
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
