/** Whole runs of the scenes of sheets that refine themselves. */
import { testScenes } from './scene-run.ts';

testScenes('adaptive');
