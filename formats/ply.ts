/**
 * Reads PLY files (Turk 1994): a text header that lists elements and their properties, then their values as text or as
 * bytes of either order. The reader uses x, y, z, colours (red, green, blue, alpha: integers up to 255 or floats up to
 * 1) and texture coordinates (s, t or u, v) of vertices, and the vertex lists of faces, which it triangulates. It
 * ignores other elements and properties.
 */
import { triangulateFace } from '../src/math/polygon.ts';
import { latin1Text } from './bytes.ts';
import { FILE_LIMITS } from './lines.ts';
import { MESH_FILE_LIMITS, type MeshFile } from './mesh-file.ts';

export class PlyError extends Error {
  constructor(cause: string) {
    super(cause);
    this.name = 'PlyError';
  }
}

const LONGEST_HEAD = 65536;
/** Both names of each number type. */
const TYPES: Readonly<Record<string, { bytes: number; kind: 'int' | 'uint' | 'float' }>> = {
  char: { bytes: 1, kind: 'int' },
  int8: { bytes: 1, kind: 'int' },
  uchar: { bytes: 1, kind: 'uint' },
  uint8: { bytes: 1, kind: 'uint' },
  short: { bytes: 2, kind: 'int' },
  int16: { bytes: 2, kind: 'int' },
  ushort: { bytes: 2, kind: 'uint' },
  uint16: { bytes: 2, kind: 'uint' },
  int: { bytes: 4, kind: 'int' },
  int32: { bytes: 4, kind: 'int' },
  uint: { bytes: 4, kind: 'uint' },
  uint32: { bytes: 4, kind: 'uint' },
  float: { bytes: 4, kind: 'float' },
  float32: { bytes: 4, kind: 'float' },
  double: { bytes: 8, kind: 'float' },
  float64: { bytes: 8, kind: 'float' },
};

interface Property {
  name: string;
  type: string;
  /** Type of the length of a list. */
  count?: string;
}

interface Element {
  name: string;
  count: number;
  properties: Property[];
}

/** Reads a mesh. Throws a PlyError that names the element. */
export function readPly(bytes: Uint8Array): MeshFile {
  const { format, elements, end } = headOf(bytes);
  const values =
    format === 'ascii'
      ? new TextValues(bytes.subarray(end))
      : new ByteValues(bytes, end, format === 'binary_little_endian');
  const mesh = new PlyMesh();
  for (const { name, count, properties } of elements) {
    if (name === 'vertex') mesh.beginVertices(properties, count);
    if (name === 'face' && count > MESH_FILE_LIMITS.triangles)
      throw new PlyError(`has ${count} faces; the limit is ${MESH_FILE_LIMITS.triangles}`);
    // Such an element takes no bytes, so its count could be anything.
    if (properties.length === 0) throw new PlyError(`element "${name}" has no properties`);
    for (let i = 0; i < count; i++) {
      const row = properties.map((property) => numbersAt(property, values, `${name} ${i}`));
      if (name === 'vertex') mesh.vertex(properties, row as number[], i);
      else if (name === 'face') mesh.face(properties, row, i);
    }
  }
  return mesh.whole();
}

interface Values {
  next(type: string, place: string): number;
}

function numbersAt({ name, type, count }: Property, values: Values, place: string): number | number[] {
  if (count === undefined) return values.next(type, `${name} of ${place}`);
  const length = values.next(count, `${name} of ${place}`);
  if (!Number.isInteger(length) || length < 0 || length > MESH_FILE_LIMITS.corners)
    throw new PlyError(`${place}: ${name} has ${length} entries; the limit is ${MESH_FILE_LIMITS.corners}`);
  return Array.from({ length }, () => values.next(type, `${name} of ${place}`));
}

class TextValues implements Values {
  readonly #words: Iterator<RegExpExecArray>;

  constructor(bytes: Uint8Array) {
    this.#words = latin1Text(bytes).matchAll(/\S+/g);
  }

  next(_: string, place: string): number {
    const { value, done } = this.#words.next();
    if (done) throw new PlyError(`ends early, before ${place}`);
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value[0]) ? Number(value[0]) : Number.NaN;
    if (!Number.isFinite(number))
      throw new PlyError(`${place}: ${JSON.stringify(value[0].slice(0, 40))} is not a number`);
    return number;
  }
}

class ByteValues implements Values {
  readonly #view: DataView;
  readonly #little: boolean;
  #at: number;

  constructor(bytes: Uint8Array, at: number, little: boolean) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
    this.#little = little;
  }

  next(type: string, place: string): number {
    const { bytes, kind } = TYPES[type];
    const at = this.#at;
    if (at + bytes > this.#view.byteLength) throw new PlyError(`ends early at byte ${at}, before ${place}`);
    this.#at += bytes;
    if (kind === 'float')
      return bytes === 4 ? this.#view.getFloat32(at, this.#little) : this.#view.getFloat64(at, this.#little);
    const signed = kind === 'int';
    if (bytes === 1) return signed ? this.#view.getInt8(at) : this.#view.getUint8(at);
    if (bytes === 2)
      return signed ? this.#view.getInt16(at, this.#little) : this.#view.getUint16(at, this.#little);
    return signed ? this.#view.getInt32(at, this.#little) : this.#view.getUint32(at, this.#little);
  }
}

/** The mesh while its file is being read. */
class PlyMesh {
  readonly #positions: number[] = [];
  readonly #colours: number[] = [];
  readonly #textures: number[] = [];
  readonly #triangles: number[] = [];
  #places: number[] = [];
  #colourPlaces: number[] = [];
  #texturePlaces: number[] = [];

