/**
 * Natural frequencies, and what a period keeps of the amplitude. A body begins at rest in the shape of a mode and is left
 * alone; the share of that shape in its displacement is followed for some periods.
 *
 *   chain      a strip hung by its top edge, length L: ω = (j/2) √(g/L), shape J₀(j √(s/L)), s from the free end, j the n-th
 *              zero of J₀ (Bernoulli 1733). It starts with the stretch of its weight, and rows keep their distances
 *   membrane   a square stretched by ε along both sides and held all around, side a₀ before: tension kε/(1 + ε), density
 *              ρ/(1 + ε)², so that ω = (π/a₀) √((n² + 1) kε/(1 + ε)/ρ)
 *   plate      a square simply supported all around: ω = (π/a)² (n² + 1) √(D/ρ), whatever its Poisson's ratio
 *
 * n half waves lie along u and one along v. Material and air do not damp: what a period keeps is due to the engine alone, and
 * known (modes-theory.ts).
 */
import { ENGINE_NAMES, type EngineName, step, World } from 'pliant';
import {
  addAdaptiveCloth,
  addAdaptiveGrid,
  addProvotSheet,
  createIntegrator,
  gravity,
  IMPLICIT_ENGINE_NAMES,
  type ImplicitEngineName,
  isImplicit,
  pinParticles,
  stableSteps,
  substepsFor,
} from 'pliant/engine';
import { type CaseValues, refuseEngine, type ValidationCase, ValidationError, verdict } from './case.ts';
import { amplification, besselJ0, besselZero, readSwings } from './modes-theory.ts';

const G = 9.80665;
const DENSITY = 0.2;
const THICKNESS = 5e-4;
/** Stretch modulus, N/m: the strip's weight stretches it by 0.03 % on average. */
const STRETCH = 3000;
/** Length of the strip, side of the membrane and of the plate, m. */
const LENGTH = 1;
const SIDE = 0.2;
/** Width of the strip over its length. */
const SLIMNESS = 0.25;
/** Strain of the membrane. */
const STRAIN = 0.02;
/** Rigidity of the plate, N·m. That of strip and membrane is 1e-7 N·m: their frequencies change by less than 0.1 %. */
const RIGIDITY = 1e-3;
const LIMP = 1e-7;
/**
 * Largest slope at the start. The frequency changes by the square of the slope over the strain of the tension: less than 0.1 %
 * for the membrane, and less for the strip, whose rows keep their distances.
 */
const SLOPE = 0.005;
/** Largest displacement of a plate over √(12 D/k), its thickness if it were solid: the frequency changes by less than 0.1 %. */
const SHALLOW = 0.02;
/** Largest rise from one peak to the next: peaks are read from samples by parabolas, with an error of (π/steps)⁴/8. */
const RISE = 1e-3;
type Place = (u: number, v: number) => readonly [number, number, number];

interface Setup {
  readonly size: readonly [number, number];
  readonly cells: readonly [number, number];
  readonly rigidity: number;
  readonly place: Place;
  /** Angular frequency, rad/s. */
  readonly exact: number;
  readonly weight: boolean;
  /** Shape of the mode in the pattern. */
  shape(u: number, v: number): number;
  isHeld(u: number, v: number): boolean;
}

const SYSTEMS: Record<string, (mode: number, cells: number) => Setup> = { chain, membrane, plate };

function chain(mode: number, cells: number): Setup {
  const zero = besselZero(mode);
  const size = [SLIMNESS * LENGTH, LENGTH] as const;
  const shape = (_: number, v: number) => besselJ0(zero * Math.sqrt(Math.max(0, v / LENGTH + 0.5)));
  // The slope is steepest at the free end: j²/4 of the amplitude over the length.
  const amplitude = (SLOPE * 4 * LENGTH) / (zero * zero);
  // Rows from the top, each at the length that the weight below its segment stretches it to.
  const heights = [0];
  const rest = LENGTH / cells;
  for (let k = 1; k <= cells; k++) {
    const below = LENGTH - (k - 0.5) * rest;
    const length = rest * (1 + (DENSITY * G * below) / STRETCH);
    const top = LENGTH / 2 - (k - 1) * rest;
    const aside = amplitude * (shape(0, top - rest) - shape(0, top));
    heights.push(heights[k - 1] - Math.sqrt(length * length - aside * aside));
  }
  return {
    size,
    cells: [Math.max(1, Math.round(SLIMNESS * cells)), cells],
    rigidity: LIMP,
    weight: true,
    shape,
    exact: (zero / 2) * Math.sqrt(G / LENGTH),
    place: (u, v) => [u, heights[Math.round((LENGTH / 2 - v) / rest)], amplitude * shape(u, v)],
    isHeld: (_, v) => v > LENGTH / 2 - 1e-9,
  };
}

