/** Runs a scene of the corpus to its end and checks its `expect` block. */
import {
  buildScene,
  checkExpectations,
  type RunFacts,
  rigidSolverFor,
  run,
  type Scene,
  type StepReport,
  type World,
} from 'pliant';
import { audit } from 'pliant/engine';

/** Scenes that test/validation/contact-holds.test.ts runs, to look at more of them than their expectations. */
export const WATCHED = ['spikes', 'pole', 'rim', 'ribbon', 'stack'];

/** The expectations that do not hold; none for a sound scene. `watch` sees the world after every step. */
export async function brokenExpectations(scene: Scene, watch?: (world: World) => void): Promise<string[]> {
  const world = buildScene(scene, { rigid: await rigidSolverFor(scene) });
  const start = { energy: {} } as StepReport;
  audit(world, start);
  let strainMax = 0;
  let penetrationMax = 0;
  let particlesMax = world.particles.count;
  let energyMax = Number.NEGATIVE_INFINITY;
  const last = run(world, scene.dt, Math.round(scene.seconds / scene.dt), (report) => {
    strainMax = Math.max(strainMax, report.strain.max);
    penetrationMax = Math.max(penetrationMax, report.penetrationMax);
    particlesMax = Math.max(particlesMax, report.particles);
    energyMax = Math.max(energyMax, report.energy.total);
    watch?.(world);
  });
  const { x, y, z } = world.particles;
  const facts: RunFacts = {
    finite: [x, y, z].every((values) => values.every(Number.isFinite)),
    faults: last.fault ? [last.fault] : [],
    particles: { end: world.particles.count, max: particlesMax },
    strain: { mean: last.strain.mean, max: strainMax },
    penetrationMax,
    energy: last.energy,
    energyStart: start.energy.total,
    energyMax,
  };
  return checkExpectations(scene, world, facts);
}
