/**
 * Particle views: numbers per particle, such as strain, stress or temperature, with the title, unit and colour scale that
 * pictures need. Recordings, colours, probes and exports read particles through views and nothing else. A body adds the views
 * that only it knows (`Body.views`); those that every particle has are here.
 */
import type { Body } from './body.ts';
import { HELD, IN_CONTACT, PINNED } from './particles.ts';
import type { World } from './world.ts';

/** Name, title and colour scale of a view. */
export interface ViewKind {
  /** Name such as `strain`, the same in all bodies that have the view. */
  readonly name: string;
  readonly title: string;
  /** Unit, '' for none. */
  readonly unit: string;
  /** Colours from low to high, to both sides of 0, or one for each whole number. */
  readonly scale: 'sequential' | 'diverging' | 'whole';
  readonly range: RangeRule;
  /** Meaning of the number, in one sentence. */
  readonly about: string;
  /** Names of the whole numbers from 0 on. */
  readonly words?: readonly string[];
}

/**
 * Ends of a colour scale: given; from 0 to the largest value seen; symmetric about 0; or the range of the values seen. `least` is
 * the smallest distance between the ends, in the unit of the view.
 */
export type RangeRule =
  | { readonly ends: 'given'; readonly low: number; readonly high: number }
  | { readonly ends: 'from-zero' | 'about-zero' | 'seen'; readonly least: number };

/** A view of the particles of one body. */
export interface ParticleView {
  readonly kind: ViewKind;
  /** Numbers per particle; default: 1. Wider views are recorded, and have no colour. */
  readonly width?: number;
  /** Form in which recordings store it; default: not recorded. */
  readonly recorded?: RecordedAs;
  /** Writes the numbers of all particles of the body into `into`, particle after particle. */
  read(world: World, into: Float32Array): void;
}

export interface RecordedAs {
  /** Name in files; default: that of the view. */
  readonly name?: string;
  readonly kind: ValueKind;
  /** Unit of the stored whole numbers: value = stored × scale; default: 1. */
  readonly scale?: number;
}

/** Arrays that recordings store views in. */
export type ValueArray = Float32Array | Int16Array | Uint16Array | Uint8Array;
export type ValueKind = 'f32' | 'i16' | 'u16' | 'u8';

/** A kind of view with the bodies of a world that have it. */
export interface WorldView extends ViewKind {
  /** Indices of the bodies. */
  readonly bodies: readonly number[];
}

/** Springs or bonds of a body, to be drawn. */
export interface ElementLines {
  /** Positions of both ends, m: six numbers per line. */
  readonly positions: Float32Array;
  /** (L − L₀)/L₀ of each line. */
  readonly strain: Float32Array;
}

export const VIEW_KINDS = {
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
  frame: {
    name: 'frame',
    title: 'Deformation',
    unit: '',
    scale: 'diverging',
    range: { ends: 'about-zero', least: 1 },
    about: 'Deformation gradient of matter, by which it carries a mesh: nine numbers.',
  },
} as const satisfies Record<string, ViewKind>;

/** Returns the views of the world's particles that have colours, each kind once. */
export function worldViews(world: World): WorldView[] {
  const found = new Map<string, { kind: ViewKind; bodies: number[] }>();
  world.bodies.forEach((body, i) => {
    for (const { kind, width = 1 } of viewsOf(world, body)) {
      const known = found.get(kind.name);
      if (known) known.bodies.push(i);
      else if (width === 1) found.set(kind.name, { kind, bodies: [i] });
    }
  });
  return [...found.values()].map(({ kind, bodies }) => ({ ...kind, bodies }));
}

/** Returns one number per particle of the body, or undefined if it has no such view. */
export function readView(world: World, name: string, body: number): Float32Array | undefined {
  const known = world.bodies[body];
  if (!known) throw new RangeError(`body: there are ${world.bodies.length}, got number ${body}`);
  const view = viewsOf(world, known).find(({ kind, width = 1 }) => kind.name === name && width === 1);
  return view && readAll(world, known, view);
}

export function readAll(world: World, { count }: Body, view: ParticleView): Float32Array<ArrayBuffer> {
  const values = new Float32Array((view.width ?? 1) * count);
  view.read(world, values);
  return values;
}

/** Returns all views of a body: its own, then those that all bodies have. */
export function viewsOf(world: World, body: Body): ParticleView[] {
  const { views } = body;
  return [
    ...views,
    ...common(world, body).filter(({ kind }) => views.every((own) => own.kind.name !== kind.name)),
  ];
}

function common(world: World, body: Body): ParticleView[] {
  const { thickness, speed, contact, held, level } = VIEW_KINDS;
  const { refinement, drawing } = body;
  const list: ParticleView[] = [];
  if (world.schedule.in('heat').length > 0) list.push(temperatureView(body));
  if (drawing?.wall)
    list.push({
      kind: thickness,
      recorded: { kind: 'f32' },
      read: (w, into) => into.set(drawing.wall!(w).thickness),
    });
  if (refinement) list.push({ kind: level, read: (_w, into) => into.set(refinement.levels) });
  list.push({ kind: speed, read: readSpeed(body) });
  if (world.contact?.active) list.push({ kind: contact, read: readFlags(body, touching) });
  list.push({ kind: held, read: readFlags(body, holding) });
  return list;
}

export function temperatureView(body: Pick<Body, 'first' | 'count'>): ParticleView {
  return {
    kind: VIEW_KINDS.temperature,
    recorded: { kind: 'f32' },
    read: ({ particles }, into) =>
      into.set(particles.temperature.view.subarray(body.first, body.first + body.count)),
  };
}

function readSpeed(body: Body): ParticleView['read'] {
  return ({ particles: { vx, vy, vz } }, into) => {
    for (let i = 0, p = body.first; i < body.count; i++, p++)
      into[i] = Math.sqrt(vx[p] * vx[p] + vy[p] * vy[p] + vz[p] * vz[p]);
  };
}

function readFlags(body: Body, meaning: (flags: number) => number): ParticleView['read'] {
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
