/** Colliders whose vertices move: what they do to sheets, against the same motion of rigid ones, and against theory. */

import { Document, WebIO } from '@gltf-transform/core';
import {
  buildScene,
  hash,
  meshFilesOf,
  parseScene,
  restore,
  type SceneInput,
  snapshot,
  step,
  withMeshes,
} from 'pliant';
import { contactOf, createCollider, MovingMesh } from 'pliant/engine';
import { readGlb, readTrajectory, TrajectoryWriter, trajectoryInfo, trajectoryMeshes } from 'pliant/formats';
import { describe, expect, it } from 'vitest';
import { obstacleOf } from '../../../../lab/validation/exact/obstacle.ts';
import { ParticleContact } from '../../../../src/contact/index.ts';

/** A square of n by n cells, `side` long, in the plane y = 0. */
function plate(n: number, side: number) {
  const vertices: number[][] = [];
  const triangles: number[][] = [];
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) vertices.push([side * (i / n - 0.5), 0, side * (j / n - 0.5)]);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      triangles.push([a, a + n + 1, a + 1], [a + 1, a + n + 1, a + n + 2]);
    }
  return { vertices, triangles };
}

const { vertices, triangles } = plate(4, 0.6);
const times = Array.from({ length: 61 }, (_, k) => k / 60);
type Way = (p: number[], time: number) => number[];
const motionOf = (way: Way) => ({
  times,
  places: times.map((time) => vertices.flatMap((p) => way(p, time))),
});

function sceneOf(shape: object, more: object = {}, engine?: string) {
  const level = { rotation: { axis: [1, 0, 0], angle: -90 }, position: [0, 0.001, 0] };
  const body = engine
    ? { name: 'cloth', model: 'adaptive-cloth', size: [0.3, 0.3], ...level }
    : { name: 'sheet', model: 'provot-sheet', size: [0.3, 0.3], points: [7, 7], ...level };
  const collider = { name: 'plate', shape: { kind: 'mesh', vertices, triangles, ...shape }, friction: 0.6 };
  return parseScene({
    format: 1,
    id: 'moving',
    seconds: 0.5,
    bodies: [body],
    colliders: [{ restitution: 0, ...collider, ...more }],
    ...(engine && { engine: { name: engine } }),
  } as unknown as SceneInput);
}

function ran(scene: ReturnType<typeof sceneOf>, steps: number) {
  const world = buildScene(scene);
  for (let i = 0; i < steps; i++) expect(step(world, scene.dt).fault).toBeUndefined();
  const { x, y, z, count } = world.particles;
  const mean = [x, y, z].map((list) => list.subarray(0, count).reduce((sum, c) => sum + c, 0) / count);
  expect(contactOf(world).crossed()).toEqual([]);
  expect(contactOf(world).penetrations()).toEqual([]);
  return { world, mean };
}

