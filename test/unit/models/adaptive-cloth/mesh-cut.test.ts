/** Cuts in a 4-8 mesh: what falls apart, and that refining and simplifying stay sound beside them. */
import { describe, expect, it } from 'vitest';
import { patternArea } from '../../../../src/models/adaptive-cloth/energy.ts';
import type { Mesh48 } from '../../../../src/models/adaptive-cloth/mesh.ts';
import { rectangleMesh } from '../../../../src/models/adaptive-cloth/mesh-start.ts';
import { seeded } from '../../surfaces/refined-sheets.ts';
import { checkMesh } from './mesh-check.ts';
import { edgesOf } from './mesh-reference.ts';

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

  it('along a diagonal, one side simplified: children beyond it go from the parent that vanishes to a coarser one', () => {
    const { mesh } = rectangleMesh([1, 1], [1, 1]);
    mesh.refineTo(6, 0);
    /** Above zero below the diagonal u = v that the square breaks at. */
    const below = (t: number) =>
      [0, 2, 4].reduce((sum, k) => sum + mesh.pattern[6 * t + k] - mesh.pattern[6 * t + k + 1], 0);
    for (let h = 0; h < 3 * mesh.triangleCount; h++) {
      const [t, over] = [Math.floor(h / 3), mesh.neighbours[h]];
      if (over >= 0 && below(t) > 0 && below(over) < 0) mesh.cut(t, h % 3);
    }
    expect(pieces(mesh)).toBe(2);
    const above = Array.from({ length: mesh.triangleCount }, (_, t) => t).filter((t) => below(t) < 0).length;
    let handed = 0;
    for (let round = 0; round < 6; round++) {
      for (let v = mesh.vertexCount - 1; v >= 0; v--) {
        if (v >= mesh.vertexCount || below(mesh.anyTriangle[v]) < 0 || !mesh.isRemovable(v)) continue;
        if (mesh.firstChild[v] >= 0) handed++;
        mesh.simplify(v, 1);
        checkMesh(mesh, 1);
      }
    }
    expect(mesh.triangleCount).toBe(above + 1);
    expect(handed).toBeGreaterThan(0);
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

  it('refuse numbers that are none of the mesh', () => {
    const { mesh } = rectangleMesh([1, 1], [1, 1]);
    expect(() => mesh.refine(2, 0)).toThrow('triangle: must be a whole number from 0 to 1, got 2');
    expect(() => mesh.refineEdge(0, 3, 0)).toThrow(/corner/);
    expect(() => mesh.cut(-1, 0)).toThrow(/triangle/);
    expect(() => mesh.simplify(4, 0)).toThrow(/vertex/);
    const arrays = mesh.toArrays();
    expect(() => mesh.restore({ ...arrays, levels: new Int32Array(1) })).toThrow(
      /arrays do not fit 2 triangles/,
    );
    checkMesh(mesh, 1);
  });
});
