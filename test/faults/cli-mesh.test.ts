/** Mesh files and the scenes that name them, on the command line: sound ones are told, bad ones refused by file and place. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, NodeIO } from '@gltf-transform/core';
import { readTrajectory } from 'pliant/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOX_FACES, boxCorners } from '../../src/math/box.ts';
import { pliantHere } from './cli-session.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-mesh-'));
  mkdirSync(join(folder, 'meshes'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

function put(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** A box of a quarter of a metre, whose coordinates every number holds; the mesh of a GLB is moved there by its node. */
async function boxAs(kind: string): Promise<string | Uint8Array> {
  const corners = boxCorners([0.25, 0.25, 0.25]);
  const triangles = BOX_FACES.flatMap(([a, b, c, d]) => [
    [a, b, c],
    [a, c, d],
  ]);
  const lines = (rows: readonly (readonly number[])[], head: string) =>
    rows.map((row) => `${head}${row.join(' ')}\n`).join('');
  const counted = BOX_FACES.map((quad) => quad.map((corner) => corner + 1));
  if (kind === 'obj') return lines(corners, 'v ') + lines(counted, 'f ');
  if (kind === 'ply') {
    const place = 'property float x\nproperty float y\nproperty float z\n';
    const face = 'property list uchar int vertex_indices\n';
    const head = `ply\nformat ascii 1.0\nelement vertex 8\n${place}element face 6\n${face}end_header\n`;
    return head + lines(corners, '') + lines(BOX_FACES, '4 ');
  }
  if (kind === 'stl') {
    const facets = triangles.map((three) => {
      const loop = lines(
        three.map((corner) => corners[corner]),
        'vertex ',
      );
      return `facet normal 0 0 0\nouter loop\n${loop}endloop\nendfacet\n`;
    });
    return `solid box\n${facets.join('')}endsolid box\n`;
  }
  const document = new Document();
  const buffer = document.createBuffer();
  const places = Float32Array.from(corners.flat(), (c) => 2 * c); // and half as large by the node
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(places).setBuffer(buffer))
    .setIndices(
      document
        .createAccessor()
        .setType('SCALAR')
        .setArray(Uint16Array.from(triangles.flat()))
        .setBuffer(buffer),
    );
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node.setScale([0.5, 0.5, 0.5]));
  return new NodeIO().writeBinary(document);
}

function scene(file: string): string {
  const body = { name: 'cloth', model: 'adaptive-cloth', mesh: { file } };
  return put('scene.json', JSON.stringify({ format: 1, engine: { name: 'implicit-euler' }, bodies: [body] }));
}

describe('pliant check', () => {
  it('tells what a mesh holds, by content', async () => {
    const ended = await pliantHere(['check', put('a.obj', TRIANGLE), put('b.mesh', `# b\no b\n${TRIANGLE}`)]);
    expect(ended.stdout).toMatch(
      /a\.obj: ok \(mesh: 3 vertices, 1 triangle\)\n.*b\.mesh: ok \(mesh: 3 vertices/,
    );
    expect(ended.code).toBe(0);
  });

  it('reads the mesh that a scene names, beside it or below', async () => {
    put('meshes/a.obj', TRIANGLE);
    const ended = await pliantHere(['check', scene('meshes/a.obj')]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    [
      'bad.obj',
      'v 0 0 0\nf 1 2 3\n',
      /bad\.obj: line 2: there is no vertex \(v\) 2; there are 1 before this line/,
    ],
    ['cut.glb', new TextEncoder().encode('glTF\x02\0\0\0'), /cut\.glb: is not a GLB file/],
    ['text.glb', '{"asset": {"version": "2.0"}}', /text\.glb: is not a GLB file; it looks like glTF text/],
    ['utf16.obj', new Uint8Array([0xff, 0xfe, 0x76, 0]), /utf16\.obj: is UTF-16; save it as UTF-8/],
  ])('%s is refused, by itself and in a scene', async (name, content, reason) => {
    const file = put(name, content);
    for (const target of [file, scene(name)]) {
      const ended = await pliantHere(['check', target]);
      expect(ended.stderr).toMatch(reason);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
    }
    const run = await pliantHere(['run', scene(name), '--steps', '1']);
    expect(run.stderr).toMatch(reason);
    expect(run.code).toBe(2);
  });

  it('refuses a mesh that is not there, and one outside of the folder', async () => {
    const missing = await pliantHere(['run', scene('none.obj')]);
    expect(missing.stderr).toMatch(/none\.obj: .*(no such file|not found|does not exist)/i);
    expect(missing.code).toBe(2);
    const outside = await pliantHere(['run', scene('../a.obj')]);
    expect(outside.stderr).toMatch(
      /bodies\[0\]\.mesh\.file: must be an \.obj, \.glb, \.stl or \.ply file in the folder/,
    );
    expect(outside.code).toBe(2);
  });

  it.each(['obj', 'ply', 'stl', 'glb'])('makes a cloth, matter and a collider of a .%s', async (kind) => {
    const file = `box.${kind}`;
    put(file, await boxAs(kind));
    const world = {
      format: 1,
      id: 'box',
      engine: { name: 'implicit-euler' },
      gravity: [0, 0, 0],
      bodies: [
        { name: 'cloth', model: 'adaptive-cloth', mesh: { file } },
        {
          name: 'goo',
          model: 'lattice-matter',
          spacing: 0.05,
          objects: [{ shape: { kind: 'mesh', mesh: file }, position: [2, 0, 0] }],
        },
      ],
      colliders: [{ name: 'block', shape: { kind: 'mesh', file }, position: [4, 0, 0] }],
    };
    const out = join(folder, `out-${kind}`);
    const ended = await pliantHere([
      'run',
      put('box.json', JSON.stringify(world)),
      '--steps',
      '2',
      '-o',
      out,
    ]);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    const { info, frames } = readTrajectory(readFileSync(join(out, 'trajectory.pltr')));
    const [cloth, goo] = frames[2].meshes;
    // At rest without weight, the cloth is as wide as the box, and may be finer than it.
    const { first, particles } = frames[0].meshes[0];
    const x = frames[0].positions.subarray(3 * first, 3 * (first + particles)).filter((_, i) => i % 3 === 0);
    expect([Math.min(...x), Math.max(...x)]).toEqual([-0.125, 0.125]);
    expect(cloth.triangles.length / 3).toBeGreaterThanOrEqual(12);
    // As many as the volume holds, a particle each D³/√2 in closest packing, but for those that its faces cut.
    expect(goo.particles).toBeGreaterThan(0.5 * (0.25 ** 3 / (0.05 ** 3 / Math.SQRT2)));
    const [{ shape }] = info.colliders;
    expect(shape.kind === 'mesh' && shape.triangles.length).toBe(12);
  });

  it('says how a mesh becomes a cloth when it is to be run', async () => {
    const ended = await pliantHere(['run', put('a.obj', TRIANGLE)]);
    expect(ended.stderr).toMatch(/a\.obj: is a mesh, not a scene. To make a cloth of it/);
    expect(ended.code).toBe(2);
  });
});
