/** The experiments behind `pliant reproduce`, and the pictures they draw. */
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

export const experiments: readonly Experiment[] = [restitutionExperiment];
