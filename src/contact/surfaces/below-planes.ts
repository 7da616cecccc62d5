/**
 * What is below a plane. A plane is a solid without an end, but to surfaces one triangle with two sides: contact would hold
 * below it what came there (by where a scene begins, or squeezed), though the particle stage lets it out. Contact leaves
 * triangles of sheets with a free corner below to that plane alone, until a look finds all of them above; they go on
 * touching all others. The marks are bits, as surface-pairs.ts reads them: of a plane, and of what is below it.
 */
import type { World } from '../../core/world.ts';
import { toLocal, writeFrame } from '../pose.ts';
import type { Surface } from './crossings.ts';
import type { Obstacle } from './obstacles.ts';

const PLANES = 15;
const BELOW = 1;
const PLANE = 16;

/** Marks in `left`, by triangle; answers how many particles are below, each plane counted. */
export function markBelowPlanes(
  { particles }: World,
  { points, triangles, owner, sheets }: Surface,
  obstacles: readonly Obstacle[],
  time: number,
  left: Int32Array,
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
      if (!inSheet[i] || particles.inverseMass.view[i] === 0) continue; // what is pinned goes where it is led
      x.set(points.subarray(3 * i, 3 * i + 3));
      toLocal(frame, x, own);
      if (shape.distance(own[0], own[1], own[2], normal) >= 0) continue;
      below[i] = 1;
      count++;
    }
    if (count === 0) return;
    found += count;
    for (let t = 0; t < owner.length; t++) {
      if (owner[t] === sheets + k) left[t] |= 1 << (PLANE + plane);
      else if (owner[t] < sheets && [0, 1, 2].some((c) => below[triangles[3 * t + c]]))
        left[t] |= 1 << (BELOW + plane);
    }
  });
  return found;
}
