/** Lattice matter in scene files: what is refused, what is built, and that meshes stop it. */
import { describe, expect, it } from 'vitest';
import { buildScene, type LatticeMatter, parseScene, run, type SceneInput } from '../../src/index.ts';

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
    [
      'bodies[0].objects[0].material.melting.temperature',
      { objects: [{ shape: { kind: 'sphere', radius: 1 }, material: { melting: { rate: 1 } } }] },
    ],
  ])('%s', (path, body) => {
    expect(() => parseScene(scene(body))).toThrow(path);
  });
});

it('as many sub-steps as sound needs, and as stiffness does where it is explicit', () => {
  const soft = buildScene(parseScene(scene({})));
  const shape = { kind: 'box', size: [0.2, 0.2, 0.2] };
  const stiff = buildScene(
    parseScene(scene({ implicit: false, objects: [{ shape, material: { young: 1e7 } }] })),
  );
  const matter = soft.bodies[0] as LatticeMatter;
  expect(soft.substeps).toBe(Math.ceil(1 / 60 / (0.9 * matter.stableStep)));
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
