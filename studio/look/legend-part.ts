/** The legend of the workbench, which follows the look and the run. */
import type { Part } from '../workbench-context.ts';
import { Legend } from './legend.ts';
import type { LookContext } from './look-context.ts';

export function legendPart({ state, view, effect }: LookContext): Part {
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
