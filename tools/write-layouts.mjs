/**
 * Writes the offsets of every record in src/layouts/*.ts as constants into src/layouts/generated/<record>.ts, which
 * TypeScript and the kernels import alike.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const folder = fileURLToPath(new URL('../src/layouts/', import.meta.url));
const target = join(folder, 'generated');

/** Imports a TypeScript file that imports nothing but types. */
async function imported(file) {
  const { outputText } = ts.transpileModule(readFileSync(join(folder, file), 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`);
}

const { fileOf, constantsOf } = await imported('layout.ts');
const tables = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'layout.ts');
const files = new Map();
for (const table of tables.sort()) {
  for (const [name, layout] of Object.entries(await imported(table))) {
    files.set(fileOf(name), constantsOf(table, layout));
  }
}

mkdirSync(target, { recursive: true });
for (const name of readdirSync(target)) if (!files.has(name)) rmSync(join(target, name));
for (const [name, text] of files) {
  const path = join(target, name);
  let before;
  try {
    before = readFileSync(path, 'utf8');
  } catch {}
  if (before !== text) writeFileSync(path, text);
}
