/**
 * Removes vertices without triangles: inner layers of layered sheets, particles torn off on all sides. Importers drop such
 * vertices (Blender does for OBJ), and vertex numbers would then not match the point cache.
 */
import type { MeshFrame, MeshSequence } from './mesh-sequence.ts';

export function withoutLoose(sequence: MeshSequence): MeshSequence {
  let last: { of: Uint32Array; vertices: number; kept: Kept } | undefined;
  return {
    ...sequence,
    frame(index) {
      const frame = sequence.frame(index);
      const vertices = frame.positions.length / 3;
      if (last?.of !== frame.triangles || last.vertices !== vertices)
        last = { of: frame.triangles, vertices, kept: keptOf(frame.triangles, vertices) };
      return last.kept.vertices.length === vertices ? frame : without(frame, last.kept);
    },
  };
}

interface Kept {
  /** Vertices that belong to a triangle, ascending. */
  vertices: Uint32Array;
  /** Triangles by index into `vertices`. */
  triangles: Uint32Array;
}

function keptOf(triangles: Uint32Array, count: number): Kept {
  const isUsed = new Uint8Array(count);
  for (const vertex of triangles) isUsed[vertex] = 1;
  const place = new Uint32Array(count);
  const vertices: number[] = [];
  for (let i = 0; i < count; i++) if (isUsed[i]) place[i] = vertices.push(i) - 1;
  return { vertices: Uint32Array.from(vertices), triangles: triangles.map((vertex) => place[vertex]) };
}

function without(
  { positions, values, places, start, paint }: MeshFrame,
  { vertices, triangles }: Kept,
): MeshFrame {
  const picked = (array: Float32Array, width: number) => {
    const some = new Float32Array(width * vertices.length);
    vertices.forEach((vertex, i) => {
      for (let k = 0; k < width; k++) some[width * i + k] = array[width * vertex + k];
    });
    return some;
  };
  return {
    positions: picked(positions, 3),
    triangles,
    values: new Map([...values].map(([name, array]) => [name, picked(array, 1)] as const)),
    ...(places && { places: picked(places, 2) }),
    ...(start && { start: picked(start, 3) }),
    ...(paint && { paint: picked(paint, 3) }),
  };
}
