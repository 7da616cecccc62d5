/** What steps, resolutions and solver settings do to a cloth, and what they must not. */
import { run, step, World } from 'pliant';
import {
  type AdaptiveCloth,
  addAdaptiveCloth,
  addContact,
  airDamping,
  type ClothMaterial,
  createCollider,
  createIntegrator,
  gravity,
  pinParticles,
} from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import type { ImplicitOptions } from '../../src/integrators/implicit.ts';
import { COTTON, type Place } from '../unit/models/adaptive-cloth/woven-cloth.ts';

const G = 9.80665;

interface Hung {
  world: World;
  cloth: AdaptiveCloth;
}

interface HungOptions {
  engine?: 'implicit-euler' | 'sdirk2';
  solver?: ImplicitOptions;
  level?: number;
  material?: Partial<ClothMaterial>;
  held?: (u: number, v: number) => boolean;
  place?: Place;
}

const topEdge = (_: number, v: number) => v > 0.5 - 1e-9;
const topCorners = (u: number, v: number) => v > 0.5 - 1e-9 && Math.abs(u) > 0.5 - 1e-9;

/** A square metre of 4 × 4 cells. */
function hang(options: HungOptions): Hung {
  const { engine = 'implicit-euler', solver, level = 0, material, held = topEdge, place } = options;
  const world = new World(createIntegrator(engine, solver));
  const cloth = addAdaptiveCloth(world, {
    name: 'cloth',
    shape: { size: [1, 1], cells: [4, 4] },
    startLevel: level,
    material: { ...COTTON, damping: 0.005, ...material },
    ...(place && { place }),
  });
  const pins = Array.from({ length: cloth.count }, (_, i) => i)
    .filter((i) => held(cloth.places[2 * i], cloth.places[2 * i + 1]))
    .map((i) => ({ particle: cloth.first + i }));
  pinParticles(world, pins);
  world.addForce(gravity([0, -G, 0]));
  return { world, cloth };
}

/** J: of motion, height and the cloth itself. */
function totalEnergy({ world, cloth }: Hung): number {
  const { particles: p } = world;
  const own = cloth.force.energy;
  if (typeof own !== 'function') throw new Error('the cloth states no energy');
  let sum = own(world);
  for (let i = 0; i < p.count; i++) {
    if (p.inverseMass.view[i] === 0) continue;
    sum += p.mass.view[i] * G * p.y[i];
    for (let axis = 0; axis < 3; axis++) {
      const v = p.velocity.view[axis * p.stride + i];
      sum += 0.5 * p.mass.view[i] * v * v;
    }
  }
  return sum;
}

describe('order of convergence', () => {
  // Soft threads, so that stretching is resolved by the steps.
  const material = { stretchWarp: 20, stretchWeft: 20, shear: 5, bendWarp: 1e-3, bendWeft: 1e-3, damping: 0 };
  const solver = { tolerance: 1e-6, corrections: 4 };
  const positionsAfter = (engine: 'implicit-euler' | 'sdirk2', steps: number) => {
    const { world } = hang({ engine, solver, material, place: (u, v) => [u, 0.8 * v, 0.6 * v] });
    expect(run(world, 0.4 / steps, steps).fault).toBeUndefined();
    return Float64Array.from(world.particles.position.view);
  };
  const fine = positionsAfter('sdirk2', 1600);

  it.each([
    ['implicit-euler', 1],
    ['sdirk2', 2],
  ] as const)('%s is of order %i', (engine, order) => {
    const [coarse, half] = [200, 400].map((steps) => {
      const there = positionsAfter(engine, steps);
      return Math.sqrt(there.reduce((sum, x, i) => sum + (x - fine[i]) * (x - fine[i]), 0));
    });
    // the next term of the error still shows at these steps
    expect(Math.abs(Math.log2(coarse / half) - order)).toBeLessThan(0.15);
  });
});

