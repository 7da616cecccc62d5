/**
 * Surfaces as files of other programs, in pieces to be written one after the other: OBJ and PLY for one frame, USDA (Pixar's
 * Universal Scene Description, text) for all of them, and PC2 (3ds Max point cache) for the moving vertices of an OBJ.
 * Lengths are m; `up` says which axis the file's up is.
 */
import { areaNormals } from '../surfaces/normals.ts';
import { textureOf } from './looks.ts';
import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';

export type UpAxis = 'y' | 'z';

/** 0.1 µm: what single precision holds at a metre. */
const DECIMALS = 1e7;

/** y up as it is, or turned about x so that z is up. */
export function turned(vectors: Float32Array, up: UpAxis): Float32Array {
  if (up === 'y') return vectors;
  const z = new Float32Array(vectors.length);
  for (let i = 0; i < vectors.length; i += 3) {
    z[i] = vectors[i];
    z[i + 1] = 0 - vectors[i + 2]; // and no −0
    z[i + 2] = vectors[i + 1];
  }
  return z;
}

/** All bodies of a frame as objects of one file. */
export function objText(
  bodies: readonly { name: string; frame: MeshFrame }[],
  up: UpAxis,
  remark = '',
): string {
  const lines = [`# metres, ${up} up${remark}`];
  let before = 0;
  for (const { name, frame } of bodies) {
    const { positions, triangles } = frame;
    lines.push(`o ${name.replaceAll(/\s+/g, '_')}`);
    const places = turned(positions, up);
    const texture = textureOf(frame);
    for (let i = 0; i < places.length; i += 3)
      lines.push(`v ${rounded(places[i])} ${rounded(places[i + 1])} ${rounded(places[i + 2])}`);
    for (let i = 0; i < texture.length; i += 2)
      lines.push(`vt ${rounded(texture[i])} ${rounded(texture[i + 1])}`);
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => triangles[t + k] + 1 + before);
      lines.push(`f ${a}/${a} ${b}/${b} ${c}/${c}`);
    }
    before += positions.length / 3;
  }
  return `${lines.join('\n')}\n`;
}

