/** Settings by path, as `--set` takes them. */
import { describe, expect, it } from 'vitest';
import { resolveMaterial } from '../../../src/materials/presets.ts';
import { findModel } from '../../../src/models/index.ts';
import { sceneParameters } from '../../../src/scene/parameter-rows.ts';
import { parseScene } from '../../../src/scene/parse.ts';
import { applySettings, presetNumbers, setParameter, withValue } from '../../../src/scene/settings.ts';

const scene = parseScene({
  format: 1,
  contact: { self: true },
  bodies: [
    { name: 'flag', model: 'provot-sheet', pins: [{ at: 'top' }] },
    { name: 'hem', model: 'provot-sheet', points: [2, 2] },
  ],
  seams: [{ a: { body: 'flag', at: 'bottom-left' }, b: { body: 'hem', at: 'top-left' } }],
  colliders: [{ name: 'big ball', shape: { kind: 'sphere', radius: 1 } }],
  rigidBodies: [{ name: 'crate', shape: { kind: 'box', size: [1, 1, 1] } }],
  heat: { heaters: [{ name: 'panel', shape: { kind: 'disc', radius: 1 } }] },
});

/** The flag, with its type. */
function flagOf({ bodies: [body] }: typeof scene) {
  if (body.model !== 'provot-sheet') throw new Error(`the flag became a ${body.model}`);
  return body;
}

describe('settings that fit', () => {
  it.each([
    ['bodies[0].material.density=0.2', (s: typeof scene) => resolveMaterial(flagOf(s).material).density, 0.2],
    ['bodies.0.size=[2, 3]', (s: typeof scene) => flagOf(s).size, [2, 3]],
    ['flag.points=73', (s: typeof scene) => flagOf(s).points, [73, 73]],
    ['flag.points[1] = 9', (s: typeof scene) => flagOf(s).points, [33, 9]],
    ['big ball.shape.radius=0.5', (s: typeof scene) => s.colliders[0].shape, { kind: 'sphere', radius: 0.5 }],
    ['crate.spin[1]=3', (s: typeof scene) => s.rigidBodies[0].spin, [0, 3, 0]],
    ['gravity[1]=-1.62', (s: typeof scene) => s.gravity, [0, -1.62, 0]],
    ['gravity=0', (s: typeof scene) => s.gravity, [0, 0, 0]],
    ['engine.substeps=auto', (s: typeof scene) => s.engine.substeps, 'auto'],
    ['engine.substeps=12', (s: typeof scene) => s.engine.substeps, 12],
    ['engine.name=rk4', (s: typeof scene) => s.engine.name, 'rk4'],
    ['title=73', (s: typeof scene) => s.title, '73'],
    ['expect.finite=false', (s: typeof scene) => s.expect.finite, false],
    ['flag.pins=[]', (s: typeof scene) => flagOf(s).pins, []],
    ['flag.pins[0].at=[3, 4]', (s: typeof scene) => flagOf(s).pins[0].at, [3, 4]],
    ['flag.material=denim', (s: typeof scene) => flagOf(s).material, 'denim'],
    ['heat.heaters[0].temperature=900', (s: typeof scene) => s.heat.heaters[0].temperature, 900],
    ['heat.mode=thesis', (s: typeof scene) => s.heat.mode, 'thesis'],
    ['big ball.staticFriction=0.9', (s: typeof scene) => s.colliders[0].staticFriction, 0.9],
  ])('%s', (setting, read, value) => {
    expect(read(applySettings(scene, [setting]))).toEqual(value);
  });

  it('keep the other values of a preset', () => {
    const changed = applySettings(scene, ['flag.material=denim', 'flag.material.stretch=100']);
    expect(flagOf(changed).material).toEqual({ ...resolveMaterial('denim'), stretch: 100 });
  });

  it('leave the scene they were given alone', () => {
    const before = JSON.stringify(scene);
    setParameter(scene, 'gravity[1]', '0');
    expect(JSON.stringify(scene)).toBe(before);
  });

  it('are checked together: each may need the next', () => {
    const changed = applySettings(scene, ['flag.pins[0].at=[40, 40]', 'flag.points=41']);
    expect(flagOf(changed).pins[0].at).toEqual([40, 40]);
  });
});

