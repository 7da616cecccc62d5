/** Whole runs of the scenes of heat. */
import { testScenes } from './scene-run.ts';

testScenes('heat');
