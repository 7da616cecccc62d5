/**
 * Writes what is published from the parameter table: dist/scene.schema.json, and with --docs the reference
 * chapter of docs/scene-format.md. Runs after the build: it reads the table from dist.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { sceneReference } from '../dist/src/scene/reference.js';
import { sceneJsonSchema } from '../dist/src/scene/table.js';

const BEGIN = '<!-- begin of the generated reference; `node tools/write-schema.mjs --docs` writes it -->';
const END = '<!-- end of the generated reference -->';

writeFileSync(
  new URL('../dist/scene.schema.json', import.meta.url),
  `${JSON.stringify(sceneJsonSchema(), null, 1)}\n`,
);

if (process.argv.includes('--docs')) {
  const page = new URL('../docs/scene-format.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin)
    throw new Error('docs/scene-format.md: the marks of the generated reference are missing');
  writeFileSync(page, `${text.slice(0, begin + BEGIN.length)}\n\n${sceneReference()}\n\n${text.slice(end)}`);
}
