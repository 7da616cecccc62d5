/** A trajectory with fewer frames: every k-th and the last one, k as small as the size allows. */
import { readTrajectory, TrajectoryWriter } from './trajectory.ts';

export function thinTrajectory(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length <= maxBytes) return bytes;
  const { info, frames } = readTrajectory(bytes);
  if (frames.length < 3) return bytes;
  const every = Math.ceil(bytes.length / maxBytes);
  const kept = frames.filter((_, i) => i % every === 0 || i === frames.length - 1);
  let { meshes } = kept[0];
  const writer = new TrajectoryWriter(info, meshes);
  const parts = [writer.header];
  for (const frame of kept) {
    if (frame.meshes !== meshes) {
      meshes = frame.meshes;
      parts.push(writer.mesh(meshes));
    }
    parts.push(writer.frame(frame.time, frame.positions));
  }
  const thin = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    thin.set(part, at);
    at += part.length;
  }
  return thin;
}
