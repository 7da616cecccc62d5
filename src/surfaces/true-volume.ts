/**
 * A closed surface moved along its normals until it holds the volume that it should, to 4 %: where matter is small or thin, or lies
 * about as a molten pool, the level of a field that suits blocks and balls makes it too thin or too thick. Moved by
 *   δ = (V − V₀)/S,   S its area,
 * a few times over, for V changes with S. Nothing is moved that is near enough, and what is too far off goes only to the edge
 * of that: from frame to frame a surface does not jump.
 */
import { triangleArea } from '../math/vec3.ts';
import type { SurfaceMesh } from './marching-cubes.ts';
import { meshVolume } from './mesh-volume.ts';
import { areaNormals } from './normals.ts';

/** Of the volume, that it may be off by. */
const NEAR = 0.04;
const ROUNDS = 6;
/** Of the volume, that the last round may leave over that. */
const DONE = 0.002;
/** Over the spacing: the farthest in all, and in a round: less than what a cell of the grid makes of a bend. */
const FARTHEST = 0.3;
const STRIDE = 0.1;

/** `volume` and `spacing` in m³ and m; `mesh.positions` is written to. */
export function moveToVolume<Mesh extends SurfaceMesh>(
  mesh: Mesh,
  volume: number,
  spacing: number,
): Mesh & { volume: number } {
  const { positions, triangles } = mesh;
  let held = meshVolume(positions, triangles);
  const wanted = Math.min(Math.max(held, (1 - NEAR) * volume), (1 + NEAR) * volume);
  const normals = new Float64Array(held === wanted ? 0 : positions.length);
  let moved = 0;
  for (let round = 0; round < ROUNDS && Math.abs(held - wanted) > DONE * volume; round++) {
    areaNormals(positions, triangles, normals);
    const asked = (wanted - held) / areaOf(positions, triangles);
    const stride = Math.min(STRIDE, FARTHEST - Math.abs(moved)) * spacing;
    const by = Math.min(Math.max(asked, -stride), stride);
    if (Math.abs(by) < 1e-9 * spacing) break;
    for (let i = 0; i < positions.length; i++) positions[i] += by * normals[i];
    moved += by / spacing;
    held = meshVolume(positions, triangles);
  }
  return { ...mesh, volume: held };
}

function areaOf(positions: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3)
    sum += triangleArea(positions, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]);
  return sum;
}
