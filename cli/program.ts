/**
 * The command line as a whole: its commands, and what becomes of what they throw. Exit codes: 0 done, 1 the run
 * failed, 2 bad input or usage, 130 and 143 interrupted. Only faults of Pliant itself may show a stack trace.
 */
import { Command, CommanderError, Help } from 'commander';
import { COMMANDS, type CommandEntry, type Definition } from './commands.ts';
import { BAD_INPUT, DONE, Interruption, Refusal, RUN_FAILED, RunFailure } from './failure.ts';
import { hasColours } from './output.ts';
import { packageVersion } from './package.ts';
import type { Session } from './session.ts';

/** Runs one command line; resolves to its exit code. */
export async function runProgram(args: readonly string[], session: Session): Promise<number> {
  try {
    const used = COMMANDS.filter(({ name }) => name === commandIn(args));
    await buildProgram(session, await loaded(used)).parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    return exitCodeOf(error, session);
  }
}

/** Name of the command that a command line is about; `help` is about the command behind it. */
function commandIn(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

/** Loads commands, by name. */
export async function loaded(entries: readonly CommandEntry[]): Promise<Map<string, Definition>> {
  return new Map(await Promise.all(entries.map(async ({ name, load }) => [name, await load()] as const)));
}

/** Builds the program. Commands without a definition are only listed. */
export function buildProgram(session: Session, definitions: ReadonlyMap<string, Definition>): Command {
  const { output, env } = session;
  const program = new Command('pliant')
    .description('Simulates cloth, sheets and matter that bend, tear, melt and freeze.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print help for a command')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('(--help lists the options)')
    .exitOverride()
    .configureHelp({ styleTitle: (title) => `\x1b[1m${title}\x1b[22m`, subcommandTerm, boxWrap })
    .configureOutput({
      writeOut: (text) => output.stdout.write(text),
      writeErr: (text) => output.stderr.write(text),
      outputError: (text) => output.error(text.replace(/^error: /, '').trimEnd()),
      getOutHasColors: () => hasColours(output.stdout, env),
      getErrHasColors: () => hasColours(output.stderr, env),
      getOutHelpWidth: () => output.stdout.columns || 80,
      getErrHelpWidth: () => output.stderr.columns || 80,
    })
    .addHelpText(
      'after',
      `
Examples:
  $ pliant scenes                      list the shipped scenes
  $ pliant run flag -o out             run a scene; open out/report.html to see it
  $ pliant export out -o flag.glb      write the result for other programs
  $ pliant render out -o flag.webm     make a film of it
  $ pliant validate incline            check friction against Coulomb's law
  $ pliant reproduce                   list the experiments of papers
  $ pliant studio                      open the studio

Exit codes: 0 done, 1 the run failed, 2 bad input or usage, 130 and 143 interrupted.`,
    );
  for (const { name, summary } of COMMANDS) {
    const command = program.command(name).summary(summary);
    definitions.get(name)?.(command, session);
  }
  return program;
}

function subcommandTerm(command: Command): string {
  const name = command.name();
  return `${name} ${COMMANDS.find((entry) => entry.name === name)?.usage ?? '[command]'}`;
}

/** Wraps help text. In a list such as `  .glb   meshes`, further lines of an entry are indented like its first. */
function boxWrap(this: Help, text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      const term = /^ +\S+( \S+)* {2,}/.exec(line)?.[0] ?? '';
      const wrapped = Help.prototype.boxWrap.call(this, line.slice(term.length), width - term.length);
      return term + wrapped.replaceAll('\n', `\n${' '.repeat(term.length)}`);
    })
    .join('\n');
}

function exitCodeOf(error: unknown, { output, env }: Session): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : BAD_INPUT;
  const known = error instanceof Refusal || error instanceof RunFailure || error instanceof Interruption;
  if (known && !env.PLIANT_DEBUG) {
    output.error(error.message);
    return error.exitCode;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (env.PLIANT_DEBUG) output.error(stack);
  else output.error(`${stack.split('\n')[0]} (a bug in Pliant; set PLIANT_DEBUG=1 to see the stack trace)`);
  return known ? error.exitCode : RUN_FAILED;
}
