/** A rest of cloth is the same for every step, tolerance and air; and no implicit engine gains energy. */
import { step, World } from 'pliant';
import {
  type AdaptiveCloth,
  addAdaptiveCloth,
  airDamping,
  createIntegrator,
  gravity,
  pinParticles,
} from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import type { ImplicitOptions } from '../../src/integrators/implicit.ts';

const G = 9.80665;
const LENGTH = 0.2;
const CELLS = 32;
type Engine = 'implicit-euler' | 'sdirk2';

function pinWhere(world: World, cloth: AdaptiveCloth, held: (u: number, v: number) => boolean): void {
  const pins = Array.from({ length: cloth.count }, (_, i) => i)
    .filter((i) => held(cloth.places[2 * i], cloth.places[2 * i + 1]))
    .map((i) => ({ particle: cloth.first + i }));
  pinParticles(world, pins);
}

interface Strip {
  gamma: number;
  stretch: number;
  h: number;
  air: number;
  solver?: ImplicitOptions;
  seconds?: number;
}

/** Returns drop and reach over the length of a strip that is clamped at one end and bent by its weight until it rests. */
function cantilever({ gamma, stretch, h, air, solver, seconds = 5 }: Strip) {
  const density = 0.08;
  const rigidity = (density * G * LENGTH ** 3) / gamma;
  const world = new World(createIntegrator('implicit-euler', solver));
  const cell = LENGTH / CELLS;
  const cloth = addAdaptiveCloth(world, {
    name: 'strip',
    shape: { size: [LENGTH + cell, 4 * cell], cells: [CELLS + 1, 4] },
    material: {
      density,
      thickness: 1e-4,
      stretchWarp: stretch,
      stretchWeft: stretch,
      shear: stretch / 3,
      bendWarp: rigidity,
      bendWeft: rigidity,
      damping: 0,
    },
    place: (u, v) => [u + (LENGTH - cell) / 2, 0, v],
  });
  const end = (LENGTH + cell) / 2;
  pinWhere(world, cloth, (u) => u < cell - end + 1e-9);
  world.addForce(airDamping(air));
  world.addForce(gravity([0, -G, 0]));
  for (let k = 0; k < Math.round(seconds / h); k++) expect(step(world, h).fault).toBeUndefined();
  const tip = cloth.first + cloth.vertexAt(end, 0);
  return { drop: -world.particles.y[tip] / LENGTH, reach: world.particles.x[tip] / LENGTH };
}

describe('a strip at rest', () => {
  // Γ = ρ g L³/B; limp, of paper, and stiff. Exact solution with solves to 1e-6.
  it.each([
    [9.6, 3e4],
    [1, 300],
  ])('hangs alike whatever the step, the tolerance and the air: Γ %f, %f N/m', (gamma, stretch) => {
    const exact = cantilever({
      gamma,
      stretch,
      h: 1 / 60,
      air: 5,
      solver: { tolerance: 1e-6, balance: 1e-4, corrections: 5 },
    });
    for (const h of [1 / 240, 1 / 60, 1 / 30]) {
      for (const tolerance of [0.1, 0.001]) {
        for (const air of [2, 10]) {
          const { drop, reach } = cantilever({ gamma, stretch, h, air, solver: { tolerance } });
          // 0.001 m/s² is a ten-thousandth of the weight; with 0.01 m/s² shapes differ by just over a hundredth.
          expect(Math.abs(drop / exact.drop - 1)).toBeLessThan(0.01);
          expect(Math.abs(reach / exact.reach - 1)).toBeLessThan(0.01);
        }
      }
    }
  });

  it('does not freeze on the way: 300 N/m, 0.01 s, air 10/s', () => {
    const { drop } = cantilever({ gamma: 1, stretch: 300, h: 0.01, air: 10 });
    expect(Math.abs(drop / 0.1334 - 1)).toBeLessThan(0.01);
  });
});

