/** The programs of the docs: the compiler takes them, and those that need no page run. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DocBlock, docBlocks, place, root } from '../../docs-blocks.ts';

const folder = join(root, 'test', '.examples-docs');
const programs = docBlocks().filter(({ language }) => language === 'ts' || language === 'tsx');
const name = (block: DocBlock) =>
  block.mark.startsWith('file=')
    ? block.mark.slice(5)
    : `${block.page.replace(/\W+/g, '-')}-${block.line}.${block.language}`;

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const block of programs) writeFileSync(join(folder, name(block)), block.text);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions: { jsx: 'react-jsx', skipLibCheck: true, noUnusedLocals: false },
      include: ['*.ts', '*.tsx'],
      references: [],
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('programs of the docs are what the compiler takes', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

it('programs of the docs run, those that need no page', () => {
  // That of the README is run by package.test.ts.
  const whole = programs.filter(({ mark, page }) => mark === '' && page !== 'README.md');
  const options = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
  for (const block of whole) {
    const { outputText } = transpileModule(block.text, { compilerOptions: options });
    writeFileSync(join(folder, `${name(block)}.mjs`), outputText);
  }
  // As users run them, with the built package; one process for all.
  const imports = whole.map(
    (block) => `console.error(${JSON.stringify(place(block))});\nawait import('./${name(block)}.mjs');`,
  );
  writeFileSync(join(folder, 'all.mjs'), imports.join('\n'));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'all.mjs')], { encoding: 'utf8' });
  expect(stderr).toBe(whole.map((block) => `${place(block)}\n`).join(''));
  expect(status).toBe(0);
});
