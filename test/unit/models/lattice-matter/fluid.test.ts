/** Matter as a fluid, its changes of phase, docking and heat: against formulas and conservation. */
import { describe, expect, it } from 'vitest';
import {
  addLatticeMatter,
  createIntegrator,
  fillShape,
  gravity,
  type MatterMaterial,
  matterLattice,
  matterLimits,
} from '../../../../src/engine.ts';
import { step, World } from '../../../../src/index.ts';
import { bondStiffness } from '../../../../src/models/lattice-matter/index.ts';
import { JELLY, map, matterWorld, SPACING } from './matter-world.ts';

describe.each([2 as const, 3 as const])('the lattice in %i dimensions', (dimension) => {
  const lattice = matterLattice(SPACING, dimension);

  it('has the density that it is made with, in its inside', () => {
    const { world, matter } = matterWorld({ dimension, object: { phase: 'fluid' }, implicit: false });
    step(world, 1e-9);
    const { densities, order } = matter.record;
    const p = world.particles;
    let inside = 0;
    for (let slot = 0; slot < matter.count; slot++) {
      const i = order[slot];
      const far = Math.max(Math.abs(p.x[i]), Math.abs(p.y[i]), Math.abs(p.z[i]));
      if (far > 0.15 - lattice.reach) continue;
      inside++;
      // m/ρ is the volume of a particle: what N was made for; distances are f32, in units of D good to 2e-7
      expect(densities[4 * slot] / lattice.volume).toBeCloseTo(1, 6);
    }
    expect(inside).toBeGreaterThan(0);
  });

  it('has sites by shells, each with its opposite, and the volume of its cells', () => {
    const sites = Array.from({ length: 18 }, (_, s) => [...lattice.sites.subarray(4 * s, 4 * s + 3)]);
    const near = sites.filter((l) => Math.abs(Math.hypot(...l) - SPACING) < 1e-12);
    expect(near.length).toBe(dimension === 2 ? 6 : 12);
    for (const l of sites) {
      expect(
        sites.some((other) => Math.hypot(l[0] + other[0], l[1] + other[1], l[2] + other[2]) < 1e-12),
      ).toBe(true);
    }
  });

  it('is as stiff as it says: energy of a small strain', () => {
    const { world, matter } = matterWorld({ dimension, implicit: false });
    const strain = 1e-3;
    map(world, [1 + strain, 0, 0, 0, 1, 0, 0, 0, 1]);
    const { energy } = step(world, 1e-9);
    // ½ E ε² V, Poisson's ratio 0; particles of the surface miss neighbours
    const whole = 0.5 * JELLY.young * strain * strain * matter.lattice.volume * matter.count;
    expect(energy.lattice / whole).toBeGreaterThan(0.6);
    expect(energy.lattice / whole).toBeLessThan(1);
  });
});

it('explicit steps hold below the limit and not above it', () => {
  const { lattice } = matterWorld().matter;
  const { elastic } = matterLimits(JELLY, lattice);
  expect(elastic).toBeCloseTo(
    2 /
      Math.sqrt(
        (bondStiffness(JELLY.young, lattice) * (16 + 2 * (lattice.weight - 12))) / (1000 * lattice.volume),
      ),
    12,
  );
  const shaken = (share: number, implicit: boolean) => {
    const { world } = matterWorld({ implicit, material: { smoothing: 0 } });
    const p = world.particles;
    for (let i = 0; i < p.count; i++) p.vx[i] = 1e-3 * Math.sin(12.9 * i);
    const start = step(world, share * elastic).energy;
    let end = start;
    for (let k = 0; k < 150; k++) end = step(world, share * elastic).energy;
    return (end.kinetic + end.lattice) / (start.kinetic + start.lattice);
  };
  expect(shaken(0.9, false)).toBeLessThan(2);
  expect(shaken(1.4, false)).toBeGreaterThan(1e3);
  expect(shaken(20, true)).toBeLessThan(1);
});

it.each([false, true])('falls as a stone does (implicit: %s)', (implicit) => {
  const { world, matter } = matterWorld({ implicit, shape: { kind: 'sphere', radius: 0.1 } });
  world.addForce(gravity([0, -9.80665, 0]));
  const n = 100;
  const h = 1e-3;
  for (let k = 0; k < n; k++) step(world, h);
  // Euler–Cromer's own fall, g h² n (n + 1)/2; inside forces cancel
  const fall = (-9.80665 * h * h * n * (n + 1)) / 2;
  const middle = world.particles.y.reduce((sum, y) => sum + y, 0) / matter.count;
  expect(middle).toBeCloseTo(fall, 12);
});

it('a stiff block has the same rest shape at ten times the explicit limit', () => {
  const stiff: MatterMaterial = { density: 1000, young: 1e8, damping: 20 };
  const lattice = matterLattice(SPACING, 3);
  const { elastic } = matterLimits(stiff, lattice);
  const points = fillShape({ kind: 'box', size: [0.25, 0.25, 0.25] }, lattice);
  const world = new World(createIntegrator('euler-cromer'));
  const matter = addLatticeMatter(world, {
    name: 'die',
    spacing: SPACING,
    objects: [{ points, material: stiff }],
  });
  const start = world.particles.position.view.slice();
  map(world, [1.02, 0.01, 0, 0, 0.98, 0, 0, 0, 1.01]);
  for (let k = 0; k < 200; k++) step(world, 10 * elastic);
  const p = world.particles;
  // Distances as they were: all of it is back, wherever it turned to. Strain of 2 % decays to 1e-4 of a spacing.
  for (let i = 1; i < matter.count; i += 3) {
    const was = Math.hypot(
      start[i] - start[0],
      start[i + p.stride] - start[p.stride],
      start[i + 2 * p.stride] - start[2 * p.stride],
    );
    const is = Math.hypot(p.x[i] - p.x[0], p.y[i] - p.y[0], p.z[i] - p.z[0]);
    expect(Math.abs(is - was)).toBeLessThan(1e-4 * SPACING);
  }
});

