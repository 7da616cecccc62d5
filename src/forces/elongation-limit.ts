/**
 * Limit on the elongation of springs (Provot 1995): a spring longer than (1 + τ) L₀ after the sub-step is shortened to that
 * length by moving its ends, and velocities change by the displacement over h. There are two sweeps over the springs per sub-step. On
 * a flag of 129 × 129 particles with τ = 0.1, one sweep leaves 17.9 % elongation at the pins, two 12.7 %, four 10.9 %; the next
 * sub-step corrects the rest.
 *
 * Under a load much heavier than the sheet, these displacements act like a spring of stiffness m/h² without an energy, and throw the
 * load back. So the limit may only remove kinetic energy: if the two sweeps added some, they are undone and replaced by two
 * that shorten a spring by at most its elongation during the sub-step,
 *
 *   Δu = min(excess/h, u) if u > 0, else 0
 *
 * which conserves momentum. Next to moving pins the first sweeps stand, since the work of a pin cannot be distinguished from
 * the energy that the limit adds.
 *
 * τ   elongation limit, 1
 * L₀  rest length, m
 * u   speed at which the ends of a spring separate, m/s
 * h   sub-step, s
 */
import type { Moved, System } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import * as SpringRun from '../layouts/generated/spring-run.ts';
import { within } from '../math/check.ts';
import { RUN_WORDS, type Springs } from './springs.ts';

/** `limit`: τ; 0.1 allows 10 %. */
export function elongationLimit(springs: Springs, limit: number): System & { limit: number } {
  within('elongationLimit', limit, 0);
  const before = new Saved();
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

/** Positions and velocities of the particles of the springs at the beginning. */
class Saved {
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

  /** Whether the kinetic energy was less at the beginning and no pin moved. */
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

/** First and last + 1 of the particles that the springs join. */
function rangeOf({ runs, runCount }: Springs): [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < RUN_WORDS * runCount; at += RUN_WORDS) {
    const [a, b] = [runs.view[at + SpringRun.A / 4], runs.view[at + SpringRun.B / 4]];
    from = Math.min(from, a, b);
    to = Math.max(to, Math.max(a, b) + runs.view[at + SpringRun.COUNT / 4]);
  }
  return [Math.min(from, to), to];
}

/** A sweep that stops springs beyond the limit from lengthening, but never shortens them below their length at the beginning. */
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

/** Returns the number of springs beyond the limit. */
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
