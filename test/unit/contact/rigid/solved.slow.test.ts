/**
 * Rigid bodies within implicit steps: what cloths and bodies give each other, how a body rests on cloth, and what friction does to it.
 * Expectations are those of mechanics, not of an engine.
 */
import { buildScene, parseScene, restore, rigidSolverFor, snapshot, step, type World } from 'pliant';
import { contactOf } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { productsOf } from '../../integrators/dense-product.ts';
import { eachAssembly } from '../potential/colliding-sheets.ts';
import { GatheredRows } from '../potential/gathered-rows.ts';
import { axisOf, multiply, type Quaternion, rotationAbout } from './turns.ts';

const DT = 1 / 60;
const H = 1 / 240;
const G = 9.81;

type Parts = Record<string, unknown>;

const cloth = (more: Parts = {}) => ({
  name: 'cloth',
  model: 'adaptive-cloth',
  size: [1, 1],
  cells: [16, 16],
  maxLevel: 0,
  rotation: { axis: [1, 0, 0], angle: -90 },
  material: 'cotton',
  ...more,
});

const box = (more: Parts = {}) => ({
  name: 'box',
  shape: { kind: 'box', size: [0.2, 0.1, 0.3] },
  friction: 0.5,
  ...more,
});

async function room(parts: Parts): Promise<World> {
  const scene = parseScene({
    format: 1,
    engine: { name: 'implicit-euler' },
    gravity: [0, 0, 0],
    air: { density: 0, rate: 0 },
    ...parts,
  });
  return buildScene(scene, { rigid: await rigidSolverFor(scene) });
}

/** Momentum of everything, kg·m/s, then its angular momentum about the origin, kg·m²/s. */
function momentum(world: World): number[] {
  const { mass, x, y, z, vx, vy, vz, count } = world.particles;
  const sum = [...contactOf(world).rigid!.momentum()];
  for (let i = 0; i < count; i++) {
    const [p, v] = [
      [x[i], y[i], z[i]],
      [vx[i], vy[i], vz[i]],
    ];
    for (let axis = 0; axis < 3; axis++) {
      const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
      sum[axis] += mass.view[i] * v[axis];
      sum[3 + axis] += mass.view[i] * (p[j] * v[k] - p[k] * v[j]);
    }
  }
  return sum;
}

describe('a rigid body thrown at a free cloth of 150 g', () => {
  const thrown = (mass: number, speed: number, more: Parts = {}) =>
    room({
      bodies: [cloth()],
      rigidBodies: [
        box({ mass, position: [0.03, 0.2, 0.02], spin: [1, 2, 3], velocity: [speed / 5, -speed, 0] }),
      ],
      ...more,
    });

  it.each([
    ['1 g at 2 m/s', 0.001, 2],
    ['1 g at 10 m/s', 0.001, 10],
    ['150 g at 2 m/s', 0.15, 2],
    ['150 g at 10 m/s', 0.15, 10],
    ['15 kg at 10 m/s', 15, 10],
  ])('keeps momentum, gains no energy and does not pass: %s', async (_, mass, speed) => {
    const world = await thrown(mass, speed);
    const body = contactOf(world).rigid!;
    const before = momentum(world);
    let energy = body.energy;
    const whole = energy;
    let least = speed;
    for (let k = 0; k < 30; k++) {
      const report = step(world, DT);
      expect(report.fault).toBeUndefined();
      // A body that tumbles freely has the energy of the midpoint rule: second order.
      expect(report.energy.total - energy).toBeLessThan(2e-3 * whole);
      energy = report.energy.total;
      expect(report.contact?.crossings ?? 0).toBe(0);
      expect(contactOf(world).crossed()).toEqual([]);
      least = Math.min(least, -body.motionOf(0).velocity[1]);
    }
    const after = momentum(world);
    for (let axis = 0; axis < 3; axis++)
      expect(Math.abs(after[axis] - before[axis])).toBeLessThan(1e-6 * mass * speed);
    // They have met: perfectly inelastic, the cloth would take m/(m + M) of the speed.
    expect(speed - least).toBeGreaterThan(0.3 * speed * (0.15 / (0.15 + mass)));
  });

  it('keeps angular momentum to the first order of the step', async () => {
    /** Returns what is gained in 0.2 s, and Σ h Σ m v₁ × v₀ over the steps, in units of the momentum times a metre. */
    const driftAt = async (steps: number, tolerance: number) => {
      const world = await thrown(0.15, 2, { engine: { name: 'implicit-euler', substeps: 1, tolerance } });
      const moving = () => {
        const { mass, vx, vy, vz, count } = world.particles;
        const cloths = Array.from({ length: count }, (_, i) => ({
          m: mass.view[i],
          v: [vx[i], vy[i], vz[i]],
        }));
        return [{ m: 0.15, v: [...contactOf(world).rigid!.motionOf(0).velocity] }, ...cloths];
      };
      const before = momentum(world);
      const expected = [0, 0, 0];
      for (let k = 0; k < 12 * steps; k++) {
        const from = moving();
        step(world, DT / steps);
        moving().forEach(({ m, v }, i) => {
          const [x, y, z] = from[i].v;
          const turned = [v[1] * z - v[2] * y, v[2] * x - v[0] * z, v[0] * y - v[1] * x];
          for (let axis = 0; axis < 3; axis++) expected[axis] += (DT / steps) * m * turned[axis];
        });
      }
      const after = momentum(world);
      const gained = [3, 4, 5].map((k) => (after[k] - before[k]) / Math.abs(before[1]));
      return { gained, expected: expected.map((l) => l / Math.abs(before[1])) };
    };
    // With x₁ = x₀ + h v₁, forces that have no moment about x₁ change x × m v by h m v₁ × v₀; contacts push both sides at one point.
    const lengths: number[] = [];
    for (const steps of [16, 32]) {
      const { gained, expected } = await driftAt(steps, 1e-9);
      const length = Math.hypot(...gained);
      expect(Math.hypot(...gained.map((l, axis) => l - expected[axis]))).toBeLessThan(0.2 * length);
      lengths.push(length);
    }
    expect(lengths[1]).toBeLessThan(0.6 * lengths[0]);
    // What linear solves of the default tolerance leave is more than that, and no less in shorter steps.
    expect(Math.hypot(...(await driftAt(4, 0.01)).gained)).toBeLessThan(0.005);
  });

  it('meets it in a step of 1/240 s', async () => {
    const world = await thrown(0.15, 2);
    const lengths: number[] = [];
    for (let k = 0; k < 8; k++) {
      const { substeps, contact } = step(world, DT);
      if (contact && contact.pairs > 0) lengths.push(DT / substeps);
    }
    expect(lengths.length).toBeGreaterThan(2);
    expect(Math.max(...lengths)).toBeCloseTo(1 / 240, 9);
  });

  it('goes on byte-equal from snapshots', async () => {
    const first = await thrown(0.15, 2);
    const kept: Uint8Array[] = [];
    for (let k = 0; k < 14; k++) {
      kept.push(snapshot(first));
      step(first, DT);
    }
    const differing: number[] = [];
    for (let k = 3; k < 11; k++) {
      const second = await thrown(0.15, 2);
      restore(second, kept[k]);
      for (let ahead = 0; ahead < 3; ahead++) step(second, DT);
      if (Buffer.compare(snapshot(second), kept[k + 3]) !== 0) differing.push(k);
    }
    expect(differing).toEqual([]);
  });
});

