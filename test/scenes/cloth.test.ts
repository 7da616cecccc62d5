/** Whole runs of the scenes of adaptive cloth. */
import { testScenes } from './scene-run.ts';

testScenes('cloth');
