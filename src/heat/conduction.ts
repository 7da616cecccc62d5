/**
 * Conduction along links between particles: C_i dT_i/dt = Σ_j G_ij (T_j − T_i). One end of a link gains what the other loses, so heat is
 * conserved to rounding.
 *
 * C  heat capacity, J/K
 * G  conductance, W/K
 *
 * Integrated by the Runge–Kutta–Legendre method of second order (Meyer, Balsara & Aslam 2012): s stages are stable up to
 * (s² + s − 2)/4 times the longest explicit step min C_i/Σ|G_ij|, about the square of what s explicit steps reach.
 */
import type { Block } from '../core/arena.ts';
import type { World } from '../core/world.ts';

export interface HeatLink {
  /** World particle indices. */
  a: number;
  b: number;
  /** Conductance G, W/K. Negative values are allowed under the condition of `HeatBody.conductances`. */
  conductance: number;
}

export class Conduction {
  readonly ends: Block<'i32'>;
  /** Conductance of each link, W/K. It is state: a torn link stops conducting. */
  readonly conductance: Block<'f64'>;
  readonly #stages: readonly Block<'f64'>[];

  constructor(world: World, label: string, links: readonly HeatLink[]) {
    const { arena } = world;
    this.ends = arena.allocate(`${label}.ends`, 'i32', 2 * links.length, 'model');
    this.conductance = arena.allocate(`${label}.conductance`, 'f64', links.length);
    this.#fill(links);
    const n = world.particles.count;
    this.#stages = ['now', 'before', 'next', 'rate', 'first'].map((name) =>
      arena.scratch(`${label}.${name}`, 'f64', n),
    );
  }

  get count(): number {
    return this.conductance.length;
  }

  /** Replaces the links after particles were renumbered. */
  relink(world: World, links: readonly HeatLink[]): void {
    world.arena.resize(
      new Map<Block, number>([
        [this.ends, 2 * links.length],
        [this.conductance, links.length],
      ]),
    );
    this.#fill(links);
  }

  #fill(links: readonly HeatLink[]): void {
    links.forEach(({ a, b, conductance }, i) => {
      this.ends.view[2 * i] = a;
      this.ends.view[2 * i + 1] = b;
      this.conductance.view[i] = conductance;
    });
  }

  /** Makes room for `count` particles. */
  fit({ arena }: World, count: number): void {
    if (this.#stages[0].length === count) return;
    arena.resize(new Map(this.#stages.map((block) => [block, count] as const)));
  }

  /** Advances temperatures by `h` seconds; `inverseCapacity` (K/J) is 0 for fixed temperatures. */
  run(temperature: Float64Array, inverseCapacity: Float64Array, h: number): void {
    if (this.count === 0) return;
    const limit = this.longestStep(inverseCapacity);
    if (!(limit < Number.POSITIVE_INFINITY)) return;
    let s = 2;
    while (((s * s + s - 2) / 4) * 0.95 * limit < h && s < LARGEST_STAGES) s++;
    const reach = ((s * s + s - 2) / 4) * 0.95 * limit;
    const parts = Math.ceil(h / reach);
    for (let k = 0; k < parts; k++) this.#step(temperature, inverseCapacity, h / parts, s);
  }

  /** Returns a stable step of the explicit Euler method, min C_i/Σ|G_ij| by Gershgorin's circles, s. */
  longestStep(inverseCapacity: Float64Array): number {
    const sum = this.#stages[3].view.fill(0);
    const ends = this.ends.view;
    const conductance = this.conductance.view;
    for (let i = 0; i < conductance.length; i++) {
      const size = Math.abs(conductance[i]);
      sum[ends[2 * i]] += size;
      sum[ends[2 * i + 1]] += size;
    }
    let most = 0;
    for (let i = 0; i < sum.length; i++) most = Math.max(most, sum[i] * inverseCapacity[i]);
    return most > 0 ? 1 / most : Number.POSITIVE_INFINITY;
  }

  /** Takes one step of s stages; symbols as in the paper, with b_j = 1/3 for j < 2. */
  #step(temperature: Float64Array, inverseCapacity: Float64Array, h: number, s: number): void {
    let [now, before, next] = this.#stages.map((block) => block.view);
    const rate = this.#stages[3].view;
    const first = this.#stages[4].view;
    const n = now.length;
    const w = 4 / (s * s + s - 2);
    this.#rate(temperature, inverseCapacity, first);
    for (let i = 0; i < n; i++) {
      before[i] = temperature[i];
      now[i] = temperature[i] + (w / 3) * h * first[i];
    }
    for (let j = 2; j <= s; j++) {
      const b = weight(j);
      const mu = ((2 * j - 1) / j) * (b / weight(j - 1));
      const nu = (-(j - 1) / j) * (b / weight(j - 2));
      const gamma = -mu * w * (1 - weight(j - 1));
      this.#rate(now, inverseCapacity, rate);
      for (let i = 0; i < n; i++) {
        const start = temperature[i];
        // Sums of differences: a uniform temperature stays exact.
        next[i] =
          start +
          mu * (now[i] - start) +
          nu * (before[i] - start) +
          h * (mu * w * rate[i] + gamma * first[i]);
      }
      [before, now, next] = [now, next, before];
    }
    for (let i = 0; i < n; i++) temperature[i] = now[i];
  }

  /** Writes dT/dt, K/s. */
  #rate(temperature: Float64Array, inverseCapacity: Float64Array, out: Float64Array): void {
    const ends = this.ends.view;
    const conductance = this.conductance.view;
    out.fill(0);
    for (let i = 0; i < conductance.length; i++) {
      const a = ends[2 * i];
      const b = ends[2 * i + 1];
      const flow = conductance[i] * (temperature[b] - temperature[a]);
      out[a] += flow;
      out[b] -= flow;
    }
    for (let i = 0; i < out.length; i++) out[i] *= inverseCapacity[i];
  }
}

/** Limit on the stages of a step, which is split beyond: rounding grows with their square. */
const LARGEST_STAGES = 200;

/** Returns b_j of the method. */
function weight(j: number): number {
  return j < 2 ? 1 / 3 : (j * j + j - 2) / (2 * j * (j + 1));
}