/** Binary, little-endian: positions, normals, and every value that all bodies' vertices have. */
export function plyBytes(bodies: readonly { name: string; frame: MeshFrame }[], up: UpAxis): Uint8Array {
  const names = [...(bodies[0]?.frame.values.keys() ?? [])].filter((name) =>
    bodies.every(({ frame }) => frame.values.has(name)),
  );
  const sum = (size: (frame: MeshFrame) => number) => bodies.reduce((n, { frame }) => n + size(frame), 0);
  const vertices = sum(({ positions }) => positions.length / 3);
  const triangles = sum((frame) => frame.triangles.length / 3);
  const properties = ['x', 'y', 'z', 'nx', 'ny', 'nz', ...names.map((name) => name.replaceAll(/\s+/g, '_'))];
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
    const columns = [turned(frame.positions, up), turned(normals, up)];
    for (let i = 0; i < frame.positions.length; i += 3) {
      for (const column of columns)
        for (let k = 0; k < 3; k++, at += 4) view.setFloat32(at, column[i + k], true);
      for (const name of names) {
        view.setFloat32(at, frame.values.get(name)![i / 3], true);
        at += 4;
      }
    }
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

export interface UsdaOptions {
  up?: UpAxis;
  /** Frames a second: time codes are frame numbers. */
  rate: number;
  progress?: (share: number) => void;
}

/**
 * All three of points, counts and indices are sampled at the same time codes where the topology changes, as Blender's
 * mesh sequence cache wants them; where it stays, counts and indices have no samples.
 */
export function* usdaText(sequences: readonly MeshSequence[], options: UsdaOptions): Generator<string> {
  const { up = 'z', rate, progress } = options;
  const last = Math.max(0, ...sequences.map(({ times }) => times.length - 1));
  yield `#usda 1.0
(
    defaultPrim = "Pliant"
    endTimeCode = ${last}
    metersPerUnit = 1
    startTimeCode = 0
    timeCodesPerSecond = ${rate}
    upAxis = "${up.toUpperCase()}"
)

def Xform "Pliant"
{
`;
  const taken = new Set<string>();
  const all = sequences.reduce((sum, { times }) => sum + times.length, 0);
  let done = 0;
  for (const sequence of sequences) {
    const changes = sequence.free || changesTopology(sequence);
    yield `    def Mesh "${identifier(sequence.name, taken)}"\n    {\n        uniform token subdivisionScheme = "none"\n        uniform bool doubleSided = 1\n`;
    const first = sequence.frame(0);
    if (!changes) yield `${topology(first)}\n`;
    yield '        point3f[] points.timeSamples = {\n';
    const indices: string[] = [];
    const counts: string[] = [];
    const textures: string[] = [];
    for (let i = 0; i < sequence.times.length; i++) {
      const frame = sequence.frame(i);
      yield `            ${i}: ${triples(turned(frame.positions, up))},\n`;
      if (changes) {
        indices.push(`            ${i}: [${frame.triangles.join(', ')}],\n`);
        counts.push(`            ${i}: [${new Array(frame.triangles.length / 3).fill(3).join(', ')}],\n`);
        textures.push(`            ${i}: ${pairs(textureOf(frame))},\n`);
      }
      progress?.(++done / all);
    }
    yield '        }\n';
    if (changes) {
      yield* sampled('int[] faceVertexCounts', counts);
      yield* sampled('int[] faceVertexIndices', indices);
    }
    const texture = changes ? '' : ` = ${pairs(textureOf(first))}`;
    yield `        texCoord2f[] primvars:st${texture} (\n            interpolation = "vertex"\n        )\n`;
    if (changes) yield* sampled('texCoord2f[] primvars:st', textures);
    yield '    }\n\n';
  }
  yield '}\n';
}

function* sampled(name: string, samples: readonly string[]): Generator<string> {
  yield `        ${name}.timeSamples = {\n`;
  yield* samples;
  yield '        }\n';
}

function topology({ triangles }: MeshFrame): string {
  const counts = new Array(triangles.length / 3).fill(3).join(', ');
  return `        int[] faceVertexCounts = [${counts}]\n        int[] faceVertexIndices = [${triangles.join(', ')}]`;
}

function changesTopology(sequence: MeshSequence): boolean {
  let { triangles } = sequence.frame(0);
  return sequence.times.some((_, i) => {
    const now = sequence.frame(i).triangles;
    const other =
      now !== triangles && (now.length !== triangles.length || now.some((n, k) => n !== triangles[k]));
    triangles = now;
    return other;
  });
}

/** Letters, digits and _, not beginning with a digit, each once. */
function identifier(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
  let free = plain;
  for (let k = 2; taken.has(free); k++) free = `${plain}_${k}`;
  taken.add(free);
  return free;
}

function triples(numbers: Float32Array): string {
  const parts: string[] = new Array(numbers.length / 3);
  for (let i = 0; i < parts.length; i++)
    parts[i] = `(${rounded(numbers[3 * i])}, ${rounded(numbers[3 * i + 1])}, ${rounded(numbers[3 * i + 2])})`;
  return `[${parts.join(', ')}]`;
}

function pairs(numbers: Float32Array): string {
  const parts: string[] = new Array(numbers.length / 2);
  for (let i = 0; i < parts.length; i++)
    parts[i] = `(${rounded(numbers[2 * i])}, ${rounded(numbers[2 * i + 1])})`;
  return `[${parts.join(', ')}]`;
}

function rounded(n: number): number {
  return Math.round(n * DECIMALS) / DECIMALS + 0;
}

const PC2_HEAD = 32;

/** The file's beginning and then a piece a frame; `sequence` must have one mesh (`fixedMesh`). */
export function* pc2Bytes(sequence: MeshSequence, up: UpAxis): Generator<Uint8Array> {
  const vertices = sequence.frame(0).positions.length / 3;
  const head = new Uint8Array(PC2_HEAD);
  const view = new DataView(head.buffer);
  for (const [i, c] of [...'POINTCACHE2'].entries()) head[i] = c.charCodeAt(0);
  view.setInt32(12, 1, true); // version
  view.setInt32(16, vertices, true);
  view.setFloat32(20, 0, true); // first frame
  view.setFloat32(24, 1, true); // frames a sample
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
