/**
 * Whole runs of the scenes that cloth must survive: twisted, knotted, stacked, pulled through a ring, worn and pushed aside. Their
 * expectations bound strain, energy and place; exact geometry judges that nothing is in or through anything at their ends.
 */
import type { Scene, World } from 'pliant';
import type { AdaptiveCloth } from 'pliant/engine';
import { expect } from 'vitest';
import { crossings } from '../../lab/validation/exact/crossings.ts';
import { judge, surfaceOf } from '../../lab/validation/exact/judge.ts';
import { knotDeterminant } from './knot-determinant.ts';
import { testScenes, type Watch } from './scene-run.ts';

const sound: Watch = {
  title: 'ends with nothing in or through anything',
  end: (world, scene) => expect(judge(world, scene)).toEqual({ wrong: [], crossings: [] }),
};

testScenes('live', {
  'twisted-towel': sound,
  'knotted-ribbon': knotted(),
  napkins: sound,
  'cloth-through-ring': sound,
  'turning-shirt': sewn(),
  'ball-through-curtain': sound,
});

/** The ribbon has an overhand knot from its start to its end. */
function knotted(): Watch {
  const [ALONG, ACROSS] = [181, 5]; // vertices, as scenes/knot.ts numbers them
  const determinant = (world: World) => {
    const { first, vertexOf } = world.bodies[0] as AdaptiveCloth;
    const { x, y, z } = world.particles;
    const middle = Array.from({ length: ALONG }, (_, i) => {
      const vertex = i * ACROSS + 2;
      const p = first + (vertexOf ? vertexOf[vertex] : vertex);
      return [x[p], y[p], z[p]] as const;
    });
    // Its ends are joined far above it.
    const above = ([px, py, pz]: readonly [number, number, number]) => [px, py + 5, pz] as const;
    return knotDeterminant([...middle, above(middle[ALONG - 1]), above(middle[0])]);
  };
  const seen = new Set<number>();
  return {
    title: 'keeps its knot, with nothing in or through anything',
    each: (world) => seen.add(determinant(world)),
    end(world, scene) {
      expect([...seen]).toEqual([3]);
      sound.end(world, scene);
    },
  };
}

/** The shirt is sewn: its seams are closed, and the panels cross nowhere when both sides of a seam are one. */
function sewn(): Watch {
  return {
    title: 'ends with closed seams and nothing in or through anything',
    end(world, scene) {
      const { positions, triangles } = surfaceOf(world);
      const twins = twinsOf(world, scene);
      for (const [a, b] of twins) {
        const gap = Math.hypot(...[0, 1, 2].map((axis) => positions[3 * a + axis] - positions[3 * b + axis]));
        expect(gap).toBeLessThan(1e-4); // a quarter of the thickness
      }
      const joined = Array.from(triangles, (vertex) => twins.get(vertex) ?? vertex);
      expect(crossings(positions, joined)).toEqual([]);
      expect(judge(world, scene).wrong).toEqual([]);
    },
  };
}

/** Returns the vertices of one side of each seam by those of the other. */
function twinsOf(world: World, { bodies: [body] }: Scene): Map<number, number> {
  const { first, vertexOf } = world.bodies[0] as AdaptiveCloth;
  const { seams, mesh } = body as unknown as {
    seams: { from: number[]; to: number[] }[];
    mesh: { vertices: number[][] };
  };
  // Vertices of the file in the same place have become one.
  const numbers = new Map<string, number>();
  const welded = mesh.vertices.map((at) => {
    const place = at.join(' ');
    if (!numbers.has(place)) numbers.set(place, numbers.size);
    return numbers.get(place)!;
  });
  const vertex = (k: number) => first + (vertexOf ? vertexOf[welded[k]] : welded[k]);
  return new Map(seams.flatMap(({ from, to }) => to.map((k, i) => [vertex(k), vertex(from[i])] as const)));
}
