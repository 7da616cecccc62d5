/**
 * Damped springs (Provot 1995; Hutchinson 1996): F = [k (L − L₀) + c (Δv·n)] n along n, the direction from one
 * end to the other; k in N/m, c in N·s/m, L₀ the rest length in m. Energy Σ ½ k (L − L₀)²; damping takes it out.
 *
 * Springs are kept in runs, see kernels/assembly/springs.ts: sorted so that neighbours in memory join
 * neighbouring particles at both ends.
 */
import type { Arena, Block } from '../core/arena.ts';
import type { Force, StrainSum, World } from '../core/world.ts';

export interface Spring {
  /** World particle indices. */
  a: number;
  b: number;
  /** N/m */
  stiffness: number;
  /** m */
  rest: number;
  /** N·s/m */
  damping: number;
}

export class Springs implements Force {
  readonly name = 'springs';
  readonly count: number;
  readonly runCount: number;
  readonly runs: Block<'i32'>;
  readonly stiffness: Block<'f64'>;
  readonly rest: Block<'f64'>;
  readonly damping: Block<'f64'>;
  /** Ends of each spring, two a spring, for drawing and for tests. */
  readonly ends: Block<'i32'>;
  readonly #measures: Block<'f64'>;

  /** `label` names the blocks; the order of `springs` is kept but for the sorting into runs. */
  constructor(arena: Arena, label: string, springs: readonly Spring[]) {
    const sorted = sortIntoRuns(springs);
    const runs = findRuns(sorted);
    this.count = sorted.length;
    this.runCount = runs.length / 4;
    this.runs = arena.allocate(`${label}.runs`, 'i32', runs.length, 'model');
    this.runs.view.set(runs);
    this.stiffness = arena.allocate(`${label}.stiffness`, 'f64', this.count, 'model');
    this.rest = arena.allocate(`${label}.rest`, 'f64', this.count, 'model');
    this.damping = arena.allocate(`${label}.damping`, 'f64', this.count, 'model');
    this.ends = arena.allocate(`${label}.ends`, 'i32', 2 * this.count, 'model');
    this.#measures = arena.scratch(`${label}.measures`, 'f64', 4);
    sorted.forEach((s, i) => {
      this.stiffness.view[i] = s.stiffness;
      this.rest.view[i] = s.rest;
      this.damping.view[i] = s.damping;
      this.ends.view[2 * i] = s.a;
      this.ends.view[2 * i + 1] = s.b;
    });
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
    return this.#measure(world)[0];
  }

  addStrain(world: World, strain: StrainSum): void {
    const [, sum, max] = this.#measure(world);
    strain.sum += sum;
    strain.count += this.count;
    strain.max = Math.max(strain.max, max);
  }

  #measure(world: World): Float64Array {
    const p = world.particles;
    world.kernels.springMeasures(
      this.runs.offset,
      this.runCount,
      p.position.offset,
      p.stride,
      this.stiffness.offset,
      this.rest.offset,
      this.#measures.offset,
    );
    return this.#measures.view;
  }
}

/** By the distance between the ends' indices, then by the first end: a family of a grid comes out in rows. */
function sortIntoRuns(springs: readonly Spring[]): Spring[] {
  const forward = springs.map((s) => (s.a < s.b ? s : { ...s, a: s.b, b: s.a }));
  return forward.sort((s, t) => s.b - s.a - (t.b - t.a) || s.a - t.a);
}

/** Records of four: first end, second end, count, index of the first spring. */
function findRuns(springs: readonly Spring[]): Int32Array {
  const runs: number[] = [];
  springs.forEach((s, i) => {
    const last = springs[i - 1];
    if (last && s.a === last.a + 1 && s.b === last.b + 1) runs[runs.length - 2]++;
    else runs.push(s.a, s.b, 1, i);
  });
  return Int32Array.from(runs);
}
