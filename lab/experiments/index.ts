/** The experiments of `pliant reproduce`, and the pictures they draw. */

import { cubeExperiment } from './aurora/cube.ts';
import { cylindersExperiment } from './aurora/cylinders.ts';
import { enginesBestStepExperiment, enginesFixedStepExperiment } from './aurora/engines.ts';
import { frictionExperiment } from './aurora/friction.ts';
import { heaterHemisphereExperiment } from './aurora/heater-hemisphere.ts';
import { heaterWedgeExperiment } from './aurora/heater-wedge.ts';
import { hemisphereExperiment } from './aurora/hemisphere.ts';
import { layersExperiment } from './aurora/layers.ts';
import { nurbsExperiment } from './aurora/nurbs.ts';
import { ovenHemisphereExperiment } from './aurora/oven-hemisphere.ts';
import { ovenWedgeExperiment } from './aurora/oven-wedge.ts';
import { restitutionExperiment } from './aurora/restitution.ts';
import { sizesExperiment } from './aurora/sizes.ts';
import { stiffnessExperiment } from './aurora/stiffness.ts';
import { structuresExperiment } from './aurora/structures.ts';
import { twoWallsExperiment } from './aurora/two-walls.ts';
import { drapeExperiment } from './baraff-witkin/drape.ts';
import { clothHangExperiment } from './birra/hang.ts';
import { clothTableExperiment } from './birra/table.ts';
import type { Experiment } from './experiment.ts';
import { cupExperiment, polesExperiment } from './hutchinson/falls.ts';
import { hangExperiment } from './hutchinson/hang.ts';

import { bounceExperiment, plasticExperiment } from './wicke/blocks.ts';
import { diceExperiment } from './wicke/dice.ts';
import { fractureExperiment } from './wicke/fracture.ts';
import { gooExperiment } from './wicke/goo.ts';
import { meltExperiment } from './wicke/melt.ts';

export { measureTimingScene } from './aurora/engines.ts';
export {
  type Agreement,
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
export { surfaceDistance } from './hutchinson/surface-distance.ts';
export { Canvas } from './picture/canvas.ts';
export type {
  Colour,
  ColourScale,
  Drawing,
  Figure,
  FigureRow,
  Frame,
  MapDrawing,
  PlotAxis,
  PlotCurve,
  PlotDrawing,
  Room,
  SheetPicture,
  View,
} from './picture/figure.ts';
export { renderFigure } from './picture/render.ts';

export const experiments: readonly Experiment[] = [
  restitutionExperiment,
  frictionExperiment,
  layersExperiment,
  nurbsExperiment,
  stiffnessExperiment,
  structuresExperiment,
  cubeExperiment,
  twoWallsExperiment,
  hemisphereExperiment,
  ovenHemisphereExperiment,
  ovenWedgeExperiment,
  heaterWedgeExperiment,
  heaterHemisphereExperiment,
  cylindersExperiment,
  sizesExperiment,
  enginesFixedStepExperiment,
  enginesBestStepExperiment,
  hangExperiment,
  cupExperiment,
  polesExperiment,
  clothHangExperiment,
  clothTableExperiment,
  drapeExperiment,
  bounceExperiment,
  plasticExperiment,
  fractureExperiment,
  diceExperiment,
  gooExperiment,
  meltExperiment,
];
