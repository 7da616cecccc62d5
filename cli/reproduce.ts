/** `pliant reproduce`: repeats experiments of papers and shows their findings beside ours. */
import type { Command } from 'commander';
import { nearest, type Threads } from 'pliant/engine';
import {
  type Agreement,
  type Experiment,
  type ExperimentResult,
  experiments,
  type Fact,
  renderFigure,
  runExperiment,
} from '#lab/experiments';
import { Refusal, RunFailure } from './failure.ts';
import { type FileContent, writeTogether } from './files.ts';
import { figure, table, toJson } from './output.ts';
import { encodePng } from './png.ts';
import { startProgress } from './progress.ts';
import { openResultFolder } from './result-folder.ts';
import type { Session } from './session.ts';
import { threadCount, withThreads } from './threads.ts';

interface ReproduceOptions {
  output?: string;
  force?: boolean;
  threads: number;
  json?: boolean;
}

export function defineReproduce(command: Command, session: Session): void {
  command
    .description(
      'Repeats a published experiment and prints, fact by fact, whether its finding holds. Without a name, lists the experiments.',
    )
    .argument('[name]', 'name of the experiment; lists all if omitted')
    .option('-o, --output <dir>', 'directory for pictures and the result')
    .option('--force', 'overwrite an earlier result in the directory')
    .option(
      '--threads <n>',
      'threads for implicit cloth; the result is the same. Other engines use one',
      threadCount,
      1,
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant reproduce                           list the experiments
  $ pliant reproduce ${experiments[0].name}
  $ pliant reproduce ${experiments[0].name} -o out    with pictures
  $ pliant reproduce ${experiments[0].name} --json

Exit code 1: a fact does not hold.`,
    )
    .action(async (name: string | undefined, options: ReproduceOptions) => {
      if (name === undefined) return list(options, session);
      const one = chooseExperiment(name);
      await withThreads(options.threads, session.output, (threads) =>
        reproduce(one, threads, options, session),
      );
    });
}

function list({ json, output: folder }: ReproduceOptions, { output }: Session): void {
  if (folder !== undefined) throw new Refusal('--output needs the name of one experiment');
  if (json) {
    output.json(experiments.map(({ name, title, paper, finding }) => ({ name, title, paper, finding })));
    return;
  }
  const [head, ...lines] = table(
    ['name', 'title', 'paper'],
    experiments.map(({ name, title, paper }) => [name, title, paper]),
  );
  output.line(output.paint('bold', head));
  for (const line of lines) output.line(line);
}

function chooseExperiment(name: string): Experiment {
  const found = experiments.find((one) => one.name === name);
  if (found) return found;
  const names = experiments.map((one) => one.name);
  const close = nearest(name, names) ?? names.find((known) => known.endsWith(`-${name}`));
  const hint = close ? `did you mean "${close}"?` : `there are: ${names.join(', ')}`;
  throw new Refusal(`no experiment is named "${name}"; ${hint}`);
}

function reproduce(one: Experiment, threads: Threads, options: ReproduceOptions, session: Session): void {
  const { fs, output } = session;
  const names = [resultName(one), ...one.figures.map((name) => pictureName(one, name))];
  // Opened first, so that a bad path is refused before the work.
  const folder =
    options.output === undefined
      ? undefined
      : openResultFolder(options.output, { names, force: options.force ?? false, inputs: [] }, fs);
  try {
    const result = measure(one, threads, session);
    const { figures: _, ...facts } = result;
    if (options.json) output.json(facts);
    else print(result, session);
    if (folder) {
      const files = filesOf(one, result, session);
      writeTogether(folder.path, files, fs);
      if (!options.json)
        output.line(`written: ${files.map(({ name }) => name).join(', ')} to ${folder.path}`);
    }
    if (!result.pass) {
      const failed = result.facts.filter((fact) => !fact.holds).map((fact) => fact.what);
      throw new RunFailure(`does not hold: ${failed.join('; ')}`);
    }
  } finally {
    folder?.close();
  }
}

function measure(one: Experiment, threads: Threads, { output, clock, processor }: Session): ExperimentResult {
  const progress = startProgress(output.stderr, one.name, clock);
  try {
    return runExperiment(one, {
      progress: (fraction) => progress.update(fraction),
      clock,
      processor,
      threads,
    });
  } finally {
    progress.end();
  }
}

function resultName({ name }: Experiment): string {
  return `${name}.json`;
}

/** The only picture of an experiment has its name; of several, each has its own behind it. */
function pictureName({ name, figures }: Experiment, picture: string): string {
  return figures.length === 1 ? `${name}.png` : `${name}-${picture}.png`;
}

function filesOf(one: Experiment, result: ExperimentResult, { output, clock }: Session): FileContent[] {
  const { figures, ...facts } = result;
  const progress = startProgress(output.stderr, `${one.name} pictures`, clock);
  try {
    const pictures = figures.map((content, i) => {
      const pixels = renderFigure(content, (fraction) => progress.update((i + fraction) / figures.length));
      return { name: pictureName(one, one.figures[i]), content: encodePng(pixels) };
    });
    return [{ name: resultName(one), content: `${toJson(facts)}\n` }, ...pictures];
  } finally {
    progress.end();
  }
}

function print(result: ExperimentResult, { output }: Session): void {
  const { title, paper, finding, ours, facts, pass, agreement, seconds } = result;
  const wrap = (text: string) => wrapped(text, Math.min(100, output.stdout.columns || 100));
  output.line(output.paint('bold', title));
  output.line(output.paint('dim', paper));
  output.line();
  output.line(wrap(`Found there: ${finding}`));
  output.line(wrap(`Found here:  ${ours}`));
  output.line();
  const rows = facts.map((fact) => [
    fact.what,
    quantityText(fact.measured, fact.unit),
    expectedText(fact),
    fact.holds ? 'holds' : 'FAILS',
  ]);
  const [head, ...lines] = table(['fact', 'measured', 'expected', 'verdict'], rows);
  output.line(output.paint('bold', head));
  lines.forEach((line, i) => {
    output.line(line.replace(/\S+$/, (word) => output.paint(facts[i].holds ? 'green' : 'red', word)));
  });
  const verdict = `${pass ? 'every fact holds' : 'not every fact holds'}; ${AGREEMENT[agreement]}`;
  output.line(`\n${output.paint(pass ? 'green' : 'red', verdict)} (${figure(Number(seconds.toFixed(2)))} s)`);
}

const AGREEMENT: Record<Agreement, string> = {
  full: 'the finding is confirmed',
  partial: 'the finding is partly confirmed',
  none: 'the finding is not confirmed',
  unstated: 'the paper gives no result to compare with',
};

function quantityText(value: number, unit: string): string {
  return unit === '1' ? figure(value) : `${figure(value)} ${unit}`;
}

export function expectedText({ expected: { min, max }, unit }: Pick<Fact, 'expected' | 'unit'>): string {
  if (min !== undefined && max !== undefined)
    return min === max ? quantityText(min, unit) : `${figure(min)} to ${quantityText(max, unit)}`;
  return min !== undefined ? `≥ ${quantityText(min, unit)}` : `≤ ${quantityText(max as number, unit)}`;
}

/** Wraps text at spaces and indents all lines but the first. */
function wrapped(text: string, columns: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (line.length > 0 && line.length + 1 + word.length > columns) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line.length > 0 ? `${line} ${word}` : word;
  }
  return lines.join('\n');
}
