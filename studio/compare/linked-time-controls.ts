/** The time controls of runs that share one clock. */
import type { Signal } from '@preact/signals-core';
import type { Transport } from '../time-controls.ts';
import type { LinkedTime } from './linked-time.ts';

/** `time` changes with each opening and is undefined before the first. */
export function linkedTransport(time: () => LinkedTime | undefined, speed: Signal<number>): Transport {
  return {
    get playing() {
      return time()?.playing ?? false;
    },
    get speed() {
      return speed.value;
    },
    set speed(value) {
      const now = time();
      if (now) now.speed = value;
    },
    play: (playing) => time()?.play(playing),
    step: () => void time()?.single(),
    stepBack() {
      const now = time();
      now?.scrub(now.step - 1);
    },
    scrub: (step) => time()?.scrub(step),
    restart: () => void time()?.restart(),
  };
}