describe('settings that do not fit', () => {
  it.each([
    ['flag', 'expected path=value'],
    ['=3', 'expected path=value'],
    ['bodies[0].material.densty=1', 'did you mean bodies[0].material.density?'],
    ['flag.density=1', 'did you mean bodies[0].material.density?'],
    ['winds=1', 'did you mean air.wind?'],
    ['engine=rk4', 'is a group; set one of engine.name, engine.substeps, engine.tolerance'],
    ['bodies[2].size=1', 'bodies[2] does not exist here'],
    ['big ball.shape.height=1', 'unknown path; known there: kind, radius'],
    ['gravity[3]=1', 'unknown path'],
    ['bodies[-1].size=1', 'not a path'],
    ['bodies[0]..size=1', 'not a path'],
    ['dt=fast', 'must be a number, got "fast"'],
    ['dt="1"', 'must be a number'],
    ['dt=-1', 'dt: must be > 0, got -1'],
    ['gravity=[1,2', 'must be a list of 3 numbers'],
    ['gravity=[1,2]', 'must have at least 3 entries, got 2'],
    ['engine.name=rk5', 'did you mean "rk4"?'],
    ['expect.finite=maybe', 'must be true or false'],
    ['__proto__.x=1', 'unknown path; there is no __proto__; known there: $schema, format,'],
    ['constructor.prototype.x=1', 'unknown path'],
    ['bodies[0].__proto__.x=1', 'unknown path; there is no bodies[0].__proto__; known there: name,'],
    ['gravity.foo.bar=1', 'unknown path; there is no gravity.foo'],
  ])('%s: %s', (setting, words) => {
    expect(() => applySettings(scene, [setting], '--set')).toThrow(
      expect.objectContaining({ name: 'SceneError', message: expect.stringContaining(words) }),
    );
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('name the option they came from', () => {
    expect(() => applySettings(scene, ['dt=0'], '--set')).toThrow('--set: dt: must be > 0, got 0');
  });
});

describe('values by their path', () => {
  const changed = (path: string, value?: unknown) => parseScene(withValue(scene, path, value));

  it('are numbers, lists, whole objects and entries', () => {
    expect(changed('gravity[1]', -1.62).gravity).toEqual([0, -1.62, 0]);
    expect(changed('contact.stick', { temperature: 0 }).contact.stick).toEqual({
      temperature: 0,
      strength: 1e4,
    });
    const box = { kind: 'box', size: [1, 2, 3] };
    expect(changed('big ball.shape', box).colliders[0].shape).toEqual(box);
    const floor = { name: 'floor', shape: { kind: 'plane' } };
    expect(changed('colliders[1]', floor).colliders.map(({ name }) => name)).toEqual(['big ball', 'floor']);
  });

  it('taken out leave the default, or nothing', () => {
    expect(parseScene(withValue(changed('dt', 0.1), 'dt', undefined)).dt).toBe(1 / 60);
    expect(changed('colliders[0]').colliders).toEqual([]);
    expect(changed('flag.pins[0]').bodies).toMatchObject([{ pins: [] }, { pins: [] }]);
  });

  it('keep the other numbers of a preset', () => {
    const denim = withValue(scene, 'flag.material', 'denim');
    const softer = parseScene(withValue(denim, 'flag.material.stretch', 100));
    expect(flagOf(softer).material).toEqual({ ...presetNumbers('provot-sheet', 'denim'), stretch: 100 });
  });

  it('share what they do not change, and leave the scene alone', () => {
    const before = JSON.stringify(scene);
    const next = withValue(scene, 'flag.material.density', 1);
    expect(next.bodies[1]).toBe(scene.bodies[1]);
    expect(JSON.stringify(scene)).toBe(before);
  });

  it.each([
    ['', 'names nothing'],
    ['colliders[2]', 'colliders[2] does not exist here'],
    ['dt[0]', 'dt does not exist here'],
    ['gravty', 'did you mean gravity?'],
    ['big ball.shape.height', 'known there: kind, radius'],
    ['__proto__', 'unknown path'],
    ['bodies[0].constructor.x', 'unknown path'],
  ])('%s is refused: %s', (path, words) => {
    expect(() => withValue(scene, path, {})).toThrow(words);
  });
});

it('every number of the table can be set by its path', () => {
  const formed = parseScene({
    format: 1,
    bodies: [{ name: 'a', model: 'membrane-sheet', cooling: { start: 1 } }],
  });
  const layered = parseScene({
    format: 1,
    bodies: [
      {
        name: 'a',
        model: 'layered-sheet',
        stiffness: { kind: 'rigidity' },
        viscoelastic: { model: 'four-element', retardation: 1 },
        pins: [{ at: 'left' }],
      },
    ],
  });
  const adaptive = parseScene({ format: 1, bodies: [{ name: 'a', model: 'adaptive-grid' }] });
  const cloth = parseScene({
    format: 1,
    engine: { name: 'sdirk2' },
    bodies: [
      {
        name: 'a',
        model: 'adaptive-cloth',
        mesh: {
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
          triangles: [[0, 1, 2]],
        },
        paint: { stretch: { by: 'u', from: 0.5 }, bend: { by: 'u' }, pin: { by: 'v' } },
        seams: [{ from: [0, 1], to: [0, 2] }],
        pins: [{ at: { near: [0, 0, 0] } }],
      },
    ],
  });
  const matter = parseScene({
    format: 1,
    bodies: [
      {
        name: 'a',
        model: 'lattice-matter',
        objects: [
          {
            shape: { kind: 'sphere', radius: 0.1 },
            material: {
              heat: { conductivity: 1 },
              freezing: { rate: 1, temperature: 300 },
              melting: { rate: 1, temperature: 300 },
            },
          },
        ],
      },
    ],
  });
  const die = parseScene({
    format: 1,
    bodies: [{ name: 'a', model: 'lattice-matter', objects: [{ shape: { kind: 'mesh', mesh: 'die' } }] }],
  });
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const moving = parseScene({
    format: 1,
    contact: { edges: true },
    colliders: [
      {
        name: 'a',
        shape: {
          kind: 'mesh',
          vertices: [corners.slice(0, 3), corners.slice(3, 6), corners.slice(6)],
          triangles: [[0, 1, 2]],
          motion: { times: [0, 1], places: [corners, corners] },
        },
      },
    ],
    bodies: [{ name: 'a', model: 'provot-sheet' }],
  });
  const starts: Record<string, typeof scene> = {
    'lattice-matter': matter,
    'adaptive-cloth': cloth,
    'adaptive-grid': adaptive,
    'membrane-sheet': formed,
    'layered-sheet': layered,
    mesh: die,
    rigidity: layered,
    'four-element': layered,
    'sheet-file': layered, // the same rows
  };
  const startFor = (variant = '') => {
    if (starts[variant] || !findModel(variant)) return starts[variant] ?? scene;
    return parseScene({ format: 1, bodies: [{ name: 'a', model: variant }] });
  };
  const rows = sceneParameters().filter((p) => p.type === 'number' && p.default !== undefined);
  const known = rows.filter((p) => !/keyframes|places/.test(p.path)); // entries of lists that are empty here
  for (const { path, variant, default: value } of known) {
    const at = path.replaceAll('[]', '[0]');
    // What sticks must be told its temperature at the same time, and a rise of energy its bound.
    const needs = at.includes('stick') ? 'temperature=400' : at.includes('energyRise') ? 'max=1' : undefined;
    const first = needs ? [at.replace(/\w+$/, needs)] : [];
    const start = at.includes('motion') ? moving : startFor(variant);
    expect(() => applySettings(start, [...first, `${at}=${JSON.stringify(value)}`]), path).not.toThrow();
  }
});

it('a preset becomes the material of its model', () => {
  const card = parseScene({
    format: 1,
    bodies: [{ name: 'card', model: 'layered-sheet', material: 'card' }],
  });
  const changed = applySettings(card, ['card.material.rigidity=0.5']);
  expect(changed.bodies[0]).toMatchObject({ material: { rigidity: 0.5 } });
});

it('a path leads to the parameter of the model that the body is', () => {
  const formed = parseScene({ format: 1, bodies: [{ name: 'part', model: 'membrane-sheet' }] });
  const changed = applySettings(formed, ['part.material.thickness=0.002', 'part.material.shearModulus=1e5']);
  expect((changed.bodies[0] as { material?: unknown }).material).toMatchObject({
    thickness: 0.002,
    shearModulus: 1e5,
  });
  expect(() => applySettings(formed, ['part.material.stretch=3'])).toThrow(/unknown path/);
  expect(() => applySettings(scene, ['flag.material.shearModulus=3'])).toThrow(/unknown path/);
});
