import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../../formats/lines.ts';
import {
  readSheetFile,
  SHEET_FILE_SPRINGS,
  SHEET_FILE_STRUCTURES,
  type SheetFile,
  writeSheetFile,
} from '../../../formats/sht.ts';
import { STRUCTURE_NAMES } from '../../../src/models/layered-sheet/structures.ts';

/** One square with a mass over its centre: the smallest sheet of two layers. */
const PYRAMID = `
M 0 0 0  -0.5 0 -0.5  0 0 0  0 0 0  0.01 0 1
M 0 0 0   0.5 0 -0.5  0 0 0  0 0 0  0.01 0 1
M 0 0 0  -0.5 0  0.5  0 0 0  0 0 0  0.01 0 1
M 0 0 0   0.5 0  0.5  0 0 0  0 0 0  0.01 0 1
M 0 0 0   0   1  0    0 0 0  0 -2.5 0  0.02 1 1
S x 100 1 0 1
S x 100 1 2 3
S z 100 1 0 2
S z 100 1 1 3
S layer 50 1.224744871391589 0 4
S layer 50 1.224744871391589 1 4 0.25
S layer 50 1.224744871391589 2 4
S layer 0 1.224744871391589 3 4
K 0 1 2 3 0
*
D 2 2 2 0.5 samm
`.trim();

const lines = PYRAMID.split('\n');
/** The pyramid with one line replaced, counted from 1. */
const withLine = (number: number, line: string) => lines.with(number - 1, line).join('\n');

function failure(text: string, options?: Parameters<typeof readSheetFile>[1]): string {
  try {
    readSheetFile(text, options);
  } catch (error) {
    expect(error).toBeInstanceOf(FileError);
    expect((error as FileError).message).toContain(`line ${(error as FileError).line}: `);
    return (error as FileError).message;
  }
  throw new Error('was read');
}

describe('a sheet file', () => {
  it('tells masses, springs, corners and data', () => {
    const sheet = readSheetFile(PYRAMID);
    expect(sheet.masses).toHaveLength(5);
    expect(sheet.masses[4]).toEqual({
      acceleration: [0, 0, 0],
      position: [0, 1, 0],
      force: [0, 0, 0],
      velocity: [0, -2.5, 0],
      mass: 0.02,
      layer: 1,
      edge: true,
    });
    expect(sheet.springs[4]).toEqual({ kind: 'layer', stiffness: 50, rest: 1.224744871391589, a: 0, b: 4 });
    expect(sheet.springs[5].damping).toBe(0.25);
    expect(sheet).toMatchObject({
      corners: [0, 1, 2, 3],
      centre: 0,
      dimensions: [2, 2, 2],
      damping: 0.5,
      structure: 'samm',
    });
  });

  it.each([
    ['a byte-order mark and CR LF', `\ufeff${PYRAMID.replaceAll('\n', '\r\n')}\r\n`],
    ['CR alone', PYRAMID.replaceAll('\n', '\r')],
    ['tabs and blanks', PYRAMID.replaceAll(' ', ' \t ').replaceAll('\n', ' \n\t')],
    ['empty lines and comments', `# a pyramid\n\n${PYRAMID.replaceAll('\n', '\n\n  # next\n')}\n\n# end\n`],
    ['data over several lines', PYRAMID.replace('D 2 2 2 0.5 samm', 'D 2 2 2\n0.5\nsamm\n')],
    ['other ways to write a number', PYRAMID.replace('0.02', '+2.e-2').replace('0.5 samm', '.5E0 samm')],
  ])('may have %s', (_, text) => {
    expect(readSheetFile(text)).toEqual(readSheetFile(PYRAMID));
  });

  it('states its units, or is told them', () => {
    const cgs = readSheetFile(`U cgs\nA thickness 0.05\n${PYRAMID}`);
    expect(cgs).toEqual({ ...readSheetFile(PYRAMID, { units: 'cgs' }), thickness: 0.0005 });
    expect(cgs.masses[4]).toMatchObject({ position: [0, 0.01, 0], velocity: [0, -0.025, 0], mass: 2e-5 });
    expect(cgs.springs[0]).toMatchObject({ stiffness: 0.1, rest: 0.01 });
    expect(cgs.damping).toBe(0.0005);
    expect(readSheetFile(`U si\n${PYRAMID}`, { units: 'cgs' })).toEqual(readSheetFile(PYRAMID));
  });

  it('tells of the material what its lines cannot', () => {
    const head = 'A material styrene-0.25\nA thickness 0.00025\nA size 1 2\nA layer-distance 0.125\n';
    expect(readSheetFile(head + PYRAMID)).toMatchObject({
      material: 'styrene-0.25',
      thickness: 0.00025,
      size: [1, 2],
      layerDistance: 0.125,
    });
  });

  it('has the structures that there are', () => {
    expect(SHEET_FILE_STRUCTURES).toEqual(STRUCTURE_NAMES);
  });
});

