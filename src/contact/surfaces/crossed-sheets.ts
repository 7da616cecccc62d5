/** Crossings of the sheets of a world, whether or not they have contact. */
import type { World } from '../../core/world.ts';
import { contactOf } from '../contact.ts';
import { type Crossed, crossedLines } from './crossing-report.ts';
import { SeamNeighbours } from './seam-neighbours.ts';

/** Between steps: lines along which sheets pass through themselves and each other, the longest first. */
export function crossedSheets(world: World): Crossed[] {
  const { bodies } = world;
  const { x, y, z, count } = world.particles;
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) points.set([x[i], y[i], z[i]], 3 * i);
  const lists = bodies.map(({ triangles }) => triangles.view);
  const triangles = Int32Array.from(lists.flatMap((list) => [...list]));
  const owner = Int32Array.from(lists.flatMap((list, k) => new Array(list.length / 3).fill(k)));
  const seams = new SeamNeighbours(contactOf(world).ties);
  seams.update(bodies);
  const solid = bodies.map(() => false);
  const surface = { points, triangles, owner, sheets: bodies.length, joins: seams.test, solid };
  return crossedLines(
    surface,
    bodies.map(({ name }) => name),
  );
}
