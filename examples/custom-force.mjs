/** A force of one's own: a whirl about the y axis, on a sheet that is let go. */
import { buildScene, parseScene, run } from 'pliant';

/** F = m s (−z, 0, x), s in 1/s². */
function vortex(strength) {
  return {
    name: 'vortex',
    energy: { none: 'its curl is not zero: going round once gains energy' },
    add({ particles }) {
      const { x, z, fx, fz, mass, count } = particles;
      for (let i = 0; i < count; i++) {
        fx[i] -= mass.view[i] * strength * z[i];
        fz[i] += mass.view[i] * strength * x[i];
      }
    },
  };
}

const scene = parseScene({
  format: 1,
  id: 'whirled',
  gravity: [0, 0, 0],
  bodies: [
    { name: 'sheet', model: 'provot-sheet', points: [11, 11], rotation: { axis: [1, 0, 0], angle: 90 } },
  ],
});
const world = buildScene(scene);
world.forces.push(vortex(3));
const { energy } = run(world, scene.dt, 30);
console.log(`after ${world.time.toFixed(2)} s it moves with ${energy.kinetic.toFixed(4)} J`);
