/** What can be seen of particles: against exact strains and stresses, and against the strain that steps report. */
import { describe, expect, it } from 'vitest';
import { sceneById } from '../../../scenes/index.ts';
import {
  addAdaptiveCloth,
  addAdaptiveGrid,
  addLayeredSheet,
  addMembraneSheet,
  addProvotSheet,
  createIntegrator,
  readView,
  worldViews,
} from '../../../src/engine.ts';
import { type Body, buildScene, step, World } from '../../../src/index.ts';
import { matterWorld } from '../models/lattice-matter/matter-world.ts';

const THICKNESS = 0.002;
const STRETCH = 1000;

type Place = (u: number, v: number) => [number, number, number];

/** The sheets that are made flat, as [name, maker]; along x and y or x and z. */
const SHEETS: readonly [string, (world: World, place?: Place) => Body][] = [
  [
    'provot-sheet',
    (world, place) =>
      addProvotSheet(world, {
        name: 'sheet',
        size: [1, 1],
        points: [9, 9],
        material: { density: 0.2, stretch: STRETCH, shear: 0, bend: 0, damping: 0, thickness: THICKNESS },
        place,
      }),
  ],
  [
    'adaptive-grid',
    (world, place) =>
      addAdaptiveGrid(world, {
        name: 'sheet',
        size: [1, 1],
        points: [5, 5],
        material: { density: 0.2, stretch: STRETCH, shear: 0, damping: 0, thickness: THICKNESS },
        maxLevel: 2,
        // Levels differ, so that there are virtual points.
        startLevel: (u) => (u > 0 ? 2 : 0),
        place,
      }),
  ],
  [
    'adaptive-cloth',
    (world, place) =>
      addAdaptiveCloth(world, {
        name: 'sheet',
        shape: { size: [1, 1], cells: [4, 4] },
        material: {
          density: 0.2,
          thickness: THICKNESS,
          stretchWarp: STRETCH,
          stretchWeft: STRETCH,
          shear: 100,
          bendWarp: 0,
          bendWeft: 0,
          damping: 0,
        },
        startLevel: 2,
        place,
      }),
  ],
];

function values(world: World, name: string): number[] {
  const read = readView(world, name, 0);
  expect(read, name).toBeDefined();
  return Array.from(read!);
}

/** Turned out of every axis: what is seen of a sheet does not depend on how it lies. */
const turned: Place = (u, v) => [0.6 * u - 0.48 * v, 0.8 * u + 0.36 * v, 0.8 * v];

describe.each(SHEETS)('%s', (_name, make) => {
  it('has the strain and the stress of a uniform stretch, whichever way it lies', () => {
    const strain = 0.1;
    const world = new World(createIntegrator('euler-cromer'));
    make(world, (u, v) => turned((1 + strain) * u, v));
    // Along the stretched threads T = Y ε a width; the wall is 1 + ε times thinner: σ = Y ε (1 + ε)/t.
    const stress = (STRETCH * strain * (1 + strain)) / THICKNESS;
    for (const value of values(world, 'strain')) expect(value).toBeCloseTo(strain, 5);
    // As many threads each way; on the rim of a lattice of springs there are other numbers of them.
    expect(Math.max(...values(world, 'stretch'))).toBeLessThanOrEqual(strain);
    for (const value of values(world, 'stress')) expect(value / stress).toBeCloseTo(1, 4);
  });

  it('at rest has neither', () => {
    const world = new World(createIntegrator('euler-cromer'));
    make(world, turned);
    for (const name of ['strain', 'stretch', 'stress'])
      for (const value of values(world, name)) expect(Math.abs(value)).toBeLessThan(1e-6 * STRETCH);
  });

  it('is strained at most as its report says', () => {
    const world = new World(createIntegrator('euler-cromer'));
    const body = make(world, (u, v) => [u + 0.1 * u * v, v - 0.2 * u * u, 0.3 * u * v]);
    const sum = { sum: 0, count: 0, max: 0 };
    body.addStrain!(world, sum);
    expect(Math.max(...values(world, 'strain'))).toBeCloseTo(sum.max, 5);
  });
});

