/** Solids with flat faces: features for contact and triangles to draw. */
import type { Features, Rows, ShapeMesh } from './shape.ts';

/** Returns faces as fans of triangles, with their outlines as edges. */
export function polyhedronFeatures(points: Float64Array, faces: Rows): Features {
  const triangles = faces.flatMap((face) => face.slice(2).flatMap((c, k) => [face[0], face[k + 1], c]));
  const edges = faces.flatMap((face) => face.map((a, k) => [a, face[(k + 1) % face.length]] as const));
  return { points, triangles, edges, radius: 0, solid: true };
}

/** Returns each face as a fan with vertices of its own, so that edges are drawn sharp. */
export function facetedMesh(corners: Rows, faces: Rows): ShapeMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const face of faces) {
    const first = positions.length / 3;
    for (const corner of face) positions.push(...corners[corner]);
    for (let k = 2; k < face.length; k++) triangles.push(first, first + k - 1, first + k);
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles), smooth: false };
}
