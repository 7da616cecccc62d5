/**
 * What there is to see of lattice matter: how solid it is, its strain, the stress σ = s E ε of the solid (Poisson's ratio 0,
 * see material.ts; s the solid share; a fluid has none), the sites that are taken, and its bonds to draw.
 */
import {
  type BodyQuantity,
  type ElementLines,
  QUANTITY_KINDS,
  readTemperature,
} from '../../core/quantities.ts';
import type { World } from '../../core/world.ts';
import { vonMises } from '../../forces/particle-measures.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import { norm } from '../../math/vec3.ts';
import { SITES } from './lattice.ts';
import type { LatticeMatter } from './matter.ts';
import { strainSize } from './recorded-values.ts';
import { matterStrain } from './strain.ts';

export function matterQuantities(matter: LatticeMatter): BodyQuantity[] {
  const { record, count } = matter;
  const { phase, strain, stretch, stress, sites, object, temperature } = QUANTITY_KINDS;
  const each = (value: (i: number) => number): BodyQuantity['read'] => {
    return (_world, into) => {
      for (let i = 0; i < count; i++) into[i] = value(i);
    };
  };
  return [
    { kind: phase, read: each((i) => record.share.view[i]) },
    { kind: temperature, read: readTemperature(matter) },
    { kind: strain, read: each((i) => strainSize(matter, i)) },
    { kind: stretch, read: each((i) => stretchOf(matter, i)) },
    { kind: stress, read: each((i) => stressOf(matter, i)) },
    { kind: sites, read: each((i) => bitsOf(record.occupied.view[i])) },
    { kind: object, read: each((i) => record.objectOf.view[i]) },
  ];
}

function stretchOf(matter: LatticeMatter, i: number): number {
  if (matter.record.phase.view[i] === 0) return 0;
  const { linear } = matterStrain(matter, i);
  const { dimension } = matter.lattice;
  return (linear[0] + linear[4] + (dimension === 3 ? linear[8] : 0)) / dimension;
}

/** Pa */
function stressOf(matter: LatticeMatter, i: number): number {
  const { record, lattice } = matter;
  if (record.phase.view[i] === 0) return 0;
  const { linear: e } = matterStrain(matter, i);
  const bond = record.materials.view[Material.LENGTH * record.materialOf.view[i] + Material.STIFFNESS];
  const young = (bond * lattice.moment) / (2 * lattice.dimension * lattice.volume);
  const across = lattice.dimension === 3 ? e[8] : 0;
  return record.share.view[i] * young * vonMises([e[0], e[4], across, e[1], e[5], e[2]]);
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let site = 0; site < SITES; site++) count += (bits >> site) & 1;
  return count;
}

/** Bonds of solid neighbours as the last list found them, each once; L₀ is the distance of their sites. */
export function matterLines({ particles: p }: World, matter: LatticeMatter): ElementLines {
  const { record, lattice, count, first } = matter;
  const { order, docks } = record;
  const solid = record.phase.view;
  const positions: number[] = [];
  const strain: number[] = [];
  const { x, y, z } = p;
  for (let slot = 0; slot < count; slot++) {
    if (solid[order[slot]] === 0) continue;
    for (let site = 0; site < SITES; site++) {
      const other = docks[SITES * slot + site];
      if (other <= slot && (other < 0 || sits(docks, other, slot))) continue;
      if (solid[order[other]] === 0) continue;
      const [a, b] = [first + order[slot], first + order[other]];
      const length = norm(x[b] - x[a], y[b] - y[a], z[b] - z[a]);
      const [l, m, n] = lattice.sites.subarray(4 * site, 4 * site + 3);
      positions.push(x[a], y[a], z[a], x[b], y[b], z[b]);
      strain.push(length / norm(l, m, n) - 1);
    }
  }
  return { positions: Float32Array.from(positions), strain: Float32Array.from(strain) };
}

/** Whether `guest` sits on a site of `slot`. */
function sits(docks: Int32Array, slot: number, guest: number): boolean {
  return docks.subarray(SITES * slot, SITES * (slot + 1)).includes(guest);
}
