/** The levels of the preconditioner: their matrices are those of rigid pieces, and solves need few iterations on any mesh. */
import type { World } from 'pliant';
import { CoupledJob, SolveJob, SolveLevel, SystemEntry } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { solveOf } from '../../../../lab/bench/cloth/solve.ts';
import { liveWorld } from '../../../../lab/bench/live/scenes.ts';
import { clothOf } from '../../../../lab/bench/peers/cloth.ts';
import { random } from './woven-cloth.ts';

type Vector = readonly number[];

const cross = ([a, b, c]: Vector, [d, e, f]: Vector) => [b * f - c * e, c * d - a * f, a * e - b * d];
const plus = (a: Vector, b: Vector) => a.map((x, k) => x + b[k]);

/** The records of a cloth's system after its last solve. */
class Records {
  readonly #words: Int32Array;
  readonly #reals: Float32Array;
  readonly #job: number;

  constructor({ arena }: World) {
    this.#words = new Int32Array(arena.memory.buffer);
    this.#reals = new Float32Array(arena.memory.buffer);
    const coupled = arena.find('implicit.system.job')!.offset;
    this.#job = this.word(this.word(coupled + CoupledJob.SYSTEM_TABLE) + SystemEntry.JOB);
  }

  word = (at: number) => this.#words[at / 4];
  real = (at: number) => this.#reals[at / 4];
  of = (field: number) => this.word(this.#job + field);

  /** Returns the product of a matrix of columns of `stride` numbers and a vector, and of a row of it. */
  times(at: number, stride: number, x: Vector): number[] {
    return [0, 1, 2].map((row) =>
      x.reduce((sum, value, k) => sum + value * this.real(at + 4 * (stride * k + row)), 0),
    );
  }

  /** Returns x·A x of the vertices as the preconditioner sees the matrix, with contacts on the diagonal only. */
  energy(x: readonly Vector[]): number {
    const { of, word, real } = this;
    let sum = 0;
    const add = (i: number, force: Vector) => {
      for (let k = 0; k < 3; k++) sum += x[i][k] * force[k];
    };
    for (let i = 0; i < x.length; i++) {
      add(i, this.times(of(SolveJob.DIAGONALS) + 48 * i, 4, x[i]));
      const [rows, scalarRows] = [of(SolveJob.ROWS) + 4 * i, of(SolveJob.SCALAR_ROWS) + 4 * i];
      for (let k = word(rows); k < word(rows + 4); k++) {
        const j = word(of(SolveJob.COLUMNS) + 4 * k);
        add(i, this.times(of(SolveJob.BLOCKS) + 36 * k, 3, x[j]));
      }
      for (let k = word(scalarRows); k < word(scalarRows + 4); k++) {
        const j = word(of(SolveJob.SCALAR_COLUMNS) + 4 * k);
        const scalar = real(of(SolveJob.SCALARS) + 4 * k);
        add(
          i,
          x[j].map((value) => scalar * value),
        );
      }
    }
    return sum;
  }

  /** Returns a vector without what a vertex is not free to do. */
  free(i: number, x: Vector): Vector {
    const constraint = this.word(this.of(SolveJob.CONSTRAINTS) + 4 * i);
    return constraint < 0 ? x : this.times(this.of(SolveJob.PROJECTORS) + 48 * constraint, 4, x);
  }

  /** Returns the offsets of all levels. */
  get levels(): number[] {
    const levels: number[] = [];
    for (let at = this.of(SolveJob.LEVEL_TABLE); this.word(at) > 0; at += SolveLevel.BYTES) levels.push(at);
    return levels;
  }

  list = (level: number, field: number, k: number) =>
    this.word(this.of(SolveJob.LEVEL_NUMBERS) + this.word(level + field) + 4 * k);
  place = (level: number, field: number) => this.of(SolveJob.LEVEL_REALS) + this.word(level + field);

  /** Returns the motions of the members of a level's aggregates by those of the aggregates. */
  prolong(level: number, count: number, motions: readonly Vector[]): Vector[] {
    return Array.from({ length: count }, (_, i) => {
      const motion = motions[this.list(level, SolveLevel.LABELS, i)];
      const at = this.place(level, SolveLevel.ARMS) + 16 * i;
      const [move, turn] = [motion.slice(0, 3), motion.slice(3)];
      return [...plus(move, cross(turn, [this.real(at), this.real(at + 4), this.real(at + 8)])), ...turn];
    });
  }

  /** Returns m·A m of the motions of a level. */
  levelEnergy(level: number, motions: readonly Vector[]): number {
    const block = (at: number, m: Vector) => [0, 16].flatMap((half) => this.times(at + half, 8, m));
    let sum = 0;
    motions.forEach((motion, a) => {
      const add = (force: Vector) => {
        for (let k = 0; k < 6; k++) sum += motion[k] * force[k];
      };
      add(block(this.place(level, SolveLevel.DIAGONALS) + 192 * a, motion));
      const [start, end] = [a, a + 1].map((row) => this.list(level, SolveLevel.STARTS, row));
      for (let k = start; k < end; k++) {
        const other = motions[this.list(level, SolveLevel.COLUMNS, k)];
        add(block(this.place(level, SolveLevel.BLOCKS) + 192 * k, other));
      }
    });
    return sum;
  }
}

/** Iterations after which the error, in the norm of energy, is a tenth of the solution. */
function iterationsOf(world: World, hasLevels = true): number {
  const solve = solveOf(world, 1);
  const table = clothOf(world).system.blocks.levelTable.view;
  if (!hasLevels) table[0] = 0;
  const after = (count: number) => {
    solve.solve(() => 0, count);
    return solve.decrease();
  };
  const whole = after(600);
  let count = 1;
  while (after(count) < 0.99 * whole) count++;
  return count;
}

describe.each([
  ['a garment with seams, pins and contacts', 'garment', 24],
  ['a pinned sheet in the wind', 'flag', 17],
] as const)('the levels of %s', (_, scene, n) => {
  const world = liveWorld({ scene, n, adaptive: false });
  solveOf(world, 1);
  const records = new Records(world);
  const { levels } = records;
  const counts = [clothOf(world).count, ...levels.map(records.word)];

  it('end with one aggregate', () => {
    expect(counts.length).toBeGreaterThan(2);
    expect(counts[counts.length - 1]).toBe(1);
  });

  it('have the energy of their vertices when these move like rigid pieces', () => {
    const chance = random(1);
    levels.forEach((level, k) => {
      const motions = Array.from({ length: counts[k + 1] }, () =>
        Array.from({ length: 6 }, () => chance() - 0.5),
      );
      const own = records.levelEnergy(level, motions);
      let members = motions as Vector[];
      for (let finer = k; finer >= 0; finer--)
        members = records.prolong(levels[finer], counts[finer], members);
      const vertices = members.map((motion, i) => records.free(i, motion.slice(0, 3)));
      // f32: 2⁻²⁴ of each of the thousands of blocks, whose sum is a hundredth of them.
      expect(own / records.energy(vertices)).toBeCloseTo(1, 3);
    });
  });
});

describe('a solve', () => {
  const sheet = (n: number) => liveWorld({ scene: 'flag', n, adaptive: false });

  it('needs a fraction of the iterations that the blocks of the vertices alone need, on a sheet and a garment', () => {
    // Stretching waves cross 0.1 to 1 m of cotton in a step, 3 to 30 cells, one cell an iteration without levels.
    expect(iterationsOf(sheet(33))).toBeLessThan(0.5 * iterationsOf(sheet(33), false));
    const skirt = () => liveWorld({ scene: 'garment', n: 33, adaptive: false });
    expect(iterationsOf(skirt())).toBeLessThan(0.8 * iterationsOf(skirt(), false));
  });

  it('needs hardly more iterations on half as large cells', () => {
    expect(iterationsOf(sheet(33))).toBeLessThan(1.5 * iterationsOf(sheet(17)));
  });
});
