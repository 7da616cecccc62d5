/**
 * A look at the start of a path: CLEAR if it is too short to reach any collider near it, STUCK if the particle lies
 * still on the one that is near and friction holds it there, else UNSURE. The whole way of a resolver would find the
 * same in five times the time; most particles near a collider are of these two kinds.
 */
import { IN_CONTACT, type Particles } from '../../core/particles.ts';
import { dotAt } from '../../math/vec3.ts';
import { toLocal, turnToWorld } from '../pose.ts';
import type { Surroundings } from './collider-broad-phase.ts';
import { LET_OUT, TOUCH } from './sweep.ts';

export const UNSURE = 0;
export const CLEAR = 1;
export const STUCK = 2;

export class Glance {
  /** Of a particle that is CLEAR: how far it is, at least, from the colliders near it at its end, m. */
  room = 0;
  readonly #around: Surroundings;
  /** The start in a collider's axes, and the normal there. */
  readonly #y = new Float64Array(3);
  readonly #n = new Float64Array(3);

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** CLEAR, STUCK or UNSURE, of particle i along the surroundings' segment. */
  look(p: Particles, i: number, radius: number, h: number): number {
    const { segment, found, count, motions, colliders } = this.#around;
    const v0 = p.startVelocity.view;
    const stands =
      count === 1 &&
      motions[found[0]].still &&
      v0[i] === 0 &&
      v0[i + p.stride] === 0 &&
      v0[i + 2 * p.stride] === 0;
    const touched = (p.flags.view[i] & IN_CONTACT) !== 0;
    const y = this.#y;
    this.room = Infinity;
    for (let f = 0; f < count; f++) {
      const motion = motions[found[f]];
      const { shape } = colliders[found[f]];
      // In touch until now: the tree of boxes will be quicker than a distance.
      if (!shape.signed && touched && !stands) return UNSURE;
      toLocal(motion.start, segment, y);
      const distance = shape.distance(y[0], y[1], y[2], this.#n);
      const dx = segment[3] - segment[0] - motion.shift[0];
      const dy = segment[4] - segment[1] - motion.shift[1];
      const dz = segment[5] - segment[2] - motion.shift[2];
      let way = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (motion.turning) way += motion.angle * (Math.sqrt(dotAt(y, y)) + way);
      this.room = Math.min(this.room, distance - way);
      if (distance - way > segment[6]) continue;
      return stands && this.#holds(p, i, distance - radius, h) ? STUCK : UNSURE;
    }
    return CLEAR;
  }
  /** Does friction hold a particle that has no velocity, at this gap, over the normal in #n? */
  #holds(p: Particles, i: number, gap: number, h: number): boolean {
    if (!(gap >= LET_OUT && gap <= TOUCH)) return false;
    const { segment, found, motions, colliders } = this.#around;
    const n = this.#n;
    const v1 = p.velocity.view;
    const vx = v1[i];
    const vy = v1[i + p.stride];
    const vz = v1[i + 2 * p.stride];
    turnToWorld(motions[found[0]].start, n, n);
    const moved =
      n[0] * (segment[3] - segment[0]) + n[1] * (segment[4] - segment[1]) + n[2] * (segment[5] - segment[2]);
    const pressed = -(n[0] * vx + n[1] * vy + n[2] * vz);
    if (!(moved < 0 && moved + 0.5 * pressed * h <= 0)) return false; // as the sweep: leads in, from the start
    const px = vx + pressed * n[0];
    const py = vy + pressed * n[1];
    const pz = vz + pressed * n[2];
    const hold = colliders[found[0]].staticFriction * pressed;
    return px * px + py * py + pz * pz <= hold * hold;
  }
}
