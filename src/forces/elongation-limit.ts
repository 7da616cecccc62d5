/**
 * Provot's (1995) limit on elongation: springs longer than (1 + τ) L₀ after a step are shortened to that by
 * moving their ends. At most two sweeps over the springs a sub-step: on a flag of 129 × 129 with a limit of 10 % one
 * sweep leaves 17.9 % at the pins, two 12.7 %, four 10.9 %. What they leave, the next sub-step takes.
 *
 * Velocities take the change over h. What is left over so becomes speed in the next sub-step: under a load that is much heavier than the sheet the
 * limit was a spring of m/h² that no energy tells of, and threw matter back faster than it came. A limit takes kinetic
 * energy, it gives none: where two sweeps have added some, they are taken back and done again, and then a spring is shortened by what it
 * has lengthened in the sub-step at most, with u the speed at which its ends part,
 *
 *   Δu = min(excess/h, u) if u > 0, else 0.
 *
 * Momentum stays. Pins that move do work, which kinetic energy does not tell from what the limit adds: beside them the first sweeps hold.
 */
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import * as SpringRun from '../layouts/generated/spring-run.ts';
import { within } from '../math/check.ts';
import { RUN_WORDS, type Springs } from './springs.ts';

/** τ: 0.1 allows 10 %. */
export function elongationLimit(springs: Springs, limit: number): System & { limit: number } {
  within('elongationLimit', limit, 0);
  const before = new Kept();
  return {
    name: 'elongation limit',
    phase: 'limit',
    limit,
    run(world: World, h: number): Moved {
      before.take(world, springs);
      if (sweep(world, springs, this.limit, h) === 0) return 'still';
      sweep(world, springs, this.limit, h);
      if (before.hasLess(world)) {
        before.putBack(world);
        for (let turn = 0; turn < 2; turn++) slowDown(world, springs, this.limit, h);
      }
      return 'moved';
    },
  };
}

/** Positions and velocities of what springs join, as they were. */
class Kept {
  #from = 0;
  #count = 0;
  #positions = new Float64Array(0);
  #velocities = new Float64Array(0);

  take({ particles: p }: World, springs: Springs): void {
    const [from, to] = rangeOf(springs);
    this.#from = from;
    this.#count = to - from;
    if (this.#velocities.length !== 3 * this.#count) {
      this.#positions = new Float64Array(3 * this.#count);
      this.#velocities = new Float64Array(3 * this.#count);
    }
    for (let axis = 0; axis < 3; axis++) {
      const at = axis * p.stride + from;
      this.#positions.set(p.position.view.subarray(at, at + this.#count), axis * this.#count);
      this.#velocities.set(p.velocity.view.subarray(at, at + this.#count), axis * this.#count);
    }
  }

  /** Whether there was less kinetic energy then, and no pin moved. */
  hasLess({ particles: p }: World): boolean {
    let more = 0;
    for (let axis = 0; axis < 3; axis++) {
      for (let i = 0; i < this.#count; i++) {
        const at = this.#from + i;
        const [old, now] = [this.#velocities[axis * this.#count + i], p.velocity.view[axis * p.stride + at]];
        if (old !== 0 && p.inverseMass.view[at] === 0) return false;
        more += p.mass.view[at] * (now - old) * (now + old);
      }
    }
    return more > 0;
  }

  putBack({ particles: p }: World): void {
    for (let axis = 0; axis < 3; axis++) {
      const [at, from] = [axis * p.stride + this.#from, axis * this.#count];
      p.position.view.set(this.#positions.subarray(from, from + this.#count), at);
      p.velocity.view.set(this.#velocities.subarray(from, from + this.#count), at);
    }
  }
}

/** The particles that springs join, and what is between them. */
function rangeOf({ runs, runCount }: Springs): [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < RUN_WORDS * runCount; at += RUN_WORDS) {
    const [a, b] = [runs.view[at + SpringRun.A / 4], runs.view[at + SpringRun.B / 4]];
    from = Math.min(from, a, b);
    to = Math.max(to, Math.max(a, b) + runs.view[at + SpringRun.COUNT / 4]);
  }
  return [Math.min(from, to), to];
}

/** A sweep in which springs that are too long do not get longer, and are not made shorter than they were. */
function slowDown({ particles: p }: World, springs: Springs, limit: number, h: number): void {
  const { x, y, z, vx, vy, vz } = p;
  const inverse = p.inverseMass.view;
  const [runs, rest, stiffness] = [springs.runs.view, springs.rest.view, springs.stiffness.view];
  for (let at = 0; at < RUN_WORDS * springs.runCount; at += RUN_WORDS) {
    for (let k = 0; k < runs[at + SpringRun.COUNT / 4]; k++) {
      const a = runs[at + SpringRun.A / 4] + k;
      const b = runs[at + SpringRun.B / 4] + k;
      const s = runs[at + SpringRun.FIRST / 4] + k;
      const [dx, dy, dz] = [x[b] - x[a], y[b] - y[a], z[b] - z[a]];
      const longest = (1 + limit) * rest[s];
      const square = dx * dx + dy * dy + dz * dz;
      const light = inverse[a] + inverse[b];
      if (!(stiffness[s] > 0 && square > longest * longest && light > 0)) continue;
      const length = Math.sqrt(square);
      const apart = ((vx[b] - vx[a]) * dx + (vy[b] - vy[a]) * dy + (vz[b] - vz[a]) * dz) / length;
      const slower = Math.min((length - longest) / h, apart);
      if (!(slower > 0)) continue;
      const push = slower / (length * light);
      for (const [i, share] of [
        [a, push * inverse[a]],
        [b, -push * inverse[b]],
      ]) {
        vx[i] += share * dx;
        vy[i] += share * dy;
        vz[i] += share * dz;
        x[i] += h * share * dx;
        y[i] += h * share * dy;
        z[i] += h * share * dz;
      }
    }
  }
}

/** Returns how many springs were too long. */
function sweep(world: World, springs: Springs, limit: number, h: number): number {
  const p = world.particles;
  return world.kernels.limitElongation(
    springs.runs.offset,
    springs.runCount,
    p.position.offset,
    p.velocity.offset,
    p.inverseMass.offset,
    p.stride,
    springs.stiffness.offset,
    springs.rest.offset,
    limit,
    1 / h,
  );
}
