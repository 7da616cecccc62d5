/** One scene with more and more masses: how low a flag hangs, and how far it is stretched, after a second. */
import { applySettings, buildScene, run } from 'pliant';
import { sceneById } from 'pliant/scenes';

const steps = Number(process.env.STEPS ?? 60);
for (const points of [9, 13, 17]) {
  const scene = applySettings(sceneById('flag'), [`flag.points=${points}`], 'sweep');
  const world = buildScene(scene);
  const { strain } = run(world, scene.dt, steps);
  const { first, count } = world.bodies[0];
  const lowest = Math.min(...world.particles.y.subarray(first, first + count));
  console.log(
    `${points} × ${points}: lowest ${lowest.toFixed(4)} m, strain at most ${(100 * strain.max).toFixed(2)} %`,
  );
}
