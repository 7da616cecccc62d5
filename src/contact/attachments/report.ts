/** What is sewn together and what sticks, for reports: points of seams that hold, particles by what they stick to. */
import type { Body } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import { contactStages, surfaceStages } from '../contact-queries.ts';
import { Ties } from './point.ts';

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

export function bonds(world: World): Bonds {
  const seams = world.schedule
    .in('limit')
    .filter((system): system is Ties => system instanceof Ties && system.sewn > 0);
  const points = seams.reduce((sum, { sewn }) => sum + sewn, 0);
  const holding = seams.reduce((sum, { count }) => sum + count, 0);
  const stuck = stuckOf(world);
  return { ...(points > 0 && { seams: { points, holding } }), ...(stuck && { stuck }) };
}

/** In the order of bodies, then of what they stick to as it first held one. */
function stuckOf(world: World): Stuck[] | undefined {
  const found = new Map<Body, Map<string, number>>(world.bodies.map((body) => [body, new Map()]));
  let sticky = false;
  const add = (particle: number, to: string | undefined) => {
    const counts = found.get(bodyOf(world, particle) as Body);
    if (counts && to !== undefined) counts.set(to, (counts.get(to) ?? 0) + 1);
  };
  for (const { stick, colliders } of contactStages(world)) {
    if (!stick) continue;
    sticky = true;
    for (const { particle, collider } of stick.loads()) add(particle, colliders[collider].name);
  }
  for (const { weld } of surfaceStages(world)) {
    if (!weld) continue;
    sticky = true;
    for (const [particle, other] of weld.ends()) add(particle, bodyOf(world, other)?.name);
  }
  if (!sticky) return undefined;
  return [...found].flatMap(([{ name }, counts]) =>
    [...counts].map(([to, particles]) => ({ body: name, to, particles })),
  );
}

function bodyOf({ bodies }: World, particle: number): Body | undefined {
  return bodies.find(({ first, count }) => particle >= first && particle < first + count);
}
