/** Assembles a world from a checked scene: each body by its model, then the parts of the scene that act on bodies. */
import {
  addContact,
  addRigidBodies,
  type Collider,
  type ColliderPath,
  createCollider,
  loadRapier,
  type RigidSolver,
} from '../contact/index.ts';
import type { Body } from '../core/body.ts';
import { levelsInUse } from '../core/refinement.ts';
import { World, type WorldOptions } from '../core/world.ts';
import { airDamping, stepDamping } from '../forces/air.ts';
import { gravity } from '../forces/gravity.ts';
import { wind } from '../forces/wind.ts';
import { createIntegrator } from '../integrators/index.ts';
import { random, seedRandom } from '../math/random.ts';
import { modelNamed } from '../models/index.ts';
import type { BuildContext, FinishContext, Thick } from '../models/model.ts';
import { addHeat, heatedBodies, refusedAt } from './heat.ts';
import type { Scene } from './parameters.ts';
import { SceneError } from './problems.ts';
import { addSeams } from './seams.ts';
import { substepsOf } from './substeps.ts';

/** Parts that a world is built with and that a scene cannot describe. */
export interface BuildOptions extends WorldOptions {
  /** For scenes with rigid bodies: the answer of `rigidSolverFor`. */
  readonly rigid?: RigidSolver;
  /** Paths of colliders that a program moves, by name; they replace the keyframes of the scene. */
  readonly paths?: ReadonlyMap<string, ColliderPath>;
}

/** Loads the solver that `buildScene` needs for rigid bodies; loads nothing if they can touch sheets only. */
export async function rigidSolverFor(scene: Scene): Promise<RigidSolver | undefined> {
  return needsRigidSolver(scene) ? loadRapier() : undefined;
}

/** Whether rigid bodies may touch each other or colliders, which is up to their solver. */
export function needsRigidSolver({
  rigidBodies,
  colliders,
}: Pick<Scene, 'rigidBodies' | 'colliders'>): boolean {
  return rigidBodies.length > 1 || (rigidBodies.length === 1 && colliders.length > 0);
}

/** Builds a world from a checked scene. */
export function buildScene(scene: Scene, options: BuildOptions = {}): World {
  const { name, tolerance, iterations } = scene.engine;
  const world = new World(createIntegrator(name, { tolerance, iterations }), options);
  const bodies = addBodies(world, scene);
  addForces(world, scene, bodies);
  addSeams(world, scene);
  const solids = scene.colliders.map((spec) => {
    const collider = createCollider(spec);
    const path = options.paths?.get(spec.name);
    return path ? { ...collider, track: path } : collider;
  });
  addRigid(world, scene, solids, options.rigid);
  addContact(world, {
    ...scene.contact,
    colliders: solids,
    bodies: bodies.map((body) => ({ body, radius: body.thickness / 2 })),
  });
  const heated = heatedBodies(scene, bodies);
  const colliders = scene.colliders.map((spec, i) => ({ ...spec, collider: solids[i] }));
  const exchange = addHeat(world, scene.heat, heated, colliders);
  world.substeps = substepsOf(world, scene, heated) * (1 << levelsInUse(world)); // refined sheets take more
  finishModels(world, scene, { scene, colliders, heated, exchange });
  return world;
}

function addBodies(world: World, scene: Scene): Thick[] {
  const generator = new Int32Array(4);
  seedRandom(generator, scene.seed);
  const shift = (jitter: number) => (jitter === 0 ? 0 : jitter * (2 * random(generator) - 1));
  const context: BuildContext = { scene, shift };
  return scene.bodies.map((body, i) =>
    refusedAt(`bodies[${i}]`, () => modelNamed(body.model).build(world, body, context)),
  );
}

function finishModels(world: World, { bodies }: Scene, context: FinishContext): void {
  for (const name of new Set(bodies.map(({ model }) => model))) {
    const own = world.bodies.filter((_, i) => bodies[i].model === name);
    modelNamed(name).finish?.(world, own, context);
  }
}

function addForces(world: World, scene: Scene, bodies: readonly Body[]): void {
  const { air } = scene;
  if (scene.gravity.some((g) => g !== 0)) world.addForce(gravity(scene.gravity));
  if (air.rate > 0) world.addForce(airDamping(air.rate));
  if (air.density > 0 && (air.drag > 0 || air.lift > 0)) {
    const { wind: velocity, density, drag, lift, gust, gustPeriod } = air;
    world.addForce(wind(bodies, { velocity, density, drag, lift, gust, gustPeriod }));
  }
  bodies.forEach((body, i) => {
    const load = modelNamed(scene.bodies[i].model).load?.(body, scene.bodies[i]);
    if (load) world.addForce(load);
  });
  if (air.factor < 1) world.add(stepDamping(air.factor));
}

function addRigid(
  world: World,
  scene: Scene,
  colliders: readonly Collider[],
  solver: RigidSolver | undefined,
): void {
  const { rigidBodies, gravity } = scene;
  if (rigidBodies.length === 0) return;
  if (!solver && needsRigidSolver(scene)) {
    const message =
      'a scene with rigid bodies is built with their solver: buildScene(scene, { rigid: await rigidSolverFor(scene) })';
    throw new SceneError([{ path: 'rigidBodies', message }]);
  }
  const met = colliders.filter(({ shape }) => !shape.moving);
  addRigidBodies(world, rigidBodies, { gravity, colliders: met, solver });
}
