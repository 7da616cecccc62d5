/** Scenes that must be refused: each with the field, the reason and the value, and nothing but `SceneError`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScene } from '../../src/scene/parse.ts';
import { SceneError } from '../../src/scene/problems.ts';
import { sceneInput } from '../unit/scene/arbitrary.ts';

const sheet = { name: 'flag', model: 'provot-sheet' };
const ball = { name: 'ball', shape: { kind: 'sphere', radius: 1 } };
const withSheet = (fields: object) => ({ format: 1, bodies: [{ ...sheet, ...fields }] });
const withBall = (fields: object) => ({ format: 1, colliders: [{ ...ball, ...fields }] });
const mesh = (vertices: unknown, triangles: unknown) =>
  withBall({ shape: { kind: 'mesh', vertices, triangles } });
const corner = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];
const keys = (...times: number[]) => times.map((time) => ({ time, offset: [0, 0, 0] }));
const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let i = 0; i < depth; i++) value = [value];
  return value;
};
const cyclic: Record<string, unknown> = { format: 1 };
cyclic.bodies = cyclic;

describe.each<[string, [unknown, string][]]>([
  [
    'numbers',
    [
      [withSheet({ material: { density: -1 } }), 'bodies[0].material.density: must be > 0, got -1'],
      [withSheet({ material: { density: 0 } }), 'bodies[0].material.density: must be > 0, got 0'],
      [
        withSheet({ material: { density: 1e-300 } }),
        'bodies[0].material.density: each of the 33 × 33 masses',
      ],
      [withSheet({ material: { thickness: 0 } }), 'bodies[0].material.thickness: must be > 0, got 0'],
      [withSheet({ material: { stretch: -5 } }), 'bodies[0].material.stretch: must be > 0, got -5'],
      [withSheet({ material: { shear: -5 } }), 'bodies[0].material.shear: must be >= 0, got -5'],
      [withSheet({ material: { damping: -1 } }), 'bodies[0].material.damping: must be >= 0, got -1'],
      [withBall({ friction: -0.1 }), 'colliders[0].friction: must be >= 0, got -0.1'],
      [withBall({ restitution: 1.1 }), 'colliders[0].restitution: must be <= 1, got 1.1'],
      [
        withBall({ friction: 0.5, staticFriction: 0.4 }),
        'colliders[0].staticFriction: must be >= friction (0.5)',
      ],
      [{ format: 1, dt: 0 }, 'dt: must be > 0, got 0'],
      [{ format: 1, dt: -1 }, 'dt: must be > 0, got -1'],
      [{ format: 1, dt: Number.NaN }, 'dt: must be a finite number, got NaN'],
      [{ format: 1, dt: Number.POSITIVE_INFINITY }, 'dt: must be a finite number, got Infinity'],
      ['{"format": 1, "dt": 1e999}', 'dt: must be a finite number, got Infinity'],
      [`{"format": 1, "dt": ${'9'.repeat(50_000)}}`, 'dt: must be a finite number, got Infinity'],
      [{ format: 1, dt: '0.1' }, 'dt: must be a number, got "0.1"'],
      [{ format: 1, dt: null }, 'dt: must be a number, got null'],
      [
        { format: 1, seconds: 1e6, dt: 1e-9 },
        'seconds: 1000000 s in frames of 1e-9 s are 1.00e+15 frames; the limit is 10000000',
      ],
      [{ format: 1, seconds: 1e300 }, 'seconds: must be <= 1000000, got 1e+300'],
      [{ format: 1, engine: { substeps: 0 } }, 'engine.substeps: must be >= 1, got 0'],
      [{ format: 1, engine: { substeps: 1e9 } }, 'engine.substeps: must be <= 100000, got 1000000000'],
      [
        { format: 1, engine: { substeps: 1.5 } },
        'engine.substeps: must be "auto", or a whole number, got 1.5',
      ],
      [{ format: 1, engine: { tolerance: 0 } }, 'engine.tolerance: must be >= 1e-14, got 0'],
      [{ format: 1, air: { factor: 0 } }, 'air.factor: must be > 0, got 0'],
      [withSheet({ position: [2e9, 0, 0] }), 'bodies[0].position[0]: must be <= 1000000000, got 2000000000'],
      [withSheet({ velocity: [0, 1e6, 0] }), 'bodies[0].velocity[1]: must be <= 10000, got 1000000'],
      [withSheet({ size: [1, 0] }), 'bodies[0].size[1]: must be > 0, got 0'],
      [withSheet({ rotation: { axis: [0, 0, 0] } }), 'bodies[0].rotation.axis: must have a length'],
      [{ format: 1, seed: -1 }, 'seed: must be >= 0, got -1'],
    ],
  ],
  [
    'counts and references',
    [
      [withSheet({ points: [1, 33] }), 'bodies[0].points[0]: must be >= 2, got 1'],
      [withSheet({ points: [1e18, 2] }), 'bodies[0].points[0]: must be <= 1000000, got 1000000000000000000'],
      [
        withSheet({ points: [1e6, 1e6] }),
        'bodies[0].points: 1000000 × 1000000 makes about 1000000000000 particles',
      ],
      [{ format: 1, bodies: [sheet, sheet] }, 'bodies[1].name: "flag" is taken by bodies[0]'],
      [{ format: 1, colliders: [ball, ball] }, 'colliders[1].name: "ball" is taken by colliders[0]'],
      [
        { format: 1, colliders: Array(1001).fill(ball) },
        'colliders: must have at most 1000 entries, got 1001',
      ],
      [
        withSheet({ pins: [{ at: [33, 0] }] }),
        'bodies[0].pins[0].at: [33, 0] is outside the grid; columns are 0 to 32',
      ],
      [withSheet({ pins: [{ at: [-1, 0] }] }), 'bodies[0].pins[0].at[0]: must be >= 0, got -1'],
      [withSheet({ pins: [{ at: 'topleft' }] }), 'did you mean "top-left"?'],
      [withSheet({ pins: [{}] }), 'bodies[0].pins[0].at: is missing'],
      [
        withSheet({ pins: [{ at: 'top', keyframes: keys(0, 1, 1) }] }),
        'bodies[0].pins[0].keyframes[2].time: must be later',
      ],
      [
        withSheet({ pins: [{ at: 'top', keyframes: keys(2, 1) }] }),
        'bodies[0].pins[0].keyframes[1].time: must be later',
      ],
      [mesh([], []), 'colliders[0].shape.vertices: must have at least 3 entries, got 0'],
      [mesh(corner, []), 'colliders[0].shape.triangles: must have at least 1 entry, got 0'],
      [mesh(corner, [[0, 1, 3]]), 'colliders[0].shape.triangles[0]: '],
      [mesh(corner, [[0, 1, -1]]), 'colliders[0].shape.triangles[0][2]: must be >= 0, got -1'],
      [mesh(corner, [[0, 1, 0.5]]), 'colliders[0].shape.triangles[0][2]: must be a whole number, got 0.5'],
      [mesh(corner, [[0, 0, 1]]), 'colliders[0].shape.triangles: none has an area'],
      [
        withBall({ shape: { kind: 'convex', vertices: corner, faces: [[0, 1, 2]] } }),
        'colliders[0].shape.faces: must have at least 4',
      ],
      [
        {
          ...withSheet({}),
          expect: { places: [{ body: 'sail', at: 'centre', min: [0, 0, 0], max: [1, 1, 1] }] },
        },
        'expect.places[0].body: there is no body named "sail"',
      ],
    ],
  ],
  [
    'keys and types',
    [
      [withSheet({ pinz: [] }), 'bodies[0].pinz: unknown key; did you mean "pins"?'],
      [
        withSheet({ density: 1 }),
        'bodies[0].density: unknown key here; it belongs at bodies[].material.density',
      ],
      [
        withBall({ shape: { kind: 'sphere', radius: 1, height: 2 } }),
        'colliders[0].shape.height: unknown key; known here: kind, radius',
      ],
      [withBall({ shape: { kind: 'spere', radius: 1 } }), 'colliders[0].shape.kind: must be one of'],
      [withBall({ shape: { radius: 1 } }), 'colliders[0].shape.kind: is missing'],
      [withBall({ shape: { kind: 'sphere' } }), 'colliders[0].shape.radius: is missing: must be a number'],
      [withSheet({ material: 'coton' }), 'got "coton"; did you mean "cotton"?'],
      [
        withSheet({ material: { densty: 1 } }),
        'bodies[0].material.densty: unknown key; did you mean "density"?',
      ],
      [
        withSheet({ model: 'provot' }),
        'bodies[0].model: must be one of "provot-sheet", "adaptive-grid", "adaptive-cloth", "layered-sheet", "membrane-sheet", "lattice-matter", "sheet-file", got "provot"',
      ],
      [withSheet({ name: 7 }), 'bodies[0].name: must be text in quotes, got 7'],
      [withSheet({ name: '' }), 'bodies[0].name: must start with a letter or digit'],
      [withSheet({ name: 'a\u001b[31m' }), 'bodies[0].name: must start with'],
      [withSheet({ name: '<img src=x>' }), 'bodies[0].name: must start with'],
      [withSheet({ name: 'x'.repeat(65) }), 'bodies[0].name: must have at most 64 characters, got 65'],
      [{ format: 1, title: 'a\u0007b' }, 'title: must not contain control characters'],
      [{ format: 1, title: 'a\u202Eb' }, 'title: must not contain control characters'],
      [{ format: 1, about: 'x'.repeat(1e6) }, 'about: must have at most 1000 characters, got 1000000'],
      [{ format: 1, id: '../../etc/passwd' }, 'id: must be lower-case letters, digits and "-"'],
      [{ format: 2 }, 'format: must be 1, got 2; this version of Pliant reads format 1 only'],
      [{}, 'format: must be 1'],
      [{ format: 1, bodies: {} }, 'bodies: must be a list, got an object'],
      [[], 'must be an object, got a list of 0'],
      [null, 'must be an object, got null'],
      ['5', 'must be an object, got 5'],
      [{ format: 1, dt: 1n }, 'dt: must be plain data'],
      [{ format: 1, dt: () => 1 }, 'dt: must be plain data, got a function'],
      [{ format: 1, bodies: new Map() }, 'bodies: must be plain data, got an object of a class'],
      [{ format: 1, bodies: new Array(1e8) }, 'bodies: more than 5000000 values'],
    ],
  ],
  [
    'hostile text and objects',
    [
      [JSON.parse('{"format": 1, "__proto__": {"polluted": 1}}'), 'the key "__proto__" is not allowed'],
      [
        '{"format": 1, "__proto__": {"polluted": 1}}',
        'line 1, column 15: the key "__proto__" is not allowed',
      ],
      ['{"format": 1, "\\u005f\\u005fproto__": {}}', 'the key "__proto__" is not allowed'],
      ['{"format": 1, "constructor": {"prototype": {}}}', 'the key "constructor" is not allowed'],
      [{ format: 1, air: { prototype: 1 } }, 'air: the key "prototype" is not allowed'],
      ['['.repeat(100_000), 'nested more than 24 deep'],
      [`[${'1,'.repeat(6_000_000)}1]`, 'more than 5000000 values'],
      [{ format: 1, bodies: nested(100_000) }, 'nested more than 24 deep'],
      [cyclic, 'nested more than 24 deep'],
      ['{"format": 1} {"format": 1}', 'line 1, column 15: text after the end'],
      ['{\n"format": 1,\n"dt": 0,1\n}', 'line 3, column 9'],
      ['{\n"format": 1,\n"dt": nan\n}', 'line 3, column 7'],
      ['\uFFFD\uFFFD{\u0000"\u0000', 'save the file as UTF-8'],
      ['', 'the file is empty'],
      ['{"format": 1, "dt": ', 'line 1, column 21: expected a value, got the end of the text'],
    ],
  ],
])('%s', (_, rows) => {
  it.each(rows.map(([input, words]) => [words, input] as const))('%s', (words, input) => {
    const error = refusal(input);
    expect(error.message).toContain(words);
    expect(error.message).toMatch(/^a\.json: /);
    expect(error.message).not.toMatch(/[\p{Cc}](?<!\n)/u);
    expect(error.message.length).toBeLessThan(5000);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('many problems', () => {
  it('are all named, one a line', () => {
    const { problems, message } = refusal({ format: 1, dt: -1, seed: 0.5, gravty: [0, 0, 0] });
    expect(problems.map(({ path }) => path)).toEqual(['dt', 'seed', 'gravty']);
    expect(message.split('\n')).toHaveLength(3);
  });

  it('are cut off in the message, not in the list', () => {
    const { problems, message } = refusal(mesh(corner, Array(1000).fill([0, 1, -1])));
    expect(problems).toHaveLength(1000);
    expect(message.split('\n').at(-1)).toBe('… and 980 more problems');
  });
});

/** A place in a scene, and what to put there. */
const mutation = fc.tuple(
  fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
  fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY, -0, 1e308, '', 1n),
  ),
);

