/** STL files, binary and text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../../formats/lines.ts';
import { readStl, StlError } from '../../../formats/stl.ts';
import { closedMesh } from '../../../src/surfaces/closed-mesh.ts';

/** A tetrahedron with corners at the origin and on the axes: its volume is 1/6. */
const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

const places = FACES.map((v) => CORNERS.slice(3 * v, 3 * v + 3));

function text(change: (lines: string[]) => string[] = (lines) => lines): Uint8Array {
  const lines = ['solid a tetrahedron'];
  for (let t = 0; t < 4; t++) {
    lines.push('  facet normal 0 0 1', '    outer loop');
    for (let k = 0; k < 3; k++) lines.push(`      vertex ${places[3 * t + k].join(' ')}`);
    lines.push('    endloop', '  endfacet');
  }
  lines.push('endsolid a tetrahedron');
  return new TextEncoder().encode(`${change(lines).join('\n')}\n`);
}

function binary(head = 'made by a test'): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * 4);
  bytes.set(new TextEncoder().encode(head));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, 4, true);
  places.flat().forEach((x, i) => {
    view.setFloat32(84 + 50 * Math.floor(i / 9) + 12 + 4 * (i % 9), x, true);
  });
  return bytes;
}

describe('an STL file', () => {
  it.each([
    ['text', text()],
    ['text in capitals, with other line ends', text((lines) => [lines.join('\r\n').toUpperCase()])],
    ['binary', binary()],
    ['binary that begins as text does', binary('solid by a program that knows no better')],
    ['binary within a larger buffer', new Uint8Array([9, 9, 9, ...binary()]).subarray(3)],
  ])('of %s is a mesh with shared vertices', (_, bytes) => {
    const mesh = readStl(bytes);
    expect([...mesh.positions].length).toBe(12);
    expect(closedMesh(mesh.positions, mesh.triangles).volume).toBeCloseTo(1 / 6, 12);
  });

  it.each([
    [text((lines) => lines.slice(0, -3)), 'line 27: the file ends where endloop was expected'],
    [text((lines) => lines.filter((_, i) => i !== 5)), 'line 6: expected vertex, got "endloop"'],
    [
      text((lines) => lines.map((l) => l.replace('1 0 0', '1 nan 0'))),
      'y must be a finite number, got "nan"',
    ],
    [text((lines) => lines.map((l) => l.replace('1 0 0', '1 0'))), 'vertex takes 3 values (x, y, z), got 2'],
    [text((lines) => lines.map((l) => l.replace('1 0 0', '1e30 0 0'))), 'x must be <= 1000000000'],
    [text((lines) => [lines[0], 'endsolid']), 'line 2: the file ends without a facet'],
  ])('of bad text is refused at its line (%#)', (bytes, message) => {
    expect(() => readStl(bytes)).toThrow(FileError);
    expect(() => readStl(bytes)).toThrow(message);
  });

  it.each([
    [new Uint8Array(10), 'is not an STL file: it has 10 bytes, and the header alone has 84'],
    [new Uint8Array(84), 'has no triangles'],
    [binary().subarray(0, 200), 'ends early: 4 triangles need 284 bytes, got 200'],
    [binary().map((x, i) => (i >= 96 && i < 100 ? 255 : x)), 'triangle 0: a corner is at NaN'],
    [binary().map((x, i) => (i >= 80 && i < 84 ? 255 : x)), 'ends early: 4294967295 triangles'],
  ])('of bad bytes is refused (%#)', (bytes, message) => {
    expect(() => readStl(bytes)).toThrow(StlError);
    expect(() => readStl(bytes)).toThrow(message);
  });

  it('of any bytes is a mesh or refused', () => {
    const whole = [binary(), text()];
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.nat(400),
        fc.nat(255),
        fc.nat(400),
        (bytes, at, byte, end) => {
          const spoilt = bytes.slice(0, Math.max(1, bytes.length - end));
          spoilt[at % spoilt.length] = byte;
          try {
            const { positions, triangles } = readStl(spoilt);
            expect(positions.every(Number.isFinite)).toBe(true);
            expect(triangles.every((v) => v >= 0 && 3 * v < positions.length)).toBe(true);
          } catch (error) {
            expect(error instanceof FileError || error instanceof StlError).toBe(true);
          }
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});
