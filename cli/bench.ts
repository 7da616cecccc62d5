/** `pliant bench`: measures the speed of the engine, and compares it with other engines. */
import { type Command, InvalidArgumentError } from 'commander';
import { nearest } from 'pliant/engine';
import type { Bench, BenchResult } from '#lab/bench';
import { Interruption, Refusal, RunFailure } from './failure.ts';
import { type FileContent, writeTogether } from './files.ts';
import { refusalFromInstall } from './laboratory.ts';
import { toJson } from './output.ts';
import { startProgress } from './progress.ts';
import { openResultFolder } from './result-folder.ts';
import type { Session } from './session.ts';
import { SIGNAL_EXIT, type Signal, watchSignals } from './signals.ts';
import { threadCount } from './threads.ts';

interface BenchOptions {
  output?: string;
  force?: boolean;
  quick?: boolean;
  threads?: number;
  only?: string[];
  sizes?: number[];
  json?: boolean;
}

export function defineBench(command: Command, session: Session): void {
  command
    .description('Runs one benchmark, or all of them. Other engines are measured if they are installed.')
    .argument('[name]', 'name of the benchmark; all if omitted')
    .option('-o, --output <dir>', 'directory for plots and tables')
    .option('--force', 'overwrite an earlier result in the directory')
    .option('--quick', 'small sizes and few samples')
    .option('--threads <n>', 'threads, for benchmarks that can use several', threadCount)
    .option('--only <names>', 'engines of `peers` or rows of `live`, by parts of their names', list)
    .option('--sizes <n,…>', 'particles per side of the sheets of `peers` and `live`', sizeList)
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant bench
  $ pliant bench peers -o out          other engines beside ours, with a plot
  $ pliant bench peers --only cloth,jolt --sizes 73,129
  $ pliant bench live --only crumple --sizes 65
  $ pliant bench kernels --quick --json`,
    )
    .action((name: string | undefined, options: BenchOptions) => bench(name, options, session));
}

async function bench(given: string | undefined, options: BenchOptions, session: Session): Promise<void> {
  const chosen = chooseBenches(given, (await loadBenches()).benches);
  const only = chooseAmong(chosen, options);
  // Opened first, so that a bad path is refused before minutes of measuring.
  const folder =
    options.output === undefined ? undefined : openFolder(options.output, chosen, options, session);
  try {
    const results: BenchResult[] = [];
    let signal: Signal | undefined;
    for (const one of chosen) {
      const { result, received } = await measure(one, { ...options, only }, session);
      results.push(result);
      signal = received;
      if (signal) break;
    }
    const measured = chosen.slice(0, results.length);
    print(measured, results, given === undefined, options, session);
    if (folder) write(folder.path, measured, results, options, session);
    if (signal) throw new Interruption('interrupted; the results so far are above', SIGNAL_EXIT[signal]);
  } finally {
    folder?.close();
  }
}

function write(
  folder: string,
  measured: readonly Bench[],
  results: readonly BenchResult[],
  { json }: BenchOptions,
  { fs, output }: Session,
): void {
  const files = measured.flatMap((one, i) => filesOf(one, results[i]));
  writeTogether(folder, files, fs);
  if (!json) output.line(`written: ${files.map(({ name }) => name).join(', ')} to ${folder}`);
}

function openFolder(
  path: string,
  chosen: readonly Bench[],
  { force = false }: BenchOptions,
  { fs }: Session,
) {
  const names = chosen.flatMap((one) => [resultName(one), ...one.files]);
  return openResultFolder(path, { names, force, inputs: [] }, fs);
}

function resultName({ name }: Bench): string {
  return `${name}.json`;
}

function filesOf(one: Bench, { json, files = [] }: BenchResult): FileContent[] {
  return [{ name: resultName(one), content: `${toJson(json)}\n` }, ...files];
}

function print(
  chosen: readonly Bench[],
  results: readonly BenchResult[],
  isAll: boolean,
  { json }: BenchOptions,
  { output }: Session,
): void {
  if (json) output.json(isAll ? { benches: results.map((result) => result.json) } : results[0].json);
  else
    for (const [i, { title }] of chosen.entries())
      output.line(`${output.paint('bold', title)}\n\n${results[i].text}\n`);
}

/** Loads the benchmarks and the other engines that they compare with. */
async function loadBenches() {
  try {
    return await import('#lab/bench');
  } catch (error) {
    const { message } = error as Error;
    throw (
      refusalFromInstall('bench', error) ??
      new RunFailure(
        `The benchmarks need Pliant's development packages. Install them with "npm ci". (${message})`,
      )
    );
  }
}

function chooseBenches(name: string | undefined, benches: readonly Bench[]): readonly Bench[] {
  if (name === undefined) return benches;
  const found = benches.find((one) => one.name === name);
  if (found) return [found];
  const names = benches.map((one) => one.name);
  const close = nearest(name, names);
  const hint = close ? `did you mean "${close}"?` : `there are: ${names.join(', ')}`;
  throw new Refusal(`no benchmark is named "${name}"; ${hint}`);
}

/** Splits a list at its commas. */
function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

const SIZES = { min: 3, max: 257 };

function sizeList(text: string): number[] {
  const sizes = list(text).map(Number);
  const isSize = (n: number) => Number.isInteger(n) && n >= SIZES.min && n <= SIZES.max;
  if (sizes.length === 0 || !sizes.every(isSize))
    throw new InvalidArgumentError(`must be whole numbers from ${SIZES.min} to ${SIZES.max}, such as 73,129`);
  return sizes;
}

/** Returns the full names of the benchmarks that `--only` selects. */
function chooseAmong(chosen: readonly Bench[], { only, sizes }: BenchOptions): string[] | undefined {
  const [{ name, choices }] = chosen;
  if (only === undefined && sizes === undefined) return undefined;
  if (chosen.length > 1 || !choices) {
    const what = chosen.length > 1 ? 'all benchmarks together have' : `benchmark "${name}" has`;
    throw new Refusal(`${what} no --only or --sizes; these are options of "peers" and "live"`);
  }
  return only?.flatMap((part) => {
    const found = choices.filter((choice) => choice.toLowerCase().includes(part.toLowerCase()));
    if (found.length === 0)
      throw new Refusal(`--only: nothing is named "${part}"; there are: ${choices.join('; ')}`);
    return found;
  });
}

/** On the first signal, a benchmark that can stop finishes its current row. All others end at once. */
async function measure(one: Bench, { quick = false, threads, only, sizes }: BenchOptions, session: Session) {
  const progress = startProgress(session.output.stderr, one.name, session.clock);
  const signals = one.canStop ? watchSignals(() => progress.say('stopping after this row')) : undefined;
  try {
    const result = await one.run({
      quick,
      threads,
      only,
      sizes,
      clock: session.clock,
      progress: (done, total) => progress.update(done / total),
      stop: () => signals?.received !== undefined,
    });
    return { result, received: signals?.received };
  } finally {
    progress.end();
    signals?.end();
  }
}
