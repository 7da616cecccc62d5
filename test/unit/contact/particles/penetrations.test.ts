/** What is left inside colliders is found, worst first, between masses too, and a strict run fails by it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactOf } from '../../../../src/engine.ts';
import { buildScene, parseScene, rigidSolverFor, type SceneInput } from '../../../../src/index.ts';
import { pliantHere } from '../../../faults/cli-session.ts';

const THICKNESS = 0.002;

/** Two by two masses a metre apart in the plane y = 0, and colliders; nothing falls. */
function square(colliders: object[]): SceneInput {
  return {
    format: 1,
    id: 'square',
    seconds: 0.1,
    gravity: [0, 0, 0],
    air: { density: 0 },
    contact: { self: false, edges: false },
    bodies: [
      {
        name: 'sheet',
        model: 'provot-sheet',
        size: [1, 1],
        points: [2, 2],
        rotation: { axis: [1, 0, 0], angle: -90 },
        material: { density: 0.2, stretch: 100, shear: 40, bend: 1, damping: 0.1, thickness: THICKNESS },
      },
    ],
    colliders,
  } as SceneInput;
}

const found = (colliders: object[]) => contactOf(buildScene(parseScene(square(colliders)))).penetrations();
const ball = (name: string, radius: number, position: number[]) => ({
  name,
  shape: { kind: 'sphere', radius },
  position,
});

