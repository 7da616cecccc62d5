/** Meshes as shapes of matter in scenes: files, Pliant's own, counts, and what is refused with field and cause. */
import { buildScene, meshFilesOf, parseScene, SceneError, sceneWarnings, withMeshes } from 'pliant';
import type { LatticeMatter } from 'pliant/engine';
import { readObj } from 'pliant/formats';
import { describe, expect, it } from 'vitest';
import { matterParticles, matterSpacing } from '../../../../src/models/lattice-matter/parameters.ts';
import { meshShapeVolume, shapeMesh } from '../../../../src/models/lattice-matter/shape-mesh.ts';
import { meshVolume } from '../../../../src/surfaces/mesh-volume.ts';

const CUBE = `v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1
f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n`;
const OPEN = CUBE.split('\n').slice(0, -2).join('\n');

function scene(object: object, body: object = {}) {
  return {
    format: 1,
    id: 'mesh',
    engine: { name: 'euler-cromer' },
    bodies: [{ name: 'matter', model: 'lattice-matter', objects: [object], ...body }],
  };
}

function problemsOf(input: unknown): string[] {
  try {
    parseScene(input);
    return [];
  } catch (error) {
    if (error instanceof SceneError) return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
}

function built(input: unknown) {
  const parsed = parseScene(input);
  const world = buildScene(parsed);
  return { parsed, world, matter: world.bodies[0] as LatticeMatter };
}

describe('a mesh of a file', () => {
  const given = scene({ shape: { kind: 'mesh', mesh: 'cube.obj', scale: 0.5 } }, { spacing: 0.1 });

  it('is asked for by name, and filled', () => {
    expect(meshFilesOf(given)).toEqual(['cube.obj']);
    expect(problemsOf(given)[0]).toMatch(
      /bodies\[0\]\.objects\[0\]\.shape\.mesh: "cube\.obj" has not been read/,
    );
    const { world, parsed } = built(withMeshes(given, new Map([['cube.obj', readObj(CUBE)]])));
    // Half a metre cubed over D³/√2; a lattice that fits a box is within a layer of it.
    expect(world.particles.count / ((0.125 * Math.SQRT2) / 0.001)).toBeCloseTo(1, 1);
    const [body] = parsed.bodies;
    if (body.model !== 'lattice-matter') throw new Error(body.model);
    expect(matterParticles(body) / world.particles.count).toBeCloseTo(1, 1);
  });

  it('is refused where it is open, naming the file and the hole', () => {
    const open = withMeshes(given, new Map([['cube.obj', readObj(OPEN)]]));
    expect(problemsOf(open)[0]).toMatch(/objects\[0\]\.shape\.mesh: "cube\.obj": .*hole/);
  });
});

describe('a mesh by name', () => {
  it('with a count gives the body its spacing', () => {
    const { world, matter, parsed } = built(
      scene({ shape: { kind: 'mesh', mesh: 'die', scale: 0.02, count: 246 }, skin: true }),
    );
    expect(world.particles.count).toBe(246);
    const [body] = parsed.bodies;
    if (body.model !== 'lattice-matter') throw new Error(body.model);
    // Small counts may be filled a little finer than their volume says.
    expect(matter.lattice.spacing / matterSpacing(body)).toBeGreaterThan(0.95);
    expect(matter.lattice.spacing / matterSpacing(body)).toBeLessThan(1.01);
  });

  it.each(['die', 'rod', 'creature'])('%s has the volume that is reckoned with', (mesh) => {
    const shape = { kind: 'mesh' as const, mesh, scale: 1 };
    const { positions, triangles } = shapeMesh(shape);
    // It is written down in four digits; spacings follow its cube root.
    expect(meshShapeVolume(shape) / meshVolume(positions, triangles)).toBeCloseTo(1, 3);
  });

  it('is handed out in copies', () => {
    const shape = { kind: 'mesh' as const, mesh: 'rod', scale: 1 };
    const { triangles } = shapeMesh(shape);
    const before = [...triangles];
    triangles.fill(0);
    expect([...shapeMesh(shape).triangles]).toEqual(before);
  });

  it.each([
    [{ shape: { kind: 'mesh', mesh: 'teapot' } }, {}, /shape\.mesh: must be "die", "rod", "creature", or an/],
    [{ shape: { kind: 'mesh', mesh: '../die.obj' } }, {}, /shape\.mesh: must be/],
    [{ shape: { kind: 'mesh' } }, {}, /shape\.vertices: are missing/],
    [
      { shape: { kind: 'mesh', mesh: 'die' } },
      { plane: true },
      /shape\.kind: in the plane there are no meshes/,
    ],
    [{ shape: { kind: 'box', size: [1, 1, 1] }, skin: true }, {}, /skin: a box has no mesh to draw/],
    [
      { shape: { kind: 'mesh', mesh: 'die' }, skin: true, phase: 'fluid' },
      {},
      /skin: a fluid carries no mesh/,
    ],
    [
      { shape: { kind: 'mesh', mesh: 'die', count: 100 } },
      { spacing: 0.05 },
      /shape\.count: 100 particles would be 0\.236\d m apart, and the body’s are 0\.05000 m/,
    ],
    [
      {
        shape: {
          kind: 'mesh',
          mesh: 'die',
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
        },
      },
      {},
      /shape\.vertices: "die" has its own/,
    ],
    [
      {
        shape: {
          kind: 'mesh',
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
          triangles: [[0, 1, 3]],
        },
      },
      {},
      /shape\.triangles\[0\]: there is no vertex 3; there are 3/,
    ],
  ])('refuses %j %j', (object, body, message) => {
    expect(problemsOf(scene(object, body))[0]).toMatch(message);
  });
});

it('tells of what was done to a mesh once, and where holes are in metres', () => {
  const flipped = CUBE.replace('f 1 3 2', 'f 1 2 3');
  const shape = { kind: 'mesh', mesh: 'cube.obj', scale: 0.5 };
  const two = [shape, shape].map((one, i) => ({ shape: one, position: [2 * i, 0, 0] }));
  const read = (text: string) =>
    withMeshes(
      { ...scene({}), bodies: [{ name: 'matter', model: 'lattice-matter', objects: two }] },
      new Map([['cube.obj', readObj(text)]]),
    );
  expect(sceneWarnings(parseScene(read(flipped)))).toEqual([
    {
      path: 'bodies[0].objects[0].shape.mesh',
      message: '"cube.obj": 1 triangles were turned against their neighbours',
    },
  ]);
  expect(sceneWarnings(parseScene(read(CUBE)))).toEqual([]);
  expect(() => parseScene(read(OPEN))).toThrow(/at \(0, 0\.3333, 0\.3333\), 0\.707 m across/);
});

it.each([
  [1.007, true],
  [1.015, false],
])('a count fits a spacing of %f times its own: %s', (times, fits) => {
  const own = ((Math.SQRT2 * 0.9325) / 100) ** (1 / 3);
  const counted = scene({ shape: { kind: 'mesh', mesh: 'die', count: 100 } }, { spacing: times * own });
  expect(problemsOf(counted).length === 0).toBe(fits);
});
