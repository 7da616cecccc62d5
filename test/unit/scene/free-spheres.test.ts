import { buildScene, parseScene, rigidSolverFor, type SceneError, step } from 'pliant';
import { contactOf } from 'pliant/engine';

import {
  interleavePositions,
  readTrajectory,
  TrajectoryWriter,
  trajectoryInfo,
  trajectoryMeshes,
} from 'pliant/formats';
import { describe, expect, it } from 'vitest';

const sphere = { name: 'ball', shape: { kind: 'sphere', radius: 0.15 }, position: [0, 0.4, 0] };

function scene(...colliders: object[]) {
  return parseScene({
    format: 1,
    id: 'trampoline',
    title: 'Trampoline',
    seconds: 1,
    dt: 0.01,
    bodies: [
      {
        name: 'sheet',
        model: 'provot-sheet',
        size: [1, 1],
        points: [9, 9],
        rotation: { axis: [1, 0, 0], angle: -90 },
        material: { density: 0.5, stretch: 200, shear: 60, bend: 0, damping: 0.05, thickness: 0.001 },
        pins: [{ at: 'top' }, { at: 'bottom' }, { at: 'left' }, { at: 'right' }],
      },
    ],
    colliders,
  });
}

function problemOf(...colliders: object[]): string {
  try {
    scene(...colliders);
  } catch (error) {
    return (error as SceneError).message;
  }
  return 'none';
}

describe('a collider with a mass', () => {
  it('is a rigid body of the scene', () => {
    const { colliders, rigidBodies } = scene({ ...sphere, mass: 0.3 }, { ...sphere, name: 'fixed' });
    expect(colliders.map(({ name }) => name)).toEqual(['fixed']);
    expect(rigidBodies).toHaveLength(1);
    expect(rigidBodies[0]).toMatchObject({ ...sphere, mass: 0.3, velocity: [0, 0, 0], friction: 0.3 });
  });

  it('falls on a sheet, which brakes it, and needs no solver for that', async () => {
    const alone = scene({ ...sphere, mass: 0.3, velocity: [0.1, 0, 0] });
    expect(await rigidSolverFor(alone)).toBeUndefined();
    const world = buildScene(alone);
    const heights = Array.from({ length: 60 }, (_, k) => {
      const report = step(world, 0.01);
      expect(report.fault).toBeUndefined();
      expect(report.energy.rigid).toBeDefined();
      if (k < 20) expect(contactOf(world).dynamicPoses()[0]).toBeCloseTo(0.001 * (k + 1), 12);
      return contactOf(world).dynamicPoses()[1];
    });
    expect(contactOf(world).dynamicPoses()).toHaveLength(7);
    const speeds = heights.map((y, k) => (k > 0 ? (y - heights[k - 1]) / 0.01 : 0));
    const most = Math.min(...speeds);
    expect(most).toBeLessThan(-1.5); // 0.25 m of fall
    expect(speeds[59]).toBeGreaterThan(most + 0.5); // braked
  });

  it('is where the frames of a trajectory say', async () => {
    const fixed = { ...sphere, name: 'fixed', position: [0, -2, 0] };
    const given = scene(fixed, { ...sphere, mass: 0.3, velocity: [1, 2, 3] });
    const world = buildScene(given, { rigid: await rigidSolverFor(given) });
    const writer = new TrajectoryWriter(trajectoryInfo(given), trajectoryMeshes(world));
    const parts = [writer.header];
    for (let i = 0; i < 3; i++) {
      const { time } = step(world, given.dt);
      const free = Float32Array.from(contactOf(world).dynamicPoses());
      parts.push(writer.frame(time, interleavePositions(world.particles), free));
    }
    const { info, frames } = readTrajectory(Uint8Array.from(parts.flatMap((part) => [...part])));
    expect(info.colliders.map(({ free }) => free)).toEqual([undefined, true]);
    expect([...frames[2].free]).toEqual(contactOf(world).dynamicPoses().map(Math.fround));
    expect(frames[2].free[2]).toBeCloseTo(0.09, 6);
  });

  it('is refused where it can be none, with field and cause', () => {
    expect(problemOf({ ...sphere, mass: 0 })).toContain('colliders[0].mass');
    expect(problemOf({ ...sphere, mass: 1, shape: { kind: 'box', size: [1, 1, 1] } })).toContain(
      'colliders[0].mass: only a sphere may have a mass, this is a box',
    );
    expect(problemOf({ ...sphere, velocity: [0, 1, 0] })).toContain(
      'colliders[0].velocity: a collider follows its keyframes',
    );
    expect(
      problemOf({ ...sphere, mass: 1, keyframes: [{ time: 0 }, { time: 1, position: [0, 0, 0] }] }),
    ).toContain('colliders[0].keyframes: a rigid body follows none');
    expect(problemOf({ ...sphere, mass: 1, temperature: 400 })).toContain(
      'colliders[0].temperature: a rigid body exchanges no heat; remove its temperature, or its mass',
    );
  });
});
