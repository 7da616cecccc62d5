/**
 * A fast test at the start of a path: CLEAR if the path is too short to reach any collider near it, STUCK if the particle
 * rests on the only one and friction keeps it there, else UNSURE. The full CCD gives the same result in five times the time,
 * and most particles near a collider are of these two kinds.
 */
import { IN_CONTACT, type Particles } from '../../core/particles.ts';
import { dotAt } from '../../math/vec3.ts';
import { isWithinCone } from '../friction.ts';
import { toLocal, turnToWorld } from '../pose.ts';
import type { ColliderBroadPhase } from './collider-broad-phase.ts';
import { PENETRATING, TOUCH } from './sweep.ts';

const UNSURE = 0;
export const CLEAR = 1;
export const STUCK = 2;

export class EarlyOut {
  /** Lower bound on the distance (m) of a CLEAR particle from the colliders near it at the end of its path. */
  distance = 0;
  readonly #broadPhase: ColliderBroadPhase;
  /** Start of the path in a collider's axes, and the normal there. */
  readonly #y = new Float64Array(3);
  readonly #n = new Float64Array(3);

  constructor(broadPhase: ColliderBroadPhase) {
    this.#broadPhase = broadPhase;
  }

  /** Returns CLEAR, STUCK or UNSURE for particle i along the broad phase's segment. */
  classify(p: Particles, i: number, radius: number, h: number): number {
    const { segment, found, count, motions, colliders } = this.#broadPhase;
    const v0 = p.startVelocity.view;
    const isStill =
      count === 1 &&
      motions[found[0]].still &&
      v0[i] === 0 &&
      v0[i + p.stride] === 0 &&
      v0[i + 2 * p.stride] === 0;
    const touched = (p.flags.view[i] & IN_CONTACT) !== 0;
    const y = this.#y;
    this.distance = Infinity;
    for (let f = 0; f < count; f++) {
      const motion = motions[found[f]];
      const { shape } = colliders[found[f]];
      // In touch until now: a sweep through the tree is faster than a distance.
      if (!shape.signed && touched && !isStill) return UNSURE;
      toLocal(motion.start, segment, y);
      const distance = shape.distance(y[0], y[1], y[2], this.#n);
      const dx = segment[3] - segment[0] - motion.shift[0];
      const dy = segment[4] - segment[1] - motion.shift[1];
      const dz = segment[5] - segment[2] - motion.shift[2];
      let way = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (motion.turning) way += motion.angle * (Math.sqrt(dotAt(y, y)) + way);
      this.distance = Math.min(this.distance, distance - way);
      if (distance - way > segment[6]) continue;
      return isStill && this.#sticks(p, i, distance - radius, h) ? STUCK : UNSURE;
    }
    return CLEAR;
  }

  /** Returns whether friction keeps a particle without velocity at this gap (m), over the normal in #n. */
  #sticks(p: Particles, i: number, gap: number, h: number): boolean {
    if (!(gap >= PENETRATING && gap <= TOUCH)) return false;
    const { segment, found, motions, colliders } = this.#broadPhase;
    const n = this.#n;
    const v1 = p.velocity.view;
    const vx = v1[i];
    const vy = v1[i + p.stride];
    const vz = v1[i + 2 * p.stride];
    turnToWorld(motions[found[0]].start, n, n);
    const moved =
      n[0] * (segment[3] - segment[0]) + n[1] * (segment[4] - segment[1]) + n[2] * (segment[5] - segment[2]);
    const pressed = -(n[0] * vx + n[1] * vy + n[2] * vz);
    if (!(moved < 0 && moved + 0.5 * pressed * h <= 0)) return false; // leads in from the start, as in the sweep
    const px = vx + pressed * n[0];
    const py = vy + pressed * n[1];
    const pz = vz + pressed * n[2];
    const hold = colliders[found[0]].staticFriction * pressed;
    return isWithinCone(Math.sqrt(px * px + py * py + pz * pz), hold);
  }
}
