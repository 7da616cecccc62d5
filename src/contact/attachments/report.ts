/** What is sewn together and what sticks, for reports: points of seams that hold, particles by what they stick to. */
import type { Body } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import type { ParticleContact } from '../particles/particle-contact.ts';
import type { SurfaceContact } from '../surfaces/surface-contact.ts';
import type { Ties } from './point.ts';

export interface Bonds {
  /** Points of seams between bodies, and how many of them hold: the others are ripped. Left out where nothing is sewn. */
  seams?: { points: number; holding: number };
  /** Left out where nothing can stick. */
  stuck?: Stuck[];
}

/** Particles of a body that stick to a collider, or to a body, which may be the same. */
export interface Stuck {
  body: string;
  to: string;
  particles: number;
}

export function bondsOf(world: World, { ties, particles, surfaces }: Attached): Bonds {
  const seams = ties.filter(({ sewn }) => sewn > 0);
  const points = seams.reduce((sum, { sewn }) => sum + sewn, 0);
  const holding = seams.reduce((sum, { count }) => sum + count, 0);
  const stuck = stuckOf(world, particles, surfaces);
  return { ...(points > 0 && { seams: { points, holding } }), ...(stuck && { stuck }) };
}

interface Attached {
  readonly ties: readonly Ties[];
  readonly particles: ParticleContact | undefined;
  readonly surfaces: SurfaceContact | undefined;
}

/** In the order of bodies, then of what they stick to as it first held one. */
function stuckOf(
  world: World,
  particles: ParticleContact | undefined,
  surfaces: SurfaceContact | undefined,
): Stuck[] | undefined {
  const [stick, weld] = [particles?.stick, surfaces?.weld];
  if (!stick && !weld) return undefined;
  const found = new Map<Body, Map<string, number>>(world.bodies.map((body) => [body, new Map()]));
  const add = (particle: number, to: string | undefined) => {
    const counts = found.get(bodyOf(world, particle) as Body);
    if (counts && to !== undefined) counts.set(to, (counts.get(to) ?? 0) + 1);
  };
  for (const { particle, collider } of stick?.loads() ?? [])
    add(particle, particles?.colliders[collider].name);
  for (const [particle, other] of weld?.ends() ?? []) add(particle, bodyOf(world, other)?.name);
  return [...found].flatMap(([{ name }, counts]) =>
    [...counts].map(([to, particles]) => ({ body: name, to, particles })),
  );
}

function bodyOf({ bodies }: World, particle: number): Body | undefined {
  return bodies.find(({ first, count }) => particle >= first && particle < first + count);
}
