/** Adaptive cloth in scenes: what is refused and why, meshes from files, paint, and places that pins hold. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readObj } from '../../../../formats/obj.ts';
import { skirtObj } from '../../../../scenes/skirt.ts';
import { PINNED } from '../../../../src/core/particles.ts';
import { resolveFabric } from '../../../../src/materials/cloth.ts';
import { adaptiveCloth } from '../../../../src/models/adaptive-cloth/model.ts';
import { clothMesh, weldedMesh } from '../../../../src/models/adaptive-cloth/parameters/mesh.ts';
import { paint, painted } from '../../../../src/models/adaptive-cloth/parameters/paint.ts';
import { pinnedVertices } from '../../../../src/models/adaptive-cloth/parameters/pins.ts';
import { buildScene } from '../../../../src/scene/build.ts';
import { sceneWarnings } from '../../../../src/scene/check.ts';
import { meshFilesOf, withMeshes } from '../../../../src/scene/mesh-files.ts';
import { parseScene } from '../../../../src/scene/parse.ts';
import { SceneError } from '../../../../src/scene/problems.ts';
import { applySettings } from '../../../../src/scene/settings.ts';

type Fields = Record<string, unknown>;

const sceneOf = (body: Fields, engine: Fields = { name: 'implicit-euler' }) => ({
  format: 1,
  engine,
  bodies: [{ name: 'cloth', model: 'adaptive-cloth', ...body }],
});

/** The first body, with its type. */
function clothOf(input: unknown) {
  const [body] = parseScene(input).bodies;
  if (body.model !== 'adaptive-cloth') throw new Error(`the cloth became a ${body.model}`);
  return body;
}

function meshOf(input: unknown) {
  const { mesh } = clothOf(input);
  if (!mesh) throw new Error('the cloth has no mesh');
  return mesh;
}

