/**
 * Newton's method on the incremental potential of all implicit bodies and their contacts,
 *
 *   Φ(y) = Σ ½ (m + h c) |y − x̂|²/h² + E(y) + damping + contacts,
 *
 * whose minimum is the implicit step. Contacts are springs between what is close at the start of an iteration. No iteration
 * raises the potential with these; what would pass through something on the way is moved back afterwards.
 */
import type { Block } from '../core/arena.ts';
import type { ContactPotential, ImplicitStage, ImplicitStep, Reaction } from '../core/implicit.ts';
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
  /** Most Newton iterations. */
  readonly corrections: number;
}

/**
 * Square of the error that a linear solve may leave over that of the way to its solution, in the norm of energy: what Newton's
 * method is likely to miss anyway (Dembo, Eisenstat & Steihaug 1982). Measured on a flag: docs/decisions/0009. It decides cost and
 * accuracy alone: with half of it a flag takes a fifth more iterations, and its kinetic energy is 3 % more (docs/decisions/0015).
 */
const SOLVE_SHARE = 0.02;
/**
 * Largest share over the tolerance, so that a smaller tolerance than the default makes every solve more exact. It is SOLVE_SHARE
 * over the default tolerance: at twice it decides nothing there, and at half the same as half of SOLVE_SHARE.
 */
const SHARE_OF_TOLERANCE = 2;
/**
 * Least share, after an iteration that missed less. It decides cost alone, and little of it: at twice a drape takes 1.5 % fewer
 * iterations, and at half the same (docs/decisions/0015), since what misses less than MOST_MISSED seldom has another iteration.
 */
const FINEST_SHARE = 0.01;
/** Share of the decrease that the linear solve promises which a part of the way must reach (Armijo 1966). */
const LEAST_DECREASE = 1e-4;
/**
 * Most cuts of a way, each to between a tenth and a half; beyond them the bodies stay where they are. Chosen: 2·10⁻⁴ of the way at
 * least. A limit on work: no scene of docs/decisions/0015 cuts a way at all, and no test decides it.
 */
const MOST_CUTS = 12;
/**
 * Largest change of a stretch in a step, beyond which another iteration follows: the linear solve takes a thread's direction
 * from its start, and what contact has moved back was strained by that alone. Chosen.
 */
const STRETCH_STEP = 0.01;
/** Largest share of the decrease of an iteration, or of a force on rigid bodies, that its linear model may miss without another. Chosen. */
const MOST_MISSED = 0.1;
/**
 * Largest share by which contacts may miss their law without another iteration: a load that is expected 14 times too small makes a
 * vertex sink to where the law pushes four times as hard, which would throw it off in the next step. From 1 to 4 a belt has the same
 * friction; at 3 cloth that drapes takes 5 % more solves than without (docs/decisions/0015).
 */
