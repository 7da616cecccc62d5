/**
 * Moves a closed surface along its normals until its volume V is right to 4 %. For small or thin matter and for molten pools
 * the level of the field that suits blocks and balls makes it too thin or too thick. Each round moves it by
 *   δ = (V₀ − V)/S,   V₀ the intended volume, S the area;
 * several rounds are needed because V changes with S. A surface within 4 % is left as it is, and others are moved just to
 * that bound, so that a surface does not jump between frames.
 */
import { triangleArea } from '../math/vec3.ts';
import type { SurfaceMesh } from './block-field.ts';
import { meshVolume } from './mesh-volume.ts';
import { areaNormals } from './normals.ts';

/** Permitted relative error of the volume. */
const NEAR = 0.04;
/** Most rounds: each changes the volume to first order, so that few are needed. */
const ROUNDS = 6;
/** Permitted error beyond that after the last round, relative to the volume. */
const DONE = 0.002;
/** Longest motion in all and per round over the spacing: less than the radius of curvature that the grid resolves. */
const FARTHEST = 0.3;
const STRIDE = 0.1;

/** `volume`: V₀, m³; `spacing`: m. Changes `mesh.positions`. */
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
