/** Closed meshes, what is refused of the others, and filling with particles. */
import { describe, expect, it } from 'vitest';
import { closedMesh, OpenMeshError } from '../../../src/surfaces/closed-mesh.ts';
import { fillMesh } from '../../../src/surfaces/fill.ts';
import { isosurface } from '../../../src/surfaces/isosurface.ts';
import { RowCrossings } from '../../../src/surfaces/row-crossings.ts';

interface Mesh {
  positions: number[];
  triangles: number[];
}

/** A box as files have it: four vertices a side, sides that share none. */
function box(size: readonly number[], middle: readonly number[] = [0, 0, 0]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const way of [-1, 1]) {
      const first = positions.length / 3;
      for (const [u, v] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ]) {
        const corner = [0, 0, 0];
        corner[axis] = way;
        corner[(axis + 1) % 3] = way * u;
        corner[(axis + 2) % 3] = v;
        positions.push(...corner.map((c, k) => middle[k] + (c * size[k]) / 2));
      }
      triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return { positions, triangles };
}

function joined(...meshes: Mesh[]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    triangles.push(...mesh.triangles.map((v) => v + first));
  }
  return { positions, triangles };
}

function insideOut({ positions, triangles }: Mesh): Mesh {
  return { positions, triangles: triangles.map((_, k) => triangles[k - (k % 3) + [0, 2, 1][k % 3]]) };
}

const cube = box([1, 1, 1]);

describe('a closed mesh', () => {
  it('is welded where sides share no vertices', () => {
    const mesh = closedMesh(cube.positions, cube.triangles);
    expect(mesh.positions.length).toBe(24);
    expect(mesh.volume).toBeCloseTo(1, 12);
    expect(mesh.mended).toEqual(['16 vertices were at the place of another']);
  });

  it('is turned where it is inside out, or a part of it', () => {
    const whole = insideOut(cube);
    expect(closedMesh(whole.positions, whole.triangles).volume).toBeCloseTo(1, 12);
    expect(closedMesh(whole.positions, whole.triangles).mended[1]).toBe('was inside out');
    const part = [...cube.triangles];
    [part[1], part[2]] = [part[2], part[1]];
    const mesh = closedMesh(cube.positions, part);
    expect(mesh.volume).toBeCloseTo(1, 12);
    expect(mesh.mended[1]).toBe('1 triangles were turned against their neighbours');
  });

  it('keeps a cavity, and turns a second piece that is inside out', () => {
    const hollow = joined(cube, insideOut(box([0.5, 0.5, 0.5])));
    expect(closedMesh(hollow.positions, hollow.triangles).volume).toBeCloseTo(1 - 0.125, 12);
    const beside = joined(cube, insideOut(box([0.5, 0.5, 0.5], [3, 0, 0])));
    expect(closedMesh(beside.positions, beside.triangles).volume).toBeCloseTo(1.125, 12);
  });

  it('has the volume of the union where its parts overlap, and says so', () => {
    const nested = joined(cube, box([0.5, 0.5, 0.5]));
    const inner = closedMesh(nested.positions, nested.triangles);
    // Rows on a grid find the edges of an overlap to half of their distance.
    expect(Math.abs(inner.volume - 1)).toBeLessThan(2e-3);
    expect(inner.doubtful).toEqual([
      expect.stringMatching(/^passes through itself: 1[23] % of its volume lies in/),
    ]);
    const crossing = joined(cube, box([1, 1, 1], [0.5, 0.25, 0]));
    const union = closedMesh(crossing.positions, crossing.triangles);
    expect(Math.abs(union.volume - (2 - 0.5 * 0.75))).toBeLessThan(4e-3);
    const filling = fillMesh(crossing.positions, crossing.triangles, { spacing: 0.08 });
    const filled = (filling.particles.length / 3) * (0.08 ** 3 / Math.SQRT2);
    expect(filled / union.volume).toBeCloseTo(1, 1);
    const beside = joined(cube, box([1, 1, 1], [1, 0, 0]));
    const wall = closedMesh(beside.positions, beside.triangles);
    expect(wall.volume).toBeCloseTo(2, 9);
    expect(wall.doubtful).toEqual(['4 edges have more than two triangles']);
  });

  it('may touch itself along an edge', () => {
    const touching = joined(cube, box([1, 1, 1], [1, 1, 0]));
    const mesh = closedMesh(touching.positions, touching.triangles);
    expect(mesh.volume).toBeCloseTo(2, 12);
    expect(mesh.mended).toContain('1 edges have more than two triangles');
  });

  it('does without triangles that have no area or are there twice', () => {
    const { positions, triangles } = cube;
    const mesh = closedMesh(positions, [...triangles, 0, 0, 1, ...triangles.slice(0, 3)]);
    expect(mesh.triangles.length).toBe(triangles.length);
  });
});

