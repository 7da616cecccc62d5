/** Cuts in a 4-8 mesh: what falls apart, and that refining and simplifying stay sound beside them. */
import { describe, expect, it } from 'vitest';
import type { Mesh48 } from '../../src/models/adaptive-cloth/mesh.ts';
import { checkMesh, patternArea } from '../../src/models/adaptive-cloth/mesh-check.ts';
import { edgesOf } from '../../src/models/adaptive-cloth/mesh-edges.ts';
import { rectangleMesh } from '../../src/models/adaptive-cloth/mesh-start.ts';
import { seeded } from './refined-sheets.ts';

/** Cuts the edge between two vertices. */
function cutBetween(mesh: Mesh48, p: number, q: number): boolean {
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const t = Math.floor(h / 3);
    const ends = [1, 2].map((k) => mesh.triangles[3 * t + ((h + k) % 3)]);
    if (ends.includes(p) && ends.includes(q) && mesh.neighbours[h] >= 0) return mesh.cut(t, h % 3);
  }
  return false;
}

function pieces(mesh: Mesh48): number {
  const seen = new Set<number>();
  let count = 0;
  for (let first = 0; first < mesh.triangleCount; first++) {
    if (seen.has(first)) continue;
    count++;
    const queue = [first];
    while (queue.length > 0) {
      const t = queue.pop()!;
      if (t < 0 || seen.has(t)) continue;
      seen.add(t);
      queue.push(...mesh.neighbours.subarray(3 * t, 3 * t + 3));
    }
  }
  return count;
}

describe('a cut', () => {
  it('between two inner vertices is a slit: no copies, one edge for the solver', () => {
    const { mesh } = rectangleMesh([1, 1], [3, 3]);
    const before = edgesOf(mesh);
    expect(cutBetween(mesh, 5, 6)).toBe(true);
    expect(mesh.vertexCount).toBe(16);
    const after = edgesOf(mesh);
    expect([after.edgeCount, after.hingeCount]).toEqual([before.edgeCount, before.hingeCount - 1]);
    checkMesh(mesh, 1);
  });

  it('across the cloth makes two cloths, with a copy of every vertex on the way', () => {
    const { mesh } = rectangleMesh([1, 1], [4, 4]);
    const copies: number[][] = [];
    mesh.listener = { vertexCopied: (copy, original) => copies.push([copy, original]) };
    for (let row = 0; row < 4; row++) expect(cutBetween(mesh, 5 * row + 2, 5 * row + 7)).toBe(true);
    expect(copies).toEqual([
      [25, 2],
      [26, 7],
      [27, 12],
      [28, 17],
      [29, 22],
    ]);
    expect(pieces(mesh)).toBe(2);
    expect(mesh.characteristic).toBe(2);
    checkMesh(mesh, 1);
    mesh.refineTo(4, 1);
    expect(mesh.vertexCount).toBe(2 * 9 * 17);
    checkMesh(mesh, 1);
  });

  it('is refused at a boundary', () => {
    const { mesh } = rectangleMesh([1, 1], [1, 1]);
    expect(mesh.cut(0, 1)).toBe(false);
    expect(mesh.cuts).toBe(0);
  });

  it('along a broken edge leaves two halves that merge each by itself', () => {
    const { mesh } = rectangleMesh([1, 1], [1, 1]);
    mesh.refine(0, 0);
    expect(cutBetween(mesh, 0, 4)).toBe(true);
    expect(mesh.isRemovable(4)).toBe(false);
    expect(cutBetween(mesh, 4, 3)).toBe(true);
    expect([mesh.vertexCount, pieces(mesh)]).toEqual([8, 2]);
    const ends: number[][] = [];
    mesh.listener = { vertexRemoved: (_, end0, end1) => ends.push([end0, end1]) };
    for (let v = mesh.vertexCount - 1; v >= 0; v--) mesh.simplify(v, 1);
    expect([mesh.vertexCount, mesh.triangleCount, ends.length]).toEqual([6, 2, 2]);
    checkMesh(mesh, 1);
  });

  it('across a broken edge keeps the middle for ever: its halves are apart', () => {
    const { mesh } = rectangleMesh([1, 1], [1, 1]);
    mesh.refine(0, 0);
    const [apex] = [mesh.triangles[1]];
    expect(cutBetween(mesh, apex, 4)).toBe(true);
    expect(mesh.simplify(4, 1)).toBe(false);
  });
});

describe('random cuts, refinements and simplifications', () => {
  it.each([1, 2, 3, 4])('keep every promise (seed %i)', (seed) => {
    const random = seeded(seed);
    const { mesh } = rectangleMesh([1, 1], [3, 3]);
    mesh.maxLevel = 8;
    const area = patternArea(mesh);
    let [cuts, removed, copies, vertices] = [0, 0, 0, mesh.vertexCount];
    mesh.listener = {
      vertexAdded: () => vertices++,
      vertexRemoved: () => vertices--,
      vertexCopied: () => {
        vertices++;
        copies++;
      },
    };
    for (let batch = 0; batch < 40; batch++) {
      for (let n = 0; n < 60; n++) {
        const choice = random();
        const triangle = Math.floor(random() * mesh.triangleCount);
        if (choice < 0.4) mesh.refine(triangle, batch);
        else if (choice < 0.43) cuts += mesh.cut(triangle, Math.floor(3 * random())) ? 1 : 0;
        else removed += mesh.simplify(Math.floor(random() * mesh.vertexCount), batch) ? 1 : 0;
      }
      checkMesh(mesh, area);
      const { edges, edgeCount } = edgesOf(mesh);
      const once = new Set<number>();
      for (let e = 0; e < edgeCount; e++) {
        const [p, q] = [edges[2 * e], edges[2 * e + 1]];
        once.add(Math.min(p, q) * mesh.vertexCount + Math.max(p, q));
      }
      expect(once.size).toBe(edgeCount);
    }
    expect(vertices).toBe(mesh.vertexCount);
    expect(Math.min(cuts, removed, copies)).toBeGreaterThan(10);
    for (let t = 0; t < mesh.triangleCount; t++) for (let k = 0; k < 3; k++) mesh.cut(t, k);
    expect(mesh.vertexCount).toBe(3 * mesh.triangleCount);
    checkMesh(mesh, area);
  });
});
