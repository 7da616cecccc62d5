/** Checks a run against the expectations of its scene. */
import { contactOf } from '../contact/index.ts';
import type { Body } from '../core/body.ts';
import type { Fault } from '../core/report.ts';
import type { World } from '../core/world.ts';
import type { Vector } from '../math/vec3.ts';
import { modelNamed } from '../models/index.ts';
import type { ExpectedPlace, Scene } from './parameters.ts';

/** Measurements of a run: `energy` and `strain.mean` at its end, the rest over all of it. */
export interface RunFacts {
  readonly finite: boolean;
  readonly faults: readonly Fault[];
  readonly particles: { readonly end: number; readonly max?: number };
  /** Relative elongation of springs. */
  readonly strain: { readonly mean: number; readonly max: number };
  /** Deepest penetration, m. */
  readonly penetrationMax: number;
  /** Energies by name, with `kinetic` and `total`, J. */
  readonly energy: Readonly<Record<string, number>>;
  /** Total energy before the first step, and the largest after any, J. */
  readonly energyStart: number;
  readonly energyMax: number;
}

/** Checks the expectations of a scene after a run; returns a sentence for each that failed. */
export function checkExpectations(scene: Scene, world: World, run: RunFacts): string[] {
  const { expect } = scene;
  const failed: string[] = [];
  const check = (holds: boolean, sentence: string) => {
    if (!holds) failed.push(sentence);
  };
  const atMost = (name: keyof Scene['expect'], measured: number) => {
    const bound = expect[name] as number | undefined;
    if (bound !== undefined) check(measured <= bound, `expect.${name}: at most ${bound}, was ${measured}`);
  };
  const atLeast = (name: keyof Scene['expect'], measured: number) => {
    const bound = expect[name] as number | undefined;
    if (bound !== undefined) check(measured >= bound, `expect.${name}: at least ${bound}, was ${measured}`);
  };

  if (expect.finite) {
    check(run.finite, 'expect.finite: some number is not finite');
    for (const { time, cause } of run.faults) check(false, `expect.finite: fault at ${time} s: ${cause}`);
  }
  if (expect.particles !== undefined) {
    const count = run.particles.end;
    check(count === expect.particles, `expect.particles: ${expect.particles}, was ${count}`);
  }
  atLeast('particlesMin', run.particles.end);
  atMost('particlesMax', run.particles.end);
  atLeast('particlesPeakMin', run.particles.max ?? run.particles.end);
  const triangles = world.bodies.reduce((sum, body) => sum + body.triangles.length / 3, 0);
  atMost('trianglesMax', triangles);
  atLeast('trianglesMin', triangles);
  atMost('strainMax', run.strain.max);
  atMost('strainMeanMax', run.strain.mean);
  atMost('penetrationMax', run.penetrationMax);
  atMost('energyGainMax', run.energyMax - run.energyStart);
  atMost('kineticMax', run.energy.kinetic);
  atLeast('kineticMin', run.energy.kinetic);
  expect.walls.forEach(({ body, min, max }, i) => {
    const map = world.body(body).drawing?.wall?.(world);
    const thinnest = map ? Math.min(...map.thickness) / map.rest : 1;
    const inside = thinnest >= min && thinnest <= max;
    check(inside, `expect.walls[${i}]: thinnest wall of ${body} ${min} to ${max}, was ${thinnest}`);
  });
  const isIn = (at: Vector, { min, max }: { min: Vector; max: Vector }, what: string) => {
    const inside = at.every((x, axis) => x >= min[axis] && x <= max[axis]);
    check(inside, `${what} in [${min.join(', ')}] to [${max.join(', ')}], was at [${at.join(', ')}]`);
  };
  expect.rigid.forEach((place, i) => {
    const index = scene.rigidBodies.findIndex(({ name }) => name === place.body);
    const { position } = contactOf(world).rigid!.poseOf(index);
    isIn(position, place, `expect.rigid[${i}]: ${place.body}`);
  });
  expect.places.forEach((place, i) => {
    isIn(positionOf(scene, world, place), place, `expect.places[${i}]: ${place.body} ${place.at}`);
  });
  return failed;
}

/** Returns the present position of a named point of a body. */
function positionOf(scene: Scene, world: World, place: ExpectedPlace): Vector {
  const index = scene.bodies.findIndex(({ name }) => name === place.body);
  const spec = scene.bodies[index];
  const body = world.bodies[index];
  return modelNamed(spec.model).places?.position(world, body, spec, place.at) ?? middleOf(world, body);
}

function middleOf({ particles }: World, { first, count }: Body): Vector {
  const mean = (values: Float64Array) =>
    values.subarray(first, first + count).reduce((sum, value) => sum + value, 0) / count;
  return [mean(particles.x), mean(particles.y), mean(particles.z)];
}

/** Returns for each body the strain at which real material tears; infinite if none is known. */
export function breakingStrains({ bodies, heat }: Scene): number[] {
  const isHeated = heat.mode !== 'off';
  return bodies.map((body) => modelNamed(body.model).breakingStrain?.(body, isHeated) ?? Infinity);
}
