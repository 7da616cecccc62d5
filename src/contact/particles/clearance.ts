/**
 * A cache of lower bounds on the distance of particles from all colliders. Distances change no faster than things move, so a
 * particle that is a metre away is skipped until it or a collider has moved that far.
 *
 * An entry is valid for one position at one time: it applies to a particle only if its interval begins exactly there and
 * then. So neither a jump in time nor renumbered particles make it wrong. Skipping
 * a particle that is clear changes nothing, so results do not depend on this cache.
 */

/** Numbers of an entry: the bound (m), the position (m) and the time (s) that it is valid for. */
const NUMBERS = 5;

export class Clearance {
  #numbers = new Float64Array(0);
  /** Upper bound on the displacement of colliders in the interval, m. */
  #drift = 0;
  /** Interval, s. */
  #start = 0;
  #end = 0;
  #tolerance = 0;

  /** Allocates entries for so many particles. */
  allocate(count: number): void {
    if (this.#numbers.length < NUMBERS * count) this.#numbers = new Float64Array(NUMBERS * count);
  }

  /** Sets the interval of `h` seconds from `start` for what follows; colliders move by at most `drift` (m) in it. */
  begin(start: number, h: number, drift: number): void {
    this.#start = start;
    this.#end = start + h;
    // The end of an interval and the start of the next are the same time by different sums.
    this.#tolerance = 4 * Number.EPSILON * (Math.abs(start) + h);
    this.#drift = drift * (1 + this.#tolerance / h);
  }

  /** Returns whether particle i stays clear along the segment (both ends, then the reach); if so, updates its entry. */
  covers(i: number, segment: Float64Array): boolean {
    const n = this.#numbers;
    const at = NUMBERS * i;
    if (n[at] === 0 || n[at + 1] !== segment[0] || n[at + 2] !== segment[1] || n[at + 3] !== segment[2])
      return false;
    if (!(Math.abs(n[at + 4] - this.#start) <= this.#tolerance)) return false;
    const dx = segment[3] - segment[0];
    const dy = segment[4] - segment[1];
    const dz = segment[5] - segment[2];
    const left = n[at] - Math.sqrt(dx * dx + dy * dy + dz * dz) - this.#drift;
    if (!(left > segment[6])) return false;
    this.keep(i, segment, left);
    return true;
  }

  /** Notes that particle i, at the end of the segment and of the interval, is at least `distance` (m) from all colliders. */
  keep(i: number, segment: Float64Array, distance: number): void {
    const n = this.#numbers;
    const at = NUMBERS * i;
    n[at] = distance;
    n[at + 1] = segment[3];
    n[at + 2] = segment[4];
    n[at + 3] = segment[5];
    n[at + 4] = this.#end;
  }

  forget(i: number): void {
    this.#numbers[NUMBERS * i] = 0;
  }
}
