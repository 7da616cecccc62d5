/** Defaults of a scene that depend on its bodies. */
import { applySettings, parseScene } from 'pliant';
import { withValue } from 'pliant/engine';
import { describe, expect, it } from 'vitest';

const cloth = { name: 'cloth', model: 'adaptive-cloth' };
const sheet = { name: 'sheet', model: 'provot-sheet' };
const solid = { name: 'solid', model: 'lattice-matter' };

/** Engine and self-contact of a scene with some bodies. */
function chosen(bodies: object[], more: object = {}): [string, boolean | undefined] {
  const { engine, contact } = parseScene({ format: 1, id: 'defaults', bodies, ...more });
  return [engine.name, contact.self];
}

describe('a scene without engine and self-contact', () => {
  it.each([
    ['cloth', [cloth], 'implicit-euler', true],
    ['cloth and matter', [cloth, solid], 'implicit-euler', true],
    ['a sheet', [sheet], 'euler-cromer', false],
    ['matter', [solid], 'euler-cromer', false],
    ['cloth and a sheet', [cloth, sheet], 'euler-cromer', false],
    ['nothing', [], 'euler-cromer', false],
  ] as const)('of %s has those that suit its bodies', (_, bodies, engine, self) => {
    const objects = { objects: [{ shape: { kind: 'box', size: [0.1, 0.1, 0.1] } }] };
    const all = bodies.map((body) => (body === solid ? { ...body, ...objects } : body));
    expect(chosen(all)).toEqual([engine, self]);
  });
});

describe('a scene that states them', () => {
  it('keeps its engine, which decides about self-contact', () => {
    expect(chosen([cloth], { engine: { name: 'verlet' } })).toEqual(['verlet', false]);
    expect(chosen([cloth], { engine: { name: 'sdirk2' } })).toEqual(['sdirk2', true]);
  });

  it('keeps its self-contact', () => {
    expect(chosen([cloth], { contact: { self: false } })).toEqual(['implicit-euler', false]);
    expect(chosen([sheet], { contact: { self: true } })).toEqual(['euler-cromer', true]);
  });

  it('keeps other fields of both', () => {
    const scene = parseScene({
      format: 1,
      id: 'defaults',
      bodies: [cloth],
      engine: { tolerance: 0.05 },
      contact: { friction: 0.7 },
    });
    expect(scene.engine).toMatchObject({ name: 'implicit-euler', tolerance: 0.05 });
    expect(scene.contact).toMatchObject({ self: true, friction: 0.7 });
  });
});

it('refuses what is none of both by its path', () => {
  expect(() => parseScene({ format: 1, id: 'defaults', contact: { self: null } })).toThrow(/contact\.self/);
  expect(() => parseScene({ format: 1, id: 'defaults', engine: 3 })).toThrow(/engine/);
});

describe('a scene that is changed', () => {
  const scene = parseScene({ format: 1, id: 'defaults' });
  const draped = parseScene({ format: 1, id: 'defaults', bodies: [cloth] });

  it('gets the engine of a cloth that is added, and of a sheet in its place', () => {
    const withCloth = parseScene(withValue(scene, 'bodies[0]', cloth));
    expect([withCloth.engine.name, withCloth.contact.self]).toEqual(['implicit-euler', true]);
    const withSheet = parseScene(withValue(withCloth, 'bodies[0]', sheet));
    expect([withSheet.engine.name, withSheet.contact.self]).toEqual(['euler-cromer', false]);
  });

  it('keeps an engine and self-contact that are not the defaults', () => {
    const chosenEngine = parseScene({ ...scene, engine: { name: 'rk4' }, contact: { self: true } });
    const changed = parseScene(withValue(chosenEngine, 'bodies[0]', cloth));
    expect([changed.engine.name, changed.contact.self]).toEqual(['rk4', true]);
  });

  it('follows an engine that is set', () => {
    expect(applySettings(draped, ['engine.name=rk4']).contact.self).toBe(false);
    expect(applySettings(draped, ['engine.name=rk4', 'contact.self=true']).contact.self).toBe(true);
    expect(applySettings(draped, ['contact.self=false']).contact.self).toBe(false);
  });
});
