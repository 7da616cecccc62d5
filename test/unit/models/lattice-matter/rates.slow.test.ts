/**
 * Laws of chance of lattice matter (Wicke et al. 2006, 4.2 and eq. 16): how many of a layer of fluid freeze to ice in a time t, and how many
 * open sites take in who has come to them. Every particle, and every site, draws for itself, so that counts are within 4 σ of what is expected,
 * σ² = Σ p (1 − p): by chance one test of 16,000 is not.
 */
import { describe, expect, it } from 'vitest';
import {
  addLatticeMatter,
  createIntegrator,
  fillShape,
  type LatticeMatter,
  type MatterMaterial,
  matterLattice,
} from '../../../../src/engine.ts';
import { step, World } from '../../../../src/index.ts';

const D = 0.05;
/** s, between two looks. */
const TIME = 1e-3;
type Dimension = 2 | 3;
type Freezing = Partial<NonNullable<MatterMaterial['freezing']>>;

const among = (chances: readonly number[]) => ({
  expected: chances.reduce((sum, p) => sum + p, 0),
  sigma: Math.sqrt(chances.reduce((sum, p) => sum + p * (1 - p), 0)),
});

/** A plate of ice whose topmost layer is fluid, moved by `lift` from its place. */
function plate(dimension: Dimension, options: { freezing?: Freezing; speed?: number; lift?: number } = {}) {
  const { freezing, speed = 0, lift = 0 } = options;
  const lattice = matterLattice(D, dimension);
  const size: [number, number, number] = dimension === 2 ? [40, 0.3, 1] : [1.5, 0.25, 1.5];
  const points = fillShape({ kind: 'box', size }, lattice);
  const all = Array.from({ length: points.length / 3 }, (_, i) => [...points.subarray(3 * i, 3 * i + 3)]);
  const top = Math.max(...all.map(([, y]) => y)) - 1e-6;
  const ice = all.filter(([, y]) => y < top);
  const fluid = all.filter(([, y]) => y >= top).map(([x, y, z]) => [x, y + lift, z]);
  const world = new World(createIntegrator('euler-cromer'));
  const material: MatterMaterial = { density: 1000, young: 1e5, fading: 1e3 };
  const matter = addLatticeMatter(world, {
    name: 'matter',
    spacing: D,
    dimension,
    seed: 7,
    objects: [
      { points: new Float64Array(ice.flat()), material, pinned: true, temperature: 300 },
      {
        points: new Float64Array(fluid.flat()),
        phase: 'fluid',
        temperature: 300,
        velocity: [speed, 0, 0],
        material: { ...material, freezing: { rate: 20, temperature: 310, neighbours: 1, ...freezing } },
      },
    ],
  });
  return { world, matter, lattice, ice, fluid };
}

/** Freezes for TIME: what a step draws is for the time of the one before. */
function frozenOf({ world, matter, ice }: ReturnType<typeof plate>): number {
  step(world, TIME);
  step(world, 1e-9);
  return matter.record.phase.view.subarray(ice.length).reduce((sum, one) => sum + one, 0);
}

/** Of each fluid particle: how many of the ice it reaches, and the force of their lattice, k Σ w (l − r). */
function around({ lattice, ice, fluid, matter }: ReturnType<typeof plate>) {
  const { sites, reach } = lattice;
  const k = matter.record.materials.view[2];
  return fluid.map((p) => {
    const force = [0, 0, 0];
    let count = 0;
    for (const q of ice) {
      const r = p.map((value, axis) => value - q[axis]);
      if (!(Math.hypot(...r) < reach)) continue;
      count++;
      let [best, least] = [0, Number.POSITIVE_INFINITY];
      for (let s = 0; s < 18; s++) {
        const e = Math.hypot(...r.map((value, axis) => sites[4 * s + axis] - value));
        if (e < least) [best, least] = [s, e];
      }
      for (let axis = 0; axis < 3; axis++)
        force[axis] += k * sites[4 * best + 3] * (sites[4 * best + axis] - r[axis]);
    }
    return { count, force: Math.hypot(...force) };
  });
}

