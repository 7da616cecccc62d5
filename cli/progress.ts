/**
 * A progress bar with the time left, on stderr, for work that takes longer than a second. Nothing is drawn where
 * stderr is not a terminal.
 */
import type { Stream } from './output.ts';

export interface Progress {
  /** Shows the present activity, for work whose progress is unknown. */
  say(text: string): void;
  /** Shows the share of the work that is done, 0 to 1. */
  update(fraction: number): void;
  /** Removes the bar from the screen. */
  end(): void;
}

/** Time before the bar first shows, ms. */
const DELAY = 1000;
/** Time between two drawings of it, ms. */
const INTERVAL = 100;
const BAR_WIDTH = 30;

/** `clock` counts milliseconds. */
export function startProgress(stream: Stream, label: string, clock: () => number): Progress {
  if (!stream.isTTY) return { say() {}, update() {}, end() {} };
  const start = clock();
  let next = start + DELAY;
  let drawn = false;
  // A terminal that does not know its width says 0.
  const columns = stream.columns || 80;
  const draw = (text: string) => {
    drawn = true;
    stream.write(`\r\x1b[2K${text}`);
  };
  return {
    say(text) {
      draw(`${label}  ${text}`.slice(0, Math.max(0, columns - 1)));
    },
    update(fraction) {
      const now = clock();
      if (now < next) return;
      next = now + INTERVAL;
      draw(progressText(label, fraction, now - start, columns));
    },
    end() {
      if (drawn) stream.write('\r\x1b[2K');
      drawn = false;
    },
  };
}

/** One line, short enough for `columns`: a longer one would wrap and leave its first half behind. */
export function progressText(label: string, fraction: number, elapsed: number, columns: number): string {
  const done = Math.min(1, Math.max(0, fraction));
  const left = done > 0 ? `${duration((elapsed / done) * (1 - done))} left` : 'estimating';
  const tail = `${String(Math.floor(done * 100)).padStart(3)} %  ${left}`;
  const room = columns - 1 - label.length - tail.length - 4;
  const width = Math.min(BAR_WIDTH, room);
  const filled = Math.round(done * width);
  const bar = width >= 5 ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)}  ` : '';
  return `${label}  ${bar}${tail}`.slice(0, Math.max(0, columns - 1));
}

/** `mm:ss`, or `h:mm:ss` past an hour. */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => String(n).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':');
}
