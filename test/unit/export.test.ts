/** Results for other programs: read back by others' readers, or by the letter of the format. */
import { NodeIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import {
  fixedMesh,
  type MeshSequence,
  meshSequences,
  objText,
  pc2Bytes,
  plyBytes,
  readObj,
  type TrajectoryInfo,
  type TrajectoryMesh,
  TrajectoryReader,
  TrajectoryWriter,
  usdaText,
  writeGlbFilm,
} from 'pliant';
import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';
import { describe, expect, it } from 'vitest';

function infoOf(more: Partial<TrajectoryInfo> = {}): TrajectoryInfo {
  return {
    scene: { id: 'napkin', title: 'A napkin' },
    dt: 1 / 60,
    bodies: [{ name: 'a sheet', model: 'provot-sheet' }],
    colliders: [],
    ...more,
  };
}

function readerOf(writer: TrajectoryWriter, parts: Uint8Array[]): TrajectoryReader {
  return new TrajectoryReader(Uint8Array.from([writer.header, ...parts].flatMap((part) => [...part])));
}

const SQUARE: TrajectoryMesh = { first: 0, particles: 4, triangles: Uint32Array.of(0, 1, 2, 2, 1, 3) };
/** A unit square in the plane z = 0 that rises, frame by frame, by half a metre. */
const squareAt = (frame: number) =>
  Float32Array.of(0, 0.5 * frame, 0, 1, 0.5 * frame, 0, 0, 1 + 0.5 * frame, 0, 1, 1 + 0.5 * frame, 0.25);

function rising(frames: number): TrajectoryReader {
  const info = infoOf({ values: [{ body: 0, name: 'temperature', unit: 'K', kind: 'f32' }] });
  const writer = new TrajectoryWriter(info, [SQUARE]);
  const warm = [Float32Array.of(290, 300, 310, 320)];
  const parts = Array.from({ length: frames }, (_, f) => writer.frame(f / 60, squareAt(f), undefined, warm));
  return readerOf(writer, parts);
}

/** A square of two triangles whose diagonal opens: both its ends are split. In the flat sheet nothing moves. */
function tearing(): TrajectoryReader {
  const uv = (...numbers: number[]) => Float32Array.from(numbers);
  const whole = { ...SQUARE, places: { uv: uv(0, 0, 1, 0, 0, 1, 1, 1), levels: new Uint32Array(4) } };
  const torn = {
    first: 0,
    particles: 6,
    triangles: Uint32Array.of(0, 1, 2, 4, 5, 3),
    places: { uv: uv(0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0), levels: new Uint32Array(6) },
  };
  const writer = new TrajectoryWriter(infoOf(), [whole]);
  const open = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1.5, 1, 0, 0.5, 1, 0, 1.5, 0, 0);
  return readerOf(writer, [writer.frame(0, squareAt(0)), writer.mesh([torn]), writer.frame(1, open)]);
}

/** The second triangle goes after the first frame. */
function losing(): TrajectoryReader {
  const writer = new TrajectoryWriter(infoOf(), [SQUARE]);
  const parts = [
    writer.frame(0, squareAt(0)),
    writer.mesh([{ ...SQUARE, triangles: Uint32Array.of(0, 1, 2) }]),
  ];
  return readerOf(writer, [...parts, writer.frame(1, squareAt(1))]);
}

/** Four particles of matter that fall apart. */
function matter(): TrajectoryReader {
  const info = infoOf({
    bodies: [{ name: 'goo', model: 'lattice-matter', matter: { spacing: 0.1, dimension: 3 } }],
    values: [{ body: 0, name: 'temperature', unit: 'K', kind: 'f32' }],
  });
  const writer = new TrajectoryWriter(info, [{ first: 0, particles: 2, triangles: new Uint32Array() }]);
  const at = (apart: number) => Float32Array.of(0, 0, 0, apart, 0, 0);
  const heat = [Float32Array.of(300, 400)];
  return readerOf(writer, [
    writer.frame(0, at(0.1), undefined, heat),
    writer.frame(1, at(1), undefined, heat),
  ]);
}

const only = (reader: TrajectoryReader): MeshSequence => meshSequences(reader)[0];

async function checkedGlb(bytes: Uint8Array) {
  const { issues } = await validateBytes(bytes);
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  expect(issues.numErrors).toBe(0);
  return new NodeIO().readBinary(bytes);
}

