/**
 * A step of a cloth: Newton's method on the incremental potential (system.ts), guarded by a line search between the start of
 * the step and its end; and the same forces for explicit engines.
 */
import type { Force } from '../../core/force.ts';
import type { ImplicitOutcome, ImplicitStep } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import type { Cloth } from './cloth.ts';
import { addSpringForces, springEnergy } from './pins.ts';

/**
 * Potential of the goal over that of the start above which Newton's method begins in between. From a lower one the solve
 * converges in fewer iterations than from a point in between, where only the slow modes are left.
 */
const LARGEST_GOAL_POTENTIAL = 10;

/** Time over which rates of conditions are measured for explicit engines, s. */
const RATE_TIME = 1e-7;

export class ClothStep {
  readonly #cloth: Cloth;
  /** Residual r·z of the first solve of the step. */
  #firstResidual = 0;
  /** Residual r·z that the tolerance of corrections refers to; 0 for their own. */
  #reference = 0;
  /** Positions at the end of the step, planar, m. */
  #end = new Float64Array(0);
  /** Incremental potential at the start of the step, J. */
  #startPotential = 0;

  constructor(cloth: Cloth) {
    this.#cloth = cloth;
  }

  begin(world: World): void {
    const { system, first } = this.#cloth;
    system.measure(world.particles.position, first);
    system.begin();
  }

  /** Runs one iteration of Newton's method. */
  solve(world: World, step: ImplicitStep): ImplicitOutcome {
    const { system, first, material } = this.#cloth;
    const { damping, bendDamping = damping } = material;
    const p = world.particles;
    system.constrain(step, first);
    system.gather(step.goal, 'goals', first);
    system.gather(p.position, 'nodes', first);
    if (step.correction === 0) this.#startPotential = system.potential(step, first);
    const energy = system.forces(step.h, damping, bendDamping);
    if (step.correction === 0 && step.guarded && energy > LARGEST_GOAL_POTENTIAL * this.#startPotential) {
      this.#startBetween(world, step);
      system.forces(step.h, damping, bendDamping);
    }
    system.support(step, first);
    const [iterations, before, after] = system.newton(
      step,
      step.correction === 0 ? 0 : this.#reference,
      first,
    );
    if (step.correction === 0) this.#reference = this.#firstResidual = before;
    const rises = this.#rises(world, step);
    return {
      iterations,
      converged: iterations < step.iterations && Number.isFinite(after),
      stretchChange: system.stretchChange(),
      rises,
    };
  }

  /** Moves the cloth from a goal of large potential to the best point before it, so that no step begins with much more energy. */
  #startBetween(world: World, step: ImplicitStep): void {
    const { system, first } = this.#cloth;
    this.#saveEnd(world);
    system.measure(world.particles.position, first);
    this.#searchLine(world, step, system.potential(step, first));
    system.gather(world.particles.position, 'nodes', first);
  }

  /**
   * Returns whether the step ends with a larger incremental potential than at its start. If it is larger only within the
   * tolerance of the solve, the best point between start and end is taken instead, so that coarse solves feed no energy to
   * the cloth and it comes to rest.
   */
  #rises(world: World, step: ImplicitStep): boolean {
    const { system, first } = this.#cloth;
    const { position } = world.particles;
    const least = this.#startPotential;
    system.measure(position, first);
    if (!step.guarded) return false;
    const whole = system.potential(step, first);
    if (whole <= least) return false;
    this.#saveEnd(world);
    const share = this.#searchLine(world, step, whole);
    this.#reference = 0; // residuals of another point do not compare
    const left = (step.tolerance * step.tolerance * this.#firstResidual) / (step.h * step.h);
    return whole > least + left + 1e-6 * Math.abs(least) && share < 0.5;
  }

  /**
   * Moves the cloth to the best point between the start of the step and its end, which has the potential `whole`: to the
   * minimum of the parabola through the potentials at 0, ½ and 1, or nearer to the start while the potential is above that of
   * the start. Returns the share of the way.
   */
  #searchLine(world: World, step: ImplicitStep, whole: number): number {
    const least = this.#startPotential;
    const half = this.#potentialAt(world, step, 0.5);
    const curve = 2 * (least + whole - 2 * half);
    const slope = 4 * half - 3 * least - whole;
    const wanted = curve > 0 ? -slope / (2 * curve) : 0;
    for (let share = Math.max(0, Math.min(1, wanted)); share > 1e-3; share *= 0.25) {
      if (this.#potentialAt(world, step, share) <= least) return share;
    }
    this.#potentialAt(world, step, 0);
    return 0;
  }

  #saveEnd({ particles: { position, stride } }: World): void {
    const { first, count } = this.#cloth;
    if (this.#end.length < 3 * count) this.#end = new Float64Array(6 * count);
    for (let axis = 0; axis < 3; axis++) {
      const from = axis * stride + first;
      this.#end.set(position.view.subarray(from, from + count), axis * count);
    }
  }

  /** Moves the cloth a share of the way from the start of the step to its end. Returns the potential there, J. */
  #potentialAt({ particles }: World, step: ImplicitStep, share: number): number {
    const { first, count, system } = this.#cloth;
    const { position, stride } = particles;
    for (let axis = 0; axis < 3; axis++) {
      for (let v = 0, at = axis * stride + first; v < count; v++, at++) {
        const start = step.from.view[at];
        position.view[at] = start + share * (this.#end[axis * count + v] - start);
      }
    }
    system.measure(position, first);
    return system.potential(step, first);
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
