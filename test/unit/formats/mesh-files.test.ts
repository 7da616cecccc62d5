/** Meshes from OBJ and GLB files. The GLB files are written by another library than ours, or by hand where it would refuse. */
import { Document, Logger, WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GlbError, readGlb } from '../../../formats/glb/glb.ts';
import { FileError } from '../../../formats/lines.ts';
import { readObj } from '../../../formats/obj.ts';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('an OBJ file', () => {
  it('is triangles of its polygons, with texture coordinates of every corner', () => {
    const mesh = readObj(
      `# two panels of one quad\n${SQUARE}vt 0 0\nvt 0.5 0\nvt .5 1\nvt 0 1\nvn 0 0 1\nf 1/1/1 2/2/1 3/3/1 4/4/1\n`,
    );
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(mesh.triangles.length).toBe(6);
    mesh.triangles.forEach((vertex, k) => {
      const [x, y] = [mesh.positions[3 * vertex], mesh.positions[3 * vertex + 1]];
      expect(mesh.texture?.[2 * k]).toBe(x / 2);
      expect(mesh.texture?.[2 * k + 1]).toBe(y);
    });
    expect(signedAreas(mesh.positions, mesh.triangles)).toEqual([0.5, 0.5]);
  });

  it('may count backwards, and from objects before', () => {
    const mesh = readObj(`o a\n${SQUARE}f -4 -3 -2\no b\nv 2 0 0\nf 2 -1 3`);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 1, 4, 2]);
    expect(mesh.texture).toBeUndefined();
    expect(mesh.colours).toBeUndefined();
  });

  it('covers a dented polygon once', () => {
    const mesh = readObj('v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5');
    const areas = signedAreas(mesh.positions, mesh.triangles);
    expect(areas.every((area) => area > 0)).toBe(true);
    expect(areas.reduce((a, b) => a + b)).toBe(10); // 16 less the triangle of base 4 and height 3
  });

  it('has colours where every vertex has one', () => {
    const text = 'v 0 0 0 1 0 0.25\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nf 1 2 3';
    expect([...(readObj(text).colours ?? [])]).toEqual([1, 0, 0.25, 1, 0, 1, 0, 1, 0, 0, 1, 1]);
    expect(readObj(text.replace(' 0 0 1\nf', '\nf')).colours).toBeUndefined();
  });

  it.each([
    ['', 1, 'the file ends without a face (f)'],
    [SQUARE, 4, 'the file ends without a face (f)'],
    [`${SQUARE}f 1 2`, 5, 'f takes 3 to 500 corners, got 2'],
    [`${SQUARE}f 1 2 5`, 5, 'there is no vertex (v) 5; there are 4 before this line'],
    [`${SQUARE}f 1 2 0`, 5, 'there is no vertex (v) 0; there are 4 before this line'],
    [`${SQUARE}f 1 2 -5`, 5, 'there is no vertex (v) -5; there are 4 before this line'],
    [`${SQUARE}f 1 2 2`, 5, 'two corners of this face are the same vertex'],
    [`${SQUARE}f 1/1 2/1 3/1`, 5, 'there is no texture coordinate (vt) 1; there are 0 before this line'],
    [`${SQUARE}f 1 2 3e0`, 5, 'a vertex (v) must be given by its number, got "3e0"'],
    [`${SQUARE}f 1/1/1/1 2 3`, 5, 'a corner is v, v/vt, v//vn or v/vt/vn, got "1/1/1/1"'],
    [
      `${SQUARE}vt 0 0\nf 1/1 2/1 3/1\nf 1 3 4`,
      7,
      'this face has no texture coordinates, but other faces have them',
    ],
    ['v 0 0\n', 1, 'v takes x, y, z and optionally a weight or a colour, got 2 values'],
    ['v 0 0 nan\n', 1, 'z must be a finite number, got "nan"'],
    ['v 0 1e300 0\n', 1, 'y must be <= 1000000000 units of the file, got 1e+300 units of the file'],
    ['v 0 0 0 2 0 0\n', 1, 'red must be from 0 to 1, got "2"'],
    ['curv 0 1 1 2 3', 1, 'curv belongs to a free-form surface; export polygons instead'],
    ['solid cube', 1, 'expected v, vt or f, got "solid"'],
    ['<!doctype html>', 1, 'expected v, vt or f, got "<!doctype"'],
    ['v 0 0 0\0', 1, 'is not UTF-8 text: it contains zero bytes, as UTF-16 does'],
  ])('%j is refused at line %i', (text, line, cause) => {
    const error = thrownBy(() => readObj(text));
    expect(error).toBeInstanceOf(FileError);
    expect((error as Error).message).toBe(`line ${line}: ${cause}`);
  });

  it('cut anywhere or scrambled is a mesh or a FileError', () => {
    const text = `${SQUARE}vt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf -4/1 -2/3 -1/2\n`;
    fc.assert(
      fc.property(
        fc.nat(text.length),
        fc.nat(text.length - 1),
        fc.constantFrom('-', '9', '/', ' ', 'e', 'f'),
        (end, at, mark) => {
          const scrambled = (text.slice(0, at) + mark + text.slice(at + 1)).slice(0, end);
          const error = thrownBy(() => readObj(scrambled));
          if (error !== undefined) expect(error).toBeInstanceOf(FileError);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** A quad of two triangles at z = 0, u = x, v = y in glTF's sense (downwards). */
function quadDocument() {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const buffer = document.createBuffer();
  const accessor = (
    type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR',
    array: Float32Array | Uint16Array | Uint8Array,
  ) => document.createAccessor().setBuffer(buffer).setType(type).setArray(array);
  const position = accessor('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]));
  const texture = accessor('VEC2', new Float32Array([0, 1, 1, 1, 1, 0, 0, 0]));
  const indices = accessor('SCALAR', new Uint16Array([0, 1, 2, 0, 2, 3]));
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', position)
    .setAttribute('TEXCOORD_0', texture)
    .setIndices(indices);
  const mesh = document.createMesh().addPrimitive(primitive);
  const node = document.createNode().setMesh(mesh);
  const scene = document.createScene().addChild(node);
  return { document, accessor, primitive, mesh, node, scene };
}

const glbOf = (document: Document) => new WebIO().writeBinary(document);

describe('a GLB file', () => {
  it('is triangles with texture coordinates, v upwards', async () => {
    const mesh = await readGlb(await glbOf(quadDocument().document));
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...(mesh.texture ?? [])]).toEqual([0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1]);
    expect(mesh.colours).toBeUndefined();
  });

  it('puts its meshes where their nodes have them, and joins them', async () => {
    const { document, mesh, node, scene } = quadDocument();
    node.setTranslation([10, 0, 0]);
    const half = Math.SQRT1_2;
    const child = document.createNode().setMesh(mesh).setRotation([0, 0, half, half]).setScale([2, 2, 2]);
    scene.addChild(document.createNode().setTranslation([0, 5, 0]).addChild(child));
    const { positions, triangles } = await readGlb(await glbOf(document));
    expect(triangles.length).toBe(12);
    expect(triangles[6]).toBe(4);
    expect([...positions.slice(3, 6)]).toEqual([11, 0, 0]);
    // A quarter turn takes x to y; twice as large, five up. The rotation is stored in single precision.
    [0, 7, 0].forEach((x, axis) => {
      expect(positions[12 + 3 + axis]).toBeCloseTo(x, 6);
    });
  });

  it('keeps the front of a mirrored mesh in front', async () => {
    const { document, node } = quadDocument();
    node.setScale([-1, 1, 1]);
    const { positions, triangles } = await readGlb(await glbOf(document));
    expect(signedAreas(positions, triangles)).toEqual([0.5, 0.5]);
  });

  it('needs no indices, and may have normalised whole numbers and colours', async () => {
    const { document, accessor, primitive } = quadDocument();
    primitive
      .setIndices(null)
      .setAttribute('POSITION', accessor('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0])))
      .setAttribute(
        'TEXCOORD_0',
        accessor('VEC2', new Uint8Array([0, 255, 255, 255, 0, 0])).setNormalized(true),
      )
      .setAttribute('COLOR_0', accessor('VEC3', new Float32Array([1, 0, 0, 0, 0.5, 0, 0, 0, 0])));
    const mesh = await readGlb(await glbOf(document));
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
    expect([...(mesh.texture ?? [])]).toEqual([0, 0, 1, 0, 0, 1]);
    expect([...(mesh.colours ?? [])]).toEqual([1, 0, 0, 1, 0, 0.5, 0, 1, 0, 0, 0, 1]);
  });

  const primitive = ['meshes', 0, 'primitives', 0];
  it.each<[string, Path, unknown, string]>([
    ['a wrong count', ['accessors', 2, 'count'], 9, 'accessors[2]: needs'],
    ['no positions', [...primitive, 'attributes', 'POSITION'], undefined, 'attributes: has no POSITION'],
    ['a wrong type', ['accessors', 0, 'type'], 'VEC5', 'accessors[0].type: must be one of'],
    ['too large an accessor', ['accessors', 0, 'count'], 1e9, 'accessors[0].count: must be a whole number'],
    ['a view past the end', ['bufferViews', 0, 'byteLength'], 1e6, 'bufferViews[0].byteLength: must be a'],
    ['a negative offset', ['bufferViews', 0, 'byteOffset'], -4, 'bufferViews[0].byteOffset: must be a whole'],
    ['a node that is its own child', ['nodes', 0, 'children'], [0], 'nodes[0]: is its own ancestor'],
    [
      'a ring of nodes',
      ['nodes'],
      [{}, { children: [2] }, { children: [1] }],
      'nodes[1]: is its own ancestor',
    ],
    [
      'a child that is not there',
      ['nodes', 0, 'children'],
      [7],
      'nodes[0].children[0]: there is no node "7"',
    ],
    ['another file', ['buffers', 0, 'uri'], '../a.bin', 'buffers[0]: refers to another file; export one'],
    ['compression', ['extensionsRequired'], ['KHR_draco_mesh_compression'], 'export without compression'],
    [
      'strips',
      [...primitive, 'mode'],
      5,
      'meshes[0].primitives[0].mode: triangle strips and fans are not supported',
    ],
    ['lines only', [...primitive, 'mode'], 1, 'shows no triangles'],
    ['half a matrix', ['nodes', 0, 'matrix'], [1, 2], 'nodes[0].matrix: must be 16 finite numbers'],
    ['an older version', ['asset', 'version'], '1.0', 'asset.version: must be 2.x, got "1.0"'],
    ['a list that is none', ['meshes'], 7, 'meshes: is not a list'],
    ['floats as indices', [...primitive, 'indices'], 0, 'accessors[0]: indices must be unsigned integers'],
    ['a scene of no nodes', ['scenes', 0, 'nodes'], [3], 'scenes[0].nodes[0]: "3" is not a root node'],
  ])('with %s is refused, naming the place', async (_, path, value, message) => {
    const glb = changed(await glbOf(quadDocument().document), path, value);
    await expect(readGlb(glb)).rejects.toThrow(GlbError);
    await expect(readGlb(glb)).rejects.toThrow(message);
  });

  it('with nodes too deep for any reader is refused', async () => {
    const nodes = Array.from({ length: 2000 }, (_, i) => (i < 1999 ? { children: [i + 1] } : { mesh: 0 }));
    const glb = changed(await glbOf(quadDocument().document), ['nodes'], nodes);
    await expect(readGlb(glb)).rejects.toThrow('nodes[500]: is 501 levels deep; the limit is 500');
  });

  it('refuses indices and positions out of range', async () => {
    const wrong = quadDocument();
    wrong.primitive.setIndices(wrong.accessor('SCALAR', new Uint16Array([0, 1, 4])));
    await expect(readGlb(await glbOf(wrong.document))).rejects.toThrow(
      /accessors\[\d\]: corner 2 of meshes\[0\].primitives\[0\] is vertex 4; there are 4/,
    );
    const far = quadDocument();
    far.node.setScale([1e30, 1, 1]);
    await expect(readGlb(await glbOf(far.document))).rejects.toThrow(
      'POSITION: vertex 1 is at 1e+30, beyond 1000000000',
    );
    const mixed = quadDocument();
    mixed.mesh.addPrimitive(mixed.primitive.clone().setAttribute('TEXCOORD_0', null));
    await expect(readGlb(await glbOf(mixed.document))).rejects.toThrow(
      'meshes[0].primitives[1]: has no texture coordinates',
    );
  });

  it('cut short anywhere is refused', async () => {
    const glb = await glbOf(quadDocument().document);
    for (const length of [0, 3, 11, 12, 19, 40, glb.length - 1]) {
      await expect(readGlb(glb.subarray(0, length))).rejects.toThrow(GlbError);
    }
    await expect(readGlb(new TextEncoder().encode('{"asset":{}}'))).rejects.toThrow(
      'is not a GLB file; it looks like',
    );
  });

  it('with any bytes changed is a mesh or a GlbError', async () => {
    const glb = await glbOf(quadDocument().document);
    await fc.assert(
      fc.asyncProperty(fc.nat(glb.length - 1), fc.nat(255), async (at, byte) => {
        const copy = glb.slice();
        copy[at] = byte;
        await readGlb(copy).then(undefined, (error) => expect(error).toBeInstanceOf(GlbError));
      }),
      { numRuns: 300 },
    );
  });
});

type Path = readonly (string | number)[];

/** The file with one value of its JSON changed. */
function changed(glb: Uint8Array, path: Path, value: unknown): Uint8Array {
  const view = new DataView(glb.buffer, glb.byteOffset);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
  const parent = path.slice(0, -1).reduce((at, key) => at[key], json);
  parent[path[path.length - 1]] = value;
  const text = JSON.stringify(json);
  const padded = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4));
  const rest = glb.subarray(20 + length);
  const whole = new Uint8Array(20 + padded.length + rest.length);
  whole.set(glb.subarray(0, 20));
  whole.set(padded, 20);
  whole.set(rest, 20 + padded.length);
  const head = new DataView(whole.buffer);
  head.setUint32(8, whole.length, true);
  head.setUint32(12, padded.length, true);
  return whole;
}

/** m² of each triangle in the x–y plane, positive where it turns anticlockwise. */
function signedAreas(positions: Float64Array, triangles: Int32Array): number[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => triangles[3 * t + k]);
    const [ax, ay] = [positions[3 * a], positions[3 * a + 1]];
    const cross =
      (positions[3 * b] - ax) * (positions[3 * c + 1] - ay) -
      (positions[3 * b + 1] - ay) * (positions[3 * c] - ax);
    return cross / 2;
  });
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
