/** Several scenes that come with Pliant, run one after the other without a page. */
import { buildScene, run } from 'pliant';
import { sceneById } from 'pliant/scenes';

for (const id of ['flag', 'rim', 'cloth-hang']) {
  const scene = sceneById(id);
  const world = buildScene(scene);
  const { energy, strain, particles, fault } = run(world, scene.dt, 5);
  const state = fault ? fault.cause : 'sound';
  console.log(
    `${id}: ${particles} particles, ${energy.total.toFixed(4)} J, strain ${strain.max.toFixed(3)}, ${state}`,
  );
}
