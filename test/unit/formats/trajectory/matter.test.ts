/** Matter in trajectories: what its particles have, and the meshes they carry, written, read and refused. */
import { step, World } from 'pliant';
import { addLatticeMatter, createIntegrator, matterLattice } from 'pliant/engine';
import {
  interleavePositions,
  meshSequences,
  readBodyValues,
  readTrajectory,
  recordedValues,
  type TrajectoryError,
  TrajectoryReader,
  TrajectoryWriter,
  trajectoryInfo,
  trajectoryMeshes,
  trajectorySkins,
} from 'pliant/formats';
import { expect, it } from 'vitest';
import { thinTrajectory } from '../../../../formats/trajectory/thin-trajectory.ts';
import { fillShape } from '../../../../src/models/lattice-matter/fill.ts';

const D = 0.1;
const points = fillShape({ kind: 'sphere', radius: 0.2 }, matterLattice(D, 3));
const mesh = { positions: [0, 0, 0.2, 0.2, 0, 0, 0, 0.2, 0], triangles: [0, 1, 2], points };
const material = { density: 1000, young: 1e5 };

function written() {
  const world = new World(createIntegrator('euler-cromer'));
  const far = points.map((value, i) => (i % 3 === 0 ? value + 1 : value));
  const red = { ...mesh, colours: [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1] };
  const matter = addLatticeMatter(world, {
    name: 'balls',
    spacing: D,
    objects: [
      { points, material, skin: red, velocity: [1, 0, 0], temperature: 350 },
      { points: far, material, skin: red },
      { points: far.map((value, i) => (i % 3 === 1 ? value + 1 : value)), material, phase: 'fluid' },
    ],
  });
  const scene = {
    id: 'balls',
    title: '',
    dt: 0.01,
    bodies: [{ name: 'balls', model: 'lattice-matter' }],
    colliders: [],
  };
  const writer = new TrajectoryWriter(
    trajectoryInfo(scene, { world }),
    trajectoryMeshes(world),
    trajectorySkins(world),
  );
  const parts = [writer.header];
  const recorded = recordedValues(world);
  for (let frame = 0; frame < 4; frame++) {
    parts.push(
      writer.frame(
        world.time,
        interleavePositions(world.particles),
        new Float32Array(),
        readBodyValues(world, recorded),
      ),
    );
    step(world, 0.01);
  }
  return { matter, writer, bytes: Uint8Array.from(parts.flatMap((part) => [...part])) };
}

const { bytes, writer, matter } = written();

it('holds phases, temperatures, objects, strains and frames', () => {
  const { info, frames } = readTrajectory(bytes);
  expect(info.bodies[0].matter).toEqual({ spacing: D, dimension: 3 });
  const names = info.values!.map(({ name }) => name);
  expect(names).toEqual(['solid', 'temperature', 'object', 'strain', 'frame']);
  const [solid, temperature, object, strain, frame] = frames[3].values;
  const count = points.length / 3;
  expect([solid[0], solid[2 * count]]).toEqual([255, 0]);
  expect(temperature[0]).toBe(350);
  expect([object[0], object[count], object[2 * count]]).toEqual([0, 1, 2]);
  // Balls at rest or in flight are strained by roundings only.
  expect(Math.max(...strain)).toBeLessThan(10);
  // A as kept: 1 is 8192.
  expect(frame.length).toBe(9 * matter.count);
  expect([...frame.slice(0, 9)]).toEqual([8192, 0, 0, 0, 8192, 0, 0, 0, 8192]);
});

it('holds each mesh once, with its copies, and keeps it when thinned', () => {
  for (const file of [bytes, thinTrajectory(bytes, bytes.length - 1)]) {
    const [skin, ...others] = readTrajectory(file).skins;
    expect(others).toEqual([]);
    expect([...skin.copies]).toEqual([0, points.length / 3]);
    expect([...skin.positions]).toEqual([...Float32Array.from(mesh.positions)]);
    expect([...skin.points]).toEqual([...Float32Array.from(points)]);
    expect([...skin.triangles]).toEqual(mesh.triangles);
    expect([...skin.colours!]).toEqual([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
  }
  expect(readTrajectory(thinTrajectory(bytes, bytes.length - 1)).frames.length).toBeLessThan(4);
});

it('is of a version that older readers refuse', () => {
  expect(new DataView(bytes.buffer).getUint32(8, true)).toBe(4);
});

it('refuses meshes that its particles cannot carry', () => {
  const { info, skins, frames } = readTrajectory(bytes);
  const [skin] = skins;
  const meshes = frames[0].meshes;
  const refused =
    (changed: object, header = info) =>
    () =>
      new TrajectoryWriter(header, meshes, [{ ...skin, ...changed }]);
  expect(refused({ body: 1 })).toThrow('a skin refers to body 1, which is not matter');
  expect(refused({ copies: Uint32Array.of(matter.count) })).toThrow(/beyond its body/);
  expect(refused({ triangles: Uint32Array.of(0, 1, 3) })).toThrow('vertex 3 of 3');
  expect(refused({ positions: Float32Array.of(0, 0, Number.NaN) })).toThrow(/of NaN|colours for a different/);
  const frameless = info.values!.filter(({ name }) => name !== 'frame');
  expect(refused({}, { ...info, values: frameless })).toThrow('no frames');
});

it('names the byte of a damaged mesh', () => {
  const at = new TextDecoder('latin1').decode(writer.header).indexOf('SKIN');
  const damaged = bytes.slice();
  damaged[at + 60] ^= 1;
  try {
    readTrajectory(damaged);
    throw new Error('was read');
  } catch (error) {
    expect((error as TrajectoryError).message).toMatch(/damaged/);
    expect((error as TrajectoryError).offset).toBe(at + 12);
  }
});

it('is exported as it is drawn: the meshes that it carries in their colours, a surface around the rest', () => {
  const [sequence] = meshSequences(new TrajectoryReader(bytes));
  const { positions, triangles, values, paint } = sequence.frame(3);
  // Two copies of the triangle, the first of them 0.03 m on, and the ball of fluid.
  expect([...triangles.subarray(0, 6)]).toEqual([0, 1, 2, 3, 4, 5]);
  expect(positions[3]).toBeCloseTo(0.2 + 0.03, 4);
  expect(positions[3 * 4]).toBeCloseTo(1.2, 4);
  expect(triangles.length).toBeGreaterThan(100);
  expect([...paint!.subarray(0, 9)]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect([...values.keys()]).toEqual(['temperature', 'solid', 'strain']);
  expect(values.get('temperature')![0]).toBeCloseTo(350, 0);
  expect(values.get('solid')!.at(-1)).toBe(0);
});
