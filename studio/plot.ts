/**
 * A small line plot in SVG: axes with round numbers, a legend with the values at the cursor, and a cursor that can be
 * dragged to a time.
 */
import { h, svg } from './elements.ts';
import { compact, plain } from './numbers.ts';

export interface PlotLine {
  name: string;
  values: readonly number[];
}

export interface PlotSpec {
  title: string;
  unit: string;
  /** Times, ascending, s. */
  time: readonly number[];
  lines: readonly PlotLine[];
}

const MARGIN = { top: 8, right: 14, bottom: 22, left: 46 };
const HEIGHT = 150;

export class Plot {
  readonly element: HTMLElement;
  readonly #spec: PlotSpec;
  readonly #drawing = svg('svg', { role: 'img' });
  readonly #cursor = svg('line', { class: 'plot-cursor', y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom });
  readonly #readings: HTMLElement[];
  readonly #low: number;
  readonly #high: number;
  #width = 0;
  #time = 0;

  constructor(spec: PlotSpec, onSeek: (time: number) => void) {
    this.#spec = spec;
    [this.#low, this.#high] = valueRange(spec.lines);
    this.#readings = spec.lines.map(() => h('span', { class: 'plot-value' }));
    const legend = spec.lines.map((line, i) =>
      h('li', { class: `plot-key line-${i % 8}` }, h('span', {}, line.name), this.#readings[i]),
    );
    this.#drawing.setAttribute('aria-label', this.#summary());
    this.element = h(
      'figure',
      { class: 'plot' },
      h('figcaption', {}, h('b', {}, spec.title), h('span', { class: 'unit' }, spec.unit)),
      this.#drawing,
      h('ul', { class: 'plot-legend' }, ...legend),
    );
    this.#listen(onSeek);
    new ResizeObserver(() => this.#draw()).observe(this.#drawing);
  }

  /** Moves the cursor to `time` and shows the values there in the legend. */
  setTime(time: number): void {
    this.#time = time;
    const at = indexAt(this.#spec.time, time);
    this.#spec.lines.forEach((line, i) => {
      this.#readings[i].textContent = line.values.length > 0 ? compact(line.values[at]) : '';
    });
    this.#cursor.setAttribute('x1', String(this.#x(time)));
    this.#cursor.setAttribute('x2', String(this.#x(time)));
  }

  #listen(onSeek: (time: number) => void): void {
    const seek = (event: PointerEvent) => {
      const part = (event.offsetX - MARGIN.left) / (this.#width - MARGIN.left - MARGIN.right);
      const [first, last] = this.#times();
      onSeek(first + Math.min(1, Math.max(0, part)) * (last - first));
    };
    this.#drawing.addEventListener('pointerdown', (event) => {
      this.#drawing.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.#drawing.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) seek(event);
    });
  }

  #draw(): void {
    const width = this.#drawing.clientWidth;
    if (width === 0) return;
    this.#width = width;
    this.#drawing.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    const [first, last] = this.#times();
    const rows = ticks(this.#low, this.#high, 3).flatMap((value) => {
      const y = this.#y(value);
      return [
        svg('line', { class: 'plot-grid', x1: MARGIN.left, x2: width - MARGIN.right, y1: y, y2: y }),
        svg('text', { class: 'plot-tick', x: MARGIN.left - 7, y: y + 4, 'text-anchor': 'end' }, plain(value)),
      ];
    });
    const columns = ticks(first, last, Math.max(2, Math.floor(width / 90))).map((time, i, all) =>
      svg(
        'text',
        { class: 'plot-tick', x: this.#x(time), y: HEIGHT - 5, 'text-anchor': 'middle' },
        i === all.length - 1 ? `${plain(time)} s` : plain(time),
      ),
    );
    const paths = this.#spec.lines.map((line, i) =>
      svg('path', { class: `plot-line line-${i % 8}`, d: this.#path(line.values) }),
    );
    this.#drawing.replaceChildren(...rows, ...columns, ...paths, this.#cursor);
    this.setTime(this.#time);
  }

  /** At most two points per pixel column, its extremes: no spike is lost, and paths stay short. */
  #path(values: readonly number[]): string {
    const { time } = this.#spec;
    const points: string[] = [];
    const stride = Math.max(1, Math.floor(values.length / Math.max(1, this.#width)));
    for (let start = 0; start < values.length; start += stride) {
      let low = start;
      let high = start;
      for (let i = start; i < Math.min(values.length, start + stride); i++) {
        if (values[i] < values[low]) low = i;
        if (values[i] > values[high]) high = i;
      }
      for (const i of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
        points.push(`${this.#x(time[i]).toFixed(1)} ${this.#y(values[i]).toFixed(1)}`);
      }
    }
    return points.length > 0 ? `M${points.join('L')}` : '';
  }

  #times(): [number, number] {
    const { time } = this.#spec;
    return [time[0] ?? 0, time.at(-1) ?? 1];
  }

  #x(time: number): number {
    const [first, last] = this.#times();
    return MARGIN.left + ((time - first) / (last - first || 1)) * (this.#width - MARGIN.left - MARGIN.right);
  }

  #y(value: number): number {
    const part = (value - this.#low) / (this.#high - this.#low);
    return HEIGHT - MARGIN.bottom - part * (HEIGHT - MARGIN.top - MARGIN.bottom);
  }

  #summary(): string {
    const { title, unit, lines } = this.#spec;
    const ranges = lines.map(({ name, values }) => {
      const [low, high] = extremes(values);
      return `${name} from ${compact(low)} to ${compact(high)}`;
    });
    return `${title} in ${unit} over time: ${ranges.join(', ')}`;
  }
}

function extremes(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [0, 0];
}

/** Returns the range from zero, or the lowest value below it, to a little above the highest. */
function valueRange(lines: readonly PlotLine[]): [number, number] {
  const all = lines.map((line) => extremes(line.values));
  const low = Math.min(0, ...all.map((r) => r[0]));
  const high = Math.max(0, ...all.map((r) => r[1]));
  const span = high - low || 1;
  return [low < 0 ? low - 0.04 * span : 0, high + 0.06 * span];
}

/** Returns about `count` round numbers in the range, 1, 2 or 5 times a power of ten apart. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(1, count);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const pitch = power * ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10);
  const found: number[] = [];
  for (let k = Math.ceil(low / pitch - 1e-9); k * pitch <= high + 1e-9 * pitch; k++) found.push(k * pitch);
  return found;
}

/** Returns the last index whose time is not after `time`. */
export function indexAt(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
