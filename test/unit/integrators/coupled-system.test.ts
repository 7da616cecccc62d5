/** The linear system of two sheets in contact: its products without a matrix, and its bytes on two threads. */
import { snapshot, step, type World } from 'pliant';
import { CoupledJob, JOBS, SolveJob, SystemEntry } from 'pliant/engine';
import { startThreads } from 'pliant/threads';
import { describe, expect, it } from 'vitest';
import * as ContactElement from '../../../src/layouts/generated/contact-element.ts';
import { random, seedRandom } from '../../../src/math/random.ts';
import { collidingSheets } from '../contact/potential/colliding-sheets.ts';

const DT = 1 / 60;
/** Steps until the sheets press on each other. */
const STEPS = 8;

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

/** What one iteration on a random residual shows of the product. */
interface Product {
  /** Distance between A x and what the iteration took off the residual, over its length. */
  error: number;
  /** The same with a reference that has no contacts. */
  withoutContacts: number;
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
  const all = dense.times(x);
  r.set(saved);
  most[0] = iterations;
  const scale = length(taken);
  return {
    error: length(minus(all, taken)) / scale,
    withoutContacts: length(minus(bodies, taken)) / scale,
    between,
  };
}

/** Compares all products of contacts in the first steps. */
function productsOf(world: World): Product[] {
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
  for (let k = 0; k < STEPS; k++) expect(step(world, DT).fault).toBeUndefined();
  return products;
}

describe('the product of the linear system of two sheets in contact', () => {
  it('is that of the dense matrix', () => {
    const products = productsOf(collidingSheets());
    expect(products).toHaveLength(3);
    for (const { error, withoutContacts, between } of products) {
      expect(between).toBeGreaterThan(5);
      expect(withoutContacts).toBeGreaterThan(0.01); // contacts are a part that would be missed
      expect(error).toBeLessThan(1e-5); // f32: 6e-8 a number, and some hundred numbers a row
    }
  });
});

describe('two sheets in contact', () => {
  it('have the same bytes on one thread and on two', { timeout: 120_000 }, async () => {
    const threads = await startThreads(2);
    try {
      expect(threads.reason).toBeUndefined();
      const [alone, shared] = [collidingSheets(), collidingSheets(threads)];
      let pairs = 0;
      for (let k = 0; k < STEPS; k++) {
        pairs = Math.max(pairs, step(alone, DT).contact?.pairs ?? 0);
        expect(step(shared, DT).fault).toBeUndefined();
      }
      expect(pairs).toBeGreaterThan(20);
      expect(Buffer.compare(snapshot(shared), snapshot(alone))).toBe(0);
    } finally {
      await threads.dispose();
    }
  });
});