describe('random damage', () => {
  it('is accepted or refused with SceneError, never anything else', () => {
    fc.assert(
      fc.property(sceneInput, fc.array(mutation, { minLength: 1, maxLength: 3 }), (input, mutations) => {
        const damaged = structuredClone(input) as unknown;
        for (const [way, value] of mutations) damage(damaged, way, value);
        expectSceneErrorOnly(damaged);
      }),
      { numRuns: 500 },
    );
  });

  it('of text too', () => {
    const change = fc.tuple(fc.nat(), fc.nat(30), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(sceneInput, change, (input, [at, removed, inserted]) => {
        const text = JSON.stringify(input, null, 1);
        const cut = at % text.length;
        expectSceneErrorOnly(text.slice(0, cut) + inserted + text.slice(cut + removed));
      }),
      { numRuns: 500 },
    );
  });

  it('of any value at all', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), expectSceneErrorOnly),
    );
  });
});

/** Follows the way, each number choosing a key, and puts the value at its end. */
function damage(root: unknown, way: readonly number[], value: unknown): void {
  let at = root;
  for (const [i, choice] of way.entries()) {
    if (typeof at !== 'object' || at === null) return;
    const names = Object.keys(at);
    const name = names[choice % (names.length + 1)] ?? 'extra';
    if (i === way.length - 1) (at as Record<string, unknown>)[name] = value;
    else at = (at as Record<string, unknown>)[name];
  }
}

function expectSceneErrorOnly(input: unknown): void {
  try {
    parseScene(input);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
  }
}

function refusal(input: unknown): SceneError {
  try {
    parseScene(input, 'a.json');
  } catch (error) {
    if (error instanceof SceneError) return error;
    throw error;
  }
  throw new Error('the scene was accepted');
}
