/** The command line as a page of Markdown, from the same declarations as its help. */
import type { EventEmitter } from 'node:events';
import type { Argument, Command, Option } from 'commander';
import { COMMANDS } from './commands.ts';
import { disk } from './disk.ts';
import { createOutput } from './output.ts';
import { buildProgram, loaded } from './program.ts';

export async function cliReference(): Promise<string> {
  const program = await documentedProgram();
  const commands = program.commands.filter((command) => command.name() !== 'help');
  return `${[
    '# Command line',
    `\`pliant COMMAND …\`, installed or by \`npx\`; \`pliant help COMMAND\` prints the same in the terminal. ${program.description()}`,
    '<!-- generated from the commands themselves; `node tools/write-schema.mjs --docs` writes it -->',
    [
      line(['command', 'what it does']),
      rule(2),
      ...commands.map((c) => line([`[\`${c.name()}\`](#pliant-${c.name()})`, c.summary()])),
    ].join('\n'),
    afterText(program),
    ...commands.flatMap(commandText),
  ].join('\n\n')}\n`;
}

/** The program as it describes itself, with nothing outside to act on. */
export async function documentedProgram(): Promise<Command> {
  const silent = { write() {} };
  const env = {};
  const session = {
    output: createOutput(silent, silent, env),
    env,
    clock: () => 0,
    processor: () => 0,
    fs: disk,
  };
  return buildProgram(session, await loaded(COMMANDS));
}

/** Lines of a help text that are examples, without what is said of them. */
export function examplesOf(command: Command): string[] {
  return [...helpAfter(command).matchAll(/^ {2}\$ (.+)$/gm)].map(([, text]) => text.split(/ {2,}/)[0]);
}

function commandText(command: Command): string[] {
  const [first, ...more] = command.description().split('\n');
  const list = more.map((text) => text.trim().replace(/^(\S.*?) {2,}/, '- `$1`: '));
  return [
    `## pliant ${command.name()}`,
    `\`pliant ${command.name()} ${command.usage().replace('[options] ', '')}\``,
    [first, ...(list.length > 0 ? ['', ...list] : [])].join('\n'),
    ...argumentTable(command.registeredArguments),
    ...optionTable(command.options.filter((option) => !option.hidden)),
    afterText(command),
  ];
}

function argumentTable(all: readonly Argument[]): string[] {
  if (all.length === 0) return [];
  const rows = all.map((one) => {
    const name = one.variadic ? `${one.name()}…` : one.name();
    return line([one.required ? `\`<${name}>\`` : `\`[${name}]\``, one.description]);
  });
  return [[line(['argument', 'meaning']), rule(2), ...rows].join('\n')];
}

function optionTable(all: readonly Option[]): string[] {
  if (all.length === 0) return [];
  const rows = all.map((one) => {
    const choices = one.argChoices ? `: ${one.argChoices.map((choice) => `\`${choice}\``).join(', ')}` : '';
    const start =
      one.negate || one.defaultValue === undefined
        ? ''
        : `\`${one.defaultValueDescription ?? one.defaultValue}\``;
    const meaning = `${one.description}${choices}${one.mandatory ? ' (required)' : ''}`;
    return line([`\`${one.flags}\``, meaning, start]);
  });
  return [[line(['option', 'meaning', 'default']), rule(3), ...rows].join('\n')];
}

/** Returns the text after the options, with examples as a block of shell. */
function afterText(command: Command): string {
  const parts: string[] = [];
  for (const part of helpAfter(command).trim().split(/\n\n+/)) {
    const [head, ...lines] = part.split('\n');
    if (head !== 'Examples:') {
      parts.push(part);
      continue;
    }
    const commands = lines.map((text) => {
      const [call, ...said] = text.replace(/^ {2}\$ /, '').split(/ {2,}/);
      return said.length > 0 ? `${call}   # ${said.join(' ')}` : call;
    });
    // Tests parse each of them. Running them all would take long, and some never end.
    parts.push(['```sh parse', ...commands, '```'].join('\n'));
  }
  return parts.join('\n\n');
}

function helpAfter(command: Command): string {
  let text = '';
  // Commands are event emitters and add to their help by events, which their types omit.
  (command as unknown as EventEmitter).emit('afterHelp', {
    error: false,
    command,
    write: (part: string) => (text += part),
  });
  return text;
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function rule(columns: number): string {
  return `|${' --- |'.repeat(columns)}`;
}
