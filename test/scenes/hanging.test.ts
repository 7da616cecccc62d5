/** Whole runs of the scenes of hanging sheets and air. */
import { testScenes } from './scene-run.ts';

testScenes('hanging');
