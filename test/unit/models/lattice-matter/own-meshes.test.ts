/** Bodies made by our own code: closed, of the right size, and filled with the particles that experiments want. */
import { describe, expect, it } from 'vitest';
import { creatureMesh, dieMesh, rodMesh } from '../../../../src/models/lattice-matter/own-meshes.ts';
import { closedMesh } from '../../../../src/surfaces/closed-mesh.ts';
import { fillMesh } from '../../../../src/surfaces/fill.ts';
import { implicitMesh } from '../../../../src/surfaces/implicit-mesh.ts';
import { isosurface } from '../../../../src/surfaces/isosurface.ts';
import { areaNormals } from '../../../../src/surfaces/normals.ts';
import { judged } from '../../surfaces/mesh-judge.ts';

const ball = (x: number, y: number, z: number) => 1 - Math.hypot(x, y, z);

describe('the surface of a function', () => {
  it('is a ball, with its volume and its normals', () => {
    const { positions, triangles } = implicitMesh(ball, {
      low: [-1.2, -1.2, -1.2],
      high: [1.2, 1.2, 1.2],
      cell: 0.1,
    });
    expect(judged(positions, triangles)).toMatchObject({ openEdges: 0, pinched: 0, euler: 2, pieces: 1 });
    const { volume } = closedMesh(positions, triangles);
    // flat triangles with sides up to 0.14 cut off 0.14²/8 and less of the radius
    expect(volume / ((4 / 3) * Math.PI)).toBeGreaterThan(0.99);
    expect(volume / ((4 / 3) * Math.PI)).toBeLessThan(1);
    const normal = new Float64Array(positions.length);
    areaNormals(positions, triangles, normal);
    // triangles around a vertex end a cell away, where the ball's own normal differs by as much
    for (let i = 0; i < normal.length; i++) expect(Math.abs(normal[i] - positions[i])).toBeLessThan(0.1);
  });

  it('is closed where its box cuts it', () => {
    const { positions, triangles } = implicitMesh(ball, {
      low: [0, -1.2, -1.2],
      high: [1.2, 1.2, 1.2],
      cell: 0.1,
    });
    expect(judged(positions, triangles)).toMatchObject({ openEdges: 0, euler: 2 });
  });

  it.each([
    [{ cell: 0 }, 'cell: must be > 0, got 0'],
    [{ cell: 1e-4 }, 'cell: would make'],
    [{ low: [2, 0, 0] as const }, 'high: must be above low, got 1 and 2'],
  ])('of %j is refused', (change, message) => {
    const options = { low: [0, 0, 0], high: [1, 1, 1], cell: 0.1, ...change } as const;
    expect(() => implicitMesh(ball, options)).toThrow(message);
  });

  it('of no number is refused', () => {
    const options = { low: [0, 0, 0], high: [1, 1, 1], cell: 0.1 } as const;
    expect(() => implicitMesh(() => Number.NaN, options)).toThrow('inside: is no number at node (1, 1, 1)');
  });
});

describe.each([
  // volumes of the shapes with sharp edges; rounding and pips take a few percent off
  ['a die', () => dieMesh(0.02, 24), 246, 0.02 ** 3, [0.02, 0.02, 0.02]],
  ['a rod', () => rodMesh(0.3, 0.03), 1606, Math.PI * 0.03 ** 2 * 0.3, [0.3, 0.06, 0.06]],
  ['a creature', () => creatureMesh(0.3, 40), 9871, undefined, undefined],
])('%s', (_, make, count, volume, size) => {
  const mesh = make();
  const closed = closedMesh(mesh.positions, mesh.triangles);

  it('is closed and in one piece, without a handle', () => {
    expect(judged(mesh.positions, mesh.triangles)).toMatchObject({
      openEdges: 0,
      pinched: 0,
      euler: 2,
      pieces: 1,
    });
    expect(closed.mended).toEqual([]);
    expect(mesh.colours.length).toBe((4 * mesh.positions.length) / 3);
    expect(mesh.colours.every((share) => share >= 0 && share <= 1)).toBe(true);
  });

  it('has its size', () => {
    const extent = [0, 1, 2].map((axis) => {
      const along = mesh.positions.filter((_, i) => i % 3 === axis);
      return Math.max(...along) - Math.min(...along);
    });
    extent.forEach((way, axis) => {
      if (size) expect(way / size[axis]).toBeCloseTo(1, 1);
    });
    if (volume) expect(closed.volume / volume).toBeGreaterThan(0.9);
    if (volume) expect(closed.volume / volume).toBeLessThan(1);
  });

  it(`takes ${count} particles, whose surface has its volume`, () => {
    const { particles, spacing } = fillMesh(mesh.positions, mesh.triangles, { count });
    expect(particles.length).toBe(3 * count);
    for (const style of ['blobs', 'smooth'] as const) {
      expect(Math.abs(isosurface(particles, { spacing, style }).volume / closed.volume - 1)).toBeLessThan(
        0.05,
      );
    }
  });
});
