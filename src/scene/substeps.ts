/** Sub-steps of a scene with "auto": as few as the engine is stable with. */
import type { Body } from '../core/body.ts';
import type { World } from '../core/world.ts';
import { isImplicit } from '../integrators/index.ts';
import { stableSteps, substepsFor } from '../integrators/stability.ts';
import { modelNamed } from '../models/index.ts';
import { LIMITS } from '../schema/limits.ts';
import { deepestLevel } from './check.ts';
import { coldest, type Heated, withStiffest } from './heat.ts';
import type { Scene } from './parameters.ts';
import { SceneError } from './problems.ts';

/** Sub-steps a frame, before any refinement. */
export function substepsOf(world: World, scene: Scene, heated: readonly Heated[]): number {
  const { name, substeps } = scene.engine;
  if (substeps !== 'auto') return substeps;
  const own = Math.min(...world.bodies.map(ownStep));
  if (isImplicit(name)) {
    const longest = Math.min(
      ...scene.bodies.map(({ model }) => modelNamed(model).longestImplicitStep ?? Infinity),
    );
    if (own < Infinity) return affordable(world, scene, Math.min(own, longest), own);
    return 1;
  }
  const lowest = coldest(scene.heat, scene.colliders);
  const stability = withStiffest(scene.heat, heated, lowest, () => stableSteps(world));
  return affordable(world, scene, Math.min(stability.engines[name].step, own), own);
}

/** Longest sub-step of a body that advances itself, s. */
function ownStep({ dynamics }: Body): number {
  return dynamics.kind === 'own' ? dynamics.stableStep : Infinity;
}

/** Sub-steps of at most `limit` s; `own`: the limit of bodies that move their own particles. */
function affordable(world: World, scene: Scene, limit: number, own: number): number {
  const substeps = substepsFor(scene.dt, limit);
  const deepest = deepestLevel(scene.bodies);
  const most = substeps * (1 << deepest);
  if (most <= LIMITS.substeps) return substeps;
  const where = deepest > 0 ? ` at level ${deepest}` : '';
  const slowest = world.bodies.find((body) => limit === own && ownStep(body) === own);
  const step = slowest && modelNamed(slowest.model).stepLimit?.(slowest);
  const whose = slowest ? `"${slowest.name}"` : `engine "${scene.engine.name}"`;
  const cause = step ? ` by its ${step.cause}` : '';
  const advice = step?.advice ?? 'a softer or heavier material, fewer points';
  const message = `${whose} is stable up to ${limit} s here${cause}: ${most} sub-steps a frame${where}; the limit is ${LIMITS.substeps}. Use ${advice} or a shorter dt`;
  throw new SceneError([{ path: 'engine.substeps', message }]);
}
