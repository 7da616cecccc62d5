/**
 * Cutting of matter. Bonds are not stored but found again in every step, and only particles of one object form them. So the
 * pieces that are left when the blade severs bonds become objects of their own. A cut that does not go all the way through
 * parts nothing: the matter beside it is still one object, and closes. A fluid has no bonds to cut.
 */
import type { Cutting } from '../../core/knife.ts';
import type { LatticeMatter } from './matter.ts';
import { bondedSets, partObjects } from './pieces.ts';

const WHY_NOT = 'The cut does not go all the way through this matter, or it is fluid there: it closes again.';
/** Particles of the smallest piece that a cut parts: single ones were loose before. */
const LEAST_PIECE = 2;

export function matterCutting(matter: LatticeMatter): Cutting {
  const { first } = matter;
  return {
    changes: [], // the object of a particle is state
    whyNot: WHY_NOT,
    cut(world, blade) {
      matter.findBonds(world);
      const { x, y, z } = world.particles;
      let severed = 0;
      const sets = bondedSets(matter, (i, j) => {
        const [a, b] = [first + i, first + j];
        const crosses = blade.crosses(x[a], y[a], z[a], x[b], y[b], z[b]);
        if (crosses) severed++;
        return !crosses;
      });
      if (severed === 0 || partObjects(matter, sets, (_, size) => size >= LEAST_PIECE) === 0) return 0;
      matter.findBonds(world); // for drawing the pieces
      return severed;
    },
  };
}