function waves(mode: number, u: number, v: number): number {
  return Math.sin(mode * Math.PI * (u / SIDE + 0.5)) * Math.sin(Math.PI * (v / SIDE + 0.5));
}

const isRim = (u: number, v: number) => Math.max(Math.abs(u), Math.abs(v)) > SIDE / 2 - 1e-9;

function membrane(mode: number, cells: number): Setup {
  const amplitude = (SLOPE * SIDE) / (mode * Math.PI);
  const wave = Math.PI / SIDE;
  const tension = (STRETCH * STRAIN) / (1 + STRAIN);
  return {
    size: [SIDE, SIDE],
    cells: [cells, cells],
    rigidity: LIMP,
    weight: false,
    shape: (u, v) => waves(mode, u, v),
    exact: wave * Math.sqrt(((mode * mode + 1) * tension) / DENSITY),
    place: (u, v) => [(1 + STRAIN) * u, (1 + STRAIN) * v, amplitude * waves(mode, u, v)],
    isHeld: isRim,
  };
}

function plate(mode: number, cells: number): Setup {
  const amplitude = (SHALLOW * Math.sqrt((12 * RIGIDITY) / STRETCH)) / mode;
  return {
    size: [SIDE, SIDE],
    cells: [cells, cells],
    rigidity: RIGIDITY,
    weight: false,
    shape: (u, v) => waves(mode, u, v),
    exact: (Math.PI / SIDE) ** 2 * (mode * mode + 1) * Math.sqrt(RIGIDITY / DENSITY),
    place: (u, v) => [u, v, amplitude * waves(mode, u, v)],
    isHeld: isRim,
  };
}

interface BodyKind {
  /** Whether its rigidity against bending is known, so that it can be a plate. */
  readonly hasRigidity: boolean;
  /** Adds it and returns the place of each of its particles in the pattern. */
  add(world: World, setup: Setup): (readonly [number, number])[];
}

const springs = { density: DENSITY, thickness: THICKNESS, stretch: STRETCH, shear: 0, damping: 0 };

const BODIES: Record<string, BodyKind> = {
  'adaptive-cloth': {
    hasRigidity: true,
    add: (world, { size, cells, rigidity, place }) => {
      const cloth = addAdaptiveCloth(world, {
        name: 'body',
        shape: { size, cells },
        material: {
          density: DENSITY,
          thickness: THICKNESS,
          stretchWarp: STRETCH,
          stretchWeft: STRETCH,
          shear: STRETCH / 10,
          bendWarp: rigidity,
          bendWeft: rigidity,
          damping: 0,
        },
        place: (u, v) => place(u, v),
      });
      return Array.from({ length: cloth.count }, (_, i) => [cloth.places[2 * i], cloth.places[2 * i + 1]]);
    },
  },
  'provot-sheet': {
    hasRigidity: false,
    add: (world, { size, cells, place }) => {
      const points = [cells[0] + 1, cells[1] + 1] as const;
      const places: [number, number][] = [];
      addProvotSheet(world, {
        name: 'body',
        size,
        points,
        material: { ...springs, bend: STRETCH / 1e5 },
        place: (u, v) => {
          places.push([u, v]);
          return place(u, v);
        },
      });
      return places;
    },
  },
  'adaptive-grid': {
    hasRigidity: true,
    add: (world, { size, cells, rigidity, place }) => {
      const points = [cells[0] + 1, cells[1] + 1] as const;
      const places: [number, number][] = [];
      addAdaptiveGrid(world, {
        name: 'body',
        size,
        points,
        material: { ...springs, rigidity },
        place: (u, v) => {
          places.push([u, v]);
          return place(u, v);
        },
      });
      return places;
    },
  },
};

