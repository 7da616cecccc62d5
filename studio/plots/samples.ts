/** Samples of a run, one for each step that was shown, sorted by step. */
import { LINES, type Line, type PlotSpec, type Reported } from './series.ts';

/** Most samples; beyond it every second one is dropped. */
const MOST = 20_000;

export class Samples {
  readonly steps: number[] = [];
  /** Times of the steps, s. */
  readonly times: number[] = [];
  readonly #columns = new Map<string, (number | null)[]>(LINES.map(({ key }) => [key, []]));

  get length(): number {
    return this.steps.length;
  }

  column({ key }: Line): readonly (number | null)[] {
    return this.#columns.get(key)!;
  }

  /** Adds a sample, or replaces the one of its step. */
  put(reported: Reported): void {
    const at = this.#placeOf(reported.step);
    const isThere = this.steps[at] === reported.step;
    // A frame that is shown again has less than the step's own report.
    if (isThere && !reported.report) return;
    const gone = isThere ? 1 : 0;
    this.steps.splice(at, gone, reported.step);
    this.times.splice(at, gone, reported.time);
    for (const line of LINES) this.#columns.get(line.key)!.splice(at, gone, line.read(reported) ?? null);
    if (this.length > MOST) this.#thin();
  }

  /** Drops the samples after a step. */
  cut(step: number): void {
    const at = this.#placeOf(step + 1);
    if (at >= this.length) return;
    for (const list of [this.steps, this.times, ...this.#columns.values()]) list.length = at;
  }

  clear(): void {
    this.cut(-1);
  }

  /** Returns the index of the sample nearest to a time. */
  nearest(time: number): number {
    const { times } = this;
    let low = 0;
    let high = times.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low > 0 && time - times[low - 1] < times[low] - time ? low - 1 : low;
  }

  /** Returns the lines of a plot that have values. */
  telling({ lines }: PlotSpec): Line[] {
    return lines.filter((line) => this.column(line).some((value) => value !== null && value !== 0));
  }

  /** Returns the indices of about `count` samples, evenly spread, with the first and the last. */
  spread(count: number): number[] {
    const last = this.length - 1;
    if (last < count) return Array.from({ length: this.length }, (_, i) => i);
    return Array.from({ length: count }, (_, i) => Math.round((i * last) / (count - 1)));
  }

  /** Returns all samples as CSV with a header of names and units. */
  csv(plots: readonly PlotSpec[]): string {
    const lines = plots.flatMap(({ lines, title, unit }) =>
      lines.map((line) => ({ line, head: `${title}: ${line.name}${unit ? ` (${unit})` : ''}` })),
    );
    const head = ['step', 'time (s)', ...lines.map(({ head }) => head)].map(quoted).join(',');
    const rows = this.steps.map((step, i) =>
      [step, this.times[i], ...lines.map(({ line }) => this.column(line)[i] ?? '')].join(','),
    );
    return [head, ...rows, ''].join('\n');
  }

  /** Returns the index of the first sample at or after a step. */
  #placeOf(step: number): number {
    // Almost always at the end.
    if (this.length === 0 || this.steps[this.length - 1] < step) return this.length;
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle] < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #thin(): void {
    const lists: unknown[][] = [this.steps, this.times, ...this.#columns.values()];
    for (const list of lists) {
      const kept = list.filter((_, i) => i % 2 === 0 || i === list.length - 1);
      list.length = 0;
      for (const value of kept) list.push(value);
    }
  }
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
