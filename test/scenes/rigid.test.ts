/** Whole runs of the scenes of rigid bodies. */
import { testScenes } from './scene-run.ts';

testScenes('rigid');
