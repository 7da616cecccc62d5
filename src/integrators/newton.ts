/**
 * Newton's method on the incremental potential of all implicit bodies and their contacts,
 *
 *   Φ(y) = Σ ½ (m + h c) |y − x̂|²/h² + E(y) + damping + contacts,
 *
 * whose minimum is the implicit step. No iteration raises it.
 */
import type { Block } from '../core/arena.ts';
import type { ContactPotential, ImplicitStage, ImplicitStep } from '../core/implicit.ts';
import type { StepReport } from '../core/report.ts';
import type { World } from '../core/world.ts';
import { CoupledSystem, type Solved, type SolvedBody } from './coupled-system.ts';

export interface NewtonOptions {
  /** Error of the acceleration in a step over the acceleration, both root mean squares over the mass. */
  readonly tolerance: number;
  /** Acceleration below which forces count as balanced, m/s². */
  readonly balance: number;
  /** Most iterations of a linear solve. */
  readonly iterations: number;
  /** Most Newton iterations if contacts ask for no more. */
  readonly corrections: number;
}

/** Further Newton iterations that contacts may ask for. Chosen: docs/decisions/0011. */
const MORE_CORRECTIONS = 6;
/**
 * Square of the error that a linear solve may leave over that of the way to its solution, in the norm of energy: what Newton's
 * method is likely to miss anyway (Dembo, Eisenstat & Steihaug 1982). Measured on a flag: docs/decisions/0009.
 */
const SOLVE_SHARE = 0.02;
/** Largest share over the tolerance, so that a smaller tolerance than the default makes every solve more exact. */
const SHARE_OF_TOLERANCE = 2;
/** The same after an iteration that missed less. Measured on a drape: docs/decisions/0009. */
const FINEST_SHARE = 0.01;
/**
 * Factor on these shares where edges rest on colliders: their springs dominate the energy of the solution, and weights would count as
 * little. Test: contact-springs.test.ts, rails below the critical angle.
 */
const FINER = 0.1;
/** Share of the decrease that the linear solve promises which a part of the way must reach (Armijo 1966). */
const LEAST_DECREASE = 1e-4;
/** Most cuts of a way, each to between a tenth and a half; beyond them the bodies stay where they are. Chosen: 10⁻⁴ of the way. */
const MOST_CUTS = 12;
/** Relative rounding error of a potential, a sum of ten thousand terms in f64. */
const ROUNDING = 1e-13;

const solvers = new WeakMap<World, Newton>();

/** Returns the solver of a world. */
export function newtonOf(world: World): Newton {
  let found = solvers.get(world);
  if (!found) {
    found = new Newton(world);
    solvers.set(world, found);
  }
  return found;
}

export class Newton {
  readonly #world: World;
  readonly #system: CoupledSystem;
  #bodies: readonly SolvedBody[] = [];
  #step!: ImplicitStep;
  #options!: NewtonOptions;
  #contacts: ContactPotential | undefined;
  /** Positions without forces, x + h v, planar, m. */
  #inertial!: Block<'f64'>;
  /** Positions at the start of an iteration, at the end of its straight way and of its curved one, planar, m. */
  #base = new Float64Array(0);
  #straight = new Float64Array(0);
  #curved = new Float64Array(0);
  /** Potential at the present positions, J. */
  #potential = 0;
  /** Square of the error that the next linear solve may leave over that of the way. */
  #share = SOLVE_SHARE;
  #isSettled = false;

  constructor(world: World) {
    this.#world = world;
    this.#system = new CoupledSystem(world.arena);
  }