describe('energy', () => {
  // Newton's method with four iterations: with one alone, energy rises by up to millijoules at 1/60 s.
  it.each([1e-4, 1e-3, 1e-2, 1 / 30])('never grows with steps of %s s', (dt) => {
    const hung = hang({
      level: 2,
      solver: { corrections: 4, tolerance: 1e-3 },
      held: topCorners,
      place: (u, v) => [u, 0, v],
    });
    let before = totalEnergy(hung);
    for (let k = 0; k < 100; k++) {
      expect(step(hung.world, dt).fault).toBeUndefined();
      const now = totalEnergy(hung);
      expect(now).toBeLessThanOrEqual(before + 1e-9); // J: f32 solves, beside some tenths of a joule of fall
      before = now;
    }
  });

  it.each([0.1, 1, 10])('is not above that of the start with steps of %s s', (dt) => {
    const hung = hang({ level: 2, held: topCorners, place: (u, v) => [u, 0, v] });
    const start = totalEnergy(hung);
    for (let n = 0; n < 50; n++) {
      expect(step(hung.world, dt).fault).toBeUndefined();
      // J, of the 0.7 that it falls by: one solve a step, to 1 %, finds the least of the potential only so far
      expect(totalEnergy(hung)).toBeLessThanOrEqual(start + 0.03);
    }
  });
});

describe('a cotton sheet hung by its edge', () => {
  const cases = [2, 4].flatMap((level) =>
    [1 / 240, 1 / 60, 1 / 15].flatMap((dt) => [3, 5].map((corrections) => [level, dt, corrections] as const)),
  );
  it.each(
    cases,
  )('stretches as its threads say on level %i, step %f s, %i corrections', (level, dt, corrections) => {
    const { world, cloth } = hang({ level, solver: { corrections, tolerance: 0.01 } });
    expect(run(world, dt, Math.round(1 / dt)).fault).toBeUndefined();
    const strain = { sum: 0, count: 0, max: 0 };
    cloth.addStrain(world, strain);
    expect(strain.max).toBeLessThan(0.02);
    // ρ g L / 2 Y at the middle of the lower edge, within a tenth of a millimetre
    const low = -world.particles.y[cloth.vertexAt(0, -0.5)] - 0.5;
    expect(Math.abs(low - (0.2 * G) / 2 / COTTON.stretchWeft)).toBeLessThan(1e-4);
  });
});

describe('a cloth dropped over a lying cylinder', () => {
  /** x, y, z of 25 places of the cloth after 3 s. */
  const drape = (level: number, dt: number) => {
    const world = new World(createIntegrator('implicit-euler'));
    const cloth = addAdaptiveCloth(world, {
      name: 'cloth',
      shape: { size: [1, 1], cells: [4, 4] },
      startLevel: level,
      material: { ...COTTON, bendWarp: 1e-4, bendWeft: 1e-4, damping: 0.002 },
      place: (u, v) => [u, 0.26, -v],
    });
    world.addForce(gravity([0, -G, 0]));
    world.addForce(airDamping(3));
    const cylinder = createCollider({
      name: 'cylinder',
      shape: { kind: 'cylinder', radius: 0.25, height: 1.4 },
      rotation: { axis: [0, 0, 1], angle: 90 },
      friction: 0.3,
    });
    addContact(world, { colliders: [cylinder], bodies: [{ body: cloth, radius: cloth.thickness / 2 }] });
    expect(run(world, dt, Math.round(3 / dt)).fault).toBeUndefined();
    const { x, y, z } = world.particles;
    return Array.from({ length: 25 }, (_, k) => {
      const i = cloth.vertexAt((k % 5) / 4 - 0.5, Math.floor(k / 5) / 4 - 0.5);
      return [x[i], y[i], z[i]];
    });
  };

  it('hangs alike with 3 resolutions and 3 steps', () => {
    const drapes = [2, 4, 6].flatMap((level) => [1 / 120, 1 / 60, 1 / 30].map((dt) => drape(level, dt)));
    let apart = 0;
    for (const a of drapes) {
      for (const b of drapes) {
        const sum = a.reduce(
          (all, p, k) => all + Math.hypot(p[0] - b[k][0], p[1] - b[k][1], p[2] - b[k][2]),
          0,
        );
        apart = Math.max(apart, sum / 25);
      }
    }
    expect(apart).toBeLessThan(0.02); // m: 2 % of the side, over all pairs
  });
});
