/** As much of a bench as looking at it takes: of one run, or of several that are looked at in one way. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { Bench, BenchState } from '../bench.ts';
import type { RunView } from '../view/run-view.ts';

export interface LookBench extends Pick<Bench, 'keys' | 'effect'> {
  readonly state: Pick<BenchState, 'opened' | 'frame' | 'look'> & Partial<Pick<BenchState, 'probing'>>;
  readonly view: ReadonlySignal<Pick<RunView, 'frame' | 'colouring' | 'springRange'> | undefined>;
}
