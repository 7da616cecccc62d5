/**
 * The code blocks of the docs. What a test does with one is said behind its language:
 *
 *   sh                     every command is run, page by page in a folder of its own
 *   sh steps=N: reason     the same, but runs end after N steps
 *   sh parse: reason       every command is only taken apart by the command line (of generated pages without a reason)
 *   sh outside: reason     commands of other programs; scripts of npm must be there
 *   ts, tsx                checked by the compiler and run
 *   ts types: reason       checked by the compiler only
 *   LANGUAGE file=NAME     a file of the page's folder, for what comes after it
 *   json                   a scene, or part of one
 *   html                   a page, which a browser opens
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface DocBlock {
  /** Path of the page within the repository. */
  page: string;
  line: number;
  language: string;
  /** What is behind the language. */
  mark: string;
  text: string;
}

export function docPages(): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  const atRoot = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'examples/README.md'];
  return [...atRoot, ...inDocs.toSorted()];
}

export function docBlocks(pages: readonly string[] = docPages()): DocBlock[] {
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    return [...text.matchAll(/^```(\w+)?([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
      page,
      line: text.slice(0, match.index).split('\n').length,
      language: match[1] ?? '',
      mark: match[2].trim(),
      text: match[3],
    }));
  });
}

export const place = ({ page, line }: DocBlock): string => `${page}:${line}`;

/** The commands of a block of shell: words, without quotes and remarks. */
export function commandsOf({ text }: DocBlock): string[][] {
  return text
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
    .flatMap((line) => line.split(/\s+&&\s+/))
    .map((line) => [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3]));
}

/** What follows `pliant` or `npx pliant`; undefined for another program. */
export function pliantArguments([program, ...rest]: readonly string[]): string[] | undefined {
  if (program === 'pliant') return rest;
  return program === 'npx' && rest[0] === 'pliant' ? rest.slice(1) : undefined;
}
