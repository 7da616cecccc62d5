import { describe, expect, it } from 'vitest';
import {
  addLatticeMatter,
  createIntegrator,
  type Dimension,
  fillShape,
  matterLattice,
} from '../../../../src/engine.ts';
import { buildScene, parseScene, World } from '../../../../src/index.ts';
import { type MatterShape, shapeVolume } from '../../../../src/models/lattice-matter/fill.ts';

const D = 0.05;
const LAYER = D * Math.SQRT1_2;

function matterScene(objects: object[], more: object = {}) {
  return parseScene({
    format: 1,
    engine: { name: 'euler-cromer' },
    bodies: [{ name: 'matter', model: 'lattice-matter', spacing: D, objects, ...more }],
  });
}

function massOf(world: World): number {
  return world.particles.mass.view.subarray(0, world.particles.count).reduce((sum, mass) => sum + mass, 0);
}

const SHAPES: [MatterShape, Dimension][] = [
  [{ kind: 'box', size: [0.3, 0.2, 0.25] }, 3],
  [{ kind: 'box', size: [1, 1, 1] }, 3],
  [{ kind: 'sphere', radius: 0.2 }, 3],
  [{ kind: 'cylinder', radius: 0.1, height: 0.3 }, 3],
  [{ kind: 'box', size: [0.8, 0.6, 1] }, 2],
  [{ kind: 'sphere', radius: 0.2 }, 2],
  [{ kind: 'cylinder', radius: 0.1, height: 0.3 }, 2],
];

describe.each(SHAPES)('filled %o in %i dimensions', (shape, dimension) => {
  it('has cells of its volume, and stands on its bottom', () => {
    const lattice = matterLattice(D, dimension);
    const points = fillShape(shape, lattice);
    const volume = (points.length / 3) * lattice.volume;
    // Four layers and more each way: a layer more or less, halved by rounding, of the last side that rounds.
    expect(Math.abs(volume / shapeVolume(shape, dimension) - 1)).toBeLessThan(0.03);
    const half =
      shape.kind === 'box' ? shape.size[1] / 2 : shape.kind === 'sphere' ? shape.radius : shape.height / 2;
    const lowest = points.reduce((low, value, k) => (k % 3 === 1 ? Math.min(low, value) : low), 0);
    expect(lowest).toBeGreaterThan(-half + lattice.layer / 2 - 1e-12);
  });

  it('is as heavy as its volume, exactly', () => {
    const world = buildScene(
      matterScene([{ shape, material: { density: 700 } }], { plane: dimension === 2 }),
    );
    expect(massOf(world) / (700 * shapeVolume(shape, dimension))).toBeCloseTo(1, 12);
  });
});

it('a box of whole layers is filled exactly', () => {
  const lattice = matterLattice(D, 3);
  const points = fillShape({ kind: 'box', size: [10 * LAYER, 6 * LAYER, 5 * LAYER] }, lattice);
  expect(points.length / 3).toBe((10 * 6 * 5) / 2);
  const flat = fillShape(
    { kind: 'box', size: [16 * D, 10 * 0.5 * Math.sqrt(3) * D, 1] },
    matterLattice(D, 2),
  );
  expect(flat.length / 3).toBe(160);
});

it('a mesh is as heavy as its volume', () => {
  const die = matterScene([{ shape: { kind: 'mesh', mesh: 'die', scale: 0.3 }, material: { density: 700 } }]);
  expect(massOf(buildScene(die)) / (700 * 0.9325 * 0.027)).toBeCloseTo(1, 3); // its volume is known to four digits
});

it('refuses shapes without room for a particle or a layer, naming the field', () => {
  const tiny = { kind: 'box', size: [0.02, 0.02, 0.02] };
  expect(() => matterScene([{ shape: tiny }])).toThrow(
    /bodies\[0\]\.objects\[0\]\.shape: .*no particle fits in/,
  );
  const thin = { kind: 'box', size: [1, 0.01, 1] };
  expect(() => matterScene([{ shape: thin }])).toThrow(/objects\[0\]\.shape: .*half a layer/);
  const small = { kind: 'sphere', radius: 0.01 } as const;
  expect(() => fillShape(small, matterLattice(D, 3))).toThrow(/sphere: at a spacing of 0\.05 m no particle/);
});

it('a box on a box touches it; boxes in each other are refused, naming both', () => {
  const box = { kind: 'box', size: [0.2, 0.2, 0.2] };
  const at = (y: number) => ({ shape: box, position: [0, y, 0] });
  expect(() => buildScene(matterScene([at(0), at(0.2)]))).not.toThrow();
  expect(() => buildScene(matterScene([at(0), at(0.1)]))).toThrow(
    /bodies\[0\]: objects\[0\] and objects\[1\] of "matter" overlap/,
  );
  const twice = {
    kind: 'points',
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0.4 * D, 0],
    ],
  };
  expect(() => buildScene(matterScene([{ shape: twice }]))).toThrow(/points 0 and 2 of objects\[0\]/);
  const world = new World(createIntegrator('euler-cromer'));
  const ball = (name: string) => ({
    name,
    spacing: D,
    objects: [{ points: [0, 0, 0], material: { density: 1000, young: 1e5 } }],
  });
  addLatticeMatter(world, ball('wax'));
  expect(() => addLatticeMatter(world, ball('iron'))).toThrow(/"wax" and objects\[0\] of "iron" overlap/);
});
