/** PLY files, as text and as bytes of either order. */
import fc from 'fast-check';
import { type MeshFrame, PlyError, plyBytes, readPly } from 'pliant/formats';
import { describe, expect, it } from 'vitest';

const HEAD = [
  'ply',
  'format ascii 1.0',
  'comment a square and a flap',
  'element vertex 5',
  'property float x',
  'property float y',
  'property double z',
  'property uchar red',
  'property uchar green',
  'property uchar blue',
  'element face 2',
  'property list uchar int vertex_indices',
  'element edge 1',
  'property int vertex1',
  'end_header',
];
const ROWS = [
  '0 0 0 255 0 0',
  '1 0 0 0 255 0',
  '1 1 0 0 0 255',
  '0 1 0 0 0 0',
  '2 0.5 0 51 51 51',
  '4 0 1 2 3',
  '3 1 4 2',
  '7',
];
const text = (head = HEAD, rows = ROWS) => new TextEncoder().encode([...head, ...rows].join('\n'));

function binary(little: boolean): Uint8Array {
  const head = HEAD.join('\n').replace('ascii', little ? 'binary_little_endian' : 'binary_big_endian');
  const bytes: number[] = [...new TextEncoder().encode(`${head}\n`)];
  const put = (size: number, set: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  for (const row of ROWS.slice(0, 5)) {
    const [x, y, z, ...rgb] = row.split(' ').map(Number);
    put(4, (view) => view.setFloat32(0, x, little));
    put(4, (view) => view.setFloat32(0, y, little));
    put(8, (view) => view.setFloat64(0, z, little));
    bytes.push(...rgb);
  }
  for (const row of ROWS.slice(5, 7)) {
    const [count, ...corners] = row.split(' ').map(Number);
    bytes.push(count);
    for (const corner of corners) put(4, (view) => view.setInt32(0, corner, little));
  }
  put(4, (view) => view.setInt32(0, 7, little));
  return Uint8Array.from(bytes);
}

describe('a PLY file', () => {
  it.each([
    ['text', text()],
    ['text with other line ends', new TextEncoder().encode([...HEAD, ...ROWS].join('\r\n'))],
    ['little-endian bytes', binary(true)],
    ['big-endian bytes', binary(false)],
  ])('of %s is a mesh', (_, bytes) => {
    const { positions, triangles, colours, texture } = readPly(bytes);
    expect([...positions.subarray(12)]).toEqual([2, 0.5, 0]);
    expect(triangles).toHaveLength(9);
    expect([...triangles.subarray(6)].sort()).toEqual([1, 2, 4]);
    expect([...colours!.subarray(16)]).toEqual([0.2, 0.2, 0.2, 1]);
    expect(texture).toBeUndefined();
  });

  it('that Pliant wrote comes back', () => {
    const frame: MeshFrame = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0.5),
      triangles: Uint32Array.of(0, 1, 2),
      values: new Map(),
    };
    const { positions, triangles } = readPly(plyBytes([{ name: 'a', frame }], 'y'));
    expect([...positions]).toEqual([...frame.positions]);
    expect([...triangles]).toEqual([0, 1, 2]);
  });

  const change = (list: string[], at: number, line: string) => list.map((old, i) => (i === at ? line : old));
  it.each([
    [new Uint8Array(3), 'does not begin with "ply"'],
    [text(HEAD.slice(0, -1)), 'its header does not end'],
    [text(change(HEAD, 1, 'format ebcdic 1.0')), 'its format "ebcdic"'],
    [text(change(HEAD, 3, 'element vertex many')), 'its header has an invalid line: "element vertex many"'],
    [text(change(HEAD, 4, 'property quad x')), 'its header has an invalid line: "property quad x"'],
    [text(change(HEAD, 4, 'property float w')), 'its vertices have no x, y or z'],
    [text(change(HEAD, 3, 'element vertex 600000')), 'has 600000 vertices; the limit is 500000'],
    [text(HEAD, change(ROWS, 1, '1 nan 0 0 255 0')), 'y of vertex 1: "nan" is not a number'],
    [text(HEAD, change(ROWS, 1, '1 1e12 0 0 255 0')), 'vertex 1: y is 1000000000000, beyond'],
    [text(HEAD, change(ROWS, 6, '3 1 4 5')), 'face 1: there is no vertex 5; there are 5'],
    [text(HEAD, change(ROWS, 6, '3 1 4 4')), 'face 1: two corners are the same vertex'],
    [text(HEAD, change(ROWS, 6, '2 1 4')), 'face 1: has only 2 corners'],
    [text(HEAD, ROWS.slice(0, 4)), 'ends early, before x of vertex 4'],
    [binary(true).slice(0, -10), 'ends early at byte'],
  ])('is refused, saying where it is wrong (%#)', (bytes, reason) => {
    expect(() => readPly(bytes)).toThrow(PlyError);
    expect(() => readPly(bytes)).toThrow(reason);
  });

  it('of noise does no more harm than an error', () => {
    const good = binary(true);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(good.length), (noise, at) => {
        const bad = good.slice();
        bad.set(noise.subarray(0, bad.length - at), at);
        try {
          readPly(bad);
          return true;
        } catch (error) {
          return error instanceof PlyError;
        }
      }),
    );
  });
});
