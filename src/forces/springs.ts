/**
 * Damped springs (Provot 1995; Hutchinson 1996): F = [k (L − L₀) + c (Δv·n)] n, energy Σ ½ k (L − L₀)².
 *
 * k   stiffness, N/m
 * c   damping, N·s/m
 * L₀  rest length, m
 * n   unit vector from one end to the other
 *
 * Springs are stored in runs (kernels/assembly/springs): sorted such that neighbours in memory join neighbouring particles at
 * both ends.
 */
import type { Block } from '../core/arena.ts';
import type { StrainSum } from '../core/body.ts';
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import * as Elongation from '../layouts/generated/elongation.ts';
import * as SpringRun from '../layouts/generated/spring-run.ts';
import { positive, wholeNumber, within } from '../math/check.ts';
import { edgeKey } from '../math/mesh.ts';

export interface Spring {
  /** World particle indices. */
  a: number;
  b: number;
  /** Stiffness k, N/m. */
  stiffness: number;
  /** Rest length L₀, m. */
  rest: number;
  /** Damping c, N·s/m. */
  damping: number;
  /** Length at which the spring counts as unstrained, m. Default: the rest length. It differs for springs built in under tension. */
  natural?: number;
}

/** Number of i32 per run. */
export const RUN_WORDS = SpringRun.BYTES / 4;

export class Springs implements Force {
  readonly name = 'springs';
  readonly count: number;
  readonly runCount: number;
  readonly runs: Block<'i32'>;
  readonly stiffness: Block<'f64'>;
  readonly rest: Block<'f64'>;
  readonly damping: Block<'f64'>;
  /** Particles at the two ends of each spring. */
  readonly ends: Block<'i32'>;
  /** Natural lengths as made; undefined if they are the rest lengths. */
  readonly natural: Block<'f64'> | undefined;
  readonly #measures: Block<'f64'>;
  /** Retardation time τ of Kelvin–Voigt springs, s: their damping has a part τ k, which follows the stiffness. */
  retardation = 0;

  /** Index of each spring in the list it was made from. */
  readonly order: Int32Array;

  /**
   * `label` names the blocks. Springs are sorted into runs. With `changes` (heat, creep, rupture), stiffness, rest length and
   * damping may change from sub-step to sub-step, and are state instead of model.
   */
  constructor(
    world: World,
    label: string,
    springs: readonly Spring[],
    { changes = false }: { changes?: boolean } = {},
  ) {
    checkSprings(label, springs, world.particles.count);
    const { arena } = world;
    const runs = findRuns(springs);
    const role = changes ? 'state' : 'model';
    this.order = Int32Array.from(runs.flat());
    this.count = springs.length;
    this.runCount = runs.length;
    this.runs = arena.allocate(`${label}.runs`, 'i32', RUN_WORDS * runs.length, 'model');
    let first = 0;
    runs.forEach((run, r) => {
      const at = RUN_WORDS * r;
      const { a, b } = springs[run[0]];
      this.runs.view[at + SpringRun.A / 4] = Math.min(a, b);
      this.runs.view[at + SpringRun.B / 4] = Math.max(a, b);
      this.runs.view[at + SpringRun.COUNT / 4] = run.length;
      this.runs.view[at + SpringRun.FIRST / 4] = first;
      first += run.length;
    });
    this.stiffness = arena.allocate(`${label}.stiffness`, 'f64', this.count, role);
    this.rest = arena.allocate(`${label}.rest`, 'f64', this.count, role);
    this.damping = arena.allocate(`${label}.damping`, 'f64', this.count, role);
    this.ends = arena.allocate(`${label}.ends`, 'i32', 2 * this.count, 'model');
    if (springs.some(({ natural, rest }) => natural !== undefined && natural !== rest))
      this.natural = arena.allocate(`${label}.natural`, 'f64', this.count, 'model');
    this.#measures = arena.scratch(`${label}.measures`, 'f64', Elongation.BYTES / 8);
    this.order.forEach((listed, i) => {
      const { a, b, stiffness, rest, damping, natural = rest } = springs[listed];
      this.stiffness.view[i] = stiffness;
      this.rest.view[i] = rest;
      this.damping.view[i] = damping;
      this.ends.view[2 * i] = Math.min(a, b);
      this.ends.view[2 * i + 1] = Math.max(a, b);
      if (this.natural) this.natural.view[i] = natural;
    });
  }

