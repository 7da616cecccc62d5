/**
 * A step of a cloth: Newton's method on the incremental potential (system.ts), which no iteration raises; and the same forces for
 * explicit engines.
 */
import type { Block } from '../../core/arena.ts';
import type { Force } from '../../core/force.ts';
import type { ImplicitOutcome, ImplicitStep } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import * as SolveResult from '../../layouts/generated/solve-result.ts';
import type { Cloth } from './cloth.ts';
import { addSpringForces, springEnergy } from './pins.ts';

/** Fields of SolveResult as indices of its numbers. */
const ITERATIONS = SolveResult.ITERATIONS / 8;
const DECREASE = SolveResult.DECREASE / 8;
const GOAL = SolveResult.GOAL / 8;
const ERROR = SolveResult.ERROR / 8;

/**
 * Square of the error that a linear solve may leave over that of the way to its solution, in the norm of energy: what Newton's
 * method is likely to miss anyway (Dembo, Eisenstat & Steihaug 1982). Measured on a flag: docs/decisions/0009.
 */
const SOLVE_SHARE = 0.02;
/** The same after an iteration that missed less. Measured on a drape: docs/decisions/0009. */
const FINEST_SHARE = 0.01;
/** Share of the decrease that the linear solve promises which a part of the way must reach (Armijo 1966). */
const LEAST_DECREASE = 1e-4;
/** Most cuts of a way, each to between a tenth and a half; beyond them the cloth stays where it is. Chosen: 10⁻⁴ of the way. */
const MOST_CUTS = 12;
/** Relative rounding error of a potential, a sum of ten thousand terms in f64. */
const ROUNDING = 1e-13;

/** Time over which rates of conditions are measured for explicit engines, s. */
const RATE_TIME = 1e-7;

export class ClothStep {
  readonly #cloth: Cloth;
  /** Positions at the start of an iteration, at the end of its straight way and of its curved one, planar, m. */
  #base = new Float64Array(0);
  #straight = new Float64Array(0);
  #curved = new Float64Array(0);
  /** Incremental potential at the present positions, J. */
  #potential = 0;
  /** Square of the error that the next linear solve may leave over that of the way. */
  #share = SOLVE_SHARE;
  #isSettled = false;

  constructor(cloth: Cloth) {
    this.#cloth = cloth;
  }

  begin(world: World): void {
    const { system, first, count } = this.#cloth;
    system.measure(world.particles.position, first);
    system.begin();
    if (this.#base.length >= 3 * count) return;
    this.#base = new Float64Array(6 * count);
    this.#straight = new Float64Array(6 * count);
    this.#curved = new Float64Array(6 * count);
  }

  /**
   * Runs one iteration of Newton's method, if the last one has not settled the step. It ends with a smaller potential than it
   * begins, or where it begins.
   *
   * Threads that turn by an angle are stretched by its square along a straight way, so a stiff sheet would only get a small part
   * of it before the potential rises. A second solve from its end takes the stretch back within a few iterations; the way
   * is the parabola from the start through both (second-order correction; Nocedal & Wright 2006, 15.6).
   */
  solve(world: World, step: ImplicitStep): ImplicitOutcome {
    const { out } = this.#cloth.system.blocks;
    if (step.correction === 0) this.#start(world, step);
    else if (this.#isSettled) return { iterations: 0, solves: 0, stretchChange: 0, settled: true };
    this.#save(world, this.#base);
    const before = this.#potential;
    this.#newton(world, step, this.#share);
    let iterations = out.view[ITERATIONS];
    const decrease = out.view[DECREASE];
    const goal = out.view[GOAL];
    const error = out.view[ERROR];
    const promised = decrease / (step.h * step.h);
    this.#save(world, this.#straight);
    this.#curved.set(this.#straight);
    this.#potential = this.#potentialHere(world, step);
    const bends = !this.#isLower(before, promised);
    if (bends) {
      this.#newton(world, step, SOLVE_SHARE);
      iterations += out.view[ITERATIONS];
      this.#save(world, this.#curved);
      this.#potential = this.#potentialHere(world, step);
    }
    const part = this.#searchWay(world, step, before, promised);
    // A term c of third order that the linear model misses leaves a force of 3 c over the way.
    const missed = 3 * step.h * step.h * Math.abs(before - this.#potential - 0.5 * promised);
    const rounding = step.h * step.h * ROUNDING * Math.abs(before);
    const isWhole = part === 1 && !bends;
    const isModel = missed * missed <= goal * decrease || missed <= rounding;
    this.#isSettled = part === 0 || (isWhole && error <= goal && isModel);
    const miss = missed / decrease;
    this.#share = isWhole ? Math.max(FINEST_SHARE, Math.min(SOLVE_SHARE, miss * miss)) : SOLVE_SHARE;
    return {
      iterations,
      solves: bends ? 2 : 1,
      stretchChange: Number.isFinite(decrease) ? this.#cloth.system.stretchChange() : Number.NaN,
      settled: this.#isSettled,
    };
  }

  /** Moves the cloth to the solution of the linear system at its present positions. */
  #newton({ particles }: World, step: ImplicitStep, share: number): void {
    const { system, first, material } = this.#cloth;
    const { damping, bendDamping = damping } = material;
    system.gather(particles.position, 'nodes', first);
    system.forces(step.h, damping, bendDamping);
    system.support(step, first);
    system.newton(step, share, first);
  }

  /**
   * Begins a step where the potential is least: at the goal, which is right for a free fall; on the inertial way without
   * forces, right for a rest and for what moves evenly; or at the start. Pins are where they are led.
   */
  #start(world: World, step: ImplicitStep): void {
    const { system, first } = this.#cloth;
    const { particles: p, kernels, arena } = world;
    this.#isSettled = false;
    this.#share = SOLVE_SHARE;
    system.constrain(step, first);
    system.gather(step.goal, 'goals', first);
    const inertial = arena.scratchOf('cloth.inertial', p.numbers);
    kernels.addScaled(inertial.offset, step.from.offset, p.velocity.offset, step.h, p.numbers);
    system.gather(inertial, 'inertial', first);
    this.#save(world, this.#straight);
    const goal = this.#potentialHere(world, step);
    this.#place(world, inertial);
    const coasting = this.#potentialHere(world, step);
    this.#place(world, step.from);
    this.#potential = this.#potentialHere(world, step);
    if (goal < coasting && goal < this.#potential) {
      this.#curved.set(this.#straight);
      this.#moveTo(world, 1);
      this.#potential = goal;
    } else if (coasting < this.#potential) {
      this.#place(world, inertial);
      this.#potential = coasting;
    }
  }

  /** Puts free vertices where `to` has them; pinned ones stay. */
  #place({ particles: { position, inverseMass, stride } }: World, to: Block<'f64'>): void {
    const { first, count } = this.#cloth;
    for (let axis = 0; axis < 3; axis++) {
      for (let i = first, at = axis * stride + first; i < first + count; i++, at++) {
        if (inverseMass.view[i] !== 0) position.view[at] = to.view[at];
      }
    }
  }

