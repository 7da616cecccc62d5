/** A ball of matter, solid and fluid, falls on every kind of collider: none of it gets in, none of it gets energy. */
import { expect, it } from 'vitest';
import { ANCHOR_NUMBERS, anchoringOf } from '../../../../src/core/dynamics.ts';
import { buildScene, parseScene, type SceneInput, step } from '../../../../src/index.ts';

type Spec = Omit<NonNullable<SceneInput['colliders']>[number], 'name'>;

const VERTICES: [number, number, number][] = [
  [-1, 0, -1],
  [1, 0, -1],
  [0, 0, 1.2],
  [0, 0.6, 0],
];
const FACES: [number, number, number][] = [
  [0, 1, 2],
  [0, 3, 1],
  [1, 3, 2],
  [2, 3, 0],
];

const KINDS: Record<string, Spec> = {
  plane: { shape: { kind: 'plane' }, position: [0, 0.4, 0], rotation: { axis: [0, 0, 1], angle: 15 } },
  sphere: { shape: { kind: 'sphere', radius: 0.6 }, position: [0, -0.1, 0] },
  box: { shape: { kind: 'box', size: [1.2, 0.4, 1.2] }, position: [0, 0.3, 0] },
  capsule: { shape: { kind: 'capsule', radius: 0.3, height: 0.6 }, position: [0, -0.1, 0] },
  cylinder: { shape: { kind: 'cylinder', radius: 0.6, height: 0.4 }, position: [0, 0.3, 0] },
  convex: { shape: { kind: 'convex', vertices: VERTICES, faces: FACES } },
  mesh: { shape: { kind: 'mesh', vertices: VERTICES, triangles: FACES } },
};

const CASES = Object.keys(KINDS).flatMap((kind) =>
  (['solid', 'fluid'] as const).flatMap((phase) => [
    { kind, phase, how: 'still' },
    { kind, phase, how: 'moving' },
  ]),
);

it.each(CASES)('$phase matter on a $kind, $how', ({ kind, phase, how }) => {
  const spec = KINDS[kind];
  const [x, y, z] = spec.position ?? [0, 0, 0];
  const keyframes = [
    { time: 0, position: [x, y, z] as const },
    { time: 0.8, position: [x + 0.2, y + 0.1, z] as const },
  ];
  const scene = parseScene({
    format: 1,
    dt: 0.01,
    seconds: 0.6,
    engine: { name: 'euler-cromer' },
    bodies: [
      {
        name: 'ball',
        model: 'lattice-matter',
        spacing: 0.07,
        objects: [
          {
            shape: { kind: 'sphere', radius: 0.2 },
            position: [0.05, 0.95, 0],
            phase,
            material: { young: 1e5, damping: 2, viscosity: 2 },
          },
        ],
      },
    ],
    colliders: [{ name: kind, ...spec, ...(how === 'moving' ? { keyframes } : {}) }],
  } as SceneInput);
  const world = buildScene(scene);
  let first: number | undefined;
  let touched = 0;
  for (let k = 0; k < 60; k++) {
    const { fault, energy, penetrationMax, contacts } = step(world, scene.dt);
    expect(fault).toBeUndefined();
    expect(penetrationMax).toBeLessThan(1e-9);
    // Solids are held up within the solve, and need not come to the surface itself.
    const anchors = anchoringOf(world.bodies[0])?.anchors.view ?? [];
    const held = anchors.some((one, at) => at % ANCHOR_NUMBERS === 3 && one !== 0);
    touched = Math.max(touched, contacts, held ? 1 : 0);
    first ??= energy.total;
    // A collider that moves does work: no more than to take the ball along.
    expect(energy.total).toBeLessThan(first * (how === 'moving' ? 1.3 : 1.001));
  }
  expect(touched).toBeGreaterThan(0);
});
