/** Seams between cloths, and cloths that stick to each other and to colliders, within implicit steps. */
import { buildScene, hash, parseScene, restore, snapshot, step, type World } from 'pliant';
import { addTies, contactOf } from 'pliant/engine';
import { describe, expect, it } from 'vitest';

const G = 9.80665;
const DT = 1 / 60;
const DENSITY = 0.2;
/** Weight over area, N/m². */
const WEIGHT = DENSITY * G;
const material = { density: DENSITY, thickness: 1e-3, stretchWarp: 300, stretchWeft: 300 };

type Parts = Record<string, unknown>;

const cloth = (name: string, more: Parts = {}) => ({
  name,
  model: 'adaptive-cloth',
  size: [0.3, 0.3],
  cells: [3, 3],
  maxLevel: 0,
  material,
  ...more,
});

function room(parts: Parts): World {
  return buildScene(
    parseScene({
      format: 1,
      engine: { name: 'implicit-euler' },
      gravity: [0, -G, 0],
      air: { density: 0, rate: 5 },
      ...parts,
    }),
  );
}

function run(world: World, seconds: number): void {
  for (let k = 0; k < Math.round(seconds / DT); k++) expect(step(world, DT).fault).toBeUndefined();
}

const momentum = ({ particles: p }: World) =>
  [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = 0; i < p.count; i++) sum += p.mass.view[i] * p.velocity.view[axis * p.stride + i];
    return sum;
  });

describe('a seam between two cloths', () => {
  const sewn = (seam: Parts = {}, parts: Parts = {}) =>
    room({
      bodies: [
        cloth('upper', { position: [0, 0.15, 0], pins: [{ at: 'top' }] }),
        cloth('lower', { position: [0, -0.15, 0], cells: [6, 3] }),
      ],
      seams: [
        { a: { body: 'upper', at: 'bottom' }, b: { body: 'lower', at: 'top' }, closeSeconds: 0.1, ...seam },
      ],
      ...parts,
    });
  const ties = (world: World) => contactOf(world).ties[0];
  const lowest = ({ particles: p }: World) => Math.min(...p.y.subarray(0, p.count));

  it('bears what hangs on it, and does not creep', () => {
    const world = sewn();
    run(world, 4);
    expect(ties(world).count).toBe(7);
    // All of the lower cloth: the mean load of each tie is its 15th number.
    const numbers = world.arena.find('seams')!.view;
    let load = 0;
    for (let at = 1; at < numbers.length; at += 16) load += numbers[at + 14];
    expect(load / (DENSITY * 0.09 * G)).toBeCloseTo(1, 2);
    const before = lowest(world);
    run(world, 4);
    expect(Math.abs(lowest(world) - before)).toBeLessThan(1e-5);
  });

  it('rips where it bears more than its strength, and the rest falls', () => {
    const world = sewn({ strength: 0.01 });
    run(world, 1);
    expect(ties(world).count).toBe(0);
    expect(lowest(world)).toBeLessThan(-1);
  });

  it('keeps the momentum of cloths that it draws together', () => {
    const world = sewn(
      { closeSeconds: 0.3 },
      {
        gravity: [0, 0, 0],
        air: { density: 0, rate: 0 },
        bodies: [
          cloth('upper', { position: [0, 0.17, 0], velocity: [0.3, 0, 0.1] }),
          cloth('lower', { position: [0, -0.15, 0.03], cells: [6, 3], velocity: [0, 0, -0.2] }),
        ],
      },
    );
    const before = momentum(world);
    run(world, 1);
    momentum(world).forEach((now, axis) => {
      expect(Math.abs(now - before[axis])).toBeLessThan(1e-6 * DENSITY * 0.09 * 0.3);
    });
    const { x, y, z } = world.particles;
    const [upper, lower] = [world.body('upper'), world.body('lower')];
    const places = (of: typeof upper) =>
      Array.from({ length: of.count }, (_, k) => [x[of.first + k], y[of.first + k], z[of.first + k]]);
    const least = Math.min(
      ...places(upper).flatMap((a) =>
        places(lower).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
      ),
    );
    expect(least).toBeLessThan(1e-5);
  });
});

