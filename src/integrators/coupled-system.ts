/**
 * The linear system of all implicit bodies and the contacts between them, for one iteration of Newton's method. Its rows are
 * those of the bodies one after another, each body's rounded up to whole groups, over which the kernel takes its sums
 * (kernels/assembly/cloth/solve.ts).
 */
import type { Arena, Block } from '../core/arena.ts';
import type { Implicit } from '../core/dynamics.ts';
import { GrowableBlock } from '../core/growable-block.ts';
import type { ContactRoom, ContactRows, RigidRecords, SystemVectors } from '../core/implicit.ts';
import type { World } from '../core/world.ts';
import { JOBS } from '../kernels/threads.ts';
import * as ContactElement from '../layouts/generated/contact-element.ts';
import * as CoupledJob from '../layouts/generated/coupled-job.ts';
import * as SolveResult from '../layouts/generated/solve-result.ts';
import * as SystemEntry from '../layouts/generated/system-entry.ts';

/** Rows of a group, as in the kernel. */
const GROUP = 256;
/** Numbers of a vector and of a matrix in f32, and of a contact and its entries in words. */
const VECTOR = 4;
const MATRIX = 12;
const ELEMENT = ContactElement.BYTES / 4;
const ENTRY = 2;

/** An implicit body and the index of its first particle. */
export interface SolvedBody {
  readonly first: number;
  readonly count: number;
  readonly dynamics: Implicit;
}

/** When the solve ends. */
export interface SolveLimits {
  /** Largest number of iterations. */
  readonly iterations: number;
  /** Error over the way that the bodies have gone from their inertial positions, 1. */
  readonly tolerance: number;
  /** Square of the error over that of the solution, in the norm of energy, that is enough. */
  readonly share: number;
  /** Acceleration below which forces count as balanced, times h², m. */
  readonly balance: number;
}

/** Result of a solve; squares in the norm of energy, kg·m². */
export interface Solved {
  readonly iterations: number;
  /** Square of the solution. */
  readonly decrease: number;
  /** Square of the error that was allowed, and of the estimated one. */
  readonly goal: number;
  readonly error: number;
}

const VECTORS = ['x', 'r', 'z', 'p', 'q', 'drift'] as const;

