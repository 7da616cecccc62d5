/** Writes the mesh files that scenes name, from the code that makes them: scenes/skirt.obj. Needs `tsc -b` before. */
import { writeFileSync } from 'node:fs';
import { skirtObj } from '../dist/scenes/skirt.js';

writeFileSync(new URL('../scenes/skirt.obj', import.meta.url), skirtObj());
