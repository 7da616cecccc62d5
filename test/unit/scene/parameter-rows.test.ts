/** The parameter table: complete, and the only source of the schema and the reference page. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { materialPresets } from '../../../src/materials/presets.ts';
import { sceneFields, sceneJsonSchema, sceneParameters } from '../../../src/scene/parameter-rows.ts';
import { parseScene } from '../../../src/scene/parse.ts';
import { sceneReference } from '../../../tools/scene-reference.mjs';

describe('the table', () => {
  it.each(
    sceneParameters().map((row) => [`${row.path} ${row.variant ?? ''}`, row] as const),
  )('%s says what it means', (_, row) => {
    expect(row.help).toMatch(/\.$/);
    expect(row.group).not.toBe('');
    const isQuantity = row.type === 'number' && row.choices.length === 0 && row.path !== 'format';
    if (isQuantity && !row.path.endsWith('axis')) expect(row.unit).not.toBe('');
  });

  it('holds every default inside its own range', () => {
    for (const { path, default: value, min, max, above } of sceneParameters()) {
      for (const number of [value].flat().filter((v) => typeof v === 'number')) {
        expect(number, path).toBeGreaterThanOrEqual(min ?? Number.NEGATIVE_INFINITY);
        expect(number, path).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY);
        expect(number, path).toBeGreaterThan(above ?? Number.NEGATIVE_INFINITY);
      }
    }
  });

  it.each([
    'provot-sheet',
    'adaptive-grid',
    'adaptive-cloth',
    'membrane-sheet',
  ])('gives the defaults that parseScene fills in for a %s', (model) => {
    const engine = { name: model === 'adaptive-cloth' ? 'sdirk2' : 'rk4' };
    const scene = parseScene({ format: 1, engine, bodies: [{ name: 'a', model }] });
    const body = scene.bodies[0] as unknown as Record<string, unknown>;
    for (const row of sceneParameters().filter((p) => /^bodies\[\]\.\w+$/.test(p.path))) {
      if (row.variant !== model) continue;
      if (row.required || row.path === 'bodies[].material') continue;
      expect(body[row.path.slice('bodies[].'.length)], row.path).toEqual(row.default);
    }
  });
});

describe('the JSON Schema', () => {
  it('keeps ranges, units and help', () => {
    const properties = sceneJsonSchema().properties ?? {};
    expect(properties.dt).toMatchObject({ type: 'number', exclusiveMinimum: 0, unit: 's', default: 1 / 60 });
    expect(properties.dt.description).toContain('frame');
    expect(sceneJsonSchema()).toMatchObject({ additionalProperties: false, required: ['format'] });
  });
});

describe('the reference page', () => {
  it('is up to date; node tools/write-schema.mjs --docs rewrites it', () => {
    const page = readFileSync(new URL('../../../docs/scene-format.md', import.meta.url), 'utf8');
    expect(page).toContain(`\n\n${sceneReference(sceneFields(), materialPresets)}\n\n`);
  });
});

describe('material presets', () => {
  it.each(Object.keys(materialPresets))('%s is a material that a scene accepts', (material) => {
    expect(() =>
      parseScene({ format: 1, bodies: [{ name: 'a', model: 'provot-sheet', material }] }),
    ).not.toThrow();
  });
});