describe('a rigid body on a cloth that hangs by four corners', () => {
  const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'].map((at) => ({ at }));

  it.each([0.001, 0.15])('comes to rest: %d kg', async (mass) => {
    const world = await room({
      gravity: [0, -G, 0],
      air: { density: 0, rate: 4 },
      bodies: [cloth({ cells: [12, 12], pins: corners })],
      rigidBodies: [
        box({ mass, shape: { kind: 'box', size: [0.2, 0.1, 0.2] }, position: [0.01, 0.06, 0.02] }),
      ],
    });
    const body = contactOf(world).rigid!;
    const rests: number[] = [];
    // What swings above it is damped by air alone.
    for (let k = 0; k < 360; k++) {
      const report = step(world, DT);
      expect(report.fault).toBeUndefined();
      if (k >= 300) rests.push(body.state.view[1]);
    }
    const { velocity, spin } = body.motionOf(0);
    expect(Math.hypot(...velocity)).toBeLessThan(0.02);
    expect(Math.hypot(...spin)).toBeLessThan(0.2);
    expect(Math.max(...rests) - Math.min(...rests)).toBeLessThan(0.005);
    expect(contactOf(world).crossed()).toEqual([]);
  });
});

describe('contacts of a rigid body within a solve', () => {
  it('push the cloth with what their energy loses on the way, with the body where it has the least', async () => {
    const world = await room({
      bodies: [cloth({ size: [0.3, 0.3], cells: [6, 6] })],
      rigidBodies: [
        box({
          mass: 0.02,
          shape: { kind: 'box', size: [0.1, 0.05, 0.1] },
          position: [0.01, 0.03, 0.02],
          spin: [1, 2, 3],
          velocity: [0.3, -1, 0],
        }),
      ],
    });
    const { position, stride, numbers } = world.particles;
    const rows = new GatheredRows(world, 4000);
    const moved = world.arena.scratch('test.moved', 'f64', numbers);
    const errors: number[] = [];
    let h = H;
    const potential = contactOf(world).potential!;
    const begin = potential.begin.bind(potential);
    potential.begin = (w, stage) => {
      h = stage.h;
      begin(w, stage);
    };
    eachAssembly(world, () => {
      potential.assemble(world, rows);
      const { forces } = rows;
      const most = forces.reduce((largest, f) => Math.max(largest, Math.abs(f)), 0);
      if (most === 0) return;
      const pushed = Array.from(forces.keys()).filter((k) => Math.abs(forces[k]) > 0.1 * most);
      for (const k of pushed.slice(0, 6)) {
        const at = (k % 4) * stride + Math.floor(k / 4);
        const energyAt = (way: number) => {
          moved.view.set(position.view.subarray(0, numbers));
          moved.view[at] += way;
          return potential.energy(world, moved);
        };
        const lost = (energyAt(-1e-6) - energyAt(1e-6)) / 2e-6;
        errors.push(Math.abs(forces[k] - h * h * lost) / most);
      }
    });
    for (let k = 0; k < 8; k++) step(world, H);
    expect(errors.length).toBeGreaterThan(10);
    expect(Math.max(...errors)).toBeLessThan(1e-5); // f32
  });

  it('are in the product of the linear system, without the body', async () => {
    const world = await room({
      bodies: [cloth({ size: [0.3, 0.3], cells: [6, 6] })],
      rigidBodies: [
        box({
          mass: 0.02,
          shape: { kind: 'box', size: [0.1, 0.05, 0.1] },
          position: [0.01, 0.03, 0.02],
          velocity: [0.3, -1, 0],
        }),
      ],
    });
    const products = productsOf(world, 12);
    expect(products.length).toBeGreaterThan(0);
    for (const { error, withoutBodies } of products) {
      expect(withoutBodies).toBeGreaterThan(0.01);
      expect(error).toBeLessThan(1e-5);
    }
  });
});

