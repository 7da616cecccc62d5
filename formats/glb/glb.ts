/**
 * Reads GLB files (binary glTF 2.0, Khronos 2021): every triangle of the default scene, transformed by its nodes, skins
 * and morph targets, as one mesh, and the file's animations. Texture coordinates are TEXCOORD_0 with v reversed, since
 * glTF counts v from the top; colours are COLOR_0. Points and lines are ignored. glb-document.ts validates the file;
 * @gltf-transform/core decodes it and is loaded with the first file.
 */
import type { Accessor as AccessorValues, Document } from '@gltf-transform/core';
import { MESH_FILE_LIMITS, type MeshClip, type MeshFile } from '../mesh-file.ts';
import { GlbError, glbChunks } from './glb-chunks.ts';
import { type Accessor, checkedDocument, type GlbJson, type Primitive } from './glb-document.ts';
import { GlbPoses } from './glb-pose.ts';
import { GlbVertices } from './glb-vertices.ts';
import { loadGltfTransform } from './load-gltf-transform.ts';

export { GlbError } from './glb-chunks.ts';

const TRIANGLES = 4;

/** Reads a mesh. Throws a GlbError that names the path in the file. */
export async function readGlb(bytes: Uint8Array): Promise<MeshFile> {
  const { json: text, binary } = glbChunks(bytes);
  const json = checkedDocument(text, binary.length);
  const parts = partsOf(json);
  const document = await decoded(json, binary);
  return joined(json, parts, document);
}

/** A triangle list of the scene. */
export interface GlbPart {
  readonly node: number;
  readonly mesh: number;
  readonly primitive: number;
  readonly place: string;
}

/** Collects and checks every triangle list of the scene. */
function partsOf(json: GlbJson): GlbPart[] {
  const parts: GlbPart[] = [];
  let [vertices, triangles] = [0, 0];
  const visit = (node: number) => {
    const { mesh, children = [] } = json.nodes[node];
    json.meshes[mesh ?? -1]?.primitives.forEach((primitive, k) => {
      const place = `meshes[${mesh}].primitives[${k}]`;
      if (!isTriangles(primitive, place)) return;
      const counts = checkPrimitive(json, primitive, place);
      vertices += counts.vertices;
      triangles += counts.triangles;
      if (vertices > MESH_FILE_LIMITS.vertices || triangles > MESH_FILE_LIMITS.triangles) {
        const most = `${MESH_FILE_LIMITS.vertices} vertices and ${MESH_FILE_LIMITS.triangles} triangles`;
        throw new GlbError(place, `exceeds the limit of ${most} per file`);
      }
      parts.push({ node, mesh: mesh as number, primitive: k, place });
    });
    children.forEach(visit);
  };
  json.roots.forEach(visit);
  if (parts.length === 0) throw new GlbError('', 'shows no triangles');
  return parts;
}

function isTriangles({ mode = TRIANGLES }: Primitive, place: string): boolean {
  if (mode > TRIANGLES)
    throw new GlbError(`${place}.mode`, 'triangle strips and fans are not supported; export triangle lists');
  return mode === TRIANGLES;
}

function checkPrimitive(
  { accessors }: GlbJson,
  { attributes, indices, targets = [] }: Primitive,
  place: string,
) {
  const { POSITION: position } = attributes;
  if (position === undefined) throw new GlbError(`${place}.attributes`, 'has no POSITION');
  const vertices = accessors[position].count;
  const types: Record<string, readonly string[]> = {
    POSITION: ['VEC3'],
    TEXCOORD_0: ['VEC2'],
    COLOR_0: ['VEC3', 'VEC4'],
    JOINTS_0: ['VEC4'],
    WEIGHTS_0: ['VEC4'],
    JOINTS_1: ['VEC4'],
    WEIGHTS_1: ['VEC4'],
  };
  for (const [name, index] of Object.entries(attributes)) {
    const { type, count } = accessors[index];
    if (!types[name].includes(type))
      throw new GlbError(
        `accessors[${index}].type`,
        `${name} must be ${types[name].join(' or ')}, got ${type}`,
      );
    if (count !== vertices)
      throw new GlbError(
        `accessors[${index}].count`,
        `${name} has ${count} entries, but there are ${vertices} vertices`,
      );
  }
  for (const [k, index] of targets.entries())
    if (index >= 0 && (accessors[index].type !== 'VEC3' || accessors[index].count !== vertices))
      throw new GlbError(`${place}.targets[${k}]`, `must be a VEC3 for each of ${vertices} vertices`);
  const corners = indices === undefined ? vertices : cornersOf(accessors[indices], indices);
  if (corners % 3 !== 0) throw new GlbError(place, `${corners} corners are not a multiple of 3`);
  return { vertices, triangles: corners / 3 };
}