/** J₀ by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 40; k++) {
    term *= -(x * x) / (4 * k * k);
    sum += term;
  }
  return sum;
}

/** First zeros of J₀. */
const ZEROS = [2.404826, 5.520078];

/** Swings a hung cloth in a mode of the hanging chain for five periods. */
function swing(engine: Engine, mode: number, stepsPerPeriod: number, solver: ImplicitOptions) {
  const [length, cells, amplitude] = [0.5, 16, 0.01];
  const zero = ZEROS[mode];
  const rate = (zero / 2) * Math.sqrt(G / length);
  const shape = (v: number) => bessel(zero * Math.sqrt(Math.max(0, v / length + 0.5)));
  const world = new World(createIntegrator(engine, solver));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [length / 2, length], cells: [cells / 2, cells] },
    material: {
      density: 0.2,
      thickness: 4e-4,
      stretchWarp: 3600,
      stretchWeft: 3000,
      shear: 120,
      bendWarp: 1e-6,
      bendWeft: 1e-6,
      damping: 0,
    },
    // Stretched by its weight, so that it does not bounce.
    place: (u, v) => {
      const below = v + length / 2;
      const sag = ((0.2 * G) / 3000) * ((length * length - below * below) / 2);
      return [u, v - length / 2 - sag / length, amplitude * shape(v)];
    },
  });
  pinWhere(world, cloth, (_, v) => v > length / 2 - 1e-9);
  world.addForce(gravity([0, -G, 0]));
  const { particles: p } = world;
  const own = cloth.force.energy;
  if (typeof own !== 'function') throw new Error('the cloth states no energy');
  const measure = () => {
    let [position, velocity, sum, energy] = [0, 0, 0, own(world)];
    for (let i = 0; i < cloth.count; i++) {
      if (p.inverseMass.view[i] === 0) continue;
      const mass = p.mass.view[i];
      const weight = mass * shape(cloth.places[2 * i + 1]);
      position += weight * p.z[i];
      velocity += weight * p.vz[i];
      sum += weight * shape(cloth.places[2 * i + 1]);
      energy += mass * (G * p.y[i] + 0.5 * (p.vx[i] ** 2 + p.vy[i] ** 2 + p.vz[i] ** 2));
    }
    return { amplitude: Math.hypot(position, velocity / rate) / sum, energy };
  };
  const start = measure();
  const h = (2 * Math.PI) / rate / stepsPerPeriod;
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 5 * stepsPerPeriod; k++) {
    expect(step(world, h).fault).toBeUndefined();
    highest = Math.max(highest, measure().energy - start.energy);
  }
  const mass = p.mass.view.subarray(0, p.count).reduce((all, m) => all + m, 0);
  const size = 0.5 * mass * (rate * amplitude * bessel(zero / 2)) ** 2;
  return { kept: measure().amplitude / start.amplitude, gain: highest / size };
}

describe.each([0, 1])('a hung cloth that swings in mode %i', (mode) => {
  it.each([
    0.1, 0.01, 1e-4,
  ])('gains no energy and keeps its amplitude by sdirk2 at tolerance %f', (tolerance) => {
    for (const steps of [30, 60]) {
      const { kept, gain } = swing('sdirk2', mode, steps, { tolerance });
      expect(gain).toBeLessThan(0.01);
      // Accelerations that are wrong by a tenth may cost a seventh of the amplitude in 300 steps.
      expect(kept).toBeGreaterThan(tolerance === 0.1 ? 0.8 : 0.9);
      expect(kept).toBeLessThan(1.02);
    }
  });

  it.each([0.1, 0.01, 1e-4])('gains no energy by implicit-euler at tolerance %f', (tolerance) => {
    // Amplitude after n periods of N steps: (1 + (2π/N)²)^(−N n/2).
    for (const [steps, kept] of [
      [30, 0.042],
      [60, 0.196],
    ]) {
      const swung = swing('implicit-euler', mode, steps, { tolerance });
      expect(swung.gain).toBeLessThan(0.01);
      expect(Math.abs(swung.kept - kept)).toBeLessThan(0.02);
    }
  });
});
