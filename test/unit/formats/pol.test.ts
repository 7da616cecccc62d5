import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../../formats/lines.ts';
import { type PolyhedraFile, readPolyhedra, writePolyhedra } from '../../../formats/pol.ts';
import { createShape } from '../../../src/contact/index.ts';
import { triangulateFace } from '../../../src/math/polygon.ts';
import { polyhedraHeaters, polyhedraShapes } from '../../../src/scene/polyhedra-shapes.ts';

type Triple = [number, number, number];

/** The file of a polyhedron from corners and faces by number. */
function fileOf(
  vertices: readonly (readonly number[])[],
  faces: readonly (readonly number[])[],
  mark = '',
): string {
  const lines = faces.flatMap((face) => [...face.map((v) => `V ${vertices[v].join(' ')}`), `F${mark}`]);
  return [...lines, 'P', '*'].join('\n');
}

const BOX = Array.from({ length: 8 }, (_, i): Triple => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
const BOX_FACES = [
  [0, 1, 3, 2],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 3, 7, 5],
];
const CUBE = fileOf(BOX, BOX_FACES);

/** An L of unit squares, one unit thick. */
const L_OUTLINE = [
  [0, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 2],
];
const L_VERTICES = [0, 1].flatMap((y) => L_OUTLINE.map(([x, z]) => [x, y, z]));
const L_FACES = [
  [0, 1, 2, 3, 4, 5],
  [11, 10, 9, 8, 7, 6],
  ...L_OUTLINE.map((_, k) => [k, (k + 1) % 6, 6 + ((k + 1) % 6), 6 + k]),
];

function failure(text: string): string {
  try {
    readPolyhedra(text);
  } catch (error) {
    expect(error).toBeInstanceOf(FileError);
    return (error as FileError).message;
  }
  throw new Error('was read');
}

describe('a polyhedra file', () => {
  it('joins corners in one place', () => {
    const { polyhedra } = readPolyhedra(CUBE);
    expect(polyhedra).toHaveLength(1);
    expect(polyhedra[0].vertices).toHaveLength(8);
    const places = polyhedra[0].faces.map(({ corners }) => corners.map((c) => polyhedra[0].vertices[c]));
    expect(places).toEqual(BOX_FACES.map((face) => face.map((v) => BOX[v])));
  });

  it('keeps the polyhedra of a file apart', () => {
    const { polyhedra } = readPolyhedra(`${CUBE.replace('*', '')}${fileOf(L_VERTICES, L_FACES)}`);
    expect(polyhedra.map(({ vertices, faces }) => [vertices.length, faces.length])).toEqual([
      [8, 6],
      [12, 8],
    ]);
  });

  it('marks hot faces with their temperature', () => {
    const text = CUBE.replace('F', 'F hot 473.15');
    expect(readPolyhedra(text).polyhedra[0].faces.map(({ hot }) => hot)).toEqual([
      473.15,
      ...Array(5).fill(undefined),
    ]);
  });

  it('states its units, or is told them', () => {
    const hot = CUBE.replace('F', 'F hot 200');
    const cgs = readPolyhedra(`U cgs\n${hot}`);
    expect(cgs).toEqual(readPolyhedra(hot, { units: 'cgs' }));
    expect(cgs.polyhedra[0].vertices[1]).toEqual([0.01, 0, 0]);
    expect(cgs.polyhedra[0].faces[0].hot).toBeCloseTo(473.15, 10);
  });

  it.each([
    ['a byte-order mark and CR LF', `\ufeff${CUBE.replaceAll('\n', '\r\n')}\r\n`],
    [
      'blanks, tabs, empty lines, comments',
      `# cube\n${CUBE.replaceAll('\n', '\n\n\t ').replaceAll(' ', '  ')}\n#`,
    ],
  ])('may have %s', (_, text) => {
    expect(readPolyhedra(text)).toEqual(readPolyhedra(CUBE));
  });
});

