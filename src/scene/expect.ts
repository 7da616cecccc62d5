/** Checks a run against the expectations of its scene. */
import { contactOf } from '../contact/index.ts';
import type { Body } from '../core/body.ts';
import type { Fault, StepReport } from '../core/report.ts';
import { readView } from '../core/views.ts';
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
  /** Facts of all steps; only `strain99Max` and `energyRise` need them. */
  readonly steps?: StepFacts;
}

/** Facts about all steps, for the expectations that need them. */
export interface StepFacts {
  /** Strain that 99 % of the particles stay below, the largest of any step. */
  readonly strain99: number;
  /** Least total energy since `expect.energyRise.from`, and the largest rise above it, J. */
  readonly energyLeast: number;
  readonly energyRise: number;
}

const NO_STEPS: StepFacts = { strain99: 0, energyLeast: Number.MAX_VALUE, energyRise: 0 };

/** Returns the facts after a further step; they stay as they are unless the scene expects something of them. */
export function factsAfterStep(
  { expect }: Scene,
  world: World,
  { time, energy }: StepReport,
  before: StepFacts = NO_STEPS,
): StepFacts {
  let { strain99, energyLeast, energyRise } = before;
  if (expect.strain99Max !== undefined) strain99 = Math.max(strain99, strain99Of(world));
  // Times are sums of steps, with their rounding.
  if (expect.energyRise && time > expect.energyRise.from - 1e-9) {
    energyLeast = Math.min(energyLeast, energy.total);
    energyRise = Math.max(energyRise, energy.total - energyLeast);
  }
  return { strain99, energyLeast, energyRise };
}

/** Returns the strain that 99 % of the particles with a strain stay below; 0 without any. */
function strain99Of(world: World): number {
  const strains = world.bodies.map((_, i) => readView(world, 'strain', i) ?? new Float32Array());
  const all = new Float32Array(strains.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const some of strains) {
    all.set(some, at);
    at += some.length;
  }
  return all.sort()[Math.max(0, Math.ceil(0.99 * all.length) - 1)] ?? 0;
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
  if (expect.strain99Max !== undefined) atMost('strain99Max', run.steps?.strain99 ?? Number.NaN);
  atMost('strainMeanMax', run.strain.mean);
  atMost('penetrationMax', run.penetrationMax);
  atMost('energyGainMax', run.energyMax - run.energyStart);
  if (expect.energyRise) {
    const { from, max } = expect.energyRise;
    const rise = run.steps?.energyRise ?? Number.NaN;
    check(rise <= max, `expect.energyRise: at most ${max} J from ${from} s on, was ${rise}`);
  }
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