function cornersOf({ type, componentType, count }: Accessor, index: number): number {
  if (type === 'SCALAR' && [5121, 5123, 5125].includes(componentType)) return count;
  throw new GlbError(`accessors[${index}]`, 'indices must be unsigned integers');
}

async function decoded(json: GlbJson, binary: Uint8Array): Promise<Document> {
  const { GLB_BUFFER, Logger, WebIO } = await loadGltfTransform();
  const { buffers, bufferViews, accessors } = json;
  const meshes = json.meshes.map(({ primitives }) => ({
    primitives: primitives.map(({ targets: _, ...rest }) => rest),
  }));
  const document = { buffers, bufferViews, accessors, meshes };
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  try {
    return await io.readJSON({
      json: { asset: { version: '2.0' }, ...JSON.parse(JSON.stringify(document)) },
      resources: { [GLB_BUFFER]: binary as Uint8Array<ArrayBuffer> },
    });
  } catch (error) {
    throw new GlbError('', `could not be decoded: ${error instanceof Error ? error.message : error}`);
  }
}

function joined(json: GlbJson, parts: readonly GlbPart[], document: Document): MeshFile {
  const root = document.getRoot();
  const accessors = root.listAccessors();
  const meshes = root.listMeshes();
  const poses = new GlbPoses(json, accessors);
  const vertices = new GlbVertices(json, parts, poses, accessors);
  const triangles: number[] = [];
  const texture: number[] = [];
  const colours: number[] = [];
  const has = (name: string) => (part: GlbPart) =>
    json.meshes[part.mesh].primitives[part.primitive].attributes[name] !== undefined;
  const plain = parts.find((part) => !has('TEXCOORD_0')(part));
  if (plain && parts.some(has('TEXCOORD_0')))
    throw new GlbError(
      plain.place,
      'has no texture coordinates (TEXCOORD_0), but other primitives have them',
    );
  const coloured = parts.every(has('COLOR_0'));
  for (const [k, { mesh, primitive, place }] of parts.entries()) {
    const values = meshes[mesh].listPrimitives()[primitive];
    const source = json.meshes[mesh].primitives[primitive];
    const first = vertices.firsts[k];
    const count = accessors[source.attributes.POSITION].getCount();
    const corners = cornerList(values.getIndices(), count, vertices.isMirrored(k), source, place);
    for (const corner of corners) triangles.push(first + corner);
    const coordinates = values.getAttribute('TEXCOORD_0');
    if (coordinates) pushTexture(texture, corners, coordinates, `accessors[${source.attributes.TEXCOORD_0}]`);
    const paint = values.getAttribute('COLOR_0');
    if (coloured && paint) pushColours(colours, paint, `accessors[${source.attributes.COLOR_0}]`);
  }
  const clips = json.animations.flatMap((animation): MeshClip[] =>
    animation.channels.length > 0 ? [vertices.clip(animation)] : [],
  );
  return {
    positions: vertices.at(undefined, 0),
    triangles: Int32Array.from(triangles),
    ...(texture.length > 0 && { texture: Float64Array.from(texture) }),
    ...(coloured && { colours: Float64Array.from(colours) }),
    ...(clips.length > 0 && { clips }),
  };
}

function cornerList(
  indices: AccessorValues | null,
  vertices: number,
  mirrored: boolean,
  source: Primitive,
  place: string,
): Int32Array {
  const corners = Int32Array.from(
    { length: indices?.getCount() ?? vertices },
    (_, i) => indices?.getScalar(i) ?? i,
  );
  const wrong = corners.findIndex((corner) => corner < 0 || corner >= vertices);
  if (wrong >= 0)
    throw new GlbError(
      `accessors[${source.indices}]`,
      `corner ${wrong} of ${place} is vertex ${corners[wrong] >>> 0}; there are ${vertices}`,
    );
  if (!mirrored) return corners;
  for (let t = 0; t < corners.length; t += 3)
    [corners[t + 1], corners[t + 2]] = [corners[t + 2], corners[t + 1]];
  return corners;
}

function pushTexture(texture: number[], corners: Int32Array, values: AccessorValues, place: string): void {
  const pair = [0, 0];
  for (const corner of corners) {
    const [u, v] = values.getElement(corner, pair);
    if (!Number.isFinite(u) || !Number.isFinite(v))
      throw new GlbError(place, `the texture coordinates of vertex ${corner} are not finite`);
    texture.push(u, 1 - v);
  }
}

function pushColours(colours: number[], values: AccessorValues, place: string): void {
  const colour = [1, 1, 1, 1];
  for (let i = 0; i < values.getCount(); i++) {
    values.getElement(i, colour); // alpha stays 1 if the file has none
    if (!colour.every((share) => share >= 0 && share <= 1))
      throw new GlbError(place, `the colour of vertex ${i} is not between 0 and 1`);
    colours.push(...colour);
  }
}
