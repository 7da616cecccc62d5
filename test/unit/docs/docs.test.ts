/**
 * The docs say what is: generated parts are current, links lead somewhere, and every block is of a known kind and can be
 * read. docs/programs.slow.test.ts compiles and runs programs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { parseScene } from 'pliant';
import { describe, expect, it } from 'vitest';
import { cliReference, documentedProgram } from '../../../cli/reference.ts';
import { models } from '../../../src/models/index.ts';
import { bodyFields, sceneFields } from '../../../src/scene/parameter-rows.ts';
import { fieldReference, modelReference } from '../../../tools/scene-reference.mjs';
import {
  commandsOf,
  type DocBlock,
  docBlocks,
  docPages,
  place,
  pliantArguments,
  root,
} from '../../docs-blocks.ts';

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const blocks = docBlocks();

describe('generated pages are up to date; node tools/write-schema.mjs --docs rewrites them', () => {
  it('docs/cli.md', async () => {
    expect(text('docs/cli.md')).toBe(await cliReference());
  });

  // A sheet file is a format, not a model.
  const names = models().map(({ name }) => name);
  it.each(names.filter((model) => model !== 'sheet-file'))('docs/models/%s.md', (model) => {
    const page = text(`docs/models/${model}.md`);
    expect(page).toContain(`\n\n${modelReference(bodyFields(model))}\n\n`);
    for (const heading of ['Parameters', 'Limits']) expect(page).toMatch(new RegExp(`^## ${heading}$`, 'm'));
    // Equations: something with an operator stands on one side of an equals sign.
    expect(page).toMatch(/\S = [^\n]*[·²³/√½∇Σ]/);
  });

  it('docs/models/contact.md', () => {
    expect(text('docs/models/contact.md')).toContain(`\n\n${fieldReference(sceneFields(), 'contact')}\n\n`);
  });
});

describe('links', () => {
  it.each(docPages())('of %s lead to files and headings that are there', (page) => {
    const own = text(page).replace(/^```[\s\S]*?^```$/gm, '');
    for (const [, target] of own.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [file, anchor] = target.split('#');
      const path = file === '' ? page : join(dirname(page), file);
      expect(existsSync(join(root, path)), `${page}: ${target}`).toBe(true);
      if (anchor === undefined) continue;
      const headings = [...text(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));
      expect(headings, `${page}: ${target}`).toContain(anchor);
    }
  });
});

describe('paths', () => {
  /** Paths of files and folders of the repository in prose and code. Patterns such as `src/models/<name>` are no paths. */
  const PATH =
    /(?<![\w/.@-])(?:adapters|cli|docs|examples|formats|lab|report|src|studio|test|tools)\/[\w./<>*-]*[\w/>*]/g;

  it.each(docPages())('in %s lead to files that are there', (page) => {
    const paths = (text(page).match(PATH) ?? []).filter((path) => !/[<>*]/.test(path));
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** As GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-');
}

describe('blocks', () => {
  it('are of a known kind, and say why they are not run', () => {
    const known: Record<string, RegExp> = {
      sh: /^$|^(steps=\d+|parse|outside): \S/,
      ts: /^$|^types: \S|^file=\S+$/,
      tsx: /^types: \S/,
      json: /^$|^file=\S+$/,
      jsonc: /^$/,
      html: /^$/, // shown in a browser by test/browser/embedding.test.ts
      text: /^$/,
      ebnf: /^$/,
      sht: /^$/,
      pol: /^$/,
    };
    for (const block of blocks) {
      expect(Object.keys(known), place(block)).toContain(block.language);
      const generated = block.page === 'docs/cli.md' && block.mark === 'parse';
      if (!generated) expect(block.mark, place(block)).toMatch(known[block.language]);
    }
  });

  it.each(blocksIn('json'))('%s is a scene, or part of one', (_, block) => {
    const value = JSON.parse(block.text);
    const scene = 'format' in value ? value : { format: 1, bodies: [value] };
    const files = /"file": "/.test(block.text); // not here: only read as far as the file
    if (!files) parseScene(scene);
    else expect(() => parseScene(scene)).toThrow(/file/);
  });

  it.each(blocksIn('jsonc'))('%s is JSON but for its remarks', (_, block) => {
    JSON.parse(block.text.replace(/\/\/.*$/gm, ''));
  });

  it.each(blocksIn('sh'))('%s has commands that are understood', async (_, block) => {
    const scripts = Object.keys(JSON.parse(text('package.json')).scripts);
    const npm = ['ci', 'init', 'install', 'start', 'test'];
    for (const words of commandsOf(block)) {
      const args = pliantArguments(words);
      if (args) await understood(args, block);
      else {
        expect(block.mark, `${place(block)}: ${words.join(' ')}`).toMatch(/^outside/);
        if (words[0] === 'npm') expect([...npm, ...scripts, 'run'], words.join(' ')).toContain(words[1]);
        if (words[1] === 'run') expect(scripts, words.join(' ')).toContain(words[2]);
      }
    }
  });
});

/** `it.each` wants no empty list. */
function blocksIn(language: string): [string, DocBlock][] {
  return blocks.filter((block) => block.language === language).map((block) => [place(block), block]);
}

/** Taken apart as it would be, and not run. */
async function understood(args: string[], block: DocBlock): Promise<void> {
  const program = await documentedProgram();
  let called = false;
  for (const command of allCommands(program)) {
    command.exitOverride().action(() => {
      called = true;
    });
  }
  const said = `${place(block)}: pliant ${args.join(' ')}`;
  await program.parseAsync(args, { from: 'user' }).catch((error) => {
    // Asking for help is an end, too.
    if (error.code === 'commander.helpDisplayed') called = true;
    else throw new Error(`${said}: ${error.message}`);
  });
  expect(called, said).toBe(true);
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...allCommands(one)]);
}
