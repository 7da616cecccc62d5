/** A block of wax on a hot plate: how much of it is still solid. */
import { buildScene, parseScene, step } from 'pliant';

const steps = Number(process.env.STEPS ?? 240);
const scene = parseScene({
  format: 1,
  id: 'wax',
  colliders: [{ name: 'plate', shape: { kind: 'plane' }, temperature: 500, conductance: 1e5 }],
  bodies: [
    {
      name: 'wax',
      model: 'lattice-matter',
      spacing: 0.02,
      objects: [
        {
          shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
          position: [0, 0.06, 0],
          temperature: 300,
          material: {
            young: 3e4,
            viscosity: 2,
            heat: { conductivity: 500, specificHeat: 2000 },
            melting: { rate: 0.5, temperature: 330 },
          },
        },
      ],
    },
  ],
});
const world = buildScene(scene);
const wax = world.body('wax');
const solid = wax.shown.find(({ name }) => name === 'solid');
const share = new Uint8Array(wax.count);
for (let i = 1; i <= steps; i++) {
  step(world, scene.dt);
  if (i % (steps / 4) !== 0) continue;
  solid.read(world, share);
  const whole = share.reduce((sum, one) => sum + one, 0) / (255 * wax.count);
  const { temperature } = world.particles;
  const warmest = Math.max(...temperature.view.subarray(wax.first, wax.first + wax.count));
  console.log(
    `${world.time.toFixed(2)} s: ${(100 * whole).toFixed(1)} % solid, warmest ${warmest.toFixed(1)} K`,
  );
}
