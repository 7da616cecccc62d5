/**
 * Engines with one force evaluation per step.
 *
 *   analytical     x += vh + ½ah², v += ah: constant acceleration over the step (named so in the Aurora thesis)
 *   euler-cromer   v += ah, then x += vh with the new v; symplectic. If parts of a world step at different rates, half of the
 *                  displacement comes before the kick (leapfrog, equally stable): slower parts are kicked at the middle of their
 *                  steps too, and only time-reversible steps leave a sheet at rest without velocity
 *   verlet         x += vh + ½ah², v += ½h (a + a'), where a' uses the predicted velocity v + ah, which keeps damped springs at second
 *                  order. a' is the next step's a unless a system moves particles in between
 */

import { pacesOf } from '../core/dynamics.ts';
import { evaluateForces } from '../core/force.ts';
import type { Integrator } from '../core/integrator.ts';
import type { StepReport } from '../core/report.ts';
import type { World } from '../core/world.ts';
import { FORCES_CURRENT } from '../core/world-state.ts';

export const analytical: Integrator = {
  name: 'analytical',
  order: 1,
  stages: 1,
  advance(world: World, h: number, report: StepReport) {
    const p = world.particles;
    world.state.view[FORCES_CURRENT] = 0;
    evaluateForces(world, world.time, report);
    world.kernels.constantAcceleration(
      p.position.offset,
      p.velocity.offset,
      p.force.offset,
      p.inverseMass.offset,
      h,
      p.stride,
    );
  },
};

export const eulerCromer: Integrator = {
  name: 'euler-cromer',
  order: 1,
  stages: 1,
  advance(world: World, h: number, report: StepReport) {
    const { particles: p, kernels } = world;
    const x = p.position.offset;
    const v = p.velocity.offset;
    const early = world.bodies.some((body) => pacesOf(body)?.some(({ substeps }) => substeps > 1))
      ? h / 2
      : 0;
    world.state.view[FORCES_CURRENT] = 0;
    if (early > 0) kernels.addScaled(x, x, v, early, p.numbers);
    evaluateForces(world, world.time + early, report);
    kernels.kickDrift(x, v, p.force.offset, p.inverseMass.offset, h, p.stride);
    if (early > 0) kernels.addScaled(x, x, v, -early, p.numbers);
  },
};

export const verlet: Integrator = {
  name: 'verlet',
  order: 2,
  stages: 1,
  advance(world: World, h: number, report: StepReport) {
    const { particles: p, kernels, arena } = world;
    if (world.state.view[FORCES_CURRENT] === 0) evaluateForces(world, world.time, report);
    const a = arena.scratchOf('verlet.acceleration', p.numbers);
    const x = p.position.offset;
    const v = p.velocity.offset;
    kernels.accelerate(a.offset, p.force.offset, p.inverseMass.offset, p.stride);
    kernels.constantAcceleration(x, v, p.force.offset, p.inverseMass.offset, h, p.stride); // v is now the prediction
    evaluateForces(world, world.time + h, report);
    kernels.addScaled(v, v, a.offset, -0.5 * h, p.numbers);
    kernels.accelerate(a.offset, p.force.offset, p.inverseMass.offset, p.stride);
    kernels.addScaled(v, v, a.offset, 0.5 * h, p.numbers);
    world.state.view[FORCES_CURRENT] = 1;
  },
};
