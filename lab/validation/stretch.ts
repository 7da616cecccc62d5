/**
 * A bar of matter of length L, as wide as it is deep.
 *
 * Stretched as a whole by λ along x and rotated: Green's strain is ½(λ² − 1) along x and nothing else, exactly, in every
 * neighbourhood of any size.
 *
 * Pulled at its ends by E ε₀ A: it grows by ε₀ and keeps its width, since Poisson's ratio is 0. Particles of its skin lack
 * neighbours and carry less. The force of a bar of n cells at a given strain is E A n² less a term for its four sides and
 * one for its edges, so the second difference over n is 2 E A of a cell: the modulus of the inside. In the plane it is the
 * first difference, E A.
 */
import { step, type World } from 'pliant';
import { type Dimension, type Force, matterStrain } from 'pliant/engine';
import { type ValidationCase, verdict } from './case.ts';
import { largest, MATTER_OPTIONS, matterBlock, place, product, turnAbout } from './matter.ts';

const INSTANT = 1e-9;
/** Widths of the bars in cells. */
const WIDTHS = { 2: [3, 4], 3: [2, 3, 4] } as const;
/** Share of the length at either end that is loaded, and that is not measured because it is near the load. */
const LOADED = 0.1;
const LEFT_OUT = 0.34;
/** Tolerances of the tensor and of the modulus of bars as short as these. */
const TENSOR = 1e-11;
const MODULUS = 0.02;

export const stretchCase: ValidationCase = {
  name: 'stretch',
  title: 'A stretched bar of matter: its strain tensor, and Young’s modulus under load',
  options: [
    {
      ...MATTER_OPTIONS.particles,
      default: 1000,
      min: 700,
      max: 5000,
      help: 'approximate number of particles of the widest bar',
    },
    MATTER_OPTIONS.spacing,
    MATTER_OPTIONS.density,
    MATTER_OPTIONS.dimension,
    { name: 'young', default: 1e6, unit: 'Pa', min: 1, max: 1e10, help: 'Young’s modulus' },
    { name: 'stretch', default: 1.1, min: 0.7, max: 1.3, help: 'λ, for the tensor' },
    { name: 'load', default: 0.02, min: 1e-4, max: 0.08, help: 'ε₀, the strain of the load' },
  ],
  run(options) {
    const { particles, spacing, density, young, stretch, load } = options as Record<string, number>;
    const dimension = options.dimension === '2' ? 2 : 3;
    const { strain, error } = stretchedTensor(spacing, density, young, dimension, stretch);
    const widths = WIDTHS[dimension];
    const widest = widths[widths.length - 1];
    const long = Math.min(40, Math.round(particles / (dimension === 2 ? 2 * widest : 4 * widest * widest)));
    const bars = widths.map((cells) => pulledBar(spacing, density, young, dimension, long, cells, load));
    const forces = bars.map(({ force, strain: grown }) => force / grown);
    const cell = cellOf(spacing, dimension);
    const area = dimension === 2 ? cell[1] : cell[1] * cell[2];
    const modulus =
      dimension === 2 ? (forces[1] - forces[0]) / area : (forces[2] - 2 * forces[1] + forces[0]) / (2 * area);
    const poisson = bars[bars.length - 1].poisson;
    const measured = { E_xx: strain, modulus, poisson };
    const exact = { E_xx: 0.5 * (stretch * stretch - 1), modulus: young, poisson: 0 };
    const worst = Math.max(
      error / TENSOR,
      Math.abs(modulus / young - 1) / MODULUS,
      Math.abs(poisson) / MODULUS,
    );
    const notes = [
      `stretch: the tensor within ${TENSOR}, modulus and Poisson’s ratio within ${MODULUS}; the error is the largest share of these`,
      `stretch: bars of ${widths.join(', ')} cells hold ${forces.map((force, k) => (force / (young * area * (dimension === 2 ? widths[k] : widths[k] * widths[k]))).toFixed(3)).join(', ')} of E A`,
    ];
    return verdict(this.name, measured, exact, worst, 1, { notes });
  },
};

/** Sides of the smallest periodic box of the lattice, m. */
function cellOf(spacing: number, dimension: Dimension): [number, number, number] {
  return dimension === 2
    ? [spacing, Math.sqrt(3) * spacing, 1]
    : [Math.SQRT2 * spacing, Math.SQRT2 * spacing, Math.SQRT2 * spacing];
}

