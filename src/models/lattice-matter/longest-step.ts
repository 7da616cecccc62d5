/**
 * How long a sub-step may be for matter as it stands: of elastic forces where they are explicit, of sound and of viscosity where
 * there is a fluid or may be one. `kept` is what `auto` keeps to, with room to harden and for fast fluids; `longest` is where a
 * block of it that fell on a floor began to gain energy.
 */
import * as Material from '../../layouts/generated/matter-material.ts';
import { matterLimits } from './material.ts';
import type { LatticeMatter } from './matter.ts';

export interface MatterStep {
  /** s; of all limits. */
  readonly kept: number;
  /** s; beyond it the matter gains energy from nowhere. */
  readonly longest: number;
  readonly cause: 'elasticity' | 'sound' | 'viscosity';
  /** What to change for a longer one. */
  readonly advice: string;
}

const ADVICE = {
  elasticity: '"implicit": true, or a softer or heavier material',
  sound: 'a lower soundSpeed or a larger spacing',
  viscosity: 'a lower viscosity or a larger spacing',
};

/** Of the limits in matterLimits. A solve holds any stiffness; a sub-step of explicit forces has room for three times its own. */
const ROOM = { elasticity: 1, sound: 2.5, viscosity: 5 };
const EXPLICIT_SHARE = 1 / 3;

/** The limit that a longer sub-step breaks first; undefined where any will do. */
export function matterStep(matter: LatticeMatter): MatterStep | undefined {
  const { lattice, record, solver } = matter;
  const limits: MatterStep[] = [];
  const add = (cause: MatterStep['cause'], limit: number) => {
    const kept = cause === 'elasticity' ? EXPLICIT_SHARE * limit : limit;
    limits.push({ kept, longest: ROOM[cause] * limit, cause, advice: ADVICE[cause] });
  };
  const flowing = materialsThatFlow(matter);
  for (let first = 0; first < record.materials.length; first += Material.LENGTH) {
    const numbers = record.materials.view.subarray(first, first + Material.LENGTH);
    const density = numbers[Material.REST_DENSITY];
    const young = (numbers[Material.STIFFNESS] * lattice.moment) / (2 * lattice.dimension * lattice.volume);
    const soundSpeed = Math.sqrt((7 * numbers[Material.BULK]) / density);
    const viscosity = numbers[Material.VISCOSITY];
    const limit = matterLimits({ density, young, soundSpeed, viscosity }, lattice);
    const flows = flowing.has(first / Material.LENGTH) || numbers[Material.MELTING_RATE] > 0;
    if (!solver) add('elasticity', limit.elastic);
    if (flows || numbers[Material.SOLID_PRESSURE] > 0) add('sound', limit.sound);
    if (flows) add('viscosity', limit.viscous);
  }
  const finite = limits.filter(({ longest }) => longest < Number.POSITIVE_INFINITY);
  if (finite.length === 0) return undefined;
  const first = finite.reduce((least, one) => (one.longest < least.longest ? one : least));
  return { ...first, kept: Math.min(...finite.map(({ kept }) => kept)) };
}

function materialsThatFlow({ count, record }: LatticeMatter): Set<number> {
  const flowing = new Set<number>();
  for (let i = 0; i < count; i++) {
    if (record.share.view[i] < 1) flowing.add(record.materialOf.view[i]);
  }
  return flowing;
}