describe('a mesh that moves', () => {
  const way: Way = ([x, y, z], time) => [x + 0.3 * time, y + 0.05 * time, z];

  it('goes evenly between keys, begins when it is said to, and begins again where it loops', () => {
    const motion = motionOf(([x, y, z], time) => [x, y + time * time, z]);
    const at = (mesh: MovingMesh, time: number) => {
      const places = new Float64Array(3 * vertices.length);
      mesh.placesAt(time, places);
      return places[1];
    };
    const once = new MovingMesh(vertices, triangles, { ...motion, start: 2 });
    expect([0, 2, 2.5, 3, 9].map((time) => at(once, time))).toEqual([0, 0, 0.25, 1, 1]);
    expect(at(once, 2 + 0.5 / 60)).toBeCloseTo(0.5 / 3600, 12);
    const round = new MovingMesh(vertices, triangles, { ...motion, loop: true });
    for (const time of [0.25, 1.25, 7.25]) expect(at(round, time)).toBeCloseTo(0.0625, 9);
    expect(round.at(0.5).bounds[1]).toBe(0.25);
    expect([...round.bounds].map((c) => Math.round(1e9 * c) / 1e9)).toEqual([-0.3, 0, -0.3, 0.3, 1, 0.3]);
  });

  it('carries a sheet as a rigid one that goes the same way', () => {
    const keyframes = times.map((time) => ({ time, position: way([0, 0, 0], time) }));
    const rigid = ran(sceneOf({}, { keyframes }), 30);
    const moving = ran(sceneOf({ motion: motionOf(way) }), 30);
    for (let axis = 0; axis < 3; axis++) expect(moving.mean[axis]).toBeCloseTo(rigid.mean[axis], 6);
    // It slips until friction has made it as fast: v²/(2 μ g) less, and what was lost before it touched.
    expect(moving.mean[0]).toBeGreaterThan(0.15 - 0.3 ** 2 / (2 * 0.6 * 9.81) - 0.006);
    expect(moving.mean[0]).toBeLessThan(0.15);
  });

  it('takes what lies on it along by its own places: one that turns and widens turns the sheet', () => {
    // Vertices go along tangents: by atan(0.5 t), and ever farther out.
    const turn: Way = ([x, y, z], time) => [x + 0.5 * time * z, y, z - 0.5 * time * x];
    const { world } = ran(sceneOf({ motion: motionOf(turn) }), 30);
    const { x, z } = world.particles;
    const corner = [x[6] - x[0], z[6] - z[0]];
    const angle = Math.atan2(-corner[1], corner[0]);
    // Slip at the start takes some of atan(0.25) = 0.245 rad.
    expect(angle).toBeGreaterThan(0.22);
    expect(angle).toBeLessThan(0.246);
  });

  it('is in the solve of an implicit cloth', () => {
    const { mean } = ran(sceneOf({ motion: motionOf(way) }, {}, 'implicit-euler'), 30);
    expect(mean[1]).toBeCloseTo(0.025 + 0.0005, 3); // half a thickness of about a millimetre above it
    expect(mean[0]).toBeGreaterThan(0.13);
    expect(mean[0]).toBeLessThan(0.151);
  });

  it('goes on from a snapshot to the same bytes', () => {
    const scene = sceneOf({ motion: { ...motionOf(way), loop: true } });
    const { world } = ran(scene, 8);
    const bytes = snapshot(world);
    for (let i = 0; i < 6; i++) step(world, scene.dt);
    const other = buildScene(scene);
    restore(other, bytes);
    for (let i = 0; i < 6; i++) step(other, scene.dt);
    expect(hash(other)).toBe(hash(world));
  });

  it('is where the judge of contact has it', () => {
    const { colliders } = sceneOf({ motion: { ...motionOf(way), loop: true, start: 0.25 } });
    const { shape } = createCollider(colliders[0]);
    const places = new Float64Array(3 * vertices.length);
    for (const time of [0, 0.25, 0.7, 1.25, 2.2]) {
      (shape as MovingMesh).placesAt(time, places);
      obstacleOf(colliders[0])
        .cornersAt(time)
        .forEach((c, i) => {
          expect(c).toBeCloseTo(places[i], 9);
        });
    }
  });

  it('is in the trajectory, for pictures', () => {
    const scene = sceneOf({ motion: { ...motionOf(way), loop: true } });
    const world = buildScene(scene);
    const writer = new TrajectoryWriter(trajectoryInfo(scene, { world }), trajectoryMeshes(world));
    const { shape } = readTrajectory(writer.header).info.colliders[0];
    if (shape.kind !== 'mesh' || !shape.motion) throw new Error('no motion');
    expect(shape.motion.loop).toBe(true);
    expect(shape.motion.places[60][0]).toBeCloseTo(-0.3 + 0.3, 5);
  });
});

it.each(['solid', 'fluid'] as const)('takes %s matter along, and none of it passes', (phase) => {
  // A plate that rises by 0.2 m in a second and waves by 1 cm: each of its vertices goes its own way.
  const way: Way = ([x, y, z], t) => [x, y + 0.2 * t + 0.01 * Math.sin(9 * x + 12 * t), z];
  const scene = parseScene({
    format: 1,
    seconds: 0.6,
    dt: 0.01,
    bodies: [
      {
        name: 'ball',
        model: 'lattice-matter',
        spacing: 0.03,
        objects: [
          {
            shape: { kind: 'sphere', radius: 0.08 },
            position: [0, 0.12, 0],
            phase,
            material: { young: 1e5, damping: 5, viscosity: 5 },
          },
        ],
      },
    ],
    colliders: [
      { name: 'plate', shape: { kind: 'mesh', vertices, triangles, motion: motionOf(way) }, friction: 0.4 },
    ],
  } as unknown as SceneInput);
  const world = buildScene(scene);
  for (let k = 0; k < 60; k++) expect(step(world, scene.dt).fault).toBeUndefined();
  const { x, y, z, count } = world.particles;
  let over = 0;
  for (let i = 0; i < count; i++) {
    if (Math.abs(x[i]) > 0.3 || Math.abs(z[i]) > 0.3) continue; // ran off its edge
    over++;
    // Between vertices the plate is flat: 1 cm of a wave of 0.7 m, 0.15 m between them, is off by 0.3 mm at most.
    expect(y[i]).toBeGreaterThan(way([x[i], 0, z[i]], 0.6)[1] - 5e-4);
  }
  expect(over).toBeGreaterThan(0.5 * count);
});

