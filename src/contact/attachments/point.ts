/**
 * Ties: a particle is held to a place between up to three others, of any body and model: a seam, a weld. With masses m and
 * weights w_k (Σ w_k = 1), position gap g = x − Σ w_k x_k − d (m; d: what is left of the gap at the start, while the tie
 * is drawn together), both ends are moved, and sped, by one impulse along g:
 *
 *   Δx = −g/(m μ),   Δx_k = w_k g/(m_k μ),   μ = 1/m + Σ w_k²/m_k,
 *
 * so that momentum is kept; sweeps over all ties (Gauss–Seidel) until gaps are less than CLOSED, or SWEEPS of them. The
 * same for velocities. A tie bears what it changed the momentum by over the sub-step; where the mean of
 * that over some time (pull.ts) is more than its strength (N), it is gone.
 *
 * A tie may keep its particle off the three others by an offset δ along the normal n of their triangle, as two sheets have
 * their middles apart: then d is δ n more, and changes at the rate δ ṅ. What presses the sheets together does not pull on
 * it. Both ends get their impulse where they are, so angular momentum changes by the part of it along the sheets times δ,
 * as it does by friction between them.
 *
 * For explicit engines: an implicit solve that knows nothing of what hangs on a tie gives it the inertia of its two ends
 * only, and the rest falls. (Springs to where the other end is heading, with the force of the last step as a start, rang
 * on at all stiffnesses tried.) Adaptive cloth has seams of its own that its solve knows (models/adaptive-cloth/seams.ts).
 *
 * Particles at paces of their own are tied in sub-steps that end the steps of all of them.
 */
import type { Block } from '../../core/arena.ts';
import type { Renumbering } from '../../core/dependents.ts';
import { pacesOf } from '../../core/dynamics.ts';
import type { StepReport } from '../../core/report.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { finite, wholeNumber, within } from '../../math/check.ts';
import { turningNormal } from '../particles/turning-normal.ts';
import { pullShare } from './load-filter.ts';

export interface Tie {
  /** World index of the particle that is tied. */
  readonly particle: number;
  /** World indices of one to three others, and their weights, which sum up to 1; even ones where left out. */
  readonly to: readonly number[];
  readonly weights?: readonly number[];
  /** m: it stays so far off the triangle of its three others, to the side that their normal points to; 0 where left out. */
  readonly offset?: number;
  /** N: pulled harder, it is gone; it holds where left out. */
  readonly strength?: number;
  /** s in which a gap at the start is closed; at once where left out. */
  readonly closeSeconds?: number;
}

/** m */
const CLOSED = 1e-9;
const SWEEPS = 20;

/** The block: how many ties there are, then the ties. */
const HEAD = 1;
/** Numbers a tie: four particles (−1 for none), their weights (the first is 1), … */
const PARTICLE = 0;
const WEIGHT = 4;
const STRENGTH = 8;
/** … the gap at the start (m), when it is closed and how long that takes (s), the pull it bears (N, see pull.ts). */
const GAP = 9;
const CLOSE_AT = 12;
const CLOSE = 13;
const FORCE = 14;
/** … how far off the triangle of the others it is (m). */
const OFFSET = 15;
const NUMBERS = 16;

export class Ties implements System {
  readonly name = 'ties';
  readonly phase = 'limit';
  /** Ties that it was made with: those that do not hold any more are ripped, or lost an end. */
  readonly sewn: number;
  readonly #block: Block<'f64'>;
  /** Three numbers a tie: what its velocities were changed by, kg·m/s. */
  #impulse = new Float64Array(0);
  /** Three numbers a tie, of those with an offset: δ n, and its rate. */
  #off = new Float64Array(0);
  #offRate = new Float64Array(0);
  readonly #normal = new Float64Array(3);
  readonly #turn = new Float64Array(3);

