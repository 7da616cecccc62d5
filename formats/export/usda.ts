/**
 * Writes surfaces in time as USDA, the text form of Pixar's Universal Scene Description, in consecutive pieces.
 *
 * The time code of a frame is (t − t₀) · rate, which is its number if frames are even.
 */

import type { FormSequence, Forms } from './collider-shapes.ts';
import { type Colouring, coloursOf } from './colours.ts';
import { timeCodes } from './even-frames.ts';
import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';
import { rounded, turned, type UpAxis } from './text-meshes.ts';
import { textureOf } from './texture-coordinates.ts';

export interface UsdaOptions {
  up?: UpAxis;
  /** Time codes per second. */
  rate: number;
  /** Colours of the vertices by a value. */
  colouring?: Colouring;
  /** Colliders and rigid bodies to include. */
  forms?: Forms;
  progress?: (share: number) => void;
}

/**
 * Points, counts and indices are sampled at the same time codes if the topology changes, as Blender's mesh sequence cache
 * requires; counts and indices of a constant topology have no samples.
 */
export function* usdaText(bodies: readonly MeshSequence[], options: UsdaOptions): Generator<string> {
  const { up = 'z', rate, colouring, forms, progress } = options;
  const sequences = [...bodies, ...(forms?.moving ?? [])];
  const last = Math.max(0, ...sequences.map(({ times }) => timeCodes(times, rate).at(-1) ?? 0));
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
    const colours: string[] = [];
    const codes = timeCodes(sequence.times, rate);
    for (let i = 0; i < sequence.times.length; i++) {
      const frame = sequence.frame(i);
      const at = `            ${codes[i]}:`;
      yield `${at} ${triples(turned(frame.positions, up))},\n`;
      const painted = coloursOf(frame, colouring);
      if (painted) colours.push(`${at} ${triples(painted, COLOUR_DECIMALS)},\n`);
      if (changes) {
        indices.push(`${at} [${frame.triangles.join(', ')}],\n`);
        counts.push(`${at} [${new Array(frame.triangles.length / 3).fill(3).join(', ')}],\n`);
        textures.push(`${at} ${pairs(textureOf(frame))},\n`);
      }
      progress?.(++done / all);
    }
    yield '        }\n';
    if (changes) {
      yield* sampled('int[] faceVertexCounts', counts);
      yield* sampled('int[] faceVertexIndices', indices);
    }
    yield* primvar('texCoord2f[] primvars:st', pairs(textureOf(first)), textures);
    const painted = coloursOf(first, colouring);
    if (painted)
      yield* primvar('color3f[] primvars:displayColor', triples(painted, COLOUR_DECIMALS), colours);
    yield '    }\n\n';
  }
  for (const form of forms?.rigid ?? []) yield* formText(form, identifier(form.name, taken), rate, up);
  yield '}\n';
}

/** A shape with its pose; points are in its own axes, which turn with the file's axes. */
function* formText(
  { mesh, times, positions, quaternions }: FormSequence,
  name: string,
  rate: number,
  up: UpAxis,
): Generator<string> {
  const places = turned(positions, up);
  const at = (i: number) =>
    `(${rounded(places[3 * i])}, ${rounded(places[3 * i + 1])}, ${rounded(places[3 * i + 2])})`;
  // The rotation axis turns with the axes of the file; w comes first.
  const turn = (i: number) => {
    const axis = turned(quaternions.slice(4 * i, 4 * i + 3), up);
    return `(${rounded(quaternions[4 * i + 3])}, ${rounded(axis[0])}, ${rounded(axis[1])}, ${rounded(axis[2])})`;
  };
  yield `    def Xform "${name}"\n    {\n`;
  if (times.length < 2) {
    yield `        double3 xformOp:translate = ${at(0)}\n        quatf xformOp:orient = ${turn(0)}\n`;
  } else {
    const codes = timeCodes(times, rate);
    const samples = (value: (i: number) => string) =>
      codes.map((code, i) => `            ${code}: ${value(i)},\n`);
    yield* sampled('double3 xformOp:translate', samples(at));
    yield* sampled('quatf xformOp:orient', samples(turn));
  }
  yield `        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]

        def Mesh "form"
        {
            uniform token subdivisionScheme = "none"
            uniform bool doubleSided = 1
            int[] faceVertexCounts = [${new Array(mesh.triangles.length / 3).fill(3).join(', ')}]
            int[] faceVertexIndices = [${mesh.triangles.join(', ')}]
            point3f[] points = ${triples(turned(mesh.positions, up))}
        }
    }

`;
}

/** The plain value is that of the first frame, for readers that ignore time; `samples` may be empty. */
function* primvar(name: string, value: string, samples: readonly string[]): Generator<string> {
  yield `        ${name} = ${value} (\n            interpolation = "vertex"\n        )\n`;
  if (samples.length > 0) yield* sampled(name, samples);
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

/** Makes a unique identifier: letters, digits and _, not beginning with a digit. */
function identifier(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
  let free = plain;
  for (let k = 2; taken.has(free); k++) free = `${plain}_${k}`;
  taken.add(free);
  return free;
}

/** Rounding of colours, finer than the steps of a screen. */
const COLOUR_DECIMALS = 1e4;

function triples(numbers: Float32Array, decimals?: number): string {
  const parts: string[] = new Array(numbers.length / 3);
  const at = (k: number) => rounded(numbers[k], decimals);
  for (let i = 0; i < parts.length; i++) parts[i] = `(${at(3 * i)}, ${at(3 * i + 1)}, ${at(3 * i + 2)})`;
  return `[${parts.join(', ')}]`;
}

function pairs(numbers: Float32Array): string {
  const parts: string[] = new Array(numbers.length / 2);
  for (let i = 0; i < parts.length; i++)
    parts[i] = `(${rounded(numbers[2 * i])}, ${rounded(numbers[2 * i + 1])})`;
  return `[${parts.join(', ')}]`;
}
