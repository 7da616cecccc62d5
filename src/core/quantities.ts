/**
 * What can be seen of particles besides where they are: strain, stress, temperature and the like, one number a
 * particle, with what a picture must know to colour it by them: title, unit, kind of scale, and how the ends of the
 * scale are found. Bodies add what only they know (`Body.quantities`); what every particle has is here.
 */

import type { Body } from './body.ts';
import { HELD, IN_CONTACT, PINNED } from './particles.ts';
import type { World } from './world.ts';

export interface QuantityKind {
  /** Such as `strain`; the same in all bodies that have it. */
  readonly name: string;
  readonly title: string;
  /** '' where it has none. */
  readonly unit: string;
  /** From little to much, to both sides of 0, or whole numbers that stand for themselves. */
  readonly scale: 'sequential' | 'diverging' | 'whole';
  readonly range: RangeRule;
  /** One sentence: what the number is. */
  readonly about: string;
  /** What the whole numbers from 0 on are called, where they have names. */
  readonly words?: readonly string[];
}

/**
 * Ends of a scale: given ones; from 0, or from as far below 0 as above it, to what is seen; or from the least to the
 * greatest that is seen. `least` is the smallest distance between the ends, in the quantity's unit.
 */
export type RangeRule =
  | { readonly ends: 'given'; readonly low: number; readonly high: number }
  | { readonly ends: 'from-zero' | 'about-zero' | 'seen'; readonly least: number };

/** A quantity as a body has it. */
export interface BodyQuantity {
  readonly kind: QuantityKind;
  /** Puts one number for each particle of the body into `into`. */
  read(world: World, into: Float32Array): void;
}

/** A quantity of a world. */
export interface Quantity extends QuantityKind {
  /** Numbers of the bodies that have it. */
  readonly bodies: readonly number[];
}

/** Springs or bonds of a body, for drawing. */
export interface ElementLines {
  /** x, y, z of both ends, m: six numbers a line. */
  readonly positions: Float32Array;
  /** (L − L₀)/L₀ of each, with its sign. */
  readonly strain: Float32Array;
}

export const QUANTITY_KINDS = {
  strain: {
    name: 'strain',
    title: 'Strain',
    unit: '',
    scale: 'sequential',
    range: { ends: 'from-zero', least: 0.001 },
    about: 'Greatest relative change of length among the elements at a particle.',
  },
  stretch: {
    name: 'stretch',
    title: 'Stretch',
    unit: '',
    scale: 'diverging',
    range: { ends: 'about-zero', least: 0.002 },
    about: 'Mean relative change of length at a particle: pulled above 0, pressed below.',
  },
  stress: {
    name: 'stress',
    title: 'Stress',
    unit: 'Pa',
    scale: 'sequential',
    range: { ends: 'from-zero', least: 1 },
    about: 'Equivalent stress after von Mises of the elastic forces at a particle.',
  },
  temperature: {
    name: 'temperature',
    title: 'Temperature',
    unit: 'K',
    scale: 'sequential',
    range: { ends: 'seen', least: 2 },
    about: 'Temperature of a particle.',
  },
  thickness: {
    name: 'thickness',
    title: 'Wall thickness',
    unit: 'm',
    scale: 'sequential',
    range: { ends: 'seen', least: 1e-6 },
    about: 'Thickness of the wall at a particle, from the area that the sheet has there.',
  },
  speed: {
    name: 'speed',
    title: 'Speed',
    unit: 'm/s',
    scale: 'sequential',
    range: { ends: 'from-zero', least: 0.01 },
    about: 'Speed of a particle.',
  },
  contact: {
    name: 'contact',
    title: 'Contact',
    unit: '',
    scale: 'whole',
    range: { ends: 'given', low: 0, high: 1 },
    about: 'Whether a particle touches something.',
    words: ['free', 'touching'],
  },
  held: {
    name: 'held',
    title: 'Pins',
    unit: '',
    scale: 'whole',
    range: { ends: 'given', low: 0, high: 2 },
    about: 'Whether a particle is pinned, or in a hand.',
    words: ['free', 'pinned', 'in hand'],
  },
  level: {
    name: 'level',
    title: 'Refinement level',
    unit: '',
    scale: 'whole',
    range: { ends: 'from-zero', least: 1 },
    about: 'How often the sheet was refined at a particle.',
  },
  layer: {
    name: 'layer',
    title: 'Layer',
    unit: '',
    scale: 'whole',
    range: { ends: 'from-zero', least: 1 },
    about: 'Layer of the sheet that a mass is in, from the lowest.',
  },
  phase: {
    name: 'phase',
    title: 'Solid share',
    unit: '',
    scale: 'sequential',
    range: { ends: 'given', low: 0, high: 1 },
    about: 'How far matter is solid: 0 where it is fluid, 1 where it has all of its elasticity.',
  },
  sites: {
    name: 'sites',
    title: 'Lattice sites taken',
    unit: '',
    scale: 'sequential',
    range: { ends: 'given', low: 0, high: 18 },
    about: 'How many of the 18 sites of the lattice around a particle have a neighbour on them.',
  },
  object: {
    name: 'object',
    title: 'Object',
    unit: '',
    scale: 'whole',
    range: { ends: 'from-zero', least: 1 },
    about: 'The object that matter belongs to; what breaks off is one of its own.',
  },
} as const satisfies Record<string, QuantityKind>;