  constructor(world: World, ties: readonly Tie[], label = 'ties') {
    this.sewn = ties.length;
    this.#block = world.arena.allocate(label, 'f64', HEAD + NUMBERS * ties.length);
    this.add(world, ties);
    world.addDependent({ name: 'ties', renumbered: (change) => this.#follow(change) });
  }

  /** What `add` may lengthen. */
  get changes(): readonly Block[] {
    return [this.#block];
  }

  add(world: World, ties: readonly Tie[]): void {
    const needed = HEAD + NUMBERS * (this.count + ties.length);
    if (this.#block.length < needed) {
      const room = Math.max(needed, 2 * this.#block.length);
      world.arena.resize(new Map([[this.#block as Block, room]]));
    }
    ties.forEach((tie, k) => {
      this.#write(world, tie, this.count, `ties[${k}]`);
      this.#block.view[0]++;
    });
  }

  /** Sets the mark of each particle that is tied. */
  mark(marks: Uint8Array): void {
    for (let t = 0; t < this.count; t++) marks[this.#block.view[HEAD + NUMBERS * t + PARTICLE]] = 1;
  }

  /** Adds the particles of ties that draw them together, two by two. */
  seams(ends: number[]): void {
    const ties = this.#block.view;
    for (let t = 0; t < this.count; t++) {
      const at = HEAD + NUMBERS * t;
      if (ties[at + OFFSET] !== 0) continue;
      for (let e = 1; e < 4; e++) {
        if (ties[at + PARTICLE + e] >= 0) ends.push(ties[at + PARTICLE], ties[at + PARTICLE + e]);
      }
    }
  }

  /** How many hold. */
  get count(): number {
    return this.#block.view[0];
  }

  /** Of each tie that holds: world index of its particle, and of the first of the others. */
  ends(): [particle: number, other: number][] {
    return Array.from({ length: this.count }, (_, t) => {
      const at = HEAD + NUMBERS * t + PARTICLE;
      return [this.#block.view[at], this.#block.view[at + 1]];
    });
  }

  /** N; the greatest pull that a tie bears, as a mean over some time (pull.ts). */
  get greatestForce(): number {
    let most = 0;
    for (let t = 0; t < this.count; t++) most = Math.max(most, this.#block.view[HEAD + NUMBERS * t + FORCE]);
    return most;
  }

  run(world: World, h: number, report: StepReport): Moved {
    const count = this.count;
    if (count === 0) return 'still';
    if (world.integrator.implicit) {
      report.failure = `ties between bodies need an explicit engine; ${world.integrator.name} knows nothing of what hangs on them`;
      return 'still';
    }
    const pace = longestPace(world);
    if ((world.substep + 1) % pace !== 0) return 'still';
    const over = pace * h;
    this.#makeRoom(3 * count);
    this.#impulse.fill(0);
    this.#offsets(world);
    this.#sweep(world, world.particles.position, h, true);
    this.#sweep(world, world.particles.velocity, h, false);
    this.#release(over);
    return 'moved';
  }

  #makeRoom(numbers: number): void {
    if (this.#impulse.length >= numbers) return;
    this.#impulse = new Float64Array(2 * numbers);
    this.#off = new Float64Array(2 * numbers);
    this.#offRate = new Float64Array(2 * numbers);
  }

  /** Triangles as they are before the sweeps: they turn little by them, as sheets are thin for their size. */
  #offsets({ particles: { position, velocity, stride } }: World): void {
    const ties = this.#block.view;
    for (let t = 0; t < this.count; t++) {
      const at = HEAD + NUMBERS * t;
      const offset = ties[at + OFFSET];
      if (offset === 0) continue;
      const [a, b, c] = [ties[at + 1], ties[at + 2], ties[at + 3]];
      turningNormal(position.view, velocity.view, stride, a, b, c, this.#normal, this.#turn);
      for (let axis = 0; axis < 3; axis++) {
        this.#off[3 * t + axis] = offset * this.#normal[axis];
        this.#offRate[3 * t + axis] = offset * this.#turn[axis];
      }
    }
  }

  /** Of the gap at the start, at a time. */
  #open(time: number, at: number): number {
    const ties = this.#block.view;
    const left = ties[at + CLOSE_AT] - time;
    return left > 0 && ties[at + CLOSE] > 0 ? Math.min(1, left / ties[at + CLOSE]) : 0;
  }

  #gap(block: Block<'f64'>, plane: number, at: number): number {
    const ties = this.#block.view;
    let gap = block.view[plane + ties[at + PARTICLE]];
    for (let e = 1; e < 4; e++) {
      const i = ties[at + PARTICLE + e];
      if (i >= 0) gap -= ties[at + WEIGHT + e] * block.view[plane + i];
    }
    return gap;
  }

  #sweep(world: World, block: Block<'f64'>, h: number, places: boolean): void {
    const { inverseMass, stride } = world.particles;
    const ties = this.#block.view;
    const free = inverseMass.view;
    const x = block.view;
    const end = world.time + h;
    const off = places ? this.#off : this.#offRate;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      let most = 0;
      for (let t = 0; t < this.count; t++) {
        const at = HEAD + NUMBERS * t;
        const p = ties[at + PARTICLE];
        let mobility = free[p];
        for (let e = 1; e < 4; e++) {
          const i = ties[at + PARTICLE + e];
          if (i >= 0) mobility += ties[at + WEIGHT + e] * ties[at + WEIGHT + e] * free[i];
        }
        if (mobility === 0) continue;
        const isOff = ties[at + OFFSET] !== 0;
        const open = places ? this.#open(end, at) : this.#closing(end, at);
        for (let axis = 0; axis < 3; axis++) {
          const plane = axis * stride;
          let gap = this.#gap(block, plane, at) - open * ties[at + GAP + axis];
          if (isOff) gap -= off[3 * t + axis];
          most = Math.max(most, Math.abs(gap));
          const push = gap / mobility;
          x[plane + p] -= push * free[p];
          for (let e = 1; e < 4; e++) {
            const i = ties[at + PARTICLE + e];
            if (i >= 0) x[plane + i] += push * ties[at + WEIGHT + e] * free[i];
          }
          if (!places) this.#impulse[3 * t + axis] += push;
        }
      }
      if (most < (places ? CLOSED : CLOSED / h)) return;
    }
  }

  /** 1/s: how fast the open part of a gap changes. */
  #closing(time: number, at: number): number {
    const ties = this.#block.view;
    return ties[at + CLOSE] > 0 && time < ties[at + CLOSE_AT] ? -1 / ties[at + CLOSE] : 0;
  }

  /** Ties that bore more than their strength are gone; the last takes its place. */
  #release(h: number): void {
    const ties = this.#block.view;
    const newest = pullShare(h);
    for (let t = this.count - 1; t >= 0; t--) {
      const at = HEAD + NUMBERS * t;
      const pressed = this.#pressed(t, at);
      let squares = 0;
      for (let axis = 0; axis < 3; axis++) {
        const force = (this.#impulse[3 * t + axis] - pressed * this.#off[3 * t + axis]) / h;
        squares += force * force;
      }
      ties[at + FORCE] += newest * (Math.sqrt(squares) - ties[at + FORCE]);
      if (ties[at + FORCE] > ties[at + STRENGTH]) this.#remove(t);
    }
  }

  /** The part of the impulse that keeps the particle off the others, over δ n; 0 if there is none. */
  #pressed(t: number, at: number): number {
    const offset = this.#block.view[at + OFFSET];
    if (offset === 0) return 0;
    const [off, impulse] = [this.#off, this.#impulse];
    let along = 0;
    for (let k = 3 * t; k < 3 * t + 3; k++) along += impulse[k] * off[k];
    return Math.min(0, along) / (offset * offset);
  }

  #remove(t: number): void {
    const ties = this.#block.view;
    const last = HEAD + NUMBERS * --ties[0];
    ties.copyWithin(HEAD + NUMBERS * t, last, last + NUMBERS);
    ties.fill(0, last, last + NUMBERS);
  }

  /** Ties go with their particles; one that has lost an end goes too. */
  #follow({ firstBefore, countBefore, newIndex }: Renumbering): void {
    const ties = this.#block.view;
    for (let t = this.count - 1; t >= 0; t--) {
      const at = HEAD + NUMBERS * t;
      let lost = false;
      for (let e = 0; e < 4; e++) {
        const old = ties[at + PARTICLE + e];
        if (old < firstBefore || old >= firstBefore + countBefore) continue;
        ties[at + PARTICLE + e] = newIndex(old);
        lost ||= ties[at + PARTICLE + e] < 0;
      }
      if (lost) this.#remove(t);
    }
  }

  #write(world: World, tie: Tie, t: number, path: string): void {
    const { to, weights = to.map(() => 1 / to.length), strength = Number.MAX_VALUE, closeSeconds = 0 } = tie;
    const { offset = 0 } = tie;
    const { particles } = world;
    const ends = [tie.particle, ...to];
    if (to.length < 1 || to.length > 3)
      throw new RangeError(`${path}.to: must be one to three particles, got ${to.length}`);
    ends.forEach((i, e) => {
      wholeNumber(e === 0 ? `${path}.particle` : `${path}.to[${e - 1}]`, i, 0, particles.count - 1);
      if (ends.indexOf(i) !== e) throw new RangeError(`${path}.to: particle ${i} is there twice`);
    });
    const sum = weights.reduce((all, weight, k) => all + within(`${path}.weights[${k}]`, weight, 0, 1), 0);
    if (weights.length !== to.length || Math.abs(sum - 1) > 1e-9) {
      throw new RangeError(
        `${path}.weights: must be ${to.length} that sum up to 1, got ${weights.join(', ')}`,
      );
    }
    const numbers = this.#block.view;
    const at = HEAD + NUMBERS * t;
    for (let e = 0; e < 4; e++) {
      numbers[at + PARTICLE + e] = ends[e] ?? -1;
      numbers[at + WEIGHT + e] = e === 0 ? 1 : (weights[e - 1] ?? 0);
    }
    numbers[at + OFFSET] = finite(`${path}.offset`, offset);
    if (offset !== 0 && to.length !== 3)
      throw new RangeError(`${path}.offset: needs a triangle of three others, got ${to.length}`);
    numbers[at + STRENGTH] = within(`${path}.strength`, strength, 0);
    numbers[at + CLOSE] = within(`${path}.closeSeconds`, closeSeconds, 0);
    numbers[at + CLOSE_AT] = world.time + closeSeconds;
    numbers[at + FORCE] = 0;
    const { position, velocity, stride } = particles;
    if (offset !== 0) {
      const [a, b, c] = to;
      turningNormal(position.view, velocity.view, stride, a, b, c, this.#normal, this.#turn);
    }
    for (let axis = 0; axis < 3; axis++) {
      const off = offset === 0 ? 0 : offset * this.#normal[axis];
      numbers[at + GAP + axis] = this.#gap(position, axis * stride, at) - off;
    }
  }
}

/** Sub-steps of the longest step that a particle of any body takes: then all of them end theirs. */
function longestPace({ bodies }: World): number {
  let longest = 1;
  for (const body of bodies)
    for (const { substeps } of pacesOf(body) ?? []) longest = Math.max(longest, substeps);
  return longest;
}
