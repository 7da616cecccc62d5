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
    const sorted = runs.flat();
    const role = changes ? 'state' : 'model';
    this.count = sorted.length;
    this.order = Int32Array.from(sorted, ({ from }) => from);
    this.runCount = runs.length;
    this.runs = arena.allocate(`${label}.runs`, 'i32', RUN_WORDS * runs.length, 'model');
    let first = 0;
    runs.forEach((run, r) => {
      const at = RUN_WORDS * r;
      this.runs.view[at + SpringRun.A / 4] = run[0].a;
      this.runs.view[at + SpringRun.B / 4] = run[0].b;
      this.runs.view[at + SpringRun.COUNT / 4] = run.length;
      this.runs.view[at + SpringRun.FIRST / 4] = first;
      first += run.length;
    });
    this.stiffness = arena.allocate(`${label}.stiffness`, 'f64', this.count, role);
    this.rest = arena.allocate(`${label}.rest`, 'f64', this.count, role);
    this.damping = arena.allocate(`${label}.damping`, 'f64', this.count, role);
    this.ends = arena.allocate(`${label}.ends`, 'i32', 2 * this.count, 'model');
    if (sorted.some(({ natural, rest }) => natural !== undefined && natural !== rest)) {
      this.natural = arena.allocate(`${label}.natural`, 'f64', this.count, 'model');
      this.natural.view.set(sorted.map(({ natural, rest }) => natural ?? rest));
    }
    this.#measures = arena.scratch(`${label}.measures`, 'f64', Elongation.BYTES / 8);
    sorted.forEach((s, i) => {
      this.stiffness.view[i] = s.stiffness;
      this.rest.view[i] = s.rest;
      this.damping.view[i] = s.damping;
      this.ends.view[2 * i] = s.a;
      this.ends.view[2 * i + 1] = s.b;
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

interface SortedSpring extends Spring {
  from: number;
}

/** The kernel does not check indices. */
function checkSprings(label: string, springs: readonly Spring[], particles: number): void {
  springs.forEach(({ a, b, stiffness, rest, damping }, i) => {
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

/** Finds runs (rows, in a grid) and sorts them by their first particles, so that a pass over springs is one over particles. */
function findRuns(springs: readonly Spring[]): SortedSpring[][] {
  const forward = springs.map((s, from) => ({ ...s, a: Math.min(s.a, s.b), b: Math.max(s.a, s.b), from }));
  forward.sort((s, t) => s.b - s.a - (t.b - t.a) || s.a - t.a);
  const runs: SortedSpring[][] = [];
  forward.forEach((s, i) => {
    const last = forward[i - 1];
    const run = runs.at(-1);
    const follows = last && s.a === last.a + 1 && s.b === last.b + 1;
    if (follows && run && run.length < LONGEST_RUN) run.push(s);
    else runs.push([s]);
  });
  return runs.sort((r, t) => r[0].a - t[0].a || r[0].b - t[0].b);
}
