/** A world stepped in a worker while this thread is free. */
import { openWorkerWorld } from 'pliant/worker';

const world = await openWorkerWorld({
  format: 1,
  id: 'falling',
  colliders: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.2 }, position: [0, -0.3, 0] }],
  bodies: [
    { name: 'sheet', model: 'provot-sheet', points: [15, 15], rotation: { axis: [1, 0, 0], angle: 90 } },
  ],
});
for (let i = 0; i < 5; i++) {
  const { energy, contacts } = await world.step(6);
  const { positions } = world.body('sheet').read();
  const lowest = positions.reduce(
    (low, c, k) => (k % 3 === 1 ? Math.min(low, c) : low),
    Number.POSITIVE_INFINITY,
  );
  console.log(
    `${world.time.toFixed(2)} s  ${energy.total.toFixed(4)} J  ${contacts} contacts  lowest ${lowest.toFixed(3)} m`,
  );
}
world.dispose();
