/** A collider of one's own: a ball as its signed distance, which a sheet falls on. */
import { buildScene, parseScene, run } from 'pliant';
import { addContact, createCollider } from 'pliant/engine';

/** Distance to a ball, and the direction away from its middle. */
function ball(radius) {
  return {
    kind: 'convex',
    signed: true,
    bounds: Float64Array.of(-radius, -radius, -radius, radius, radius, radius),
    distance(x, y, z, normal) {
      const length = Math.sqrt(x * x + y * y + z * z);
      normal.set(length > 0 ? [x / length, y / length, z / length] : [0, 1, 0]);
      return length - radius;
    },
  };
}

const scene = parseScene({
  format: 1,
  id: 'on-a-ball',
  bodies: [
    { name: 'sheet', model: 'provot-sheet', points: [13, 13], rotation: { axis: [1, 0, 0], angle: 90 } },
  ],
});
const world = buildScene(scene);
const [body] = world.bodies;
const obstacle = createCollider({ name: 'ball', shape: ball(0.2), position: [0, -0.25, 0], friction: 0.3 });
addContact(world, { colliders: [obstacle], bodies: [{ body, radius: 5e-4 }], self: false, edges: false });
const { contacts } = run(world, scene.dt, 40);
const middle = body.first + (body.count - 1) / 2;
console.log(
  `its middle lies at ${world.particles.y[middle].toFixed(4)} m, with ${contacts} masses on the ball`,
);
