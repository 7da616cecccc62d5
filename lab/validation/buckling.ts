/**
 * A thin strip on edge, clamped at one end, stands up to a threshold of its weight, or of a load at its tip, and turns over
 * sideways beyond it (buckling-theory.ts). The threshold is found by bisection: at each load a small deflection is left alone,
 * and either dies away or grows.
 *
 * The load is measured as Γ = ρ g L³/D, or P L²/(D b) for a force P at the tip. The strip is clamped by a row of cells with all
 * corners pinned, so that it is level across the clamp. It is so stiff in its own plane that it hardly sags there.
 */
import { step, World } from 'pliant';
import {
  addAdaptiveCloth,
  airDamping,
  createIntegrator,
  IMPLICIT_ENGINE_NAMES,
  type ImplicitEngineName,
  pinParticles,
} from 'pliant/engine';
import { LOADS, type Load, plateThreshold, slenderThreshold } from './buckling-theory.ts';
import type { ValidationCase } from './case.ts';
import { verdict } from './case.ts';

const G = 9.80665;
const DENSITY = 0.2;
const LENGTH = 0.2;
/**
 * Stretch stiffness over the load per width at the clamp. The strip sags by 1.5 (L/b)²/S of its length, and flexibility in its
 * plane raises the threshold by about 6 (L/b)²/(Γ S): both less than 0.5 % for a width of a quarter.
 */
const STIFFNESS = 5000;
/** Deflection at the start over the length: cubes of it do not matter. */
const DEFLECTION = 1e-3;
/**
 * Times at which the deflection is compared, in periods 1/ω of the first mode without load. Air damps that mode critically, so
 * that a load 1 % beyond the threshold makes it grow by 10 % from one to the other.
 */
const EARLY = 10;
const LATE = 20;
/**
 * Acceleration below which forces count as balanced, m/s². A load 1 % beyond the threshold accelerates the deflection w by
 * 0.02 ω² w = 1.2e-4 m/s² against the air; with less than a tenth of it such a strip is not taken for one at rest.
 */
const BALANCE = 1e-5;
/** Deflection over the length beyond which a strip has turned over and need not deflect further. */
const FALLEN = 0.1;
/** Steps in such a period. */
const STEPS = 8;
/** Width of the bisection at its end, relative. */
const RESOLUTION = 0.005;
/**
 * Bound on the threshold, relative: of the mesh, whose rigidity is right to 4 % with 8 cells across a square plate in its first
 * mode (`pliant validate modes`), and of the resolution and the flexibility in the plane.
 */
const BOUND = 0.05;

interface Strip {
  readonly load: Load;
  readonly slimness: number;
  readonly cells: number;
  readonly engine: ImplicitEngineName;
  readonly tolerance: number;
}

/** Returns whether a strip under a load (ρ g L³/D or P L²/(D b)) turns over. */
export function turnsOver({ load, slimness, cells, engine, tolerance }: Strip, measure: number): boolean {
  // The rigidity stays and the load changes.
  const rigidity = (DENSITY * G * LENGTH ** 3) / 20;
  const width = slimness * LENGTH;
  const spacing = LENGTH / cells;
  const across = Math.max(2, Math.round(width / spacing));
  const pull = (measure * rigidity) / LENGTH ** 2; // whole load over the width, N/m
  const stretch = STIFFNESS * pull;
  const world = new World(createIntegrator(engine, { tolerance, balance: BALANCE, corrections: 3 }));
  const cloth = addAdaptiveCloth(world, {
    name: 'strip',
    shape: { size: [LENGTH + spacing, width], cells: [cells + 1, across] },
    material: {
      density: DENSITY,
      thickness: 1e-3,
      stretchWarp: stretch,
      stretchWeft: stretch,
      shear: stretch / 2,
      bendWarp: rigidity,
      bendWeft: rigidity,
      damping: 0,
    },
    place: (u, v) => {
      const x = u + (LENGTH - spacing) / 2;
      const aside = DEFLECTION * LENGTH * (Math.max(0, x) / LENGTH) ** 2 * (1 + v / width);
      return [x, v, aside];
    },
  });
  const { particles: p } = world;
  const all = Array.from({ length: cloth.count }, (_, i) => cloth.first + i);
  pinParticles(
    world,
    all.filter((i) => p.x[i] < 1e-9).map((particle) => ({ particle })),
  );
  const tip = all.filter((i) => p.x[i] > LENGTH - 1e-9);
  const loaded = load === 'weight' ? all.filter((i) => p.x[i] > -1e-9) : tip;
  const mass = loaded.reduce((sum, i) => sum + p.mass.view[i], 0);
  const shares = loaded.map((i) => (pull * width * p.mass.view[i]) / mass);
  world.addForce({
    name: 'load',
    add: (w) => {
      const f = w.particles.force.view;
      for (let k = 0; k < loaded.length; k++) f[w.particles.stride + loaded[k]] -= shares[k];
    },
    energy: { none: 'a dead load' },
  });
  const rate = (3.516 / LENGTH ** 2) * Math.sqrt(rigidity / DENSITY);
  world.addForce(airDamping(2 * rate));
  const deflection = () => Math.max(...all.map((i) => Math.abs(p.z[i])));
  const run = (periods: number) => {
    for (let k = 0; k < periods * STEPS; k++) {
      const { fault } = step(world, 1 / (rate * STEPS));
      if (fault) throw new Error(fault.cause);
    }
    return deflection();
  };
  const early = run(EARLY);
  return early > FALLEN * LENGTH || run(LATE - EARLY) > early;
}

export const bucklingCase: ValidationCase = {
  name: 'buckling',
  title: 'Load at which a clamped strip on edge turns over, against the lateral buckling of a plate',
  options: [
    { name: 'load', default: 'weight', choices: LOADS, help: 'its own weight, or a force at its tip' },
    { name: 'slimness', default: 0.25, min: 0.1, max: 0.5, help: 'width over length' },
    {
      name: 'poisson',
      default: -1 / 3,
      min: -0.9,
      max: 0.5,
      help: 'Poisson’s ratio of the plate to compare with; that of bent adaptive cloth is −1/3',
    },
    { name: 'cells', default: 24, min: 8, max: 96, whole: true, help: 'cells along the strip' },
    { name: 'engine', default: 'implicit-euler', choices: IMPLICIT_ENGINE_NAMES, help: 'engine' },
    { name: 'tolerance', default: 0.01, min: 1e-12, max: 1, help: 'solver tolerance' },
  ],
  run(options) {
    const { slimness, poisson, cells, tolerance } = options as Record<string, number>;
    const load = options.load as Load;
    const engine = options.engine as ImplicitEngineName;
    const exact = plateThreshold(load, slimness, poisson);
    const strip = { load, slimness, cells, engine, tolerance };
    let [stands, falls] = [0.25 * exact, 4 * exact];
    while (falls > stands * (1 + RESOLUTION)) {
      const middle = Math.sqrt(stands * falls);
      if (turnsOver(strip, middle)) falls = middle;
      else stands = middle;
    }
    const measured = Math.sqrt(stands * falls);
    const notes = [
      `measured over theory: ${(measured / exact).toFixed(3)}`,
      `a plate with a Poisson's ratio of 0: ${plateThreshold(load, slimness, 0).toPrecision(4)}; slender strips, free to warp at the ` +
        `clamp: ${slenderThreshold(load, poisson).toPrecision(4)}, and ${slenderThreshold(load, 0).toPrecision(4)} for 0`,
    ];
    return verdict(this.name, measured, exact, Math.abs(measured / exact - 1), BOUND, { notes });
  },
};
