/** Sheets and rigid bodies: what one gains the other loses. */

import { buildScene, hash, parseScene, restore, rigidSolverFor, run, snapshot, type World } from 'pliant';
import { contactOf, IN_CONTACT } from 'pliant/engine';

import { describe, expect, it } from 'vitest';

const box = {
  name: 'box',
  shape: { kind: 'box', size: [0.2, 0.1, 0.3] },
  mass: 0.5,
  position: [0.03, 0.2, 0.02],
  spin: [1, 2, 3],
  friction: 0.5,
};

/** A sheet in the air without gravity, unless `more` says otherwise. */
async function room(body: object, more: object = {}): Promise<World> {
  const scene = parseScene({
    format: 1,
    gravity: [0, 0, 0],
    air: { density: 0 },
    contact: { self: false },
    bodies: [
      {
        name: 'sheet',
        model: 'provot-sheet',
        size: [1, 1],
        points: [15, 15],
        rotation: { axis: [1, 0, 0], angle: -90 },
        material: { density: 0.5, stretch: 200, shear: 60, bend: 0.001, damping: 0.05, thickness: 0.004 },
        elongationLimit: 0,
      },
    ],
    rigidBodies: [body],
    ...more,
  });
  return buildScene(scene, { rigid: await rigidSolverFor(scene) });
}

/** Of the sheet and of the body, kg·m/s; then angular momentum about the origin, kg·m²/s. */
function momenta(world: World): { sheet: number[]; body: number[] } {
  const { mass, x, y, z, vx, vy, vz, count } = world.particles;
  const sheet = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [p, v] = [
      [x[i], y[i], z[i]],
      [vx[i], vy[i], vz[i]],
    ];
    for (let axis = 0; axis < 3; axis++) {
      const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
      sheet[axis] += mass.view[i] * v[axis];
      sheet[3 + axis] += mass.view[i] * (p[j] * v[k] - p[k] * v[j]);
    }
  }
  return { sheet, body: contactOf(world).rigid!.momentum() };
}

describe('a rigid body that flies into a free sheet', () => {
  it.each([
    ['box', box.shape, [0.5, -2, 0]],
    ['ball', { kind: 'sphere', radius: 0.1 }, [0.5, -2, 0]],
    ['capsule', { kind: 'capsule', radius: 0.05, height: 0.2 }, [0, -2, 1]],
    ['cylinder', { kind: 'cylinder', radius: 0.1, height: 0.1 }, [0, -2, 0]],
    ['fast box', box.shape, [0, -20, 0]],
  ])('gives it the momentum that it loses: %s', async (_, shape, velocity) => {
    const world = await room({ ...box, shape, velocity });
    const before = momenta(world);
    const energy: number[] = [];
    const last = run(world, 1 / 60, 20, (report) => energy.push(report.energy.total));
    expect(last.fault).toBeUndefined();
    const after = momenta(world);
    const size = Math.abs(before.body[1]);
    expect(after.sheet[1]).toBeLessThan(-0.1 * size);
    for (let axis = 0; axis < 6; axis++) {
      const lost = after.sheet[axis] + after.body[axis] - before.sheet[axis] - before.body[axis];
      // Momentum to rounding. What is pushed out of overlaps moves without a velocity, which turns angular momentum a little.
      expect(Math.abs(lost)).toBeLessThan((axis < 3 ? 1e-12 : 2e-3) * size);
    }
    for (const total of energy) expect(total).toBeLessThan(energy[0] * (1 + 1e-6)); // tumbling: second order
  });
});

describe('a rigid body that leaves a sheet', () => {
  it('takes the mark of contact with it', async () => {
    // Radius and half the thickness above the sheet: in contact in the first step, then away at 1 m/s.
    const shape = { kind: 'sphere', radius: 0.1 };
    const world = await room({
      ...box,
      shape,
      spin: [0, 0, 0],
      position: [0, 0.102, 0],
      velocity: [0, 1, 0],
    });
    const touching = () => world.particles.flags.view.filter((flags) => flags & IN_CONTACT).length;
    run(world, 1e-5, 1);
    expect(touching()).toBeGreaterThan(0);
    run(world, 1 / 60, 6);
    expect(touching()).toBe(0);
  });
});

