/** Recorded frames of a film: each picture shows the frame that is nearest in time. */
import type { TrajectoryReader } from 'pliant/formats';
import { Refusal } from './failure.ts';

export interface Timing {
  frame?: number;
  first?: number;
  last?: number;
  /** Pictures a second. */
  fps: number;
  /** Seconds of the run in a second of the film. */
  speed: number;
  /** Length of the film, in place of a speed, s. */
  duration?: number;
}

/** Length of a film that shows one frame only, s. */
const STILL = 6;
const MOST_PICTURES = 100_000;

/** Returns the numbers of frames, one for each picture. `name` is the file that errors name. */
export function pictureFrames(
  reader: Pick<TrajectoryReader, 'count' | 'time' | 'indexAt'>,
  isFilm: boolean,
  { frame, first, last, fps, speed, duration }: Timing,
  name: string,
): number[] {
  const { count } = reader;
  if (count === 0) throw new Refusal(`${name}: has no frames yet`);
  if (frame !== undefined && (first ?? last) !== undefined)
    throw new Refusal('--frame selects one frame; --first and --last select several. Give one or the other.');
  if (duration !== undefined && speed !== 1)
    throw new Refusal('--speed and --duration both set the length of the film. Give one of them.');
  const from = frame ?? first ?? (isFilm ? 0 : (last ?? count - 1));
  const to = frame ?? last ?? count - 1;
  if (from > to || to >= count)
    throw new Refusal(`${name}: has frames 0 to ${count - 1}, not ${from} to ${to}`);
  if (!isFilm) return [frame ?? to];
  const start = reader.time(from);
  const lasts = reader.time(to) - start;
  const pace = duration === undefined ? speed : lasts / duration;
  const seconds = duration ?? (from === to ? STILL : lasts / speed);
  // The last frame is a picture too, unless the length of the film is given.
  const pictures = Math.max(
    1,
    Math.floor(seconds * fps + 1e-6) + (duration !== undefined || from === to ? 0 : 1),
  );
  if (pictures > MOST_PICTURES)
    throw new Refusal(`--fps: the film would have ${pictures} pictures; at most ${MOST_PICTURES}`);
  return Array.from({ length: pictures }, (_, i) => nearest(reader, start + (i / fps) * pace, from, to));
}

function nearest(
  reader: Pick<TrajectoryReader, 'time' | 'indexAt'>,
  time: number,
  from: number,
  to: number,
): number {
  const before = Math.min(to, Math.max(from, reader.indexAt(time)));
  const after = Math.min(to, before + 1);
  return reader.time(after) - time < time - reader.time(before) ? after : before;
}
