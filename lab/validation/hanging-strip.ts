/**
 * A strip hung by its top edge stretches under its own weight. With springs linear in elongation the strain at distance s
 * from the top is ρ g (L − s)/Y, so the strip is longer by Λ/2 of its length, Λ = ρ g L / Y. ρ in kg/m², Y the stretch
 * modulus in N/m. Masses by area (halves at the rim) make this exact on a lattice.
 */
import { step, World } from 'pliant';
import {
  addAdaptiveCloth,
  addProvotSheet,
  airDamping,
  createIntegrator,
  gravity,
  pinParticles,
  stableSteps,
  substepsFor,
} from 'pliant/engine';
import { type ValidationCase, verdict } from './case.ts';

const G = 9.80665;
const DENSITY = 0.2;
const LENGTH = 1;
const WIDTH = 0.25;
const ROWS = 33;
const COLUMNS = 9;

function strip(load: number) {
  const stretch = (DENSITY * G * LENGTH) / load;
  const world = new World(createIntegrator('euler-cromer'));
  const sheet = addProvotSheet(world, {
    name: 'strip',
    size: [WIDTH, LENGTH],
    points: [COLUMNS, ROWS],
    // No shear springs: they would narrow the strip, which the clamp prevents, and make the law two-dimensional.
    material: { density: DENSITY, stretch, shear: 0, bend: stretch / 50, damping: 0.2, thickness: 1e-3 },
  });
  world.addForce(gravity([0, -G, 0]));
  pinParticles(
    world,
    Array.from({ length: COLUMNS }, (_, c) => ({ particle: sheet.index(c, 0) })),
  );
  // Critical for the slowest mode of the strip, a quarter wave: ω = (π/2) √(Y/ρ)/L.
  world.addForce(airDamping((Math.PI * Math.sqrt(stretch / DENSITY)) / LENGTH));
  return { world, sheet };
}

const EXTENSIONS: Record<string, (load: number) => number> = {
  'provot-sheet': springExtension,
  'adaptive-cloth': clothExtension,
};

export const hangingStripCase: ValidationCase = {
  name: 'hanging-strip',
  title: 'Strip stretched by its own weight, against Λ/2',
  options: [
    {
      name: 'model',
      default: 'provot-sheet',
      choices: Object.keys(EXTENSIONS),
      help: 'model of the sheet',
    },
    { name: 'load', default: 0.1, min: 1e-4, max: 1, help: 'Λ = ρ g L / Y: weight over stretch modulus' },
  ],
  run({ model, load }) {
    const measured = EXTENSIONS[model as string](load as number);
    const exact = (load as number) / 2;
    // The lattice differs from the strip only where flexion springs end, one segment in 32 at each end; cloth, whose
    // strain is uniform in every triangle, by rounding and the remaining distance from rest.
    return verdict(this.name, measured, exact, Math.abs(measured / exact - 1), 0.01);
  },
};

/** Extension of a strip of springs over its length. */
function springExtension(load: number): number {
  const { world, sheet } = strip(load);
  const dt = 0.01;
  world.substeps = substepsFor(dt, stableSteps(world).engines['euler-cromer'].step);
  const bottom = sheet.index(Math.floor(COLUMNS / 2), ROWS - 1);
  // At rest when the lower end has moved by less than 1e-10 of the length in ten steps.
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 2000; k++) {
    for (let i = 0; i < 10; i++) step(world, dt);
    const here = world.particles.y[bottom];
    if (Math.abs(here - last) < 1e-10 * LENGTH) break;
    last = here;
  }
  return (-world.particles.y[bottom] - LENGTH / 2) / LENGTH;
}

/** Extension of a strip of cloth over its length. */
function clothExtension(load: number): number {
  const stretch = (DENSITY * G * LENGTH) / load;
  const world = new World(createIntegrator('implicit-euler', { corrections: 3, tolerance: 0.01 }));
  const cloth = addAdaptiveCloth(world, {
    name: 'strip',
    shape: { size: [WIDTH, LENGTH], cells: [4, 16] },
    material: {
      density: DENSITY,
      thickness: 1e-3,
      stretchWarp: stretch,
      stretchWeft: stretch,
      shear: stretch / 10,
      bendWarp: 1e-6,
      bendWeft: 1e-6,
      damping: 0.05,
    },
  });
  world.addForce(gravity([0, -G, 0]));
  const top = Array.from({ length: cloth.count }, (_, i) => i).filter(
    (i) => cloth.places[2 * i + 1] > LENGTH / 2 - 1e-9,
  );
  pinParticles(
    world,
    top.map((i) => ({ particle: cloth.first + i })),
  );
  const bottom = cloth.vertexAt(0, -LENGTH / 2);
  const below = () => -world.particles.y[bottom] - LENGTH / 2;
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 1000; k++) {
    const { fault } = step(world, 0.05);
    if (fault) throw new Error(fault.cause);
    if (Math.abs(below() - last) < 1e-5 * load * LENGTH) break;
    last = below();
  }
  return below() / LENGTH;
}
