/** The door for scenes: defaults, types of input, and the round trip through JSON. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sceneWarnings } from '../../../src/scene/check.ts';
import { defineScene } from '../../../src/scene/parameters.ts';
import { parseScene } from '../../../src/scene/parse.ts';
import { nearest } from '../../../src/scene/problems.ts';
import { sceneInput } from './arbitrary.ts';

describe('parseScene', () => {
  it('fills in every default', () => {
    const scene = parseScene('{"format": 1}');
    expect(scene).toMatchObject({ dt: 1 / 60, gravity: [0, -9.80665, 0], bodies: [], colliders: [] });
    expect(scene.engine).toEqual({ name: 'euler-cromer', substeps: 'auto' });
  });

  it('reads text and objects alike', () => {
    fc.assert(
      fc.property(sceneInput, (input) => {
        expect(parseScene(JSON.stringify(input))).toEqual(parseScene(input));
      }),
    );
  });

  it('gives a scene that reads as itself: parse, write, parse', () => {
    fc.assert(
      fc.property(sceneInput, (input) => {
        const scene = parseScene(input);
        expect(parseScene(JSON.stringify(scene))).toEqual(scene);
      }),
    );
  });

  it('keeps what was given', () => {
    fc.assert(
      fc.property(sceneInput, (input) => {
        const { colliders, ...rest } = JSON.parse(JSON.stringify(input));
        expect(parseScene(input)).toMatchObject(rest);
      }),
    );
  });

  it('does not share objects with its input', () => {
    const input = defineScene({ format: 1, gravity: [0, -1, 0] });
    const scene = parseScene(input);
    scene.gravity[1] = 5;
    expect(input.gravity).toEqual([0, -1, 0]);
  });

  it('takes undefined for a field that was left out', () => {
    expect(parseScene({ format: 1, dt: undefined }).dt).toBe(1 / 60);
  });

  it('gives keyframes the pose of their collider where they leave it out', () => {
    const position: [number, number, number] = [1, 2, 3];
    const keyframes = [{ time: 0 }, { time: 1, position: [4, 5, 6] }];
    const ball = { name: 'ball', shape: { kind: 'sphere', radius: 1 }, position, keyframes };
    const [{ keyframes: posed }] = parseScene({ format: 1, colliders: [ball] }).colliders;
    expect(posed.map((key) => key.position)).toEqual([position, [4, 5, 6]]);
    expect(posed[1].rotation).toEqual({ axis: [0, 1, 0], angle: 0 });
  });
});

describe('sceneWarnings', () => {
  it('says nothing about a plain scene', () => {
    expect(sceneWarnings(parseScene({ format: 1, bodies: [{ name: 'a', model: 'provot-sheet' }] }))).toEqual(
      [],
    );
  });

  it('tells of coordinates that cost precision, flexion that replaces stretch, and triangles left out', () => {
    const scene = parseScene({
      format: 1,
      bodies: [
        { name: 'a', model: 'provot-sheet', position: [2e6, 0, 0], material: { stretch: 10, bend: 10 } },
      ],
      colliders: [
        {
          name: 'm',
          shape: {
            kind: 'mesh',
            vertices: [
              [0, 0, 0],
              [1, 0, 0],
              [0, 1, 0],
            ],
            triangles: [
              [0, 1, 2],
              [0, 1, 1],
            ],
          },
        },
      ],
    });
    const paths = sceneWarnings(scene).map(({ path }) => path);
    expect(paths).toEqual(['bodies[0].position', 'colliders[0].shape.triangles', 'bodies[0].material.bend']);
  });
});

describe('nearest', () => {
  it.each([
    ['pinz', 'pins'],
    ['heigth', 'height'],
    ['STRETCH', 'stretch'],
    ['elongationlimt', 'elongationLimit'],
    ['xyz', undefined],
    ['x'.repeat(100_000), undefined],
  ])('%.20s → %s', (word, expected) => {
    expect(nearest(word, ['pins', 'height', 'stretch', 'elongationLimit', 'points'])).toBe(expected);
  });
});
