/**
 * Writes surfaces in time as a GLB file (binary glTF 2.0, Khronos 2021) with glTF-Transform.
 *
 * Each body is one mesh with one morph target per frame: positions and normals relative to the first frame, colours
 * relative to the last. Frame i has weight 1 at its own time and 0 at all other frames, linear between them. At most two
 * weights differ from zero at any time and they sum to 1, so the mesh is exact at frames and interpolated between them.
 * Programs that ignore colours of morph targets (glTF makes them optional) show the colours of the last frame. Surfaces
 * without a common mesh are stepped: one mesh per frame, shown by a scale of 1 and hidden by a scale of 0. Colliders and
 * rigid bodies are nodes with animated pose. One animation contains everything that moves.
 */
import type {
  Accessor,
  Animation,
  Buffer,
  Document,
  GLTF,
  Material,
  Node,
  Scene,
} from '@gltf-transform/core';
import { areaNormals } from '../../src/surfaces/normals.ts';
import { loadGltfTransform } from '../glb/load-gltf-transform.ts';
import type { FormSequence, Forms } from './collider-shapes.ts';
import { type Colouring, colouringOf, coloursOf } from './colours.ts';
import { fixedMesh } from './fixed-mesh.ts';
import { withoutLoose } from './loose-vertices.ts';
import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';
import { textureOf } from './texture-coordinates.ts';

export interface GlbFilmOptions {
  /** Value that colours the vertices (`temperature`, `thickness`, `strain`). */
  colour?: string;
  /** Values of the first and last colour, in the value's unit; default: minimum and maximum over all frames. */
  range?: readonly [number, number];
  /** Colliders and rigid bodies to include. */
  forms?: Forms;
  /** Writes one mesh per frame, even if the topology is constant. */
  stepped?: boolean;
  /** Called with the completed share, 0 to 1. */
  progress?: (share: number) => void;
}

const TRIANGLES = 4;
/** Linear RGB of colliders. */
const PLASTER = [0.6, 0.58, 0.54] as const;
/** Linear RGB of the sheets, in order. */
const COLOURS = [
  [0.42, 0.12, 0.1],
  [0.08, 0.22, 0.38],
  [0.45, 0.33, 0.1],
  [0.12, 0.3, 0.16],
] as const;

export async function writeGlbFilm(
  sequences: readonly MeshSequence[],
  title: string,
  options: GlbFilmOptions = {},
): Promise<Uint8Array> {
  const { Document: NewDocument, WebIO } = await loadGltfTransform();
  const document = new NewDocument();
  document.getRoot().getAsset().generator = 'Pliant';
  const { colour, range } = options;
  const colouring = colour === undefined ? undefined : colouringOf(sequences, colour, range);
  const film = new Film(document, title, colouring);
  for (const [i, sequence] of sequences.entries()) {
    const share = (done: number) => options.progress?.((i + done) / sequences.length);
    film.add(sequence, options.stepped ?? false, share);
  }
  for (const form of options.forms?.rigid ?? []) film.addForm(form);
  for (const form of options.forms?.moving ?? []) film.addMovingForm(form);
  return new WebIO().writeBinary(document);
}

class Film {
  readonly #document: Document;
  readonly #buffer: Buffer;
  readonly #scene: Scene;
  readonly #colouring: Colouring | undefined;
  readonly #title: string;
  #animation: Animation | undefined;
  #form: Material | undefined;
  #bodies = 0;

  constructor(document: Document, title: string, colouring: Colouring | undefined) {
    this.#document = document;
    this.#scene = document.createScene(title);
    this.#buffer = document.createBuffer();
    this.#title = title;
    this.#colouring = colouring;
  }