function refusals(input: unknown): string[] {
  try {
    parseScene(input);
    return [];
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

/** A square of two triangles that share no vertex, as files write a seam. */
const SEAM = {
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
  triangles: [
    [0, 1, 2],
    [3, 4, 5],
  ],
  texture: [
    [0, 0, 1, 0, 1, 1],
    [2, 0, 3, 1, 2, 1],
  ],
};

describe('an adaptive cloth in a scene', () => {
  it('is refused with an engine that cannot advance it, naming both', () => {
    expect(refusals(sceneOf({ maxLevel: 2 }, { name: 'rk4' }))).toEqual([
      'bodies[0].maxLevel: Engine "rk4" does not support adaptive refinement. Use implicit-euler or sdirk2, or remove maxLevel.',
    ]);
    expect(refusals(sceneOf({ startLevel: 2 }, { name: 'rk4' }))).toEqual([]);
    const sheet = {
      format: 1,
      engine: { name: 'sdirk2' },
      bodies: [{ name: 'flag', model: 'provot-sheet' }],
    };
    expect(refusals(sheet)).toEqual([
      'bodies[0].model: Engine "sdirk2" cannot advance "flag": a provot-sheet gives no stiffness. Use an explicit engine: analytical, euler-cromer, euler-richardson, rk4, rk45, verlet.',
    ]);
    expect(refusals(sceneOf({ maxLevel: 2 }, { name: 'sdirk2' }))).toEqual([]);
  });

  it.each<[Fields, string]>([
    [{ startLevel: 4, maxLevel: 2 }, 'bodies[0].maxLevel: must be >= startLevel (4), got 2'],
    [{ minLevel: 1 }, 'bodies[0].minLevel: must be <= startLevel (0), got 1'],
    [{ cells: [0, 4] }, 'bodies[0].cells[0]: must be >= 1, got 0'],
    [{ cells: [1000, 1000], maxLevel: 4 }, 'bodies[0].maxLevel: 4 everywhere makes about 16000000 particles'],
    [
      { cells: [1000, 1000], startLevel: 4 },
      'bodies[0].startLevel: 4 everywhere makes about 16000000 particles',
    ],
    [{ material: { stretch: 5 } }, 'bodies[0].material.stretch: unknown key'],
    [{ material: { stretchWarp: 0 } }, 'bodies[0].material.stretchWarp: must be > 0, got 0'],
    [{ size: [1e-6, 1e-6], maxLevel: 9 }, 'bodies[0].material.density: masses at level 9 would be'],
    [
      { pins: [{ at: [5, 0] }] },
      'bodies[0].pins[0].at: [5, 0] is outside the cells; columns are 0 to 4, rows 0 to 4',
    ],
    [
      { pins: [{ at: { vertices: [25] } }] },
      'bodies[0].pins[0].at.vertices: there is no vertex 25; there are 25',
    ],
    [{ pins: [{ at: {} }] }, 'bodies[0].pins[0].at: must have either near or vertices'],
    [{ paint: { bend: [1, 2] } }, 'bodies[0].paint.bend: has 2 numbers, and there are 25 vertices'],
    [{ paint: { bend: { by: 'red' } } }, 'bodies[0].paint.bend.by: the mesh has no colours of vertices'],
    [{ paint: { pin: { by: 'u', to: 2 } } }, 'bodies[0].paint.pin'],
    [{ mesh: {} }, 'bodies[0].mesh.vertices: are missing; a mesh has vertices and triangles, or a file'],
    [{ mesh: { file: 'a.obj' } }, 'bodies[0].mesh.file: "a.obj" has not been read'],
    [
      { mesh: { file: '../a.obj' } },
      'bodies[0].mesh.file: must be an .obj, .glb, .stl or .ply file in the folder',
    ],
    [
      { mesh: { file: '/etc/a.obj' } },
      'bodies[0].mesh.file: must be an .obj, .glb, .stl or .ply file in the folder',
    ],
    [
      { mesh: { ...SEAM, triangles: [[0, 1, 6]] } },
      'bodies[0].mesh.triangles[0]: there is no vertex 6; there are 6',
    ],
    [{ mesh: { ...SEAM, texture: [] } }, 'bodies[0].mesh.texture: has 0 entries, and there are 2 triangles'],
    [
      { mesh: { ...SEAM, texture: undefined, rest: 'pattern' } },
      'bodies[0].mesh.rest: a pattern needs texture',
    ],
    [
      { mesh: { ...SEAM, colours: [[0, 0, 0, 1]] } },
      'bodies[0].mesh.colours: has 1 entries, and there are 6 vertices',
    ],
    [
      { mesh: SEAM, pins: [{ at: 'top' }] },
      'bodies[0].pins[0].at: a mesh has no corners, edges, columns or rows',
    ],
  ])('%j is refused', (body, message) => {
    expect(refusals(sceneOf(body)).join('\n')).toContain(message);
  });

  it('refuses an edge of three triangles by its name', () => {
    const book = {
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
      ],
      triangles: [
        [0, 1, 2],
        [1, 0, 3],
        [0, 1, 4],
      ],
    };
    expect(refusals(sceneOf({ mesh: book })).join()).toMatch(
      /^bodies\[0\]\.mesh: .*edge 0.1 belongs to more than two triangles/,
    );
  });

  it('says what was mended', () => {
    const mesh = { ...SEAM, vertices: [...SEAM.vertices, [9, 9, 9]] };
    expect(
      sceneWarnings(parseScene(sceneOf({ mesh }))).map(({ path, message }) => `${path}: ${message}`),
    ).toEqual(['bodies[0].mesh.vertices: 1 without triangles left out']);
  });

  it('checks the places that a scene expects something of', () => {
    const place = (at: unknown) => ({ body: 'cloth', at, min: [0, 0, 0], max: [1, 1, 1] });
    const ask = (at: unknown, body: Fields = {}) =>
      refusals({ ...sceneOf(body), expect: { places: [place(at)] } });
    expect(ask('centre')).toEqual([]);
    expect(ask([4, 4])).toEqual([]);
    expect(ask({ near: [0, 0, 0] }, { mesh: SEAM })).toEqual([]);
    expect(ask([5, 4]).join()).toMatch(/^expect.places\[0\].at: \[5, 4\] is outside the cells/);
    expect(ask('centre', { mesh: SEAM }).join()).toMatch(/^expect.places\[0\].at: a mesh has no corners/);
  });

  it('takes its material from a preset, and goes on from there when one value is set', () => {
    const cotton = resolveFabric('cotton');
    expect(cotton.stretchWarp).toBeGreaterThan(3000);
    expect(cotton.bendWeft).toBeLessThan(cotton.bendWarp);
    const scene = applySettings(parseScene(sceneOf({ material: 'cotton' })), [
      'cloth.material.stretchWeft=500',
    ]);
    expect(clothOf(scene).material).toEqual({ ...cotton, stretchWeft: 500 });
  });

  it('counts its vertices at the start', () => {
    const count = (body: Fields) => adaptiveCloth.startParticles(clothOf(sceneOf(body)));
    expect(count({ cells: [4, 4] })).toBe(25);
    expect(count({ cells: [4, 4], startLevel: 1 })).toBe(41);
    expect(count({ cells: [4, 4], startLevel: 6 })).toBe(33 * 33);
  });
});

describe('creases, tears and seams of a scene', () => {
  const body = { size: [0.4, 0.2], cells: [4, 2] };
  const sides = { from: [0, 5, 10], to: [4, 9, 14] };

  it('reach the cloth', () => {
    const world = buildScene(
      parseScene(
        sceneOf({
          ...body,
          crease: { curvature: 50 },
          tearStrain: 0.3,
          seams: [{ ...sides, strength: 100 }],
        }),
      ),
    );
    expect(world.schedule.in('adapt').map((system) => system.name)).toEqual([
      'cloth: creases',
      'cloth: tears',
      'cloth: seams',
      'contact surfaces',
      'impact steps',
    ]);
    const { mesh } = world.bodies[0] as unknown as { mesh: { borders: Int32Array } };
    expect([...mesh.borders].filter((border) => border > 0).sort()).toEqual([1, 2, 3, 4]);
  });

  it('are refused by path where they make no sense', () => {
    expect(refusals(sceneOf({ ...body, seams: [{ from: [0, 6], to: [4, 9] }] }))).toEqual([
      'bodies[0].seams[0].from: vertices 0 and 6 are not joined by a border; list neighbours along one',
    ]);
    expect(refusals(sceneOf({ ...body, seams: [sides, { from: [4, 9], to: [1, 2] }] }))).toEqual([
      'bodies[0].seams[1].from: the border from 4 to 9 is sewn already; a border has one seam',
    ]);
    expect(refusals(sceneOf({ ...body, seams: [{ from: [0, 5], to: [14, 99] }] }))).toEqual([
      'bodies[0].seams[0].to: vertices 14 and 99 are not joined by a border; list neighbours along one',
    ]);
    expect(refusals(sceneOf({ ...body, crease: { curvature: 0 } }))[0]).toMatch(
      /^bodies\[0\].crease.curvature: /,
    );
    expect(refusals(sceneOf({ ...body, tearStrain: -1 }))[0]).toMatch(/^bodies\[0\].tearStrain: /);
  });
});

describe('mesh files of a scene', () => {
  const scene = sceneOf({ mesh: { file: 'a.obj', scale: 2 } });
  const file = readObj('v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3');

  it('are asked for by name, once, and put in their place', () => {
    const twice = { ...scene, bodies: [...scene.bodies, ...scene.bodies] };
    expect(meshFilesOf(twice)).toEqual(['a.obj']);
    expect(meshFilesOf(JSON.stringify(scene))).toEqual(['a.obj']);
    const whole = withMeshes(JSON.stringify(scene), new Map([['a.obj', file]]));
    expect(meshFilesOf(whole)).toEqual([]);
    expect([...weldedMesh(meshOf(whole)).positions]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 0]);
    expect(parseScene(JSON.stringify(parseScene(whole)))).toEqual(parseScene(whole));
  });

  it('are not asked for by what is no scene, nor outside of its folder', () => {
    expect(meshFilesOf('{')).toEqual([]);
    expect(meshFilesOf(null)).toEqual([]);
    expect(meshFilesOf({ bodies: [null, 3, { mesh: 'x' }] })).toEqual([]);
    for (const name of [
      '../a.obj',
      'b/../../a.obj',
      '/a.obj',
      'C:a.obj',
      'b\\a.obj',
      'http://x/a.obj',
      'a.txt',
    ]) {
      expect(meshFilesOf(sceneOf({ mesh: { file: name } })), name).toEqual([]);
    }
    expect(meshFilesOf(sceneOf({ mesh: { file: 'meshes/a..b.glb' } }))).toEqual(['meshes/a..b.glb']);
  });

  it('are welded at their seams and keep the pattern of every corner', () => {
    const mesh = clothMesh.parse({ ...SEAM, rest: 'pattern', metresPerUnit: 0.5 });
    const welded = weldedMesh(mesh);
    expect(welded.positions.length).toBe(12);
    expect([...welded.vertexOf]).toEqual([0, 1, 2, 0, 2, 3]);
    expect([...(welded.pattern ?? [])]).toEqual(SEAM.texture.flat().map((x) => x / 2));
  });
});

