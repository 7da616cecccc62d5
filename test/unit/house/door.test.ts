/** The public door: how many names `pliant` has, and that each is documented and shown. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const entry = join(root, 'dist/src/index.d.ts');
const program = ts.createProgram([entry], { module: ts.ModuleKind.NodeNext, skipLibCheck: true });
const checker = program.getTypeChecker();
const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
const names = checker.getExportsOfModule(module).map((symbol) => ({
  name: symbol.name,
  declared: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
}));

describe('pliant', () => {
  it('exports at most 120 names', () => {
    expect(names.length).toBeGreaterThan(50);
    expect(names.length).toBeLessThanOrEqual(120);
  });

  it('documents every name with a sentence', () => {
    const silent = names.filter(({ declared }) => declared.getDocumentationComment(checker).length === 0);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('shows every name in an example or in code of a document', () => {
    const read = (folder: string, ending: string) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith(ending))
        .map((name) => readFileSync(join(root, folder, name), 'utf8'));
    const documents = read('docs', '.md').flatMap((text) => text.match(/^```[\s\S]*?^```$/gm) ?? []);
    const code = [...read('examples', '.mjs'), ...documents].join('\n');
    const shown = code.replace(/^import [\s\S]*?;$/gm, ''); // a name that is only imported is not shown
    const missing = names.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(shown));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
