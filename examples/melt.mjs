/** A block of wax on a hot plate: how much of it is still solid. */
import { Simulation } from 'pliant';

const steps = Number(process.env.STEPS ?? 240);
const sim = new Simulation();
sim.addCollider({ kind: 'plane' }, { temperature: 500, conductance: 1e5 });
const wax = sim.addMatter({
  spacing: 0.02,
  shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
  position: [0, 0.06, 0],
  temperature: 300,
  material: {
    young: 3e4,
    viscosity: 2,
    heat: { conductivity: 500, specificHeat: 2000 },
    melting: { rate: 0.5, temperature: 330 },
  },
});
sim.on('step', ({ step, time }) => {
  if (step % (steps / 4) !== 0) return;
  const solid = wax.values('phase').reduce((sum, share) => sum + share, 0) / wax.count;
  const warmest = Math.max(...wax.values('temperature'));
  console.log(`${time.toFixed(2)} s: ${(100 * solid).toFixed(1)} % solid, warmest ${warmest.toFixed(1)} K`);
});
sim.advance(steps * sim.dt);
