/** `pliant validate`: compares the engine with theory, for free parameters. */
import { type Command, Option } from 'commander';
import { nearest } from 'pliant/engine';
import {
  type CaseOption,
  type CaseValues,
  cases,
  runCase,
  type ValidationCase,
  ValidationError,
  type ValidationResult,
} from '#lab/validation';
import { Refusal, RunFailure } from './failure.ts';
import { numberIn, rangeText } from './options.ts';
import { figure, table } from './output.ts';
import { startProgress } from './progress.ts';
import type { Session } from './session.ts';
import { breathe } from './signals.ts';

export function defineValidate(command: Command, session: Session): void {
  command
    .description(
      'Runs one physical check with parameters of your choice, or all but the longest with default parameters.',
    )
    .usage('[case] [options]')
    .argument('[case]', 'name of the check; all if omitted')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant validate
  $ pliant validate oscillator --integrator rk4 --dt 0.01
  $ pliant validate incline --friction 0.3 --angle 20 --json
  $ pliant validate contact --drops 1000 --seed 1
  $ pliant validate modes --system plate --engine sdirk2
  $ pliant validate drape-coefficient --fabric denim
  $ pliant validate bounce --help

Exit code 1: a check did not pass.`,
    )
    .action((name: string | undefined, options: { json?: boolean }) => {
      if (name !== undefined) throw unknownCase(name);
      return validateAll(session, options.json);
    });
  for (const one of cases) addCase(command, one, session);
}

function addCase(validate: Command, one: ValidationCase, session: Session): void {
  const command = validate
    .command(one.name)
    .description(one.title)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', `\nExample:\n  $ pliant validate ${one.name}${exampleOptions(one)}`);
  for (const option of one.options) command.addOption(commandOption(option));
  command.action((_, self: Command) => {
    const { json, ...given } = self.optsWithGlobals() as CaseValues & { json?: boolean };
    const result = checked(one, given);
    if (json) session.output.json(result);
    else print([result], session);
    refuseFailures([result]);
  });
}

function commandOption({ name, unit, default: start, help, min, max, choices }: CaseOption): Option {
  const range = rangeText({ min, max });
  const words = range ? `${help};${range}` : help;
  const option = new Option(`--${name} <${choices ? 'name' : (unit ?? 'n')}>`, words).default(start);
  return choices ? option.choices(choices) : option.argParser(numberIn({ min, max }));
}

function exampleOptions(one: ValidationCase): string {
  return one.options.map((option) => ` --${option.name} ${option.default}`).join('');
}

function unknownCase(name: string): Refusal {
  const names = cases.map((one) => one.name);
  const close = nearest(name, names);
  const hint = close ? `did you mean "${close}"?` : `there are: ${names.join(', ')}`;
  return new Refusal(`no check is named "${name}"; ${hint}`);
}

async function validateAll(session: Session, json = false): Promise<void> {
  const progress = startProgress(session.output.stderr, 'validate', session.clock);
  const results: ValidationResult[] = [];
  const short = cases.filter((one) => !one.long);
  for (const one of short) {
    results.push(checked(one, {}));
    progress.update(results.length / short.length);
    await breathe();
  }
  progress.end();
  if (json) session.output.json({ cases: results, pass: results.every((result) => result.pass) });
  else print(results, session);
  refuseFailures(results);
}

function checked(one: ValidationCase, given: CaseValues): ValidationResult {
  try {
    return runCase(one, given);
  } catch (error) {
    if (error instanceof ValidationError) throw new Refusal(error.message);
    throw error;
  }
}

function print(results: readonly ValidationResult[], { output }: Session): void {
  const head = ['check', 'measured', 'exact', 'relative error', 'tolerance', 'verdict'];
  const rows = results.map((r) => [
    r.case,
    namedText(r.measured),
    quantityText(r.exact),
    figure(r.relativeError),
    figure(r.tolerance),
    r.pass ? 'pass' : 'FAIL',
  ]);
  const [first, ...lines] = table(head, rows);
  output.line(output.paint('bold', first));
  lines.forEach((line, i) => {
    output.line(line.replace(/\S+$/, (word) => output.paint(results[i].pass ? 'green' : 'red', word)));
  });
  for (const { notes = [] } of results) for (const note of notes) output.line(note);
}

/** Returns the theoretical values; a number that applies to several measurements is printed once. */
function quantityText(quantity: ValidationResult['measured']): string {
  if (typeof quantity === 'number') return figure(quantity);
  const entries = Object.entries(quantity);
  if (entries.length > 1 && entries.every(([, value]) => value === entries[0][1])) {
    return `all ${figure(entries[0][1])}`;
  }
  return namedText(quantity);
}

function namedText(quantity: ValidationResult['measured']): string {
  if (typeof quantity === 'number') return figure(quantity);
  const named = Object.entries(quantity).map(([name, value]) => `${name} ${figure(value)}`);
  return named.join(', ');
}

function refuseFailures(results: readonly ValidationResult[]): void {
  const failed = results.filter((result) => !result.pass).map((result) => result.case);
  if (failed.length > 0) throw new RunFailure(`not passed: ${failed.join(', ')}`);
}
