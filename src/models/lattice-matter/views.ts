/**
 * What there is to see of lattice matter: how solid it is, its strain, the stress σ = s E ε of the solid (Poisson's ratio 0,
 * see material.ts; s the solid share; a fluid has none), the sites that are taken, and its bonds to draw.
 */
import { type ElementLines, type ParticleView, temperatureView, VIEW_KINDS } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import { vonMises } from '../../forces/particle-measures.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import { norm } from '../../math/vec3.ts';
import { SITES } from './lattice.ts';
import type { LatticeMatter } from './matter.ts';
import { matterStrain, writeLatticeRotation } from './strain.ts';

/** Smallest stored differences of the solid share, the strain (at most 1) and A (−4 to 4), finer than an eye can tell. */
const SHARE_STEP = 1 / 255;
const STRAIN_STEP = 1 / 65535;
const FRAME_STEP = 1 / 8192;

export function matterViews(matter: LatticeMatter): ParticleView[] {
  const { record, count } = matter;
  const { phase, strain, stretch, stress, sites, object, frame } = VIEW_KINDS;
  const each = (value: (i: number) => number): ParticleView['read'] => {
    return (_world, into) => {
      for (let i = 0; i < count; i++) into[i] = value(i);
    };
  };
  const views: ParticleView[] = [
    {
      kind: phase,
      recorded: { name: 'solid', kind: 'u8', scale: SHARE_STEP },
      read: each((i) => record.share.view[i]),
    },
    temperatureView(matter),
    // Whole numbers up to 16 million: as many pieces as can break off.
    { kind: object, recorded: { kind: 'f32' }, read: each((i) => record.objectOf.view[i]) },
    {
      kind: strain,
      recorded: { kind: 'u16', scale: STRAIN_STEP },
      read: each((i) => strainSize(matter, i)),
    },
    { kind: stretch, read: each((i) => stretchOf(matter, i)) },
    { kind: stress, read: each((i) => stressOf(matter, i)) },
    { kind: sites, read: each((i) => bitsOf(record.occupied.view[i])) },
  ];
  if (matter.drawing.skins.length > 0)
    views.push({
      kind: frame,
      width: 9,
      recorded: { kind: 'i16', scale: FRAME_STEP },
      read: (_world, into) => into.set(record.shape.view.subarray(0, into.length)),
    });
  return views;
}

const ROTATION = new Float64Array(9);

/** |ε| = √(Σ ε_ij²) of a solid particle's linear strain, ε = ½ (A Rᵀ + R Aᵀ) − 1; 0 of a fluid one's. */
function strainSize({ record }: LatticeMatter, i: number): number {
  if (record.phase.view[i] === 0) return 0;
  const { view: a } = record.shape;
  const r = ROTATION;
  writeLatticeRotation(record, i, r);
  let sum = 0;
  for (let row = 0; row < 3; row++) {
    for (let column = row; column < 3; column++) {
      let twice = row === column ? -2 : 0;
      for (let k = 0; k < 3; k++) {
        twice += a[9 * i + 3 * row + k] * r[3 * column + k] + a[9 * i + 3 * column + k] * r[3 * row + k];
      }
      sum += (row === column ? 0.25 : 0.5) * twice * twice;
    }
  }
  return Math.sqrt(sum);
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
