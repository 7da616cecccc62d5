/** Heat of sheets that refine themselves: the same whatever the levels, conserved as they change, and softening. */
import { beforeAll, describe, expect, it } from 'vitest';
import { heatBalance, modulusFactor, thermalOf } from '../../../../src/engine.ts';
import {
  buildScene,
  parseScene,
  restore,
  run,
  type SceneInput,
  snapshot,
  type World,
} from '../../../../src/index.ts';
import type { AdaptiveGrid } from '../../../../src/models/adaptive-grid/index.ts';

type Grid = Extract<NonNullable<SceneInput['bodies']>[number], { model: 'adaptive-grid' }>;

const BAND: Grid['refined'] = [{ from: [-0.04, -0.2], to: [0.06, 0.1], level: 2 }];
const MATERIAL = { density: 0.25, stretch: 200, shear: 60, damping: 0.02, thickness: 0.00025 };

function warm(body: Partial<Grid>, scene: Partial<SceneInput> = {}): World {
  return buildScene(
    parseScene({
      format: 1,
      gravity: [0, 0, 0],
      air: { density: 0 },
      contact: { self: false }, // of heat alone
      bodies: [
        {
          name: 'sheet',
          model: 'adaptive-grid',
          size: [0.2, 0.2],
          points: [9, 9],
          material: MATERIAL,
          thermal: 'styrene-0.25',
          ...body,
        },
      ],
      heat: { mode: 'physical' },
      ...scene,
    }),
  );
}

const sheetOf = (world: World) => world.bodies[0] as AdaptiveGrid;

it('warms every mass of a refined sheet alike, as fast as an unrefined one', () => {
  const heat = { mode: 'physical' as const, ambient: 400, airLoss: 20 };
  const [plain, banded] = [[], BAND].map((refined) => {
    const world = warm({ refined, unsplit: false }, { heat });
    run(world, 1 / 60, 60);
    return world;
  });
  const [expected, warmed] = [plain, banded].map(({ particles }) => particles.temperature.view[0]);
  expect(expected).toBeGreaterThan(310);
  // Exchanges come in whole sub-steps, of which a refined sheet has shorter ones: 18 K/s over half a millisecond.
  expect(Math.abs(warmed - expected)).toBeLessThan(0.01);
  expect(banded.particles.count).toBeGreaterThan(plain.particles.count + 20);
  for (const { temperature, count } of [plain.particles, banded.particles]) {
    for (let i = 0; i < count; i++) expect(temperature.view[i]).toBeCloseTo(temperature.view[0], 9);
  }
});

it.each([
  ['unrefined', []],
  ['banded', BAND],
])('conducts along an %s sheet as the equation says', (_, refined) => {
  const thermal = { like: 'styrene-0.25' as const, conductivity: 800, emissivity: 0 };
  const world = warm({ refined, unsplit: false, thermal }, { heat: { mode: 'physical', airLoss: 0 } });
  const sheet = sheetOf(world);
  const shape = (i: number) => Math.sin((Math.PI * sheet.places[2 * i]) / 0.2); // no flow at the rims
  for (let i = 0; i < sheet.count; i++) world.particles.temperature.view[i] = 300 + 10 * shape(i);
  run(world, 1 / 60, 120);
  const { heatCapacity } = thermalOf('styrene-0.25');
  const diffusivity = (800 * MATERIAL.thickness) / (MATERIAL.density * heatCapacity);
  const left = Math.exp(-diffusivity * (Math.PI / 0.2) ** 2 * 2);
  expect(left).toBeLessThan(0.8);
  for (let i = 0; i < sheet.count; i++) {
    // Eight cells a half wave: the finite elements are 1 − (πh/0.2)²/12 = 1.3 % slow, of 0.3 in the exponent; 10 K · 1 %.
    const t = world.particles.temperature.view[i];
    expect(Math.abs(t - 300 - 10 * left * shape(i))).toBeLessThan(0.1);
  }
});

/** A sheet that is let go in a room where one plate shines at it: it folds, splits, and comes to rest. */
function shone(): World {
  return warm(
    {
      rotation: { axis: [1, 0, 0], angle: 90 },
      pins: [{ at: 'top-left' }, { at: 'top-right' }],
      unsplitAge: 0.2,
    },
    {
      gravity: [0, -9.80665, 0],
      air: { rate: 2 },
      heat: {
        mode: 'physical',
        heaters: [
          {
            name: 'plate',
            shape: { kind: 'rectangle', width: 0.2, depth: 0.2 },
            position: [0.1, 0.3, 0],
            temperature: 900,
          },
        ],
      },
    },
  );
}

