/**
 * The error that a mesh would have without a vertex: the largest one, as adapt.ts defines it, of the edges of the triangles that are left
 * in its place. If it exceeds `refineError`, the vertex would come back in the next step.
 */
import { cos, sin } from '../../math/portable.ts';
import { cross, dot, normalised, planarNormal } from '../../math/vec3.ts';
import { areaOf } from './energy.ts';
import type { Mesh48 } from './mesh.ts';

/** The union of two halves: the triangle (a, e0, e1). */
interface Union {
  readonly first: number;
  readonly second: number;
  readonly apex: number;
  readonly e0: number;
  readonly e1: number;
  /** Unit normal in space. */
  readonly normal: readonly number[];
  /** Area in the pattern, m². */
  readonly area: number;
}

/** Returns the error without the vertex whose triangles `mesh.around` has, m. `x`: positions of the vertices, planar. */
export function errorWithout(mesh: Mesh48, x: Float64Array, stride: number): number {
  const [first, second, mateFirst, mateSecond] = mesh.around;
  const one = unionOf(mesh, x, stride, first, second);
  if (mateFirst < 0) return outerError(mesh, x, stride, one);
  const other = unionOf(mesh, x, stride, mateFirst, mateSecond);
  const rest = 0.5 * (mesh.restAngles[3 * first + 1] + mesh.restAngles[3 * second + 2]);
  const length = 2 * sideOf(mesh, first, 1); // from e0 to the vertex
  const height = (one.area + other.area) / length;
  const between = hingeError(one.normal, other.normal, way(x, stride, one.e0, one.e1), rest, height);
  return Math.max(between, outerError(mesh, x, stride, one), outerError(mesh, x, stride, other));
}

function unionOf(mesh: Mesh48, x: Float64Array, stride: number, first: number, second: number): Union {
  const apex = mesh.triangles[3 * first + 1];
  const e0 = mesh.triangles[3 * first + 2];
  const e1 = mesh.triangles[3 * second + 1];
  const normal = normalised(planarNormal(x, stride, apex, e0, e1));
  return { first, second, apex, e0, e1, normal, area: areaOf(mesh, first) + areaOf(mesh, second) };
}

/** Returns the larger error of the two edges that each belong to one half. */
function outerError(mesh: Mesh48, x: Float64Array, stride: number, union: Union): number {
  let most = 0;
  for (const [half, from, to] of [
    [union.first, union.apex, union.e0],
    [union.second, union.e1, union.apex],
  ]) {
    const over = mesh.neighbours[3 * half];
    if (over < 0) continue;
    const [a, b, c] = mesh.triangles.subarray(3 * over, 3 * over + 3);
    const normal = normalised(planarNormal(x, stride, a, b, c));
    const height = (union.area + areaOf(mesh, over)) / sideOf(mesh, half, 0);
    const edge = way(x, stride, from, to);
    most = Math.max(most, hingeError(union.normal, normal, edge, mesh.restAngles[3 * half], height));
  }
  return most;
}

/** Returns the length of the edge opposite a corner in the pattern, m. */
function sideOf({ pattern }: Mesh48, t: number, corner: number): number {
  const p = 6 * t + 2 * ((corner + 1) % 3);
  const q = 6 * t + 2 * ((corner + 2) % 3);
  const [u, v] = [pattern[q] - pattern[p], pattern[q + 1] - pattern[p + 1]];
  return Math.sqrt(u * u + v * v);
}

function way(x: Float64Array, stride: number, from: number, to: number): number[] {
  return [0, stride, 2 * stride].map((plane) => x[plane + to] - x[plane + from]);
}

/** Returns (L/2) tan(|θ − θ₀|/4) for the unit normals of two triangles, their edge, which is anticlockwise in the first, θ₀ and L. */
function hingeError(
  normal: readonly number[],
  other: readonly number[],
  edge: readonly number[],
  rest: number,
  height: number,
): number {
  const turn = dot(cross(normal, other), normalised([...edge]));
  const cosine = dot(normal, other) * cos(rest) + turn * sin(rest); // of θ − θ₀
  const sinHalf = Math.sqrt(Math.max(0, 0.5 * (1 - cosine)));
  const cosHalf = Math.sqrt(Math.max(0, 0.5 * (1 + cosine)));
  return (0.5 * height * sinHalf) / (1 + cosHalf);
}
