/**
 * A fluid at rest in a box: its pressure at depth y is ρ g y, and its height follows from its volume.
 *
 * It starts as a lattice without weight, which oscillates when gravity sets in. So it is damped first, and the remaining
 * oscillation is averaged. Pressures are means over three bands of the depth with soft ends, because rows have more and
 * less pressure in turn: the top row, with nothing above it, has none. One more mean, at half the depth, is that of
 * particles at the sides alone: they lack neighbours and must have the same pressure. The height is twice that of the
 * centre of mass.
 */
import { step, World } from 'pliant';
import {
  addContact,
  addLatticeMatter,
  type Collider,
  createCollider,
  createIntegrator,
  fillShape,
  gravity,
  matterLattice,
} from 'pliant/engine';
import { type ValidationCase, ValidationError, verdict } from './case.ts';
import { G, MATTER_OPTIONS } from './matter.ts';

const FRAME = 0.01;
/** Duration of damping, and of the measurement after it, s. */
const CALMED = 0.6;
const MEASURED = 0.4;
/** Share of the velocity that a frame of damping leaves. */
const CALMING = 0.8;
const BANDS = [0.25, 0.5, 0.75];
/** Distance from its centre at which a band ends, over the height. */
const FADED = 0.25;
/** Least number of particle layers: each band, a quarter of the depth, then contains one at any time. */
const ROWS = 6;

export const hydrostaticCase: ValidationCase = {
  name: 'hydrostatic',
  title: 'Pressure and height of a fluid at rest in a box, against ρ g y and its volume',
  options: [
    { name: 'depth', default: 0.5, unit: 'm', min: 0.01, max: 10, help: 'depth of the fluid' },
    { name: 'width', default: 0.3, unit: 'm', min: 0.01, max: 10, help: 'width of the box' },
    { ...MATTER_OPTIONS.spacing, default: 0.025 },
    MATTER_OPTIONS.density,
    { ...MATTER_OPTIONS.dimension, default: '2' },
    { name: 'viscosity', default: 10, unit: 'Pa·s', min: 0, max: 1000, help: 'viscosity of the fluid' },
    {
      name: 'sound',
      default: 0,
      unit: 'm/s',
      min: 0,
      max: 1000,
      help: 'speed of sound; 0: ten times √(2 g depth)',
    },
  ],
  run(options) {
    const { depth, width, spacing, density, viscosity, sound } = options as Record<string, number>;
    const dimension = options.dimension === '2' ? 2 : 3;
    const soundSpeed = sound > 0 ? sound : 10 * Math.sqrt(2 * G * depth);
    const { volume, layer } = matterLattice(spacing, dimension);
    const least = ROWS * layer;
    if (depth < least)
      throw new ValidationError(
        `--depth: ${depth} m is too shallow to measure pressures in: a spacing of ${spacing} m needs at least ${Number(least.toPrecision(3))} m`,
      );
    const { world, order, densities, floor, area, count, stableStep, isAtSide } = filledBox(
      { depth, width, spacing, dimension },
      { density, young: 0, viscosity, soundSpeed },
    );
    world.substeps = Math.max(1, Math.ceil(FRAME / stableStep));
    const height = (count * volume) / area;
    const p = world.particles;
    const sums = BANDS.map(() => ({ pressure: 0, exact: 0 }));
    const sides = { pressure: 0, exact: 0 };
    let middle = 0;
    let frames = 0;
    for (let time = FRAME; time < CALMED + MEASURED; time += FRAME) {
      const { fault } = step(world, FRAME);
      if (fault)
        return verdict(this.name, Number.NaN, 0, Number.POSITIVE_INFINITY, 0, { notes: [fault.cause] });
      if (time < CALMED) {
        for (let k = 0; k < p.velocity.view.length; k++) p.velocity.view[k] *= CALMING;
        continue;
      }
      frames++;
      const slots = order();
      const values = densities();
      for (let slot = 0; slot < count; slot++) {
        const particle = slots[slot];
        const y = p.y[particle] - floor;
        middle += y / count;
        // Particles by their slots: volume m/ρ and p/ρ².
        const actual = (density * volume) / values[4 * slot];
        const pressure = values[4 * slot + 1] * actual * actual;
        BANDS.forEach((share, band) => {
          const weight = Math.max(0, 1 - Math.abs(y / height - share) / FADED);
          const expected = weight * density * G * (height - y);
          add(sums[band], weight * pressure, expected);
          if (share === 0.5 && isAtSide(particle)) add(sides, weight * pressure, expected);
        });
      }
    }
    const measured: Record<string, number> = { height: (2 * middle) / frames };
    const exact: Record<string, number> = { height };
    BANDS.forEach((share, k) => {
      const name = `p(${1 - share})`;
      exact[name] = density * G * height * (1 - share);
      measured[name] = (exact[name] * sums[k].pressure) / sums[k].exact;
    });
    exact['p(0.5) at the sides'] = exact['p(0.5)'];
    measured['p(0.5) at the sides'] = (exact['p(0.5)'] * sides.pressure) / sides.exact;
    const worst = Math.max(...Object.keys(exact).map((name) => Math.abs(measured[name] / exact[name] - 1)));
    // 4 % for layers at the sides that are no longer a lattice; and half a row, which the top row does not bear,
    // relative to a band.
    return verdict(this.name, measured, exact, worst, 0.04 + spacing / (4 * depth));
  },
};

