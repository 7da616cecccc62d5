/**
 * `npm run docs`: brings the generated pages of docs/ up to date, then makes a site of all of them with the reference of
 * every public entry (TypeDoc): dist/docs/index.html. Runs after the build: the reference is made of the published types.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Application, ReflectionKind } from 'typedoc';

process.argv.push('--docs');
await import('./write-schema.mjs');

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const { exports: entries } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
/** Path of the types by what users import, `pliant/three`. */
const modules = new Map(
  Object.entries(entries)
    .filter(([, entry]) => entry.types)
    .map(([name, { types }]) => [name.replace('.', 'pliant'), types.replace('./', `${root}/`)]),
);

const config = `${root}/dist/.docs-tsconfig.json`;
writeFileSync(
  config,
  JSON.stringify({
    extends: '../tsconfig.base.json',
    compilerOptions: {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      noEmit: true,
      composite: false,
      declaration: false,
      skipLibCheck: true,
    },
    files: [...modules.values()],
  }),
);

const app = await Application.bootstrap({
  name: 'Pliant',
  entryPoints: [...modules.values()],
  tsconfig: config,
  basePath: `${root}/dist`,
  readme: `${root}/README.md`,
  projectDocuments: pages(),
  out: `${root}/dist/docs`,
  disableSources: true,
  excludeExternals: true,
  excludePrivate: true,
  includeVersion: true,
  hideGenerator: true,
  searchInComments: true,
  headings: { readme: false },
  navigation: { includeGroups: false },
  // Types that public ones are made of and that nobody names are left out; whoever reads follows the text.
  validation: { notExported: false, invalidLink: true, notDocumented: false },
  // Warns of languages it has no colours for.
  logLevel: process.argv.includes('--verbose') ? 'Verbose' : 'Error',
});
const project = await app.convert();
if (!project) throw new Error('npm run docs: the types were not understood');
for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
  const path = `${root}/dist/${module.name}.d.ts`;
  const found = [...modules].find(
    ([, types]) => types === path || types === path.replace('.d.ts', '/index.d.ts'),
  );
  if (found) [module.name] = found;
}
for (const page of project.documents ?? []) {
  const [heading] = page.content;
  page.name = /^# (.*)$/m.exec(heading.text)?.[1] ?? page.name;
}
app.validate(project);
await app.generateOutputs(project);
if (app.logger.hasErrors()) process.exit(1);
const documented = project.getChildrenByKind(ReflectionKind.Module).map(({ name }) => name);
console.log(`dist/docs/index.html: ${documented.join(', ')}`);

/** The tutorial first, then what one looks up, then why it is so. */
function pages() {
  const first = ['tutorial', 'cli', 'scene-format', 'file-formats', 'embedding', 'extending'];
  const inDocs = readdirSync(`${root}/docs`).filter((name) => name.endsWith('.md'));
  const others = inDocs.map((name) => name.slice(0, -3)).filter((name) => !first.includes(name));
  const models = readdirSync(`${root}/docs/models`).map((name) => `models/${name.slice(0, -3)}`);
  return [...first, ...models, ...others].map((name) => `${root}/docs/${name}.md`);
}