  /** Returns the damping of a spring without its Kelvin–Voigt part, N·s/m. */
  ownDamping(spring: number): number {
    return Math.max(0, this.damping.view[spring] - this.retardation * this.stiffness.view[spring]);
  }

  add(world: World): void {
    const p = world.particles;
    world.kernels.springForces(
      this.runs.offset,
      this.runCount,
      p.position.offset,
      p.velocity.offset,
      p.force.offset,
      p.stride,
      this.stiffness.offset,
      this.rest.offset,
      this.damping.offset,
    );
  }

  energy(world: World): number {
    return this.#measure(world, this.rest)[Elongation.ENERGY / 8];
  }

  addStrain(world: World, strain: StrainSum): void {
    const measures = this.#measure(world, this.natural ?? this.rest);
    strain.sum += measures[Elongation.SUM / 8];
    strain.count += measures[Elongation.COUNT / 8];
    strain.max = Math.max(strain.max, measures[Elongation.LARGEST / 8]);
  }

  #measure(world: World, length: Block<'f64'>): Float64Array {
    const p = world.particles;
    world.kernels.springMeasures(
      this.runs.offset,
      this.runCount,
      p.position.offset,
      p.stride,
      this.stiffness.offset,
      length.offset,
      this.#measures.offset,
    );
    return this.#measures.view;
  }
}

/** Returns the springs by the `edgeKey` of their ends, which are counted from `first`. */
export function springsByEnds(
  { ends, count }: Springs,
  first: number,
  particles: number,
): Map<number, number> {
  const found = new Map<number, number>();
  for (let s = 0; s < count; s++)
    found.set(edgeKey(ends.view[2 * s] - first, ends.view[2 * s + 1] - first, particles), s);
  return found;
}

/** The kernel does not check indices. */
function checkSprings(label: string, springs: readonly Spring[], particles: number): void {
  const isIndex = (i: number) => Number.isInteger(i) && i >= 0 && i < particles;
  springs.forEach(({ a, b, stiffness, rest, damping }, i) => {
    const isFine = stiffness >= 0 && rest > 0 && damping >= 0 && stiffness + rest + damping < Infinity;
    if (isFine && isIndex(a) && isIndex(b) && a !== b) return; // without text for each of a million springs
    const field = `${label}[${i}]`;
    wholeNumber(`${field}.a`, a, 0, particles - 1);
    wholeNumber(`${field}.b`, b, 0, particles - 1);
    if (a === b) throw new RangeError(`${field}: both ends are particle ${a}`);
    within(`${field}.stiffness`, stiffness, 0);
    positive(`${field}.rest`, rest);
    within(`${field}.damping`, damping, 0);
  });
}

/**
 * Maximum length of a run: long enough that its overhead vanishes, short enough that a row of a large grid stays in the cache while
 * its runs are processed.
 */
const LONGEST_RUN = 256;

/**
 * Finds runs (rows, in a grid), as indices into `springs`, and sorts them by their first particles, so that a pass over springs is
 * one over particles.
 */
function findRuns(springs: readonly Spring[]): number[][] {
  const low = Int32Array.from(springs, ({ a, b }) => Math.min(a, b));
  const high = Int32Array.from(springs, ({ a, b }) => Math.max(a, b));
  const order = Uint32Array.from(low.keys());
  order.sort((s, t) => high[s] - low[s] - (high[t] - low[t]) || low[s] - low[t]);
  const runs: number[][] = [];
  order.forEach((s, i) => {
    const last = order[i - 1];
    const run = runs.at(-1);
    const follows = i > 0 && low[s] === low[last] + 1 && high[s] === high[last] + 1;
    if (follows && run && run.length < LONGEST_RUN) run.push(s);
    else runs.push([s]);
  });
  return runs.sort(([r], [t]) => low[r] - low[t] || high[r] - high[t]);
}
