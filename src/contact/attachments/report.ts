/** Report of attachments: points of seams that hold, and particles that stick. */
import type { Body } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import type { ParticleContact } from '../particles/particle-contact.ts';
import type { SurfaceContact } from '../surfaces/surface-contact.ts';
import type { Ties } from './point.ts';

export interface AttachmentReport {
  /** Points of seams between bodies and how many hold, the others being ripped; undefined without seams. */
  seams?: { points: number; holding: number };
  /** Particles that stick; undefined if nothing can. */
  stuck?: Stuck[];
}

/** Particles of a body that stick to a collider or to a body, which may be the same. */
export interface Stuck {
  body: string;
  to: string;
  particles: number;
}

export function attachmentsOf(world: World, { ties, particles, surfaces }: Attached): AttachmentReport {
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

/** Counts sticking particles by body, then by what they stick to in the order of first attachment. */
function stuckOf(
  world: World,
  particles: ParticleContact | undefined,
  surfaces: SurfaceContact | undefined,
): Stuck[] | undefined {
  const [stick, sheets] = [particles?.stick, surfaces?.attachments];
  if (!stick && !sheets) return undefined;
  const found = new Map<Body, Map<string, number>>(world.bodies.map((body) => [body, new Map()]));
  const add = (particle: number, to: string | undefined) => {
    const counts = found.get(bodyOf(world, particle) as Body);
    if (counts && to !== undefined) counts.set(to, (counts.get(to) ?? 0) + 1);
  };
  for (const { particle, collider } of stick?.loads() ?? [])
    add(particle, particles?.colliders[collider].name);
  for (const [particle, other] of sheets?.ends() ?? []) add(particle, bodyOf(world, other)?.name);
  return [...found].flatMap(([{ name }, counts]) =>
    [...counts].map(([to, particles]) => ({ body: name, to, particles })),
  );
}

function bodyOf({ bodies }: World, particle: number): Body | undefined {
  return bodies.find(({ first, count }) => particle >= first && particle < first + count);
}