interface Box {
  readonly depth: number;
  readonly width: number;
  readonly spacing: number;
  readonly dimension: 2 | 3;
}

function add(to: { pressure: number; exact: number }, pressure: number, exact: number): void {
  to.pressure += pressure;
  to.exact += exact;
}

function filledBox(
  { depth, width, spacing, dimension }: Box,
  material: { density: number; young: number; viscosity: number; soundSpeed: number },
) {
  const lattice = matterLattice(spacing, dimension);
  const points = fillShape({ kind: 'box', size: [width, depth, width] }, lattice);
  const most = [0, 1, 2].map((axis) => {
    let far = 0;
    for (let k = axis; k < points.length; k += 3) far = Math.max(far, Math.abs(points[k]));
    return far + lattice.layer / 2;
  });
  const world = new World(createIntegrator('euler-cromer'));
  const objects = [{ points, phase: 'fluid' as const, material }];
  const matter = addLatticeMatter(world, { name: 'fluid', spacing, dimension, objects });
  world.addForce(gravity([0, -G, 0]));
  const walls = [
    wall('floor', [0, -most[1], 0], [0, 0, 1], 0),
    wall('left', [-most[0], 0, 0], [0, 0, 1], -90),
    wall('right', [most[0], 0, 0], [0, 0, 1], 90),
  ];
  if (dimension === 3) {
    walls.push(wall('back', [0, 0, -most[2]], [1, 0, 0], 90), wall('front', [0, 0, most[2]], [1, 0, 0], -90));
  }
  addContact(world, { colliders: walls, bodies: [{ body: matter, radius: lattice.layer / 2 }] });
  const area = dimension === 2 ? 2 * most[0] : 4 * most[0] * most[2];
  return {
    world,
    order: () => matter.record.order,
    densities: () => matter.record.densities,
    floor: -most[1],
    area,
    count: matter.count,
    stableStep: matter.dynamics.stableStep,
    /** Whether a particle is in the layer at a side wall. */
    isAtSide: (i: number) => {
      const { x, z } = world.particles;
      const left = most[0] - Math.abs(x[i]);
      return Math.min(left, dimension === 3 ? most[2] - Math.abs(z[i]) : left) < lattice.layer;
    },
  };
}

function wall(
  name: string,
  position: readonly [number, number, number],
  axis: readonly [number, number, number],
  angle: number,
): Collider {
  return createCollider({ name, shape: { kind: 'plane' }, position, rotation: { axis, angle } });
}