describe('a wrong sheet file names line and cause', () => {
  it.each([
    ['nothing', '', 'line 1: the file ends; expected M, a mass'],
    ['another file', '{ "id": "x" }', 'line 1: expected M, a mass, got "{"'],
    ['a polyhedron', 'V 0 0 0', 'line 1: expected M, a mass, got "V"'],
    ['a small letter', withLine(1, lines[0].toLowerCase()), 'line 1: expected M, a mass, got "m"'],
    [
      'a letter stuck to its number',
      withLine(6, 'S1 2'),
      'line 6: expected S, a spring, or K, the corners, got "S1"; put a blank after the letter',
    ],
    [
      'a missing value',
      withLine(2, 'M 0 0 0'),
      'line 2: M takes 15 values (acceleration, position, force, velocity, three numbers each, mass, layer, edge), got 3',
    ],
    [
      'a value too many',
      withLine(6, 'S x 100 1 0 1 0 0'),
      'line 6: S takes 5 to 6 values (kind, stiffness, rest length, two masses, optional damping), got 7',
    ],
    [
      'nan',
      withLine(5, lines[4].replace('-2.5', 'nan')),
      'line 5: velocity y must be a finite number, got "nan"',
    ],
    [
      'infinity',
      withLine(5, lines[4].replace('-2.5', '-1e999')),
      'line 5: velocity y must be a finite number, got "-1e999"',
    ],
    ['hexadecimals', withLine(6, 'S x 0x10 1 0 1'), 'line 6: stiffness must be a finite number, got "0x10"'],
    [
      'a decimal comma',
      withLine(6, 'S x 1,5 1 0 1'),
      'line 6: stiffness must be a finite number, with a decimal point, got "1,5"',
    ],
    ['no mass', withLine(1, lines[0].replace('0.01', '0')), 'line 1: mass must be > 0, got "0"'],
    ['a negative mass', withLine(1, lines[0].replace('0.01', '-1')), 'line 1: mass must be > 0, got "-1"'],
    [
      'a mass that vanishes',
      withLine(1, lines[0].replace('0.01', '1e-400')),
      'line 1: mass must be > 0, got "1e-400"',
    ],
    [
      'a first layer above the bottom',
      withLine(1, lines[0].replace('0 1', '1 1')),
      'line 1: layer must be a whole number from 0 to 0, got "1"',
    ],
    [
      'a layer left out',
      withLine(5, lines[4].replace('1 1', '2 1')),
      'line 5: layer must be a whole number from 0 to 1, got "2"',
    ],
    [
      'another edge',
      withLine(1, lines[0].replace(/1$/, '2')),
      'line 1: edge must be a whole number from 0 to 1, got "2"',
    ],
    [
      'an unknown kind',
      withLine(6, 'S y 100 1 0 1'),
      'line 6: kind must be one of x, z, diagonal, back-diagonal, flexion, layer, got "y"',
    ],
    ['a negative stiffness', withLine(6, 'S x -100 1 0 1'), 'line 6: stiffness must be >= 0, got "-100"'],
    ['a rest length of 0', withLine(6, 'S x 100 0 0 1'), 'line 6: rest length must be > 0, got "0"'],
    [
      'a mass that is not there',
      withLine(6, 'S x 100 1 0 5'),
      'line 6: the second mass must be a whole number from 0 to 4, got "5"',
    ],
    [
      'a mass by a broken number',
      withLine(6, 'S x 100 1 0.5 1'),
      'line 6: the first mass must be a whole number from 0 to 4, got "0.5"',
    ],
    ['a spring from a mass to itself', withLine(6, 'S x 100 1 3 3'), 'line 6: joins mass 3 to itself'],
    [
      'a mass after a spring',
      withLine(8, lines[0]),
      'line 8: expected S, a spring, or K, the corners, got "M"',
    ],
    ['no corners', withLine(14, ''), 'line 15: expected S, a spring, or K, the corners, got "*"'],
    ['corners twice', withLine(15, lines[13]), 'line 15: expected *, the end of the body, got "K"'],
    [
      'a corner on top',
      withLine(14, 'K 0 1 2 4 0'),
      'line 14: corner 4 must be of the bottom layer, mass 4 is not',
    ],
    ['one corner twice', withLine(14, 'K 0 1 2 2 0'), 'line 14: two corners are the same mass'],
    ['no end', lines.slice(0, 14).join('\n'), 'line 14: the file ends; expected *, the end of the body'],
    ['no data', lines.slice(0, 15).join('\n'), 'line 15: the file ends; expected D, the dimensions'],
    [
      'half the data',
      withLine(16, 'D 2 2'),
      'line 16: D takes 5 values (columns, layers, rows, damping, structure), got 2',
    ],
    ['text after the end', `${PYRAMID}\nM 0`, 'line 17: expected the end of the file, got "M"'],
    ['something beside the end', withLine(15, '* 3'), 'line 15: * takes 0 values (none), got 1'],
    [
      'dimensions that are not the masses’',
      withLine(16, 'D 3 2 2 0.5 samm'),
      'line 16: layer 0 must have 3 x 2 masses, the file has 4',
    ],
    [
      'too many layers',
      withLine(16, 'D 2 3 2 0.5 samm'),
      'line 16: 3 layers need at least as many masses per side, got 2 x 2',
    ],
    [
      'an absurd dimension',
      withLine(16, 'D 1000000000000 2 1000000000000 0.5 samm'),
      'line 16: layer 0 must have 1000000000000 x 1000000000000 masses, the file has 4',
    ],
    ['a negative damping', withLine(16, 'D 2 2 2 -0.5 samm'), 'line 16: damping must be >= 0, got "-0.5"'],
    [
      'an unknown structure',
      withLine(16, 'D 2 2 2 0.5 spam'),
      'line 16: structure must be one of samm, slamm, slamm2, trimm, trimm+, provot-2d, provot-3d, got "spam"',
    ],
    ['unknown units', `U inch\n${PYRAMID}`, 'line 1: units must be one of si, cgs, got "inch"'],
    ['units twice', `U si\nU si\n${PYRAMID}`, 'line 2: expected M, a mass, got "U"'],
    [
      'an unknown attribute',
      `A colour red\n${PYRAMID}`,
      'line 1: the name must be one of thickness, size, layer-distance, material, got "colour"',
    ],
    [
      'an attribute without a name',
      `A\n${PYRAMID}`,
      'line 1: A takes a name, one of thickness, size, layer-distance, material',
    ],
    [
      'an attribute twice',
      `A thickness 1\nA thickness 1\n${PYRAMID}`,
      'line 2: thickness is given a second time',
    ],
    [
      'a material that is no name',
      `A material <b>\n${PYRAMID}`,
      'line 1: material must be a name in small letters, got "<b>"',
    ],
    ['UTF-16', [...PYRAMID].join('\0'), 'line 1: is not UTF-8 text: it contains zero bytes, as UTF-16 does'],
    ['a word without end', `${'x'.repeat(1e6)}`, `line 1: expected M, a mass, got "${'x'.repeat(40)}…"`],
  ])('%s', (_, text, message) => {
    expect(failure(text)).toBe(message);
  });

  it('in its own units a mass may be too small for a double', () => {
    expect(failure(withLine(1, lines[0].replace('0.01', '5e-324')), { units: 'cgs' })).toBe(
      'line 1: mass is too small',
    );
  });

  it.each([
    [1, 'M 0 0 0  1e200 0 0  0 0 0  0 0 0  0.01 0 1', 'position x must be <= 1000000000 m, got 1e+200 m'],
    [
      2,
      'M 0 0 0  0 0 -2e9  0 0 0  0 0 0  0.01 0 1',
      'position z must be >= -1000000000 m, got -2000000000 m',
    ],
    [2, 'M 0 0 0  0 0 0  0 0 0  0 2e4 0  0.01 0 1', 'velocity y must be <= 10000 m/s, got 20000 m/s'],
    [6, 'S x 100 1e10 0 1', 'rest length must be <= 1000000000 m, got 10000000000 m'],
  ])('line %i, %s: beyond where a scene may go', (line, text, message) => {
    expect(failure(withLine(line, text))).toBe(`line ${line}: ${message}`);
  });
});

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const positive = fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true });
const upTo = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const length = fc.double({ min: Number.MIN_VALUE, max: 1e9, noNaN: true });
const notNegative = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
const triple = fc.tuple(finite, finite, finite);

