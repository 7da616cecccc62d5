/** Mesh files and the scenes that name them, on the command line: sound ones are told, bad ones refused by file and place. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    ['text.glb', '{"asset": {"version": "2.0"}}', /text\.glb: is not a GLB file; it begins like glTF text/],
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

  it('says how a mesh becomes a cloth when it is to be run', async () => {
    const ended = await pliantHere(['run', put('a.obj', TRIANGLE)]);
    expect(ended.stderr).toMatch(/a\.obj: is a mesh; a scene makes a cloth of it/);
    expect(ended.code).toBe(2);
  });
});
