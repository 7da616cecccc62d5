/** Sheets that stick to colliders while hot, hang on them, and are torn off. */

import { describe, expect, it } from 'vitest';
import { contactOf, ParticleContact } from '../../../../src/contact/index.ts';
import { createCollider } from '../../../../src/engine.ts';
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

const DENSITY = 0.2;
const G = 9.80665;
const DT = 1 / 100;
/** N/m²: of a sheet that hangs on the ceiling by its own particles. */
const WEIGHT = DENSITY * G;

/** A sheet that lies under a ceiling and is thrown against it. */
function underCeiling(
  model: string,
  engine: string,
  strength: number,
  more: object = {},
  steps: object = {},
): World {
  const cloth = model === 'adaptive-cloth';
  const material = cloth
    ? { density: DENSITY, thickness: 1e-3 }
    : { density: DENSITY, stretch: 100, shear: 40, bend: 1, damping: 0.2, thickness: 1e-3 };
  const scene = {
    format: 1,
    dt: DT,
    engine: { name: engine, ...steps },
    gravity: [0, -G, 0],
    air: { density: 0 },
    bodies: [
      {
        name: 'sheet',
        model,
        size: [0.2, 0.2],
        ...(cloth ? { cells: [4, 4] } : { points: [5, 5] }),
        position: [0, -0.001, 0],
        rotation: { axis: [1, 0, 0], angle: 90 },
        velocity: [0, 0.2, 0],
        material,
      },
    ],
    colliders: [
      {
        name: 'ceiling',
        shape: { kind: 'box', size: [1, 0.1, 1] },
        position: [0, 0.05, 0],
        stick: { temperature: 350, strength },
        ...more,
      },
    ],
  } as SceneInput;
  return buildScene(parseScene(scene));
}

/** s, over which pulls are taken together: as in src/contact/attachments/load-filter.ts. */
const TEAR_TIME = 0.01;

it.each([
  ['euler-cromer', 16],
  ['euler-cromer', 128],
  ['verlet', 40],
] as const)('a ceiling that starts at once tears off by its impulse, with %s in %d sub-steps', (engine, substeps) => {
  const speed = 0.5;
  const left = (strength: number) => {
    const keyframes = [
      { time: 0.1, position: [0, 0.05, 0] },
      { time: 0.3, position: [0, 0.05 + 0.2 * speed, 0] },
    ];
    const stick = { temperature: 0, strength };
    const world = underCeiling('provot-sheet', engine, 0, { keyframes, stick }, { substeps });
    run(world, 0.1);
    expect(stuck(world)).toBe(25);
    run(world, 0.1);
    return stuck(world);
  };
  const jerk = (DENSITY * speed) / TEAR_TIME; // an impulse of ρ v by area
  // Some of it is spent before the whole of it counts: sub-steps are not short beside the time. All hangs by its weight too.
  expect(left(0.9 * jerk)).toBe(0);
  expect(left(1.1 * (jerk + WEIGHT))).toBe(25);
});

function run(world: World, seconds: number): void {
  for (let k = 0; k < Math.round(seconds / DT); k++) {
    const { fault } = step(world, DT);
    if (fault) throw new Error(fault.cause);
  }
}

const heat = (world: World, kelvin: number) => world.particles.temperature.view.fill(kelvin);
const stuck = (world: World) => contactOf(world).particles!.stuck;
const highest = (world: World) => Math.max(...world.particles.y);
const lowest = (world: World) => Math.min(...world.particles.y);

const SHEETS = [
  ['provot-sheet', 'euler-cromer'],
  ['provot-sheet', 'verlet'],
  ['adaptive-cloth', 'implicit-euler'],
  ['adaptive-cloth', 'sdirk2'],
] as const;

describe.each(SHEETS)('a %s with %s', (model, engine) => {
  it('sticks hot, hangs, and stays so when it cools', () => {
    const world = underCeiling(model, engine, 100);
    heat(world, 400);
    run(world, 0.1);
    expect(stuck(world)).toBe(25);
    heat(world, 293);
    run(world, 0.4);
    expect(stuck(world)).toBe(25);
    // Half a thickness below the ceiling; within implicit steps contact holds in a layer of 0.2 mm.
    expect(lowest(world)).toBeGreaterThan(-0.5e-3 - 2.1e-4);
    expect(highest(world)).toBeLessThan(-0.5e-3 + 1e-6);
  });

  it('does not stick cold', () => {
    const world = underCeiling(model, engine, 100);
    run(world, 0.2);
    expect(stuck(world)).toBe(0);
    expect(highest(world)).toBeLessThan(-0.05);
  });

  it('comes off when its weight is more than the strength, and not when it is less', () => {
    const weak = underCeiling(model, engine, 0.8 * WEIGHT);
    // Twice the weight: what is left of the impact pulls too.
    const strong = underCeiling(model, engine, 2 * WEIGHT);
    for (const world of [weak, strong]) {
      heat(world, 400);
      run(world, 0.05);
      heat(world, 293);
      run(world, 0.25);
    }
    expect(stuck(weak)).toBe(0);
    expect(highest(weak)).toBeLessThan(-0.05);
    expect(stuck(strong)).toBe(25);
  });

  it('is carried by a collider that moves and turns', () => {
    const turned = { axis: [1, 0, 0] as const, angle: 180 };
    const keyframes = [
      { time: 0.2, position: [0, 0.05, 0], rotation: { axis: [1, 0, 0], angle: 0 } },
      { time: 0.6, position: [0.2, 0.05, 0], rotation: turned },
    ];
    const world = underCeiling(model, engine, 1e4, { keyframes });
    heat(world, 400);
    run(world, 0.8);
    expect(stuck(world)).toBe(25);
    // Now it lies on top, upside down.
    expect(lowest(world)).toBeGreaterThan(0.1 + 0.5e-3 - 1e-5);
    expect(highest(world)).toBeLessThan(0.1 + 0.5e-3 + 2.1e-4);
    expect(world.particles.x.reduce((sum, x) => sum + x, 0) / 25).toBeCloseTo(0.2, 4);
  });

  it('goes on byte-equal from a snapshot', () => {
    const make = () => {
      const world = underCeiling(model, engine, 1.25 * WEIGHT);
      heat(world, 400);
      return world;
    };
    const whole = make();
    run(whole, 0.1);
    const other = make();
    restore(other, snapshot(whole));
    run(whole, 0.1);
    run(other, 0.1);
    expect(hash(other)).toBe(hash(whole));
  });
});

