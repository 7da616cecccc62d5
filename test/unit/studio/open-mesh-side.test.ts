/** Which side of an open form is glass in the studio: the one that no sheet is on. */

import { areBehind, isOpen } from 'pliant/three';
import { expect, it } from 'vitest';
import { scenes } from '../../../scenes/index.ts';
import { buildScene, parseScene } from '../../../src/index.ts';

/** The mesh of a scene, and where its particles begin as seen from it. */
function begun(id: string) {
  const scene = parseScene(scenes.find((one) => one.id === id));
  const { shape, position } = scene.colliders.find((collider) => collider.shape.kind === 'mesh')!;
  if (shape.kind !== 'mesh') throw new Error('no mesh');
  const { x, y, z, count } = buildScene(scene).particles;
  const points = Array.from({ length: count }, (_, i) =>
    [x[i], y[i], z[i]].map((value, axis) => value - position[axis]),
  ).flat();
  return { points, vertices: shape.vertices, triangles: shape.triangles };
}

it('a ring is closed, a cup and a mould are not', () => {
  const found = ['torus', 'rim', 'cup'].map((id) => {
    const { vertices, triangles } = begun(id);
    return isOpen(vertices, triangles);
  });
  expect(found).toEqual([false, true, true]);
});

it('the sheet is in the mould, wound either way', () => {
  const { points, vertices, triangles } = begun('cup');
  expect(areBehind(points, vertices, triangles)).toBe(true);
  const turned = triangles.map(([a, b, c]): [number, number, number] => [a, c, b]);
  expect(areBehind(points, vertices, turned)).toBe(false);
});

it('a napkin over a rim is on both sides: the winding holds', () => {
  const { points, vertices, triangles } = begun('rim');
  expect(areBehind(points, vertices, triangles)).toBe(false);
});
