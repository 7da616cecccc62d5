/** Tells whether a sheet begins inside a collider: contact lets such particles out, but slowly. */
import type { ContactStage, Stage, World } from 'pliant';
import { counted } from './output.ts';

/** m; what a sheet that is laid on something by numbers of a few digits may be in it by. */
const LEAST = 1e-6;

/** What to say of a world before its first step, if anything. */
export function begunInside(world: World): string | undefined {
  const { x, y, z, inverseMass } = world.particles;
  let inside = 0;
  for (const stage of world.contact.filter(knowsDepths)) {
    for (const { body, radius } of stage.bodies) {
      for (let i = body.first; i < body.first + body.count; i++) {
        const isFree = inverseMass.view[i] > 0; // what is pinned goes where it is led
        if (isFree && stage.depthAt(x[i], y[i], z[i], world.time) + radius > LEAST) inside++;
      }
    }
  }
  if (inside === 0) return undefined;
  const words = inside === 1 ? 'begins inside a collider; it is' : 'begin inside a collider; they are';
  return `${counted(inside, 'particle')} ${words} let out slowly, and the sheet may be stretched`;
}

function knowsDepths(stage: Stage): stage is ContactStage {
  return 'depthAt' in stage && 'bodies' in stage;
}
