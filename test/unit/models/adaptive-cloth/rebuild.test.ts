/** Rebuilding a cloth: the kernels against the TypeScript reference, after random changes of the mesh, and after a restore. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../src/core/arena.ts';
import { restore, snapshot } from '../../../../src/core/snapshot.ts';
import * as SolveLevel from '../../../../src/layouts/generated/solve-level.ts';
import {
  HINGE_NUMBERS,
  HINGE_REST_ANGLE,
  type SystemBlocks,
} from '../../../../src/models/adaptive-cloth/system-blocks.ts';
import {
  bending,
  edgesOf,
  hingeNumbers,
  structureOf,
  triangleRecords,
  triangleSlots,
} from './mesh-reference.ts';
import { random, type WovenOptions, wovenCloth } from './woven-cloth.ts';

/** Returns a cloth after rounds in which random edges are refined, random vertices removed, and a few edges cut; painted and half pinned, if asked. */
function changedCloth(seed: number, cuts: number, options: WovenOptions, isPainted = false) {
  const made = wovenCloth({ level: 3, mixed: 2, ...options });
  const { mesh } = made.cloth;
  const chance = random(seed);
  const any = (count: number) => Math.floor(chance() * count);
  for (let round = 0; round < 3; round++) {
    for (let k = 0; k < 60; k++) mesh.refineEdge(any(mesh.triangleCount), any(3), round);
    for (let k = 0; k < 200; k++) mesh.simplify(any(mesh.vertexCount), round);
    for (let k = 0; k < cuts; k++) mesh.cut(any(mesh.triangleCount), any(3));
  }
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const over = mesh.neighbours[h];
    if (over < Math.floor(h / 3)) continue;
    const back = [0, 1, 2].find((k) => mesh.neighbours[3 * over + k] === Math.floor(h / 3)) ?? 0;
    mesh.restAngles[h] = mesh.restAngles[3 * over + back] = chance() - 0.5;
  }
  made.cloth.resize(mesh.vertexCount);
  made.cloth.adopt();
  if (isPainted) {
    const factors = Array.from({ length: mesh.vertexCount }, () => 0.5 + chance());
    made.cloth.values.paint({ stretch: factors, bend: factors.toReversed() }, mesh);
    const upper = factors.flatMap((_, v) => (made.cloth.places[2 * v + 1] > 0 ? [v] : []));
    made.cloth.pin([{ vertices: upper }]);
    made.cloth.adopt();
  }
  return made;
}

/** Bytes of all blocks of the system that a rebuild writes. */
function built({ system }: ReturnType<typeof wovenCloth>['cloth']) {
  const { blocks, structure, counts } = system;
  const used = (block: Block, length: number) => [...block.view.subarray(0, length)];
  const entries = structure.rows[structure.rowOf.length];
  return {
    ...counts,
    order: [...blocks.order.view],
    rowOf: [...structure.rowOf],
    rows: [...structure.rows],
    columns: used(blocks.columns, entries),
    scalarRows: [...blocks.scalarRows.view],
    scalarColumns: used(blocks.scalarColumns, blocks.scalarRows.view[structure.rowOf.length]),
    triangleOrder: [...blocks.triangleOrder.view],
    hingeOrder: [...blocks.hingeOrder.view],
    edges: used(blocks.edges, 2 * counts.edgeCount),
    hinges: [...blocks.meshHinges.view],
    hingeTriangles: [...blocks.hingeTriangles.view],
    couples: [...blocks.couples.view],
    slots: [...blocks.slots.view],
    triangles: [...blocks.triangles.view],
    records: [...blocks.hinges.view],
    blockBend: used(blocks.blockBend, entries),
    scalarBend: used(blocks.scalarBend, blocks.scalarRows.view[structure.rowOf.length]),
    bends: [...blocks.bends.view],
    levels: levelsOf(blocks),
  };
}

