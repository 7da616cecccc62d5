/** From a scene to a world: everything is where the scene says, and the guard chooses the sub-steps. */
import { describe, expect, it } from 'vitest';
import { hash } from '../../../src/core/hash.ts';
import type { StepReport } from '../../../src/core/report.ts';
import { run } from '../../../src/core/step.ts';
import { stableSteps } from '../../../src/integrators/stability.ts';
import { buildScene } from '../../../src/scene/build.ts';
import {
  checkExpectations,
  factsAfterStep,
  type RunFacts,
  type StepFacts,
} from '../../../src/scene/expect.ts';
import type { Scene, SceneInput } from '../../../src/scene/parameters.ts';
import { parseScene } from '../../../src/scene/parse.ts';

type Sheet = Partial<NonNullable<SceneInput['bodies']>[number]>;

const withSheet = (sheet: Sheet, fields: Partial<SceneInput> = {}): Scene =>
  parseScene({
    format: 1,
    bodies: [{ name: 'a', model: 'provot-sheet', points: [5, 5], size: [2, 1], ...sheet }],
    ...fields,
  });

const positionOf = (scene: Scene, i: number) => {
  const { x, y, z } = buildScene(scene).particles;
  return [x[i], y[i], z[i]];
};

describe('a sheet', () => {
  it('lies in x–y about its position, top-left first', () => {
    const scene = withSheet({ position: [10, 20, 30] });
    expect(positionOf(scene, 0)).toEqual([9, 20.5, 30]);
    expect(positionOf(scene, 24)).toEqual([11, 19.5, 30]);
  });

  it('is turned right-handed about its axis, of any length', () => {
    const scene = withSheet({ rotation: { axis: [5, 0, 0], angle: 90 } });
    const [x, y, z] = positionOf(scene, 0);
    expect(x).toBeCloseTo(-1, 12); // rounding of sine and cosine only
    expect(y).toBeCloseTo(0, 12);
    expect(z).toBeCloseTo(0.5, 12);
  });

  it('has the mass of its area', () => {
    const { particles } = buildScene(withSheet({ material: { density: 0.4 } }));
    const total = particles.mass.view.reduce((sum, m) => sum + m, 0);
    expect(total).toBeCloseTo(0.4 * 2 * 1, 12);
  });

  it('starts with its velocity, but for the pinned masses', () => {
    const { particles } = buildScene(withSheet({ velocity: [1, 2, 3], pins: [{ at: 'top' }] }));
    expect([particles.vx[0], particles.vy[4]]).toEqual([0, 0]);
    expect([particles.vx[5], particles.vy[5], particles.vz[24]]).toEqual([1, 2, 3]);
  });

  it.each([
    ['top', [0, 1, 2, 3, 4]],
    ['bottom', [20, 21, 22, 23, 24]],
    ['left', [0, 5, 10, 15, 20]],
    ['right', [4, 9, 14, 19, 24]],
    ['top-left', [0]],
    ['top-right', [4]],
    ['bottom-left', [20]],
    ['bottom-right', [24]],
    [[3, 1], [8]],
  ] as const)('is pinned at %s', (at, pinned) => {
    const { particles } = buildScene(withSheet({ pins: [{ at: typeof at === 'string' ? at : [...at] }] }));
    const held = [...particles.inverseMass.view.slice(0, 25)].flatMap((w, i) => (w === 0 ? [i] : []));
    expect(held).toEqual(pinned);
  });

  it('follows the later of two pins that hold the same mass', () => {
    const moved = {
      at: 'top-left' as const,
      keyframes: [{ time: 0, offset: [0, 1, 0] as [number, number, number] }],
    };
    const world = buildScene(withSheet({ pins: [{ at: 'top' }, moved] }));
    run(world, 1 / 60, 1);
    expect(world.particles.y[0]).toBeCloseTo(1.5, 12);
    expect(world.particles.y[1]).toBe(0.5);
  });
});

describe('jitter', () => {
  it('is drawn from the seed and stays within its amount', () => {
    const z = (seed: number) => [...buildScene(withSheet({ jitter: 0.01 }, { seed })).particles.z];
    expect(z(1)).toEqual(z(1));
    expect(z(1)).not.toEqual(z(2));
    expect(Math.max(...z(1).map(Math.abs))).toBeLessThanOrEqual(0.01);
  });
});

describe('sub-steps', () => {
  const soft = withSheet({});
  const stiff = withSheet({ material: { stretch: 30000 } });

  it('keep to the stability limit of the engine, and not far below', () => {
    for (const scene of [soft, stiff]) {
      const world = buildScene(scene);
      const limit = stableSteps(world).engines['euler-cromer'].step;
      expect(scene.dt / world.substeps).toBeLessThanOrEqual(limit);
      expect(scene.dt / (world.substeps - 1)).toBeGreaterThan(0.85 * limit); // the guard keeps a tenth in hand
    }
  });

  it('grow as the root of the stiffness', () => {
    // Shear and flexion stay as they are, so a hundred times the stretch is a little less than ten times the rate.
    const ratio = buildScene(stiff).substeps / buildScene(soft).substeps;
    expect(ratio).toBeGreaterThan(7);
    expect(ratio).toBeLessThan(11);
  });

  it('are those given, if they are given', () => {
    expect(buildScene(withSheet({}, { engine: { substeps: 7 } })).substeps).toBe(7);
  });

  it('are refused beyond the limit, with advice', () => {
    const scene = withSheet({ material: { stretch: 1e9, density: 1e-3 } }, { dt: 10 });
    expect(() => buildScene(scene)).toThrow(/engine\.substeps: .* the limit is 100000\. Use a softer/);
  });
});