describe('a GLB', () => {
  it('has the frames as morph targets, of which at most two count at any time', async () => {
    const reader = rising(4);
    const document = await checkedGlb(
      await writeGlbFilm(meshSequences(reader), 'A napkin', { colour: 'temperature' }),
    );
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
    const base = primitive.getAttribute('POSITION')!.getArray()!;
    expect([...base]).toEqual([...squareAt(0)]);
    const targets = primitive.listTargets().map((target) => target.getAttribute('POSITION')!.getArray()!);
    for (const [f, target] of targets.entries())
      expect([...target].map((d, i) => d + base[i])).toEqual([...squareAt(f)]);
    const [channel] = document.getRoot().listAnimations()[0].listChannels();
    const sampler = channel.getSampler()!;
    expect([...sampler.getInput()!.getArray()!]).toEqual([0, 1, 2, 3].map((f) => Math.fround(f / 60)));
    const weights = [...sampler.getOutput()!.getArray()!];
    // Linear between keys that each have one weight: two at most.
    for (let f = 0; f < 4; f++) expect(weights.slice(4 * f, 4 * f + 4).filter((w) => w !== 0)).toEqual([1]);
    expect(sampler.getInterpolation()).toBe('LINEAR');
    const colours = primitive.getAttribute('COLOR_0')!.getArray()!;
    expect(colours[2]).toBeGreaterThan(colours[0]); // the coldest corner is blue
    expect(colours[9]).toBeGreaterThan(colours[11]); // and the hottest red
    expect(primitive.getAttribute('TEXCOORD_0')!.getCount()).toBe(4);
    const normal = primitive.getAttribute('NORMAL')!.getElement(0, []);
    expect(Math.abs(normal[2])).toBeCloseTo(1, 2);
  });

  it('steps through meshes that have nothing in common, and where it is asked to', async () => {
    for (const [reader, stepped] of [
      [matter(), false],
      [rising(2), true],
    ] as const) {
      const document = await checkedGlb(
        await writeGlbFilm(meshSequences(reader), 'x', { stepped, colour: 'temperature' }),
      );
      expect(document.getRoot().listMeshes()).toHaveLength(2);
      const channels = document.getRoot().listAnimations()[0].listChannels();
      const scales = channels.map((channel) => [...channel.getSampler()!.getOutput()!.getArray()!]);
      expect(scales).toEqual([
        [1, 1, 1, 0, 0, 0],
        [0, 0, 0, 1, 1, 1],
      ]);
      expect(channels[0].getSampler()!.getInterpolation()).toBe('STEP');
    }
  });

  it('of one frame is still', async () => {
    const document = await checkedGlb(await writeGlbFilm(meshSequences(rising(1)), 'still'));
    expect(document.getRoot().listAnimations()).toEqual([]);
  });
});

