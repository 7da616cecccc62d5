/** The physical checks of `pliant validate` and of the validation tests. */
import { bounceCase } from './bounce.ts';
import { bubbleCase } from './bubble.ts';
import { bucklingCase } from './buckling.ts';
import { cantileverCase } from './cantilever.ts';
import { capstanCase } from './capstan.ts';
import type { ValidationCase } from './case.ts';
import { catenaryCase } from './catenary.ts';
import { contactCase } from './contact.ts';
import { creepCase } from './creep.ts';
import { crumpleCase } from './crumple.ts';
import { drapeCoefficientCase } from './drape-coefficient.ts';
import { freeFallCase } from './free-fall.ts';
import { hangingStripCase } from './hanging-strip.ts';
import { heatRodCase } from './heat-rod.ts';
import { hydrostaticCase } from './hydrostatic.ts';
import { inclineCase } from './incline.ts';
import { matterDropsCase } from './matter-drops.ts';
import { modesCase } from './modes.ts';
import { oscillatorCase } from './oscillator.ts';
import { radiationDiscCase } from './radiation-disc.ts';
import { rotationCase } from './rotation.ts';
import { stretchCase } from './stretch.ts';
import { tableEdgeCase } from './table-edge.ts';

export {
  type CaseOption,
  type CaseValues,
  runCase,
  type ValidationCase,
  ValidationError,
  type ValidationResult,
} from './case.ts';

export { type DropResult, runDrop } from './contact.ts';
export { type Crossing, crossings, crossingsBetween, type Surface } from './exact/crossings.ts';
export { gapBetween } from './exact/gap.ts';
export { type Judgement, judge } from './exact/judge.ts';
export { type Obstacle, obstacleOf } from './exact/obstacle.ts';
export { ThroughWatch } from './exact/through.ts';
export { type Passage, Watch } from './exact/watch.ts';
export { type WrongSide, wrongSides } from './exact/wrong-side.ts';

export const cases: readonly ValidationCase[] = [
  oscillatorCase,
  inclineCase,
  capstanCase,
  tableEdgeCase,
  bounceCase,
  contactCase,
  crumpleCase,
  matterDropsCase,
  hangingStripCase,
  heatRodCase,
  radiationDiscCase,
  bubbleCase,
  creepCase,
  cantileverCase,
  bucklingCase,
  catenaryCase,
  modesCase,
  drapeCoefficientCase,
  hydrostaticCase,
  freeFallCase,
  rotationCase,
  stretchCase,
];
