/** Whole runs of the scenes of forming. */
import { testScenes } from './scene-run.ts';

testScenes('forming');
