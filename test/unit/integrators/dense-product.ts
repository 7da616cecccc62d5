/** The product of the linear system of an implicit step, compared with a dense matrix. */
import { step, type World } from 'pliant';
import { CoupledJob, JOBS, SolveJob, SystemEntry } from 'pliant/engine';
import { expect } from 'vitest';
import * as ContactElement from '../../../src/layouts/generated/contact-element.ts';
import * as SolvedBody from '../../../src/layouts/generated/solved-body.ts';
import { random, seedRandom } from '../../../src/math/random.ts';

export const DT = 1 / 60;

/** Memory of a world as words and numbers; offsets are in bytes. */
class Memory {
  readonly #words: Int32Array;
  readonly #numbers: Float32Array;

  constructor({ arena: { memory } }: World) {
    this.#words = new Int32Array(memory.buffer);
    this.#numbers = new Float32Array(memory.buffer);
  }

  word = (at: number) => this.#words[at / 4];
  number = (at: number) => this.#numbers[at / 4];
  vector = (at: number, rows: number) => this.#numbers.subarray(at / 4, at / 4 + 4 * rows);
}

/** A dense matrix of 3 × 3 blocks. */
class Dense {
  readonly size: number;
  readonly #a: Float64Array;

  constructor(rows: number) {
    this.size = 3 * rows;
    this.#a = new Float64Array(this.size * this.size);
  }

  /** Adds a block that has the value `at` its row and column. */
  add(row: number, column: number, at: (i: number, j: number) => number): void {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) this.#a[(3 * row + i) * this.size + 3 * column + j] += at(i, j);
    }
  }

  /** Returns the product with vectors of four numbers a row. */
  times(x: Float32Array): Float64Array {
    const out = new Float64Array((4 * this.size) / 3);
    for (let i = 0; i < this.size; i++) {
      let sum = 0;
      for (let j = 0; j < this.size; j++)
        sum += this.#a[i * this.size + j] * x[4 * Math.floor(j / 3) + (j % 3)];
      out[4 * Math.floor(i / 3) + (i % 3)] = sum;
    }
    return out;
  }
}

/** Writes the blocks of the bodies, as their own records have them, without contacts. */
function addBodies(dense: Dense, memory: Memory, job: number): void {
  const { word, number } = memory;
  const table = word(job + CoupledJob.SYSTEM_TABLE);
  for (let k = 0; k < word(job + CoupledJob.SYSTEMS); k++) {
    const system = word(table + k * SystemEntry.BYTES + SystemEntry.JOB);
    const first = word(table + k * SystemEntry.BYTES + SystemEntry.FIRST);
    const of = (field: number) => word(system + field);
    for (let i = 0; i < of(SolveJob.COUNT); i++) {
      expect(word(of(SolveJob.CONSTRAINTS) + 4 * i)).toBe(-1); // nothing holds the sheets
      const own = of(SolveJob.DIAGONAL) + 48 * i;
      dense.add(first + i, first + i, (r, c) => number(own + 16 * c + 4 * r));
      for (let b = word(of(SolveJob.ROWS) + 4 * i); b < word(of(SolveJob.ROWS) + 4 * i + 4); b++) {
        const at = of(SolveJob.BLOCKS) + 36 * b;
        const column = word(of(SolveJob.COLUMNS) + 4 * b);
        dense.add(first + i, first + column, (r, c) => number(at + 12 * c + 4 * r));
      }
      const [from, to] = [0, 4].map((next) => word(of(SolveJob.SCALAR_ROWS) + 4 * i + next));
      for (let s = from; s < to; s++) {
        const column = word(of(SolveJob.SCALAR_COLUMNS) + 4 * s);
        dense.add(first + i, first + column, (r, c) => (r === c ? number(of(SolveJob.SCALARS) + 4 * s) : 0));
      }
    }
  }
}

/** Where a contact has each number of its symmetric stiffness. */
const STIFFNESS = [
  [ContactElement.XX, ContactElement.XY, ContactElement.XZ],
  [ContactElement.XY, ContactElement.YY, ContactElement.YZ],
  [ContactElement.XZ, ContactElement.YZ, ContactElement.ZZ],
];

/** Writes the blocks w_i w_j K of all contacts. Returns how many couple rows of both bodies. */
function addContacts(dense: Dense, { word, number }: Memory, job: number): number {
  const second = word(word(job + CoupledJob.SYSTEM_TABLE) + SystemEntry.BYTES + SystemEntry.FIRST);
  let between = 0;
  for (let k = 0; k < word(job + CoupledJob.CONTACTS); k++) {
    const contact = word(job + CoupledJob.CONTACT_TABLE) + k * ContactElement.BYTES;
    const sides = [0, 4, 8, 12]
      .map((j) => ({
        row: word(contact + ContactElement.ROWS + j),
        w: number(contact + ContactElement.WEIGHTS + j),
      }))
      .filter(({ row }) => row >= 0);
    if (sides.some(({ row }) => row < second) && sides.some(({ row }) => row >= second)) between++;
    for (const a of sides) {
      for (const b of sides) dense.add(a.row, b.row, (r, c) => a.w * b.w * number(contact + STIFFNESS[r][c]));
    }
  }
  return between;
}