describe('a sheet that splits and unsplits in front of a heater', () => {
  // At the shorter step heat is exchanged in sub-steps that splits go back to.
  it.each([
    [1 / 60, 150],
    [1 / 500, 300],
  ])('keeps its heat as its masses come and go, steps of %d s', (dt, steps) => {
    const world = shone();
    const counts = new Set<number>();
    run(world, dt, steps, ({ particles }) => counts.add(particles));
    expect(counts.size).toBeGreaterThan(4);
    const { radiated, relativeError } = heatBalance(world);
    expect(radiated).toBeGreaterThan(1);
    expect(relativeError).toBeLessThan(1e-9); // rounding
  });

  it('goes on from a snapshot byte for byte', () => {
    const [first, second] = [shone(), shone()];
    run(first, 1 / 60, 25);
    const kept = snapshot(first);
    run(first, 1 / 60, 15);
    restore(second, kept);
    run(second, 1 / 60, 15);
    expect(snapshot(second)).toEqual(snapshot(first));
  });
});

it('takes on the heat of what it lies on, beside a layered sheet that does', () => {
  const plate = (x: number) => ({
    name: `plate ${x}`,
    shape: { kind: 'box' as const, size: [0.1, 0.1, 0.1] as [number, number, number] },
    position: [x, -0.0502, 0] as [number, number, number],
    temperature: 380,
    conductance: 500,
    friction: 1,
  });
  const layered = {
    name: 'card',
    model: 'layered-sheet' as const,
    size: [0.1, 0.1] as [number, number],
    points: [6, 6] as [number, number],
    position: [1, 0, 0] as [number, number, number],
    material: { density: 0.25, stretch: 200, rigidity: 1e-4, thickness: 0.00025 },
  };
  const around = {
    gravity: [0, -9.80665, 0] as [number, number, number],
    contact: { self: false, edges: false }, // heat goes through masses alone
    colliders: [plate(0), plate(1)],
  };
  const heat = { mode: 'physical' as const, airLoss: 0 };
  const grid = {
    name: 'sheet',
    model: 'adaptive-grid' as const,
    size: [0.3, 0.3] as [number, number],
    points: [7, 7] as [number, number],
    rotation: { axis: [1, 0, 0] as [number, number, number], angle: -90 },
    material: MATERIAL,
  };
  const both = buildScene(parseScene({ format: 1, heat, ...around, bodies: [grid, layered] }));
  const report = run(both, 1 / 60, 42);
  expect(report.fault).toBeUndefined();
  expect(both.particles.count).toBeGreaterThan(49 + 72); // it hangs over the edges and has split there
  const sheet = sheetOf(both);
  const temperature = (i: number) => both.particles.temperature.view[i];
  expect(temperature(sheet.index(3, 3))).toBeGreaterThan(340);
  for (const [column, row] of [
    [0, 0],
    [6, 0],
    [0, 6],
    [6, 6],
  ])
    expect(temperature(sheet.index(column, row))).toBeLessThan(300);
  expect(heatBalance(both).relativeError).toBeLessThan(1e-9);
  const card = both.body('card');
  expect(card.first).toBe(0); // sheets whose masses come and go lie behind
  expect(temperature(card.first + 14)).toBeGreaterThan(340);
});

describe('softening', () => {
  let hot: World;
  let softened: Float64Array;
  let kept: Uint8Array;
  beforeAll(() => {
    hot = shone();
    hot.particles.temperature.view.fill(360);
    run(hot, 1 / 60, 40);
    softened = sheetOf(hot).net.stiffness.view.slice();
    kept = snapshot(hot);
  });

  it('follows the material’s curve at every level, before and after a split', () => {
    const sheet = sheetOf(hot);
    expect(sheet.depth).toBeGreaterThan(0);
    const { net, first } = sheet;
    const temperature = hot.particles.temperature.view;
    net.soften(new Float64Array(net.count), () => 1);
    const of = (end: number): number => {
      if (end < net.count) return temperature[first + end];
      const parent = (k: number) => temperature[first + net.parents.view[2 * (end - net.count) + k]];
      return 0.5 * (parent(0) + parent(1));
    };
    for (let i = 0; i < softened.length; i++) {
      if (net.stiffness.view[i] === 0) continue;
      const t = 0.5 * (of(net.ends.view[2 * i]) + of(net.ends.view[2 * i + 1]));
      const factor = modulusFactor(thermalOf('styrene-0.25'), t);
      expect(factor).toBeLessThan(0.95);
      expect(softened[i] / net.stiffness.view[i] / factor).toBeCloseTo(1, 4); // the curves are tables, good to 1e-5
    }
  });

  it('comes back with a snapshot', () => {
    const again = shone();
    restore(again, kept);
    expect(sheetOf(again).net.stiffness.view).toEqual(softened);
  });

  it('takes more sub-steps where it can get colder than 20 °C', () => {
    const cold = warm({}, { heat: { mode: 'physical', ambient: 220 } });
    expect(cold.substeps).toBeGreaterThan(warm({}).substeps);
    expect(warm({}).substeps).toBe(warm({}, { heat: { mode: 'off' } }).substeps);
  });
});