const MISFIT = 3;
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
  #base!: Block<'f64'>;
  #straight!: Block<'f64'>;
  #curved!: Block<'f64'>;
  /** Positions at the end of the iterations from the inertial way. */
  #kept!: Block<'f64'>;
  /** Potential at the start of the step, J. */
  #standing = 0;
  /** Potential of the bodies at the present positions, and with the contacts of the last solve, J. */
  #potential = 0;
  /** Energy at the start of the stage of the contacts known before pairs were moved apart, J; infinite before. */
  #stored = Number.POSITIVE_INFINITY;
  #model = 0;
  /** Square of the error that the next linear solve may leave over that of the way. */
  #share = SOLVE_SHARE;
  #isSettled = false;
  /** Whether nothing was near at the start: then contacts are sought again only when the iterations end. */
  #isAway = false;

  constructor(world: World) {
    this.#world = world;
    this.#system = new CoupledSystem(world.arena);
  }

  /**
   * Moves the particles from their goals to the end of the stage. Returns the largest change of a stretch in the stage; NaN if
   * there is no finite solution, Infinity if something would pass through something.
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
    report.solver ??= { solves: 0, iterations: 0, unsolved: 0 };
    this.#prepare(stage);
    this.#stored = Number.POSITIVE_INFINITY;
    const coasting = this.#potentialHere();
    const rests = this.#standing < coasting;
    // Where nothing can touch, a free fall is at its goal.
    const falls = !this.#contacts && this.#potentialAt(step.goal) < Math.min(coasting, this.#standing);
    let change = this.#run(falls ? step.goal : rests ? step.from : this.#inertial, report.solver);
    // Contacts of pairs that have been moved apart stored nothing at the start.
    const stored = Math.min(this.#stored, this.#contactEnergy(step.from));
    const held = stored - this.#contactEnergy(world.particles.position);
    if (!rests && this.#potential > this.#standing + held + this.#slack()) {
      // Standing still would have less energy, and from there no iteration gains any.
      const moved = this.#potential;
      this.#save(this.#kept);
      this.#contacts?.keep();
      const again = this.#run(step.from, report.solver);
      if (this.#potential < moved || Number.isNaN(change)) change = again;
      else {
        world.particles.position.view.set(this.#kept.view.subarray(0, world.particles.numbers));
        this.#contacts?.restore();
      }
    }
    const reaction = this.#contacts?.react(world);
    if (reaction && this.#system.isOnlyBorne) this.#keepMomentum(bodies, reaction);
    return this.#contacts?.isBlocked ? Infinity : change;
  }

  /** Returns the energy of the speed that unbalanced forces give in the step, J. */
  #slack(): number {
    const speed = this.#options.balance * this.#step.h;
    return 0.5 * this.#system.mass * speed * speed;
  }

  /** Runs the iterations from positions on. Returns the largest change of a stretch in the stage; NaN if it is not finite. */
  #run(from: Block<'f64'>, report: NonNullable<StepReport['solver']>): number {
    this.#share = SOLVE_SHARE;
    this.#isAway = false;
    this.#place(from);
    this.#contacts?.coast();
    this.#contacts?.clear(this.#world);
    this.#potential = this.#potentialHere();
    let change = this.#settle(report);
    // What no contact was near at the start may have come near something.
    if (this.#isAway && !Number.isNaN(change) && this.#hasArrived()) change = this.#settle(report);
    return change;
  }

  /** Runs iterations until the bodies are settled, or have had the most. Returns the largest change of a stretch in the stage. */
  #settle(report: NonNullable<StepReport['solver']>): number {
    this.#isSettled = false;
    let change = 0;
    for (let iteration = 1; iteration <= this.#options.corrections; iteration++) {
      change = this.#iterate(report);
      if (Number.isNaN(change) || this.#isSettled) break;
    }
    return change;
  }

  /** Ends the iterations of bodies that were away from everything: returns whether they have met or passed something. */
  #hasArrived(): boolean {
    const contacts = this.#contacts!;
    const passed = contacts.clear(this.#world);
    if (passed) this.#potential = this.#potentialHere();
    contacts.gather(this.#world);
    this.#isAway = !passed && contacts.count === 0;
    return !this.#isAway;
  }

  #prepare(stage: ImplicitStage): void {
    const world = this.#world;
    const step = this.#step;
    const { particles: p, kernels, arena } = world;
    this.#base = arena.scratchOf('implicit.base', p.numbers);
    this.#straight = arena.scratchOf('implicit.straight', p.numbers);
    this.#curved = arena.scratchOf('implicit.curved', p.numbers);
    this.#kept = arena.scratchOf('implicit.kept', p.numbers);
    this.#inertial = arena.scratchOf('implicit.inertial', p.numbers);
    kernels.addScaled(this.#inertial.offset, step.from.offset, p.velocity.offset, step.h, p.numbers);
    this.#system.begin(world, this.#bodies);
    for (const { dynamics } of this.#bodies) dynamics.system.prepare(step, this.#inertial);
    this.#place(step.from);
    this.#standing = this.#potentialHere();
    this.#place(this.#inertial);
    this.#contacts?.begin(world, stage);
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
    const bodies = this.#potential;
    const { iterations, decrease, goal, error } = this.#newton(this.#share, true);
    report.solves++;
    report.iterations += iterations;
    if (!Number.isFinite(decrease)) return Number.NaN;
    const promised = decrease / (h * h);
    this.#save(this.#straight);
    this.#curved.view.set(this.#straight.view);
    let before = bodies + this.#contactEnergy(this.#base);
    this.#model = this.#modelHere();
    const bends = !this.#isLower(before, promised);
    if (bends) {
      report.iterations += this.#newton(SOLVE_SHARE, false).iterations;
      report.solves++;
      this.#save(this.#curved);
      before = bodies + this.#contactEnergy(this.#base);
      this.#model = this.#modelHere();
    }
    const part = this.#searchWay(before, promised);
    // A term c of third order that the linear model misses leaves a force of 3 c over the way.
    const missed = 3 * h * h * Math.abs(before - this.#model - 0.5 * promised);
    const isWhole = part === 1 && !bends;
    const miss = missed / decrease;
    this.#share = isWhole ? Math.max(FINEST_SHARE, Math.min(SOLVE_SHARE, miss * miss)) : SOLVE_SHARE;
    const known = this.#contactEnergy(this.#step.from);
    if (!this.#isAway && this.#contacts?.clear(this.#world)) {
      this.#potential = this.#potentialHere();
      this.#stored = Math.min(this.#stored, known);
    }
    const force = this.#contacts?.missedForce(this.#world) ?? 0;
    const change = this.#bodies.reduce(
      (most, { dynamics }) => Math.max(most, dynamics.system.stretchChange()),
      0,
    );
    const rounding = h * h * ROUNDING * Math.abs(before);
    // What presses changes from iteration to iteration, and steps are short then; all else is solved to its tolerance.
    const isSolved = this.#contacts?.touches
      ? change < STRETCH_STEP &&
        missed <= MOST_MISSED * decrease &&
        force <= MOST_MISSED &&
        this.#fitsContacts()
      : isWhole && error <= goal && missed * missed <= goal * decrease;
    this.#isSettled = part === 0 || isSolved || missed <= rounding;
    return change;
  }

  /**
   * Moves the bodies to the solution of the linear system at their present positions, with the contacts that press there: those that
   * are near, if it `gathers`, else those of the solve before.
   */
  #newton(share: number, gathers: boolean): Solved {
    const [world, system, step] = [this.#world, this.#system, this.#step];
    const { tolerance, iterations, balance } = this.#options;
    system.clear();
    this.#bodies.forEach(({ dynamics }, k) => {
      dynamics.system.assemble(world, step, system.vectorsOf(k));
    });
    if (gathers && !this.#isAway) {
      this.#contacts?.gather(world);
      this.#isAway = this.#contacts?.count === 0;
    } else this.#contacts?.press(world);
    this.#contacts?.assemble(world, system);
    const limits = {
      tolerance,
      iterations,
      share: Math.min(share, SHARE_OF_TOLERANCE * tolerance),
      balance: balance * step.h * step.h,
    };
    const solved = system.solve(limits);
    system.move();
    for (const group of system.freeGroups) this.#keepMomentum(group);
    return solved;
  }

  /**
   * Moves bodies that nothing holds by the uniform translation after which Σ (m + h c) (y − x̂) = 0: no internal force and no contact
   * between them resists it, and a solve that ends early leaves the momentum as it is. What pushes them back moves with them.
   */
  #keepMomentum(bodies: readonly SolvedBody[], reaction?: Reaction): void {
    const { position, stride } = this.#world.particles;
    const mass = this.#step.mass.view;
    let whole = reaction?.mass ?? 0;
    for (const { first, count } of bodies) for (let i = first; i < first + count; i++) whole += mass[i];
    const by = this.#changeOf(bodies).map((sum, axis) => -(sum + (reaction?.change[axis] ?? 0)) / whole);
    reaction?.shift(by);
    by.forEach((way, axis) => {
      for (const { first, count } of bodies) {
        const from = axis * stride + first;
        for (let at = from; at < from + count; at++) position.view[at] += way;
      }
    });
  }

  /** Returns Σ (m + h c) (y − x̂), kg·m. */
  #changeOf(bodies: readonly SolvedBody[]): [number, number, number] {
    const { position, stride } = this.#world.particles;
    const [x, goal, mass] = [position.view, this.#step.goal.view, this.#step.mass.view];
    const sums: [number, number, number] = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      for (const { first, count } of bodies) {
        const from = axis * stride + first;
        for (let i = 0; i < count; i++) sums[axis] += mass[first + i] * (x[from + i] - goal[from + i]);
      }
    }
    return sums;
  }

  /** Whether the springs of the last solve agree with the law of the contacts at the present positions. */
  #fitsContacts(): boolean {
    return (this.#contacts?.misfit(this.#world) ?? 0) < MISFIT;
  }

  #contactEnergy(positions: Block<'f64'>): number {
    return this.#contacts?.energy(this.#world, positions) ?? 0;
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
      const bend = this.#model - before + part * promised;
      const least = bend > 0 ? (0.5 * part * promised) / bend : 0;
      part *= Math.max(0.1, Math.min(0.5, least));
      this.#moveTo(part);
      this.#model = this.#modelHere();
    }
    this.#moveTo(0);
    this.#model = this.#modelHere();
    return 0;
  }

  /** Returns whether the potential is lower than `before` by enough, or by as much as rounding can tell. */
  #isLower(before: number, promised: number): boolean {
    const rise = this.#model - before;
    return rise <= -LEAST_DECREASE * promised || Math.abs(rise) <= ROUNDING * Math.abs(before);
  }

  #save(to: Block<'f64'>): void {
    const { position, numbers } = this.#world.particles;
    to.view.set(position.view.subarray(0, numbers));
  }

  /** Moves the bodies to a part t of the way of an iteration: base + t (straight − base) + t² (curved − straight). */
  #moveTo(part: number): void {
    const { position, stride } = this.#world.particles;
    const [x, base] = [position.view, this.#base.view];
    const [straights, curved] = [this.#straight.view, this.#curved.view];
    for (const { first, count } of this.#bodies) {
      for (let axis = 0; axis < 3; axis++) {
        for (let at = axis * stride + first, end = at + count; at < end; at++) {
          const straight = straights[at];
          const along = part === 1 ? straight : base[at] + part * (straight - base[at]);
          x[at] = along + part * part * (curved[at] - straight);
        }
      }
    }
  }

  /** Moves free particles to positions, and returns the potential of the bodies there, J. */
  #potentialAt(to: Block<'f64'>): number {
    this.#place(to);
    return this.#potentialHere();
  }

  /** Returns the potential of the bodies at the present positions, J. */
  #potentialHere(): number {
    const world = this.#world;
    return this.#bodies.reduce((sum, { dynamics }) => sum + dynamics.system.potential(world, this.#step), 0);
  }

  /** Returns the potential at the present positions with the contacts of the last solve, J. */
  #modelHere(): number {
    this.#potential = this.#potentialHere();
    return this.#contactEnergy(this.#world.particles.position) + this.#potential;
  }
}
