/** The experiments behind `pliant reproduce`, and the pictures they draw. */
import { heaterHemisphereExperiment } from './aurora/heater-hemisphere.ts';
import { heaterWedgeExperiment } from './aurora/heater-wedge.ts';
import { ovenHemisphereExperiment } from './aurora/oven-hemisphere.ts';
import { ovenWedgeExperiment } from './aurora/oven-wedge.ts';
import { restitutionExperiment } from './aurora/restitution.ts';
import type { Experiment } from './experiment.ts';

export {
  atLeast,
  atMost,
  between,
  type Experiment,
  type ExperimentContext,
  type ExperimentOutcome,
  type ExperimentResult,
  equals,
  type Fact,
  runExperiment,
} from './experiment.ts';
export { Canvas } from './picture/canvas.ts';
export type {
  Colour,
  ColourScale,
  Figure,
  FigureRow,
  Frame,
  Room,
  SheetPicture,
  View,
} from './picture/figure.ts';
export { renderFigure } from './picture/render.ts';

export const experiments: readonly Experiment[] = [
  restitutionExperiment,
  ovenHemisphereExperiment,
  ovenWedgeExperiment,
  heaterWedgeExperiment,
  heaterHemisphereExperiment,
];
