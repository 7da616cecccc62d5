/** Sheets that stick to each other while hot, are drawn along, and come apart. */
import { describe, expect, it } from 'vitest';
import { contactOf } from '../../../../src/contact/index.ts';
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

const G = 9.80665;
const DENSITY = 0.2;
const THICKNESS = 2e-3;
const DT = 1 / 100;
/** N/m² */
const WEIGHT = DENSITY * G;
const material = { density: DENSITY, stretch: 100, shear: 40, bend: 1, damping: 0.2, thickness: THICKNESS };

/** A sheet that is thrown up against one whose masses are all pinned, in a room at rest; gravity draws it off. */
function pressed(strength: number, more: Partial<SceneInput> = {}): World {
  const flat = { axis: [1, 0, 0], angle: -90 };
  const scene = {
    format: 1,
    dt: DT,
    engine: { name: 'euler-cromer' },
    air: { density: 0 },
    contact: { self: true, stick: { temperature: 350, strength } },
    bodies: [
      {
        name: 'ceiling',
        model: 'provot-sheet',
        size: [0.24, 0.24],
        points: [4, 4],
        position: [0, THICKNESS, 0],
        rotation: flat,
        pins: ['top', 'bottom', 'left', 'right', [1, 1], [1, 2], [2, 1], [2, 2]].map((at) => ({ at })),
        material,
      },
      {
        name: 'sheet',
        model: 'provot-sheet',
        size: [0.2, 0.2],
        points: [5, 5],
        position: [0.004, -0.0005, 0.003],
        rotation: flat,
        velocity: [0, 0.2, 0],
        material,
      },
    ],
    ...more,
  } as SceneInput;
  return buildScene(parseScene(scene));
}

const heat = (world: World, kelvin: number) => world.particles.temperature.view.fill(kelvin);
const surface = (world: World) => contactOf(world).surfaces!;

function run(world: World, seconds: number): void {
  for (let k = 0; k < Math.round(seconds / DT); k++) {
    const { fault } = step(world, DT);
    if (fault) throw new Error(fault.cause);
  }
}

function heights(world: World): number[] {
  const { first, count } = world.body('sheet');
  return [...world.particles.y.subarray(first, first + count)];
}

describe('a sheet that touches another', () => {
  it('sticks hot, hangs a thickness below, and stays so when it cools', () => {
    const world = pressed(10 * WEIGHT);
    heat(world, 400);
    run(world, 0.1);
    expect(surface(world).attachments!.count).toBeGreaterThanOrEqual(25); // vertices of either sheet on faces of the other
    heat(world, 293);
    run(world, 0.4);
    for (const y of heights(world)) expect(Math.abs(y)).toBeLessThan(1e-6); // ties close to 1e-9 m
  });

  it.each([
    ['cold', 10 * WEIGHT, 293],
    ['with half of the strength that its weight needs', 0.5 * WEIGHT, 400],
  ])('falls off %s', (_, strength, kelvin) => {
    const world = pressed(strength);
    heat(world, kelvin);
    run(world, 0.5);
    expect(surface(world).attachments!.count).toBe(0);
    expect(Math.max(...heights(world))).toBeLessThan(-0.5);
  });

  it('does not stick where only one of both is hot', () => {
    const world = pressed(10 * WEIGHT);
    const { first, count } = world.body('sheet');
    world.particles.temperature.view.fill(400, first, first + count);
    run(world, 0.3);
    expect(surface(world).attachments!.count).toBe(0);
    expect(Math.max(...heights(world))).toBeLessThan(-0.1);
  });

  it('goes on from a snapshot byte for byte', () => {
    const world = pressed(10 * WEIGHT);
    heat(world, 400);
    run(world, 0.1);
    const resumed = pressed(10 * WEIGHT);
    restore(resumed, snapshot(world));
    expect(surface(resumed).attachments!.count).toBe(surface(world).attachments!.count);
    run(world, 0.1);
    run(resumed, 0.1);
    expect(hash(resumed)).toBe(hash(world));
  });
});

it('two free sheets that stick keep their momentum, and turn on together', () => {
  const sheet = (name: string, y: number, speed: number, size: number, points: number) => ({
    name,
    model: 'provot-sheet',
    size: [size, size],
    points: [points, points],
    position: [0, y, 0],
    rotation: { axis: [1, 0, 0], angle: -90 },
    velocity: [0.1, speed, 0],
    material,
  });
  const bodies = [sheet('a', 0.003, -0.3, 0.2, 4), sheet('sheet', 0, 0.1, 0.18, 5)];
  const world = pressed(1e6, { gravity: [0, 0, 0], bodies } as Partial<SceneInput>);
  heat(world, 400);
  const { particles: p } = world;
  // Spin about z, of both.
  for (let i = 0; i < p.count; i++) {
    p.vy[i] += 2 * p.x[i];
    p.vx[i] -= 2 * p.y[i];
  }
  const momentum = () =>
    [p.vx, p.vy, p.vz].map((v) => v.reduce((sum, speed, i) => sum + p.mass.view[i] * speed, 0));
  const spin = () =>
    [...p.mass.view.subarray(0, p.count)].reduce(
      (sum, m, i) => sum + m * (p.x[i] * p.vy[i] - p.y[i] * p.vx[i]),
      0,
    );
  const [start, spinStart] = [momentum(), spin()];
  run(world, 0.6);
  expect(surface(world).attachments!.count).toBeGreaterThan(16);
  momentum().forEach((now, axis) => {
    expect(now).toBeCloseTo(start[axis], 12);
  });
  // Impulses along the sheets act half a thickness off the middle: the file's head.
  expect(spin() / spinStart).toBeCloseTo(1, 2);
});

it('is refused without contact of sheets', () => {
  const scene = (more: object) => () =>
    parseScene({ format: 1, contact: { self: true, stick: { temperature: 350 } }, ...more } as SceneInput);
  expect(scene({ contact: { self: false, stick: { temperature: 350 } } })).toThrow(
    /contact.stick: needs contact.self/,
  );
});
