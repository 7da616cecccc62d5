/** The physical checks behind `pliant validate` and the validation tests. */
export {
  type CaseOption,
  type CaseValues,
  runCase,
  type ValidationCase,
  ValidationError,
  type ValidationResult,
} from './case.ts';

import type { ValidationCase } from './case.ts';
import { oscillatorCase } from './oscillator.ts';

export const cases: readonly ValidationCase[] = [oscillatorCase];