it('ties follow their particles where a cloth refines itself, and hold it as before', () => {
  const scene = parseScene({
    format: 1,
    dt: DT,
    engine: { name: 'implicit-euler' },
    gravity: [0, -G, 0],
    bodies: [
      {
        name: 'cloth',
        model: 'adaptive-cloth',
        size: [0.4, 0.4],
        cells: [2, 2],
        maxLevel: 4,
        position: [0, 0.0005, 0.1],
        rotation: { axis: [1, 0, 0], angle: -90 },
      },
    ],
    colliders: [
      {
        name: 'table',
        shape: { kind: 'box', size: [1, 0.1, 0.2] },
        position: [0, -0.05, 0],
        stick: { temperature: 0, strength: 1e5 },
      },
    ],
  } as SceneInput);
  const world = buildScene(scene);
  step(world, DT);
  const before = stuck(world);
  run(world, 0.4);
  expect(world.particles.count).toBeGreaterThan(9);
  expect(stuck(world)).toBeGreaterThanOrEqual(before);
  expect(before).toBeGreaterThan(0);
  // What was over the table is over it still; the rest hangs over the edge.
  const { x, y, z } = world.particles;
  // Ties are springs, which the part that hangs stretches by 31 µm.
  const kept = Array.from(z).filter((_, i) => z[i] <= 1e-4 && Math.abs(x[i]) < 0.21);
  expect(kept.length).toBeGreaterThanOrEqual(before);
  expect(Math.min(...y)).toBeLessThan(-0.05);
});

it('a hot collider lets cold particles stick', () => {
  const world = underCeiling('provot-sheet', 'euler-cromer', 100, { temperature: 400 });
  run(world, 0.1);
  expect(stuck(world)).toBe(25);
});

describe('refuses', () => {
  const shape = { kind: 'plane' } as const;
  it.each([
    [{ temperature: -1, strength: 1 }, 'stick.temperature'],
    [{ temperature: 1, strength: Number.NaN }, 'stick.strength'],
  ])('%o', (stick, field) => {
    expect(() => createCollider({ name: 'a', shape, stick })).toThrow(field);
  });

  it('a stage without a world to keep ties in', () => {
    const collider = createCollider({ name: 'a', shape, stick: { temperature: 1, strength: 1 } });
    expect(() => new ParticleContact([collider], [])).toThrow('colliders[0].stick');
  });

  it('in scenes: free balls, and values out of range', () => {
    const scene = (collider: object) => () =>
      parseScene({ format: 1, colliders: [{ name: 'a', ...collider }] } as SceneInput);
    const sphere = { kind: 'sphere', radius: 1 };
    expect(scene({ shape: sphere, mass: 1, stick: { temperature: 350 } })).toThrow(
      /colliders\[0\].stick: nothing/,
    );
    // Nobody means 0 K by saying nothing.
    expect(scene({ shape: sphere, stick: {} })).toThrow('colliders[0].stick.temperature: is missing');
    expect(scene({ shape: sphere, stick: { temperature: 350, strength: -1 } })).toThrow(
      'colliders[0].stick.strength',
    );
  });
});

describe('a plate that presses a sheet flat onto a floor, and sticks', () => {
  it('takes it up again, no faster than it goes itself', () => {
    const scene = parseScene({
      format: 1,
      gravity: [0, -G, 0],
      bodies: [
        {
          name: 'sheet',
          model: 'provot-sheet',
          size: [0.4, 0.4],
          points: [9, 9],
          position: [0, 0.001, 0],
          rotation: { axis: [1, 0, 0], angle: -90 },
        },
      ],
      colliders: [
        {
          name: 'plate',
          shape: { kind: 'box', size: [0.2, 0.1, 0.2] },
          // Onto the very floor: it leaves no room for the sheet.
          keyframes: [
            { time: 0, position: [0, 0.1, 0] },
            { time: 0.1, position: [0, 0.05, 0] },
            { time: 0.4, position: [0, 0.35, 0] },
          ],
          stick: { temperature: 0, strength: 1e6 },
        },
        { name: 'floor', shape: { kind: 'plane' } },
      ],
    } as SceneInput);
    const world = buildScene(scene);
    let fastest = 0;
    for (let k = 0; k < Math.round(0.4 / scene.dt); k++) {
      const { fault } = step(world, scene.dt);
      expect(fault).toBeUndefined();
      const { velocity, numbers } = world.particles;
      for (let i = 0; i < numbers; i++) fastest = Math.max(fastest, Math.abs(velocity.view[i]));
    }
    // 1 m/s; its free rim swings, and catches up with some. What was kept back once had 100 m/s by then.
    expect(fastest).toBeLessThan(5);
    expect(highest(world)).toBeGreaterThan(0.29);
    expect(stuck(world)).toBeGreaterThan(0);
  });
});
