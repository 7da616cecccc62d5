/** Results for other programs: read back by others' readers, or by the letter of the format. */
import { NodeIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { shapeMesh } from 'pliant/engine';
import {
  colourScale,
  type ExportFormat,
  type ExportOptions,
  evenly,
  exportColours,
  exportTrajectory,
  fixedMesh,
  type MeshSequence,
  meshSequences,
  objText,
  pc2Bytes,
  plyBytes,
  readGlb,
  readObj,
  type TrajectoryReader,
  type TrajectoryShape,
  usdaText,
  writeGlbFilm,
} from 'pliant/formats';
import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../../formats/bytes.ts';
import {
  furnished,
  layered,
  losing,
  matter,
  rising,
  risingAt,
  squareAt,
  stretched,
  tearing,
} from './samples.ts';

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

  it('has the colours of every frame, by one scale for all of them', async () => {
    const reader = rising(3);
    const options = { colour: 'temperature' };
    const document = await checkedGlb(await writeGlbFilm(meshSequences(reader), 'x', options));
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
    const base = primitive.getAttribute('COLOR_0')!.getArray()!;
    const moved = primitive.listTargets().map((target) => target.getAttribute('COLOR_0')!.getArray()!);
    const shownAt = (f: number) => [...base].map((c, i) => c + moved[f][i]);
    const kelvin = (f: number) => Float32Array.of(290, 300, 310, 320).map((k) => k + f);
    // From the coldest corner of the first frame to the hottest of the last.
    for (let f = 0; f < 3; f++) {
      const expected = colourScale(kelvin(f), [290, 322]);
      shownAt(f).forEach((c, i) => {
        expect(c).toBeCloseTo(expected[i], 6);
      });
    }
    // What programs show that do not know such targets.
    expect([...base]).toEqual([...colourScale(kelvin(2), [290, 322])]);

    const fixed = await checkedGlb(
      await writeGlbFilm(meshSequences(reader), 'x', { ...options, stepped: true, range: [300, 310] }),
    );
    const meshes = fixed.getRoot().listMeshes();
    meshes.forEach((mesh, f) => {
      const colours = mesh.listPrimitives()[0].getAttribute('COLOR_0')!.getArray()!;
      expect([...colours]).toEqual([...colourScale(kelvin(f), [300, 310])]);
    });
    await expect(writeGlbFilm(meshSequences(reader), 'x', { ...options, range: [3, 2] })).rejects.toThrow(
      'range: must be two numbers in ascending order, got 3, 2',
    );
  });

  it('has the strain of sheets, stepped too, against the first frame of all', async () => {
    const last = meshSequences(stretched(), { first: 2 });
    // Of vertex 0's two edges one is as long as it was and one twice that; the diagonal, of vertices 1 and 2, √5/√2.
    const strain = last[0].frame(0).values.get('strain')!;
    expect(strain[0]).toBeCloseTo(0.5, 6);
    expect(strain[1]).toBeCloseTo((0 + 1 + 2 * (Math.sqrt(5 / 2) - 1)) / 4, 6);
    for (const stepped of [false, true]) {
      const document = await checkedGlb(
        await writeGlbFilm(meshSequences(stretched()), 'x', { stepped, colour: 'strain' }),
      );
      const colours = document.getRoot().listMeshes().at(-1)!.listPrimitives()[0].getAttribute('COLOR_0')!;
      const most = colourScale(strain, [0, Math.max(...strain)]);
      expect([...colours.getArray()!]).toEqual([...most]);
    }
  });

  it('plays all bodies as one animation', async () => {
    const [sequence] = meshSequences(rising(2));
    const both = [sequence, { ...sequence, name: 'another' }];
    const document = await checkedGlb(await writeGlbFilm(both, 'x'));
    const animations = document.getRoot().listAnimations();
    expect(animations.map((animation) => animation.listChannels().length)).toEqual([2]);
  });

  it('is read back as a mesh that moves as the sheet did', async () => {
    const { clips } = await readGlb(await writeGlbFilm(meshSequences(rising(4)), 'rise'));
    const { times, places } = clips![0].keys(60);
    expect(clips![0].name).toBe('rise');
    expect(times).toHaveLength(4);
    places.forEach((row, f) => {
      squareAt(f).forEach((c, i) => {
        expect(row[i]).toBeCloseTo(c, 6);
      });
    });
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

  it('has no vertices that are in no triangle, nor their values', async () => {
    const { positions, triangles, values, start } = fixedMesh(only(layered()))!.frame(1);
    expect([...positions]).toEqual([0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0]);
    expect([...triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    expect([...values.get('temperature')!]).toEqual([300, 310, 320, 330]);
    expect(start).toHaveLength(12);
    const [{ bytes }] = await exportTrajectory(layered(), 'obj', { frame: 1 });
    const { positions: inFile } = readObj(new TextDecoder().decode(bytes));
    expect(inFile).toEqual(Float64Array.from(positions));
  });

  it('is not to be had of matter', () => {
    expect(fixedMesh(only(matter()))).toBeUndefined();
  });
});

describe('a USDA', () => {
  const parsed = (reader: TrajectoryReader, rate = 60) =>
    new USDAParser().parseText([...usdaText(meshSequences(reader), { rate })].join(''));
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
    const mesh = meshOf(parsed(tearing(), 1), 'a_sheet');
    for (const name of ['points', 'faceVertexCounts', 'faceVertexIndices', 'primvars:st']) {
      const key = Object.keys(mesh).find((one) => one.endsWith(`${name}.timeSamples`));
      expect(Object.keys(mesh[key ?? ''] ?? {}), name).toEqual(['0', '1']);
    }
  });
});

describe('frames at uneven times', () => {
  /** Recorded ever more rarely, and one more at the end. */
  const uneven = () => risingAt([0, 1, 2, 4, 6, 6.5]);

  it('have the time codes of when they are in a USDA', async () => {
    const [{ bytes }] = await exportTrajectory(uneven(), 'usda', { colour: 'temperature' });
    const text = new TextDecoder().decode(bytes);
    // biome-ignore lint/suspicious/noExplicitAny: another program's tree
    const tree: any = new USDAParser().parseText(text);
    const mesh = tree['def Xform "Pliant"']['def Mesh "a_sheet"'];
    expect(Object.keys(mesh['point3f[] points.timeSamples'])).toEqual(['0', '1', '2', '4', '6', '6.5']);
    expect(Object.keys(mesh['color3f[] primvars:displayColor.timeSamples'])).toHaveLength(6);
    expect(text).toContain('timeCodesPerSecond = 60');
    expect(text).toContain('endTimeCode = 6.5');
    const [slow] = await exportTrajectory(uneven(), 'usda', { rate: 24 });
    const slowText = new TextDecoder().decode(slow.bytes);
    expect(slowText).toContain('timeCodesPerSecond = 24');
    expect(slowText).toContain('\n            0.8: ['); // 2/60 s
  });

  it('are made even in a PC2 and in files that are numbered, and that is said', async () => {
    const said: string[] = [];
    const warn = (text: string) => said.push(text);
    const [{ bytes }, { name }] = await exportTrajectory(uneven(), 'pc2', { name: 'a', warn });
    expect(name).toBe('a.obj');
    expect(said).toEqual([
      expect.stringMatching(/recorded at uneven times: they are resampled to 60 per second/),
    ]);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect(view.getInt32(28, true)).toBe(7);
    const height = (frame: number) => view.getFloat32(32 + 48 * frame + 8, true); // of vertex 0, z up
    expect([0, 1, 2, 3, 4, 5, 6].map(height)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
    const files = await exportTrajectory(uneven(), 'obj', { name: 'b', warn });
    expect(files.map((file) => file.name)).toEqual([0, 1, 2, 3, 4, 5, 6].map((f) => `b_000${f}.obj`));
    expect(readObj(new TextDecoder().decode(files[5].bytes)).positions[1]).toBe(2.5);
    // Half as many a second: every other one.
    expect(await exportTrajectory(uneven(), 'ply', { rate: 30 })).toHaveLength(4);
    said.length = 0;
    await exportTrajectory(rising(4), 'pc2', { warn });
    expect(said).toEqual([]);
  });

  it('of which meshes differ are the nearer ones', () => {
    const sequence = evenly(only(tearing()), 3);
    expect(sequence.times).toHaveLength(4);
    expect([0, 1, 2, 3].map((k) => sequence.frame(k).positions.length / 3)).toEqual([4, 4, 6, 6]);
  });
});

describe('exportTrajectory', () => {
  it('refuses what a format cannot do, and what is not there', async () => {
    const refused = (format: ExportFormat, options: ExportOptions, reason: string) =>
      expect(exportTrajectory(rising(2), format, options)).rejects.toThrow(new RangeError(reason));
    await refused('obj', { colour: 'strain' }, 'colour: applies to glb, usda, not to obj');
    await refused('glb', { rate: 24 }, 'rate: applies to usda, pc2, obj, ply, not to glb');
    await refused('usda', { rate: 0 }, 'rate: must be frames per second, above 0 and at most 1e6, got 0');
    await refused('usda', { range: [0, 1] }, 'range: needs a colour; give one or remove the range');
    await refused(
      'ply',
      { first: 2 },
      'frames: the trajectory has 0 to 1, and the choice contains none of them',
    );
    await refused('glb', { body: 'skirt' }, 'body: bodies with a surface are "a sheet"');
    await refused('glb', { colour: 'heat' }, 'colour: no vertex has heat; available: temperature, strain');
    await expect(exportTrajectory(matter(), 'pc2')).rejects.toThrow('"goo" changes its topology');
  });

  it('knows what vertices can be coloured by', () => {
    expect(exportColours(rising(1))).toEqual(['temperature', 'strain']);
    expect(exportColours(matter())).toEqual(['temperature']);
  });

  it('names bodies in any script', async () => {
    const [sequence] = meshSequences(rising(1));
    const name = 'Tuch — 布 𝒜 \ud800!';
    const text = objText([{ name, frame: sequence.frame(0) }], 'y');
    expect(utf8Bytes(text)).toEqual(new TextEncoder().encode(text));
  });
});

describe('colliders and rigid bodies', () => {
  const SHAPES: TrajectoryShape[] = [
    { kind: 'sphere', radius: 0.5 },
    { kind: 'box', size: [1, 2, 3] },
    { kind: 'capsule', radius: 0.5, height: 2 },
    { kind: 'cylinder', radius: 0.5, height: 2 },
  ];

  it.each(SHAPES)('of kind $kind are closed, with their fronts outside', (shape) => {
    const { positions: p, triangles } = shapeMesh(shape, 48)!;
    const volume = { sphere: Math.PI / 6, box: 6, capsule: Math.PI / 6 + Math.PI / 2, cylinder: Math.PI / 2 };
    let sum = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => p.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
      sum +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) +
          a[1] * (b[2] * c[0] - b[0] * c[2]) +
          a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
    }
    // 48 sides, 24 rows: a polyhedron inside the round one, by up to 1 %.
    const exact = volume[shape.kind as keyof typeof volume];
    expect(sum).toBeLessThanOrEqual(exact * (1 + 1e-6));
    expect(sum).toBeGreaterThan(0.99 * exact);
  });

  const half = Math.SQRT1_2;

  it('are nodes of a GLB that are shifted and turned', async () => {
    const [{ bytes }] = await exportTrajectory(furnished(), 'glb');
    const document = await checkedGlb(bytes);
    const nodes = document.getRoot().listNodes();
    expect(nodes.map((node) => node.getName())).toEqual(['a sheet', 'ramp', 'door', 'die', 'plate']);
    const [animation] = document.getRoot().listAnimations();
    const channel = (name: string, path: string) =>
      animation
        .listChannels()
        .find((one) => one.getTargetNode()!.getName() === name && one.getTargetPath() === path);
    expect(channel('ramp', 'translation')).toBeUndefined();
    expect(nodes[1].getTranslation()).toEqual([5, 0, 0]);
    const output = (name: string, path: string) => [
      ...channel(name, path)!.getSampler()!.getOutput()!.getArray()!,
    ];
    expect(output('door', 'translation')).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 2]);
    const [, , , , x, y, z, w] = output('door', 'rotation'); // an eighth of a turn, half-way
    expect([x, z]).toEqual([0, 0]);
    expect(y).toBeCloseTo(Math.sin(Math.PI / 8), 6);
    expect(w).toBeCloseTo(Math.cos(Math.PI / 8), 6);
    expect(output('die', 'translation')).toEqual([0, 1, 0, 1, 1, 0, 2, 1, 0]);
    expect(output('die', 'rotation').filter((_, i) => i % 4 === 3)).toEqual([1, 1, 1]);
    expect(output('plate', 'weights')).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const [plate] = nodes[4].getMesh()!.listPrimitives();
    const raised = plate.listTargets()[1].getAttribute('POSITION')!.getArray()!;
    expect([...raised]).toEqual([0, 0.5, 0, 0, 0.5, 0, 0, 0.5, 0]);
    expect(plate.getAttribute('POSITION')!.getElement(0, [])).toEqual([0, 0, 3]);
    const [without] = await exportTrajectory(furnished(), 'glb', { colliders: false });
    expect((await checkedGlb(without.bytes)).getRoot().listNodes()).toHaveLength(1);
  });

  it('are objects of every OBJ', async () => {
    const files = await exportTrajectory(furnished(), 'obj');
    const objects = new TextDecoder().decode(files[2].bytes).split(/^o /m).slice(1);
    expect(objects.map((text) => text.split('\n', 1)[0])).toEqual([
      'a_sheet',
      'ramp',
      'door',
      'die',
      'plate',
    ]);
    const mean = (text: string) => {
      const places = [...text.matchAll(/^v (\S+) (\S+) (\S+)$/gm)].map((match) => match.slice(1).map(Number));
      return [0, 1, 2].map((axis) => places.reduce((sum, p) => sum + p[axis], 0) / places.length);
    };
    const close = (text: string, place: number[]) =>
      mean(text).forEach((x, axis) => {
        expect(x).toBeCloseTo(place[axis], 6);
      });
    close(objects[1], [5, 0, 0]);
    close(objects[2], [0, 0, 2]);
    close(objects[3], [2, 1, 0]);
    close(objects[4], [1 / 3, 1, 3 + 1 / 3]);
    const [without] = await exportTrajectory(furnished(), 'obj', { colliders: false });
    expect(new TextDecoder().decode(without.bytes).match(/^o /gm)).toHaveLength(1);
  });

  it('are Xforms of a USDA, with z up', async () => {
    const [{ bytes }] = await exportTrajectory(furnished(), 'usda');
    // biome-ignore lint/suspicious/noExplicitAny: another program's tree
    const tree: any = new USDAParser().parseText(new TextDecoder().decode(bytes));
    const all = tree['def Xform "Pliant"'];
    expect(all['def Xform "ramp"']['double3 xformOp:translate']).toBe('(5, 0, 0)');
    const door = all['def Xform "door"'];
    expect(door['double3 xformOp:translate.timeSamples']['2'].replace(/,$/, '')).toBe('(0, -2, 0)');
    const [w, x, y, z] = JSON.parse(
      door['quatf xformOp:orient.timeSamples']['2'].replace(/,$/, '').replace('(', '[').replace(')', ']'),
    );
    // What turned about y turns about z.
    expect([x, y]).toEqual([0, 0]);
    expect(w).toBeCloseTo(half, 6);
    expect(z).toBeCloseTo(half, 6);
    expect(door['def Mesh "form"']['int[] faceVertexIndices']).toMatch(/^\[0, 1, 2, 0, 2, 3, /);
    expect(Object.keys(all['def Mesh "plate"']['point3f[] points.timeSamples'])).toEqual(['0', '1', '2']);
    expect(all['def Xform "floor"']).toBeUndefined();
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
  const [{ frame: frameAt }] = meshSequences(rising(1), { strain: false });
  const frame = frameAt(0);
  const bytes = plyBytes([{ name: 'a', frame }], 'y');
  const text = new TextDecoder('latin1').decode(bytes);
  const head = text.slice(0, text.indexOf('end_header\n') + 11);
  expect(head).toContain('element vertex 4\n');
  expect(head).toContain('property float temperature\n');
  const view = new DataView(bytes.buffer, head.length);
  expect(view.getFloat32(36 * 3 + 32, true)).toBe(320);
  expect([24, 28].map((at) => view.getFloat32(36 * 3 + at, true))).toEqual([1, 1]);
  expect(view.getFloat32(36 * 3 + 8, true)).toBe(0.25);
  expect(view.getUint8(36 * 4)).toBe(3);
  expect(view.getUint32(36 * 4 + 13 + 1, true)).toBe(2);
  expect(bytes.length).toBe(head.length + 4 * 36 + 2 * 13);
});