describe('a rigid body on a cloth on a floor', () => {
  const heightOf = async (mass: number) => {
    const world = await room({
      gravity: [0, -G, 0],
      bodies: [cloth({ size: [0.5, 0.5], cells: [10, 10], position: [0, 0.0006, 0] })],
      colliders: [{ name: 'floor', shape: { kind: 'plane' }, friction: 0.5 }],
      rigidBodies: [
        box({ mass, shape: { kind: 'box', size: [0.2, 0.1, 0.2] }, position: [0.01, 0.0512, 0.02] }),
      ],
    });
    for (let k = 0; k < 60; k++) expect(step(world, DT).fault).toBeUndefined();
    const body = contactOf(world).rigid!;
    expect(Math.hypot(...body.motionOf(0).velocity)).toBeLessThan(1e-6);
    return body.state.view[1] - 0.05;
  };

  it('rests as deep in its contacts whatever it weighs', async () => {
    const [light, heavy] = [await heightOf(0.3), await heightOf(30)];
    expect(Math.abs(heavy - light)).toBeLessThan(2e-6);
    // Measured: 0.43 mm with half of the stiffness, 0.58 mm with twice as much.
    expect(heavy).toBeGreaterThan(530e-6);
    expect(heavy).toBeLessThan(560e-6);
  });
});

describe('a rigid body on a cloth that lies on an inclined plane', () => {
  /** The position down the slope and above it at the end of each frame, m, and the speed down the slope. */
  async function slide(angle: number, friction: number, frames: number) {
    const turn = rotationAbout([0, 0, 1], angle);
    const lying = multiply(turn, rotationAbout([1, 0, 0], -90)) as Quaternion;
    const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
    const at = (along: number, above: number) => [
      along * cosine - above * sine,
      along * sine + above * cosine,
      0.013,
    ];
    const world = await room({
      gravity: [0, -G, 0],
      bodies: [
        cloth({
          size: [1, 0.5],
          cells: [20, 10],
          rotation: axisOf(lying),
          position: [...at(0, 0.0006).slice(0, 2), 0],
          pins: [{ at: 'left' }, { at: 'right' }],
        }),
      ],
      colliders: [
        { name: 'plane', shape: { kind: 'plane' }, rotation: { axis: [0, 0, 1], angle }, friction: 0.8 },
      ],
      rigidBodies: [
        box({
          mass: 0.3,
          shape: { kind: 'box', size: [0.1, 0.02, 0.1] },
          rotation: { axis: [0, 0, 1], angle },
          position: at(0.2, 0.0112),
          friction,
        }),
      ],
    });
    const body = contactOf(world).rigid!;
    const track: { along: number; above: number; speed: number }[] = [];
    for (let k = 0; k < frames; k++) {
      expect(step(world, DT).fault).toBeUndefined();
      const [x, y] = body.state.view;
      const [vx, vy] = body.motionOf(0).velocity;
      track.push({
        along: -(x * cosine + y * sine),
        above: y * cosine - x * sine,
        speed: -(vx * cosine + vy * sine),
      });
    }
    return track;
  }

  it('stays where friction holds it, at one height, in steps of 1/60 s', async () => {
    const track = await slide(20, 0.4, 90); // tan 20° = 0.364
    const [settled, last] = [track[30], track[89]];
    expect(Math.abs(last.along - settled.along)).toBeLessThan(1e-5);
    expect(Math.abs(last.above - settled.above)).toBeLessThan(1e-6);
    expect(Math.abs(last.speed)).toBeLessThan(1e-4);
  });

  it('slides where it does not, with what weight exceeds friction by', async () => {
    const track = await slide(20, 0.3, 60);
    const expected = G * (Math.sin(Math.PI / 9) - 0.3 * Math.cos(Math.PI / 9));
    const acceleration = (track[59].speed - track[9].speed) / (50 * DT);
    expect(acceleration / expected).toBeGreaterThan(0.94); // the edges of cells are in its way
    expect(acceleration / expected).toBeLessThan(1.02);
  });
});