  /**
   * Moves the particles from their goals to the end of the stage. Returns the largest change of a stretch in the stage; NaN if
   * there is no finite solution.
   */
  solve(
    bodies: readonly SolvedBody[],
    stage: ImplicitStage,
    step: ImplicitStep,
    options: NewtonOptions,
    report: StepReport,
  ): number {
    const world = this.#world;
    this.#bodies = bodies;
    this.#step = step;
    this.#options = options;
    this.#contacts = world.contact?.potential;
    const most = options.corrections + MORE_CORRECTIONS;
    report.solver ??= { solves: 0, iterations: 0, unsolved: 0 };
    this.#start(stage);
    let change = 0;
    for (let iteration = 1; iteration <= most; iteration++) {
      change = this.#iterate(report.solver);
      if (Number.isNaN(change)) break;
      const goesOn = this.#contacts?.find(world, stage) ?? false;
      if (!goesOn && (this.#isSettled || iteration >= options.corrections)) break;
      if (goesOn) this.#potential = this.#potentialHere();
    }
    this.#contacts?.react(world);
    return change;
  }

  /**
   * Begins a step where the potential is least: at the goal, which is right for a free fall; on the inertial way without
   * forces, right for a rest and for what moves evenly; or at the start. Pins are where they are led.
   */
  #start(stage: ImplicitStage): void {
    const world = this.#world;
    const step = this.#step;
    const { particles: p, kernels, arena } = world;
    this.#isSettled = false;
    this.#share = SOLVE_SHARE;
    if (this.#base.length < p.numbers) {
      this.#base = new Float64Array(2 * p.numbers);
      this.#straight = new Float64Array(2 * p.numbers);
      this.#curved = new Float64Array(2 * p.numbers);
    }
    this.#inertial = arena.scratchOf('implicit.inertial', p.numbers);
    kernels.addScaled(this.#inertial.offset, step.from.offset, p.velocity.offset, step.h, p.numbers);
    this.#system.begin(world, this.#bodies);
    for (const { dynamics } of this.#bodies) dynamics.system.prepare(step, this.#inertial);
    this.#contacts?.find(world, stage);
    this.#save(this.#straight);
    const goal = this.#potentialHere();
    this.#place(this.#inertial);
    const coasting = this.#potentialHere();
    this.#place(step.from);
    this.#potential = this.#potentialHere();
    if (goal < coasting && goal < this.#potential) {
      this.#curved.set(this.#straight);
      this.#moveTo(1);
      this.#potential = goal;
    } else if (coasting < this.#potential) {
      this.#place(this.#inertial);
      this.#potential = coasting;
    }
  }

  /**
   * Runs one iteration. It ends with a smaller potential than it begins, or where it begins. Returns the largest change of a
   * stretch since the start of the stage; NaN if there is no finite solution.
   *
   * Threads that turn by an angle are stretched by its square along a straight way, so a stiff sheet would only get a small part
   * of it before the potential rises. A second solve from its end takes the stretch back within a few iterations; the way
   * is the parabola from the start through both (second-order correction; Nocedal & Wright 2006, 15.6).
   */
  #iterate(report: NonNullable<StepReport['solver']>): number {
    const { h } = this.#step;
    this.#save(this.#base);
    const before = this.#potential;
    const { iterations, decrease, goal, error } = this.#newton(this.#share);
    report.solves++;
    report.iterations += iterations;
    if (!Number.isFinite(decrease)) return Number.NaN;
    const promised = decrease / (h * h);
    this.#save(this.#straight);
    this.#curved.set(this.#straight);
    this.#potential = this.#potentialHere();
    const bends = !this.#isLower(before, promised);
    if (bends) {
      report.iterations += this.#newton(SOLVE_SHARE).iterations;
      report.solves++;
      this.#save(this.#curved);
      this.#potential = this.#potentialHere();
    }
    const part = this.#searchWay(before, promised);
    // A term c of third order that the linear model misses leaves a force of 3 c over the way.
    const missed = 3 * h * h * Math.abs(before - this.#potential - 0.5 * promised);
    const rounding = h * h * ROUNDING * Math.abs(before);
    const isWhole = part === 1 && !bends;
    const isModel = missed * missed <= goal * decrease || missed <= rounding;
    this.#isSettled = part === 0 || (isWhole && error <= goal && isModel);
    const miss = missed / decrease;
    this.#share = isWhole ? Math.max(FINEST_SHARE, Math.min(SOLVE_SHARE, miss * miss)) : SOLVE_SHARE;
    return this.#bodies.reduce((most, { dynamics }) => Math.max(most, dynamics.system.stretchChange()), 0);
  }

  /** Moves the bodies to the solution of the linear system at their present positions. */
  #newton(share: number): Solved {
    const world = this.#world;
    const step = this.#step;
    const system = this.#system;
    const { tolerance, iterations, balance } = this.#options;
    system.clear();
    this.#bodies.forEach(({ dynamics }, k) => {
      dynamics.system.assemble(world, step, system.vectorsOf(k));
    });
    this.#contacts?.assemble(world, system);
    const solved = system.solve({
      tolerance,
      iterations,
      share: (step.constraints.sharedCount > 0 ? FINER : 1) * Math.min(share, SHARE_OF_TOLERANCE * tolerance),
      balance: balance * step.h * step.h,
    });
    if (!step.constraints.supported) system.balanceMomentum();
    system.move();
    return solved;
  }

