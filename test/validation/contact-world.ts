/** Worlds for the contact tests: particles in free flight, exact for constant gravity. */
import {
  addContact,
  type Collider,
  type ColliderSpec,
  createCollider,
  ParticleContact,
  type ShapeSpec,
} from '../../src/contact/index.ts';
import type { Integrator } from '../../src/core/integrator.ts';
import type { StepReport } from '../../src/core/report.ts';
import { step } from '../../src/core/step.ts';
import { World } from '../../src/core/world.ts';

export type Vec = [number, number, number];

export const G = 9.80665;

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function collider(shape: ShapeSpec, rest: Partial<ColliderSpec> = {}): Collider {
  return createCollider({ name: 'it', shape, ...rest });
}

/** v += g h, x += v₀ h + ½ g h². */
export function freeFlight(gravity: Vec): Integrator {
  return flight('free flight', gravity, 0.5);
}

/** v += g h, x += v₁ h: the engine whose positions run ahead. */
export function eulerCromer(gravity: Vec): Integrator {
  return flight('euler-cromer', gravity, 1);
}

function flight(name: string, gravity: Vec, share: number): Integrator {
  return {
    name,
    order: 2,
    stages: 1,
    advance(world, h) {
      const p = world.particles;
      const x = p.position.view;
      const v = p.velocity.view;
      for (let axis = 0; axis < 3; axis++) {
        for (let i = 0; i < p.count; i++) {
          if (p.inverseMass.view[i] === 0) continue;
          const at = axis * p.stride + i;
          x[at] += h * (v[at] + share * gravity[axis] * h);
          v[at] += gravity[axis] * h;
        }
      }
    },
  };
}

export interface Scene {
  world: World;
  stage: ParticleContact;
  report?: StepReport;
}

export interface SceneOptions {
  /** Of all particles, or of each. */
  velocity?: Vec;
  velocities?: readonly Vec[];
  radius?: number;
  gravity?: Vec;
  engine?: (gravity: Vec) => Integrator;
}

export function particlesAmong(
  colliders: readonly Collider[],
  positions: readonly Vec[],
  options: SceneOptions = {},
): Scene {
  const world = new World((options.engine ?? freeFlight)(options.gravity ?? [0, -G, 0]));
  world.particles.add(positions.length);
  const scene: Scene = { world, stage: new ParticleContact([], []) };
  setUp(scene, colliders, positions, options);
  return scene;
}

/** Puts the particles of a scene at new places among new colliders, at time 0. */
export function setUp(
  scene: Scene,
  colliders: readonly Collider[],
  positions: readonly Vec[],
  options: SceneOptions = {},
): void {
  const { state, particles: p } = scene.world;
  state.view.fill(0);
  const velocities = options.velocities ?? positions.map(() => options.velocity ?? [0, 0, 0]);
  positions.forEach((position, i) => {
    p.setMass(i, 1);
    for (let axis = 0; axis < 3; axis++) {
      p.position.view[axis * p.stride + i] = position[axis];
      p.velocity.view[axis * p.stride + i] = velocities[i][axis];
    }
  });
  setStage(scene, colliders, options.radius);
}

/** A new contact stage, which knows nothing yet. */
export function setStage(scene: Scene, colliders: readonly Collider[], radius = 0): void {
  const { world } = scene;
  if (world.contact) world.remove(world.contact);
  world.contact = undefined;
  const bodies = [{ body: { first: 0, count: world.particles.count }, radius }];
  scene.stage = addContact(world, { colliders, bodies }).particles ?? new ParticleContact([], []);
}

export function advance(scene: Scene, h: number, steps: number, each?: () => void): Scene {
  for (let i = 0; i < steps; i++) {
    scene.report = step(scene.world, h);
    if (scene.report.fault) throw new Error(scene.report.fault.cause);
    each?.();
  }
  return scene;
}

export function positionOf({ world: { particles: p } }: Scene, i = 0): Vec {
  return [p.x[i], p.y[i], p.z[i]];
}

export function velocityOf({ world: { particles: p } }: Scene, i = 0): Vec {
  return [p.vx[i], p.vy[i], p.vz[i]];
}
