/**
 * Heat between bodies of matter of different spacings: as within a body, between pairs within the mean reach, with the mean
 * factor `heat` of both lattices; every pair is solved exactly, once per step.
 */
import type { World } from '../../../core/world.ts';
import * as Material from '../../../layouts/generated/matter-material.ts';
import { exp } from '../../../math/portable.ts';
import { materialNumber } from '../material.ts';
import type { LatticeMatter } from '../matter.ts';
import { Near } from './near.ts';

export function conductBetween(world: World, a: LatticeMatter, b: LatticeMatter, seconds: number): void {
  const { particles: p } = world;
  const reach = 0.5 * (a.lattice.reach + b.lattice.reach);
  const scale = 0.5 * (a.lattice.heat + b.lattice.heat);
  const near = new Near(world, p.startPosition.view, a, b, reach);
  const t = p.temperature.view;
  for (const one of near.some) {
    const ka = materialNumber(a, one, Material.CONDUCTIVITY);
    const ca = materialNumber(a, one, Material.HEAT_CAPACITY);
    const count = near.look(one);
    const order = Array.from({ length: count }, (_, k) => k).sort((k, l) => near.found[k] - near.found[l]);
    for (const k of order) {
      const other = near.found[k];
      const kb = materialNumber(b, other, Material.CONDUCTIVITY);
      const cb = materialNumber(b, other, Material.HEAT_CAPACITY);
      const u = 1 - Math.sqrt(near.squares[k]) / reach;
      const ease = (ca > 0 ? 1 / ca : 0) + (cb > 0 ? 1 / cb : 0);
      if (!(ka > 0 && kb > 0 && u > 0 && ease > 0)) continue;
      const conductance = (scale * 2 * ka * kb * u * u * u) / (ka + kb);
      const [i, j] = [a.first + one, b.first + other];
      const heat = ((t[j] - t[i]) * (1 - exp(-conductance * ease * seconds))) / ease;
      if (ca > 0) t[i] += heat / ca;
      if (cb > 0) t[j] -= heat / cb;
    }
  }
}
