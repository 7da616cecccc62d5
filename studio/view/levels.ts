/** A sheet painted by its levels of refinement, coarse light and fine dark, with the edges of its cells drawn in. */
import { levelColour, type TrajectoryMesh } from 'pliant';
import { Color, DoubleSide, LineBasicMaterial, MeshStandardMaterial } from 'three';

export function paintedMaterial(): MeshStandardMaterial {
  // A little deeper than it is, so that the lines in it are seen whole.
  return new MeshStandardMaterial({
    vertexColors: true,
    roughness: 0.85,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 4,
  });
}

export function lineMaterial(): LineBasicMaterial {
  return new LineBasicMaterial({ color: 0x2a2622, transparent: true, opacity: 0.55 });
}

/** Red, green, blue of each particle, linear. */
export function levelColours(levels: Uint32Array, into: Float32Array): void {
  const colour = new Color();
  for (let i = 0; i < levels.length; i++) colour.setHex(levelColour(levels[i])).toArray(into, 3 * i);
}

/** Pairs of particles of the body: edges of its triangles that run along its rows or columns, each once. */
export function levelLines({ first, particles, triangles, places }: TrajectoryMesh): Uint32Array {
  const lines: number[] = [];
  const drawn = new Set<number>();
  const { uv } = places!;
  for (let k = 0; k < triangles.length; k++) {
    const a = triangles[k] - first;
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1] - first;
    if (uv[2 * a] !== uv[2 * b] && uv[2 * a + 1] !== uv[2 * b + 1]) continue;
    const edge = Math.min(a, b) * particles + Math.max(a, b);
    if (drawn.has(edge)) continue;
    drawn.add(edge);
    lines.push(a, b);
  }
  return Uint32Array.from(lines);
}
