/**
 * Keeps matter of two dimensions in its plane. Its own step ignores forces out of the plane, but tilted colliders and rigid
 * bodies push along their normals. It runs after contact.
 */
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import type { LatticeMatter } from './matter.ts';

/** Returns the system; undefined for matter in space. */
export function keepInPlane(
  world: World,
  { name, first, count, lattice }: LatticeMatter,
): System | undefined {
  if (lattice.dimension !== 2) return undefined;
  const plane = world.particles.z[first];
  return {
    name: `plane of ${name}`,
    phase: 'contact',
    after: ['contact'],
    run({ particles: { z, vz } }): Moved {
      let moved: Moved = 'still';
      for (let i = first; i < first + count; i++) {
        if (z[i] === plane && vz[i] === 0) continue;
        z[i] = plane;
        vz[i] = 0;
        moved = 'moved';
      }
      return moved;
    },
  };
}
