/** A cloth in Newton's method on the incremental potential (system.ts), and the same forces for explicit engines. */
import type { Block } from '../../core/arena.ts';
import type { BodySystem } from '../../core/dynamics.ts';
import type { Force } from '../../core/force.ts';
import type { ImplicitStep, SystemVectors } from '../../core/implicit.ts';
import type { World } from '../../core/world.ts';
import type { Cloth } from './cloth.ts';
import { addSpringForces, springEnergy } from './pins.ts';

/** Time over which rates of conditions are measured for explicit engines, s. */
const RATE_TIME = 1e-7;

export class ClothStep implements BodySystem {
  readonly #cloth: Cloth;

  constructor(cloth: Cloth) {
    this.#cloth = cloth;
  }

  get rows(): number {
    return this.#cloth.system.rows;
  }

  get order(): Int32Array {
    return this.#cloth.system.blocks.order.view;
  }

  get isHeld(): boolean {
    return this.#cloth.system.isHeld;
  }

  begin(world: World): void {
    const { system, first } = this.#cloth;
    system.measure(world.particles.position, first);
    system.begin();
  }

  prepare(step: ImplicitStep, inertial: Block<'f64'>): void {
    const { system, first } = this.#cloth;
    system.constrain(step, first);
    system.gather(step.goal, 'goals', first);
    system.gather(inertial, 'inertial', first);
  }

  potential({ particles }: World, step: ImplicitStep): number {
    const { system, first, material } = this.#cloth;
    const { damping, bendDamping = damping } = material;
    system.measure(particles.position, first);
    return system.potential(step, damping, bendDamping);
  }

  assemble({ particles }: World, step: ImplicitStep, vectors: SystemVectors): void {
    const { system, first, material } = this.#cloth;
    const { damping, bendDamping = damping } = material;
    system.measure(particles.position, first);
    system.forces(step.h, damping, bendDamping);
    system.writeVectors(step.h, vectors);
  }

  complete(vectors: SystemVectors): number {
    return this.#cloth.system.complete(vectors);
  }

  move(vectors: SystemVectors): void {
    this.#cloth.system.move(vectors, this.#cloth.first);
  }

  stretchChange(): number {
    return this.#cloth.system.stretchChange();
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
      system.measure(p.position, first);
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
