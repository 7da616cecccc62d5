/** Rigid bodies of a scene: what is refused, what is built, what a trajectory tells of them. */

import {
  buildScene,
  checkExpectations,
  parseScene,
  type RigidSolver,
  rigidSolverFor,
  run,
  step,
} from 'pliant';
import { contactOf } from 'pliant/engine';

import {
  interleavePositions,
  readTrajectory,
  TrajectoryWriter,
  trajectoryInfo,
  trajectoryMeshes,
} from 'pliant/formats';
import { beforeAll, describe, expect, it } from 'vitest';

const crate = { name: 'crate', shape: { kind: 'box', size: [0.2, 0.1, 0.2] }, position: [0, 1, 0] };
const floor = { name: 'floor', shape: { kind: 'plane' } };
const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [1, 1, 0], mass: 1 };

function scene(rigidBodies: object[], more: object = {}) {
  return parseScene({ format: 1, id: 'crates', dt: 0.01, colliders: [floor, ball], rigidBodies, ...more });
}

let rigid: RigidSolver | undefined;
beforeAll(async () => {
  rigid = await rigidSolverFor(scene([crate]));
});

describe('rigid bodies of a scene', () => {
  it.each([
    [[{ ...crate, mass: 0 }], 'rigidBodies[0].mass: must be > 0'],
    [[{ ...crate, mass: 1, density: 2 }], 'rigidBodies[0].density: the mass is given already (1 kg)'],
    [[{ ...crate, density: 1e-12 }], 'rigidBodies[0].density: would weigh 4.00e-15 kg'],
    [[crate, crate], 'rigidBodies[1].name: "crate" is taken by rigidBodies[0]'],
    [[{ ...crate, name: 'floor' }], 'rigidBodies[0].name: "floor" is taken by colliders[0]'],
    [[{ ...crate, shape: { kind: 'plane' } }], 'rigidBodies[0].shape.kind'],
    [[{ ...crate, shape: { kind: 'mesh' } }], 'rigidBodies[0].shape.kind'],
    [[{ ...crate, spin: [0, 0, 1e9] }], 'rigidBodies[0].spin[2]: must be <= 10000'],
    [
      [{ ...crate, friction: 0.5, staticFriction: 0.4 }],
      'rigidBodies[0].staticFriction: must be >= friction',
    ],
    [
      Array.from({ length: 201 }, (_, i) => ({ ...crate, name: `${i}` })),
      'rigidBodies: must have at most 200 entries',
    ],
  ])('are refused with field and cause: %#', (bodies, message) => {
    expect(() => scene(bodies)).toThrow(message);
  });

  it('need their solver, which a scene without them does not load', async () => {
    expect(() => buildScene(scene([crate]))).toThrow('rigidBodies: a scene with rigid bodies is built with');
    expect(await rigidSolverFor(scene([], { colliders: [floor] }))).toBeUndefined();
    expect(await rigidSolverFor(scene([crate], { colliders: [] }))).toBeUndefined();
  });

  it('fall, and are where expectations and frames say', () => {
    const turned = { axis: [0, 0, 1], angle: 90 };
    const place = { body: 'crate', min: [-0.1, 0.09, -0.1], max: [0.1, 0.11, 0.1] };
    const given = scene([{ ...crate, rotation: turned }], { expect: { rigid: [place] } });
    const world = buildScene(given, { rigid });
    const writer = new TrajectoryWriter(trajectoryInfo(given), trajectoryMeshes(world));
    const parts = [writer.header];
    for (let i = 0; i < 3; i++) {
      const { time, fault, energy } = step(world, given.dt);
      expect(fault).toBeUndefined();
      expect(energy.rigid).toBeCloseTo(5 * 9.80665, 9); // 5 kg at 1 m
      parts.push(
        writer.frame(
          time,
          interleavePositions(world.particles),
          Float32Array.from(contactOf(world).dynamicPoses()),
        ),
      );
    }
    const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
    const { info, frames } = readTrajectory(bytes);
    expect(info.colliders.map(({ name, free, turns }) => [name, free, turns])).toEqual([
      ['floor', undefined, undefined],
      ['crate', true, true],
      ['ball', true, true],
    ]);
    expect([...frames[2].free]).toEqual(contactOf(world).dynamicPoses().map(Math.fround));
    const [x, y, z, ...quaternion] = frames[2].free.slice(0, 7);
    expect([x, z]).toEqual([0, 0]);
    expect(y).toBeCloseTo(1 - 0.5 * 9.80665 * 0.03 * 0.03, 6);
    expect(quaternion).toEqual([0, 0, Math.SQRT1_2, Math.SQRT1_2].map(Math.fround));
    run(world, given.dt, 97);
    const facts = {
      finite: true,
      faults: [],
      particles: { end: 0 },
      strain: { mean: 0, max: 0 },
      penetrationMax: 0,
      energy: {},
      energyStart: 0,
      energyMax: 0,
    };
    expect(checkExpectations(given, world, facts)).toEqual([]);
    contactOf(world).rigid!.state.view[1] += 1;
    expect(checkExpectations(given, world, facts)[0]).toContain('expect.rigid[0]: crate in');
    // A damaged version is told, for the frames would be cut otherwise.
    bytes[8] = 2;
    expect(() => readTrajectory(bytes)).toThrow('byte 8: damaged: version 2, and a collider that turns');
  });
});
