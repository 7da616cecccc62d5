/** Exports opened by the loaders of three.js, which share no line with our writers: the same coordinates at every frame. */
import {
  type ExportFormat,
  type ExportOptions,
  exportTrajectory,
  fixedMesh,
  type MeshSequence,
  meshSequences,
  type TrajectoryReader,
} from 'pliant/formats';
import {
  AnimationMixer,
  type BufferGeometry,
  type Group,
  LoopOnce,
  type Mesh,
  type Object3D,
  Vector3,
} from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { USDLoader } from 'three/examples/jsm/loaders/USDLoader.js';
import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';
import { describe, expect, it } from 'vitest';
import { furnished, losing, matter, rising, tearing } from './samples.ts';

/** Text has seven decimals, and the card's numbers are single: both are good to a tenth of a micrometre here. */
const CLOSE = 1e-6;

async function exported(reader: TrajectoryReader, format: ExportFormat, options?: ExportOptions) {
  const files = await exportTrajectory(reader, format, options);
  return files.map(({ bytes }) => bytes.slice().buffer);
}
const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);

function expectPlaces(found: ArrayLike<number>, expected: ArrayLike<number>, what: string): void {
  expect(found.length, what).toBe(expected.length);
  for (let i = 0; i < found.length; i++)
    expect(Math.abs(found[i] - expected[i]), `${what}, ${i}`).toBeLessThan(CLOSE);
}

/** x, y, z of all vertices of a mesh as three.js draws it: by its morph targets, where its nodes have it. */
function drawn(mesh: Mesh): number[] {
  mesh.updateWorldMatrix(true, false);
  const { count } = mesh.geometry.getAttribute('position');
  return Array.from({ length: count }, (_, i) =>
    mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld).toArray(),
  ).flat();
}

const meshesIn = (root: Object3D): Mesh[] => {
  const found: Mesh[] = [];
  root.traverse((one) => {
    if ('isMesh' in one) found.push(one as Mesh);
  });
  return found;
};

