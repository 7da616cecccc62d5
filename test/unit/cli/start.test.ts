/** The command line loads what a command needs, and nothing more: the version and the list of commands come at once. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../cli/commands.ts';
import { documentedProgram } from '../../../cli/reference.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-start-'));
  // Notes every module file that is loaded.
  writeFileSync(
    join(folder, 'hooks.mjs'),
    `import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      if (url.startsWith('file:')) appendFileSync(process.env.LOADED, url + '\\n');
      return next(url, context);
    }`,
  );
  const hooks = JSON.stringify(pathToFileURL(join(folder, 'hooks.mjs')).href);
  writeFileSync(join(folder, 'start.mjs'), `import { register } from 'node:module'; register(${hooks});`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the built command line; `modules` are the files it has loaded. */
function start(...args: string[]) {
  const log = join(folder, 'loaded.txt');
  writeFileSync(log, '');
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', pathToFileURL(join(folder, 'start.mjs')).href, join(root, 'dist/cli/main.js'), ...args],
    { encoding: 'utf8', env: { ...process.env, LOADED: log } },
  );
  return { status, stdout, modules: readFileSync(log, 'utf8').trim().split('\n') };
}

describe('pliant starts', () => {
  it('for its version with a handful of modules', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const flag of ['--version', '-V']) {
      const { status, stdout, modules } = start(flag);
      expect([status, stdout]).toEqual([0, `${version}\n`]);
      expect(modules.length).toBeLessThan(6);
    }
  });

  it('for its help without the engine, its schema or any command', () => {
    const { status, stdout, modules } = start('--help');
    expect(status).toBe(0);
    for (const { name, summary } of COMMANDS)
      expect(stdout).toMatch(new RegExp(`^ {2}${name} .* ${summary}$`, 'm'));
    expect(modules.filter((url) => /\/(src|formats|zod)\//.test(url))).toEqual([]);
    expect(modules.length).toBeLessThan(20);
  });

  it('for a command with that command alone', () => {
    const { modules } = start('scenes', '--json');
    const commands = COMMANDS.filter(({ name }) =>
      modules.some((url) => url.endsWith(`/dist/cli/${name}.js`)),
    );
    expect(commands.map(({ name }) => name)).toEqual(['scenes']);
  });
});

describe('the list of commands', () => {
  it('shows the arguments that each command has', async () => {
    const program = await documentedProgram();
    for (const { name, usage } of COMMANDS) {
      const command = program.commands.find((one) => one.name() === name);
      const words = (command?.registeredArguments ?? []).map((one) => {
        const text = `${one.name()}${one.variadic ? '...' : ''}`;
        return one.required ? `<${text}>` : `[${text}]`;
      });
      expect(usage).toBe(['[options]', ...words].join(' '));
    }
  });
});