/** Follows a mode through some periods. */
function swing(setup: Setup, values: CaseValues) {
  const { model, periods, steps } = values;
  const engine = values.engine as EngineName | ImplicitEngineName;
  const tolerance = values.tolerance as number;
  const implicit = isImplicit(engine);
  const world = new World(
    implicit
      ? createIntegrator(engine as ImplicitEngineName, { tolerance, balance: BALANCE })
      : createIntegrator(engine as EngineName),
  );
  const places = BODIES[model as string].add(world, setup);
  if (setup.weight) world.addForce(gravity([0, -G, 0]));
  const held = places.flatMap(([u, v], particle) => (setup.isHeld(u, v) ? [{ particle }] : []));
  pinParticles(world, held);
  const { particles: p } = world;
  const shapes = places.map(([u, v], i) => (p.inverseMass.view[i] === 0 ? 0 : setup.shape(u, v)));
  const weights = shapes.map((shape, i) => shape * p.mass.view[i]);
  const share = () => weights.reduce((sum, weight, i) => sum + weight * p.z[i], 0);
  const dt = (2 * Math.PI) / setup.exact / (steps as number);
  if (!implicit) world.substeps = substepsFor(dt, stableSteps(world).engines[engine as EngineName].step);
  const samples = [share()];
  for (let k = 0; k < Math.round(((periods as number) + 0.5) * (steps as number)); k++) {
    const { fault } = step(world, dt);
    if (fault) throw new Error(fault.cause);
    samples.push(share());
  }
  return readSwings(samples, dt);
}

/** Acceleration that counts as none, m/s²: the swings are small. */
const BALANCE = 1e-6;

export const modesCase: ValidationCase = {
  name: 'modes',
  title: 'Natural frequency of a hanging strip, a membrane or a plate, and the amplitude that a period keeps',
  options: [
    {
      name: 'system',
      default: 'chain',
      choices: Object.keys(SYSTEMS),
      help: 'hanging strip, membrane or plate',
    },
    { name: 'mode', default: 1, min: 1, max: 3, whole: true, help: 'number n of the mode' },
    { name: 'model', default: 'adaptive-cloth', choices: Object.keys(BODIES), help: 'model of the body' },
    {
      name: 'engine',
      default: 'implicit-euler',
      choices: [...ENGINE_NAMES, ...IMPLICIT_ENGINE_NAMES],
      help: 'engine; implicit ones for adaptive-cloth only',
    },
    { name: 'tolerance', default: 0.01, min: 1e-12, max: 1, help: 'solver tolerance of implicit engines' },
    { name: 'cells', default: 16, min: 4, max: 64, whole: true, help: 'cells along the strip or a side' },
    { name: 'steps', default: 60, min: 20, max: 1000, whole: true, help: 'steps a period' },
    { name: 'periods', default: 4, min: 2, max: 100, whole: true, help: 'periods to watch' },
  ],
  run(options) {
    const { system, mode, model, engine, cells, steps } = options as Record<string, never>;
    refuseEngine(engine, model);
    if (system === 'plate' && !BODIES[model].hasRigidity)
      throw new ValidationError(
        `--system: the rigidity of a ${model} is not calibrated; choose chain or membrane`,
      );
    const setup = SYSTEMS[system](mode, cells);
    const angle = (2 * Math.PI) / steps;
    const { size, turn } = amplification(engine, angle);
    const exact = { frequency: setup.exact, kept: size ** steps };
    const { frequency, kept, rise } = swing(setup, options);
    // What the engine does to both is known; the bound is for the mesh and the solve.
    const frequencyError = Math.abs(frequency / (exact.frequency * (turn / angle)) - 1);
    const keptError = Math.abs(kept / exact.kept - 1);
    // The error of the mesh is at most (nπ/cells)²/12 of the frequency, twice that of linear elements; 1 % for all else.
    const bound = 0.01 + (mode * Math.PI) ** 2 / (12 * cells * cells);
    const percent = (ratio: number) => `${(100 * (ratio - 1)).toFixed(2)} %`;
    const notes = [
      `frequency: ${percent(frequency / exact.frequency)} from theory, of which the engine ${percent(turn / angle)}`,
      `amplitude: ${percent(rise)} from one peak to the next at most; a rise of ${100 * RISE} % fails`,
    ];
    const error = Math.max(frequencyError, keptError);
    const result = verdict(this.name, { frequency, kept }, exact, error, bound);
    const more = { frequencyError, keptError, rise, notes };
    return { ...result, ...more, pass: result.pass && rise <= 1 + RISE };
  },
};
