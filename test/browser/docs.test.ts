/**
 * The shell commands of the docs, as a reader would type them: page by page in a folder of its own. Here, and not among
 * the other tests, as some make pictures.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandsOf, type DocBlock, docBlocks, docPages, place, pliantArguments } from '../docs-blocks.ts';
import { pliantHere } from '../faults/cli-session.ts';
import { findBrowser } from './browser.ts';

const here = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-docs-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true });
});

const isRun = ({ language, mark }: DocBlock) =>
  language === 'sh' && (mark === '' || mark.startsWith('steps='));
const pages = docPages()
  .map((page): [string, DocBlock[]] => [page, docBlocks([page])])
  .filter(([, blocks]) => blocks.some(isRun));

describe('what the docs tell to type', () => {
  it.each(pages)(
    '%s',
    async (_, blocks) => {
      for (const block of blocks) {
        if (block.mark.startsWith('file=')) writeFileSync(block.mark.slice(5), block.text);
        if (!isRun(block)) continue;
        const steps = /^steps=(\d+)/.exec(block.mark)?.[1];
        for (const words of commandsOf(block)) {
          const args = pliantArguments(words) ?? [];
          const env = { ...process.env, PLIANT_BROWSER: findBrowser() };
          const ended = await pliantHere(steps ? [...args, '--steps', steps] : args, { env });
          expect(ended.code, `${place(block)}: ${words.join(' ')}\n${ended.stderr}`).toBe(0);
          expect(ended.stdout).not.toBe('');
          const target = args[args.indexOf('-o') + 1];
          if (args.includes('-o')) expect(existsSync(target), words.join(' ')).toBe(true);
        }
      }
      expect(readdirSync('.').length).toBeGreaterThan(0);
    },
    300_000,
  );
});
