/**
 * Tells whether a sheet began inside a collider. The contact stage counts such particles in every sub-step and lets
 * them out; those of the first step were there before anything moved.
 */
import type { ContactStage, Stage, World } from 'pliant';
import { counted } from './output.ts';

export interface InsideWatch {
  /** What to say after the first step, if anything; the world is left as it was before the watch. */
  end(): string | undefined;
}

export function watchInside(world: World): InsideWatch {
  let most = 0;
  const watch: Stage = {
    name: 'begun inside',
    run() {
      const inside = world.contact.filter(countsInside).reduce((sum, stage) => sum + stage.inside, 0);
      most = Math.max(most, inside);
      return false; // it moves nothing
    },
  };
  world.contact.push(watch);
  return {
    end() {
      world.contact.splice(world.contact.indexOf(watch), 1);
      if (most === 0) return undefined;
      const words = most === 1 ? 'it is let out' : 'they are let out';
      return `${counted(most, 'particle')} began inside a collider; ${words} slowly, and the sheet may be stretched`;
    },
  };
}

function countsInside(stage: Stage): stage is ContactStage {
  return 'inside' in stage;
}
