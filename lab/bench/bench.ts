/** A benchmark: its result as data and as text, and the files (plots) that it makes. */
export interface BenchOptions {
  /** Small sizes and few samples, for a first look and for tests. */
  quick: boolean;
  /** Largest number of threads; default: that of the benchmark. */
  threads?: number;
  /** Names among a benchmark's `choices`, and particles per side; default: all, and its own sizes. */
  only?: readonly string[];
  sizes?: readonly number[];
  /** Clock in ms. */
  clock: () => number;
  progress?: (done: number, total: number, label: string) => void;
  /** Polled by benchmarks that can be stopped, which then return partial results. */
  stop?: () => boolean;
}

export interface BenchResult {
  json: unknown;
  text: string;
  files?: { name: string; content: string }[];
}

export interface Bench {
  readonly name: string;
  readonly title: string;
  /** Names of the files that a result may have. */
  readonly files: readonly string[];
  /** Whether it polls `stop`; one that computes without a pause could not even receive a signal. */
  readonly canStop: boolean;
  /** Names that `only` may select, if selection is supported; `sizes` can be chosen then, too. */
  readonly choices?: readonly string[];
  run(options: BenchOptions): Promise<BenchResult>;
}

/** Pads columns to their widest entry; numbers are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, c) => (/^[-\d]/.test(cell) ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((w) => '─'.repeat(w)).join('  '), ...rows.map(line)].join('\n');
}