describe('phases', () => {
  it('melts at the rate of the formula', () => {
    const { world, matter } = matterWorld({
      shape: { kind: 'sphere', radius: 0.35 },
      object: { temperature: 360 },
      material: { young: 0, melting: { rate: 0.05, temperature: 350 } },
    });
    for (let k = 0; k < 100; k++) step(world, 0.01);
    const melted = matter.record.phase.view.filter((phase) => phase === 0).length / matter.count;
    // 1 − e^(−0.5 · 0.99): lists of the first step melt nothing; 2,000 draws are good to 1.1 %, three times that allowed
    expect(Math.abs(melted - (1 - Math.exp(-0.5 * 0.99)))).toBeLessThan(0.035);
    const { view } = matter.record.share;
    expect(view.some((share) => share === 0)).toBe(true);
  });

  it('freezes on what is solid, layer by layer, and not without neighbours', () => {
    const lattice = matterLattice(SPACING, 3);
    const block = fillShape({ kind: 'box', size: [0.3, 0.15, 0.3] }, lattice);
    // The lattice goes on in the fluid, five layers higher, an odd one to the side: what the ice has no place for, it does not hold.
    const layer = SPACING / Math.SQRT2;
    const above = block.map((value, k) => value + [layer, 5 * layer, 0][k % 3]);
    const lone = [2, 0, 0];
    const world = new World(createIntegrator('euler-cromer'));
    const water: MatterMaterial = { ...JELLY, freezing: { rate: 0.2, temperature: 280, neighbours: 1 } };
    const matter = addLatticeMatter(world, {
      name: 'ice',
      spacing: SPACING,
      objects: [
        { points: block, material: JELLY, pinned: true, temperature: 250 },
        { points: [...above, ...lone], material: water, phase: 'fluid', temperature: 270 },
      ],
    });
    const solids: number[] = [];
    for (let k = 0; k < 60; k++) {
      step(world, 0.01);
      solids.push(matter.record.phase.view.reduce((sum, phase) => sum + phase, 0));
    }
    const first = block.length / 3;
    expect(solids.every((count, k) => k === 0 || count >= solids[k - 1])).toBe(true);
    expect(solids[59]).toBeGreaterThan(first + 20);
    expect(matter.record.phase.view[matter.count - 1]).toBe(0);
    // Who froze belongs to the ice now.
    const joined = matter.record.objectOf.view.reduce((sum, object) => sum + (object === 0 ? 1 : 0), 0);
    expect(joined).toBe(solids[59]);
  });

  it('heat flows as in a solid and none is lost', () => {
    const material = { heat: { conductivity: 50, specificHeat: 500 } };
    const { world, matter } = matterWorld({ shape: { kind: 'box', size: [0.6, 0.4, 0.4] }, material });
    const p = world.particles;
    const length = 0.6;
    const at = (x: number) => Math.cos((Math.PI * (x + length / 2)) / length);
    for (let i = 0; i < p.count; i++) p.temperature.view[i] = 300 + 50 * at(p.x[i]);
    const sum = () => p.temperature.view.subarray(0, p.count).reduce((total, t) => total + t, 0);
    const amplitude = () => {
      let [a, b] = [0, 0];
      for (let i = 0; i < p.count; i++) {
        a += (p.temperature.view[i] - 300) * at(p.x[i]);
        b += at(p.x[i]) * at(p.x[i]);
      }
      return a / b;
    };
    const before = sum();
    const seconds = 50;
    for (let k = 0; k < 100; k++) step(world, seconds / 100);
    expect(sum() / before).toBeCloseTo(1, 12);
    // The first mode of an insulated rod decays with α (π/L)². Particles of a side miss a quarter of the pairs along it: 9 % less
    // where of eleven layers each way two are sides; and its ends are as far off as cells are from the box's.
    const rate = Math.log(50 / amplitude()) / (seconds * 0.99);
    const alpha = 50 / (1000 * 500);
    const expected = (alpha * Math.PI * Math.PI) / (length * length);
    expect(rate / expected).toBeGreaterThan(0.9);
    expect(rate / expected).toBeLessThan(1.1);
    expect(matter.count).toBeGreaterThan(100);
  });
});

describe('docking', () => {
  /** Bonds between two halves that were taken apart and put together again. */
  const bondsAfterParting = (docking: MatterMaterial['docking']) => {
    const { world, matter } = matterWorld({
      dimension: 2,
      shape: { kind: 'box', size: [0.6, 0.3, 1] },
      material: { young: 1e4, docking },
    });
    const p = world.particles;
    const left = Array.from(p.x, (x) => x < 1e-9);
    const move = (way: number) => {
      for (let i = 0; i < p.count; i++) if (!left[i]) p.x[i] += way;
      for (let k = 0; k < 10; k++) step(world, 1e-3);
    };
    move(0.2);
    p.velocity.view.fill(0);
    move(-0.2);
    const { docks, order } = matter.record;
    let across = 0;
    for (let slot = 0; slot < matter.count; slot++) {
      for (const other of docks.subarray(18 * slot, 18 * slot + 18)) {
        if (other >= 0 && left[order[slot]] !== left[order[other]]) across++;
      }
    }
    return across;
  };

  it('broken faces do not heal on contact; without docking rates they do', () => {
    expect(bondsAfterParting({ rate: 100, change: 1e5 })).toBe(0);
    expect(bondsAfterParting(undefined)).toBeGreaterThan(5);
  });
});