describe('the skirt', () => {
  it('is in its file as the code makes it', () => {
    expect(readFileSync(new URL('../../../../scenes/skirt.obj', import.meta.url), 'utf8')).toBe(skirtObj());
  });

  it('has four panels with seams of their own that weld into a ring', () => {
    const { positions, triangles, texture } = readObj(skirtObj());
    expect(positions.length / 3).toBe(120);
    const scene = withMeshes(
      sceneOf({ mesh: { file: 'skirt.obj', rest: 'pattern', metresPerUnit: 3, weldWithin: 1e-4 } }),
      new Map([['skirt.obj', { positions, triangles, texture }]]),
    );
    expect(refusals(scene)).toEqual([]);
    expect(sceneWarnings(parseScene(scene))).toEqual([]);
    const welded = weldedMesh(meshOf(scene));
    expect(welded.positions.length / 3).toBe(6 * 16);
    // What was cut out is as large as what hangs there, but for the waves at the hem and the corners of the polygons.
    expect(areaOf(welded.pattern as Float64Array) / areaIn(welded)).toBeCloseTo(1, 1);
  });
});

describe('a cloth that was built', () => {
  const meshes = new Map([['skirt.obj', readObj(skirtObj())]]);
  const mesh = { file: 'skirt.obj', rest: 'pattern', metresPerUnit: 3, weldWithin: 1e-4 };

  it('has its pins, its pressure and one sub-step a frame', () => {
    const pins = [{ at: { near: [0, 0, 0], within: 0.12 } }];
    const input = sceneOf({ mesh, startLevel: 2, pins, position: [1, 2, 3], pressure: 2 });
    const world = buildScene(parseScene(withMeshes(input, meshes)));
    const { y, count, flags } = world.particles;
    const held = Array.from({ length: count }, (_, i) => i).filter((i) => flags.view[i] & PINNED);
    // The waist: 16 corners of the polygon and the middles of its sides, all at the height of the body.
    expect(held.length).toBe(32);
    for (const i of held) expect(y[i]).toBeCloseTo(2, 12);
    expect(world.substeps).toBe(1);
    expect(world.forces.map(({ name }) => name)).toContain('pressure');
  });

  it('is wrapped for pictures where its pattern has seams, and lies in its pattern where it has none', () => {
    const skirt = buildScene(parseScene(withMeshes(sceneOf({ mesh, startLevel: 1 }), meshes)));
    const [body] = skirt.bodies;
    const { places } = body.refinement!;
    const { x, y, z } = skirt.particles;
    const corners = body.triangles.view;
    for (let k = 0; k < corners.length; k++) {
      const [a, b] = [corners[k], corners[k % 3 === 2 ? k - 2 : k + 1]];
      const away = Math.hypot(x[a] - x[b], y[a] - y[b], z[a] - z[b]);
      const drawn = Math.hypot(places[2 * a] - places[2 * b], places[2 * a + 1] - places[2 * b + 1]);
      // Wrapped 0.27 m from the axis, on the mean, and the waist is at 0.11: 2.5 times as wide, and chords are shorter than arcs.
      expect(drawn / away).toBeLessThan(3);
    }
    const [square] = buildScene(parseScene(sceneOf({ size: [2, 1], cells: [1, 1] }))).bodies;
    expect(Array.from(square.refinement!.places)).toEqual([-1, -0.5, 1, -0.5, -1, 0.5, 1, 0.5]);
  });
});

