/** The physical checks behind `pliant validate` and the validation tests. */
import { bounceCase } from './bounce.ts';
import type { ValidationCase } from './case.ts';
import { hangingStripCase } from './hanging-strip.ts';
import { inclineCase } from './incline.ts';
import { oscillatorCase } from './oscillator.ts';

export {
  type CaseOption,
  type CaseValues,
  runCase,
  type ValidationCase,
  ValidationError,
  type ValidationResult,
} from './case.ts';

export const cases: readonly ValidationCase[] = [oscillatorCase, inclineCase, bounceCase, hangingStripCase];
