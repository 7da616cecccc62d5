/**
 * Polyhedra files (`.pol`) and heater files: `V` lines are the corners of a face, `F` closes the face, `P` the
 * polyhedron, `*` ends the file; docs/file-formats.md has the grammar. A hot face has its temperature: `F hot 473.15`.
 * Corners of one polyhedron with exactly the same coordinates are one vertex.
 */
import {
  bounded,
  FILE_LIMITS,
  FileError,
  type FileUnits,
  type Line,
  misplaced,
  numberText,
  type ReadOptions,
  splitLines,
  unitsOf,
} from './lines.ts';

type Triple = readonly [number, number, number];

export interface PolyhedronFace {
  /** Vertex indices in order around the face. */
  corners: number[];
  /** Temperature of a hot face, K. */
  hot?: number;
}

export interface Polyhedron {
  /** Coordinates in metres, each position once. */
  vertices: Triple[];
  faces: PolyhedronFace[];
}

export interface PolyhedraFile {
  polyhedra: Polyhedron[];
}

/** Temperature of 0 °C, K. */
const ICE = 273.15;

interface Units {
  length: (value: number) => number;
  temperature: (value: number) => number;
}

const UNITS: Record<FileUnits, Units> = {
  si: { length: (metres) => metres, temperature: (kelvin) => kelvin },
  cgs: { length: (centimetres) => centimetres / 100, temperature: (celsius) => celsius + ICE },
};

/** Reads polyhedra. Throws a FileError at the first invalid line. */
export function readPolyhedra(text: string, { units: assumed = 'si' }: ReadOptions = {}): PolyhedraFile {
  const { lines, last } = splitLines(text);
  let units = UNITS[assumed];
  const polyhedra: Polyhedron[] = [];
  let solid = new Faces();
  for (const [at, line] of lines.entries()) {
    switch (line.letter) {
      case 'U':
        if (at > 0) throw line.error('U, the units, must come first');
        units = UNITS[unitsOf(line)];
        break;
      case 'V':
        solid.corner(line, units);
        break;
      case 'F':
        solid.close(line, units);
        break;
      case 'P':
        line.takes('none', 0);
        polyhedra.push(solid.whole(line));
        solid = new Faces();
        break;
      case '*':
        line.takes('none', 0);
        solid.refuseRest(line);
        if (polyhedra.length === 0) throw line.error('the file has no polyhedron: expected V, a corner');
        if (at + 1 < lines.length) throw misplaced(lines[at + 1], 'the end of the file after *');
        return { polyhedra };
      default:
        throw misplaced(line, 'V, F, P or *');
    }
  }
  throw new FileError(last, 'the file ends without *');
}

/** One polyhedron while it is being read. */
class Faces {
  readonly #vertices: Triple[] = [];
  readonly #faces: PolyhedronFace[] = [];
  readonly #places = new Map<string, number>();
  #corners = new Set<number>();

  corner(line: Line, { length }: Units): void {
    line.takes('x, y, z', 3);
    const value = (axis: number) => {
      const name = 'xyz'[axis];
      return bounded(line, name, length(line.real(axis, name)), FILE_LIMITS.coordinate, 'm');
    };
    const point: Triple = [value(0), value(1), value(2)];
    const place = point.join(); // join() writes -0 and 0 alike
    const known = this.#places.get(place) ?? this.#vertices.push(point) - 1;
    this.#places.set(place, known);
    if (this.#corners.has(known)) throw line.error('two corners of this face are at the same position');
    this.#corners.add(known);
  }

  close(line: Line, { temperature }: Units): void {
    const corners = [...this.#corners];
    if (corners.length < 3) throw line.error(`a face needs at least 3 corners (V), got ${corners.length}`);
    const face: PolyhedronFace = { corners };
    if (line.words.length > 0) {
      line.takes('hot, temperature', 2);
      line.oneOf(0, 'the mark of a face', ['hot']);
      face.hot = temperature(line.real(1, 'temperature'));
      if (!(face.hot > 0)) throw line.error('temperature must be above absolute zero');
      bounded(line, 'temperature', face.hot, FILE_LIMITS.temperature, 'K');
    }
    this.#faces.push(face);
    this.#corners = new Set();
  }

  whole(line: Line): Polyhedron {
    if (this.#corners.size > 0) throw line.error('the last face is open: expected F before P');
    if (this.#faces.length === 0) throw line.error('the polyhedron has no faces: expected V and F before P');
    return { vertices: this.#vertices, faces: this.#faces };
  }

  refuseRest(line: Line): void {
    if (this.#corners.size > 0) throw line.error('the last face is open: expected F and P before *');
    if (this.#faces.length > 0) throw line.error('the last polyhedron is open: expected P before *');
  }
}

/** Writes polyhedra in SI units. Vertices without a face are omitted. */
export function writePolyhedra({ polyhedra }: PolyhedraFile): string {
  const lines = ['U si'];
  polyhedra.forEach(({ vertices, faces }, p) => {
    faces.forEach(({ corners, hot }, f) => {
      const field = `polyhedra[${p}].faces[${f}]`;
      for (const corner of corners) {
        const vertex = vertices[corner];
        if (!vertex) throw new RangeError(`${field}: there is no vertex ${corner}`);
        lines.push(`V ${vertex.map((value) => numberText(field, value)).join(' ')}`);
      }
      lines.push(hot === undefined ? 'F' : `F hot ${numberText(field, hot)}`);
    });
    lines.push('P');
  });
  const text = `${[...lines, '*'].join('\n')}\n`;
  readPolyhedra(text); // refuses anything that could not be read back
  return text;
}