describe('a sheet with a rigid body on it', () => {
  const pins = ['top', 'bottom', 'left', 'right'].map((at) => ({ at }));

  it('bears it: nothing passes, and it comes back up', async () => {
    const base = { name: 'sheet', model: 'provot-sheet', size: [1, 1], points: [15, 15] };
    const sheet = {
      ...base,
      rotation: { axis: [1, 0, 0], angle: -90 },
      material: { density: 0.5, stretch: 800, shear: 200, bend: 0.001, damping: 0.1, thickness: 0.004 },
      elongationLimit: 0,
      pins,
    };
    const world = await room({ ...box, spin: [0, 0, 0] }, { gravity: [0, -9.81, 0], bodies: [sheet] });
    const body = contactOf(world).rigid!;
    const heights: number[] = [];
    run(world, 1 / 60, 45, () => heights.push(body.state.view[1]));
    const lowest = Math.min(...heights);
    expect(lowest).toBeLessThan(0);
    expect(lowest).toBeGreaterThan(-0.3);
    expect(Math.max(...heights.slice(heights.indexOf(lowest)))).toBeGreaterThan(lowest + 0.05);
  });

  it('of stiff cloth and under an implicit engine gains no energy by it', async () => {
    const cloth = {
      name: 'cloth',
      model: 'adaptive-cloth',
      size: [1, 1],
      cells: [8, 8],
      rotation: { axis: [1, 0, 0], angle: -90 },
      material: 'cotton',
      pins: [{ at: 'top' }, { at: 'bottom' }],
    };
    const world = await room(
      { ...box, mass: 0.3, spin: [0, 0, 0], position: [0.02, 0.1, 0.03] },
      { gravity: [0, -9.81, 0], bodies: [cloth], engine: { name: 'implicit-euler' } },
    );
    expect(world.substeps).toBe(1); // the solve has the body, and finds its own steps
    const energy: number[] = [];
    const last = run(world, 1 / 60, 24, (report) => energy.push(report.energy.total));
    expect(last.fault).toBeUndefined();
    expect(Math.max(...energy)).toBeLessThan(1.05 * energy[0]);
    expect(contactOf(world).rigid!.state.view[1]).toBeGreaterThan(-0.2); // it would be at −0.7 m without the cloth
  });

  it('goes on byte-equal from a snapshot', async () => {
    const make = () => room({ ...box, velocity: [0, -2, 0] });
    const whole = await make();
    run(whole, 1 / 60, 6);
    const half = snapshot(whole);
    run(whole, 1 / 60, 6);
    const resumed = await make();
    restore(resumed, half);
    run(resumed, 1 / 60, 6);
    expect(hash(resumed)).toBe(hash(whole));
  });
});

describe('a sheet between a floor and what falls on it', () => {
  it.each([
    ['box of 10 kg', { kind: 'box', size: [0.12, 0.12, 0.12] }, 10],
    ['ball of 1 kg', { kind: 'sphere', radius: 0.06 }, 1],
  ])('is not pressed into it: %s', async (_, shape, mass) => {
    const stone = {
      name: 'stone',
      shape,
      mass,
      position: [0, 0.16, 0],
      velocity: [0, -2, 0],
      restitution: 0,
    };
    const floor = { name: 'floor', shape: { kind: 'plane' }, position: [0, -0.003, 0], restitution: 0 };
    const world = await room(stone, { gravity: [0, -9.8, 0], colliders: [floor] });
    let lowest = Infinity;
    const { fault } = run(world, 1 / 60, 24, () => {
      lowest = Math.min(lowest, ...world.particles.y);
    });
    expect(fault).toBeUndefined();
    // Its middle is 2 mm above the floor, whatever lies on it; the box is 4,500 times as heavy as a mass. To 1 %.
    expect(lowest + 0.003).toBeGreaterThan(0.00198);
    const bodies = contactOf(world).rigid!;
    expect(bodies.poseOf(0).position[1] - 0.06 + 0.003).toBeCloseTo(0.004, 4);
    expect(Math.abs(bodies.motionOf(0).velocity[1])).toBeLessThan(1e-3);
  });

  it.each([3000, 7800])('bears it with another sheet, and it lies still: %d kg/m³', async (density) => {
    const sheet = (name: string, y: number) => ({
      name,
      model: 'provot-sheet',
      size: [0.6, 0.6],
      points: [13, 13],
      position: [0, y, 0],
      rotation: { axis: [1, 0, 0], angle: -90 },
    });
    const scene = parseScene({
      format: 1,
      contact: { self: true },
      bodies: [sheet('lower', 0.001), sheet('upper', 0.002)],
      colliders: [{ name: 'floor', shape: { kind: 'plane' } }],
      rigidBodies: [
        {
          name: 'block',
          shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
          density,
          position: [0, 0.103, 0],
        },
      ],
    });
    const world = buildScene(scene, { rigid: await rigidSolverFor(scene) });
    expect(run(world, 1 / 60, 9).fault).toBeUndefined();
    const bodies = contactOf(world).rigid!;
    const { velocity, spin } = bodies.motionOf(0);
    // At 0.15 s; of the 1.5 m/s that it would have by falling. Friction may turn it a little.
    expect(Math.hypot(...velocity)).toBeLessThan(0.05);
    expect(Math.hypot(...spin)).toBeLessThan(0.5);
    // On sheets of half a millimetre each: pressed to half of that at most, and not lifted.
    expect(bodies.poseOf(0).position[1]).toBeGreaterThan(0.1005);
    expect(bodies.poseOf(0).position[1]).toBeLessThan(0.1015);
  });
});
