/**
 * The linear solve of a uniform cloth alone: the matrix of the swinging flag, loaded by gravity, and any number of
 * iterations from zero.
 */
import { hash, step } from 'pliant';
import { JOBS, SolveJob, type Threads } from 'pliant/engine';
import { clothOf, clothWorld } from '../peers/cloth.ts';
import { frameTime, gravity, scenarios } from '../peers/scenario.ts';

/** Frames before the matrix is taken: the sheet is bent and stretched by then. */
const FRAMES = 8;

export interface PreparedSolve {
  readonly n: number;
  readonly iterations: number;
  /** Hash of the world that the matrix comes from, and after a solve that of the solution. */
  readonly world: string;
  /** Resets the load, solves, and returns ms. */
  solve(clock: () => number): number;
  /** Value of r·z at the end of the last solve. */
  residual(): number;
  solution(): Uint8Array;
  /** The whole memory, loaded for a solve, and the offset of the job in it. */
  image(): { memory: Uint8Array; job: number };
}

export function prepareSolve(n: number, iterations: number, threads?: Threads): PreparedSolve {
  const world = clothWorld(scenarios.flag, n, threads);
  for (let frame = 0; frame < FRAMES; frame++) {
    const { fault } = step(world, frameTime);
    if (fault) throw new Error(`${fault.cause} at ${fault.time.toFixed(3)} s`);
  }
  const { system } = clothOf(world);
  const job = system.blocks.job;
  const [x, r] = [system.blocks.x, system.blocks.r];
  const load = loadOf(system.blocks.masses.view, system.blocks.constraints.view);
  const prepare = () => {
    job.view[SolveJob.MOST / 4] = iterations;
    // Tolerance, floor and share are 0, so that they never end a solve before the last iteration.
    job.view.fill(0, SolveJob.TOLERANCE / 4, (SolveJob.FLOOR + 8) / 4);
    job.view.fill(0, SolveJob.SHARE / 4, SolveJob.SHARE / 4 + 2);
    r.view.set(load);
    x.view.fill(0);
  };
  return {
    n,
    iterations,
    world: hash(world),
    solve(clock) {
      prepare();
      const start = clock();
      world.arena.runJob(JOBS.solve, job.offset);
      return clock() - start;
    },
    residual() {
      const [done, , , , last] = system.blocks.out.view;
      if (done !== iterations) throw new Error(`the solve ended after ${done} of ${iterations} iterations`);
      return last;
    },
    solution: () => new Uint8Array(x.view.buffer, x.view.byteOffset, x.view.byteLength).slice(),
    image() {
      prepare();
      return { memory: new Uint8Array(world.arena.memory.buffer), job: job.offset };
    },
  };
}

/** Weight of each vertex times h², in records of four; 0 for pinned vertices. */
function loadOf(masses: Float32Array, constraints: Int32Array): Float32Array {
  const load = new Float32Array(4 * masses.length);
  masses.forEach((mass, i) => {
    if (constraints[i] < 0) load[4 * i + 1] = -frameTime * frameTime * gravity * mass;
  });
  return load;
}
