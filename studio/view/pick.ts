/** Picking: the body under the pointer, the position on it, and the value of the view there. */
import type { TrajectoryFrame } from 'pliant/formats';
import type { Mesh, Object3D, Raycaster } from 'three';

export interface Shape {
  readonly mesh: Object3D;
  /** Number of the body; −1 for a collider. */
  readonly body: number;
  readonly name: string;
}

export interface Hit {
  /** Name of the body or collider. */
  readonly name: string;
  /** Number of the body; −1 for a collider. */
  readonly body: number;
  /** Nearest particle of the body, counted from its first; −1 for a collider. */
  readonly particle: number;
  /** Position, m. */
  readonly point: readonly [number, number, number];
  /** Value of the view at that particle. */
  readonly value: number | undefined;
}

export function pickAt(
  ray: Raycaster,
  shapes: readonly Shape[],
  frame: Pick<TrajectoryFrame, 'positions' | 'meshes'>,
  numbers: readonly (Float32Array | undefined)[],
): Hit | undefined {
  const met = shapes
    .filter(({ mesh }) => mesh.visible)
    .flatMap((shape) => ray.intersectObject(shape.mesh as Mesh, false).map((at) => ({ shape, ...at })))
    .sort((a, b) => a.distance - b.distance)[0];
  if (!met) return undefined;
  const { name, body } = met.shape;
  const point = met.point.toArray();
  if (body < 0) return { name, body, particle: -1, point, value: undefined };
  const { first, particles } = frame.meshes[body];
  const particle = nearest(frame.positions.subarray(3 * first, 3 * (first + particles)), point);
  return { name, body, particle, point, value: numbers[body]?.[particle] };
}

function nearest(positions: Float32Array, [x, y, z]: readonly number[]): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0, k = 0; k < positions.length; i++, k += 3) {
    const [dx, dy, dz] = [positions[k] - x, positions[k + 1] - y, positions[k + 2] - z];
    const square = dx * dx + dy * dy + dz * dz;
    if (square >= least) continue;
    least = square;
    best = i;
  }
  return best;
}
