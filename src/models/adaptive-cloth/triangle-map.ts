/** Returns the triangles of a cloth in its pattern with their levels, for pictures of the refinement. */
import type { TriangleMap } from '../../core/refinement.ts';
import type { Mesh48 } from './mesh.ts';

export function triangleMap({
  pattern,
  levels,
  triangleCount,
  vertexLevels,
  vertexCount,
  maxLevel,
}: Mesh48): TriangleMap {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let i = 0; i < 6 * triangleCount; i++) {
    low[i % 2] = Math.min(low[i % 2], pattern[i]);
    high[i % 2] = Math.max(high[i % 2], pattern[i]);
  }
  const triangles = new Float64Array(7 * triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    for (let i = 0; i < 6; i++) triangles[7 * t + i] = pattern[6 * t + i] - low[i % 2];
    triangles[7 * t + 6] = levels[t];
  }
  const masses = new Array<number>(maxLevel + 1).fill(0);
  for (let v = 0; v < vertexCount; v++) masses[vertexLevels[v]]++;
  return { size: [high[0] - low[0], high[1] - low[1]], maxLevel, triangles, masses };
}