describe('what is not closed', () => {
  it('is refused naming its largest hole', () => {
    // the last side, z = 1/2, and one triangle of the first, x = −1/2, are missing
    const open = cube.triangles.slice(3, -6);
    try {
      closedMesh(cube.positions, open);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof OpenMeshError)) throw error;
      expect(error.holes.length).toBe(1); // they meet at a corner of the box
      expect(error.boundaryEdges).toBe(7);
    }
    const lid = cube.triangles.slice(0, -6);
    expect(() => closedMesh(cube.positions, lid)).toThrow(
      'mesh: is open: 4 edges have a triangle on one side only; a hole at (0, 0, 0.5), 1.41 m across, with 4 edges',
    );
  });

  it.each([
    [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], 'mesh: is open: 3 edges'],
    [[0, 0, 0, 1, 0, 0, 0, 1, Number.NaN], [0, 1, 2], 'positions[2]: must be a finite number, got NaN'],
    [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3], 'triangles: triangle 0 has vertex 3; there are 3'],
    [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1], 'triangles: must be three vertices each, got 2 numbers'],
    [[0, 0, 0, 1, 0, 0, 0, 1, 0], [], 'triangles: must be three vertices each, got 0 numbers'],
    [[0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 0, 2, 1], 'mesh: encloses no volume'],
    [[0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 2], 'triangles: none has an area'],
  ])('%j %j is refused', (positions, triangles, message) => {
    expect(() => closedMesh(positions, triangles)).toThrow(RangeError);
    expect(() => closedMesh(positions, triangles)).toThrow(message);
  });

  it('has one side, as a closed Möbius band would', () => {
    // the projective plane on six vertices
    const faces = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 1, 1, 2, 4, 2, 3, 5, 3, 4, 1, 4, 5, 2, 5, 1, 3];
    const places = Array.from({ length: 18 }, (_, i) => (i * i * 7) % 11);
    expect(() => closedMesh(places, faces)).toThrow('mesh: has one side only');
  });
});

describe('rows through a mesh', () => {
  it('enter as often as they leave, through edges and vertices too', () => {
    const { positions, triangles } = closedMesh(cube.positions, cube.triangles);
    const rows = new RowCrossings(positions, triangles);
    for (let j = -6; j <= 6; j++) {
      for (let k = -6; k <= 6; k++) {
        rows.find(j / 10, k / 10);
        const turns = [...rows.turn.subarray(0, rows.count)];
        // Half-open: of the two sides across one belongs to the cube.
        const isIn = j >= -5 && j < 5 && k >= -5 && k < 5;
        expect(turns, `${j} ${k}`).toEqual(isIn ? [1, -1] : []);
      }
    }
    expect(rows.windingAt(0, 0, 0)).toBe(1);
    expect(rows.windingAt(0.6, 0, 0)).toBe(0);
  });
});

