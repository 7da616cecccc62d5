/**
 * Cuts cloth with a blade along edges of its mesh, so that no cloth is lost and no gap is left. An edge is cut if the path
 * from the centre of one of its triangles over its own middle to the centre of the other crosses the blade: these edges are
 * a connected line beside the blade, nowhere farther from it than a triangle is wide.
 */
import type { Cutting } from '../../core/knife.ts';
import type { World } from '../../core/world.ts';
import type { Cloth } from './cloth.ts';
import { cutAlong, type InnerEdge } from './tear.ts';

export function clothCutting(cloth: Cloth): Cutting {
  return {
    changes: cloth.changing,
    cut(world, blade) {
      const { mesh } = cloth;
      const found: InnerEdge[] = [];
      for (let h = 0; h < 3 * mesh.triangleCount; h++) {
        const [t, over] = [Math.floor(h / 3), mesh.neighbours[h]];
        if (over < t) continue; // the border, or seen from the other side
        const corners = cornersOf(cloth, t);
        const a = middle(world, cloth, corners);
        const b = middle(world, cloth, cornersOf(cloth, over));
        const m = middle(world, cloth, [corners[(h + 1) % 3], corners[(h + 2) % 3]]);
        if (blade.crosses(...a, ...m) || blade.crosses(...m, ...b))
          found.push({ triangle: t, corner: h % 3 });
      }
      if (found.length > 0) cutAlong(world, cloth, found);
      return found.length;
    },
  };
}

function cornersOf({ mesh }: Cloth, t: number): [number, number, number] {
  return [mesh.triangles[3 * t], mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 2]];
}

function middle(
  { particles: p }: World,
  { first }: Cloth,
  vertices: readonly number[],
): [number, number, number] {
  let [x, y, z] = [0, 0, 0];
  for (const vertex of vertices) {
    const i = first + vertex;
    x += p.position.view[i] / vertices.length;
    y += p.position.view[p.stride + i] / vertices.length;
    z += p.position.view[2 * p.stride + i] / vertices.length;
  }
  return [x, y, z];
}
