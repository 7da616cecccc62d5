/** Particles of a body of matter in a frame of a trajectory, with their values in their units. */
import type { TrajectoryFrame } from './trajectory.ts';
import type { TrajectoryInfo } from './trajectory-info.ts';

export interface MatterValues {
  /** Coordinates of the particles, 3 each, m. */
  readonly positions: Float32Array;
  /** Solid share, 0 to 1. */
  readonly solid: Float32Array;
  /** Temperature, K. */
  readonly temperature: Float32Array;
  readonly object: Float32Array;
  readonly strain: Float32Array;
  /** Deformation matrix A of each particle, 9 numbers by rows, for matter that carries meshes. */
  readonly frames?: Float32Array;
}

type FrameParts = Pick<TrajectoryFrame, 'positions' | 'meshes' | 'values'>;

/** Values that a frame does not have are those of solid matter at rest. */
export function matterValues(
  info: Pick<TrajectoryInfo, 'values'>,
  frame: FrameParts,
  body: number,
): MatterValues {
  const { first, particles } = frame.meshes[body];
  const values = new Map<string, Float32Array>();
  info.values?.forEach(({ body: of, name, scale = 1 }, i) => {
    if (of === body)
      values.set(
        name,
        Float32Array.from(frame.values[i], (stored) => stored * scale),
      );
  });
  const filled = (name: string, usual: number) => values.get(name) ?? new Float32Array(particles).fill(usual);
  const frames = values.get('frame');
  return {
    positions: frame.positions.subarray(3 * first, 3 * (first + particles)),
    solid: filled('solid', 1),
    temperature: filled('temperature', 293.15),
    object: filled('object', 0),
    strain: filled('strain', 0),
    ...(frames && { frames }),
  };
}
