/** A tablecloth falls on a round table, which then turns: a `Simulation` without a page. */
import { Simulation } from 'pliant';

const seconds = Number(process.env.SECONDS ?? 1);
const sim = new Simulation();
const table = sim.addCollider({ kind: 'cylinder', radius: 0.3, height: 0.04 }, { friction: 0.5 });
const cloth = sim.addCloth({ size: [1, 1], fabric: 'cotton', position: [0, 0.1, 0] });
sim.on('fault', ({ cause, advice }) => console.error(`${cause}. ${advice}`));

sim.advance(seconds);
console.log(`${sim.time.toFixed(2)} s: lowest ${lowest().toFixed(3)} m`);
for (let angle = 2; angle <= 20; angle += 2) {
  table.setPose({ rotation: { axis: [0, 1, 0], angle } });
  sim.advance(sim.dt);
}
const touching = cloth.values('contact').reduce((sum, one) => sum + one, 0);
console.log(`${sim.time.toFixed(2)} s: ${touching} of ${cloth.count} particles touch`);

function lowest() {
  return cloth.positions.reduce((least, x, i) => (i % 3 === 1 ? Math.min(least, x) : least), 0);
}
