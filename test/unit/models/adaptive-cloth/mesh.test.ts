/** The 4-8 mesh of the adaptive cloth: counts, promises under thousands of random changes, and the way back. */
import { describe, expect, it } from 'vitest';
import { patternArea } from '../../../../src/models/adaptive-cloth/energy.ts';
import { Mesh48 } from '../../../../src/models/adaptive-cloth/mesh.ts';
import { rectangleMesh } from '../../../../src/models/adaptive-cloth/mesh-start.ts';
import { seeded } from '../../surfaces/refined-sheets.ts';
import { checkMesh } from './mesh-check.ts';
import { edgesOf } from './mesh-reference.ts';

/** Triangles as sets: corners from the apex on, with pattern, level and path, in an order of their own. */
function shapeOf(mesh: Mesh48): string[] {
  const rows: string[] = [];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const corners = mesh.triangles.subarray(3 * t, 3 * t + 3).join(' ');
    const places = mesh.pattern.subarray(6 * t, 6 * t + 6).join(' ');
    rows.push(`${corners} | ${places} | ${mesh.levels[t]} ${mesh.paths[t]}`);
  }
  return rows.sort();
}

/** Takes out vertices until none can go. */
function simplifyAll(mesh: Mesh48): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (let v = mesh.vertexCount - 1; v >= 0; v--) {
      if (v < mesh.vertexCount && mesh.simplify(v, 1)) changed = true;
    }
  }
}

describe('uniform bisection', () => {
  // the unit square, two triangles: vertices, edges, boundary edges by level
  it.each([
    [0, 4, 5, 4],
    [1, 5, 8, 4],
    [2, 9, 16, 8],
    [3, 13, 28, 8],
    [4, 25, 56, 16],
    [7, 145, 400, 32],
    [12, 4225, 12416, 256],
  ])('has at level %i %i vertices, %i edges, %i at the boundary', (level, vertices, edges, border) => {
    const { mesh } = rectangleMesh([1, 1], [1, 1]);
    mesh.refineTo(level, 0);
    const found = edgesOf(mesh);
    expect(mesh.triangleCount).toBe(2 << level);
    expect([mesh.vertexCount, found.edgeCount, found.edgeCount - found.hingeCount]).toEqual([
      vertices,
      edges,
      border,
    ]);
    expect(mesh.vertexCount - found.edgeCount + mesh.triangleCount).toBe(1);
    checkMesh(mesh, 1);
  });

  it('makes 33 × 33 vertices of 4 × 4 squares after six', () => {
    const { mesh, places } = rectangleMesh([2, 1], [4, 4]);
    expect([mesh.vertexCount, mesh.triangleCount, places.length]).toEqual([25, 32, 50]);
    mesh.refineTo(6, 0);
    expect(mesh.vertexCount).toBe(33 * 33);
    checkMesh(mesh, 2);
  });

  it('keeps right angles at the apex of a square’s triangles', () => {
    const square = rectangleMesh([3, 2], [3, 2]).mesh;
    square.refineTo(5, 0);
    for (let t = 0; t < square.triangleCount; t++) {
      const [u0, v0, u1, v1, u2, v2] = square.pattern.subarray(6 * t, 6 * t + 6);
      // exact: all coordinates are short binary fractions but for thirds, a rounding each
      expect(Math.abs((u1 - u0) * (u2 - u0) + (v1 - v0) * (v2 - v0))).toBeLessThan(1e-15);
    }
  });
});

describe('one bisection', () => {
  it('takes the block mate along and tells of it', () => {
    const { mesh } = rectangleMesh([1, 1], [1, 1]);
    const told: unknown[] = [];
    mesh.listener = {
      vertexAdded: (...what) => told.push(['vertex', ...what]),
      vertexRemoved: (...what) => told.push(['gone', ...what]),
    };
    const before = shapeOf(mesh);
    expect(mesh.refine(0, 7)).toBe(true);
    expect(told).toEqual([['vertex', 4, 3, 0]]);
    expect([...mesh.births.subarray(0, 4)]).toEqual([7, 7, 7, 7]);
    told.length = 0;
    expect(mesh.simplify(4, 9)).toBe(true);
    expect(told).toEqual([['gone', 4, 3, 0, 4]]);
    expect(shapeOf(mesh)).toEqual(before);
  });

  it('is refused at the finest level and at the most vertices, with nothing changed', () => {
    const { mesh } = rectangleMesh([1, 1], [2, 2]);
    mesh.maxLevel = 3;
    mesh.refineTo(3, 0);
    const before = mesh.toArrays();
    for (let t = 0; t < mesh.triangleCount; t++) {
      for (let corner = 0; corner < 3; corner++) expect(mesh.refineEdge(t, corner, 1)).toBe(false);
    }
    mesh.maxLevel = 9;
    mesh.maxVertices = mesh.vertexCount;
    expect(mesh.refine(0, 1)).toBe(false);
    expect(mesh.refineEdge(0, 1, 1)).toBe(false);
    expect(mesh.toArrays()).toEqual({ ...before, counts: mesh.toArrays().counts });
    expect(() => mesh.refineTo(4, 1)).toThrow(/level: 4 needs more than/);
  });

  it('splits just the edge that is asked for', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed);
      const { mesh } = rectangleMesh([1, 1], [2, 3]);
      for (let n = 0; n < 30; n++) mesh.refine(Math.floor(random() * mesh.triangleCount), n);
      const t = Math.floor(random() * mesh.triangleCount);
      const corner = Math.floor(random() * 3);
      const ends = [1, 2].map((k) => mesh.triangles[3 * t + ((corner + k) % 3)]).sort();
      const parents: number[][] = [];
      mesh.listener = { vertexAdded: (_, p, q) => parents.push([p, q].sort()) };
      expect(mesh.refineEdge(t, corner, 31)).toBe(true);
      expect(parents.at(-1)).toEqual(ends);
      checkMesh(mesh, 1);
    }
  });
});

