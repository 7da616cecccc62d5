/** A sentence about the steps of the engine: how many, how long, and their stability limit. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { isImplicit } from 'pliant/engine';
import type { OpenedRun } from 'pliant/worker/protocol';
import { compact } from '../numbers.ts';
import type { WorkbenchContext } from '../workbench-context.ts';

/** Returns the sentence. The limit is measured while it is shown, and again when another world is opened. */
export function stepSummary({ simulation, state }: WorkbenchContext): ReadonlySignal<string> {
  const measured = signal<{ opened: OpenedRun; step: number } | undefined>(undefined);
  let asked: OpenedRun | undefined;
  return computed(() => {
    const opened = state.opened.value;
    if (!opened) return '';
    if (asked !== opened) {
      asked = opened;
      simulation.call('stability', undefined).then(
        (step) => {
          if (step !== undefined && asked === opened) measured.value = { opened, step };
        },
        () => {},
      );
    }
    const limit = measured.value?.opened === opened ? measured.value.step : undefined;
    return stepSummaryText(opened.scene.engine.name, opened.scene.dt, opened.substeps, limit);
  });
}

/** `limit` in s; undefined until it is known. */
export function stepSummaryText(
  engine: string,
  dt: number,
  substeps: number,
  limit: number | undefined,
): string {
  const step = dt / substeps;
  const steps =
    substeps === 1 ? `One sub-step of ${ms(step)} a frame` : `${substeps} sub-steps of ${ms(step)} a frame`;
  if (isImplicit(engine) && !(limit !== undefined && limit < Infinity))
    return `${steps}. The engine is implicit: a step of any length is stable.`;
  if (limit === undefined) return `${steps}.`;
  if (limit === Number.POSITIVE_INFINITY)
    return `${steps}. Nothing is stiff: a step of any length is stable.`;
  const verdict = step > limit ? ' – the step is longer than that and will be unstable' : '';
  const whose = isImplicit(engine) ? 'the matter' : 'this engine';
  return `${steps}. Stability limit of ${whose}: ${ms(limit)}${verdict}.`;
}

function ms(seconds: number): string {
  return `${compact(1000 * seconds)} ms`;
}