/** What can be seen of the world's particles now, each once. */
export function quantities(world: World): Quantity[] {
  const found = new Map<string, { kind: QuantityKind; bodies: number[] }>();
  world.bodies.forEach((body, i) => {
    for (const { kind } of quantitiesOf(world, body)) {
      const known = found.get(kind.name);
      if (known) known.bodies.push(i);
      else found.set(kind.name, { kind, bodies: [i] });
    }
  });
  return [...found.values()].map(({ kind, bodies }) => ({ ...kind, bodies }));
}

/** One number a particle of the body; undefined where it has no such quantity. */
export function readQuantity(world: World, name: string, body: number): Float32Array | undefined {
  const known = world.bodies[body];
  if (!known) throw new RangeError(`body: there are ${world.bodies.length}, got number ${body}`);
  const quantity = quantitiesOf(world, known).find(({ kind }) => kind.name === name);
  if (!quantity) return undefined;
  const values = new Float32Array(known.count);
  quantity.read(world, values);
  return values;
}

/** In the order of a list to choose from. */
function quantitiesOf(world: World, body: Body): BodyQuantity[] {
  const own = body.quantities ?? [];
  return [...own, ...common(world, body).filter(({ kind }) => own.every((o) => o.kind.name !== kind.name))];
}

function common(world: World, body: Body): BodyQuantity[] {
  const { temperature, thickness, speed, contact, held, level } = QUANTITY_KINDS;
  const list: BodyQuantity[] = [];
  if (world.schedule.in('heat').length > 0) list.push({ kind: temperature, read: readTemperature(body) });
  if (body.thicknessMap)
    list.push({ kind: thickness, read: (w, into) => into.set(body.thicknessMap!(w).thickness) });
  const { refinement } = body;
  if (refinement) list.push({ kind: level, read: (_w, into) => into.set(refinement.levels) });
  list.push({ kind: speed, read: readSpeed(body) });
  if (world.contact?.active) list.push({ kind: contact, read: readFlags(body, touching) });
  list.push({ kind: held, read: readFlags(body, holding) });
  return list;
}

export function readTemperature(body: Pick<Body, 'first' | 'count'>): BodyQuantity['read'] {
  return ({ particles }, into) =>
    into.set(particles.temperature.view.subarray(body.first, body.first + body.count));
}

function readSpeed(body: Body): BodyQuantity['read'] {
  return ({ particles: { vx, vy, vz } }, into) => {
    for (let i = 0, p = body.first; i < body.count; i++, p++)
      into[i] = Math.sqrt(vx[p] * vx[p] + vy[p] * vy[p] + vz[p] * vz[p]);
  };
}

function readFlags(body: Body, meaning: (flags: number) => number): BodyQuantity['read'] {
  return ({ particles: { flags } }, into) => {
    for (let i = 0; i < body.count; i++) into[i] = meaning(flags.view[body.first + i]);
  };
}

function touching(flags: number): number {
  return flags & IN_CONTACT ? 1 : 0;
}

function holding(flags: number): number {
  if (flags & HELD) return 2;
  return flags & PINNED ? 1 : 0;
}
