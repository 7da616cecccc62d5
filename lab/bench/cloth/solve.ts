/**
 * The linear solve of a uniform cloth alone: the matrix of the swinging flag, loaded by gravity, and any number of
 * iterations from zero.
 */
import { hash, step, type World } from 'pliant';
import { type Block, CoupledJob, JOBS, SolveJob, SolveResult, type Threads } from 'pliant/engine';
import { clothOf, clothWorld } from '../peers/cloth.ts';
import { frameTime, gravity, scenarios } from '../peers/scenario.ts';

/** Frames before the matrix is taken: the sheet is bent and stretched by then. */
const FRAMES = 8;

export interface PreparedSolve {
  readonly n: number;
  readonly iterations: number;
  /** Hash of the world that the matrix comes from, and after a solve that of the solution. */
  readonly world: string;
  /** Resets the load, solves, and returns ms; `count`: other than `iterations`. */
  solve(clock: () => number, count?: number): number;
  /** Square of the solution of the last solve, in the norm of energy, kg·m². */
  decrease(): number;
  /** Value of r·z at the end of the last solve. */
  residual(): number;
  solution(): Uint8Array;
  /** The whole memory, loaded for a solve, and the offset of the job in it. */
  image(): { memory: Uint8Array; job: number };
}

export function prepareSolve(n: number, iterations: number, threads?: Threads): PreparedSolve {
  return { n, ...solveOf(clothWorld(scenarios.flag, n, threads), iterations) };
}

/** The same for the cloth of any world, from its present state on. */
export function solveOf(world: World, iterations: number): Omit<PreparedSolve, 'n'> {
  // The records of the last solve are read, which must lie where it had them.
  for (let frame = 0; frame < FRAMES || !hasStayed(world); frame++) {
    const { fault } = step(world, frameTime);
    if (fault) throw new Error(`${fault.cause} at ${fault.time.toFixed(3)} s`);
  }
  const { masses, constraints } = clothOf(world).system.blocks;
  const job = blockOf(world, 'job') as Block<'i32'>;
  const out = blockOf(world, 'out') as Block<'f64'>;
  const x = blockOf(world, 'x') as Block<'f32'>;
  const r = blockOf(world, 'r') as Block<'f32'>;
  const load = loadOf(masses.view, constraints.view);
  const prepare = (count: number) => {
    job.view[CoupledJob.MOST / 4] = count;
    // Tolerance, floor and share are 0, so that they never end a solve before the last iteration.
    for (const at of [CoupledJob.TOLERANCE, CoupledJob.FLOOR, CoupledJob.SHARE]) {
      job.view.fill(0, at / 4, at / 4 + 2);
    }
    r.view.fill(0);
    r.view.set(load);
    x.view.fill(0);
  };
  return {
    iterations,
    world: hash(world),
    solve(clock, count = iterations) {
      prepare(count);
      const start = clock();
      world.arena.runJob(JOBS.solve, job.offset);
      return clock() - start;
    },
    decrease: () => out.view[SolveResult.DECREASE / 8],
    residual() {
      const done = out.view[SolveResult.ITERATIONS / 8];
      if (done !== iterations) throw new Error(`the solve ended after ${done} of ${iterations} iterations`);
      return out.view[SolveResult.RESIDUAL / 8];
    },
    solution: () => new Uint8Array(x.view.buffer, x.view.byteOffset, x.view.byteLength).slice(),
    image() {
      prepare(iterations);
      return { memory: new Uint8Array(world.arena.memory.buffer), job: job.offset };
    },
  };
}

/** Returns whether the memory of the last solve is where the solve had it: blocks that grow move others. */
function hasStayed(world: World): boolean {
  const { job, levelTable, levelReals } = clothOf(world).system.blocks;
  const coupled = blockOf(world, 'job') as Block<'i32'>;
  return (
    job.view[SolveJob.LEVEL_TABLE / 4] === levelTable.offset &&
    job.view[SolveJob.LEVEL_REALS / 4] === levelReals.offset &&
    coupled.view[CoupledJob.X / 4] === blockOf(world, 'x').offset &&
    coupled.view[CoupledJob.OUT / 4] === blockOf(world, 'out').offset
  );
}

/** Returns a block of the linear system of all bodies, which here is that of the cloth. */
function blockOf(world: World, name: string): Block {
  const found = world.arena.find(`implicit.system.${name}`);
  if (!found) throw new Error(`The world has no block implicit.system.${name}.`);
  return found;
}

/** Weight of each vertex times h², in records of four; 0 for pinned vertices. */
function loadOf(masses: Float32Array, constraints: Int32Array): Float32Array {
  const load = new Float32Array(4 * masses.length);
  masses.forEach((mass, i) => {
    if (constraints[i] < 0) load[4 * i + 1] = -frameTime * frameTime * gravity * mass;
  });
  return load;
}
