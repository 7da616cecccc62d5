/** Several steps in one call, as long as they leave the page its pictures. */
import type { StepReport } from 'pliant';

/**
 * Calls `step` up to `steps` times, at least once, until a fault or until `budget` ms have passed. Returns the last report and
 * the wall time of one step, ms.
 */
export function stepWithin<Report extends StepReport | undefined>(
  step: () => Report,
  steps: number,
  budget: number,
): { report: Report; cost: number } {
  const start = performance.now();
  let report: Report;
  let taken = 0;
  do {
    report = step();
    taken++;
  } while (taken < steps && !report?.fault && performance.now() - start < budget);
  return { report, cost: (performance.now() - start) / taken };
}
