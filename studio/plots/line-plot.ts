/** One plot, drawn by uPlot: lines over time, a legend with the values at the cursor, and the time that is shown. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { h } from '../elements.ts';
import { compact, plain } from '../numbers.ts';
import type { Samples } from './samples.ts';
import type { Line, PlotSpec } from './series.ts';

const HEIGHT = 122;
/** Links the cursors of all plots. */
const SYNC = 'pliant-plots';

export class LinePlot {
  readonly element: HTMLElement;
  readonly spec: PlotSpec;
  readonly #samples: Samples;
  readonly #onSeek: (time: number) => void;
  readonly #canvas = h('div', { class: 'line-plot', role: 'img' });
  readonly #legend = h('ul', { class: 'plot-legend' });
  #plot: uPlot | undefined;
  #lines: readonly Line[] = [];
  #readings: HTMLElement[] = [];
  #time = 0;

  constructor(spec: PlotSpec, samples: Samples, onSeek: (time: number) => void) {
    this.spec = spec;
    this.#samples = samples;
    this.#onSeek = onSeek;
    this.element = h(
      'figure',
      { class: 'plot', 'data-plot': spec.id },
      h('figcaption', {}, h('b', {}, spec.title), h('span', { class: 'unit' }, spec.unit)),
      this.#canvas,
      this.#legend,
    );
    // A press or drag in the plot shows the time under the pointer.
    const seek = (event: PointerEvent) => {
      const plot = this.#plot;
      if (!plot || event.buttons % 2 === 0) return;
      const x = event.clientX - plot.over.getBoundingClientRect().left;
      this.#onSeek(plot.posToVal(x, 'x'));
    };
    this.#canvas.addEventListener('pointerdown', seek);
    this.#canvas.addEventListener('pointermove', seek);
  }

  /** Draws the samples; `time` is the one that is shown. A plot without values is hidden. */
  draw(time: number): void {
    this.#time = time;
    const lines = this.#samples.telling(this.spec);
    this.element.hidden = lines.length === 0;
    if (lines.length === 0) return;
    const width = this.#canvas.clientWidth;
    if (width === 0) return;
    if (!this.#plot || !isSame(lines, this.#lines)) this.#make(lines, width);
    const plot = this.#plot!;
    if (plot.width !== width) plot.setSize({ width, height: HEIGHT });
    plot.setData([
      this.#samples.times,
      ...lines.map((line) => this.#samples.column(line)),
    ] as uPlot.AlignedData);
    this.#read();
  }

  /** Draws again with the present colours. */
  redraw(): void {
    this.#plot?.redraw(false);
  }

  /** Updates the description for screen readers. It reads all samples, so call it rarely. */
  describe(): void {
    const { title, unit } = this.spec;
    const ranges = this.#lines.map((line) => {
      const values = this.#samples.column(line).filter((value) => value !== null);
      const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
      const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
      return `${line.name} from ${compact(low)} to ${compact(high)}, now ${compact(values.at(-1) ?? 0)}`;
    });
    this.#canvas.setAttribute(
      'aria-label',
      `${title}${unit ? ` in ${unit}` : ''} over time: ${ranges.join('; ')}`,
    );
  }

  dispose(): void {
    this.#plot?.destroy();
  }

  #make(lines: readonly Line[], width: number): void {
    this.#plot?.destroy();
    this.#lines = lines;
    this.#readings = lines.map(() => h('span', { class: 'plot-value' }));
    const all = this.spec.lines;
    const colour = (line: Line) => all.indexOf(line) % 8;
    this.#legend.replaceChildren(
      ...lines.map((line, i) =>
        h('li', { class: `plot-key line-${colour(line)}` }, h('span', {}, line.name), this.#readings[i]),
      ),
    );
    const ink = (name: string) => () => getComputedStyle(this.element).getPropertyValue(name).trim();
    const axis: uPlot.Axis = {
      stroke: ink('--ink-soft'),
      font: '11px system-ui, sans-serif',
      grid: { stroke: ink('--line'), width: 1 },
      ticks: { show: false },
    };
    this.#plot = new uPlot(
      {
        width,
        height: HEIGHT,
        padding: [6, 8, 0, 0],
        legend: { show: false },
        cursor: {
          sync: { key: SYNC, setSeries: false },
          drag: { x: false, y: false },
          points: { size: 5 },
          y: false,
        },
        scales: { x: { time: false }, y: { range: (_, low, high) => valueRange(low, high) } },
        axes: [
          {
            ...axis,
            size: 26,
            gap: 6,
            grid: { show: false },
            values: (_, ticks) => ticks.map((t) => `${plain(t)} s`),
          },
          { ...axis, size: 44, gap: 4, space: 26, values: (_, ticks) => ticks.map(plain) },
        ],
        series: [
          {},
          ...lines.map(
            (line): uPlot.Series => ({
              stroke: ink(`--line-${colour(line)}`),
              width: 1.5,
              points: { show: false },
              spanGaps: true,
            }),
          ),
        ],
        hooks: { setCursor: [() => this.#read()], draw: [(plot) => this.#mark(plot)] },
      },
      [[]],
      this.#canvas,
    );
  }

  /** Draws a line at the time that is shown. */
  #mark(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const x = Math.round(plot.valToPos(this.#time, 'x', true));
    if (!(x >= bbox.left && x <= bbox.left + bbox.width)) return;
    ctx.save();
    ctx.strokeStyle = getComputedStyle(this.element).getPropertyValue('--ink-soft').trim();
    ctx.setLineDash([3, 3]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }

  /** Shows the values at the cursor, or at the time that is shown. */
  #read(): void {
    const at = this.#plot?.cursor.idx ?? this.#samples.nearest(this.#time);
    this.#lines.forEach((line, i) => {
      const value = this.#samples.column(line)[at];
      this.#readings[i].textContent = value === null || value === undefined ? '–' : compact(value);
    });
  }
}

function isSame(a: readonly Line[], b: readonly Line[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i]);
}

/** Returns the range from zero, or from the least value if all are far from zero, as temperatures are, with a margin. */
export function valueRange(low: number | null, high: number | null): [number, number] {
  const [least, most] = [low ?? 0, high ?? 1];
  const from = least > 0.6 * most ? least : Math.min(0, least);
  const to = Math.max(most, from < 0 && most < 0.4 * from ? most : 0);
  const span = to - from || Math.abs(to) || 1;
  return [from === 0 ? 0 : from - 0.05 * span, to + 0.08 * span];
}
