/**
 * Checks the JSON of a GLB file before anything is decoded (Khronos 2021, glTF 2.0): accessors stay inside the bytes,
 * nodes form trees. The decoder trusts counts and offsets, so a file from a stranger is validated first.
 */

import { shown } from '../lines.ts';
import { MESH_FILE_LIMITS } from '../mesh-file.ts';
import { animationAt, type GlbAnimation, type GlbSkin, skinAt } from './glb-animation.ts';
import { GlbError } from './glb-chunks.ts';
import { indexAt, type Json, listOf, objectAt, wholeAt } from './glb-json.ts';

/** The parts of the JSON that meshes are made of, after the checks. */
export interface GlbJson {
  readonly buffers: readonly { byteLength: number }[];
  readonly bufferViews: readonly BufferView[];
  readonly accessors: readonly Accessor[];
  readonly meshes: readonly { primitives: readonly Primitive[]; weights?: readonly number[] }[];
  readonly nodes: readonly GlbNode[];
  readonly skins: readonly GlbSkin[];
  readonly animations: readonly GlbAnimation[];
  /** Root nodes of the scene that is shown. */
  readonly roots: readonly number[];
}

interface BufferView {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
  byteStride?: number;
}

export interface Accessor {
  bufferView?: number;
  byteOffset?: number;
  componentType: number;
  normalized?: boolean;
  count: number;
  type: string;
  sparse?: {
    count: number;
    indices: { bufferView: number; byteOffset?: number; componentType: number };
    values: { bufferView: number; byteOffset?: number };
  };
}

export interface Primitive {
  attributes: Readonly<Record<string, number>>;
  indices?: number;
  mode?: number;
  /** Accessors of the position offsets, one per morph target; −1 for a target without offsets. */
  targets?: readonly number[];
}

export interface GlbNode {
  mesh?: number;
  skin?: number;
  /** Weights of the morph targets. */
  weights?: readonly number[];
  children?: readonly number[];
  matrix?: readonly number[];
  translation?: readonly number[];
  rotation?: readonly number[];
  scale?: readonly number[];
}

const READ_ATTRIBUTES = [
  'POSITION',
  'TEXCOORD_0',
  'COLOR_0',
  'JOINTS_0',
  'WEIGHTS_0',
  'JOINTS_1',
  'WEIGHTS_1',
];
const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};
/** Deepest nesting of nodes: readers recurse over them. */
const DEEPEST_NODE = 500;
/** Required extensions that affect only appearance, or that accessors already cover. */
const HARMLESS = /^(KHR_mesh_quantization|(KHR|EXT)_(materials|texture|lights)_\w+)$/;

export function checkedDocument(text: string, binaryLength: number): GlbJson {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new GlbError('', 'its JSON chunk is not JSON');
  }
  const root = objectAt(json, 'the JSON chunk');
  refuseRequired(root);
  const document: GlbJson = {
    buffers: listOf(root, 'buffers').map((entry, i) => bufferAt(entry, `buffers[${i}]`, i, binaryLength)),
    bufferViews: [],
    accessors: [],
    meshes: [],
    nodes: [],
    skins: [],
    animations: [],
    roots: [],
  };
  const lists = document as { -readonly [Key in keyof GlbJson]: GlbJson[Key] };
  lists.bufferViews = listOf(root, 'bufferViews').map((entry, i) =>
    viewAt(entry, `bufferViews[${i}]`, document),
  );
  lists.accessors = listOf(root, 'accessors').map((entry, i) =>
    accessorAt(entry, `accessors[${i}]`, document),
  );
  lists.meshes = listOf(root, 'meshes').map((entry, i) => meshAt(entry, `meshes[${i}]`, document));
  const skins = listOf(root, 'skins');
  lists.nodes = listOf(root, 'nodes').map((entry, i) => nodeAt(entry, `nodes[${i}]`, document, skins));
  lists.roots = rootsOf(root, document);
  lists.skins = skins.map((entry, i) => skinAt(entry, `skins[${i}]`, document));
  lists.animations = listOf(root, 'animations').map((entry, i) =>
    animationAt(entry, `animations[${i}]`, document),
  );
  return document;
}

function refuseRequired(root: Json): void {
  const asset = objectAt(root.asset ?? {}, 'asset');
  if (typeof asset.version !== 'string' || !asset.version.startsWith('2.'))
    throw new GlbError('asset.version', `must be 2.x, got ${shown(String(asset.version))}`);
  for (const name of listOf(root, 'extensionsRequired')) {
    if (typeof name === 'string' && HARMLESS.test(name)) continue;
    const hint = /draco|meshopt/i.test(String(name)) ? '; export without compression' : '';
    throw new GlbError('extensionsRequired', `${shown(String(name))} is not supported${hint}`);
  }
}