  beginVertices(properties: readonly Property[], count: number): void {
    const at = (...names: string[]) =>
      properties.findIndex(({ name, count: list }) => list === undefined && names.includes(name));
    this.#places = [at('x'), at('y'), at('z')];
    if (this.#places.includes(-1)) throw new PlyError('its vertices have no x, y or z');
    if (count > MESH_FILE_LIMITS.vertices)
      throw new PlyError(`has ${count} vertices; the limit is ${MESH_FILE_LIMITS.vertices}`);
    this.#colourPlaces = [at('red', 'r'), at('green', 'g'), at('blue', 'b')];
    if (this.#colourPlaces.includes(-1)) this.#colourPlaces = [];
    else this.#colourPlaces.push(at('alpha', 'a'));
    this.#texturePlaces = [at('s', 'u', 'texture_u'), at('t', 'v', 'texture_v')];
    if (this.#texturePlaces.includes(-1)) this.#texturePlaces = [];
  }

  vertex(properties: readonly Property[], row: readonly number[], i: number): void {
    for (const k of this.#places) {
      if (!(Math.abs(row[k]) <= FILE_LIMITS.coordinate))
        throw new PlyError(
          `vertex ${i}: ${properties[k].name} is ${row[k]}, beyond ${FILE_LIMITS.coordinate}`,
        );
      this.#positions.push(row[k]);
    }
    for (const k of this.#colourPlaces) {
      const whole = k >= 0 && TYPES[properties[k].type].kind !== 'float';
      const share = k < 0 ? 1 : whole ? row[k] / 255 : row[k];
      if (!(share >= 0 && share <= 1)) throw new PlyError(`vertex ${i}: ${properties[k].name} is ${row[k]}`);
      this.#colours.push(share);
    }
    for (const k of this.#texturePlaces) {
      if (!Number.isFinite(row[k])) throw new PlyError(`vertex ${i}: ${properties[k].name} is ${row[k]}`);
      this.#textures.push(row[k]);
    }
  }

  face(properties: readonly Property[], row: readonly (number | number[])[], i: number): void {
    const at = properties.findIndex(({ name }) => name === 'vertex_indices' || name === 'vertex_index');
    const corners = row[at];
    if (!Array.isArray(corners)) throw new PlyError('its faces have no vertex_indices list');
    const vertices = this.#positions.length / 3;
    const stray = corners.find((corner) => !Number.isInteger(corner) || corner < 0 || corner >= vertices);
    if (stray !== undefined)
      throw new PlyError(`face ${i}: there is no vertex ${stray}; there are ${vertices}`);
    if (corners.length < 3) throw new PlyError(`face ${i}: has only ${corners.length} corners`);
    if (new Set(corners).size < corners.length)
      throw new PlyError(`face ${i}: two corners are the same vertex`);
    const p = this.#positions;
    const places = corners.map((v) => [p[3 * v], p[3 * v + 1], p[3 * v + 2]] as const);
    const all = corners.map((_, k) => k);
    for (const corner of triangulateFace(places, all).flat()) this.#triangles.push(corners[corner]);
    if (this.#triangles.length > 3 * MESH_FILE_LIMITS.triangles)
      throw new PlyError(`more than ${MESH_FILE_LIMITS.triangles} triangles, the limit`);
  }

  whole(): MeshFile {
    if (this.#triangles.length === 0) throw new PlyError('has no faces');
    const textured = this.#texturePlaces.length > 0;
    const corner = (vertex: number) => this.#textures.slice(2 * vertex, 2 * vertex + 2);
    return {
      positions: Float64Array.from(this.#positions),
      triangles: Int32Array.from(this.#triangles),
      ...(textured && { texture: Float64Array.from(this.#triangles.flatMap(corner)) }),
      ...(this.#colours.length > 0 && { colours: Float64Array.from(this.#colours) }),
    };
  }
}

function headOf(bytes: Uint8Array): { format: string; elements: Element[]; end: number } {
  const text = latin1Text(bytes.subarray(0, LONGEST_HEAD));
  if (!/^ply[\r\n]/.test(text)) throw new PlyError('is not a PLY file: it does not begin with "ply"');
  const ending = /(?:^|[\r\n])end_header[ \t]*(\r\n|\n|\r)/.exec(text);
  if (!ending) throw new PlyError('its header does not end: "end_header" is missing');
  const end = ending.index + ending[0].length;
  let format = '';
  const elements: Element[] = [];
  const lines = text.slice(0, ending.index).split(/[\r\n]+/);
  for (const line of lines.slice(1)) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === '' || word === 'comment' || word === 'obj_info') continue;
    if (word === 'format') format = rest[0];
    else if (word === 'element') elements.push(elementOf(rest, line));
    else if (word === 'property' && elements.length > 0)
      elements.at(-1)!.properties.push(propertyOf(rest, line));
    else throw new PlyError(`its header has an unknown line: ${JSON.stringify(line.slice(0, 80))}`);
  }
  if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(format))
    throw new PlyError(`its format ${JSON.stringify(format)} is unknown`);
  return { format, elements, end };
}

function elementOf([name, count]: string[], line: string): Element {
  if (!name || !/^\d{1,9}$/.test(count ?? ''))
    throw new PlyError(`its header has an invalid line: ${JSON.stringify(line.slice(0, 80))}`);
  return { name, count: Number(count), properties: [] };
}

function propertyOf(words: string[], line: string): Property {
  const property =
    words[0] === 'list'
      ? { count: words[1], type: words[2], name: words[3] }
      : { type: words[0], name: words[1] };
  const known =
    Object.hasOwn(TYPES, property.type) &&
    (property.count === undefined || Object.hasOwn(TYPES, property.count));
  if (!known || !property.name)
    throw new PlyError(`its header has an invalid line: ${JSON.stringify(line.slice(0, 80))}`);
  return property;
}
