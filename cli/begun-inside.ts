/** Warns of sheets and matter that begin inside a collider: contact moves such particles out, which is no physical motion. */
import type { Body, World } from 'pliant';
import { contactOf, readView } from 'pliant/engine';
import { counted } from './output.ts';

/** Depth that rounded coordinates of a scene may cause, m; deeper particles are warned of. */
const LEAST = 1e-6;

/** Returns a warning about a world before its first step, if there is one. */
export function begunInside(world: World): string | undefined {
  const { x, y, z, inverseMass } = world.particles;
  const found = { sheet: 0, solid: 0, fluid: 0 };
  const contact = contactOf(world);
  for (const { body, radius } of contact.particles?.bodies ?? []) {
    const kindOf = kindsOf(world, body as Body);
    for (let i = body.first; i < body.first + body.count; i++) {
      const isFree = inverseMass.view[i] > 0; // pinned particles follow their pins
      if (isFree && contact.depthAt(x[i], y[i], z[i], world.time) + radius > LEAST) found[kindOf(i)]++;
    }
  }
  const lines = [
    begun(found.sheet, '', 'moved out slowly, which may stretch the sheet'),
    begun(found.solid, ' of solid matter', 'lifted out; from deep inside, matter tears or is thrown off'),
    begun(found.fluid, ' of fluid', 'moved out slowly, which may stir the fluid'),
  ];
  return lines.filter((line) => line !== undefined).join('; ') || undefined;
}

/** Kind of each particle of a body, by its index in the world. */
function kindsOf(world: World, body: Body): (particle: number) => 'sheet' | 'solid' | 'fluid' {
  const shares = readView(world, 'phase', world.bodies.indexOf(body));
  if (!shares) return () => 'sheet';
  return (particle) => (shares[particle - body.first] > 0 ? 'solid' : 'fluid');
}

function begun(count: number, whose: string, what: string): string | undefined {
  if (count === 0) return undefined;
  const words = count === 1 ? 'begins inside a collider; it is' : 'begin inside a collider; they are';
  return `${counted(count, 'particle')}${whose} ${words} ${what}`;
}
