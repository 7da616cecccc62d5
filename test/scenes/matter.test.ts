/** Whole runs of the scenes of melting and freezing. */
import { testScenes } from './scene-run.ts';

testScenes('matter');
