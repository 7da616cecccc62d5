/**
 * Writes surfaces as OBJ and PLY (one frame) and PC2 (3ds Max point cache, the moving vertices of an OBJ), in consecutive
 * pieces. Lengths are in metres; `up` is the up axis of the file.
 */
import { areaNormals } from '../../src/surfaces/normals.ts';
import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';
import { textureOf } from './texture-coordinates.ts';

export type UpAxis = 'y' | 'z';

/** Rounding to 0.1 µm, the resolution of single precision at a metre. */
const DECIMALS = 1e7;

/** Returns y-up vectors unchanged, or rotates them about x so that z is up. */
export function turned(vectors: Float32Array, up: UpAxis): Float32Array {
  if (up === 'y') return vectors;
  const z = new Float32Array(vectors.length);
  for (let i = 0; i < vectors.length; i += 3) {
    z[i] = vectors[i];
    z[i + 1] = 0 - vectors[i + 2]; // avoids −0
    z[i + 2] = vectors[i + 1];
  }
  return z;
}

/** Text of one frame with all bodies as objects. */
export function objText(
  bodies: readonly { name: string; frame: MeshFrame }[],
  up: UpAxis,
  remark = '',
): string {
  return objTexts(up, remark)(bodies);
}

/** Returns a writer for many frames that formats constant parts (texture, triangles) only once. */
export function objTexts(
  up: UpAxis,
  remark = '',
): (bodies: readonly { name: string; frame: MeshFrame }[]) => string {
  const kept: Kept[] = [];
  return (bodies) => {
    const parts = [`# metres, ${up} up${remark}\n`];
    let before = 0;
    bodies.forEach(({ name, frame }, i) => {
      kept[i] = stayingText(frame, before, kept[i]);
      parts.push(
        `o ${name.replaceAll(/\s+/g, '_')}\n`,
        vertexText(turned(frame.positions, up)),
        kept[i].text,
      );
      before += frame.positions.length / 3;
    });
    return parts.join('');
  };
}

interface Kept {
  /** Frame that the text was made from. */
  frame: MeshFrame;
  before: number;
  text: string;
}

/** Texture coordinates and triangles of an OBJ object; `before` vertices precede it in the file. */
function stayingText(frame: MeshFrame, before: number, last: Kept | undefined): Kept {
  const { triangles, places, start } = frame;
  const isLaid = places !== undefined || start !== undefined; // otherwise the texture differs in every frame
  if (
    isLaid &&
    last?.frame.triangles === triangles &&
    last.frame.places === places &&
    last.frame.start === start &&
    last.before === before
  )
    return last;
  const lines: string[] = [];
  const texture = textureOf(frame);
  for (let i = 0; i < texture.length; i += 2)
    lines.push(`vt ${rounded(texture[i])} ${rounded(texture[i + 1])}\n`);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => triangles[t + k] + 1 + before);
    lines.push(`f ${a}/${a} ${b}/${b} ${c}/${c}\n`);
  }
  return { frame, before, text: lines.join('') };
}

function vertexText(places: Float32Array): string {
  const lines: string[] = new Array(places.length / 3);
  for (let i = 0; i < lines.length; i++)
    lines[i] = `v ${rounded(places[3 * i])} ${rounded(places[3 * i + 1])} ${rounded(places[3 * i + 2])}\n`;
  return lines.join('');
}

/** Properties of every vertex of a PLY: position, normal, texture coordinates. */
const PLY_PROPERTIES = ['x', 'y', 'z', 'nx', 'ny', 'nz', 's', 't'];

/**
 * Writes binary little-endian PLY: positions, normals, texture coordinates and every value that all bodies have.
 */
export function plyBytes(bodies: readonly { name: string; frame: MeshFrame }[], up: UpAxis): Uint8Array {
  const names = [...(bodies[0]?.frame.values.keys() ?? [])].filter((name) =>
    bodies.every(({ frame }) => frame.values.has(name)),
  );
  const sum = (size: (frame: MeshFrame) => number) => bodies.reduce((n, { frame }) => n + size(frame), 0);
  const vertices = sum(({ positions }) => positions.length / 3);
  const triangles = sum((frame) => frame.triangles.length / 3);
  const properties = [...PLY_PROPERTIES, ...names.map((name) => name.replaceAll(/\s+/g, '_'))];
  const head = [
    'ply',
    'format binary_little_endian 1.0',
    `comment metres, ${up} up`,
    `element vertex ${vertices}`,
    ...properties.map((name) => `property float ${name}`),
    `element face ${triangles}`,
    'property list uchar uint vertex_indices',
    'end_header\n',
  ].join('\n');
  const row = 4 * properties.length;
  const bytes = new Uint8Array(head.length + row * vertices + 13 * triangles);
  for (let i = 0; i < head.length; i++) bytes[i] = head.charCodeAt(i) & 0x7f;
  const view = new DataView(bytes.buffer);
  let at = head.length;
  for (const { frame } of bodies) {
    const normals = new Float32Array(frame.positions.length);
    areaNormals(frame.positions, frame.triangles, normals);
    const columns = [
      { width: 3, numbers: turned(frame.positions, up) },
      { width: 3, numbers: turned(normals, up) },
      { width: 2, numbers: textureOf(frame) },
      ...names.map((name) => ({ width: 1, numbers: frame.values.get(name)! })),
    ];
    for (let i = 0; i < frame.positions.length / 3; i++)
      for (const { width, numbers } of columns)
        for (let k = 0; k < width; k++, at += 4) view.setFloat32(at, numbers[width * i + k], true);
  }
  let before = 0;
  for (const { frame } of bodies) {
    for (let t = 0; t < frame.triangles.length; t += 3) {
      view.setUint8(at, 3);
      for (let k = 0; k < 3; k++) view.setUint32(at + 1 + 4 * k, frame.triangles[t + k] + before, true);
      at += 13;
    }
    before += frame.positions.length / 3;
  }
  return bytes;
}

/** Rounds to the resolution of single precision, without a negative zero. */
export function rounded(n: number, decimals = DECIMALS): number {
  return Math.round(n * decimals) / decimals + 0;
}

const PC2_HEAD = 32;

/** Yields the file header and then one piece per frame; `sequence` must have one mesh (`fixedMesh`). */
export function* pc2Bytes(sequence: MeshSequence, up: UpAxis): Generator<Uint8Array> {
  const vertices = sequence.frame(0).positions.length / 3;
  const head = new Uint8Array(PC2_HEAD);
  const view = new DataView(head.buffer);
  for (const [i, c] of [...'POINTCACHE2'].entries()) head[i] = c.charCodeAt(0);
  view.setInt32(12, 1, true); // version
  view.setInt32(16, vertices, true);
  view.setFloat32(20, 0, true); // first frame
  view.setFloat32(24, 1, true); // frames per sample
  view.setInt32(28, sequence.times.length, true);
  yield head;
  for (let i = 0; i < sequence.times.length; i++) {
    const numbers = turned(sequence.frame(i).positions, up);
    const bytes = new Uint8Array(4 * numbers.length);
    const frame = new DataView(bytes.buffer);
    numbers.forEach((n, k) => {
      frame.setFloat32(4 * k, n, true);
    });
    yield bytes;
  }
}