  add(sequence: MeshSequence, isStepped: boolean, share: (done: number) => void): void {
    const isColoured = coloursOf(sequence.frame(0), this.#colouring) !== undefined;
    const [r, g, b] = isColoured ? [1, 1, 1] : COLOURS[this.#bodies % COLOURS.length];
    const material = this.#material(`material ${this.#bodies++}`, [r, g, b]);
    const fixed = isStepped ? undefined : fixedMesh(sequence);
    if (fixed) this.#morphing(fixed, material, share);
    else this.#stepped(withoutLoose(sequence), material, share);
  }

  /** Adds a node with the pose of the shape. */
  addForm({ name, mesh, times, positions, quaternions }: FormSequence): void {
    const normals = normalsOf(mesh.positions, mesh.triangles);
    const frame = { ...mesh, values: new Map() };
    const primitive = this.#primitive(frame, normals, this.#plaster(), undefined);
    const node = this.#document
      .createNode(name)
      .setMesh(this.#document.createMesh(name).addPrimitive(primitive))
      .setTranslation([positions[0], positions[1], positions[2]])
      .setRotation([quaternions[0], quaternions[1], quaternions[2], quaternions[3]]);
    this.#scene.addChild(node);
    if (times.length < 2) return;
    const input = this.#times(times);
    this.#animate(node, 'translation', input, this.#vectors(positions), 'LINEAR');
    this.#animate(node, 'rotation', input, this.#accessor('VEC4', quaternions), 'LINEAR');
  }

  addMovingForm(sequence: MeshSequence): void {
    this.#morphing(sequence, this.#plaster(), () => {});
  }

  #plaster(): Material {
    return (this.#form ??= this.#material('collider', PLASTER));
  }

  #morphing(sequence: MeshSequence, material: Material, share: (done: number) => void): void {
    const { name, times } = sequence;
    const first = sequence.frame(0);
    const { positions, triangles } = { positions: first.positions.slice(), triangles: first.triangles };
    const normals = normalsOf(positions, triangles);
    const last = times.length - 1;
    const colours = coloursOf(sequence.frame(last), this.#colouring);
    const primitive = this.#primitive({ ...first, positions }, normals, material, colours);
    const mesh = this.#document.createMesh(name).addPrimitive(primitive);
    const node = this.#document.createNode(name).setMesh(mesh);
    this.#scene.addChild(node);
    if (times.length < 2) return;
    for (let i = 0; i < times.length; i++) {
      const frame = sequence.frame(i);
      const at = frame.positions;
      const target = this.#document.createPrimitiveTarget(`frame ${i}`);
      target.setAttribute('POSITION', this.#vectors(difference(at, positions)));
      target.setAttribute('NORMAL', this.#vectors(difference(normalsOf(at, triangles), normals)));
      const now = colours && coloursOf(frame, this.#colouring);
      if (now) target.setAttribute('COLOR_0', this.#vectors(difference(now, colours)));
      primitive.addTarget(target);
      share(i / times.length);
    }
    const weights = new Float32Array(times.length * times.length);
    for (let i = 0; i < times.length; i++) weights[i * times.length + i] = 1;
    mesh.setWeights([1, ...new Array(last).fill(0)]);
    node.setWeights([1, ...new Array(last).fill(0)]);
    this.#animate(node, 'weights', this.#times(times), this.#accessor('SCALAR', weights), 'LINEAR');
  }

  #stepped(sequence: MeshSequence, material: Material, share: (done: number) => void): void {
    const { name, times } = sequence;
    const all = this.#document.createNode(name);
    this.#scene.addChild(all);
    const input = times.length > 1 ? this.#times(times) : undefined;
    for (let i = 0; i < times.length; i++) {
      share(i / times.length);
      const frame = sequence.frame(i);
      if (frame.triangles.length === 0) continue;
      const normals = normalsOf(frame.positions, frame.triangles);
      const primitive = this.#primitive(frame, normals, material, coloursOf(frame, this.#colouring));
      const mesh = this.#document.createMesh(`${name} ${i}`).addPrimitive(primitive);
      const shown = i === 0 ? 1 : 0;
      const node = this.#document.createNode(`${name} ${i}`).setMesh(mesh).setScale([shown, shown, shown]);
      all.addChild(node);
      if (!input) continue;
      const scales = new Float32Array(3 * times.length).fill(1, 3 * i, 3 * i + 3);
      this.#animate(node, 'scale', input, this.#vectors(scales), 'STEP');
    }
  }

  #primitive(frame: MeshFrame, normals: Float32Array, material: Material, colours: Float32Array | undefined) {
    const primitive = this.#document.createPrimitive().setMode(TRIANGLES).setMaterial(material);
    primitive.setIndices(this.#accessor('SCALAR', Uint32Array.from(frame.triangles)));
    primitive.setAttribute('POSITION', this.#vectors(frame.positions));
    primitive.setAttribute('NORMAL', this.#vectors(normals));
    // glTF counts v from the top.
    const texture = textureOf(frame).map((c, i) => (i % 2 === 1 ? 1 - c : c));
    primitive.setAttribute('TEXCOORD_0', this.#accessor('VEC2', texture));
    if (colours) primitive.setAttribute('COLOR_0', this.#vectors(colours));
    return primitive;
  }

  #material(name: string, [r, g, b]: readonly [number, number, number]): Material {
    return this.#document
      .createMaterial(name)
      .setBaseColorFactor([r, g, b, 1])
      .setMetallicFactor(0)
      .setRoughnessFactor(0.85)
      .setDoubleSided(true);
  }

  #animate(
    node: Node,
    path: GLTF.AnimationChannelTargetPath,
    times: Accessor,
    output: Accessor,
    way: 'LINEAR' | 'STEP',
  ): void {
    this.#animation ??= this.#document.createAnimation(this.#title);
    const sampler = this.#document
      .createAnimationSampler()
      .setInput(times)
      .setOutput(output)
      .setInterpolation(way);
    const channel = this.#document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath(path)
      .setSampler(sampler);
    this.#animation.addSampler(sampler).addChannel(channel);
  }

  /** Times relative to the start of the run. */
  #times(times: readonly number[]): Accessor {
    return this.#accessor(
      'SCALAR',
      Float32Array.from(times, (time) => time - times[0]),
    );
  }

  #vectors(numbers: Float32Array): Accessor {
    return this.#accessor('VEC3', numbers);
  }

  #accessor(type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', array: Float32Array | Uint32Array): Accessor {
    return this.#document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(this.#buffer);
  }
}

/** Unit normals; a vertex without triangles points up. */
function normalsOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  areaNormals(positions, triangles, normals);
  for (let i = 0; i < normals.length; i += 3)
    if (normals[i] === 0 && normals[i + 1] === 0 && normals[i + 2] === 0) normals[i + 1] = 1;
  return normals;
}

function difference(a: Float32Array, b: Float32Array): Float32Array {
  const less = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) less[i] = a[i] - b[i];
  return less;
}
