/**
 * Reads STL files (3D Systems 1989). Binary: 80 bytes of comment, the number of triangles, and 50 bytes per triangle.
 * Text: `facet normal … outer loop vertex x y z … endloop endfacet` within `solid … endsolid`. Triangles in the file
 * share no vertices; here corners with equal coordinates become one vertex. Normals are ignored, since the order of the
 * corners gives them. A binary file may also begin with `solid`; its length decides.
 */
import { latin1Text } from './bytes.ts';
import { bounded, FILE_LIMITS, FileError, type Line, shown, splitLines } from './lines.ts';
import { MESH_FILE_LIMITS, type MeshFile } from './mesh-file.ts';

export class StlError extends Error {
  constructor(cause: string) {
    super(cause);
    this.name = 'StlError';
  }
}

const HEAD = 84;
const RECORD = 50;

/** Reads a mesh. Throws a FileError at the first invalid line of a text file, a StlError for a binary file. */
export function readStl(bytes: Uint8Array): MeshFile {
  const start = latin1Text(bytes.subarray(0, 512));
  const isText = /^(\u00ef\u00bb\u00bf)?\s*solid\b/i.test(start) && !isWholeBinary(bytes);
  return isText ? readText(bytes) : readBinary(bytes);
}

function countOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
}

function isWholeBinary(bytes: Uint8Array): boolean {
  return bytes.length >= HEAD && bytes.length === HEAD + RECORD * countOf(bytes);
}

function readBinary(bytes: Uint8Array): MeshFile {
  if (bytes.length < HEAD)
    throw new StlError(`is not an STL file: it has ${bytes.length} bytes, and the header alone has ${HEAD}`);
  const count = countOf(bytes);
  const length = HEAD + RECORD * count;
  if (bytes.length < length)
    throw new StlError(`ends early: ${count} triangles need ${length} bytes, got ${bytes.length}`);
  if (count === 0) throw new StlError('has no triangles');
  refuseMore(count, (cause) => new StlError(cause));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mesh = new SharedVertices((cause) => new StlError(cause));
  for (let t = 0; t < count; t++) {
    for (let corner = 0; corner < 3; corner++) {
      const at = HEAD + RECORD * t + 12 + 12 * corner;
      const place = [0, 4, 8].map((offset) => view.getFloat32(at + offset, true));
      for (const x of place) {
        if (!(Math.abs(x) <= FILE_LIMITS.coordinate))
          throw new StlError(`triangle ${t}: a corner is at ${x}, beyond ${FILE_LIMITS.coordinate}`);
      }
      mesh.corner(place);
    }
  }
  return mesh.whole();
}

function readText(bytes: Uint8Array): MeshFile {
  const { lines, last } = splitLines(latin1Text(bytes).replace(/^\u00ef\u00bb\u00bf/, ''));
  let mesh: SharedVertices | undefined;
  /** Next expected word, and the number of corners read in the current triangle. */
  let expected = 'solid';
  let corners = 0;
  let count = 0;
  for (const line of lines) {
    const word = line.letter.toLowerCase();
    const isNext = word === expected || (expected === 'facet' && word === 'endsolid');
    if (!isNext) throw line.error(`expected ${expected}, got ${shown(line.letter)}`);
    mesh ??= new SharedVertices((cause) => line.error(cause));
    switch (word) {
      case 'solid':
        expected = 'facet';
        break;
      case 'facet':
        refuseMore(++count, (cause) => line.error(cause));
        corners = 0;
        expected = 'outer';
        break;
      case 'outer':
        expected = 'vertex';
        break;
      case 'vertex':
        mesh.corner(placeOf(line));
        if (++corners === 3) expected = 'endloop';
        break;
      case 'endloop':
        expected = 'endfacet';
        break;
      case 'endfacet':
        expected = 'facet';
        break;
      default:
        expected = 'solid';
    }
  }
  if (expected !== 'solid' || !mesh)
    throw new FileError(last, `the file ends where ${expected} was expected`);
  if (count === 0) throw new FileError(last, 'the file ends without a facet');
  return mesh.whole();
}

function placeOf(line: Line): number[] {
  line.takes('x, y, z', 3);
  return ['x', 'y', 'z'].map((name, axis) =>
    bounded(line, name, line.real(axis, name), FILE_LIMITS.coordinate, 'units of the file'),
  );
}

function refuseMore(count: number, error: (cause: string) => Error): void {
  if (count > MESH_FILE_LIMITS.triangles)
    throw error(`more than ${MESH_FILE_LIMITS.triangles} triangles, the limit`);
}

/** Merges corners with equal coordinates into one vertex. */
class SharedVertices {
  readonly #positions: number[] = [];
  readonly #triangles: number[] = [];
  readonly #known = new Map<string, number>();
  readonly #error: (cause: string) => Error;

  constructor(error: (cause: string) => Error) {
    this.#error = error;
  }

  corner(place: readonly number[]): void {
    const key = place.map((x) => x + 0).join(' ');
    let vertex = this.#known.get(key);
    if (vertex === undefined) {
      vertex = this.#positions.length / 3;
      if (vertex >= MESH_FILE_LIMITS.vertices)
        throw this.#error(`more than ${MESH_FILE_LIMITS.vertices} vertices, the limit`);
      this.#known.set(key, vertex);
      this.#positions.push(...place);
    }
    this.#triangles.push(vertex);
  }

  whole(): MeshFile {
    return { positions: Float64Array.from(this.#positions), triangles: Int32Array.from(this.#triangles) };
  }
}
