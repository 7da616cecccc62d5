/**
 * Triangles below planes. A plane is an infinite solid, but for surface contact one triangle with two sides, which would keep
 * below it a sheet that starts there or was squeezed through, while particle contact moves it out. Therefore triangles of
 * sheets with a free corner below a plane do not touch that plane until all of them are above; they touch everything else.
 * The bits for a plane and for triangles below it are those that `areExcluded` reads in the kernel pairs.ts.
 */
import type { World } from '../../core/world.ts';
import { toLocal, writeFrame } from '../pose.ts';
import type { Surface } from './crossings.ts';
import type { Obstacle } from './obstacles.ts';

/** Planes that have bits of their own, the first bit of triangles below planes, and the first bit of planes. */
const PLANES = 15;
const BELOW = 1;
const PLANE = 16;

/** Sets bits of `excluded`, one number a triangle; returns how many particles are below planes, counted for each plane. */
export function markBelowPlanes(
  { particles }: World,
  { points, triangles, owner, sheets }: Surface,
  obstacles: readonly Obstacle[],
  time: number,
  excluded: Int32Array,
): number {
  let found = 0;
  let planes = 0;
  const [frame, x, own, normal] = [12, 3, 3, 3].map((length) => new Float64Array(length));
  const inSheet = new Uint8Array(particles.count);
  for (let t = 0; t < owner.length; t++) {
    if (owner[t] < sheets) for (let c = 3 * t; c < 3 * t + 3; c++) inSheet[triangles[c]] = 1;
  }
  obstacles.forEach(({ collider: { shape, track } }, k) => {
    if (!shape.halfSpace) return;
    const plane = Math.min(planes++, PLANES - 1); // more of them share the last bit
    const { position, quaternion } = track.poseAt(time);
    writeFrame(frame, position, quaternion);
    const below = new Uint8Array(particles.count);
    let count = 0;
    for (let i = 0; i < particles.count; i++) {
      if (!inSheet[i] || particles.inverseMass.view[i] === 0) continue; // pins are not moved out
      x.set(points.subarray(3 * i, 3 * i + 3));
      toLocal(frame, x, own);
      if (shape.distance(own[0], own[1], own[2], normal) >= 0) continue;
      below[i] = 1;
      count++;
    }
    if (count === 0) return;
    found += count;
    for (let t = 0; t < owner.length; t++) {
      if (owner[t] === sheets + k) excluded[t] |= 1 << (PLANE + plane);
      else if (owner[t] < sheets && [0, 1, 2].some((c) => below[triangles[3 * t + c]]))
        excluded[t] |= 1 << (BELOW + plane);
    }
  });
  return found;
}
