/** The part of a workbench that the look needs: of one run, or of several that share one look. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { RunView } from '../view/run-view.ts';
import type { WorkbenchContext, WorkbenchState } from '../workbench-context.ts';

export interface LookContext extends Pick<WorkbenchContext, 'keys' | 'effect'> {
  readonly state: Pick<WorkbenchState, 'opened' | 'frame' | 'look'> &
    Partial<Pick<WorkbenchState, 'probing'>>;
  readonly view: ReadonlySignal<Pick<RunView, 'frame' | 'colouring' | 'springRange'> | undefined>;
}
