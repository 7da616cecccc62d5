/**
 * Wall thickness of a bubble blown from a clamped disc of hot plastic, against theory (bubble-theory.ts).
 *
 * Beyond a height of about a radius a bubble grows while its pressure falls, so pressure cannot control it. A pump does:
 * it has moved the volume V_p under the disc, the air responds with p = B (V_p − V)/a³, and the pump rate is
 * proportional to the missing height. At the end height and pressure are constant.
 */
import { step, World } from 'pliant';
import {
  addMembraneSheet,
  airDamping,
  createIntegrator,
  type MembraneLaw,
  type MembraneSheet,
  pressure,
  stableSteps,
  substepsFor,
} from 'pliant/engine';
import { type BubbleTheory, neoHookeanBubble, sphericalBubble } from './bubble-theory.ts';
import { type ValidationCase, verdict } from './case.ts';

/**
 * Thickness of the disc in units in which a, G, ρ and the speed of shear waves are 1; no result depends on them.
 */
const THICKNESS = 0.01;
/** Particles per side; half as many rings from pole to rim. */
const POINTS = 49;
/** Stiffness of the air, B/(G t₀), higher than that of any bubble. */
const AIR = 4;

interface Bubble {
  world: World;
  disc: MembraneSheet;
  height(): number;
  blow(dt: number): void;
}

function bubble(law: MembraneLaw, target: number): Bubble {
  const world = new World(createIntegrator('euler-cromer'));
  const disc = addMembraneSheet(world, {
    name: 'disc',
    outline: 'disc',
    size: [2, 2],
    points: [POINTS, POINTS],
    thickness: THICKNESS,
    density: 1,
    shearModulus: 1,
    law,
  });
  // About critical for the slowest mode of a drum of tension G t₀, ω = 2.4.
  world.addForce(airDamping(3));
  const air = pressure(disc.triangles, 0);
  world.addForce(air);
  const { particles: p, kernels } = world;
  const pole = disc.index((POINTS - 1) / 2, (POINTS - 1) / 2);
  const height = () => p.y[pole];
  let pumped = 0;
  return {
    world,
    disc,
    height,
    blow(dt) {
      // The rim lies in the plane of the origin, so the cone over the disc is the whole volume.
      const volume = kernels.coneVolume(
        disc.triangles.offset,
        disc.triangles.length / 3,
        p.position.offset,
        p.stride,
      );
      // The fastest rate at which a bubble far from its height does not overshoot.
      pumped += dt * Math.max(-1, Math.min(1, target - height()));
      air.pascals = AIR * THICKNESS * (pumped - volume);
      step(world, dt);
    },
  };
}

/** Largest change of height and pole per unit of time at rest, over a. */
const STILL = 1e-5;

function settle({ world, height, blow }: Bubble, target: number): void {
  const dt = 0.02;
  const limit = stableSteps(world).engines['euler-cromer'].step;
  world.substeps = substepsFor(dt, limit);
  let last = -1;
  for (let time = 0; time < 400; time++) {
    for (let k = 0; k < 50; k++) blow(dt);
    const here = height();
    if (Math.abs(here - target) < STILL * target && Math.abs(here - last) < STILL * target) return;
    last = here;
  }
}

/** Measures t/t₀ at the pole, its mean over the bubble, and the largest error along the meridian. */
function measure({ world, disc }: Bubble, theory: BubbleTheory) {
  const { membrane, blank, first, triangles } = disc;
  let volume = 0;
  let area = 0;
  let pole = 0;
  let meridian = 0;
  for (let t = 0; t < membrane.count; t++) {
    const corners = [0, 1, 2].map((k) => triangles.view[3 * t + k] - first);
    const ratio = membrane.thicknessOf(world, t) / THICKNESS;
    const weight = membrane.builtStiffness.view[t];
    volume += weight;
    area += weight / ratio;
    const centre = [0, 1].map((axis) => corners.reduce((sum, i) => sum + blank[2 * i + axis] / 3, 0));
    meridian = Math.max(meridian, Math.abs(ratio / theory.thicknessAt(Math.hypot(centre[0], centre[1])) - 1));
    const middle = (POINTS * POINTS - 1) / 2;
    if (corners.includes(middle)) pole += ratio / poleTriangles(disc, middle);
  }
  return { pole, mean: volume / area, meridian };
}

function poleTriangles({ triangles, first }: MembraneSheet, middle: number): number {
  return triangles.view.filter((corner) => corner - first === middle).length;
}

export const bubbleCase: ValidationCase = {
  name: 'bubble',
  title: 'Wall of a bubble blown from a clamped disc, against t/t₀ = 1/(1 + (h/a)²)² at its pole',
  options: [
    {
      name: 'height',
      default: 1,
      min: 0.05,
      max: 2,
      help: 'height of the bubble over the radius of the disc',
    },
    {
      name: 'law',
      default: 'large-stretch',
      choices: ['large-stretch', 'neo-hookean'],
      help: 'large-stretch blows to a spherical cap; neo-hookean is compared with its own exact bubble',
    },
  ],
  run(options) {
    const target = options.height as number;
    const law = options.law as MembraneLaw;
    const blown = bubble(law, target);
    settle(blown, target);
    const height = blown.height();
    const theory = law === 'neo-hookean' ? neoHookeanBubble(height) : sphericalBubble(height);
    const { pole, mean, meridian } = measure(blown, theory);
    const exact = { pole: theory.thicknessAt(0), mean: theory.mean };
    const error = Math.max(Math.abs(pole / exact.pole - 1), Math.abs(mean / exact.mean - 1), meridian);
    return verdict(this.name, { pole, mean }, exact, error, 0.05, { height, meridianError: meridian });
  },
};