describe('a mesh that stays', () => {
  it('has split vertices in one place until they tear', () => {
    const fixed = fixedMesh(only(tearing()))!;
    const [before, after] = [fixed.frame(0), fixed.frame(1)];
    expect(before.triangles).toEqual(after.triangles);
    const at = ({ positions }: { positions: Float32Array }, vertex: number) =>
      [...positions.subarray(3 * vertex, 3 * vertex + 3)].map((c) => Math.round(1e6 * c) / 1e6 + 0);
    // Vertices 2 and 4, and 1 and 5, are the two sides of the tear.
    expect(at(before, 4)).toEqual(at(before, 2));
    expect(at(before, 5)).toEqual(at(before, 1));
    expect(at(before, 3)).toEqual([1, 1, 0.25]);
    expect(at(after, 4)).toEqual([0.5, 1, 0]);
    expect(at(after, 2)).toEqual([0, 1, 0]);
  });

  it('closes triangles that are lost to a point', () => {
    const fixed = fixedMesh(only(losing()))!;
    const area = (frame: number, t: number) => {
      const { positions: p, triangles } = fixed.frame(frame);
      const [a, b, c] = triangles.subarray(t, t + 3);
      const u = [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
      const v = [0, 1, 2].map((k) => p[3 * c + k] - p[3 * a + k]);
      return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    };
    expect(area(0, 0)).toBeCloseTo(0.5, 6);
    expect(area(0, 3)).toBeGreaterThan(0.5);
    expect(area(1, 0)).toBeCloseTo(0.5, 6);
    expect(area(1, 3)).toBe(0);
    expect(fixed.frame(0).triangles).toBe(fixed.frame(1).triangles);
  });

  it('is not to be had of matter', () => {
    expect(fixedMesh(only(matter()))).toBeUndefined();
  });
});

describe('a USDA', () => {
  const parsed = (reader: TrajectoryReader) =>
    new USDAParser().parseText([...usdaText(meshSequences(reader), { rate: 60 })].join(''));
  // biome-ignore lint/suspicious/noExplicitAny: another program's tree
  const meshOf = (tree: any, name: string) => tree['def Xform "Pliant"'][`def Mesh "${name}"`];

  it('is read by another parser: points of every frame, z up, one topology', () => {
    const text = [...usdaText(meshSequences(rising(3)), { rate: 60 })].join('');
    for (const line of ['upAxis = "Z"', 'metersPerUnit = 1', 'timeCodesPerSecond = 60', 'endTimeCode = 2'])
      expect(text).toContain(line);
    const mesh = meshOf(parsed(rising(3)), 'a_sheet');
    expect(mesh['uniform token subdivisionScheme']).toBe('"none"');
    expect(JSON.parse(mesh['int[] faceVertexIndices'])).toEqual([0, 1, 2, 2, 1, 3]);
    const samples = mesh['point3f[] points.timeSamples'];
    expect(Object.keys(samples)).toEqual(['0', '1', '2']);
    const points = JSON.parse(samples['2'].replaceAll('(', '[').replaceAll(')', ']').replace(/,$/, ''));
    expect(points[3]).toEqual([1, -0.25, 2]); // x, −z, y
  });

  it('samples counts, indices and places of textures at the same codes where topology changes', () => {
    const mesh = meshOf(parsed(tearing()), 'a_sheet');
    for (const name of ['points', 'faceVertexCounts', 'faceVertexIndices']) {
      const key = Object.keys(mesh).find((one) => one.endsWith(`${name}.timeSamples`));
      expect(Object.keys(mesh[key ?? ''] ?? {}), name).toEqual(['0', '1']);
    }
    // That parser does not know an attribute without a value, as this is declared to say how it is meant.
    const text = [...usdaText(meshSequences(tearing()), { rate: 60 })].join('');
    expect(text).toMatch(
      /primvars:st \(\s+interpolation = "vertex"\s+\)\s+texCoord2f\[\] primvars:st\.timeSamples = \{\s+0: .*\s+1: .*\s+\}/,
    );
  });
});

describe('an OBJ with a PC2', () => {
  it('hold the same vertices, with z up', () => {
    const sequence = fixedMesh(only(rising(3)))!;
    const obj = readObj(objText([{ name: sequence.name, frame: sequence.frame(0) }], 'z'));
    expect([...obj.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1, 1, -0.25, 1]);
    const bytes = Uint8Array.from([...pc2Bytes(sequence, 'z')].flatMap((piece) => [...piece]));
    const view = new DataView(bytes.buffer);
    expect(new TextDecoder().decode(bytes.subarray(0, 12))).toBe('POINTCACHE2\0');
    expect([12, 16, 28].map((at) => view.getInt32(at, true))).toEqual([1, 4, 3]);
    expect([20, 24].map((at) => view.getFloat32(at, true))).toEqual([0, 1]);
    expect(bytes.length).toBe(32 + 3 * 4 * 12);
    const frame = (f: number) =>
      Array.from({ length: 12 }, (_, k) => view.getFloat32(32 + 48 * f + 4 * k, true));
    expect(frame(0)).toEqual([...obj.positions]);
    expect(frame(2)).toEqual([0, 0, 1, 1, 0, 1, 0, 0, 2, 1, -0.25, 2]);
  });
});

it('a PLY has positions, normals and values of every vertex', () => {
  const frame = only(rising(1)).frame(0);
  const bytes = plyBytes([{ name: 'a', frame }], 'y');
  const text = new TextDecoder('latin1').decode(bytes);
  const head = text.slice(0, text.indexOf('end_header\n') + 11);
  expect(head).toContain('element vertex 4\n');
  expect(head).toContain('property float temperature\n');
  const view = new DataView(bytes.buffer, head.length);
  expect(view.getFloat32(28 * 3 + 24, true)).toBe(320);
  expect(view.getFloat32(28 * 3 + 8, true)).toBe(0.25);
  expect(view.getUint8(28 * 4)).toBe(3);
  expect(view.getUint32(28 * 4 + 13 + 1, true)).toBe(2);
  expect(bytes.length).toBe(head.length + 4 * 28 + 2 * 13);
});