describe('a wrong polyhedra file names line and cause', () => {
  const triangle = 'V 0 0 0\nV 1 0 0\nV 0 1 0\n';
  it.each([
    ['nothing', '', 'line 1: the file ends without *'],
    [
      'a corner beyond where a scene may go',
      'V 0 0 0\nV 1e200 0 0\nV 0 1 0\nF\nP\n*',
      'line 2: x must be <= 1000000000 m, got 1e+200 m',
    ],
    [
      'a face hotter than a heater may be',
      `${triangle}F hot 5001\nP\n*`,
      'line 4: temperature must be <= 5000 K, got 5001 K',
    ],
    ['only its end', '*', 'line 1: the file has no polyhedron: expected V, a corner'],
    ['no end', `${triangle}F\nP\n`, 'line 5: the file ends without *'],
    [
      'text after the end',
      `${triangle}F\nP\n*\nV 0 0 0`,
      'line 7: expected the end of the file after *, got "V"',
    ],
    [
      'a face of two corners',
      'V 0 0 0\nV 1 0 0\nF\nP\n*',
      'line 3: a face needs at least 3 corners (V), got 2',
    ],
    ['a face without corners', `${triangle}F\nF\nP\n*`, 'line 5: a face needs at least 3 corners (V), got 0'],
    ['P with a face open', `${triangle}P\n*`, 'line 4: the last face is open: expected F before P'],
    ['P without faces', 'P\n*', 'line 1: the polyhedron has no faces: expected V and F before P'],
    [
      '* with a face open',
      `${triangle}F\nP\n${triangle}*`,
      'line 9: the last face is open: expected F and P before *',
    ],
    [
      '* with a polyhedron open',
      `${triangle}F\n*`,
      'line 5: the last polyhedron is open: expected P before *',
    ],
    [
      'a corner twice',
      'V 0 0 0\nV 1 0 0\nV -0 0 0\nF\nP\n*',
      'line 3: two corners of this face are at the same position',
    ],
    ['two coordinates', 'V 0 0\n', 'line 1: V takes 3 values (x, y, z), got 2'],
    ['nan', 'V 0 nan 0\n', 'line 1: y must be a finite number, got "nan"'],
    ['a decimal comma', 'V 0 0 1,5\n', 'line 1: z must be a finite number, with a decimal point, got "1,5"'],
    ['a letter it does not know', 'N 0 0 1\n', 'line 1: expected V, F, P or *, got "N"'],
    ['another mark', `${triangle}F cold 3\n`, 'line 4: the mark of a face must be one of hot, got "cold"'],
    ['hot without a temperature', `${triangle}F hot\n`, 'line 4: F takes 2 values (hot, temperature), got 1'],
    ['below absolute zero', `${triangle}F hot -1\n`, 'line 4: temperature must be above absolute zero'],
    [
      'absolute zero in °C',
      `U cgs\n${triangle}F hot -273.15\n`,
      'line 5: temperature must be above absolute zero',
    ],
    ['units too late', `${triangle}U si\n`, 'line 4: U, the units, must come first'],
    ['UTF-16', [...CUBE].join('\0'), 'line 1: is not UTF-8 text: it contains zero bytes, as UTF-16 does'],
  ])('%s', (_, text, message) => {
    expect(failure(text)).toBe(message);
  });
});

const coordinate = fc.double({ min: -1e9, max: 1e9, noNaN: true });

/** Polyhedra as a reader gives them: each place once, in the order of first use. */
const files: fc.Arbitrary<PolyhedraFile> = fc
  .array(
    fc.array(
      fc.tuple(
        fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 3, maxLength: 6 }),
        fc.option(fc.double({ min: 1, max: 3000, noNaN: true })),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((polyhedra) => ({
    polyhedra: polyhedra.map((faces) => {
      const vertices: Triple[] = [];
      const numberOf = (p: Triple) => {
        const known = vertices.findIndex((v) => v.every((value, axis) => value === p[axis]));
        return known >= 0 ? known : vertices.push(p) - 1;
      };
      return {
        vertices,
        faces: faces.map(([points, hot]) => ({
          corners: points.map(numberOf),
          ...(hot === null ? {} : { hot }),
        })),
      };
    }),
  }))
  .filter(({ polyhedra }) =>
    polyhedra.every(({ faces }) => faces.every(({ corners }) => new Set(corners).size === corners.length)),
  );

describe('written and read again', () => {
  it('polyhedra are the same to the bit', () => {
    fc.assert(
      fc.property(files, (file) => {
        expect(readPolyhedra(writePolyhedra(file))).toStrictEqual(file);
      }),
    );
  });

  it.each([
    [
      'a vertex that is not there',
      { vertices: BOX, faces: [{ corners: [0, 1, 8] }] },
      'polyhedra[0].faces[0]: there is no vertex 8',
    ],
    [
      'NaN',
      { vertices: [...BOX.slice(0, 2), [0, Number.NaN, 0] as Triple], faces: [{ corners: [0, 1, 2] }] },
      'polyhedra[0].faces[0]: must be a finite number, got NaN',
    ],
  ])('%s is not written', (_, polyhedron, message) => {
    expect(() => writePolyhedra({ polyhedra: [polyhedron] })).toThrow(message);
  });
});

describe('whatever the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'UVFP*#', 'F hot 300', '\nV 2 2 2', '\nF', '\nP\n', '1e400', 'nan', '\n', ' ', '1,5'),
    fc.string({ maxLength: 4, unit: 'binary' }),
  );
  const mutation = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.array(piece, { maxLength: 2 }));

  it('a reader gives polyhedra that can be written, or a FileError', () => {
    const counts = { read: 0, refused: 0 };
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 2 }), (mutations) => {
        let text = CUBE;
        for (const [from, count, pieces] of mutations) {
          const at = from % (text.length + 1);
          text = text.slice(0, at) + pieces.join('') + text.slice(at + count);
        }
        try {
          const file = readPolyhedra(text);
          counts.read++;
          expect(readPolyhedra(writePolyhedra(file))).toStrictEqual(file);
          shapesOrRangeError(file);
        } catch (error) {
          if (!(error instanceof FileError)) throw error;
          counts.refused++;
        }
      }),
      { numRuns: 3000, seed: 7 },
    );
    // Both ways out must have been taken, or the mutations are too tame or too wild to find anything.
    expect(counts.read).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(1000);
  });

  function shapesOrRangeError(file: PolyhedraFile): void {
    try {
      for (const spec of polyhedraShapes(file)) createShape(spec);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      expect(error.message).toMatch(/^polyhedra\[\d+\]/);
    }
  }

  it('every beginning of a file is refused', () => {
    for (let end = 0; end < CUBE.length; end++)
      expect(() => readPolyhedra(CUBE.slice(0, end))).toThrow(FileError);
  });
});

