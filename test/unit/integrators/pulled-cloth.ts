/** A cloth whose stretch in a step is known. */
import { World } from 'pliant';
import { addAdaptiveCloth, createIntegrator } from 'pliant/engine';
import { COTTON } from '../models/adaptive-cloth/woven-cloth.ts';

/** Length of a step, s. */
export const DT = 1 / 60;

/** A cloth of which all but the middle is pinned, and whose pins go apart so that it stretches by a share of itself in a step. */
export function pulled(share: number): World {
  const world = new World(createIntegrator('implicit-euler'));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [1, 1], cells: [2, 2] },
    material: COTTON,
    maxLevel: 0,
  });
  const { particles: p } = world;
  const middle = cloth.vertexAt(0, 0);
  for (let i = 0; i < p.count; i++) {
    if (i !== middle) p.pin(i);
    p.vx[i] = (share / DT) * p.x[i];
  }
  return world;
}