function bufferAt(entry: unknown, place: string, index: number, binaryLength: number) {
  const buffer = objectAt(entry, place);
  if (buffer.uri !== undefined || index > 0)
    throw new GlbError(place, 'refers to another file; export one binary file');
  return { byteLength: wholeAt(buffer, 'byteLength', place, binaryLength) };
}

function viewAt(entry: unknown, place: string, { buffers }: GlbJson): BufferView {
  const view = objectAt(entry, place);
  const buffer = indexAt(view, 'buffer', place, buffers, 'buffers');
  const { byteLength: whole } = buffers[buffer];
  const byteOffset = wholeAt(view, 'byteOffset', place, whole, 0);
  const byteLength = wholeAt(view, 'byteLength', place, whole - byteOffset);
  if (view.byteStride === undefined) return { buffer, byteOffset, byteLength };
  const byteStride = wholeAt(view, 'byteStride', place, 252);
  if (byteStride < 4) throw new GlbError(`${place}.byteStride`, `must be from 4 to 252, got ${byteStride}`);
  return { buffer, byteOffset, byteLength, byteStride };
}

function accessorAt(entry: unknown, place: string, { bufferViews }: GlbJson): Accessor {
  const given = objectAt(entry, place);
  const { type } = given;
  if (typeof type !== 'string' || !Object.hasOwn(COMPONENTS, type))
    throw new GlbError(
      `${place}.type`,
      `must be one of ${Object.keys(COMPONENTS).join(', ')}, got ${shown(String(type))}`,
    );
  const accessor: Accessor = {
    type,
    componentType: componentTypeAt(given, place),
    count: wholeAt(given, 'count', place, 3 * MESH_FILE_LIMITS.triangles),
    normalized: given.normalized === true,
  };
  const size = (type: string, component: number) => COMPONENTS[type] * COMPONENT_BYTES[component];
  const fits = (object: Json, at: string, count: number, bytes: number) => {
    const bufferView = indexAt(object, 'bufferView', at, bufferViews, 'bufferViews');
    const { byteLength, byteStride = bytes } = bufferViews[bufferView];
    const byteOffset = wholeAt(object, 'byteOffset', at, byteLength, 0);
    const end = count === 0 ? 0 : byteOffset + (count - 1) * byteStride + bytes;
    if (end > byteLength)
      throw new GlbError(at, `needs ${end} bytes of bufferViews[${bufferView}], which has ${byteLength}`);
    return { bufferView, byteOffset };
  };
  const bytes = size(type, accessor.componentType);
  if (given.bufferView !== undefined) Object.assign(accessor, fits(given, place, accessor.count, bytes));
  if (given.sparse === undefined) return accessor;
  const sparse = objectAt(given.sparse, `${place}.sparse`);
  const count = wholeAt(sparse, 'count', `${place}.sparse`, accessor.count);
  const indices = objectAt(sparse.indices, `${place}.sparse.indices`);
  const componentType = componentTypeAt(indices, `${place}.sparse.indices`);
  const values = objectAt(sparse.values, `${place}.sparse.values`);
  accessor.sparse = {
    count,
    indices: {
      ...fits(indices, `${place}.sparse.indices`, count, size('SCALAR', componentType)),
      componentType,
    },
    values: fits(values, `${place}.sparse.values`, count, bytes),
  };
  return accessor;
}

function componentTypeAt(object: Json, place: string): number {
  const { componentType } = object;
  if (typeof componentType === 'number' && Object.hasOwn(COMPONENT_BYTES, componentType))
    return componentType;
  throw new GlbError(`${place}.componentType`, `is not a component type: ${shown(String(componentType))}`);
}

function meshAt(entry: unknown, place: string, { accessors }: GlbJson) {
  const mesh = objectAt(entry, place);
  const primitives = listOf(mesh, 'primitives').map((one, k): Primitive => {
    const at = `${place}.primitives[${k}]`;
    const given = objectAt(one, at);
    const all = objectAt(given.attributes, `${at}.attributes`);
    const read = READ_ATTRIBUTES.filter((name) => all[name] !== undefined);
    const attributes = Object.fromEntries(
      read.map((name) => [name, indexAt(all, name, `${at}.attributes`, accessors, 'accessors')]),
    );
    return {
      attributes,
      mode: wholeAt(given, 'mode', at, 6, 4),
      ...targetsAt(given, at, accessors),
      ...(given.indices !== undefined && { indices: indexAt(given, 'indices', at, accessors, 'accessors') }),
    };
  });
  const weights = weightsAt(mesh, place);
  return { primitives, ...(weights && { weights }) };
}

