/**
 * Views of lattice matter: solid share s, temperature, object, strain, stress σ = s E ε (Poisson's ratio 0, see material.ts;
 * a fluid has none), occupied sites, and the bonds to draw.
 */
import { type ElementLines, type ParticleView, temperatureView, VIEW_KINDS } from '../../core/views.ts';
import type { World } from '../../core/world.ts';
import { vonMises } from '../../forces/particle-measures.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import { norm } from '../../math/vec3.ts';
import { SITES } from './lattice.ts';
import { materialNumber, youngOf } from './material.ts';
import type { LatticeMatter } from './matter.ts';
import { matterStrain, writeLatticeRotation } from './strain.ts';

/** Smallest recorded differences of the solid share, the strain (at most 1) and A (−4 to 4). */
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
    // f32 has whole numbers up to 16 million.
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

/** Returns |ε| = √(Σ ε_ij²) of the linear strain ε = ½ (A Rᵀ + R Aᵀ) − 1 of a solid particle; 0 for a fluid one. */
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

/** Returns the von Mises stress of a particle, Pa. */
function stressOf(matter: LatticeMatter, i: number): number {
  const { record, lattice } = matter;
  if (record.phase.view[i] === 0) return 0;
  const { linear: e } = matterStrain(matter, i);
  const young = youngOf(materialNumber(matter, i, Material.STIFFNESS), lattice);
  const across = lattice.dimension === 3 ? e[8] : 0;
  return record.share.view[i] * young * vonMises([e[0], e[4], across, e[1], e[5], e[2]]);
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let site = 0; site < SITES; site++) count += (bits >> site) & 1;
  return count;
}

/** Returns the bonds of solid neighbours as the last list found them, each once, with their strain relative to their sites. */
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
