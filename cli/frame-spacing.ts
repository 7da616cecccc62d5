/**
 * Number of steps between two recorded frames. It is fixed at the start unless sheets refine: then frames grow, many of
 * them carry a new mesh, and the distance grows as the file fills.
 */

/** Frames a second of simulated time: what a screen shows. */
const FRAME_RATE = 60;
const MOST_FRAMES = 20_000;
/** Bytes; what one buffer can hold and a machine can spare. */
const LARGEST_TRAJECTORY = 512 * 2 ** 20;
/** Frames over which their size is averaged: a single new mesh, of a tear, says nothing about the rest. */
const AVERAGED = 16;

/** Steps from one frame of a screen to the next. */
function screenInterval(dt: number): number {
  return Math.max(1, Math.floor(1 / (FRAME_RATE * dt) + 1e-9));
}

/** Returns the steps between two recorded frames, by the size of a frame in bytes. */
export function frameInterval(steps: number, dt: number, frameBytes: number): number {
  const bytes = steps * frameBytes;
  return Math.max(screenInterval(dt), Math.ceil(steps / MOST_FRAMES), Math.ceil(bytes / LARGEST_TRAJECTORY));
}

/** Warning about a run that is too long to be recorded at the rate of a screen. */
export function thinningWarning(interval: number, dt: number): string | undefined {
  const wanted = screenInterval(dt);
  if (interval <= wanted) return undefined;
  return `the trajectory is thinned: a frame every ${interval} steps instead of every ${wanted}, to keep it within ${MOST_FRAMES} frames and ${LARGEST_TRAJECTORY / 2 ** 20} MiB`;
}

export class FrameSpacing {
  /** Steps to the next frame. */
  interval: number;
  #written = 0;
  #size: number | undefined;

  constructor(interval: number) {
    this.interval = interval;
  }

  /** Takes the size of the frame just recorded, its mesh included, and the steps left to the end of the run. */
  recorded(bytes: number, stepsLeft: number): void {
    this.#written += bytes;
    this.#size = this.#size === undefined ? bytes : this.#size + (bytes - this.#size) / AVERAGED;
    // The first frame and a remaining one at the end are not part of the estimate.
    const room = LARGEST_TRAJECTORY + 2 * this.#size - this.#written;
    const needed = room > 0 ? Math.ceil((stepsLeft * this.#size) / room) : stepsLeft;
    // Never shorter again: frames at uneven distances are harder to play than few.
    this.interval = Math.max(this.interval, needed);
  }
}
