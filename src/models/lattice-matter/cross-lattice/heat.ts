/**
 * Heat between bodies of matter of different spacings: it flows as it does within a body, over pairs within the mean reach H̄, by the mean κ̄ of
 * both lattices (matter-phases.ts); every pair is solved exactly, once a step.
 */
import type { World } from '../../../core/world.ts';
import * as Material from '../../../layouts/generated/matter-material.ts';
import { exp } from '../../../math/portable.ts';
import type { LatticeMatter } from '../matter.ts';
import { Near } from './near.ts';

export function conductBetween(world: World, a: LatticeMatter, b: LatticeMatter, seconds: number): void {
  const { particles: p } = world;
  const reach = 0.5 * (a.lattice.reach + b.lattice.reach);
  const scale = 0.5 * (a.lattice.heat + b.lattice.heat);
  const near = new Near(world, p.startPosition.view, a, b, reach);
  const t = p.temperature.view;
  for (const one of near.some) {
    const [ka, ca] = [numberOf(a, one, Material.CONDUCTIVITY), numberOf(a, one, Material.HEAT_CAPACITY)];
    const count = near.look(one);
    const order = Array.from({ length: count }, (_, k) => k).sort((k, l) => near.found[k] - near.found[l]);
    for (const k of order) {
      const other = near.found[k];
      const [kb, cb] = [
        numberOf(b, other, Material.CONDUCTIVITY),
        numberOf(b, other, Material.HEAT_CAPACITY),
      ];
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

/** Of a particle's material. */
export function numberOf({ record }: LatticeMatter, particle: number, which: number): number {
  return record.materials.view[Material.LENGTH * record.materialOf.view[particle] + which];
}
