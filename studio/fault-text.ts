/** Why a run can go no further, in words. */
import { compact } from './numbers.ts';
import type { Frame } from './studio-calls.ts';

/** Undefined while it goes on. `stopped at 0.4 s, sheet, particle 12: …` */
export function faultText({ report }: Frame): string | undefined {
  const fault = report?.fault;
  if (!fault) return undefined;
  const place = fault.particle < 0 ? fault.body : `${fault.body}, particle ${fault.particle}`;
  return `stopped at ${compact(fault.time)} s, ${place}: ${fault.cause}. ${fault.advice}`;
}
