/**
 * What is known of how far particles are from all colliders. Distances change no faster than things move, so a
 * particle found to be a metre away need not be looked at again until it, or a collider, has gone that far.
 *
 * This is memory of the stage, not state of the world: it holds for a particle only if that begins a sub-step
 * exactly where it ended the one before, and only while time goes on without a jump; else it is found anew. Skipping
 * a particle that is clear changes nothing, so results don't depend on it.
 */
import type { World } from '../core/world.ts';

/** Numbers a particle: the distance to all colliders (m, at least), and the place it held for. */
const NUMBERS = 4;

export class Clearance {
  #numbers = new Float64Array(0);
  /** How far colliders move in this sub-step, m, and when the next should begin, s. */
  #drift = 0;
  #next = 0;

  begin(world: World, h: number, drift: number): void {
    const count = world.particles.count;
    const jumped = Math.abs(world.time - this.#next) > 1e-6 * h;
    if (this.#numbers.length !== NUMBERS * count) this.#numbers = new Float64Array(NUMBERS * count);
    else if (jumped) this.#numbers.fill(0);
    this.#drift = drift * (1 + 1e-5); // 1e-6 of a sub-step and rounding
    this.#next = world.time + h;
  }

  /** Does particle i stay clear along the segment (both ends, then the reach)? If so, the path is taken off. */
  covers(i: number, segment: Float64Array): boolean {
    const n = this.#numbers;
    const at = NUMBERS * i;
    if (n[at] === 0 || n[at + 1] !== segment[0] || n[at + 2] !== segment[1] || n[at + 3] !== segment[2])
      return false;
    const dx = segment[3] - segment[0];
    const dy = segment[4] - segment[1];
    const dz = segment[5] - segment[2];
    const room = n[at] - Math.sqrt(dx * dx + dy * dy + dz * dz) - this.#drift;
    if (!(room > segment[6])) return false;
    this.keep(i, segment, room);
    return true;
  }

  /** Particle i, at the end of the segment, is `room` away from all colliders. */
  keep(i: number, segment: Float64Array, room: number): void {
    const n = this.#numbers;
    const at = NUMBERS * i;
    n[at] = room;
    n[at + 1] = segment[3];
    n[at + 2] = segment[4];
    n[at + 3] = segment[5];
  }

  forget(i: number): void {
    this.#numbers[NUMBERS * i] = 0;
  }
}