describe('penetrations', () => {
  it('are of masses in solids, by depth', () => {
    const list = found([ball('a', 0.1, [0.5, 0.04, 0.5]), ball('b', 0.1, [-0.5, 0, -0.5])]);
    const masses = list.filter(({ particle }) => particle !== undefined);
    expect(masses.map(({ collider }) => collider)).toEqual(['b', 'a']);
    expect(masses[0].depth).toBeCloseTo(0.1, 12);
    expect(masses[1].depth).toBeCloseTo(0.06, 12);
    expect(masses[0]).toMatchObject({ body: 'sheet', radius: THICKNESS / 2 });
  });

  it('are reported from a depth of 10⁻⁶ m on', () => {
    const touching = (depth: number) => found([ball('ball', 0.1, [0.5, depth - 0.1, 0.5])]).length;
    expect(touching(0.7e-6)).toBe(0);
    expect(touching(1.4e-6)).toBe(1);
  });

  it('are of edges that a solid passes between their ends, as deep as it is', () => {
    // A ball under the middle of the rim x = 0.5, its top 3 cm above; and a thin box across the rim z = 0.5.
    const list = found([
      ball('ball', 0.1, [0.5, -0.07, 0.13]),
      { name: 'box', shape: { kind: 'box', size: [0.02, 0.1, 0.02] }, position: [-0.1, 0, 0.5] },
    ]);
    expect(list.every(({ edge }) => edge?.length === 2)).toBe(true);
    const worst = Object.fromEntries(list.map(({ collider, depth }) => [collider, depth]).reverse());
    // 24 golden sections find the place to 1e-5 of the edge, and the depth to the square of that.
    expect(worst.ball).toBeCloseTo(0.03, 8);
    expect(worst.box).toBeCloseTo(0.01, 5);
  });

  it('are of edges through a mesh, each once, by how far the nearer end is behind it', () => {
    const vertices = [
      [0.6, -1, -0.2],
      [0.4, -1, -0.2],
      [0.5, 1, -0.2],
    ];
    const list = found([{ name: 'blade', shape: { kind: 'mesh', vertices, triangles: [[0, 1, 2]] } }]);
    expect(list).toHaveLength(1);
    expect(list[0].depth).toBeCloseTo(0.3, 12);
    expect(found([ball('far', 0.1, [0, 3, 0])])).toEqual([]);
  });

  // Off both diagonals, so that no edge is met.
  const within: [number, number, number] = [0.1, 0, 0.3];

  it('are of faces that a corner comes through, as deep as it does', () => {
    const spike = {
      kind: 'convex',
      vertices: [
        [-0.05 * Math.sqrt(3), -0.4, -0.05],
        [0.05 * Math.sqrt(3), -0.4, -0.05],
        [0, -0.4, 0.1],
        [0, 0.02, 0],
      ],
      faces: [
        [0, 1, 2],
        [1, 0, 3],
        [2, 1, 3],
        [0, 2, 3],
      ],
    };
    const list = found([
      { name: 'spike', shape: spike, position: within },
      ball('ball', 0.1, [within[0], -0.07, -within[2]]),
      ball('below', 0.1, [-within[0], -0.1001, -within[2]]),
    ]);
    expect(list.map(({ collider, face }) => [collider, face?.length])).toEqual([
      ['ball', 3],
      ['spike', 3],
    ]);
    expect(list[0].depth).toBeCloseTo(0.03, 8);
    // On the axis, 2 cm below the tip: the sides lean by 5 cm in 42. Places are found to 1e-5 of the face.
    expect(list[1].depth).toBeCloseTo((0.02 * 0.05) / Math.sqrt(0.05 ** 2 + 0.42 ** 2), 5);
  });

  it('are of faces that the edges of a mesh come through, by how far the nearer end does', () => {
    const [x, , z] = within;
    const vertices = [
      [x - 0.02, -0.5, z],
      [x + 0.02, -0.5, z],
      [x, 0.01, z],
    ];
    const list = found([{ name: 'blade', shape: { kind: 'mesh', vertices, triangles: [[0, 1, 2]] } }]);
    expect(list).toMatchObject([{ collider: 'blade', face: expect.any(Array) }]);
    expect(list[0].depth).toBeCloseTo(0.01, 12);
  });

  it('are of meshes that only surfaces touch, and of rigid bodies', async () => {
    const vertices = [
      [0.6, -1, -0.2],
      [0.4, -1, -0.2],
      [0.5, 1, -0.2],
    ];
    const scene = parseScene({
      ...square([{ name: 'blade', shape: { kind: 'mesh', vertices, triangles: [[0, 1, 2]] } }]),
      contact: { edges: true },
      rigidBodies: [
        { name: 'stone', shape: { kind: 'sphere', radius: 0.1 }, mass: 1, position: [-0.5, 0.02, -0.5] },
      ],
    });
    const list = contactOf(buildScene(scene, { rigid: await rigidSolverFor(scene) })).penetrations();
    expect(list.map(({ collider, depth }) => [collider, Math.round(1e6 * depth)])).toEqual([
      ['blade', 300_000],
      ['stone', 80_000],
    ]);
  });
});

