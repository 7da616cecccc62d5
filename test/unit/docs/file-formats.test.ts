/** The examples of docs/file-formats.md are files that are read. */
import { readFileSync } from 'node:fs';
import { createShape, polyhedraShapes } from 'pliant/engine';
import { readPolyhedra, readSheetFile } from 'pliant/formats';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../../docs/file-formats.md', import.meta.url), 'utf8');
const example = (language: string) => page.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))![1];

describe('docs/file-formats.md', () => {
  it('has a sheet', () => {
    const sheet = readSheetFile(example('sht'));
    expect(sheet).toMatchObject({ thickness: 0.0005, structure: 'samm', dimensions: [2, 2, 2] });
    for (const { a, b, rest } of sheet.springs) {
      const [p, q] = [sheet.masses[a].position, sheet.masses[b].position];
      expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])).toBeCloseTo(rest, 15); // it is at rest
    }
  });

  it('has a heater', () => {
    const file = readPolyhedra(example('pol'));
    expect(file.polyhedra[0].vertices).toHaveLength(6);
    expect(file.polyhedra[0].faces.map(({ hot }) => hot)).toEqual([...Array(4).fill(undefined), 453.15]);
    const [shape] = polyhedraShapes(file);
    expect(shape.kind).toBe('convex');
    expect(createShape(shape).distance(0.03, 0.005, 0.02, new Float64Array(3))).toBeLessThan(0);
  });
});
