/** A benchmark: what it prints, as data and as text, and the files (plots) it offers. */
export interface BenchOptions {
  /** Small sizes and few samples, for a first look and for tests. */
  quick: boolean;
  /** How many at most; each benchmark has its own default. */
  threads?: number;
  /** Names among a benchmark's `choices`, and masses a side; all and its own where left out. */
  only?: readonly string[];
  sizes?: readonly number[];
  /** ms */
  clock: () => number;
  progress?: (done: number, total: number, label: string) => void;
  /** Asked now and then by a benchmark that can be stopped, which then returns what it has. */
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
  /** Names of the files that a result may bring. */
  readonly files: readonly string[];
  /** Whether it heeds `stop`; one that computes without a pause could not even hear of a signal. */
  readonly canStop: boolean;
  /** What `only` may choose among, where it may choose at all; then `sizes` can be chosen too. */
  readonly choices?: readonly string[];
  run(options: BenchOptions): Promise<BenchResult>;
}

/** Columns padded to their widest entry; numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, c) => (/^[-\d]/.test(cell) ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((w) => '─'.repeat(w)).join('  '), ...rows.map(line)].join('\n');
}