describe('an empty scene', () => {
  it('builds, steps and hashes', () => {
    const scene = parseScene({ format: 1 });
    const world = buildScene(scene);
    const report = run(world, scene.dt, 60);
    expect(report).toMatchObject({ particles: 0, step: 60 });
    expect(report.fault).toBeUndefined();
    expect(hash(world)).toMatch(/^[0-9a-f]{8,}$/);
  });

  it('may have colliders alone', () => {
    const world = buildScene(
      parseScene({ format: 1, colliders: [{ name: 'floor', shape: { kind: 'plane' } }] }),
    );
    expect(run(world, 1 / 60, 10).fault).toBeUndefined();
  });
});

it('two worlds of one scene have the same bytes, and go on to have them', () => {
  const scene = withSheet(
    { jitter: 0.01, pins: [{ at: 'top-left' }] },
    { air: { wind: [1, 0, 2], gust: 0.5 } },
  );
  const [a, b] = [buildScene(scene), buildScene(scene)];
  run(a, scene.dt, 20);
  run(b, scene.dt, 20);
  expect(hash(a)).toBe(hash(b));
});

describe('checkExpectations', () => {
  const expectations = {
    particles: 25,
    strainMax: 0.1,
    strain99Max: 0.08,
    energyRise: { max: 0.5 },
    strainMeanMax: 0.1,
    penetrationMax: 0.1,
    energyGainMax: 1,
    kineticMax: 2,
    kineticMin: 1,
    places: [
      {
        body: 'a',
        at: 'centre' as const,
        min: [-1, -1, -1] as [number, number, number],
        max: [1, 1, 1] as [number, number, number],
      },
    ],
  };
  const scene = withSheet({}, { expect: expectations });
  const good: RunFacts = {
    finite: true,
    faults: [],
    particles: { end: 25 },
    strain: { mean: 0.05, max: 0.1 },
    penetrationMax: 0,
    energy: { kinetic: 1.5, total: 10 },
    energyStart: 10,
    energyMax: 11,
    steps: { strain99: 0.08, energyLeast: 9, energyRise: 0.5 },
  };
  const fault = { time: 1, step: 60, body: 'a', particle: 3, cause: 'blew up', advice: '' };

  it('is content when all holds', () => {
    expect(checkExpectations(scene, buildScene(scene), good)).toEqual([]);
  });

  it.each<[string, Partial<RunFacts>]>([
    ['finite', { finite: false }],
    ['finite', { faults: [fault] }],
    ['particles', { particles: { end: 24 } }],
    ['strainMax', { strain: { mean: 0, max: 0.2 } }],
    ['strain99Max', { steps: { strain99: 0.09, energyLeast: 9, energyRise: 0 } }],
    ['energyRise', { steps: { strain99: 0, energyLeast: 9, energyRise: 0.6 } }],
    ['strainMeanMax', { strain: { mean: 0.2, max: 0 } }],
    ['penetrationMax', { penetrationMax: Number.NaN }],
    ['energyGainMax', { energyMax: 12 }],
    ['kineticMax', { energy: { kinetic: 3, total: 10 } }],
    ['kineticMin', { energy: { kinetic: 0, total: 10 } }],
  ])('names %s when it does not', (name, bad) => {
    const broken = checkExpectations(scene, buildScene(scene), { ...good, ...bad });
    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain(`expect.${name}`);
  });

  it('misses facts of steps that nobody has noted', () => {
    const broken = checkExpectations(scene, buildScene(scene), { ...good, steps: undefined });
    expect(broken.map((sentence) => sentence.split(':')[0])).toEqual([
      'expect.strain99Max',
      'expect.energyRise',
    ]);
  });

  it('names a place that a point is not in', () => {
    const far = withSheet({ position: [5, 0, 0] }, { expect: expectations });
    expect(checkExpectations(far, buildScene(far), good)).toEqual([
      'expect.places[0]: a centre in [-1, -1, -1] to [1, 1, 1], was at [5, 0, 0]',
    ]);
  });
});

describe('factsAfterStep', () => {
  const falling = withSheet({}, { expect: { strain99Max: 1, energyRise: { from: 0.1, max: 1 } } });
  const report = (time: number, total: number) => ({ time, energy: { total } }) as unknown as StepReport;

  it('has the largest rise above the least energy since nothing does work', () => {
    const world = buildScene(falling);
    let facts: StepFacts | undefined;
    [5, 1, 9, 4, 6, 3, 4.5].forEach((energy, k) => {
      facts = factsAfterStep(falling, world, report(0.05 * k, energy), facts);
    });
    expect(facts).toMatchObject({ energyLeast: 3, energyRise: 2 }); // from 0.1 s on, where it is 9
  });

  it('has the strain that all but one particle in a hundred stay below', () => {
    const scene = withSheet({ points: [27, 27] }, { expect: { strain99Max: 1 } });
    const world = buildScene(scene);
    const { x, y, z } = world.particles;
    for (const values of [x, y, z]) for (let i = 0; i < values.length; i++) values[i] *= 1.02;
    x[0] += 1; // strains the springs of a corner, which end at six of 729 particles
    const { strain99 } = factsAfterStep(scene, world, report(0, 0));
    expect(strain99).toBeCloseTo(0.02, 5);
  });

  it('costs nothing where the scene expects nothing of it', () => {
    const scene = withSheet({});
    expect(factsAfterStep(scene, buildScene(scene), report(0, 1))).toMatchObject({
      strain99: 0,
      energyRise: 0,
    });
  });
});