const sheets: fc.Arbitrary<SheetFile> = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 2 }))
  .chain(([columns, rows, layers]) => {
    const counts = Array.from({ length: layers }, (_, l) => (columns - l) * (rows - l));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const mass = (layer: number) =>
      fc.record(
        {
          acceleration: triple,
          position: fc.tuple(upTo(1e9), upTo(1e9), upTo(1e9)),
          force: triple,
          velocity: fc.tuple(upTo(1e4), upTo(1e4), upTo(1e4)),
          mass: positive,
          layer: fc.constant(layer),
          edge: fc.boolean(),
        },
        { noNullPrototype: true },
      );
    const spring = fc
      .record(
        {
          kind: fc.constantFrom(...SHEET_FILE_SPRINGS),
          stiffness: notNegative,
          rest: length,
          a: fc.integer({ min: 0, max: total - 1 }),
          b: fc.integer({ min: 0, max: total - 2 }),
          damping: notNegative,
        },
        { noNullPrototype: true, requiredKeys: ['kind', 'stiffness', 'rest', 'a', 'b'] },
      )
      .map((s) => ({ ...s, b: s.b >= s.a ? s.b + 1 : s.b }));
    return fc.record(
      {
        masses: fc.tuple(...counts.flatMap((count, l) => Array.from({ length: count }, () => mass(l)))),
        springs: fc.array(spring, { maxLength: 12 }),
        corners: fc.constant<[number, number, number, number]>([
          0,
          columns - 1,
          (rows - 1) * columns,
          rows * columns - 1,
        ]),
        centre: fc.integer({ min: 0, max: counts[0] - 1 }),
        dimensions: fc.constant<[number, number, number]>([columns, layers, rows]),
        damping: notNegative,
        structure: fc.constantFrom(...SHEET_FILE_STRUCTURES),
        thickness: length,
        size: fc.tuple(length, length),
        layerDistance: length,
        material: fc.stringMatching(/^[a-z][a-z0-9.+-]{0,20}$/),
      },
      {
        noNullPrototype: true,
        requiredKeys: ['masses', 'springs', 'corners', 'centre', 'dimensions', 'damping', 'structure'],
      },
    );
  });

