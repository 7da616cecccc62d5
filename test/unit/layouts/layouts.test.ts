/** Tables of records, from which TypeScript and the kernels have their offsets. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { constantsOf, fileOf, type Layout, placeFields } from '../../../src/layouts/layout.ts';

const folder = fileURLToPath(new URL('../../../src/layouts/', import.meta.url));
const tables = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'layout.ts');
const layouts: { table: string; name: string; layout: Layout }[] = [];
for (const table of tables) {
  const file: Record<string, Layout> = await import(`../../../src/layouts/${table}`);
  for (const [name, layout] of Object.entries(file)) layouts.push({ table, name, layout });
}

describe.each(layouts)('the layout $name', ({ table, name, layout }) => {
  it('is what the generated constants say: else run tools/write-layouts.mjs', () => {
    const text = readFileSync(`${folder}generated/${fileOf(name)}`, 'utf8');
    expect(text).toBe(constantsOf(table, layout));
  });

  it('has aligned fields one after another, and a size that keeps the next record aligned', () => {
    let end = 0;
    const fields = placeFields(layout);
    for (const { name: field, at, bytes, alignment } of fields) {
      expect(at, field).toBe(end);
      expect(at % alignment, field).toBe(0);
      expect(bytes, field).toBeGreaterThan(0);
      end = at + bytes;
    }
    expect(end % Math.max(...fields.map(({ alignment }) => alignment))).toBe(0);
  });

  it('counts elements only if all fields have one size', () => {
    const sizes = new Set(placeFields(layout).map(({ alignment }) => alignment));
    if (layout.counts === 'elements') expect(sizes.size).toBe(1);
  });
});

describe('all layouts', () => {
  it('have names of their own and no other file beside them', () => {
    const files = layouts.map(({ name }) => fileOf(name)).sort();
    expect(new Set(files).size).toBe(files.length);
    expect(readdirSync(`${folder}generated`).sort()).toEqual(files);
  });
});