  /**
   * Moves the cloth back along the way of an iteration, from its end, until the potential is below that `before`: to minima of
   * parabolas through both potentials with the slope at the start, −`promised` (J). Returns the part of the way.
   */
  #searchWay(world: World, step: ImplicitStep, before: number, promised: number): number {
    let part = 1;
    for (let cut = 0; cut < MOST_CUTS; cut++) {
      if (this.#isLower(before, part * promised)) return part;
      const bend = this.#potential - before + part * promised;
      const least = bend > 0 ? (0.5 * part * promised) / bend : 0;
      part *= Math.max(0.1, Math.min(0.5, least));
      this.#moveTo(world, part);
      this.#potential = this.#potentialHere(world, step);
    }
    this.#moveTo(world, 0);
    this.#potential = this.#potentialHere(world, step);
    return 0;
  }

  /** Returns whether the potential is lower than `before` by enough, or by as much as rounding can tell. */
  #isLower(before: number, promised: number): boolean {
    const rise = this.#potential - before;
    return rise <= -LEAST_DECREASE * promised || Math.abs(rise) <= ROUNDING * Math.abs(before);
  }

  #save({ particles: { position, stride } }: World, to: Float64Array): void {
    const { first, count } = this.#cloth;
    for (let axis = 0; axis < 3; axis++) {
      const from = axis * stride + first;
      to.set(position.view.subarray(from, from + count), axis * count);
    }
  }

  /** Moves the cloth to a part t of the way of an iteration: base + t (straight − base) + t² (curved − straight). */
  #moveTo({ particles }: World, part: number): void {
    const { first, count } = this.#cloth;
    const { position, stride } = particles;
    for (let axis = 0; axis < 3; axis++) {
      for (let v = 0, k = axis * count, at = axis * stride + first; v < count; v++, k++, at++) {
        const straight = this.#straight[k];
        const along = part === 1 ? straight : this.#base[k] + part * (straight - this.#base[k]);
        position.view[at] = along + part * part * (this.#curved[k] - straight);
      }
    }
  }

  /** Returns the potential at the present positions, J. */
  #potentialHere({ particles }: World, step: ImplicitStep): number {
    const { system, first, material } = this.#cloth;
    const { damping, bendDamping = damping } = material;
    system.measure(particles.position, first);
    return system.potential(step, first, damping, bendDamping);
  }
}

/** Returns the forces of a cloth, for explicit engines and the audit of energy. */
export function clothForce(cloth: Cloth): Force {
  return {
    name: 'cloth',
    implicit: true,
    add(world: World) {
      const { system, first } = cloth;
      const { damping, bendDamping = damping } = cloth.material;
      const { particles: p, kernels, arena } = world;
      const earlier = arena.scratchOf('cloth.earlier', p.numbers);
      kernels.addScaled(earlier.offset, p.position.offset, p.velocity.offset, -RATE_TIME, p.numbers);
      system.measure(earlier, first);
      system.begin();
      system.gather(p.position, 'nodes', first);
      system.explicitForces(RATE_TIME, damping, bendDamping);
      system.scatter(p.force, first);
      if (cloth.springs) addSpringForces(cloth.springs, cloth, world);
    },
    energy(world: World) {
      const { system } = cloth;
      system.measure(world.particles.position, cloth.first);
      const held = cloth.springs ? springEnergy(cloth.springs, cloth, world) : 0;
      return system.measures().energy + system.bendEnergy() + system.tieEnergy() + held;
    },
  };
}