/** Returns the lists of each level of aggregates. */
function levelsOf({ levelTable, levelNumbers }: SystemBlocks): number[][] {
  const levels: number[][] = [];
  for (let at = 0; levelTable.view[at] > 0; at += SolveLevel.BYTES / 4) {
    const word = (field: number) => levelTable.view[at + field / 4] / 4;
    const nodes = 4 * word(SolveLevel.NODES);
    const end = word(SolveLevel.COLUMNS) + levelNumbers.view[word(SolveLevel.STARTS) + nodes];
    levels.push([nodes, ...levelNumbers.view.slice(word(SolveLevel.LABELS), end)]);
  }
  return levels;
}

describe.each([
  ['refined and simplified', 0, {}, false],
  ['cut, of oblong cells', 6, { size: [1, 0.6] }, false],
  ['painted and clamped', 0, {}, true],
] as const)('the system of a cloth that was %s', (_, cuts, options, isPainted) => {
  it.each([1, 2, 3])('is that of the reference (%i)', (seed) => {
    const { world, cloth } = changedCloth(seed, cuts, options, isPainted);
    const { mesh, material, system } = cloth;
    const edges = edgesOf(mesh);
    const s = structureOf(mesh, edges);
    const held = world.particles.inverseMass.view.map((inverse) => (inverse === 0 ? 1 : 0));
    const clamped = Array.from({ length: mesh.triangleCount }, (_, t) =>
      Math.min(...[0, 1, 2].map((k) => held[cloth.first + mesh.triangles[3 * t + k]])),
    );
    expect(clamped.includes(1)).toBe(isPainted);
    const [stretch, soft] = (['stretch', 'bend'] as const).map((what) =>
      cloth.values.ofTriangles(mesh, what),
    );
    const numbers = hingeNumbers(mesh, edges, material, soft, clamped);
    const bend = bending(s, edges, numbers);
    const found = built(cloth);
    expect(found.edgeCount).toBe(edges.edgeCount);
    expect(found.edges).toEqual([...edges.edges]);
    expect(found.hinges).toEqual([...edges.hinges]);
    expect(found.hingeTriangles).toEqual([...edges.hingeTriangles]);
    for (const name of ['order', 'rowOf', 'rows', 'columns', 'scalarRows', 'scalarColumns'] as const)
      expect(found[name]).toEqual([...s[name]]);
    expect(found.triangleOrder).toEqual([...s.triangleOrder]);
    expect(found.hingeOrder).toEqual([...s.hingeOrder]);
    expect(found.couples).toEqual([...s.hingeScalars]);
    expect(found.slots).toEqual(triangleSlots(mesh, s));
    expect(found.triangles).toEqual([...triangleRecords(mesh, s.triangleOrder, material, stretch)]);
    expect(found.blockBend).toEqual([...bend.blockBend]);
    expect(found.scalarBend).toEqual([...bend.scalarBend]);
    expect(found.bends).toEqual([...bend.bends]);
    const records = Array.from(s.hingeOrder).flatMap((h) => {
      const t = edges.hingeTriangles[2 * h];
      const angle = mesh.restAngles[3 * t + mesh.cornerOf(t, edges.hinges[4 * h + 2])];
      return [numbers.stiffness[h], angle, 0, numbers.heights[h]];
    });
    expect(found.records).toEqual(records);
    expect(system.blocks.hinges.view[HINGE_NUMBERS + HINGE_REST_ANGLE]).not.toBe(0);
  });

  it('does not depend on how the mesh came about', () => {
    const { world, cloth } = changedCloth(4, cuts, options, isPainted);
    const before = built(cloth);
    const state = snapshot(world);
    const { mesh } = cloth;
    for (let t = 0; t < 40; t++) mesh.refine(t, 9);
    cloth.resize(mesh.vertexCount);
    cloth.adopt();
    expect(built(cloth).rows.length).toBeGreaterThan(before.rows.length);
    restore(world, state);
    expect(built(cloth)).toEqual(before);
  });
});
