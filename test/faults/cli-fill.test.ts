/** `pliant fill`: closed meshes of every format become particles; what cannot is refused with its file. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, NodeIO } from '@gltf-transform/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readObj } from '../../formats/obj.ts';
import { closedMesh } from '../../src/surfaces/closed-mesh.ts';
import { pliantHere } from './cli-session.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-fill-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** A tetrahedron of 6 units: corners on the axes, volume 36. */
const CORNERS = [0, 0, 0, 6, 0, 0, 0, 6, 0, 0, 0, 6];
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const place = (v: number) => CORNERS.slice(3 * v, 3 * v + 3).join(' ');

const faces = [0, 3, 6, 9].map((t) => FACES.slice(t, t + 3));
const obj = (kept = faces) =>
  `${[0, 1, 2, 3].map((v) => `v ${place(v)}`).join('\n')}\n${kept.map((f) => `f ${f.map((v) => v + 1).join(' ')}`).join('\n')}\n`;
const stl = () =>
  `solid t\n${faces.map((f) => `facet normal 0 0 0\nouter loop\n${f.map((v) => `vertex ${place(v)}`).join('\n')}\nendloop\nendfacet`).join('\n')}\nendsolid t\n`;

async function glb(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'VEC3' | 'SCALAR', array: Float32Array | Uint16Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(CORNERS)))
    .setIndices(accessor('SCALAR', Uint16Array.from(FACES)));
  document
    .createScene()
    .addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
  return new NodeIO().writeBinary(document);
}

describe('pliant fill', () => {
  it('takes OBJ, STL and GLB alike', async () => {
    const files = [put('a.obj', obj()), put('a.stl', stl()), put('a.glb', await glb())];
    for (const file of files) {
      const { code, stdout } = await pliantHere([
        'fill',
        file,
        '--count',
        '246',
        '--scale',
        '0.01',
        '--json',
      ]);
      expect(code).toBe(0);
      const result = JSON.parse(stdout);
      expect(result.particles).toBe(246);
      expect(result.volume).toBeCloseTo(36e-6, 12);
      expect(result.matter / result.volume).toBeCloseTo(1, 1);
    }
  });

  it('writes the particles, or the surface around them', async () => {
    const file = put('b.obj', obj());
    const [points, surface] = [join(folder, 'b.csv'), join(folder, 'c.obj')];
    expect((await pliantHere(['fill', file, '--spacing', '0.5', '-o', points])).code).toBe(0);
    const { stdout } = await pliantHere(['fill', file, '--spacing', '0.5', '-o', surface]);
    const lines = readFileSync(points, 'utf8').trimEnd().split('\n');
    expect(lines[0]).toBe('x_m,y_m,z_m');
    expect(stdout).toMatch(`${lines.length - 1} particles 0.5 m apart`);
    const mesh = readObj(readFileSync(surface, 'utf8'));
    // 1 % of filling and 3 % of the surface
    expect(Math.abs(closedMesh(mesh.positions, mesh.triangles).volume / 36 - 1)).toBeLessThan(0.05);
  });

  it.each([
    [
      ['--count', '9'],
      obj(faces.slice(1)),
      /open\.obj: mesh: is open: 3 edges have .*; a hole at \(2, 2, 0\), 8\.49 m across/,
    ],
    [[], obj(), /give one of --spacing and --count/],
    [['--count', '9', '--spacing', '1'], obj(), /give one of --spacing and --count/],
    [['--spacing', '0.001'], obj(), /spacing: would make \d+ particles; the limit is 2000000/],
    [['--spacing', '-1'], obj(), /It must be a number above 0/],
    [['--count', '9', '-o', 'x.png'], obj(), /--output: x\.png: the name must end with \.csv or \.obj/],
  ])('refuses %j', async (options, content, message) => {
    const { code, stderr } = await pliantHere(['fill', put('open.obj', content), ...options]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(existsSync('x.png')).toBe(false);
  });
});
