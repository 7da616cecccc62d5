/** Sheets of files in scenes. */
import { buildScene, parseScene, SceneError, sceneFromFiles, sceneWarnings, step, World } from 'pliant';
import {
  addLayeredSheet,
  createIntegrator,
  polyhedraShapes,
  resolveMaterial,
  sheetFileOf,
} from 'pliant/engine';
import { readPolyhedra, writeSheetFile } from 'pliant/formats';
import { describe, expect, it } from 'vitest';

function sheetText(size: [number, number] = [0.1, 0.08]): string {
  const world = new World(createIntegrator('rk4'));
  const material = { ...resolveMaterial('card'), rigidity: 1e-4 }; // soft, so that steps are long
  const sheet = addLayeredSheet(world, {
    name: 'sheet',
    structure: 'slamm',
    points: [5, 4],
    layers: 2,
    size,
    material,
  });
  world.particles.vx.fill(0.25, 0, sheet.count);
  return writeSheetFile(sheetFileOf(world, sheet, 'card'));
}

const body = (change: object) => ({
  format: 1,
  bodies: [{ name: 'sheet', model: 'sheet-file', text: sheetText(), points: [5, 4], ...change }],
});

/** A roof of two slopes over the z axis, 10 cm wide and deep, 5 cm high; its right side may be marked. */
function roof(mark = '') {
  const faces = [
    ['-5 0 -5', '5 0 -5', '0 5 -5'],
    ['-5 0 5', '5 0 5', '0 5 5'],
    ['-5 0 -5', '5 0 -5', '5 0 5', '-5 0 5'],
    ['-5 0 -5', '0 5 -5', '0 5 5', '-5 0 5'],
    ['5 0 -5', '0 5 -5', '0 5 5', '5 0 5'],
  ];
  const lines = faces.flatMap((face, f) => [...face.map((v) => `V ${v}`), f === 4 ? `F${mark}` : 'F']);
  return readPolyhedra([...lines, 'P', '*'].join('\n'), { units: 'cgs' });
}

describe('a body of a sheet file', () => {
  it('begins where and as fast as the file has it, moved and turned by the scene', () => {
    const rotation = { axis: [0, 1, 0], angle: 90 };
    const plain = buildScene(parseScene(body({}))).particles;
    const moved = buildScene(
      parseScene(body({ position: [1, 2, 3], rotation, velocity: [0, 0, 1] })),
    ).particles;
    expect(plain.count).toBe(5 * 4 + 4 * 3);
    expect([plain.x[0], plain.z[0], plain.vx[0]]).toEqual([-0.05, -0.04, 0.25]);
    // Turned by a quarter about y, x goes to −z and z to x.
    expect(moved.x[0]).toBeCloseTo(1 - 0.04, 12);
    expect(moved.y[0]).toBeCloseTo(2, 12);
    expect(moved.z[0]).toBeCloseTo(3 + 0.05, 12);
    expect(moved.vx[0]).toBeCloseTo(0, 12);
    expect(moved.vz[0]).toBeCloseTo(1 - 0.25, 12);
  });

  it.each([
    [{ text: 'M 0' }, 'bodies[0].text: line 1: M takes 15 values'],
    [{ text: '' }, 'bodies[0].text'],
    [{ points: [4, 5] }, 'bodies[0].points: the file has 5 × 4, got 4 × 5'],
    [
      {
        text: sheetText()
          .replace(/^A .*\n/gm, '')
          .replace(/^S z .*\n/gm, ''),
      },
      'bodies[0].text: size: the file has neither A size nor a spring z',
    ],
    [{ units: 'inch' }, 'bodies[0].units'],
    [
      {
        text: sheetText()
          .replace(/^U si\n/, 'U si\n#\n')
          .replace(/(M(?: \S+){12}) \S+/, '$1 1e-20'),
      },
      'mass 0 of the file is 1e-20 kg; the least is 1e-12',
    ],
  ])('is refused by its path: %j', (change, message) => {
    expect(() => parseScene(body(change))).toThrow(SceneError);
    expect(() => parseScene(body(change))).toThrow(message);
  });
});

describe('a scene from files', () => {
  it('drops a sheet on a floor half its width below', () => {
    const scene = parseScene(sceneFromFiles({ id: 'drop', sheet: sheetText() }));
    expect(scene.colliders.map(({ name, position }) => [name, position[1]])).toEqual([['floor', -0.05]]);
    expect(sceneWarnings(scene)).toEqual([]);
  });

  it('puts it over the middle of polyhedra, and there it stays on top', () => {
    const scene = parseScene(sceneFromFiles({ sheet: sheetText(), polyhedra: [roof()], above: true }));
    expect(scene.colliders.map(({ shape }) => shape.kind)).toEqual(['plane', 'convex']);
    expect(sceneWarnings(scene)).toEqual([]); // no face is inside out
    const world = buildScene(scene);
    let penetration = 0;
    for (let i = 0; i < 30; i++) penetration = Math.max(penetration, step(world, 1 / 60).penetrationMax);
    expect(penetration).toBeLessThan(1e-9);
    const { y, count } = world.particles;
    const highest = y.subarray(0, count).reduce((most, one) => Math.max(most, one), -Infinity);
    expect(highest).toBeGreaterThan(0.05 - 1e-6); // the ridge
  });

  it('makes heaters of hot faces', () => {
    const scene = parseScene(
      sceneFromFiles({ sheet: sheetText(), polyhedra: [roof(' hot 180')], above: true }),
    );
    expect(scene.heat).toMatchObject({ mode: 'physical', heaters: [{ temperature: 453.15 }] });
  });

  it('has solids that face outwards', () => {
    const [shape] = polyhedraShapes(roof());
    expect(shape).toMatchObject({ kind: 'convex' });
  });
});
