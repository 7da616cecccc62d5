/** The fingerprint of a scene's state after some steps, for comparing this browser with any other machine. */
import { buildScene, hash, run } from 'pliant';
import { sceneById } from 'pliant/scenes';

export function runHash(id: string, steps: number): string {
  const scene = sceneById(id);
  if (!scene) throw new Error(`no scene named "${id}"`);
  const world = buildScene(scene);
  if (steps > 0) run(world, scene.dt, steps);
  return hash(world);
}
