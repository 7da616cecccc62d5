/** What the deck's buttons do to runs that share one time. */
import type { Signal } from '@preact/signals-core';
import type { Transport } from '../deck.ts';
import type { LinkedTime } from './linked-time.ts';

/** `time` is another one after each opening, and none before the first. */
export function transportOf(time: () => LinkedTime | undefined, speed: Signal<number>): Transport {
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
