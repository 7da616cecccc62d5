/**
 * Reads Wavefront OBJ files: `v x y z` with an optional colour, `vt u v`, and `f` polygons of `v`, `v/vt`, `v//vn` or
 * `v/vt/vn`, counted from 1 or backwards from −1 (Wavefront 1995). All objects and groups of a file become one mesh.
 * Polygons are triangulated by ear clipping. Normals, materials, smoothing, points and lines are ignored; curves and
 * free-form surfaces are refused.
 */
import { triangulateFace } from '../src/math/polygon.ts';
import { bounded, FILE_LIMITS, FileError, type Line, shown, splitLines } from './lines.ts';
import { MESH_FILE_LIMITS, type MeshFile } from './mesh-file.ts';

/** Keywords without information about triangles. */
const PASSED = new Set(['vn', 'o', 'g', 's', 'mg', 'usemtl', 'mtllib', 'usemap', 'maplib', 'l', 'p']);
const FREE_FORM = new Set(['vp', 'cstype', 'deg', 'bmat', 'step', 'curv', 'curv2', 'surf', 'parm', 'end']);
/** Largest texture coordinate: textures may be tiled, within reason. */
const FARTHEST_TEXTURE = 1e6;

/** Reads a mesh. Throws a FileError at the first invalid line. */
export function readObj(text: string): MeshFile {
  const { lines, last } = splitLines(text);
  const mesh = new ObjMesh();
  for (const line of lines) {
    switch (line.letter) {
      case 'v':
        mesh.vertex(line);
        break;
      case 'vt':
        mesh.textureVertex(line);
        break;
      case 'f':
        mesh.polygon(line);
        break;
      default:
        if (PASSED.has(line.letter)) break;
        if (FREE_FORM.has(line.letter))
          throw line.error(`${line.letter} belongs to a free-form surface; export polygons instead`);
        throw line.error(`expected v, vt or f, got ${shown(line.letter)}`);
    }
  }
  return mesh.whole(last);
}

interface Corner {
  readonly vertex: number;
  readonly texture: number | undefined;
}

/** The mesh while its file is being read. */
class ObjMesh {
  readonly #positions: number[] = [];
  readonly #colours: number[] = [];
  readonly #textures: number[] = [];
  readonly #triangles: number[] = [];
  readonly #cornerTextures: number[] = [];
  #firstPlain: Line | undefined;
  #firstColourless: Line | undefined;

  vertex(line: Line): void {
    const count = line.words.length;
    if (count < 3 || count > 7 || count === 5)
      throw line.error(`v takes x, y, z and optionally a weight or a colour, got ${count} values`);
    if (this.#positions.length >= 3 * MESH_FILE_LIMITS.vertices)
      throw line.error(`more than ${MESH_FILE_LIMITS.vertices} vertices, the limit`);
    for (const [axis, name] of ['x', 'y', 'z'].entries()) {
      this.#positions.push(
        bounded(line, name, line.real(axis, name), FILE_LIMITS.coordinate, 'units of the file'),
      );
    }
    if (count < 6) this.#firstColourless ??= line;
    for (const [k, name] of ['red', 'green', 'blue', 'alpha'].entries()) {
      this.#colours.push(count >= 4 + k && count >= 6 ? share(line, 3 + k, name) : 1);
    }
  }

  textureVertex(line: Line): void {
    line.takes('u, v', 1, 3);
    const value = (place: number, name: string) =>
      bounded(line, name, line.real(place, name), FARTHEST_TEXTURE, 'textures');
    this.#textures.push(value(0, 'u'), line.words.length > 1 ? value(1, 'v') : 0);
  }

  polygon(line: Line): void {
    const count = line.words.length;
    if (count < 3 || count > MESH_FILE_LIMITS.corners)
      throw line.error(`f takes 3 to ${MESH_FILE_LIMITS.corners} corners, got ${count}`);
    if (this.#triangles.length / 3 + count - 2 > MESH_FILE_LIMITS.triangles)
      throw line.error(`more than ${MESH_FILE_LIMITS.triangles} triangles, the limit`);
    const corners = line.words.map((word) => this.#corner(line, word));
    if (new Set(corners.map(({ vertex }) => vertex)).size < count)
      throw line.error('two corners of this face are the same vertex');
    if (corners.some(({ texture }) => texture === undefined)) this.#firstPlain ??= line;
    const places = corners.map(({ vertex }) => this.#place(vertex));
    const all = corners.map((_, k) => k);
    for (const corner of triangulateFace(places, all).flat()) {
      const { vertex, texture } = corners[corner];
      this.#triangles.push(vertex);
      if (texture !== undefined)
        this.#cornerTextures.push(this.#textures[2 * texture], this.#textures[2 * texture + 1]);
    }
  }

  whole(last: number): MeshFile {
    if (this.#triangles.length === 0) throw new FileError(last, 'the file ends without a face (f)');
    const textured = this.#cornerTextures.length > 0;
    if (textured && this.#firstPlain)
      throw this.#firstPlain.error('this face has no texture coordinates, but other faces have them');
    return {
      positions: Float64Array.from(this.#positions),
      triangles: Int32Array.from(this.#triangles),
      ...(textured && { texture: Float64Array.from(this.#cornerTextures) }),
      ...(!this.#firstColourless && { colours: Float64Array.from(this.#colours) }),
    };
  }

  #place(vertex: number): readonly [number, number, number] {
    const p = this.#positions;
    return [p[3 * vertex], p[3 * vertex + 1], p[3 * vertex + 2]];
  }

  #corner(line: Line, word: string): Corner {
    const parts = word.split('/');
    if (parts.length > 3) throw line.error(`a corner is v, v/vt, v//vn or v/vt/vn, got ${shown(word)}`);
    const vertex = numberOf(line, parts[0], this.#positions.length / 3, 'vertex (v)');
    if (parts.length === 1 || parts[1] === '') return { vertex, texture: undefined };
    return {
      vertex,
      texture: numberOf(line, parts[1], this.#textures.length / 2, 'texture coordinate (vt)'),
    };
  }
}

function share(line: Line, place: number, name: string): number {
  const value = line.real(place, name);
  if (value >= 0 && value <= 1) return value;
  throw line.error(`${name} must be from 0 to 1, got ${shown(line.words[place])}`);
}

/** Index from 0 of a number that counts from 1, or backwards from the last entry so far. */
function numberOf(line: Line, word: string, count: number, what: string): number {
  const value = /^-?\d{1,9}$/.test(word) ? Number(word) : Number.NaN;
  const index = value < 0 ? count + value : value - 1;
  if (value !== 0 && index >= 0 && index < count) return index;
  if (Number.isNaN(value)) throw line.error(`a ${what} must be given by its number, got ${shown(word)}`);
  throw line.error(`there is no ${what} ${word}; there are ${count} before this line`);
}