const length = (x: ArrayLike<number>) => Math.sqrt(Array.from(x).reduce((sum, v) => sum + v * v, 0));
const minus = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a, (v, i) => v - b[i]);

/** Takes what rigid bodies give way off the contacts: with the pushes W = Jᵀ K w of their rows, W A⁻¹ Wᵀ. */
function addRigid(
  dense: Dense,
  { word, number }: Memory,
  { buffer }: { readonly buffer: ArrayBufferLike },
  job: number,
): void {
  const rows = dense.size / 3;
  for (let body = 0; body < word(job + CoupledJob.RIGID); body++) {
    const record = word(job + CoupledJob.RIGID_TABLE) + body * SolvedBody.BYTES + SolvedBody.INVERSE;
    const inverse = new Float64Array(buffer, record, 36);
    const pushes = new Float64Array(18 * rows); // three numbers a row, for each of six motions
    for (let k = 0; k < word(job + CoupledJob.CONTACTS); k++) {
      const contact = word(job + CoupledJob.CONTACT_TABLE) + k * ContactElement.BYTES;
      if (word(contact + ContactElement.BODY) !== body) continue;
      const arm = word(job + CoupledJob.ARMS) + 16 * k;
      const [x, y, z, sign] = [0, 4, 8, 12].map((at) => number(arm + at));
      const motions = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [0, -z, y],
        [z, 0, -x],
        [-y, x, 0],
      ];
      for (let j = 0; j < 4; j++) {
        const row = word(contact + ContactElement.ROWS + 4 * j);
        if (row < 0) continue;
        const w = sign * number(contact + ContactElement.WEIGHTS + 4 * j);
        motions.forEach((motion, m) => {
          for (let r = 0; r < 3; r++)
            for (let c = 0; c < 3; c++)
              pushes[18 * row + 6 * r + m] += w * number(contact + STIFFNESS[r][c]) * motion[c];
        });
      }
    }
    for (let a = 0; a < rows; a++)
      for (let b = 0; b < rows; b++)
        dense.add(a, b, (r, c) => {
          let sum = 0;
          for (let m = 0; m < 6; m++)
            for (let n = 0; n < 6; n++)
              sum -= pushes[18 * a + 6 * r + m] * inverse[6 * m + n] * pushes[18 * b + 6 * c + n];
          return sum;
        });
  }
}

/** What one iteration on a random residual shows of the product. */
interface Product {
  /** Distance between A x and what the iteration took off the residual, over its length. */
  error: number;
  /** The same with a reference that has no contacts. */
  withoutContacts: number;
  /** The same with one that has no rigid bodies. */
  withoutBodies: number;
  /** Contacts between the bodies. */
  between: number;
}

/** Runs one iteration of a job that a step has prepared: x = α p takes α A p = A x off the residual. */
function compareProduct(world: World, job: number, solve: () => void, state: Int32Array): Product {
  const memory = new Memory(world);
  const rows = memory.word(job + CoupledJob.ROWS);
  const x = memory.vector(memory.word(job + CoupledJob.X), rows);
  const r = memory.vector(memory.word(job + CoupledJob.R), rows);
  const masses = memory.vector(memory.word(job + CoupledJob.MASSES), rows / 4);
  const most = new Int32Array(world.arena.memory.buffer, job + CoupledJob.MOST, 1);
  const [saved, iterations] = [r.slice(), most[0]];
  for (let i = 0; i < rows; i++) {
    for (let axis = 0; axis < 3; axis++) r[4 * i + axis] = masses[i] > 0 ? random(state) - 0.5 : 0;
  }
  const before = r.slice();
  most[0] = 1;
  solve();
  const taken = minus(before, r);
  const dense = new Dense(rows);
  addBodies(dense, memory, job);
  const bodies = dense.times(x);
  const between = addContacts(dense, memory, job);
  const firm = dense.times(x);
  addRigid(dense, memory, world.arena.memory, job);
  const all = dense.times(x);
  r.set(saved);
  most[0] = iterations;
  const scale = length(taken);
  return {
    error: length(minus(all, taken)) / scale,
    withoutContacts: length(minus(bodies, taken)) / scale,
    withoutBodies: length(minus(firm, taken)) / scale,
    between,
  };
}

/** Compares all products of contacts in the first steps. */
export function productsOf(world: World, steps: number): Product[] {
  const { arena } = world;
  const products: Product[] = [];
  const state = new Int32Array(4);
  seedRandom(state, 1);
  const runJob = arena.runJob.bind(arena);
  arena.runJob = (kind, job) => {
    const touches = kind === JOBS.solve && new Memory(world).word(job + CoupledJob.CONTACTS) > 0;
    if (touches && products.length < 3)
      products.push(compareProduct(world, job, () => runJob(kind, job), state));
    runJob(kind, job);
  };
  for (let k = 0; k < steps; k++) expect(step(world, DT).fault).toBeUndefined();
  return products;
}
