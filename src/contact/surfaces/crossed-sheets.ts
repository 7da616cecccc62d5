/** Where sheets pass through themselves and each other, whether contact keeps them apart or not. */
import type { World } from '../../core/world.ts';
import { contactOf } from '../contact.ts';
import { Sewn } from './sewn.ts';
import { type Crossed, crossedLines } from './untangling.ts';

/** Between steps, as they are now; the longest line first. */
export function crossedSheets(world: World): Crossed[] {
  const { bodies } = world;
  const { x, y, z, count } = world.particles;
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) points.set([x[i], y[i], z[i]], 3 * i);
  const lists = bodies.map(({ triangles }) => triangles.view);
  const triangles = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  const owner = new Int32Array(triangles.length / 3);
  let at = 0;
  lists.forEach((list, k) => {
    triangles.set(list, at);
    owner.fill(k, at / 3, (at + list.length) / 3);
    at += list.length;
  });
  const sewn = new Sewn(contactOf(world).ties);
  sewn.look(bodies);
  const surface = {
    points,
    triangles,
    owner,
    sheets: bodies.length,
    ...(!sewn.isEmpty && { joins: (p: number, q: number) => sewn.joins(p, q) }),
    solid: bodies.map(() => false),
  };
  return crossedLines(
    surface,
    bodies.map(({ name }) => name),
  );
}
