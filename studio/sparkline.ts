/** A small line without axes: the recent values of a reading. */
import { svg } from './elements.ts';

const WIDTH = 84;
const HEIGHT = 22;
const SAMPLES = 120;

export class Sparkline {
  readonly #line = svg('path');
  readonly element = svg(
    'svg',
    { class: 'spark', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    this.#line,
  );
  readonly #values: number[] = [];

  add(value: number): void {
    this.#values.push(value);
    if (this.#values.length > SAMPLES) this.#values.shift();
  }

  clear(): void {
    this.#values.length = 0;
    this.draw();
  }

  draw(): void {
    const values = this.#values;
    const low = Math.min(0, ...values);
    const span = Math.max(...values, 0) - low || 1;
    const points = values.map((value, i) => {
      const x = WIDTH - ((values.length - 1 - i) * WIDTH) / (SAMPLES - 1);
      return `${x.toFixed(1)} ${(HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)).toFixed(1)}`;
    });
    this.#line.setAttribute('d', points.length > 1 ? `M${points.join('L')}` : '');
  }
}