  /** Puts free particles where `to` has them; pinned ones stay. */
  #place(to: Block<'f64'>): void {
    const { position, inverseMass, stride } = this.#world.particles;
    for (const { first, count } of this.#bodies) {
      for (let axis = 0; axis < 3; axis++) {
        for (let i = first, at = axis * stride + first; i < first + count; i++, at++) {
          if (inverseMass.view[i] !== 0) position.view[at] = to.view[at];
        }
      }
    }
  }

  /**
   * Moves the bodies back along the way of an iteration, from its end, until the potential is below that `before`: to minima of
   * parabolas through both potentials with the slope at the start, −`promised` (J). Returns the part of the way.
   */
  #searchWay(before: number, promised: number): number {
    let part = 1;
    for (let cut = 0; cut < MOST_CUTS; cut++) {
      if (this.#isLower(before, part * promised)) return part;
      const bend = this.#potential - before + part * promised;
      const least = bend > 0 ? (0.5 * part * promised) / bend : 0;
      part *= Math.max(0.1, Math.min(0.5, least));
      this.#moveTo(part);
      this.#potential = this.#potentialHere();
    }
    this.#moveTo(0);
    this.#potential = this.#potentialHere();
    return 0;
  }

  /** Returns whether the potential is lower than `before` by enough, or by as much as rounding can tell. */
  #isLower(before: number, promised: number): boolean {
    const rise = this.#potential - before;
    return rise <= -LEAST_DECREASE * promised || Math.abs(rise) <= ROUNDING * Math.abs(before);
  }

  #save(to: Float64Array): void {
    const { position, numbers } = this.#world.particles;
    to.set(position.view.subarray(0, numbers));
  }

  /** Moves the bodies to a part t of the way of an iteration: base + t (straight − base) + t² (curved − straight). */
  #moveTo(part: number): void {
    const { position, stride } = this.#world.particles;
    const x = position.view;
    for (const { first, count } of this.#bodies) {
      for (let axis = 0; axis < 3; axis++) {
        for (let at = axis * stride + first, end = at + count; at < end; at++) {
          const straight = this.#straight[at];
          const along = part === 1 ? straight : this.#base[at] + part * (straight - this.#base[at]);
          x[at] = along + part * part * (this.#curved[at] - straight);
        }
      }
    }
  }

  /** Returns the potential at the present positions, J. */
  #potentialHere(): number {
    const world = this.#world;
    const contacts = this.#contacts?.energy(world, world.particles.position) ?? 0;
    return this.#bodies.reduce(
      (sum, { dynamics }) => sum + dynamics.system.potential(world, this.#step),
      contacts,
    );
  }
}