describe('paint', () => {
  const canvas = {
    count: 3,
    vertices: 2,
    welded: [0, 1, 1],
    places: [0, 5, 2, 5],
    colours: [
      [0, 0, 0, 1],
      [0.5, 0, 0, 1],
      [1, 0, 0, 1],
    ],
  };

  it('comes from lists, colours and gradients; welded vertices have the mean', () => {
    const values = painted(
      paint.parse({
        stretch: [1, 2, 4],
        bend: { by: 'red', from: 1, to: 3 },
        pin: { by: 'u', from: 0, to: 1 },
      }),
      canvas,
    );
    expect([...(values.stretch ?? [])]).toEqual([1, 3]);
    expect([...(values.bend ?? [])]).toEqual([1, 2.5]);
    expect([...(values.pin ?? [])]).toEqual([0, 1]);
  });

  it('is flat where its coordinate is', () => {
    expect([...(painted(paint.parse({ bend: { by: 'v', from: 2, to: 9 } }), canvas).bend ?? [])]).toEqual([
      2, 2,
    ]);
  });
});

describe('pins', () => {
  // 3 × 3 corners of 2 × 2 cells with the middle of the top left edge refined.
  const places = [-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1, -0.5, 1];
  const start = {
    count: 10,
    places,
    positions: Array.from({ length: 30 }, (_, i) =>
      i % 3 === 2 ? 0 : places[2 * Math.floor(i / 3) + (i % 3)],
    ),
    numbered: [6, 7, 8, 3, 4, 5, 0, 1, 2],
  };
  const shape = { grid: [3, 3] as const, size: [2, 2] as const, count: 9 };
  const held = (at: Parameters<typeof pinnedVertices>[0]) =>
    pinnedVertices(at, shape, start, (x, y, z) => [x, y, z]);

  it('hold corners, edges with what lies on them, and corners of cells', () => {
    expect(held('top-left')).toEqual([6]);
    expect(held('bottom-right')).toEqual([2]);
    expect(held('top')).toEqual([6, 7, 8, 9]);
    expect(held('left')).toEqual([0, 3, 6]);
    expect(held([1, 1])).toEqual([4]);
  });

  it('hold vertices by number, and what is near', () => {
    expect(held({ vertices: [0, 8, 0], within: 0 })).toEqual([2, 6]);
    expect(held({ near: [-0.4, 0.9, 0], within: 0 })).toEqual([9]);
    expect(held({ near: [0, 0, 0], within: 1.01 })).toEqual([1, 3, 4, 5, 7]);
  });
});

/** m²; u, v of three corners each. */
function areaOf(corners: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < corners.length; t += 6) {
    const [ua, va, ub, vb, uc, vc] = corners.subarray(t, t + 6);
    sum += Math.abs((ub - ua) * (vc - va) - (vb - va) * (uc - ua)) / 2;
  }
  return sum;
}

/** m² */
function areaIn({ positions, triangles }: { positions: Float64Array; triangles: Int32Array }): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) =>
      positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3),
    );
    const [p, q] = [b, c].map((end) => [0, 1, 2].map((axis) => end[axis] - a[axis]));
    sum += Math.hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]) / 2;
  }
  return sum;
}