describe.each([2, 3] as const)('in %i dimensions', (dimension) => {
  it.each([5, 20, 60])('a layer freezes with 1 − e^(−λt), λ₀ = %f', (rate) => {
    const world = plate(dimension, { freezing: { rate } });
    const chances = around(world).map(
      ({ count }) => 1 - Math.exp(-rate * 10 * Math.max(0, count - 1) * TIME),
    );
    const { expected, sigma } = among(chances);
    expect(sigma).toBeGreaterThan(2); // it does tell rates apart
    expect(Math.abs(frozenOf(world) - expected)).toBeLessThan(4 * sigma);
  });

  it('who is faster than v_max freezes the slower', () => {
    const freezing = { rate: 50, speed: 0.1 };
    const world = plate(dimension, { freezing, speed: 0.4 });
    const chances = around(world).map(({ count }) => 1 - Math.exp(-0.25 * 50 * 10 * (count - 1) * TIME));
    const { expected, sigma } = among(chances);
    expect(Math.abs(frozenOf(world) - expected)).toBeLessThan(4 * sigma);
  });

  it('who is in its place freezes whatever F_max is', () => {
    const world = plate(dimension, { freezing: { rate: 50, force: 1e-3 } });
    // By the rounding of its distances it feels some 1e-12 N.
    expect(Math.max(...around(world).map(({ force }) => force))).toBeLessThan(1e-6);
    const chances = around(world).map(({ count }) => 1 - Math.exp(-50 * 10 * (count - 1) * TIME));
    const { expected, sigma } = among(chances);
    expect(Math.abs(frozenOf(world) - expected)).toBeLessThan(4 * sigma);
  });

  it('who is not freezes by F_max/|ΣF|', () => {
    const lifted = { freezing: { rate: 200, force: 2 }, lift: 0.1 * D };
    const world = plate(dimension, lifted);
    const known = around(world);
    expect(Math.min(...known.map(({ force }) => force))).toBeGreaterThan(2);
    const chances = known.map(
      ({ count, force }) => 1 - Math.exp((-200 * 10 * (count - 1) * TIME * 2) / force),
    );
    const { expected, sigma } = among(chances);
    expect(Math.abs(frozenOf(world) - expected)).toBeLessThan(4 * sigma);
  });

  it('who is between sites does not freeze', () => {
    expect(frozenOf(plate(dimension, { freezing: { rate: 1e6 }, lift: 0.45 * D }))).toBe(0);
  });

  it.each([100, 1000, 3000])('open sites take somebody in with 1 − e^(−λt), λ = %f', (rate) => {
    const points = fillShape(
      { kind: 'box', size: dimension === 2 ? [20, 0.4, 1] : [1, 0.3, 1] },
      matterLattice(D, dimension),
    );
    const upper = Array.from({ length: points.length / 3 }, (_, i) => points[3 * i + 1] > 1e-9);
    const apart = points.map((value, k) => (k % 3 === 1 && upper[(k - 1) / 3] ? value + 3 * D : value));
    const world = new World(createIntegrator('euler-cromer'));
    const matter = addLatticeMatter(world, {
      name: 'matter',
      spacing: D,
      dimension,
      seed: 11,
      objects: [{ points: apart, material: { density: 1000, young: 1e5, docking: { rate, change: 0 } } }],
    });
    expect(across(matter, upper)).toBe(0);
    // Both halves are put where they would be one.
    upper.forEach((is, i) => {
      if (is) world.particles.y[i] -= 3 * D;
    });
    step(world, TIME);
    expect(across(matter, upper)).toBe(0);
    step(world, 1e-9);
    const reach = matterLattice(D, dimension).reach;
    let sites = 0;
    for (let i = 0; i < upper.length; i++)
      for (let j = 0; j < upper.length; j++) {
        const r = [0, 1, 2].map((axis) => points[3 * i + axis] - points[3 * j + axis]);
        if (upper[i] !== upper[j] && Math.hypot(...r) < reach) sites++;
      }
    const chance = 1 - Math.exp(-rate * TIME);
    const sigma = Math.sqrt(sites * chance * (1 - chance));
    expect(sigma).toBeGreaterThan(2);
    expect(Math.abs(across(matter, upper) - sites * chance)).toBeLessThan(4 * sigma);
  });
});

/** Sites of either half that somebody of the other one sits on. */
function across({ record, count }: LatticeMatter, upper: readonly boolean[]): number {
  let sum = 0;
  for (let slot = 0; slot < count; slot++)
    for (let site = 0; site < 18; site++) {
      const other = record.docks[18 * slot + site];
      if (other >= 0 && upper[record.order[slot]] !== upper[record.order[other]]) sum++;
    }
  return sum;
}
