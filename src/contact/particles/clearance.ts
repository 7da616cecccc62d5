/**
 * What is known of how far particles are from all colliders. Distances change no faster than things move, so a
 * particle found to be a metre away need not be looked at again until it, or a collider, has gone that far.
 *
 * This is memory of the stage, not state of the world. What it holds is true of a place at a time, whoever is
 * there: it counts for a particle only if that begins its interval exactly at that place and time, so neither a jump
 * in time nor other numbers of the particles can make it wrong (but a collider that jumps does: then forget all). Skipping a particle that is clear changes nothing, so
 * results don't depend on it.
 */

/** Numbers a particle: the distance to all colliders (m, at least), the place and the time (s) it holds for. */
const NUMBERS = 5;

export class Clearance {
  #numbers = new Float64Array(0);
  /** How far colliders move in this interval, m. */
  #drift = 0;
  /** The interval, s. */
  #start = 0;
  #end = 0;
  #tolerance = 0;

  /** For so many particles. */
  makeRoom(count: number): void {
    if (this.#numbers.length < NUMBERS * count) this.#numbers = new Float64Array(NUMBERS * count);
  }

  /** Sets the interval of `h` seconds from `start` for what follows; colliders move by at most `drift` (m) in it. */
  begin(start: number, h: number, drift: number): void {
    this.#start = start;
    this.#end = start + h;
    this.#tolerance = 1e-6 * h;
    this.#drift = drift * (1 + 1e-5); // 1e-6 of a sub-step and rounding
  }

  /** Does particle i stay clear along the segment (both ends, then the reach)? If so, the path is taken off. */
  covers(i: number, segment: Float64Array): boolean {
    const n = this.#numbers;
    const at = NUMBERS * i;
    if (n[at] === 0 || n[at + 1] !== segment[0] || n[at + 2] !== segment[1] || n[at + 3] !== segment[2])
      return false;
    if (!(Math.abs(n[at + 4] - this.#start) <= this.#tolerance)) return false;
    const dx = segment[3] - segment[0];
    const dy = segment[4] - segment[1];
    const dz = segment[5] - segment[2];
    const room = n[at] - Math.sqrt(dx * dx + dy * dy + dz * dz) - this.#drift;
    if (!(room > segment[6])) return false;
    this.keep(i, segment, room);
    return true;
  }

  /** Particle i, at the end of the segment and of the interval, is `room` away from all colliders. */
  keep(i: number, segment: Float64Array, room: number): void {
    const n = this.#numbers;
    const at = NUMBERS * i;
    n[at] = room;
    n[at + 1] = segment[3];
    n[at + 2] = segment[4];
    n[at + 3] = segment[5];
    n[at + 4] = this.#end;
  }

  forgetAll(): void {
    this.#numbers.fill(0);
  }

  forget(i: number): void {
    this.#numbers[NUMBERS * i] = 0;
  }
}
