/** Features of sheets, their fans, and the search for triangles, against a search through all triangles. */
import { describe, expect, it } from 'vitest';
import {
  FOLD_NUMBERS,
  HAS_FACE,
  TRIANGLE_FLAGS,
  TRIANGLE_WORDS,
} from '../../../../src/contact/surfaces/records.ts';
import { SurfaceBroadPhase } from '../../../../src/contact/surfaces/surface-broad-phase.ts';
import { random, wovenCloth } from '../../models/adaptive-cloth/woven-cloth.ts';

/** A cloth of mixed levels with cuts, and another part of the world before it. */
function cutCloth(seed: number) {
  const { world, cloth } = wovenCloth({ level: 3, mixed: 2 });
  const chance = random(seed);
  const { mesh } = cloth;
  for (let k = 0; k < 60; k++)
    mesh.refineEdge(Math.floor(chance() * mesh.triangleCount), Math.floor(chance() * 3), 0);
  for (let k = 0; k < 6; k++) mesh.cut(Math.floor(chance() * mesh.triangleCount), Math.floor(chance() * 3));
  cloth.resize(mesh.vertexCount);
  cloth.adopt();
  const { position, stride } = world.particles;
  for (let i = 0; i < cloth.count; i++) {
    for (let axis = 0; axis < 3; axis++) position.view[axis * stride + cloth.first + i] = chance();
  }
  const broadPhase = new SurfaceBroadPhase(world, [], [{ body: cloth, radius: 1e-3 }], [], true, []);
  return { world, cloth, broadPhase, chance };
}

describe.each([1, 2, 3])('features of a cut sheet (%i)', (seed) => {
  const { world, cloth, broadPhase } = cutCloth(seed);
  const all = [...cloth.triangles.view];
  const cornersOf = (t: number) => all.slice(3 * t, 3 * t + 3);
  const count = all.length / 3;

  it('belong to the first triangle that has them', () => {
    const records = broadPhase.arrays.triangles.view;
    const seen = new Set<string>();
    const isFirst = (key: string) => !seen.has(key) && Boolean(seen.add(key));
    for (let t = 0; t < count; t++) {
      const corners = cornersOf(t);
      let flags = HAS_FACE;
      corners.forEach((a, k) => {
        if (isFirst(`${a}`)) flags |= 1 << k;
      });
      corners.forEach((a, k) => {
        const ends = [a, corners[(k + 1) % 3]].sort((p, q) => p - q);
        if (isFirst(ends.join())) flags |= 8 << k;
      });
      const at = TRIANGLE_WORDS * t;
      expect([...records.subarray(at, at + 3)]).toEqual(corners);
      expect(records[at + TRIANGLE_FLAGS]).toBe(flags);
    }
  });

  it('have fans around the vertices inside the sheet', () => {
    const { fanStarts, fanCorners } = broadPhase.arrays;
    let closed = 0;
    for (let v = 0; v < world.particles.count; v++) {
      const at = all.flatMap((corner, c) => (corner === v ? [c] : []));
      // each triangle around v leads from one neighbour to the next; they make one round if these are as many
      const next = new Map(
        at.map((c) => [1, 2].map((k) => all[c - (c % 3) + ((c + k) % 3)]) as [number, number]),
      );
      const start: number | undefined = next.keys().next().value;
      let [w, steps] = [start, 0];
      do {
        w = w === undefined ? undefined : next.get(w);
        steps++;
      } while (w !== undefined && w !== start && steps < at.length);
      const goesRound = w !== undefined && w === start && steps === at.length;
      const isClosed = goesRound && next.size === at.length && at.length <= 8;
      const found = [...fanCorners.view.subarray(fanStarts.view[v], fanStarts.view[v + 1])];
      expect(found).toEqual(isClosed ? at.map((c) => 4 * Math.floor(c / 3) + (c % 3)) : []);
      if (isClosed) closed++;
    }
    expect(closed).toBeGreaterThan(20);
    expect(closed).toBeLessThan(cloth.count - 20);
    expect(broadPhase.arrays.folds.length).toBeGreaterThanOrEqual(FOLD_NUMBERS * count);
  });
});

it('the search finds every triangle that overlaps a box, and each once', () => {
  const { world, cloth, broadPhase, chance } = cutCloth(4);
  const all = cloth.triangles.view;
  const { position, stride } = world.particles;
  broadPhase.gather(position.offset);
  broadPhase.enclosePresent();
  let most = 0;
  for (let trial = 0; trial < 50; trial++) {
    const low = [chance(), chance(), chance()];
    const box = Float64Array.of(...low, ...low.map((x) => x + 0.2 * chance()));
    const found: number[] = [];
    broadPhase.visitWithin(box, (t) => {
      found.push(t);
      return false;
    });
    expect(new Set(found).size).toBe(found.length);
    for (let t = 0; t < all.length / 3; t++) {
      const apart = [0, 1, 2].some((axis) => {
        const x = [0, 1, 2].map((k) => position.view[axis * stride + all[3 * t + k]]);
        return Math.max(...x) < box[axis] || Math.min(...x) > box[3 + axis];
      });
      if (!apart) expect(found).toContain(t);
    }
    most = Math.max(most, found.length);
  }
  expect(most).toBeLessThan(all.length / 3);
});
