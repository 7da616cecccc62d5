/** A cup drawn into a mould, recorded and written as a GLB whose colours are the thickness of its wall. */
import { writeFileSync } from 'node:fs';
import { buildScene, step } from 'pliant';
import {
  interleavePositions,
  meshSequences,
  readBodyValues,
  recordedValues,
  TrajectoryReader,
  TrajectoryWriter,
  trajectoryInfo,
  trajectoryMeshes,
  writeGlbFilm,
} from 'pliant/formats';
import { sceneById } from 'pliant/scenes';

const seconds = Number(process.env.SECONDS ?? 3);
const scene = sceneById('cup');
const world = buildScene(scene);
const writer = new TrajectoryWriter(trajectoryInfo(scene, { world }), trajectoryMeshes(world));
const parts = [writer.header];
const values = recordedValues(world);
const record = () =>
  parts.push(
    writer.frame(world.time, interleavePositions(world.particles), undefined, readBodyValues(world, values)),
  );
record();
for (let i = 1; world.time < seconds; i++) {
  step(world, scene.dt);
  if (i % 5 === 0) record();
}
const reader = new TrajectoryReader(new Uint8Array(Buffer.concat(parts)));
const glb = await writeGlbFilm(meshSequences(reader), scene.title, { colour: 'thickness' });
const file = process.env.OUTPUT ?? 'cup.glb';
writeFileSync(file, glb);
console.log(`${file}: ${reader.count} frames, ${glb.length} bytes`);