describe('shapes of colliders', () => {
  it('a box is convex, whichever way its faces turn', () => {
    const [spec] = polyhedraShapes(readPolyhedra(CUBE));
    expect(spec.kind).toBe('convex');
    const normal = new Float64Array(3);
    expect(createShape(spec).distance(0.5, 1.25, 0.5, normal)).toBeCloseTo(0.25, 12);
    expect(createShape(spec).distance(0.5, 0.9, 0.5, normal)).toBeCloseTo(-0.1, 12);
  });

  it.each([
    ['an open box', fileOf(BOX, BOX_FACES.slice(1))],
    ['an L', fileOf(L_VERTICES, L_FACES)],
    ['a box with a bent face', fileOf(BOX.with(7, [1, 1.01, 1]), BOX_FACES)],
    ['one face', fileOf(BOX, BOX_FACES.slice(0, 1))],
  ])('%s is a skin', (_, text) => {
    const [spec] = polyhedraShapes(readPolyhedra(text));
    expect(spec.kind).toBe('mesh');
    createShape(spec);
  });

  it('a face becomes triangles of its own area, inside it', () => {
    const triangles = triangulateFace(L_VERTICES, L_FACES[0]);
    expect(triangles).toHaveLength(4);
    const area = (corners: number[]) => {
      const [a, b, c] = corners.map((v) => [L_VERTICES[v][2], L_VERTICES[v][0]]);
      return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    };
    // Areas with their sign: a triangle outside the face would count against it, and the sum alone would not tell.
    const areas = triangles.map(area);
    expect(new Set(areas.map(Math.sign)).size).toBe(1);
    expect(Math.abs(areas.reduce((sum, one) => sum + one, 0))).toBeCloseTo(3, 12);
  });

  it('the skin of an L has no triangle across its inner corner', () => {
    const shape = createShape(polyhedraShapes(readPolyhedra(fileOf(L_VERTICES, L_FACES)))[0]);
    // (1.5, 1, 1.5) is above the missing square, half a unit from the two walls of the inner corner.
    expect(shape.distance(1.5, 0.5, 1.5, new Float64Array(3))).toBeCloseTo(0.5, 12);
  });

  it('a polyhedron without area is refused by its number', () => {
    const flat = 'V 0 0 0\nV 1 0 0\nV 2 0 0\nF\nP\n';
    const file = readPolyhedra(`${CUBE.replace('*', '')}${flat}*`);
    expect(() => polyhedraShapes(file)).toThrow('polyhedra[1]: triangles: none has an area');
  });
});

describe('heaters', () => {
  /** The cube with all faces hot, of two temperatures. */
  const heaters = (faces: readonly (readonly number[])[]) =>
    polyhedraHeaters(readPolyhedra(fileOf(BOX, faces, ' hot 500').replace('hot 500', 'hot 600')));

  /** Area vectors of a heater's faces. */
  const areas = ({ shape }: ReturnType<typeof heaters>[number]) =>
    shape.faces.map((face) => {
      const [a, b, c] = face.map((v) => shape.vertices[v]);
      const [p, q] = [b.map((x, i) => x - a[i]), c.map((x, i) => x - a[i])];
      return [0, 1, 2].map((i) => p[(i + 1) % 3] * q[(i + 2) % 3] - p[(i + 2) % 3] * q[(i + 1) % 3]);
    });

  it('are one a temperature, and look outwards whichever way their faces run', () => {
    for (const faces of [BOX_FACES, BOX_FACES.map((face) => face.toReversed())]) {
      const found = heaters(faces);
      expect(found.map(({ temperature }) => temperature)).toEqual([600, 500]);
      expect(areas(found[0])).toEqual([[0, 0, -1].map((x) => expect.closeTo(x, 12))]);
      expect(found[1].shape.faces).toHaveLength(5);
      expect(areas(found[1]).filter((area) => area[1] === 1)).toHaveLength(1); // the top
    }
  });

  it('that are one face look where they are seen anticlockwise', () => {
    expect(areas(heaters([[0, 1, 3, 2]])[0])[0][2]).toBe(1);
    expect(areas(heaters([[2, 3, 1, 0]])[0])[0][2]).toBe(-1);
  });

  it('of a file without hot faces are none', () => {
    expect(polyhedraHeaters(readPolyhedra(CUBE))).toEqual([]);
  });
});
