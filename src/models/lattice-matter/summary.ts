/** Summary of the matter in a world: its solid share, its temperature and the number of its pieces. */
import type { MatterFigures } from '../../core/report.ts';
import type { World } from '../../core/world.ts';
import { LatticeMatter } from './matter.ts';
import { matterPieces } from './pieces.ts';

/** Returns the figures of each body of matter by name; undefined if there is none. */
export function matterFigures(world: World): Record<string, MatterFigures> | undefined {
  const matter = world.bodies.filter((body) => body instanceof LatticeMatter);
  if (matter.length === 0) return undefined;
  return Object.fromEntries(matter.map((body) => [body.name, figuresOf(world, body)]));
}

function figuresOf({ particles }: World, matter: LatticeMatter): MatterFigures {
  const { first, count, record } = matter;
  let [mass, solid, warmth] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const own = particles.mass.view[first + i];
    mass += own;
    solid += own * record.share.view[i];
    warmth += own * particles.temperature.view[first + i];
  }
  return { solidShare: solid / mass, temperature: warmth / mass, pieces: matterPieces(matter).sizes.length };
}
