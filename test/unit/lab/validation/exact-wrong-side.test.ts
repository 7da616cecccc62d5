/** The judge of contact: what of a sheet it finds in solids and through skins, and what went through and came out. */
import { describe, expect, it } from 'vitest';
import { obstacleOf } from '../../../../lab/validation/exact/obstacle.ts';
import { positionsOf, Watch } from '../../../../lab/validation/exact/watch.ts';
import { wrongSides } from '../../../../lab/validation/exact/wrong-side.ts';
import { buildScene, parseScene, type SceneInput, step } from '../../../../src/index.ts';

type Shape = NonNullable<SceneInput['colliders']>[number]['shape'];

const obstacles = (shape: Shape, more: object = {}) =>
  parseScene({ format: 1, colliders: [{ name: 'thing', shape, ...more }] }).colliders.map(obstacleOf);

/** One triangle, level, its corners 1 m from the middle, at a height. */
const level = (y: number) => ({ positions: [1, y, 0, -0.5, y, 0.8, -0.5, y, -0.8], triangles: [0, 1, 2] });
const judge = (shape: Shape, y: number, more: object = {}) =>
  wrongSides(level(y), obstacles(shape, more), 0)[0];

const spike: Shape = {
  kind: 'convex',
  vertices: [
    [-0.1, -1, -0.1],
    [0.1, -1, -0.1],
    [0.1, -1, 0.1],
    [-0.1, -1, 0.1],
    [0, 0, 0],
  ],
  faces: [
    [0, 1, 2, 3],
    [1, 0, 4],
    [2, 1, 4],
    [3, 2, 4],
    [0, 3, 4],
  ],
};

describe('one big triangle', () => {
  it.each<[string, Shape, number]>([
    ['a ball', { kind: 'sphere', radius: 0.1 }, 0.1],
    ['a lying capsule', { kind: 'capsule', radius: 0.1, height: 0.2 }, 0.2],
    ['a block', { kind: 'box', size: [0.1, 0.2, 0.1] }, 0.1],
    ['a cylinder', { kind: 'cylinder', radius: 0.1, height: 0.2 }, 0.1],
    ['a spike', spike, 0],
  ])('over %s is right above its top and a face wrong below', (_, shape, top) => {
    expect(judge(shape, top + 1e-5)).toMatchObject({ vertices: 0, edges: 0, faces: 0, depth: 0 });
    const wrong = judge(shape, top - 1e-3);
    expect(wrong).toMatchObject({ vertices: 0, edges: 0, faces: 1 });
    // The spike is narrow: what is 1 mm under its tip is nearer to its sides.
    expect(wrong.depth).toBeCloseTo(shape === spike ? 1e-4 / Math.sqrt(1.01) / 1.1 : 1e-3, 4);
  });

  it('counts corners first, then edges, then faces', () => {
    const ball: Shape = { kind: 'sphere', radius: 0.1 };
    expect(judge(ball, 0.05, { position: [1, 0, 0] })).toMatchObject({ vertices: 1, edges: 0, faces: 0 });
    expect(judge(ball, 0.05, { position: [-0.5, 0, 0] })).toMatchObject({ vertices: 0, edges: 1, faces: 0 });
    expect(judge({ kind: 'plane' }, -0.25)).toMatchObject({ vertices: 3, edges: 0, faces: 0 });
  });

  it('is judged where a collider has moved and turned to', () => {
    const keyframes = [
      { time: 0, position: [0, -1, 0] },
      { time: 1, position: [0, -0.2, 0], rotation: { axis: [0, 0, 1], angle: 90 } },
    ];
    const [thing] = obstacles({ kind: 'box', size: [0.5, 0.1, 0.1] }, { keyframes });
    expect(wrongSides(level(0), [thing], 0)[0].faces).toBe(0);
    expect(wrongSides(level(0), [thing], 1)[0]).toMatchObject({ faces: 1, depth: expect.closeTo(0.05, 6) });
  });

  it('meets an open skin by its rim or by its own edge', () => {
    const wall: Shape = {
      kind: 'mesh',
      vertices: [
        [-0.1, -1, 0],
        [0.1, -1, 0],
        [0.1, 0, 0],
        [-0.1, 0, 0],
      ],
      triangles: [
        [0, 1, 2],
        [0, 2, 3],
      ],
    };
    expect(judge(wall, 1e-9)).toMatchObject({ vertices: 0, edges: 0, faces: 0 });
    expect(judge(wall, -0.01)).toMatchObject({ vertices: 0, edges: 0, faces: 1 });
    expect(judge(wall, -0.01, { position: [-0.5, 0, 0] })).toMatchObject({ edges: 1, faces: 0 });
  });
});

describe('a watch over a run', () => {
  /** A small sheet at 30 m/s over a ball that is smaller than a cell, or beside it; there is no contact at all. */
  function passages(x: number, dt: number) {
    const scene = parseScene({
      format: 1,
      gravity: [0, 0, 0],
      air: { density: 0 },
      bodies: [
        {
          name: 'sheet',
          model: 'provot-sheet',
          size: [0.4, 0.4],
          points: [3, 3],
          position: [0, 0.5, 0],
          rotation: { axis: [1, 0, 0], angle: -90 },
          velocity: [0, -30, 0],
        },
      ],
      colliders: [{ name: 'ball', shape: { kind: 'sphere', radius: 0.01 }, position: [x, 0, 0.07] }],
    });
    const world = buildScene(scene);
    world.substeps = 1;
    if (world.contact) world.remove(world.contact);
    world.contact = undefined;
    const watch = new Watch(world.bodies[0], scene.colliders.map(obstacleOf), 0.0005);
    world.add(watch);
    for (let k = 0; k < Math.round(0.1 / dt); k++) step(world, dt);
    const sheet = { positions: positionsOf(world), triangles: world.bodies[0].triangles.view };
    expect(wrongSides(sheet, scene.colliders.map(obstacleOf), world.time)[0].faces).toBe(0);
    return [...watch.passages.values()];
  }

  it.each([1 / 30, 1e-3, 1e-4])('sees a ball pass through a cell with steps of %s s', (dt) => {
    const [seen] = passages(0.06, dt);
    expect(seen).toMatchObject({ obstacle: 'ball' });
    expect(seen.time).toBeCloseTo(0.5 / 30, 3);
  });

  it('sees nothing where nothing passes', () => {
    expect(passages(0.3, 1 / 30)).toEqual([]);
  });
});
