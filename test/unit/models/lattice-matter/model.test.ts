/** Lattice matter in scene files: what is refused, what is built, and that meshes stop it. */
import { describe, expect, it } from 'vitest';
import type { LatticeMatter } from '../../../../src/engine.ts';
import { buildScene, parseScene, run, type SceneInput } from '../../../../src/index.ts';

function scene(body: object, more: Partial<SceneInput> = {}): unknown {
  return {
    format: 1,
    air: { density: 0 },
    engine: { name: 'euler-cromer' },
    bodies: [
      {
        name: 'block',
        model: 'lattice-matter',
        objects: [{ shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 0.3, 0] }],
        ...body,
      },
    ],
    ...more,
  };
}

describe('refused', () => {
  it.each([
    ['bodies[0].spacing', { spacing: 0 }],
    ['bodies[0].spacing', { spacing: 1e-5 }],
    ['bodies[0].objects', { objects: [] }],
    ['bodies[0].objects[0].shape.radius', { objects: [{ shape: { kind: 'sphere', radius: -1 } }] }],
    [
      'bodies[0].objects[0].rotation.axis',
      {
        plane: true,
        objects: [{ shape: { kind: 'sphere', radius: 1 }, rotation: { axis: [1, 0, 0], angle: 5 } }],
      },
    ],
    ...(
      [
        ['velocity', { velocity: [0, 0, 1] }],
        ['spin', { spin: [1, 0, 0] }],
        [
          'shape.points[1]',
          {
            shape: {
              kind: 'points',
              points: [
                [0, 0, 0],
                [0.05, 0, 0.1],
              ],
            },
          },
        ],
      ] as const
    ).map(([field, object]): [string, object] => [
      `bodies[0].objects[0].${field}`,
      { plane: true, objects: [{ shape: { kind: 'sphere', radius: 1 }, ...object }] },
    ]),
    ['bodies[0].tolerance', { tolerance: 1 }],
    [
      'bodies[0].objects[0].material.melting.temperature',
      { objects: [{ shape: { kind: 'sphere', radius: 1 }, material: { melting: { rate: 1 } } }] },
    ],
  ])('%s', (path, body) => {
    expect(() => parseScene(scene(body))).toThrow(path);
  });
});

describe('matter in the plane', () => {
  const plane = { plane: true, objects: [{ shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0.2, 0] }] };

  it('does not share a scene with sheets, unless they pass each other', () => {
    const sheet = { name: 'cloth', model: 'provot-sheet', size: [1, 1], points: [5, 5] };
    const both = scene(plane) as { bodies: object[] };
    both.bodies.push(sheet);
    expect(() => parseScene(both)).toThrow(/bodies\[0\]\.plane: "block" .* "cloth"/);
    expect(() => parseScene({ ...both, contact: { matter: false } })).not.toThrow();
  });

  it.each([
    { shape: { kind: 'plane' }, rotation: { axis: [1, 0, 0], angle: 30 } },
    { shape: { kind: 'sphere', radius: 0.3 }, position: [0, -0.25, 0.1] },
  ])('stays in it though a collider pushes it out: %j', (collider) => {
    const world = buildScene(parseScene(scene(plane, { colliders: [{ name: 'it', ...collider }] as never })));
    const before = Math.max(...world.particles.y);
    run(world, 1 / 60, 60, () => {
      const { z, vz, count } = world.particles;
      expect(z.subarray(0, count).every((value) => value === 0)).toBe(true);
      expect(vz.subarray(0, count).every((value) => value === 0)).toBe(true);
    });
    expect(Math.max(...world.particles.y)).toBeLessThan(before);
    // It rests on what leans out of the plane: it is not pressed through.
    expect(Math.min(...world.particles.y.subarray(0, world.particles.count))).toBeGreaterThan(-0.01);
  });
});

it('numbers objects without a number above all that have one', () => {
  const shape = { kind: 'box', size: [0.1, 0.1, 0.1] };
  const objects = [undefined, 1, 5, undefined, 1].map((object, i) => ({
    shape,
    position: [i, 0, 0],
    object,
  }));
  const world = buildScene(parseScene(scene({ objects })));
  const { record, count } = world.bodies[0] as LatticeMatter;
  const each = count / objects.length;
  expect(objects.map((_, i) => record.objectOf.view[i * each])).toEqual([6, 1, 5, 7, 1]);
});

it('as many sub-steps as sound needs, and as stiffness does where it is explicit', () => {
  const soft = buildScene(parseScene(scene({})));
  const shape = { kind: 'box', size: [0.2, 0.2, 0.2] };
  const stiff = buildScene(
    parseScene(scene({ implicit: false, objects: [{ shape, material: { young: 1e7 } }] })),
  );
  const matter = soft.bodies[0] as LatticeMatter;
  expect(soft.substeps).toBe(Math.ceil(1 / 60 / (0.9 * matter.dynamics.stableStep)));
  expect(stiff.substeps).toBeGreaterThan(soft.substeps);
});

it.each([
  { kind: 'plane' },
  {
    kind: 'mesh',
    vertices: [
      [-2, 0, -2],
      [2, 0, -2],
      [0, 0, 3],
    ],
    triangles: [[0, 2, 1]],
  },
] as const)('a block lands on a $kind and stays on it', (shape) => {
  const checked = parseScene(
    scene(
      { objects: [{ shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 0.2, 0] }] },
      { colliders: [{ name: 'floor', shape: structuredClone(shape) as never }] },
    ),
  );
  const world = buildScene(checked);
  const report = run(world, 1 / 60, 60);
  expect(report.fault).toBeUndefined();
  // Its lowest layer lies on the floor with half a layer, 0.0177 m.
  expect(Math.min(...world.particles.y)).toBeGreaterThan(0.0176);
  expect(Math.min(...world.particles.y)).toBeLessThan(0.02);
});

it.each([
  [{}, { friction: 0.3, staticFriction: 0.3 }],
  [{ friction: 0.5 }, { friction: 0.5, staticFriction: 0.5 }],
  [
    { friction: 0.1, staticFriction: 0.2 },
    { friction: 0.1, staticFriction: 0.2 },
  ],
])('rubs on matter of other spacings as `contact` says: %o', (contact, friction) => {
  const world = buildScene(parseScene(scene({}, { contact })));
  expect((world.bodies[0] as LatticeMatter).friction).toEqual(friction);
});