export class CoupledSystem implements ContactRows {
  bodies: readonly SolvedBody[] = [];
  readonly #arena: Arena;
  readonly #rowOf: GrowableBlock<'i32'>;
  readonly #vectors: Readonly<Record<(typeof VECTORS)[number], GrowableBlock<'f32'>>>;
  readonly #touching: GrowableBlock<'f32'>;
  readonly #masses: GrowableBlock<'f32'>;
  readonly #sums: GrowableBlock<'f64'>;
  readonly #ways: GrowableBlock<'f64'>;
  readonly #job: Block<'i32'>;
  readonly #out: Block<'f64'>;
  readonly #table: GrowableBlock<'i32'>;
  readonly #elements: GrowableBlock<'i32'>;
  readonly #entries: GrowableBlock<'i32'>;
  readonly #pushes: GrowableBlock<'f32'>;
  readonly #arms: GrowableBlock<'f32'>;
  readonly #starts: GrowableBlock<'i32'>;
  #firstRows: number[] = [];
  #rows = 0;
  #contacts = 0;
  #isHeld = false;
  #isBorne = false;
  #rigid: RigidRecords | undefined;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.#rowOf = new GrowableBlock(arena, 'implicit.system.rowOf', 'i32');
    const vectors = VECTORS.map((name) => [name, new GrowableBlock(arena, `implicit.system.${name}`, 'f32')]);
    this.#vectors = Object.fromEntries(vectors);
    this.#touching = new GrowableBlock(arena, 'implicit.system.touching', 'f32');
    this.#masses = new GrowableBlock(arena, 'implicit.system.masses', 'f32');
    this.#sums = new GrowableBlock(arena, 'implicit.system.sums', 'f64');
    this.#ways = new GrowableBlock(arena, 'implicit.system.ways', 'f64');
    this.#job = arena.scratch('implicit.system.job', 'i32', CoupledJob.BYTES / 4);
    this.#out = arena.scratch('implicit.system.out', 'f64', SolveResult.BYTES / 8);
    this.#table = new GrowableBlock(arena, 'implicit.system.table', 'i32');
    this.#elements = new GrowableBlock(arena, 'implicit.contacts', 'i32');
    this.#entries = new GrowableBlock(arena, 'implicit.contacts.entries', 'i32');
    this.#pushes = new GrowableBlock(arena, 'implicit.contacts.pushes', 'f32');
    this.#arms = new GrowableBlock(arena, 'implicit.contacts.arms', 'f32');
    this.#starts = new GrowableBlock(arena, 'implicit.contacts.starts', 'i32');
  }

  /** Lays out the rows of bodies. */
  begin(world: World, bodies: readonly SolvedBody[]): void {
    this.bodies = bodies;
    this.#firstRows = [];
    this.#rows = 0;
    for (const { dynamics } of bodies) {
      this.#firstRows.push(this.#rows);
      this.#rows += GROUP * Math.ceil(dynamics.system.rows / GROUP);
    }
    for (const name of VECTORS) this.#vectors[name].grow(VECTOR * this.#rows);
    this.#touching.grow(MATRIX * this.#rows);
    this.#sums.grow(this.#rows / GROUP);
    this.#ways.grow(this.#rows / GROUP);
    this.#masses.grow(this.#rows);
    this.#masses.view.fill(0);
    this.#ways.view.fill(0);
    this.#starts.grow(this.#rows + 1);
    if (this.#ends.length < this.#rows + 1) this.#ends = new Int32Array(2 * this.#rows + 1);
    this.#table.grow((SystemEntry.BYTES / 4) * bodies.length);
    const { inverseMass, stride } = world.particles;
    this.#rowOf.grow(stride);
    const rowOf = this.#rowOf.view.fill(-1);
    bodies.forEach(({ first, dynamics }, k) => {
      const { order, rows } = dynamics.system;
      for (let row = 0; row < rows; row++) {
        const particle = first + order[row];
        if (inverseMass.view[particle] > 0) rowOf[particle] = this.#firstRows[k] + row;
      }
    });
    // The rows that fill up a body's last group stay 0: no body writes them, and the solve keeps them.
    for (const name of VECTORS) this.#vectors[name].view.fill(0, 0, VECTOR * this.#rows);
  }

  /** Clears contacts before the bodies write their parts. */
  clear(): void {
    this.#touching.view.fill(0, 0, MATRIX * this.#rows);
    this.#contacts = 0;
    this.#isHeld = false;
    this.#isBorne = false;
  }

  reserve(count: number): ContactRoom {
    this.#elements.grow(ELEMENT * count);
    this.#pushes.grow(VECTOR * count);
    this.#arms.grow(VECTOR * count);
    return {
      rowOf: this.#rowOf.offset,
      residual: this.#vectors.r.offset,
      touching: this.#touching.offset,
      elements: this.#elements.offset,
      arms: this.#arms.offset,
    };
  }

  adopt(count: number, held: boolean, borne: boolean, rigid?: RigidRecords): void {
    this.#contacts = count;
    this.#rigid = rigid;
    this.#isHeld = held;
    this.#isBorne = borne;
  }

  vectorsOf(k: number): SystemVectors {
    const row = this.#firstRows[k];
    const at = ({ offset }: { readonly offset: number }) => offset + 4 * VECTOR * row;
    const { x, r, z, p, q, drift } = this.#vectors;
    return {
      x: at(x),
      r: at(r),
      z: at(z),
      p: at(p),
      q: at(q),
      drift: at(drift),
      masses: this.#masses.offset + 4 * row,
      sums: this.#sums.offset + (8 * row) / GROUP,
      touching: this.#touching.offset + 4 * MATRIX * row,
      contactStarts: this.#contacts > 0 ? this.#starts.offset + 4 * row : 0,
    };
  }

  /** Lists the contacts of each row. */
  #listContacts(): void {
    const n = this.#contacts;
    const words = this.#elements.view;
    const { starts, total } = this.#countContacts(words, n);
    this.#entries.grow(ENTRY * total);
    // Growing may have moved the blocks.
    const elements = this.#elements.view;
    const weights = new Float32Array(elements.buffer, elements.byteOffset, elements.length);
    const entries = this.#entries.view;
    const shares = new Float32Array(entries.buffer, entries.byteOffset, entries.length);
    const first = this.#starts.view;
    first.set(starts.subarray(0, this.#rows + 1));
    for (let k = n - 1; k >= 0; k--) {
      for (let j = 0; j < 4; j++) {
        const row = elements[ELEMENT * k + j];
        if (row < 0) continue;
        const at = ENTRY * --starts[row + 1];
        entries[at] = k;
        shares[at + 1] = weights[ELEMENT * k + ContactElement.WEIGHTS / 4 + j];
      }
    }
  }

  #ends = new Int32Array(0);

  /** Returns the end of each row's list at the index of the next row, and the length of all lists. */
  #countContacts(words: Int32Array, n: number): { starts: Int32Array; total: number } {
    const ends = this.#ends.fill(0);
    for (let k = 0; k < n; k++) {
      for (let j = 0; j < 4; j++) {
        const row = words[ELEMENT * k + j];
        if (row >= 0) ends[row + 1]++;
      }
    }
    for (let row = 0; row < this.#rows; row++) ends[row + 1] += ends[row];
    return { starts: ends, total: ends[this.#rows] };
  }

  solve(limits: SolveLimits): Solved {
    if (this.#contacts > 0) this.#listContacts();
    const table = this.#table.view;
    this.bodies.forEach(({ dynamics }, k) => {
      table[2 * k] = dynamics.system.complete(this.vectorsOf(k));
      table[2 * k + 1] = this.#firstRows[k];
    });
    const job = this.#job.view;
    job[CoupledJob.SYSTEMS / 4] = this.bodies.length;
    job[CoupledJob.SYSTEM_TABLE / 4] = this.#table.offset;
    job[CoupledJob.ROWS / 4] = this.#rows;
    job[CoupledJob.CONTACTS / 4] = this.#contacts;
    job[CoupledJob.CONTACT_TABLE / 4] = this.#elements.offset;
    job[CoupledJob.CONTACT_ENTRIES / 4] = this.#entries.offset;
    job[CoupledJob.PUSHES / 4] = this.#pushes.offset;
    job[CoupledJob.RIGID / 4] = this.#rigid?.count ?? 0;
    job[CoupledJob.RIGID_TABLE / 4] = this.#rigid?.offset ?? 0;
    job[CoupledJob.ARMS / 4] = this.#arms.offset;
    job[CoupledJob.X / 4] = this.#vectors.x.offset;
    job[CoupledJob.R / 4] = this.#vectors.r.offset;
    job[CoupledJob.Z / 4] = this.#vectors.z.offset;
    job[CoupledJob.P / 4] = this.#vectors.p.offset;
    job[CoupledJob.Q / 4] = this.#vectors.q.offset;
    job[CoupledJob.DRIFT / 4] = this.#vectors.drift.offset;
    job[CoupledJob.MASSES / 4] = this.#masses.offset;
    job[CoupledJob.SUMS / 4] = this.#sums.offset;
    job[CoupledJob.WAYS / 4] = this.#ways.offset;
    job[CoupledJob.MOST / 4] = limits.iterations;
    job[CoupledJob.OUT / 4] = this.#out.offset;
    const numbers = new Float64Array(job.buffer, job.byteOffset, CoupledJob.BYTES / 8);
    numbers[CoupledJob.TOLERANCE / 8] = limits.tolerance;
    numbers[CoupledJob.FLOOR / 8] = this.#totalMass(0, this.#rows) * limits.balance * limits.balance;
    numbers[CoupledJob.SHARE / 8] = limits.share;
    this.#arena.runJob(JOBS.solve, this.#job.offset);
    const out = this.#out.view;
    return {
      iterations: out[SolveResult.ITERATIONS / 8],
      decrease: out[SolveResult.DECREASE / 8],
      goal: out[SolveResult.GOAL / 8],
      error: out[SolveResult.ERROR / 8],
    };
  }

  /** Mass of all bodies, kg. */
  get mass(): number {
    return this.#totalMass(0, this.#rows);
  }

  #totalMass(from: number, to: number): number {
    const masses = this.#masses.view;
    let sum = 0;
    for (let i = from; i < to; i++) sum += masses[i];
    return sum;
  }

  /** Bodies that nothing holds, in groups that contacts couple. */
  get freeGroups(): readonly (readonly SolvedBody[])[] {
    const groups = this.#contacts > 0 ? [this.bodies] : this.bodies.map((body) => [body]);
    return this.#isHeld || this.#isBorne ? [] : groups.filter(isFree);
  }

  /** Whether nothing but spheres of matter and rigid bodies holds the bodies. */
  get isOnlyBorne(): boolean {
    return this.#isBorne && !this.#isHeld && isFree(this.bodies);
  }

  /** Moves all particles by the solution. */
  move(): void {
    this.bodies.forEach(({ dynamics }, k) => {
      dynamics.system.move(this.vectorsOf(k));
    });
  }
}

function isFree(bodies: readonly SolvedBody[]): boolean {
  return bodies.every(({ dynamics }) => !dynamics.system.isHeld);
}
