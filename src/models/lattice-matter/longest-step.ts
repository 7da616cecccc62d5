/**
 * The longest sub-step of a body of matter: of elastic forces if they are explicit, of sound and viscosity if it is or may
 * become a fluid.
 */
import * as Material from '../../layouts/generated/matter-material.ts';
import { EXPLICIT_SHARE } from './index.ts';
import { stepLimits, TAIT, youngOf } from './material.ts';
import type { LatticeMatter } from './matter.ts';

export interface MatterStep {
  /** Sub-step that "auto" takes, s: it leaves room for hardening and for fast fluids. */
  readonly kept: number;
  /** Longest sub-step, s: in longer ones a block that fell on a floor gained energy. */
  readonly longest: number;
  readonly cause: 'elasticity' | 'sound' | 'viscosity';
  /** Change of the scene that allows a longer one. */
  readonly advice: string;
}

const ADVICE = {
  elasticity: '"implicit": true, or a softer or heavier material',
  sound: 'a lower soundSpeed or a larger spacing',
  viscosity: 'a lower viscosity or a larger spacing',
};

/** Longest sub-step over that of `stepLimits`, measured with blocks that fell on a floor. */
const LONGEST = { elasticity: 1, sound: 2.5, viscosity: 5 };

/** Returns the limit that a longer sub-step exceeds first; undefined if any sub-step will do. */
export function matterStep(matter: LatticeMatter): MatterStep | undefined {
  const { lattice, record, solver } = matter;
  const limits: MatterStep[] = [];
  const add = (cause: MatterStep['cause'], limit: number) => {
    const kept = cause === 'elasticity' ? EXPLICIT_SHARE * limit : limit;
    limits.push({ kept, longest: LONGEST[cause] * limit, cause, advice: ADVICE[cause] });
  };
  const flowing = materialsThatFlow(matter);
  for (let first = 0; first < record.materials.length; first += Material.LENGTH) {
    const numbers = record.materials.view.subarray(first, first + Material.LENGTH);
    const density = numbers[Material.REST_DENSITY];
    const young = youngOf(numbers[Material.STIFFNESS], lattice);
    const soundSpeed = Math.sqrt((TAIT * numbers[Material.BULK]) / density);
    const viscosity = numbers[Material.VISCOSITY];
    const limit = stepLimits({ density, young, soundSpeed, viscosity }, lattice);
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
