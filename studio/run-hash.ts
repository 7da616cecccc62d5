/** The hash of a scene's state after some steps, for comparing this browser with other machines. */
import { buildScene, hash, rigidSolverFor, run } from 'pliant';
import { sceneById } from 'pliant/scenes';

export async function runHash(id: string, steps: number): Promise<string> {
  const scene = sceneById(id);
  if (!scene) throw new Error(`no scene named "${id}"`);
  const world = buildScene(scene, { rigid: await rigidSolverFor(scene) });
  if (steps > 0) run(world, scene.dt, steps);
  return hash(world);
}
