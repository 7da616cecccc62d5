/** Whole runs of the scenes of stiff sheets. */
import { testScenes } from './scene-run.ts';

testScenes('stiff');
