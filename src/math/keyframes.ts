/** Numbers over time, given by keyframes with increasing times (s). */

/** Returns the number at a time: linear between keyframes, constant before the first and after the last. */
export function valueAt<Frame extends { readonly time: number }>(
  frames: readonly Frame[],
  time: number,
  value: (frame: Frame) => number,
): number {
  const after = frames.findIndex((frame) => frame.time > time);
  if (after === 0) return value(frames[0]);
  if (after < 0) return value(frames[frames.length - 1]);
  const [from, to] = [frames[after - 1], frames[after]];
  const share = (time - from.time) / (to.time - from.time);
  return value(from) + share * (value(to) - value(from));
}

/** Throws a RangeError unless times increase. */
export function checkTimes(field: string, frames: readonly { readonly time: number }[]): void {
  if (frames.some(({ time }, i) => i > 0 && !(time > frames[i - 1].time)))
    throw new RangeError(`${field}: times must increase`);
}
