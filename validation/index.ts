/** The physical checks behind `pliant validate` and the validation tests. */
import { bounceCase } from './bounce.ts';
import { bubbleCase } from './bubble.ts';
import { cantileverCase } from './cantilever.ts';

import { capstanCase } from './capstan.ts';
import type { ValidationCase } from './case.ts';
import { catenaryCase } from './catenary.ts';
import { creepCase } from './creep.ts';
import { hangingStripCase } from './hanging-strip.ts';
import { heatRodCase } from './heat-rod.ts';
import { inclineCase } from './incline.ts';
import { oscillatorCase } from './oscillator.ts';
import { radiationDiscCase } from './radiation-disc.ts';

export {
  type CaseOption,
  type CaseValues,
  runCase,
  type ValidationCase,
  ValidationError,
  type ValidationResult,
} from './case.ts';

export const cases: readonly ValidationCase[] = [
  oscillatorCase,
  inclineCase,
  capstanCase,
  bounceCase,
  hangingStripCase,
  heatRodCase,
  radiationDiscCase,
  bubbleCase,
  creepCase,
  cantileverCase,
  catenaryCase,
];