it('an edge can be refined exactly if refining it changes the mesh', () => {
  const answers = new Set<boolean>();
  for (let seed = 1; seed <= 60; seed++) {
    const random = seeded(seed);
    const { mesh } = rectangleMesh([1, 1], [2, 3]);
    mesh.maxLevel = 4;
    for (let n = 0; n < 30; n++) mesh.refine(Math.floor(random() * mesh.triangleCount), n);
    if (seed % 2 === 0) mesh.maxVertices = mesh.vertexCount + Math.floor(12 * random());
    const t = Math.floor(random() * mesh.triangleCount);
    const corner = Math.floor(random() * 3);
    const [can, before] = [mesh.canRefineEdge(t, corner), mesh.vertexCount];
    answers.add(can);
    expect(mesh.refineEdge(t, corner, 31)).toBe(can);
    expect(mesh.vertexCount > before).toBe(can);
  }
  expect(answers.size).toBe(2);
});

describe('random changes', () => {
  it.each([1, 2, 3])('keep every promise, and lead back to the start (seed %i)', (seed) => {
    const random = seeded(seed);
    const { mesh } = rectangleMesh([1.3, 0.7], [3, 2]);
    mesh.maxLevel = 9;
    const start = shapeOf(mesh);
    const area = patternArea(mesh);
    let removed = 0;
    for (let batch = 0; batch < 30; batch++) {
      for (let n = 0; n < 100; n++) {
        if (random() < 0.45) mesh.refine(Math.floor(random() * mesh.triangleCount), batch);
        else if (mesh.simplify(Math.floor(random() * mesh.vertexCount), batch)) removed++;
      }
      checkMesh(mesh, area);
    }
    expect(removed).toBeGreaterThan(300);
    simplifyAll(mesh);
    expect(shapeOf(mesh)).toEqual(start);
  });

  it('are told such that particles can keep in step', () => {
    const random = seeded(11);
    const { mesh, places } = rectangleMesh([1, 1], [2, 2]);
    const particles = Array.from({ length: mesh.vertexCount }, (_, v) => [places[2 * v], places[2 * v + 1]]);
    let mass = 0;
    const masses = particles.map(() => 1);
    mesh.listener = {
      vertexAdded(vertex, end0, end1) {
        expect(vertex).toBe(particles.length);
        particles.push([0, 1].map((axis) => 0.5 * (particles[end0][axis] + particles[end1][axis])));
        masses.push(1);
        mass++;
      },
      vertexRemoved(vertex, end0, end1, last) {
        expect(particles[vertex]).toEqual([0, 1].map((k) => 0.5 * (particles[end0][k] + particles[end1][k])));
        masses[end0] += masses[vertex] / 2;
        masses[end1] += masses[vertex] / 2;
        expect(last).toBe(particles.length - 1);
        particles[vertex] = particles[last];
        masses[vertex] = masses[last];
        particles.pop();
        masses.pop();
      },
    };
    for (let n = 0; n < 2000; n++) {
      if (random() < 0.5) mesh.refine(Math.floor(random() * mesh.triangleCount), n);
      else mesh.simplify(Math.floor(random() * mesh.vertexCount), n);
    }
    expect(particles).toHaveLength(mesh.vertexCount);
    for (let h = 0; h < 3 * mesh.triangleCount; h++) {
      expect([...mesh.pattern.subarray(2 * h, 2 * h + 2)]).toEqual(particles[mesh.triangles[h]]);
    }
    // halves of halves are exact here: every mass is a short binary fraction
    expect(masses.reduce((sum, m) => sum + m)).toBeCloseTo(9 + mass, 9);
  });

  it('go on the same from saved arrays', () => {
    const random = seeded(5);
    const { mesh } = rectangleMesh([1, 1], [2, 2]);
    for (let n = 0; n < 300; n++) mesh.refine(Math.floor(random() * mesh.triangleCount), n);
    mesh.cut(7, 1);
    const copy = new Mesh48();
    copy.restore(mesh.toArrays());
    for (let n = 0; n < 500; n++) {
      const [choice, place] = [random(), random()];
      const answers = [mesh, copy].map((one) =>
        choice < 0.5
          ? one.refine(Math.floor(place * one.triangleCount), n)
          : one.simplify(Math.floor(place * one.vertexCount), n),
      );
      expect(answers[0]).toBe(answers[1]);
    }
    expect(copy.toArrays()).toEqual(mesh.toArrays());
  });
});
