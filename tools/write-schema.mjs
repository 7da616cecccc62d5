/**
 * Writes what is published from the parameter table: dist/scene.schema.json, and with --docs the tables of
 * docs/scene-format.md and of the models' pages, and docs/cli.md from the command line's own help. Runs after the
 * build: it reads from dist.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cliReference } from '../dist/cli/reference.js';
import { materialPresets } from '../dist/src/index.js';
import { bodyFields, sceneFields, sceneJsonSchema } from '../dist/src/scene/parameter-rows.js';
import { fieldReference, modelReference, sceneReference } from './scene-reference.mjs';

const at = (path) => new URL(`../${path}`, import.meta.url);

writeFileSync(at('dist/scene.schema.json'), `${JSON.stringify(sceneJsonSchema(), null, 1)}\n`);

if (process.argv.includes('--docs')) {
  put(
    'docs/scene-format.md',
    '<!-- begin of the generated reference; `node tools/write-schema.mjs --docs` writes it -->',
    '<!-- end of the generated reference -->',
    sceneReference(sceneFields(), materialPresets),
  );
  for (const page of readdirSync(at('docs/models'))) {
    const name = page.replace(/\.md$/, '');
    const table = name === 'contact' ? fieldReference(sceneFields(), name) : modelReference(bodyFields(name));
    const begin = `<!-- begin of the generated parameters of ${name} -->`;
    put(`docs/models/${page}`, begin, '<!-- end of the generated parameters -->', table);
  }
  writeFileSync(at('docs/cli.md'), await cliReference());
}

/** Puts `text` between two marks of a page. */
function put(page, begin, end, text) {
  const old = readFileSync(at(page), 'utf8');
  const from = old.indexOf(begin);
  const to = old.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${page}: the marks of the generated part are missing`);
  writeFileSync(at(page), `${old.slice(0, from + begin.length)}\n\n${text}\n\n${old.slice(to)}`);
}