async function played(bytes: ArrayBuffer) {
  const { scene, animations } = await new GLTFLoader().parseAsync(bytes, '');
  const mixer = new AnimationMixer(scene);
  const action = mixer.clipAction(animations[0]).setLoop(LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  return {
    at(seconds: number) {
      mixer.setTime(seconds);
      scene.updateMatrixWorld(true);
      return meshesIn(scene).filter(({ scale }) => scale.x > 0);
    },
  };
}

const sequencesOf = (reader: TrajectoryReader): MeshSequence[] => meshSequences(reader);

describe('GLTFLoader', () => {
  it.each([
    ['moves', rising(4)],
    ['tears', tearing()],
    ['loses triangles', losing()],
  ])('plays a sheet that %s, at its frames and between them', async (_, reader) => {
    const [bytes] = await exported(reader, 'glb');
    const { at } = await played(bytes);
    const fixed = fixedMesh(sequencesOf(reader)[0])!;
    const { times } = fixed;
    const [a, b] = [fixed.frame(0).positions, fixed.frame(1).positions];
    const half = a.map((c, i) => (c + b[i]) / 2);
    expectPlaces(drawn(at((times[0] + times[1]) / 2)[0]), half, 'half-way');
    for (let i = 0; i < times.length; i++)
      expectPlaces(drawn(at(times[i])[0]), fixed.frame(i).positions, `frame ${i}`);
  });

  it.each([
    ['matter', matter(), undefined],
    ['a sheet when asked to, in colours', rising(3), { stepped: true, colour: 'temperature' }],
  ])('steps through %s, one mesh at a time', async (_, reader, options) => {
    const [bytes] = await exported(reader, 'glb', options);
    const { at } = await played(bytes);
    const [sequence] = sequencesOf(reader);
    sequence.times.forEach((time, i) => {
      const shown = at(time + 1e-6); // keys are single numbers, and may be a little later than the frame
      expect(shown).toHaveLength(1);
      expectPlaces(drawn(shown[0]), sequence.frame(i).positions, `frame ${i}`);
      expect(shown[0].geometry.hasAttribute('color')).toBe(true);
    });
  });

  it('has colliders where they are', async () => {
    const [bytes] = await exported(furnished(), 'glb');
    const { at } = await played(bytes);
    const door = at(0.5).find(({ name }) => name === 'door')!;
    expectPlaces(door.getWorldPosition(new Vector3()).toArray(), [0, 0, 1], 'half-way');
    expect(door.rotation.y).toBeCloseTo(Math.PI / 4, 6);
  });
});

describe('OBJLoader and PLYLoader', () => {
  const corners = (geometry: BufferGeometry) => geometry.getAttribute('position').array;

  it.each([
    ['moves', rising(3)],
    ['tears', tearing()],
  ])('read every frame of a sheet that %s', async (_, reader) => {
    const [sequence] = sequencesOf(reader);
    const rate = Math.round(1 / (sequence.times[1] - sequence.times[0]));
    const objs = await exported(reader, 'obj', { rate });
    const plys = await exported(reader, 'ply', { rate });
    expect([objs.length, plys.length]).toEqual([sequence.times.length, sequence.times.length]);
    sequence.times.forEach((_, i) => {
      const { positions, triangles } = sequence.frame(i);
      const byCorner = [...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
      const group: Group = new OBJLoader().parse(textOf(objs[i]));
      const [mesh] = meshesIn(group);
      expect(mesh.name).toBe('a_sheet');
      expectPlaces(corners(mesh.geometry), byCorner, `obj ${i}`);
      expect(mesh.geometry.getAttribute('uv').count).toBe(triangles.length);
      const ply = new PLYLoader().parse(plys[i]);
      expectPlaces(corners(ply), positions, `ply ${i}`);
      expect([...ply.index!.array]).toEqual([...triangles]);
      expect(ply.getAttribute('uv').count).toBe(positions.length / 3);
      expect(ply.getAttribute('normal').count).toBe(positions.length / 3);
    });
  });

  it('a texture stays where it is on a sheet that moves', async () => {
    const files = await exported(rising(4), 'obj');
    const uv = files.map((file) => [
      ...meshesIn(new OBJLoader().parse(textOf(file)))[0].geometry.getAttribute('uv').array,
    ]);
    for (const one of uv) expect(one).toEqual(uv[0]);
  });
});

describe('USDLoader', () => {
  it('shows the first frame, and has the samples of all others', async () => {
    for (const reader of [rising(3), tearing()]) {
      const [sequence] = sequencesOf(reader);
      const [bytes] = await exported(reader, 'usda', { colliders: false });
      const [mesh] = meshesIn(new USDLoader().parse(textOf(bytes)));
      // It cuts meshes into corners, and turns z up to y up.
      const { positions, triangles } = sequence.frame(0);
      const byCorner = [...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
      const shown = mesh.geometry.index ? byIndex(mesh) : drawn(mesh);
      expectPlaces(shown, byCorner, 'first frame');
      // biome-ignore lint/suspicious/noExplicitAny: its types say less than it does
      const { specsByPath } = (new USDAParser() as any).parseData(textOf(bytes));
      const samples = specsByPath['/Pliant/a_sheet.points'].fields.timeSamples;
      expect(samples.times).toEqual(sequence.times.map((_, i) => i));
      sequence.times.forEach((_, i) => {
        const there = sequence.frame(i).positions;
        const zUp = Float32Array.from(there, (_, k) => [there[k], -there[k + 1], there[k - 1]][k % 3]);
        expectPlaces(samples.values[i].flat(), zUp, `frame ${i}`);
      });
    }
  });

  function byIndex(mesh: Mesh): number[] {
    const places = drawn(mesh);
    return [...mesh.geometry.index!.array].flatMap((v) => places.slice(3 * v, 3 * v + 3));
  }
});