describe('what a mesh that moves cannot do', () => {
  const motion = motionOf((p) => p);

  it('is refused by field', () => {
    const refused = (shape: object, more: object, reason: string) =>
      expect(() => sceneOf(shape, more)).toThrow(reason);
    refused(
      { motion: { ...motion, times: [0] } },
      {},
      'colliders[0].shape.motion.times: must be at least two',
    );
    refused(
      { motion: { ...motion, places: motion.places.slice(1) } },
      {},
      'must be as many as times, 61, got 60',
    );
    refused(
      { motion: { times: [0, 1], places: [[0], [0]] } },
      {},
      'motion.places[0]: must be x, y, z of 25 vertices, got 1',
    );
    refused(
      { motion: { times: [1, 1], places: motion.places.slice(0, 2) } },
      {},
      'motion.times[1]: must be later',
    );
    refused({ motion }, { stick: { temperature: 0 } }, 'nothing sticks to an animated mesh');
    refused({ motion }, { temperature: 400 }, 'exchanges no heat');
    const matter = { name: 'm', model: 'adaptive-grid', size: [1, 1], points: [5, 5] };
    const scene = {
      format: 1,
      id: 'x',
      bodies: [matter],
      colliders: [{ name: 'c', shape: { kind: 'mesh', vertices, triangles, motion } }],
    };
    expect(() => parseScene(scene as unknown as SceneInput)).toThrow(
      'adaptive-grid does not collide with animated meshes',
    );
    const collider = createCollider({ name: 'c', shape: { kind: 'mesh', vertices, triangles, motion } });
    expect(() => new ParticleContact([collider], [])).toThrow(
      'particles alone do not meet a mesh that moves',
    );
  });
});

describe('a collider of a file', () => {
  async function turning() {
    const document = new Document();
    const buffer = document.createBuffer();
    const accessor = (type: 'SCALAR' | 'VEC3', array: Float32Array) =>
      document
        .createAccessor()
        .setType(type)
        .setArray(array as Float32Array<ArrayBuffer>)
        .setBuffer(buffer);
    const points = Float32Array.from(triangles.flat().flatMap((v) => vertices[v]));
    const primitive = document.createPrimitive().setAttribute('POSITION', accessor('VEC3', points));
    const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive));
    document.createScene().addChild(node);
    const sampler = document
      .createAnimationSampler()
      .setInput(accessor('SCALAR', Float32Array.of(0, 1)))
      .setOutput(accessor('VEC3', Float32Array.of(0, 0, 0, 0, 2, 0)));
    const channel = document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath('translation')
      .setSampler(sampler);
    document.createAnimation('rise').addSampler(sampler).addChannel(channel);
    return readGlb(await new WebIO().writeBinary(document));
  }
  const scene = (shape: object) => ({
    format: 1,
    id: 'x',
    bodies: [{ name: 's', model: 'provot-sheet' }],
    colliders: [
      { name: 'floor', shape: { kind: 'plane' } },
      { name: 'lift', shape: { kind: 'mesh', file: 'lift.glb', ...shape } },
    ],
  });

  it('has its vertices and the keys of its animation in it, in metres', async () => {
    const files = new Map([['lift.glb', await turning()]]);
    const asked = scene({ unit: 0.5, motion: { clip: 'rise', rate: 4, loop: true } });
    expect(meshFilesOf(asked)).toEqual(['lift.glb']);
    const { shape } = parseScene(withMeshes(asked, files) as SceneInput).colliders[1];
    if (shape.kind !== 'mesh') throw new Error('no mesh');
    expect(shape.vertices).toHaveLength(96);
    expect(shape.vertices[0][0]).toBeCloseTo(-0.15, 6);
    expect(shape.motion?.times).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(shape.motion?.places.map((row) => row[1])).toEqual([0, 0.25, 0.5, 0.75, 1]);
    const still = parseScene(withMeshes(scene({}), files) as SceneInput).colliders[1].shape;
    expect(still.kind === 'mesh' && still.motion).toBeUndefined();
    expect(() => withMeshes(scene({ motion: { clip: 'fall' } }), files)).toThrow(
      'colliders[1].shape.motion.clip: animations of "lift.glb" are "rise", and not "fall"',
    );
    expect(() => parseScene(scene({}) as SceneInput)).toThrow(
      'colliders[1].shape.file: "lift.glb" has not been read',
    );
  });
});