/** Least distance between two of the points. */
function leastDistance(points: Float64Array): number {
  let least = Infinity;
  for (let a = 0; a < points.length; a += 3) {
    for (let b = 0; b < a; b += 3) {
      const d = Math.hypot(
        points[a] - points[b],
        points[a + 1] - points[b + 1],
        points[a + 2] - points[b + 2],
      );
      least = Math.min(least, d);
    }
  }
  return least;
}

describe('a filled mesh', () => {
  it('has neighbours a spacing apart, all inside, and the volume of the mesh', () => {
    const { particles, spacing, volume } = fillMesh(cube.positions, cube.triangles, { spacing: 0.1 });
    expect(spacing).toBe(0.1);
    expect(leastDistance(particles)).toBeCloseTo(0.1, 12);
    expect(particles.every((x) => Math.abs(x) <= 0.5 + 1e-12)).toBe(true);
    const matter = ((particles.length / 3) * 0.1 ** 3) / Math.SQRT2;
    // a layer more or less at one side: half of 0.07 of 1
    expect(Math.abs(matter / volume - 1)).toBeLessThan(0.04);
  });

  it('has the volume of a body with sharp corners', () => {
    const corners = [0, 0, 0, 6, 0, 0, 0, 6, 0, 0, 0, 6];
    for (const spacing of [0.7, 0.5, 0.3]) {
      const { particles } = fillMesh(corners, [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], { spacing });
      const matter = ((particles.length / 3) * spacing ** 3) / Math.SQRT2;
      expect(Math.abs(matter / 36 - 1)).toBeLessThan(0.02); // half a particle of 150, and some
    }
  });

  // sizes of the experiments: a die, a rod, a creature
  it.each([
    246, 1606, 9871, 1, 7,
  ])('has exactly %i particles if asked, with the volume of the mesh', (count) => {
    const mesh = box([0.021, 0.02, 0.019]);
    const { particles, spacing, volume } = fillMesh(mesh.positions, mesh.triangles, { count });
    expect(particles.length).toBe(3 * count);
    // three times the most that the spacing is stretched by
    expect(Math.abs((count * spacing ** 3) / Math.SQRT2 / volume - 1)).toBeLessThan(
      count > 100 ? 0.013 : 0.1,
    );
  });

  it('is the same every time', () => {
    const fill = () => fillMesh(cube.positions, cube.triangles, { count: 246 });
    expect(fill()).toEqual(fill());
  });

  it('fills a ball from its own surface, and leaves a cavity empty', () => {
    const ball = isosurface([0, 0, 0], { spacing: 1, cell: 0.3 });
    const { particles, spacing } = fillMesh(ball.positions, ball.triangles, { spacing: 0.1 });
    const matter = ((particles.length / 3) * spacing ** 3) / Math.SQRT2;
    expect(Math.abs(matter / ball.volume - 1)).toBeLessThan(0.03);
    const hollow = joined(cube, insideOut(box([0.5, 0.5, 0.5])));
    const filled = fillMesh(hollow.positions, hollow.triangles, { spacing: 0.1 });
    for (let p = 0; p < filled.particles.length; p += 3) {
      expect(Math.max(...filled.particles.subarray(p, p + 3).map(Math.abs))).toBeGreaterThan(0.25 - 1e-12);
    }
  });

  it.each([
    [{ spacing: 0 }, 'spacing: must be > 0, got 0'],
    [{ spacing: 0.001 }, 'spacing: would make 1414213562 particles; the limit is 2000000'],
    [{ spacing: 90 }, 'spacing: at 90 m no particle fits in; the volume is that of 0.0000019'],
    [{ count: 0 }, 'count: must be a whole number from 1 to 2000000, got 0'],
    [{ count: 2.5 }, 'count: must be a whole number'],
  ])('of %j is refused', (size, message) => {
    const shifted = box([1, 1, 1], [0.3, 0.2, 0.1]);
    expect(() => fillMesh(shifted.positions, shifted.triangles, size)).toThrow(message);
  });
});
