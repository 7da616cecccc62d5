/**
 * Ties: each keeps a particle at a weighted mean of up to three others, of any body and model, as a seam or a weld.
 *
 * Symbols
 *   w_k  weights of the others, Σ w_k = 1
 *   d    rest of the initial gap while the tie closes, m
 *   g    x − Σ w_k x_k − d, the gap, m
 *   μ    1/m + Σ w_k²/m_k, 1/kg
 *
 * Both ends are displaced by one impulse along g, which conserves momentum,
 *
 *   Δx = −g/(m μ),   Δx_k = w_k g/(m_k μ),
 *
 * by sweeps of Gauss–Seidel over all ties until gaps are below CLOSED; velocities likewise. The load of a tie is the change of
 * momentum over the sub-step; a tie whose mean load (load-filter.ts) exceeds its strength (N) is removed.
 *
 * A tie may keep its particle at an offset δ along the normal n of the triangle of the others, like the middle surfaces of two
 * sheets: then d has the further term δ n, which changes at the rate δ ṅ. Pressure between the sheets does not load it. Both
 * ends get their impulse at their own positions, so angular momentum changes by its part along the sheets times δ, as it
 * does by friction between them.
 *
 * Implicit engines have ties as springs ½ k |g|² within the solve (potential/tie-terms.ts), whose force is the load. Adaptive
 * cloth has seams of its own (models/adaptive-cloth/seams.ts).
 *
 * Particles with paces are tied in sub-steps that end the steps of all of them.
 */
import type { Block } from '../../core/arena.ts';
import type { Renumbering } from '../../core/dependents.ts';
import { pacesOf } from '../../core/dynamics.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { finite, wholeNumber, within } from '../../math/check.ts';
import { turningNormal } from '../particles/turning-normal.ts';
import { loadShare } from './load-filter.ts';

export interface Tie {
  /** World index of the tied particle. */
  readonly particle: number;
  /** World indices of one to three others, and their weights, which sum up to 1; default: equal weights. */
  readonly to: readonly number[];
  readonly weights?: readonly number[];
  /** Distance from the triangle of three others, on the side that its normal points to, m; default: 0. */
  readonly offset?: number;
  /** Load above which the tie is removed, N; default: unlimited. */
  readonly strength?: number;
  /** Time in which an initial gap closes, s; default: 0. */
  readonly closeSeconds?: number;
}

/** Gap at which sweeps end, m: far below anything visible. At twice and half of it no contact test fails. */
const CLOSED = 1e-9;
/** Largest number of sweeps, a limit on work. At twice and half of it no contact test fails. */
const SWEEPS = 20;

/** The block has the number of ties, then these. */
const HEAD = 1;
/**
 * Numbers of a tie: four particles (−1 for none), their weights (the first is 1), strength (N), initial gap (m), time at which
 * it is closed and how long that takes (s), mean load (N), offset (m).
 */
const PARTICLE = 0;
const WEIGHT = 4;
const STRENGTH = 8;
const GAP = 9;
const CLOSE_AT = 12;
const CLOSE = 13;
const FORCE = 14;
const OFFSET = 15;
const NUMBERS = 16;

export class Ties implements System {
  readonly name = 'ties';
  readonly phase = 'limit';
  /** Number of ties at first; those that are gone were ripped or lost an end. */
  readonly sewn: number;
  readonly #block: Block<'f64'>;
  /** Impulse of each tie in the sub-step, kg·m/s. */
  #impulse = new Float64Array(0);
  /** Offset vector δ n of each tie with an offset (m), and its rate (m/s). */
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

  /** Blocks that `add` may lengthen. */
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

