/**
 * Reduces a trajectory to every k-th frame and the last one, with the smallest k that fits the size. If the topology
 * changes often, skipped frames save their positions but not always a mesh, so k is found by trial.
 */
import { type Trajectory, type TrajectoryFrame, TrajectoryWriter } from './trajectory.ts';
import { readTrajectory } from './trajectory-reader.ts';

export function thinTrajectory(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length <= maxBytes) return bytes;
  const { info, skins, frames } = readTrajectory(bytes);
  if (frames.length < 3) return bytes;
  let every = Math.ceil(bytes.length / maxBytes);
  let thin = written({ info, skins }, everyNth(frames, every));
  while (thin.length > maxBytes && every < frames.length - 1) {
    every = Math.min(frames.length - 1, Math.ceil((every * thin.length) / maxBytes));
    thin = written({ info, skins }, everyNth(frames, every));
  }
  return thin;
}

function everyNth(frames: readonly TrajectoryFrame[], every: number): TrajectoryFrame[] {
  return frames.filter((_, i) => i % every === 0 || i === frames.length - 1);
}

function written(
  { info, skins }: Pick<Trajectory, 'info' | 'skins'>,
  frames: readonly TrajectoryFrame[],
): Uint8Array {
  let { meshes } = frames[0];
  const writer = new TrajectoryWriter(info, meshes, skins);
  const parts = [writer.header];
  for (const frame of frames) {
    if (frame.meshes !== meshes) {
      meshes = frame.meshes;
      parts.push(writer.mesh(meshes));
    }
    parts.push(writer.frame(frame.time, frame.positions, frame.free, frame.values));
  }
  const thin = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    thin.set(part, at);
    at += part.length;
  }
  return thin;
}
