/**
 * Builds the pages with Vite: the studio into dist/studio, the page that draws for `pliant render` into dist/render,
 * the report's viewer into dist/report/template.html (one file, everything inline). Does nothing when no input has
 * changed since the last build: their digest is kept beside the result.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = (...parts) => join(root, ...parts);

/** Files and folders that the pages are made of. */
const INPUTS = [
  'src',
  'formats',
  'adapters',
  'scenes',
  'studio',
  'report',
  'cli/render-job.ts',
  'tools/build-web.mjs',
  'package-lock.json',
];
const PAGES = {
  studio: { result: 'dist/studio/index.html', make: buildStudio },
  render: { result: 'dist/render/index.html', make: buildRender },
  report: { result: 'dist/report/template.html', make: buildReport },
};

/** Builds the named pages; returns whether there was anything to do. */
export async function buildWeb(names = Object.keys(PAGES)) {
  const digest = digestOf(INPUTS);
  let built = false;
  for (const name of names) {
    const { result, make } = PAGES[name];
    const stamp = path(`dist/.${name}-inputs`);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest && existsSync(path(result))) continue;
    rmSync(stamp, { force: true });
    await make();
    writeFileSync(stamp, digest);
    built = true;
  }
  return built;
}

async function buildStudio() {
  await build({
    ...common('studio'),
    build: {
      outDir: path('dist/studio'),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // Pictures are loaded when they are seen, not with the program.
      assetsInlineLimit: 0,
      ...QUIET,
    },
    worker: { format: 'es' },
  });
}

async function buildRender() {
  await build({
    ...common('studio/render'),
    build: {
      outDir: path('dist/render'),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      target: 'esnext', // the page waits at its top
      ...QUIET,
    },
  });
}

async function buildReport() {
  const { output } = await build({
    ...common('report'),
    build: {
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      ...QUIET,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const chunks = output.filter((o) => o.type === 'chunk');
  const styles = output.filter((o) => o.fileName.endsWith('.css'));
  const page = output.find((o) => o.fileName.endsWith('.html'));
  if (chunks.length !== 1 || styles.length !== 1) {
    throw new Error(`report: expected one script and one style sheet, got ${output.map((o) => o.fileName)}`);
  }
  const template = String(page.source)
    .replace(/<script [^>]*src=[^>]*><\/script>/, () => inlineScript(chunks[0].code))
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles[0].source}</style>`);
  mkdirSync(path('dist/report'), { recursive: true });
  writeFileSync(path('dist/report/template.html'), template);
}

/** Inside a page a script ends at the first `</script`, even in a string. */
function inlineScript(code) {
  return `<script type="module">${code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')}</script>`;
}

const QUIET = { reportCompressedSize: false, chunkSizeWarningLimit: 2000 };

/** The pages import the engine under the names that users do. */
function common(folder) {
  return {
    configFile: false,
    root: path(folder),
    base: './',
    logLevel: 'warn',
    resolve: {
      alias: [
        { find: /^pliant$/, replacement: path('src/index.ts') },
        { find: /^pliant\/engine$/, replacement: path('src/engine.ts') },
        { find: /^pliant\/(formats|scenes)$/, replacement: path('$1/index.ts') },
        { find: /^pliant\/(threads|three)$/, replacement: path('adapters/$1/index.ts') },
        { find: /^pliant\/worker\/protocol$/, replacement: path('adapters/worker/protocol.ts') },
      ],
    },
  };
}

function digestOf(inputs) {
  const digest = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesIn(input))) {
    digest
      .update(`${file}\0`)
      .update(readFileSync(path(file)))
      .update('\0');
  }
  return digest.digest('hex');
}

function filesIn(input) {
  if (/\.[a-z]+$/.test(input)) return [input];
  const entries = readdirSync(path(input), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesIn(`${input}/${entry.name}`) : [`${input}/${entry.name}`],
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildWeb(process.argv.length > 2 ? process.argv.slice(2) : undefined);
  console.log(built ? 'pages built' : 'pages are up to date');
}