function targetsAt(
  primitive: Json,
  place: string,
  accessors: readonly unknown[],
): Pick<Primitive, 'targets'> {
  const targets = listOf(primitive, 'targets').map((entry, i) => {
    const target = objectAt(entry, `${place}.targets[${i}]`);
    if (target.POSITION === undefined) return -1;
    return indexAt(target, 'POSITION', `${place}.targets[${i}]`, accessors, 'accessors');
  });
  return targets.length > 0 ? { targets } : {};
}

function weightsAt(object: Json, place: string): number[] | undefined {
  const list = object.weights;
  if (list === undefined) return undefined;
  if (Array.isArray(list) && list.every((x) => Number.isFinite(x))) return list as number[];
  throw new GlbError(`${place}.weights`, 'must be finite numbers');
}

function nodeAt(entry: unknown, place: string, { meshes }: GlbJson, skins: readonly unknown[]): GlbNode {
  const given = objectAt(entry, place);
  const numbers = (key: 'matrix' | 'translation' | 'rotation' | 'scale', count: number) => {
    const list = given[key];
    if (list === undefined) return undefined;
    if (Array.isArray(list) && list.length === count && list.every((x) => Number.isFinite(x)))
      return list as number[];
    throw new GlbError(`${place}.${key}`, `must be ${count} finite numbers`);
  };
  const node: GlbNode = {
    children: listOf(given, 'children') as number[],
    matrix: numbers('matrix', 16),
    translation: numbers('translation', 3),
    rotation: numbers('rotation', 4),
    scale: numbers('scale', 3),
  };
  if (given.mesh !== undefined) node.mesh = indexAt(given, 'mesh', place, meshes, 'meshes');
  if (given.skin !== undefined) node.skin = indexAt(given, 'skin', place, skins, 'skins');
  node.weights = weightsAt(given, place);
  return node;
}

/**
 * Returns the roots of the default scene, or of all nodes if there is no scene; refuses graphs that are not trees.
 */
function rootsOf(root: Json, { nodes }: GlbJson): number[] {
  const parent = new Map<number, number>();
  nodes.forEach(({ children = [] }, i) => {
    children.forEach((child, k) => {
      const place = `nodes[${i}].children[${k}]`;
      if (!Number.isInteger(child) || child < 0 || child >= nodes.length)
        throw new GlbError(place, `there is no node ${shown(String(child))}; there are ${nodes.length}`);
      if (parent.has(child)) throw new GlbError(place, `node ${child} has a second parent`);
      parent.set(child, i);
    });
  });
  refuseRings(parent, nodes.length);
  const scenes = listOf(root, 'scenes');
  if (scenes.length === 0) return nodes.flatMap((_, i) => (parent.has(i) ? [] : [i]));
  const shownScene = wholeAt(root, 'scene', 'the JSON chunk', scenes.length - 1, 0);
  const place = `scenes[${shownScene}]`;
  const roots = listOf(objectAt(scenes[shownScene], place), 'nodes') as number[];
  roots.forEach((node, k) => {
    if (Number.isInteger(node) && node >= 0 && node < nodes.length && !parent.has(node)) return;
    throw new GlbError(`${place}.nodes[${k}]`, `${shown(String(node))} is not a root node`);
  });
  return [...new Set(roots)];
}

/** Refuses cycles: with one parent each, nodes that never reach a root form a ring. */
function refuseRings(parent: ReadonlyMap<number, number>, count: number): void {
  const depth = new Int32Array(count);
  for (let start = 0; start < count; start++) {
    const path: number[] = [];
    for (let at: number | undefined = start; at !== undefined && depth[at] <= 0; at = parent.get(at)) {
      if (depth[at] < 0) throw new GlbError(`nodes[${at}]`, 'is its own ancestor');
      depth[at] = -1;
      path.push(at);
    }
    for (const node of path.reverse()) {
      const above = parent.get(node);
      depth[node] = above === undefined ? 1 : depth[above] + 1;
      if (depth[node] > DEEPEST_NODE)
        throw new GlbError(`nodes[${node}]`, `is ${depth[node]} levels deep; the limit is ${DEEPEST_NODE}`);
    }
  }
}