describe('pliant run', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pliant-strict-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (top: number, ...args: string[]) => {
    const file = join(folder, 'scene.json');
    writeFileSync(file, JSON.stringify(square([ball('ball', 0.1, [0.5, top - 0.1, 0])])));
    return pliantHere(['run', file, ...args]);
  };

  it('says where rigid bodies are in the end, and how they move', async () => {
    const file = join(folder, 'stone.json');
    const stone = { name: 'stone', shape: { kind: 'sphere', radius: 0.1 }, mass: 1, position: [3, 2, 0] };
    const fall = { gravity: [0, -10, 0], dt: 0.01, seconds: 0.1, bodies: [] };
    const spin = { velocity: [0.5, 0, 0], spin: [0, 180, 0] };
    writeFileSync(file, JSON.stringify({ ...square([]), ...fall, rigidBodies: [{ ...stone, ...spin }] }));
    const { rigidBodies } = JSON.parse((await pliantHere(['run', file, '--json'])).stdout);
    expect(rigidBodies).toHaveLength(1);
    expect(rigidBodies[0].name).toBe('stone');
    const close = (numbers: number[]) => numbers.map((one) => expect.closeTo(one, 9));
    expect(rigidBodies[0].position).toEqual(close([3.05, 1.95, 0]));
    expect(rigidBodies[0].velocity).toEqual(close([0.5, -1, 0]));
    expect((await pliantHere(['run', file])).stdout).toMatch(/rigid +stone: at 3.05, 1.95, 0 m, moving/);
  });

  it('--strict fails for what is deeper than half a thickness, and says what it was', async () => {
    const ended = await run(0.03, '--strict', '--json');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /--strict.*half a thickness.*6 steps\n.*0.03 m: edge \d–\d of "sheet" in "ball"/s,
    );
    const result = JSON.parse(ended.stdout);
    expect(result.penetrations[0]).toMatchObject({ body: 'sheet', collider: 'ball' });
    expect(result.strict).toMatchObject({ pass: false, steps: { looked: 6, above: 6 }, worst: { step: 1 } });
  });

  it('--strict passes what is not, and takes a tolerance', async () => {
    expect(await run(THICKNESS / 4, '--strict')).toMatchObject({ code: 0, stderr: '' });
    expect((await run(0.03, '--strict', '0.031')).code).toBe(0);
    expect((await run(0.03, '--strict', '0.029')).code).toBe(1);
    expect((await run(0.03)).stdout).toMatch(/still inside +0.03 m: edge/);
    expect((await run(0.03, '--strict', '-1')).code).toBe(2);
  });

  it('says as much of the deepest as of what is left at the end, with --strict and without', async () => {
    for (const args of [[], ['--strict', '0.1']]) {
      const { penetrationMax, penetrations: left } = JSON.parse((await run(0.03, '--json', ...args)).stdout);
      expect(left[0].depth).toBeCloseTo(0.03, 8);
      expect(penetrationMax).toBe(left[0].depth); // the sheet stands still
    }
    expect((await run(0.03)).stdout).toMatch(/penetration +at most 0.03 m during the run, 0.03 m at the end/);
  });

  it('--strict tells of sheets that the scene lets pass, and does not count them', async () => {
    const file = join(folder, 'passing.json');
    const [sheet] = square([]).bodies as object[];
    const bodies = [sheet, { ...sheet, name: 'other', rotation: { axis: [0, 1, 0], angle: 30 } }];
    writeFileSync(file, JSON.stringify({ ...square([]), bodies }));
    const ended = await pliantHere(['run', file, '--strict', '--json']);
    expect(ended.code).toBe(0);
    const { strict } = JSON.parse(ended.stdout);
    expect(strict).toMatchObject({ pass: true, uncounted: [{ between: ['sheet', 'other'] }] });
    const { stdout } = await pliantHere(['run', file, '--strict']);
    expect(stdout).toMatch(
      /strict +passed: .*contact.self is off \("sheet" and "other" pass through each other/,
    );
  });

  it('--strict fails for surfaces that pass through each other at the end, and a plain run warns', async () => {
    const file = join(folder, 'crossed.json');
    // One upright through the other, both held at two sides: nothing can part them.
    const [sheet] = square([]).bodies as object[];
    const bodies = [
      { ...sheet, pins: [{ at: 'top' }, { at: 'bottom' }] },
      {
        ...sheet,
        name: 'other',
        rotation: { axis: [0, 1, 0], angle: 30 },
        pins: [{ at: 'top' }, { at: 'bottom' }],
      },
    ];
    writeFileSync(file, JSON.stringify({ ...square([]), contact: { self: true }, bodies }));
    const ended = await pliantHere(['run', file, '--strict', '--json']);
    const { crossed, contact, strict } = JSON.parse(ended.stdout);
    expect(crossed).toMatchObject([{ between: ['sheet', 'other'], crossings: contact.crossings }]);
    expect(strict).toMatchObject({ pass: false, steps: { looked: 6, above: 0 }, crossed });
    expect(ended.stderr).toMatch(/at the end "(sheet|other)" and "(sheet|other)" pass through each other/);
    expect(ended.code).toBe(1);
    expect((await pliantHere(['run', file])).stdout).toMatch(/crossing +"sheet" and "other" pass/);
  });
});
