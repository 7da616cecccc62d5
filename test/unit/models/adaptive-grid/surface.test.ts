/** The surface of the adaptive grid, however its cells are split and put together: watertight, and recorded as it is. */
import { describe, expect, it } from 'vitest';
import { refinementLevels } from '../../../../formats/pictures/refinement.ts';
import { interleavePositions, TrajectoryWriter } from '../../../../formats/trajectory/trajectory.ts';
import { isSameTopology, trajectoryMeshes } from '../../../../formats/trajectory/trajectory-mesh.ts';
import { readTrajectory } from '../../../../formats/trajectory/trajectory-reader.ts';
import { addContact, createCollider } from '../../../../src/contact/index.ts';
import { step } from '../../../../src/core/step.ts';
import { World } from '../../../../src/core/world.ts';
import { gravity } from '../../../../src/forces/gravity.ts';
import { createIntegrator } from '../../../../src/integrators/index.ts';
import { stableSteps, substepsFor } from '../../../../src/integrators/stability.ts';
import { addAdaptiveGrid } from '../../../../src/models/adaptive-grid/index.ts';
import { leaksOf } from '../../../../src/surfaces/watertight.ts';
import { seeded } from '../../surfaces/refined-sheets.ts';

function sheetOf(
  points: [number, number],
  size: [number, number],
  maxLevel: number,
  place?: (u: number, v: number) => [number, number, number],
) {
  const world = new World(createIntegrator('euler-cromer'));
  const sheet = addAdaptiveGrid(world, {
    name: 'sheet',
    size,
    points,
    maxLevel,
    place,
    material: { density: 0.2, stretch: 60, shear: 20, damping: 0.05, thickness: 1e-3 },
  });
  return { world, sheet };
}

/** Splits and merges some cells at random. */
function churn(sheet: ReturnType<typeof sheetOf>['sheet'], random: () => number): void {
  const { grid, maxLevel } = sheet;
  while (grid.room < maxLevel) sheet.growGrid();
  const changes = 1 + Math.floor(12 * random());
  for (let k = 0; k < changes; k++) {
    const column = Math.floor(random() * grid.columns);
    const row = Math.floor(random() * grid.rows);
    const level = grid.levelAt(column, row);
    const side = grid.side(level - 1);
    const [c, r] = [column - (column % side), row - (row % side)];
    if (random() < 0.65) {
      if (level < maxLevel) grid.split(column, row, 0);
    } else if (level > 0 && grid.mergeable(c, r, level - 1)) grid.merge(c, r, level - 1, 0);
  }
  sheet.net.build();
  sheet.adopt();
}

function leaks({ triangles, first, places, size }: ReturnType<typeof sheetOf>['sheet']): string[] {
  return leaksOf({ places, triangles: triangles.view.map((i) => i - first), size });
}

describe('the surface of an adaptive grid', () => {
  it.each([
    [[2, 2], [1, 1], 4],
    [[3, 2], [1, 0.4], 3],
    [[6, 5], [0.3, 0.3], 3],
    [[10, 10], [1, 1], 3],
  ] as const)('of %j points, %j m, down to level %i, is watertight after any splits and merges', (points, size, maxLevel) => {
    let deepest = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const { sheet } = sheetOf([...points], [...size], maxLevel);
      const random = seeded(seed);
      for (let round = 0; round < 8; round++) {
        churn(sheet, random);
        deepest = Math.max(deepest, sheet.depth);
        expect(leaks(sheet), `seed ${seed}, round ${round}`).toEqual([]);
      }
    }
    expect(deepest).toBe(maxLevel);
  });

  it('is mapped with every mass and every cell', () => {
    const { sheet } = sheetOf([6, 5], [1, 0.8], 3);
    const random = seeded(5);
    for (let round = 0; round < 6; round++) churn(sheet, random);
    const map = sheet.map();
    const levels = refinementLevels(map);
    expect(levels.reduce((sum, { masses }) => sum + masses, 0)).toBe(sheet.count);
    expect(levels.at(-1)!.level).toBe(sheet.depth);
    // In finest cells, of which there are 5 · 4 · 4^room.
    const area = map.cells.reduce((sum, side, k) => sum + (k % 4 === 2 ? side * side : 0), 0);
    expect(area).toBe(5 * 4 * 4 ** map.room);
  });
});

const INFO = {
  scene: { id: 'post', title: 'A post' },
  dt: 1 / 60,
  bodies: [{ name: 'sheet', model: 'adaptive-grid' }],
  colliders: [],
};

/** A cloth that falls on a post, recorded step by step. */
function recordedFall(steps: number) {
  const { world, sheet } = sheetOf([8, 8], [0.6, 0.6], 2, (u, v) => [u, 0.22, -v]);
  const post = createCollider({ name: 'post', shape: { kind: 'box', size: [0.2, 0.4, 0.2] } });
  world.addForce(gravity([0, -9.81, 0]));
  addContact(world, { colliders: [post], bodies: [{ body: sheet, radius: 0.5 * sheet.thickness }] });
  world.substeps = substepsFor(INFO.dt, stableSteps(world).engines['euler-cromer'].step);
  let meshes = trajectoryMeshes(world);
  const writer = new TrajectoryWriter(INFO, meshes);
  const parts = [writer.header];
  for (let k = 0; k < steps; k++) {
    const { fault, time } = step(world, INFO.dt);
    expect(fault).toBeUndefined();
    if (!isSameTopology(world, meshes)) {
      meshes = trajectoryMeshes(world);
      parts.push(writer.mesh(meshes));
    }
    parts.push(writer.frame(time, interleavePositions(world.particles)));
  }
  return { sheet, frames: readTrajectory(Uint8Array.from(Buffer.concat(parts))).frames };
}

describe('the trajectory of an adaptive grid', () => {
  it('has a watertight cloth at every moment, each particle with its place and level', () => {
    const { sheet, frames } = recordedFall(30);
    const finest = 0.6 / (7 << 2);
    let changes = 0;
    for (const { positions, meshes } of frames) {
      const [{ first, particles, triangles, places }] = meshes;
      expect(positions.length).toBe(3 * particles);
      // Places are in single precision: whole numbers of finest cells are what was meant.
      const grid = Float64Array.from(places!.uv, (c) => Math.round(c / (0.5 * finest)));
      const size = [56, 56] as const;
      expect(leaksOf({ places: grid, triangles: triangles.map((i) => i - first), size })).toEqual([]);
      expect(Math.max(...places!.levels)).toBeLessThanOrEqual(2);
      if (meshes !== frames[0].meshes) changes++;
    }
    expect(changes, 'frames with another cloth than the first').toBeGreaterThan(5);
    expect(frames.at(-1)!.meshes[0].particles).toBe(sheet.count);
    expect(sheet.count).toBeGreaterThan(64);
  });
});
