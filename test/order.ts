/**
 * The order of the test files: those that take longest first, so that all workers end together. A fresh clone has
 * no durations of an earlier run to go by, and the size of a file says little: so the longest are named here, and
 * those named `*.slow.test.ts` come next.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** More than about five seconds of one core, longest first; browser tests before the others. */
const LONG = [
  'validation/experiments',
  'browser/scenes',
  'browser/studio',
  'browser/studio-compare',
  'browser/report',
  'browser/studio-manners',
  'browser/studio-tools',
  'browser/studio-files',
  'browser/docs',
  'browser/studio-panels',
  'browser/embedding',
  'browser/render',
  'browser/hash',
  'browser/threads',
  'scenes/contact',
  'validation/matter-incline',
  'validation/cases',
  'unit/models/lattice-matter/touching.slow',
  'unit/models/lattice-matter/phases.slow',
  'unit/models/lattice-matter/cross-lattice/cross-lattice.slow',
  'scenes/matter',
  'scenes/hanging',
  'unit/models/lattice-matter/rates.slow',
  'validation/cantilever',
  'faults/cli-input',
  'validation/ball-refined',
  'scenes/adaptive',
  'scenes/stiff',
  'unit/package/packed.slow',
  'faults/cli-run-resume',
  'faults/cli-run-ends',
  'unit/models/adaptive-grid/heat.slow',
  'unit/docs/programs.slow',
  'validation/contact-holds',
  'validation/cloth-steps',
  'scenes/cloth',
  'scenes/forming',
  'scenes/rigid',
  'scenes/heat',
  'validation/wicke',
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
