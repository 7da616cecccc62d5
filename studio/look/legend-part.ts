/** The legend of the workbench: follows the look and the run. */
import type { Part } from '../bench.ts';
import { Legend } from './legend.ts';
import type { LookBench } from './look-bench.ts';

export function legendPart({ state, view, effect }: LookBench): Part {
  const legend = new Legend();
  effect(() => {
    // Ranges grow with frames.
    void state.frame.value;
    const { springs } = state.look.value;
    const run = view.value;
    legend.show(run?.colouring, springs ? run?.springRange : undefined);
  });
  return { element: legend.element };
}
