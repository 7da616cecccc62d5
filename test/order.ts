/**
 * The order of the test files: those that take longest first, so that all workers end together. A fresh clone has
 * no durations of an earlier run to go by, and the size of a file says little: so they are named here.
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
  'scenes/contact',
  'golden/hashes',
  'validation/cases',
  'validation/cantilever',
  'validation/wicke',
  'scenes/cloth',
  'validation/contact-holds',
  'unit/models/adaptive-grid/heat',
  'scenes/forming',
  'scenes/hanging',
  'scenes/adaptive',
  'scenes/rigid',
  'validation/cloth-steps',
  'validation/ball-refined',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