/** A bar of whole cells, from x = 0 on. */
function barPoints(spacing: number, dimension: Dimension, long: number, wide: number): Float64Array {
  const [a, b, c] = cellOf(spacing, dimension);
  const places =
    dimension === 2
      ? [
          [0, 0, 0],
          [0.5, 0.5, 0],
        ] // prettier-ignore
      : [
          [0, 0, 0],
          [0.5, 0.5, 0],
          [0.5, 0, 0.5],
          [0, 0.5, 0.5],
        ];
  const points: number[] = [];
  for (let i = 0; i < long; i++) {
    for (let j = 0; j < wide; j++) {
      for (let k = 0; k < (dimension === 2 ? 1 : wide); k++) {
        for (const [x, y, z] of places)
          points.push(a * (i + x), b * (j + y), c * (k + z) * (dimension === 2 ? 0 : 1));
      }
    }
  }
  return Float64Array.from(points);
}

function stretchedTensor(
  spacing: number,
  density: number,
  young: number,
  dimension: Dimension,
  stretch: number,
) {
  const points = barPoints(spacing, dimension, 5, 3);
  const { world, matter } = matterBlock({
    spacing,
    dimension,
    points,
    implicit: false,
    material: { density, young },
  });
  const turn = turnAbout(dimension === 2 ? [0, 0, 1] : [1, 2, 3], 0.7);
  const parts = 16;
  for (let k = 1; k <= parts; k++) {
    // In parts: a neighbour that jumps by half a spacing would be taken for another.
    const now = 1 + ((stretch - 1) * k) / parts;
    place(
      world,
      points,
      product(turnAbout(dimension === 2 ? [0, 0, 1] : [1, 2, 3], (0.7 * k) / parts), [
        now,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        1,
      ]),
    );
    step(world, INSTANT);
  }
  const exact = 0.5 * (stretch * stretch - 1);
  let error = 0;
  let mean = 0;
  for (let i = 0; i < matter.count; i++) {
    // In the axes of the bar: Qᵀ E Q.
    const { green } = matterStrain(matter, i);
    const own = product(transposed(turn), product([...green], turn));
    error = Math.max(error, largest(own.map((value, k) => (k === 0 ? value - exact : value))));
    mean += own[0] / matter.count;
  }
  return { strain: mean, error };
}

function transposed(m: readonly number[]): readonly number[] {
  return m.map((_, k) => m[3 * (k % 3) + Math.floor(k / 3)]);
}

/** Pulls at both ends until everything is at rest. */
function pulledBar(
  spacing: number,
  density: number,
  young: number,
  dimension: Dimension,
  long: number,
  wide: number,
  load: number,
) {
  const points = barPoints(spacing, dimension, long, wide);
  const [a, b, c] = cellOf(spacing, dimension);
  // The residual of a solve would act as a load.
  const solver = { tolerance: 1e-4, iterations: 200 };
  const { world } = matterBlock({ spacing, dimension, points, ...solver, material: { density, young } });
  const force = young * load * b * wide * (dimension === 2 ? 1 : c * wide);
  const loaded = LOADED * long;
  const left = indices(points, (x) => x < loaded * a);
  const right = indices(points, (x) => x > (long - loaded) * a);
  world.addForce(pull(left, -force / left.length));
  world.addForce(pull(right, force / right.length));
  // A wave travels two cells per step. An implicit step of that length damps everything but the rest state: the
  // slowest wave by (ωh)²/2 with ω = π/long a cell, which must reach e⁻¹².
  const dt = 2 * Math.sqrt(density / young) * a;
  const steps = Math.ceil((6 / (Math.PI * Math.PI)) * long * long);
  const p = world.particles;
  const leftOut = Math.round(LEFT_OUT * long);
  const at = (cells: number) => indices(points, (x) => Math.abs(x - cells * a) < 1e-9 * a);
  const [low, high] = [at(leftOut), at(long - leftOut)];
  const middle = indices(points, (x) => x > leftOut * a && x < (long - leftOut) * a);
  const mean = (of: readonly number[], values: ArrayLike<number>) =>
    of.reduce((sum, i) => sum + values[i], 0) / of.length;
  const rest = mean(high, world.particles.x) - mean(low, world.particles.x);
  const spread = () => {
    const y = mean(middle, p.y);
    return Math.sqrt(middle.reduce((sum, i) => sum + (p.y[i] - y) * (p.y[i] - y), 0) / middle.length);
  };
  const wideAtRest = spread();
  for (let k = 0; k < steps; k++) step(world, dt);
  const strain = (mean(high, p.x) - mean(low, p.x)) / rest - 1;
  return { force, strain, poisson: -(spread() / wideAtRest - 1) / strain };
}

function indices(points: Float64Array, isOne: (x: number) => boolean): number[] {
  const found: number[] = [];
  for (let i = 0; i < points.length / 3; i++) if (isOne(points[3 * i])) found.push(i);
  return found;
}

/** Force along x on each of these particles, N. */
function pull(particles: readonly number[], force: number): Force {
  return {
    name: 'load',
    add({ particles: p }: World) {
      for (const i of particles) p.force.view[i] += force;
    },
    energy({ particles: p }: World) {
      return -particles.reduce((sum, i) => sum + force * p.x[i], 0);
    },
  };
}
