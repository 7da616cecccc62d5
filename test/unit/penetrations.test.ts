/** What is left inside colliders is found, worst first, between masses too, and a strict run fails by it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScene, parseScene, penetrations, type SceneInput } from '../../src/index.ts';
import { pliantHere } from '../faults/cli-session.ts';

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

const found = (colliders: object[]) => penetrations(buildScene(parseScene(square(colliders))));
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
});

describe('pliant run --strict', () => {
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

  it('fails for what is deeper than half a thickness, and says what it was', async () => {
    const ended = await run(0.03, '--strict', '--json');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /--strict.*half a thickness.*6 steps\n.*0.03 m: edge \d–\d of "sheet" in "ball"/s,
    );
    const result = JSON.parse(ended.stdout);
    expect(result.penetrations[0]).toMatchObject({ body: 'sheet', collider: 'ball' });
    expect(result.strict).toMatchObject({ pass: false, steps: 6, worst: { step: 1 } });
  });

  it('passes what is not, and takes a tolerance', async () => {
    expect(await run(THICKNESS / 4, '--strict')).toMatchObject({ code: 0, stderr: '' });
    expect((await run(0.03, '--strict', '0.031')).code).toBe(0);
    expect((await run(0.03, '--strict', '0.029')).code).toBe(1);
    expect((await run(0.03)).stdout).toMatch(/inside +0.03 m: edge/);
    expect((await run(0.03, '--strict', '-1')).code).toBe(2);
  });
});