it('a membrane drawn alike to all sides has the true stress of rubber', () => {
  const world = new World(createIntegrator('verlet'));
  const stretch = 1.6;
  const modulus = 1000;
  addMembraneSheet(world, {
    name: 'sheet',
    size: [1, 0.8],
    points: [6, 5],
    thickness: 0.01,
    density: 1000,
    shearModulus: modulus,
    clamp: 'none',
  });
  const x = world.particles.position.view;
  for (let i = 0; i < x.length; i++) x[i] *= stretch;
  // Equal biaxial tension of a neo-Hookean sheet: σ = G (λ² − λ⁻⁴).
  const stress = modulus * (stretch ** 2 - stretch ** -4);
  for (const value of values(world, 'stress')) expect(value / stress).toBeCloseTo(1, 5);
  for (const value of values(world, 'strain')) expect(value).toBeCloseTo(stretch - 1, 5);
  for (const value of values(world, 'stretch')) expect(value).toBeCloseTo(stretch - 1, 5);
  for (const value of values(world, 'thickness')) expect(value).toBeCloseTo(0.01 / stretch ** 2, 6);
});

describe('a layered sheet', () => {
  const world = new World(createIntegrator('euler-cromer'));
  const sheet = addLayeredSheet(world, {
    name: 'sheet',
    structure: 'samm',
    points: [6, 6],
    layers: 2,
    size: [1, 1],
    material: { density: 1, stretch: STRETCH, rigidity: 0.1, damping: 0, thickness: THICKNESS },
    changes: true,
  });

  it('says which layer a mass is in', () => {
    expect(values(world, 'layer')).toEqual([...new Array(36).fill(0), ...new Array(25).fill(1)]);
  });

  it('draws its springs from end to end, and no broken ones', () => {
    const { positions, strain } = sheet.drawing!.lines!(world);
    expect(strain.length).toBe(sheet.springs.count);
    for (let s = 0; s < strain.length; s++) {
      const [a, b] = sheet.springs.ends.view.subarray(2 * s, 2 * s + 2);
      expect(positions[6 * s]).toBeCloseTo(world.particles.x[a], 6);
      expect(positions[6 * s + 5]).toBeCloseTo(world.particles.z[b], 6);
      expect(strain[s]).toBeCloseTo(0, 5);
    }
    sheet.springs.stiffness.view[7] = 0;
    expect(sheet.drawing!.lines!(world).strain.length).toBe(sheet.springs.count - 1);
  });
});

describe('lattice matter', () => {
  it('has the stress E ε of a solid, sites that are taken, and bonds from site to site', () => {
    const { world, matter } = matterWorld();
    step(world, 1e-4);
    const strain = 0.01;
    for (let i = 0; i < matter.count; i++) {
      // A = diag(1 + ε, 1, 1) in axes turned by R would do as well; here R = 1.
      matter.record.turn.view.set([0, 0, 0, 1], 4 * i);
      matter.record.shape.view.set([1 + strain, 0, 0, 0, 1, 0, 0, 0, 1], 9 * i);
    }
    for (const value of values(world, 'stress')) expect(value / (2e4 * strain)).toBeCloseTo(1, 4);
    for (const value of values(world, 'stretch')) expect(value).toBeCloseTo(strain / 3, 5);
    expect(Math.max(...values(world, 'sites'))).toBe(18);
    expect(Math.min(...values(world, 'sites'))).toBeGreaterThan(0);
    const lines = matter.drawing.lines(world);
    // Docked pairs are counted from both sides.
    expect(lines.strain.length).toBe(matter.elements / 2);
    for (const value of lines.strain) expect(Math.abs(value)).toBeLessThan(1e-3);
  });
});

describe('a world', () => {
  it('lists what its bodies have, each once, and reads it', () => {
    const world = buildScene(sceneById('drop-on-cloth')!);
    const all = worldViews(world);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const { name, bodies, title } of all) {
      expect(title.length).toBeGreaterThan(0);
      world.bodies.forEach((body, i) => {
        const read = readView(world, name, i);
        expect(read?.length).toBe(bodies.includes(i) ? body.count : undefined);
        if (read) expect(read.every(Number.isFinite), name).toBe(true);
      });
    }
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['strain', 'stress', 'speed', 'phase', 'contact']),
    );
    expect(readView(world, 'no such thing', 0)).toBeUndefined();
    expect(() => readView(world, 'speed', 9)).toThrow(/body: there are 2/);
  });

  it('knows what is pinned, what touches, and how fast it goes', () => {
    const world = new World(createIntegrator('euler-cromer'));
    SHEETS[0][1](world);
    const p = world.particles;
    p.pin(3);
    p.vx[5] = 3;
    p.vz[5] = 4;
    expect(
      values(world, 'held')
        .map((v, i) => (v === 1 ? i : -1))
        .filter((i) => i >= 0),
    ).toEqual([3]);
    expect(values(world, 'speed')[5]).toBe(5);
    // Without contact or heat there is nothing to see of them.
    expect(worldViews(world).map(({ name }) => name)).toEqual([
      'strain',
      'stretch',
      'stress',
      'speed',
      'held',
    ]);
  });
});