  /** Sets the mark of each tied particle. */
  mark(marks: Uint8Array): void {
    for (let t = 0; t < this.count; t++) marks[this.#block.view[HEAD + NUMBERS * t + PARTICLE]] = 1;
  }

  /** Adds the particles of ties without an offset, in pairs. */
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

  /** Number of ties that hold. */
  get count(): number {
    return this.#block.view[0];
  }

  /** Returns the world indices of the particle and of the first of the others of each tie that holds. */
  ends(): [particle: number, other: number][] {
    return Array.from({ length: this.count }, (_, t) => {
      const at = HEAD + NUMBERS * t + PARTICLE;
      return [this.#block.view[at], this.#block.view[at + 1]];
    });
  }

  /** Greatest mean load of a tie, N. */
  get greatestForce(): number {
    let most = 0;
    for (let t = 0; t < this.count; t++) most = Math.max(most, this.#block.view[HEAD + NUMBERS * t + FORCE]);
    return most;
  }

  run(world: World, h: number): Moved {
    const count = this.count;
    if (count === 0) return 'still';
    if (world.integrator.implicit) return 'still'; // they are in its solve
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

  /**
   * For a solve that ends at a time (s): calls `visit` with each tie, its particles (−1 for none) and their weights, +1 for its own and
   * −w_k for the others, and with the vector d to which its spring draws x − Σ w_k x_k, m. The arguments are overwritten by the next call.
   */
  eachSpring(
    world: World,
    time: number,
    visit: (t: number, particles: Int32Array, weights: Float64Array, to: Float64Array) => void,
  ): void {
    this.#makeRoom(3 * this.count);
    this.#offsets(world);
    const ties = this.#block.view;
    for (let t = 0; t < this.count; t++) {
      const at = HEAD + NUMBERS * t;
      const open = this.#open(time, at);
      for (let e = 0; e < 4; e++) {
        ENDS[e] = ties[at + PARTICLE + e];
        WEIGHTS[e] = e === 0 ? 1 : -ties[at + WEIGHT + e];
      }
      for (let axis = 0; axis < 3; axis++)
        TO[axis] = open * ties[at + GAP + axis] + (ties[at + OFFSET] === 0 ? 0 : this.#off[3 * t + axis]);
      visit(t, ENDS, WEIGHTS, TO);
    }
  }

  /** After a solve of h seconds: removes ties that bear too much by the forces of their springs, three numbers each, N. */
  rip(forces: Float64Array, h: number): void {
    for (let k = 0; k < 3 * this.count; k++) this.#impulse[k] = h * forces[k];
    this.#release(h);
  }

  #makeRoom(numbers: number): void {
    if (this.#impulse.length >= numbers) return;
    this.#impulse = new Float64Array(2 * numbers);
    this.#off = new Float64Array(2 * numbers);
    this.#offRate = new Float64Array(2 * numbers);
  }

  /** Computes δ n before the sweeps, which turn triangles little because sheets are thin. */
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

  /** Share of the initial gap that is open at a time. */
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

  /** Closes the gaps of positions, or of velocities. */
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

  /** Rate of the open share of the initial gap, 1/s. */
  #closing(time: number, at: number): number {
    const ties = this.#block.view;
    return ties[at + CLOSE] > 0 && time < ties[at + CLOSE_AT] ? -1 / ties[at + CLOSE] : 0;
  }

  /** Updates mean loads and removes ties that exceed their strength. */
  #release(h: number): void {
    const ties = this.#block.view;
    const newest = loadShare(h);
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

  /** Part of the impulse that presses the particle away from the others, as a multiple of δ n. */
  #pressed(t: number, at: number): number {
    const offset = this.#block.view[at + OFFSET];
    if (offset === 0) return 0;
    const [off, impulse] = [this.#off, this.#impulse];
    let along = 0;
    for (let k = 3 * t; k < 3 * t + 3; k++) along += impulse[k] * off[k];
    return Math.min(0, along) / (offset * offset);
  }

  /** Removes a tie; the last one takes its place. */
  #remove(t: number): void {
    const ties = this.#block.view;
    const last = HEAD + NUMBERS * --ties[0];
    ties.copyWithin(HEAD + NUMBERS * t, last, last + NUMBERS);
    ties.fill(0, last, last + NUMBERS);
  }

  /** Follows a renumbering; ties that lose an end are removed. */
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
      if (ends.indexOf(i) !== e) throw new RangeError(`${path}.to: particle ${i} is listed twice`);
    });
    const sum = weights.reduce((all, weight, k) => all + within(`${path}.weights[${k}]`, weight, 0, 1), 0);
    if (weights.length !== to.length || Math.abs(sum - 1) > 8 * Number.EPSILON) {
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

const ENDS = new Int32Array(4);
const WEIGHTS = new Float64Array(4);
const TO = new Float64Array(3);

/** Sub-steps of the longest pace, after which the steps of all particles end. */
function longestPace({ bodies }: World): number {
  let longest = 1;
  for (const body of bodies)
    for (const { substeps } of pacesOf(body) ?? []) longest = Math.max(longest, substeps);
  return longest;
}