describe('written and read again', () => {
  it('a sheet is the same to the bit', () => {
    // toStrictEqual tells -0 from 0, and an absent field from an undefined one.
    fc.assert(
      fc.property(sheets, (sheet) => {
        expect(readSheetFile(writeSheetFile(sheet))).toStrictEqual(sheet);
      }),
    );
  });

  it.each([
    [
      'a number that is none',
      { damping: Number.NaN },
      RangeError,
      'damping: must be a finite number, got NaN',
    ],
    ['what could not be read', { damping: -1 }, FileError, 'damping must be >= 0, got "-1"'],
    [
      'a name that would begin a line',
      { material: 'x\nA thickness 1' },
      RangeError,
      'material: must be a name in small letters',
    ],
  ])('%s is not written', (_, change, kind, cause) => {
    const write = () => writeSheetFile({ ...readSheetFile(PYRAMID), ...change });
    expect(write).toThrow(kind);
    expect(write).toThrow(cause);
  });
});

describe('whatever the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...'UAMSKD*',
      '0',
      '1',
      '-1',
      '1e400',
      'nan',
      '\n',
      ' ',
      '\r',
      '\t',
      'x',
      'layer',
      '1,5',
      '#',
    ),
    fc.string({ maxLength: 4, unit: 'binary' }),
  );
  const mutation = fc.tuple(fc.nat(), fc.nat({ max: 30 }), fc.array(piece, { maxLength: 4 }));

  it('a reader gives a sheet that can be written, or a FileError', () => {
    const counts = { read: 0, refused: 0 };
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        let text = PYRAMID;
        for (const [from, count, pieces] of mutations) {
          const at = from % (text.length + 1);
          text = text.slice(0, at) + pieces.join('') + text.slice(at + (count % 4 ? count % 4 : count));
        }
        try {
          const sheet = readSheetFile(text);
          counts.read++;
          expect(readSheetFile(writeSheetFile(sheet))).toStrictEqual(sheet);
        } catch (error) {
          if (!(error instanceof FileError)) throw error;
          counts.refused++;
        }
      }),
      { numRuns: 3000, seed: 7 },
    );
    // Both ways out must have been taken, or the mutations are too tame or too wild to find anything.
    expect(counts.read).toBeGreaterThan(20);
    expect(counts.refused).toBeGreaterThan(1000);
  });

  it('every beginning of a file is refused', () => {
    for (let end = 0; end < PYRAMID.length - 1; end++)
      expect(() => readSheetFile(PYRAMID.slice(0, end))).toThrow(FileError);
  });
});
