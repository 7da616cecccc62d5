/** Energy and strain of matter between steps, which snapshots do not contain; the state is unchanged to the last bit. */
import type { World } from '../../core/world.ts';
import * as Numbers from '../../layouts/generated/matter-numbers.ts';
import type { LatticeMatter } from './matter.ts';
import { EXACT } from './record.ts';

export function measureMatter(world: World, matter: LatticeMatter): void {
  const { record } = matter;
  const { kernels, particles: p } = world;
  const state = [record.occupied, record.rates, record.turn, record.shape, record.touching];
  const kept = state.map(({ view }) => view.slice());
  matter.findBonds(world);
  const numbers = record.numbers.view;
  numbers[Numbers.STEP] = 0; // nothing moves
  numbers[Numbers.ELASTIC_ENERGY] = 0;
  const [w, c] = [record.words.offset, record.numbers.offset];
  kernels.matterDensity(w, c);
  kernels.matterPressure(w, c);
  kernels.matterGather(w, p.position.offset, p.velocity.offset);
  kernels.matterLattice(w, c, 0, EXACT);
  numbers[Numbers.ELASTIC_ENERGY] += matter.pushEnergy(world);
  numbers[Numbers.BROKEN_BONDS] = 0;
  state.forEach(({ view }, k) => {
    view.set(kept[k]);
  });
}
