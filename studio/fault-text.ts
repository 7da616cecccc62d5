/** The fault of a run in words. */
import { compact } from './numbers.ts';
import type { Frame } from './studio-calls.ts';

/** Returns `stopped at 0.4 s, sheet, particle 12: …`, or undefined if there is no fault. */
export function faultText({ report }: Frame): string | undefined {
  const fault = report?.fault;
  if (!fault) return undefined;
  const place = fault.particle < 0 ? fault.body : `${fault.body}, particle ${fault.particle}`;
  return `stopped at ${compact(fault.time)} s, ${place}: ${fault.cause}. ${fault.advice}`;
}