it('a block of matter that is tied to a cloth hangs on it with its weight', () => {
  const world = room({
    air: { density: 0, rate: 3 },
    contact: { self: false, matter: false },
    bodies: [
      cloth('cloth', { cells: [6, 6], position: [0, 0.15, 0], pins: [{ at: 'top' }] }),
      {
        name: 'block',
        model: 'lattice-matter',
        spacing: 0.03,
        objects: [
          {
            shape: { kind: 'box', size: [0.09, 0.09, 0.03] },
            position: [0, -0.05, 0],
            material: { young: 1e5, soundSpeed: 15, viscosity: 1 },
          },
        ],
      },
    ],
  });
  const { x, y, mass } = world.particles;
  const nearest = (name: string, height: number) => {
    const { first, count } = world.body(name);
    const far = (i: number) => Math.hypot(x[i], y[i] - height);
    return Array.from({ length: count }, (_, k) => first + k).reduce((a, b) => (far(b) < far(a) ? b : a));
  };
  const tied = addTies(world, [
    { particle: nearest('cloth', 0), to: [nearest('block', -0.02)], closeSeconds: 0.2 },
  ]);
  run(world, 5);
  const { first, count } = world.body('block');
  const weight = mass.view.subarray(first, first + count).reduce((sum, m) => sum + m * G, 0);
  expect(tied.greatestForce / weight).toBeCloseTo(1, 2);
});

describe('a cloth that is thrown up against a hot ceiling of cloth', () => {
  const flat = { axis: [1, 0, 0], angle: -90 };
  const thrown = (strength: number) =>
    room({
      air: { density: 0, rate: 0 },
      contact: { self: true, stick: { temperature: 350, strength } },
      bodies: [
        cloth('ceiling', {
          size: [0.4, 0.4],
          cells: [2, 2],
          position: [0, 0.002, 0],
          rotation: flat,
          pins: ['top', 'bottom', 'left', 'right', [1, 1]].map((at) => ({ at })),
        }),
        cloth('sheet', {
          size: [0.2, 0.2],
          cells: [4, 4],
          position: [0.004, -0.0005, 0.003],
          rotation: flat,
          velocity: [0, 0.5, 0],
        }),
      ],
    });
  const heat = (world: World, kelvin: number) => world.particles.temperature.view.fill(kelvin);
  const highest = (world: World) => {
    const { first, count } = world.body('sheet');
    return Math.max(...world.particles.y.subarray(first, first + count));
  };

  it('sticks, and stays when it cools', () => {
    const world = thrown(10 * WEIGHT);
    heat(world, 400);
    run(world, 0.3);
    const sticking = contactOf(world).surfaces!.attachments!;
    const { count } = sticking;
    expect(count).toBeGreaterThan(15);
    heat(world, 293);
    run(world, 2);
    const tied = () => sticking.ends().map(([i]) => world.particles.y[i]);
    const before = tied();
    run(world, 1);
    expect(sticking.count).toBe(count);
    // A thickness off the ceiling, below or, for vertices of this, above; what hangs on it bends the sheet.
    tied().forEach((y, k) => {
      expect(Math.abs(y - before[k])).toBeLessThan(1e-5);
      expect(y).toBeGreaterThan(0);
    });
  });

  it.each([
    ['cold', 10 * WEIGHT, 293],
    ['with half of the strength that its weight needs', 0.5 * WEIGHT, 400],
  ])('falls off %s', (_, strength, kelvin) => {
    const world = thrown(strength);
    heat(world, kelvin);
    run(world, 0.6);
    expect(contactOf(world).surfaces!.attachments!.count).toBe(0);
    expect(highest(world)).toBeLessThan(-0.5);
  });

  it('goes on byte-equal from a snapshot', () => {
    const world = thrown(10 * WEIGHT);
    heat(world, 400);
    run(world, 0.1);
    const resumed = thrown(10 * WEIGHT);
    restore(resumed, snapshot(world));
    run(world, 0.1);
    run(resumed, 0.1);
    expect(hash(resumed)).toBe(hash(world));
  });
});
