/** Heat between lattice matter and the sheet that it lies on: what one side gets the other gives. */
import { describe, expect, it } from 'vitest';
import { heatBalance } from '../../../../src/engine.ts';
import {
  buildScene,
  hash,
  parseScene,
  restore,
  type SceneInput,
  snapshot,
  step,
  type World,
} from '../../../../src/index.ts';
import { SheetHeat } from '../../../../src/models/lattice-matter/sheet-heat.ts';

type Body = NonNullable<SceneInput['bodies']>[number];
type Vector = [number, number, number];

const upright = { axis: [1, 0, 0] as Vector, angle: -90 };
const size: [number, number] = [0.3, 0.3];
const SHEETS: Record<string, Body> = {
  'layered-sheet': {
    name: 'sheet',
    model: 'layered-sheet',
    size,
    points: [9, 9],
    thermal: 'styrene-0.25',
  },
  'adaptive-grid': {
    name: 'sheet',
    model: 'adaptive-grid',
    size,
    points: [9, 9],
    maxLevel: 1,
    rotation: upright,
    thermal: 'styrene-0.25',
  },
};

/** Goo at 400 K just above a sheet at 293 K, in air that takes nothing. */
function world(model: string, material: object = {}, more: Partial<SceneInput> = {}): World {
  return buildScene(
    parseScene({
      format: 1,
      gravity: [0, 0, 0],
      air: { density: 0 },
      engine: { name: 'euler-cromer' },
      heat: { mode: 'physical', ambient: 293.15, airLoss: 0 },
      bodies: [
        SHEETS[model],
        {
          name: 'goo',
          model: 'lattice-matter',
          spacing: 0.02,
          objects: [
            {
              shape: { kind: 'box', size: [0.08, 0.04, 0.08] },
              position: [0, 0.027, 0],
              temperature: 400,
              material: {
                young: 1e4,
                soundSpeed: 5,
                heat: { conductivity: 0.5, specificHeat: 2000 },
                ...material,
              },
            },
          ],
        },
      ],
      ...more,
    }),
  );
}

/** J above 0 K in the matter. */
function heatOf({ bodies, particles: p }: World, specificHeat = 2000): number {
  const { first, count } = bodies[1];
  let sum = 0;
  for (let i = first; i < first + count; i++) sum += p.mass.view[i] * specificHeat * p.temperature.view[i];
  return sum;
}

const touchOf = (one: World) =>
  one.schedule.in('heat').find((system) => system instanceof SheetHeat) as SheetHeat;

describe.each(Object.keys(SHEETS))('hot goo on a cold %s', (model) => {
  it('warms it by what it loses, and accounts close', () => {
    const one = world(model);
    const start = heatOf(one);
    for (let k = 0; k < 30; k++) expect(step(one, 1 / 60).fault).toBeUndefined();
    const touch = touchOf(one);
    expect(touch.given).toBeGreaterThan(10);
    // Rounding of sums of 1e5 J over thirty exchanges.
    expect(Math.abs(start - heatOf(one) - touch.given)).toBeLessThan(1e-8);
    const balance = heatBalance(one);
    expect(balance.matter).toBeCloseTo(touch.given, 10);
    expect(balance.relativeError).toBeLessThan(1e-10);
  });

  it('comes to one temperature with it, and never past it, however well it conducts', () => {
    const one = world(model, {}, { contact: { conductance: 1e6 } });
    const { temperature } = one.particles;
    for (let k = 0; k < 30; k++) {
      step(one, 1 / 60);
      expect(Math.max(...temperature.view.subarray(0, one.particles.count))).toBeLessThanOrEqual(400 + 1e-9);
      expect(Math.min(...temperature.view.subarray(0, one.particles.count))).toBeGreaterThan(293.1);
    }
    expect(touchOf(one).given).toBeGreaterThan(10);
  });
});

it('is right where theory is: a particle on a large sheet cools as exp(−g A t / C)', () => {
  const one = buildScene(
    parseScene({
      format: 1,
      gravity: [0, 0, 0],
      air: { density: 0 },
      engine: { name: 'euler-cromer', substeps: 4 },
      heat: { mode: 'physical', airLoss: 0 },
      contact: { conductance: 500 },
      bodies: [
        {
          name: 'plate',
          model: 'layered-sheet',
          size: [0.3, 0.3],
          points: [5, 5],
          material: { density: 1e4, stretch: 300, thickness: 0.001 },
          thermal: { heatCapacity: 1e5 },
        },
        {
          name: 'grain',
          model: 'lattice-matter',
          spacing: 0.01,
          objects: [
            {
              shape: { kind: 'points', points: [[0.01, 0.006, 0.02]] },
              temperature: 400,
              material: { heat: { conductivity: 1, specificHeat: 1500 } },
            },
          ],
        },
      ],
    }),
  );
  for (let k = 0; k < 60; k++) step(one, 0.05);
  const area = 0.5 * Math.sqrt(3) * 0.01 ** 2;
  const { first } = one.bodies[1];
  const capacity = one.particles.mass.view[first] * 1500;
  const expected = 293.15 + (400 - 293.15) * Math.exp((-500 * area * 3) / capacity);
  // The plate holds 4e6 times as much heat as the grain.
  expect(one.particles.temperature.view[first]).toBeCloseTo(expected, 2);
});

it('goes on byte-equal from a snapshot', () => {
  const one = world('adaptive-grid');
  for (let k = 0; k < 10; k++) step(one, 1 / 60);
  const half = snapshot(one);
  for (let k = 0; k < 5; k++) step(one, 1 / 60);
  const other = world('adaptive-grid');
  restore(other, half);
  for (let k = 0; k < 5; k++) step(other, 1 / 60);
  expect(hash(other)).toBe(hash(one));
});

it('asks nothing of matter without heat, nor where matter touches no sheets', () => {
  expect(touchOf(world('layered-sheet', { heat: undefined }))).toBeUndefined();
  expect(touchOf(world('layered-sheet', {}, { contact: { matter: false } }))).toBeUndefined();
});
